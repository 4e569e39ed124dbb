package mine

import (
	"strings"

	"refract/java"
)

// A Model is the declarations of one side of a change.
type Model struct {
	Files   []*java.File
	Classes []*Class // named types, outer before nested, in the order of the files
	// Anonymous are the anonymous classes and the bodies of enum constants, in source order.
	Anonymous []*Class

	byName map[string][]*Class // several where they stand in several folders
	byPath map[string]*java.File
}

// A Class is a type declaration of any kind; an anonymous class and the body of an enum constant are classes as well.
type Class struct {
	Model   *Model
	File    *java.File
	Decl    *java.Type
	Idx     java.TypeIdx
	Name    string // {C}: see naming.go
	Package string
	Simple  string // simple name; "" for an anonymous class
	Outer   *Class // nil at top level
	// Within is the method or initializer in whose body a local or anonymous class stands; nil elsewhere.
	Within *Method

	Methods      []*Method // methods, constructors and annotation elements in source order
	Initializers []*Method
	Attributes   []*Attribute
	Nested       []*Class // member and local types
	Anonymous    []*Class // anonymous classes whose nearest type is this one

	Super      string   // type as written after extends, without arguments; "" where there is none
	Interfaces []string // likewise
	Test       bool     // a JUnit or TestNG test class, by its annotations, its supertype or its methods

	memo classMemo
}

// classMemo is filled on demand, once the model is complete; a Diff is built by one goroutine.
type classMemo struct {
	supers     []*Class              // see Class.supers
	above      bool                  // supers is filled
	words      []string              // of the simple name, see Class.words
	named      map[string][]*Method  // see Class.methodsNamed
	counted    []*Method             // see Class.counted
	attributes map[string]*Attribute // see Class.attribute
}

// A Method is a method, a constructor, an initializer or an element of an annotation type.
type Method struct {
	Class      *Class
	Decl       *java.Method
	Idx        java.MethodIdx
	Index      int // position among Class.Methods
	Name       string
	Visibility string // public, protected, private or package
	Abstract   bool   // written in the source
	Params     []Param
	Return     string // {T} as written; "" for constructors and initializers

	text string // {M}
	memo methodMemo
}

// A Param is a parameter of a method.
type Param struct {
	Decl     *java.Param
	Name     string
	Type     string // as written, without annotations; without the dots of a variable arity
	Variadic bool
}

// An Attribute is a field, an enum constant or a record component.
type Attribute struct {
	Class      *Class
	Decl       *java.FieldDecl
	Idx        java.FieldIdx
	Index      int
	Name       string
	Type       string // as written; the simple name of the enum for a constant
	Visibility string

	words   []string // see Attribute.bareWords
	paired  bool     // it is in a pair of its class pair
	grouped bool     // it was merged or split, or came out of that
}

// NewModel reads the declarations of files. The order of files decides the order of everything that follows.
func NewModel(files []*java.File) *Model {
	m := &Model{Files: files, byName: map[string][]*Class{}, byPath: make(map[string]*java.File, len(files))}
	for _, f := range files {
		m.byPath[f.Path] = f
		m.addFile(f)
	}
	return m
}

