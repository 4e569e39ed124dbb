package java

import "strings"

// TypeIdx, MethodIdx and FieldIdx are indices into the declaration tables of one File; -1 is "none". (Indices into a
// whole program are program.TypeID and its kin.)
type (
	TypeIdx   int32
	MethodIdx int32
	FieldIdx  int32
)

// Import is one import declaration.
type Import struct {
	Node     NodeID
	Name     string // dotted, without the asterisk
	Static   bool
	OnDemand bool // ends in .*
	Module   bool // import module M
}

// ModifierSet is the set of modifier keywords written at a declaration. What the language implies (a public member
// of an interface) is not in it.
type ModifierSet uint16

const (
	ModPublic ModifierSet = 1 << iota
	ModProtected
	ModPrivate
	ModAbstract
	ModStatic
	ModFinal
	ModStrictfp
	ModNative
	ModSynchronized
	ModTransient
	ModVolatile
	ModDefault
	ModSealed
	ModNonSealed
)

var modifierNames = []string{
	"public", "protected", "private", "abstract", "static", "final", "strictfp", "native", "synchronized",
	"transient", "volatile", "default", "sealed", "non-sealed",
}

// Has reports whether all of want are in m.
func (m ModifierSet) Has(want ModifierSet) bool { return m&want == want }

// Names lists the keywords of m in the customary order.
func (m ModifierSet) Names() []string {
	var names []string
	for i, s := range modifierNames {
		if m&(1<<i) != 0 {
			names = append(names, s)
		}
	}
	return names
}

func (m ModifierSet) String() string { return strings.Join(m.Names(), " ") }

// ModifierByName returns the modifier of that keyword, 0 where there is none.
func ModifierByName(name string) ModifierSet {
	for i, s := range modifierNames {
		if s == name {
			return 1 << i
		}
	}
	return 0
}

// TypeKind is the kind of a type declaration.
type TypeKind uint8

const (
	NoType TypeKind = iota
	ClassType
	InterfaceType
	EnumType
	RecordType
	AnnotationInterface
	AnonymousClass   // the body of an object creation
	EnumConstantBody // the body of an enum constant
)

func (k TypeKind) String() string {
	return [...]string{"none", "class", "interface", "enum", "record", "annotation", "anonymous", "enum constant body"}[k]
}

// Type is a declared type: top-level, nested, local or anonymous.
type Type struct {
	Node      NodeID // the declaration; for an AnonymousClass the object_creation_expression, for an EnumConstantBody the enum_constant
	NameNode  NodeID // NoNode for anonymous types
	Body      NodeID
	Modifiers NodeID // the modifiers node with the annotations, NoNode where there is none
	Name      string // simple name; "" for anonymous types; the constant's name for an EnumConstantBody
	Kind      TypeKind
	Mods      ModifierSet
	Outer     TypeIdx   // the type in whose body it stands, -1 at top level
	In        MethodIdx // the method, constructor or initializer in whose body it stands, -1 elsewhere
	InField   FieldIdx  // the field in whose initializer it stands, -1 elsewhere

	TypeParams NodeID   // type_parameters, NoNode where there are none
	Superclass NodeID   // the type node after extends of a class; for an AnonymousClass the created type
	Interfaces []NodeID // the type nodes after implements, or after extends of an interface
	Permits    []NodeID

	Types   []TypeIdx // member, local and anonymous types whose Outer is this type, in source order
	Methods []MethodIdx
	Fields  []FieldIdx // fields, enum constants and record components in source order
}

// MethodKind tells what has a body.
type MethodKind uint8

const (
	NoMethod MethodKind = iota
	OrdinaryMethod
	Constructor
	CompactConstructor
	StaticInit
	InstanceInit
	AnnotationElement
)

func (k MethodKind) String() string {
	return [...]string{"none", "method", "constructor", "compact constructor", "static initializer",
		"instance initializer", "annotation element"}[k]
}

