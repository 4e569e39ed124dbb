package program

import "refract/java"

// UseKind tells what a node denotes. The zero UseKind is UseNone.
type UseKind uint8

const (
	UseNone UseKind = iota
	// UseLocal and UseParam are reads or writes of a local variable or a parameter: Ref is its index in Body.Locals.
	UseLocal
	UseParam
	// UseCaptured is a local variable of an enclosing body, used in the body of a local or anonymous class; javac
	// makes a field of it. Ref is its index in Body.Locals, where its Kind is CapturedLocal.
	UseCaptured
	// UseDeclaration is the name in the declaration of a local variable: Ref is its index in Body.Locals.
	UseDeclaration
	// UseField is a field of the program: Ref is its FieldID. UseConstant is one that has a constant value.
	UseField
	UseConstant
	UseAPIField
	UseArrayLength
	// UseThis is this, super or Outer.this.
	UseThis
	// UseType is the name of a type: Ref is its TypeID, or -1 for a library type.
	UseType
	UsePackage
	// UseCallOwn is a call of a method of the program: Ref is its MethodID.
	UseCallOwn
	// UseCallAPI is every other call of a method. With the flag Implied it calls what the language gives a type of
	// the program: the accessor of a record's component (Ref is its FieldID), values and valueOf of an enum.
	UseCallAPI
	// UseNewOwn is an object creation, or this(...) or super(...): Ref is the MethodID of the constructor, -1 where the
	// type declares none; Type is the type. With the class body of an anonymous class it is the superclass's.
	UseNewOwn
	UseNewAPI
	// UseMethodRef is a method reference: Ref is the MethodID where exactly one method can be meant, else -1.
	UseMethodRef
	// UseUnknown is a name that nothing accounts for.
	UseUnknown

	numUseKinds
)

var useKindNames = [numUseKinds]string{"none", "local", "param", "captured", "declaration", "field", "constant", "api field",
	"array length", "this", "type", "package", "call own", "call api", "new own", "new api", "method ref", "unknown"}

func (k UseKind) String() string {
	if k < numUseKinds {
		return useKindNames[k]
	}
	return "invalid"
}

// UseFlags say more about a use.
type UseFlags uint8

const (
	// ImplicitThis: an instance field or method without a qualifier, of the type that the body stands in: the
	// compiler loads this for it.
	ImplicitThis UseFlags = 1 << iota
	// OuterThis: the same of an enclosing type, reached through the hidden field for the enclosing instance; also
	// on Outer.this itself.
	OuterThis
	// Static: the field or method is static.
	Static
	// Unresolved: the call counts as API because nothing is known of its receiver, or because nothing in a type
	// whose ancestors are all known accounts for it.
	Unresolved
	// Implied: see UseCallAPI.
	Implied
)

// Use is what one node denotes, and the static type of an expression, in 16 bytes.
//
// A call's Use is at the method_invocation; its name has none of its own. Likewise that of a qualified name is at the
// outermost field_access it is complete in: in "a.b.c" with a local a, at a, at a.b and at a.b.c.
type Use struct {
	Kind  UseKind
	Flags UseFlags
	Ref   int32
	Type  TypeRef
}

// LocalKind is the way a local variable is declared.
type LocalKind uint8

const (
	NoLocal LocalKind = iota
	ParamLocal
	VariableLocal
	ForLocal // in the head of a for statement, enhanced or not
	CatchLocal
	ResourceLocal
	LambdaLocal // a lambda's parameter
	PatternLocal
	CapturedLocal // of an enclosing body
)

func (k LocalKind) String() string {
	return [...]string{"none", "param", "variable", "for", "catch", "resource", "lambda", "pattern", "captured"}[k]
}

// Local is a local variable or a parameter.
type Local struct {
	Name string
	Type TypeRef
	// TypeNode is the declared type; NoNode for lambda parameters without one. Dims is the number of [] after the
	// name, and Variadic adds one more.
	TypeNode java.NodeID
	Decl     java.NodeID // the node of the name
	Init     java.NodeID // the initializer, an enhanced for's or a resource's value; NoNode where there is none
	Scope    java.NodeID // the node at whose end its scope ends
	// Slot is the index in the frame as javac numbers it: this is 0, parameters follow, long and double take two,
	// and a block gives its slots back. A lambda's locals are numbered as if its body were a block of the method.
	// It is -1 for captured variables.
	Slot     int32
	Kind     LocalKind
	Dims     uint8
	Variadic bool
	Final    bool // declared final
}

// Call is a call or an object creation.
type Call struct {
	Node     java.NodeID
	Receiver java.NodeID // the node before the dot, NoNode where there is none
	Args     java.NodeID // argument_list, NoNode in broken code
	Target   MethodID    // NoMethod for API, and for constructors that are not declared
	Kind     UseKind     // UseCallOwn, UseCallAPI, UseNewOwn or UseNewAPI
	Flags    UseFlags
}

// Body is what the names and calls of one method, constructor, initializer, or field initializer denote. It belongs to the
// Resolver that made it and is valid until that Resolver's next call.
type Body struct {
	Method MethodID // NoMethod for a field's initializer
	Field  FieldID  // NoField for a method
	Owner  TypeID
	File   *java.File
	Root   java.NodeID // the body, NoNode where there is none
	// Uses is parallel to the nodes of the body: Uses[n-Root] is the use of node n. The nodes of local and anonymous
	// classes have none: their methods are bodies of their own.
	Uses   []Use
	Locals []Local // parameters first, then in the order of declaration
	Params int     // how many of them are parameters
	Calls  []Call  // in the order of evaluation: a call comes after those in its receiver and arguments
	Slots  int32   // the size of the frame
	Stats  CallStats
}

// Use returns the use of node n, the zero Use where n is outside the body.
func (b *Body) Use(n java.NodeID) Use {
	if i := int(n - b.Root); b.Root >= 0 && 0 <= i && i < len(b.Uses) {
		return b.Uses[i]
	}
	return Use{}
}

// TypeText returns the type of a local variable as it is declared, "" where none is.
func (b *Body) TypeText(v *Local) string {
	dims := int(v.Dims)
	if v.Variadic {
		dims++
	}
	return b.File.TypeText(v.TypeNode, dims)
}

// CallStats counts calls by what they resolve to.
type CallStats struct {
	Own         int // calls of methods of the program
	Implied     int // of what the language gives its types: accessors of records, values of enums
	API         int // calls of library methods
	Unresolved  int // calls that nothing accounts for; they count as API where Use is asked
	Constructor int // object creations, this(...) and super(...) of types of the program
	NewAPI      int // of library types
}

// Add adds o to s.
func (s *CallStats) Add(o CallStats) {
	s.Own += o.Own
	s.Implied += o.Implied
	s.API += o.API
	s.Unresolved += o.Unresolved
	s.Constructor += o.Constructor
	s.NewAPI += o.NewAPI
}

// Total is the number of all calls.
func (s CallStats) Total() int {
	return s.Own + s.Implied + s.API + s.Unresolved + s.Constructor + s.NewAPI
}