// Class returns the named class with that qualified name, the first of several, nil where there is none.
func (m *Model) Class(name string) *Class {
	if list := m.byName[name]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// classNear returns the class with that qualified name, of several the one whose file is nearest to that of c: a class of the same module, and
// not one that has its name in another. It is nil where there is none.
func (m *Model) classNear(c *Class, name string) *Class {
	list := m.byName[name]
	if len(list) < 2 {
		return m.Class(name)
	}
	nearest, most := list[0], -1
	for _, x := range list {
		if n := commonFolders(x.File.Path, c.File.Path); n > most {
			nearest, most = x, n
		}
	}
	return nearest
}

// commonFolders counts the folders that two paths begin with.
func commonFolders(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

func (m *Model) addFile(f *java.File) {
	classes := make([]*Class, len(f.Types))
	methods := make([]*Method, len(f.Methods))
	for i := range f.Types {
		t := &f.Types[i]
		c := &Class{Model: m, File: f, Decl: t, Idx: java.TypeIdx(i), Package: f.Package}
		classes[i] = c
		if t.Outer >= 0 {
			c.Outer = classes[t.Outer]
		}
		if t.Kind != java.AnonymousClass && t.Kind != java.EnumConstantBody {
			c.Simple = t.Name
		}
	}
	// A member without an owner stands outside of every type: a broken file, or a source for Java 25's implicit classes.
	for i := range f.Methods {
		if f.Methods[i].Owner >= 0 {
			methods[i] = newMethod(f, java.MethodIdx(i), classes)
		}
	}
	for i := range f.Fields {
		if f.Fields[i].Owner >= 0 {
			newAttribute(f, java.FieldIdx(i), classes)
		}
	}
	for _, c := range classes {
		if c.Decl.In >= 0 {
			c.Within = methods[c.Decl.In]
		}
		c.Name = c.qualifiedName()
		c.readSupertypes()
		m.register(c)
	}
	for _, c := range classes {
		c.Test = c.looksLikeTest()
	}
}

func (m *Model) register(c *Class) {
	if c.IsAnonymous() {
		m.Anonymous = append(m.Anonymous, c)
		if c.Outer != nil {
			c.Outer.Anonymous = append(c.Outer.Anonymous, c)
		}
		return
	}
	m.Classes = append(m.Classes, c)
	if c.Outer != nil {
		c.Outer.Nested = append(c.Outer.Nested, c)
	}
	m.byName[c.Name] = append(m.byName[c.Name], c)
}

// IsAnonymous reports whether c has no name of its own.
func (c *Class) IsAnonymous() bool {
	return c.Decl.Kind == java.AnonymousClass || c.Decl.Kind == java.EnumConstantBody
}

// IsInterface reports whether c is an interface or an annotation type.
func (c *Class) IsInterface() bool {
	return c.Decl.Kind == java.InterfaceType || c.Decl.Kind == java.AnnotationInterface
}

// TopLevel returns the outermost type that c stands in, c itself at top level.
func (c *Class) TopLevel() *Class {
	for c.Outer != nil {
		c = c.Outer
	}
	return c
}

// Kind is RefactoringMiner's word for the kind of declaration.
func (c *Class) Kind() string {
	switch c.Decl.Kind {
	case java.AnnotationInterface:
		return "annotation"
	case java.AnonymousClass, java.EnumConstantBody:
		return "class"
	}
	return c.Decl.Kind.String()
}

// Visibility is the access modifier, "package" where none is written, in an interface as well.
func (c *Class) Visibility() string { return visibility(c.Decl.Mods, false) }

func (c *Class) readSupertypes() {
	t, f := c.Decl, c.File
	if t.Superclass >= 0 {
		c.Super = rawType(f.TypeText(t.Superclass, 0))
	}
	for _, n := range t.Interfaces {
		c.Interfaces = append(c.Interfaces, rawType(f.TypeText(n, 0)))
	}
}

// Supertypes are the supertypes of c as written, the superclass first.
func (c *Class) Supertypes() []string {
	if c.Super == "" {
		return c.Interfaces
	}
	return append([]string{c.Super}, c.Interfaces...)
}

// maxParams is how many parameters a method of Java has at most (JVMS §4.3.3). Text with more compiles nowhere, and what is told of each parameter names all.
const maxParams = 255

func newMethod(f *java.File, i java.MethodIdx, classes []*Class) *Method {
	d := &f.Methods[i]
	c := classes[d.Owner]
	m := &Method{Class: c, Decl: d, Idx: i, Name: d.Name}
	switch d.Kind {
	case java.StaticInit, java.InstanceInit:
		m.Visibility = "package"
		m.Index = len(c.Initializers)
		c.Initializers = append(c.Initializers, m)
		return m
	}
	m.Visibility = visibility(d.Mods, c.IsInterface())
	m.Abstract = d.Mods.Has(java.ModAbstract)
	if d.ReturnType >= 0 {
		m.Return = f.TypeText(d.ReturnType, d.ReturnDims)
	}
	if n := min(len(d.Params), maxParams); n > 0 {
		m.Params = make([]Param, n)
	}
	for k := range m.Params {
		p := &d.Params[k]
		m.Params[k] = Param{Decl: p, Name: p.Name, Type: f.TypeText(p.Type, p.Dims), Variadic: p.Variadic}
	}
	m.Index = len(c.Methods)
	c.Methods = append(c.Methods, m)
	return m
}

func newAttribute(f *java.File, i java.FieldIdx, classes []*Class) {
	d := &f.Fields[i]
	c := classes[d.Owner]
	a := &Attribute{Class: c, Decl: d, Idx: i, Index: len(c.Attributes), Name: d.Name}
	switch d.Kind {
	case java.EnumConstantField:
		a.Type, a.Visibility = c.Simple, "public"
	case java.RecordComponentField:
		a.Type, a.Visibility = f.TypeText(d.Type, d.Dims), "private"
	default:
		a.Type, a.Visibility = f.TypeText(d.Type, d.Dims), visibility(d.Mods, c.IsInterface())
	}
	c.Attributes = append(c.Attributes, a)
}

// IsConstructor reports whether m is a constructor, compact ones included.
func (m *Method) IsConstructor() bool {
	return m.Decl.Kind == java.Constructor || m.Decl.Kind == java.CompactConstructor
}

// IsInitializer reports whether m is an initializer block.
func (m *Method) IsInitializer() bool {
	return m.Decl.Kind == java.StaticInit || m.Decl.Kind == java.InstanceInit
}

// HasBody reports whether m has a body.
func (m *Method) HasBody() bool { return m.Decl.Body >= 0 }

// Static reports whether m is declared static.
func (m *Method) Static() bool { return m.Decl.Mods.Has(java.ModStatic) }

// OverridesObject reports whether m has the signature of equals, hashCode, toString, clone or finalize.
func (m *Method) OverridesObject() bool {
	switch m.Name {
	case "hashCode", "toString", "clone", "finalize":
		return len(m.Params) == 0
	case "equals":
		return len(m.Params) == 1 && strings.TrimPrefix(m.Params[0].Type, "java.lang.") == "Object"
	case "compareTo":
		return len(m.Params) == 1
	case "compare":
		return len(m.Params) == 2
	}
	return false
}

// IsEnumConstant reports whether a is a constant of an enum.
func (a *Attribute) IsEnumConstant() bool { return a.Decl.Kind == java.EnumConstantField }

// Static reports whether a is declared static, or implied to be.
func (a *Attribute) Static() bool {
	return a.IsEnumConstant() || a.Class.IsInterface() || a.Decl.Mods.Has(java.ModStatic)
}

// looksLikeTest reports whether c is a test class: one of its methods carries a @Test annotation (JUnit 4 and 5,
// TestNG), or its superclass is a TestCase.
func (c *Class) looksLikeTest() bool {
	if c.Super == "TestCase" || strings.HasSuffix(c.Super, ".TestCase") {
		return true
	}
	for _, m := range c.Methods {
		for _, a := range annotationNodes(c.File, m.Decl.Modifiers) {
			switch annotationName(c.File, a) {
			case "Test", "ParameterizedTest", "Before", "BeforeEach", "After", "AfterEach", "org.junit.Test":
				return true
			}
		}
	}
	return false
}

func annotationNodes(f *java.File, modifiers java.NodeID) []java.NodeID {
	if modifiers < 0 {
		return nil
	}
	var list []java.NodeID
	for n := f.FirstChild(modifiers); n >= 0; n = f.NextSibling(n) {
		if k := f.Kind(n); k == java.Annotation || k == java.MarkerAnnotation {
			list = append(list, n)
		}
	}
	return list
}

func annotationName(f *java.File, n java.NodeID) string { return f.Text(f.Child(n, java.FieldName)) }
