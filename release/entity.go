package release

import (
	"sort"
	"strings"

	"refract/java"
	"refract/program"
)

// Kind is the kind of an Entity.
type Kind uint8

const (
	NoKind Kind = iota
	Package
	Class
	Method
	Field
)

func (k Kind) String() string { return [...]string{"none", "package", "class", "method", "field"}[k] }

// EntityID is the index of an entity of one Component.
type EntityID int32

// NoEntity says that there is no such entity.
const NoEntity EntityID = -1

// Entity is a source-level entity: a node of the paper's lightweight graph (§3).
type Entity struct {
	Kind   Kind
	Parent EntityID // the package of a top-level class, the class of a member
	// Name is the fully qualified name, without the signature: overloaded methods share it.
	Name string
	// Signature is the parameter types of a method in parentheses and its return type, the type of a field.
	Signature string
	// Ref is the TypeID, MethodID or FieldID in the program; -1 for packages.
	Ref int32
	// Deprecated: by annotation or Javadoc tag, of itself or of what it stands in.
	Deprecated bool
	Public     bool // visible to users of the component: public or protected all the way up
	Test       bool // stands in test code
	// Shingles is the sorted multiset of fingerprints (§4); empty where there is nothing to read.
	Shingles []uint64
	// Tokens is how many tokens the shingles were made of.
	Tokens int
}

// Simple returns the simple name: the paper's suf(fqn).
func (e *Entity) Simple() string { return suf(e.Name) }