// Method is a method, a constructor, an initializer block or an element of an annotation type.
type Method struct {
	Node      NodeID
	NameNode  NodeID
	Modifiers NodeID
	Body      NodeID // block or constructor_body; NoNode for abstract and native methods
	Name      string // the class's name for constructors, "" for initializers
	Kind      MethodKind
	Mods      ModifierSet
	Owner     TypeIdx

	TypeParams NodeID
	ReturnType NodeID // NoNode for constructors and initializers
	ReturnDims int    // [] written after the parameter list: int f()[]
	Params     []Param
	Throws     []NodeID
	ParamList  NodeID // formal_parameters
	Default    NodeID // the default value of an annotation element
}

// Param is a formal parameter.
type Param struct {
	Node      NodeID // formal_parameter or spread_parameter
	NameNode  NodeID
	Modifiers NodeID
	Type      NodeID
	Name      string
	Dims      int // [] written after the name
	Mods      ModifierSet
	Variadic  bool
}

// FieldKind tells fields from what behaves like one.
type FieldKind uint8

const (
	NoFieldKind FieldKind = iota
	OrdinaryField
	EnumConstantField
	RecordComponentField
)

// FieldDecl is a field (one per declarator), an enum constant or a record component.
type FieldDecl struct {
	Node      NodeID // the variable_declarator, enum_constant or formal_parameter
	Decl      NodeID // the field_declaration or constant_declaration; Node itself for the other kinds
	NameNode  NodeID
	Modifiers NodeID
	Type      NodeID // NoNode for enum constants
	Init      NodeID // the initializer; the argument_list of an enum constant; NoNode where there is none
	Name      string
	Kind      FieldKind
	Mods      ModifierSet
	Owner     TypeIdx
	Dims      int // [] written after the name
}

// QualifiedName returns the dotted name of type t: package, outer types, own name. An anonymous type is numbered
// within its outer type as javac does ("a.B.1"); a local type stands in its outer type by its name.
func (f *File) QualifiedName(t TypeIdx) string {
	if t < 0 {
		return f.Package
	}
	ty := &f.Types[t]
	prefix := f.QualifiedName(ty.Outer)
	name := ty.Name
	if ty.Kind == AnonymousClass {
		name = f.anonymousNumber(t)
	}
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// anonymousNumber counts by the outer type and not by its list, since an anonymous class can stand at top level: a
// statement outside of all classes parses.
func (f *File) anonymousNumber(t TypeIdx) string {
	n := 0
	for s := range f.Types[:t+1] {
		if f.Types[s].Kind == AnonymousClass && f.Types[s].Outer == f.Types[t].Outer {
			n++
		}
	}
	return itoa(n)
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// TypeText returns the type node n as text without annotations, comments and blanks except where two words would
// run together ("? extends X"), with dims more pairs of brackets. It is "" for NoNode.
func (f *File) TypeText(n NodeID, dims int) string {
	if n < 0 {
		return ""
	}
	text := f.Text(n)
	if plainType(text) {
		if dims == 0 {
			return text
		}
		return text + strings.Repeat("[]", dims)
	}
	var b strings.Builder
	f.writeType(&b, n)
	for range dims {
		b.WriteString("[]")
	}
	return b.String()
}

func plainType(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ', c == '@', c == '/':
			return false
		}
	}
	return true
}

// writeType writes the text of n less its annotations and comments, each run of blanks kept as one only between
// two letters.
func (f *File) writeType(b *strings.Builder, n NodeID) {
	type gap struct{ start, end uint32 }
	var skip []gap
	for i := n + 1; i < f.At(n).Next; i++ {
		if k := f.At(i).Kind; k == MarkerAnnotation || k == Annotation {
			skip = append(skip, gap{f.At(i).Start, f.At(i).End})
		}
	}
	for _, c := range f.CommentsIn(f.Span(n)) {
		skip = append(skip, gap{c.Start, c.End})
	}
	var last byte
	space := false
next:
	for i := f.At(n).Start; i < f.At(n).End; i++ {
		for _, g := range skip {
			if g.start <= i && i < g.end {
				i = g.end - 1
				space = true
				continue next
			}
		}
		c := f.Source[i]
		if c <= ' ' {
			space = true
			continue
		}
		if space && (letter(last) || last == '?') && letter(c) {
			b.WriteByte(' ')
		}
		space = false
		b.WriteByte(c)
		last = c
	}
}

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