// suf and pre split a fully qualified name into its last part and the rest (§5.1).
func suf(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func pre(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	return ""
}

// Component is one release: its entities, found by name.
type Component struct {
	Program  *program.Program
	Entities []Entity // packages, then classes, methods and fields in the order of the program

	byName       map[string][]EntityID
	classOf      map[program.TypeID]EntityID
	methods      map[program.MethodID]EntityID
	fields       map[program.FieldID]EntityID
	bySimple     map[member][]EntityID   // see simpleNamed
	byWord       map[wordIn][]worded     // see membersWithWord
	ofClass      map[EntityID][]EntityID // see members
	overloads    overloads               // by their signatures
	byParameters overloads               // methods by their parameters
	refs         *references             // made when the first strategy asks
}

// NewComponent lists the entities of p and computes their shingles. Local and anonymous classes are no entities: nobody
// outside can name them.
func NewComponent(p *program.Program, o Options) *Component {
	c := &Component{Program: p, byName: map[string][]EntityID{}, classOf: map[program.TypeID]EntityID{},
		methods: map[program.MethodID]EntityID{}, fields: map[program.FieldID]EntityID{}, overloads: overloads{}, byParameters: overloads{}}
	c.addPackages()
	for t := range p.NumTypes() {
		c.addClass(program.TypeID(t))
	}
	for m := range p.NumMethods() {
		c.addMethod(program.MethodID(m))
	}
	for f := range p.NumFields() {
		c.addField(program.FieldID(f))
	}
	c.inheritDeprecation()
	for i := range c.Entities {
		c.byName[c.Entities[i].Name] = append(c.byName[c.Entities[i].Name], EntityID(i))
	}
	c.fingerprint(o.WithDefaults())
	return c
}

func (c *Component) addPackages() {
	seen := map[string]bool{} // name to: all its files are test code
	for _, f := range c.Program.Files {
		if test, ok := seen[f.Package]; !ok || test {
			seen[f.Package] = f.Test
		}
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		c.Entities = append(c.Entities, Entity{Kind: Package, Parent: NoEntity, Name: n, Ref: -1, Public: true, Test: seen[n]})
	}
}

func (c *Component) packageOf(name string) EntityID {
	i := sort.Search(len(c.Entities), func(i int) bool { return c.Entities[i].Kind != Package || c.Entities[i].Name >= name })
	return EntityID(i)
}

func (c *Component) addClass(t program.TypeID) {
	ty := c.Program.Type(t)
	d := c.Program.TypeDecl(t)
	if ty.Local || d.Kind == java.EnumConstantBody {
		return
	}
	f := c.Program.Files[ty.File]
	parent := NoEntity
	if ty.Outer >= 0 {
		if p, ok := c.classOf[ty.Outer]; ok {
			parent = p
		} else {
			return // stands in a class that nobody can name
		}
	} else if i := c.packageOf(f.Package); int(i) < len(c.Entities) && c.Entities[i].Kind == Package {
		parent = i
	}
	c.classOf[t] = c.add(Entity{Kind: Class, Parent: parent, Name: c.Program.QualifiedName(ty), Signature: d.Kind.String(), Ref: int32(t), Test: f.Test,
		Deprecated: deprecated(f, d.Node, d.Modifiers), Public: visible(d.Mods, c.inInterface(ty.Outer))})
}

// add appends an entity; deprecation and invisibility of what it stands in are its own too.
func (c *Component) add(e Entity) EntityID {
	if e.Parent >= 0 {
		p := &c.Entities[e.Parent]
		e.Deprecated = e.Deprecated || p.Deprecated
		e.Public = e.Public && p.Public
	}
	c.Entities = append(c.Entities, e)
	return EntityID(len(c.Entities) - 1)
}

func (c *Component) addMethod(m program.MethodID) {
	pm := c.Program.Method(m)
	d := c.Program.MethodDecl(m)
	parent, ok := c.classOf[pm.Owner]
	if !ok || d.Kind == java.StaticInit || d.Kind == java.InstanceInit || d.Kind == java.CompactConstructor {
		return
	}
	f := c.Program.Files[pm.File]
	c.methods[m] = c.add(Entity{Kind: Method, Parent: parent, Name: c.Entities[parent].Name + "." + d.Name, Signature: signature(f, d), Ref: int32(m),
		Test: f.Test, Deprecated: deprecated(f, d.Node, d.Modifiers), Public: visible(d.Mods, c.inInterface(pm.Owner))})
}

// inheritDeprecation: a method that overrides a deprecated one is as outdated as that, whether its own documentation
// says so or not. Struts 1.2.4 deprecates Controller.perform alone.
func (c *Component) inheritDeprecation() {
	var queue []program.MethodID
	for i := range c.Entities {
		if e := &c.Entities[i]; e.Kind == Method && e.Deprecated {
			queue = append(queue, c.methodRef(e))
		}
	}
	for len(queue) > 0 {
		m := queue[0]
		queue = queue[1:]
		for _, o := range c.Program.Overriders(m) {
			if id, ok := c.methods[o]; ok && !c.Entities[id].Deprecated {
				c.Entities[id].Deprecated = true
				queue = append(queue, o)
			}
		}
	}
}

func (c *Component) addField(id program.FieldID) {
	pf := c.Program.Field(id)
	d := c.Program.FieldDecl(id)
	parent, ok := c.classOf[pf.Owner]
	if !ok {
		return
	}
	f := c.Program.Files[pf.File]
	sig := f.TypeText(d.Type, d.Dims)
	if d.Kind == java.EnumConstantField {
		sig = suf(c.Entities[parent].Name)
	}
	c.fields[id] = c.add(Entity{Kind: Field, Parent: parent, Name: c.Entities[parent].Name + "." + d.Name, Signature: sig, Ref: int32(id), Test: f.Test,
		Deprecated: deprecated(f, d.Decl, d.Modifiers), Public: visible(d.Mods, c.inInterface(pf.Owner)) || d.Kind == java.EnumConstantField})
}

func (c *Component) inInterface(t program.TypeID) bool {
	if t < 0 {
		return false
	}
	k := c.Program.TypeDecl(t).Kind
	return k == java.InterfaceType || k == java.AnnotationInterface
}

func visible(m java.ModifierSet, inInterface bool) bool {
	return inInterface && m&java.ModPrivate == 0 || m&(java.ModPublic|java.ModProtected) != 0
}

// signature prints the parameter and return types of d as they are written: "(int,String) void".
func signature(f *java.File, d *java.Method) string {
	var b strings.Builder
	b.WriteByte('(')
	for i := range d.Params {
		if i > 0 {
			b.WriteByte(',')
		}
		p := &d.Params[i]
		b.WriteString(simpleType(f.TypeText(p.Type, p.Dims)))
		if p.Variadic {
			b.WriteString("...")
		}
	}
	b.WriteByte(')')
	if d.ReturnType >= 0 {
		b.WriteByte(' ')
		b.WriteString(simpleType(f.TypeText(d.ReturnType, d.ReturnDims)))
	}
	return b.String()
}

// simpleType cuts the package off a type, so that an import in place of a qualified name changes no signature.
func simpleType(t string) string {
	end := strings.IndexAny(t, "<[")
	if end < 0 {
		end = len(t)
	}
	return t[strings.LastIndexByte(t[:end], '.')+1:]
}

// deprecated looks for @Deprecated among the annotations and @deprecated in the Javadoc of a declaration.
func deprecated(f *java.File, n, modifiers java.NodeID) bool {
	for c := f.FirstChild(modifiers); c >= 0; c = f.NextSibling(c) {
		if name := f.Text(f.Child(c, java.FieldName)); name == "Deprecated" || name == "java.lang.Deprecated" {
			return true
		}
	}
	doc, ok := f.Javadoc(n)
	return ok && strings.Contains(f.Source[doc.Start:doc.End], "@deprecated")
}
