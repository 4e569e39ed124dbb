package program

import (
	"sort"
	"strconv"
	"sync"

	"refract/finding"
	"refract/java"
)

// Program is the symbol table of a set of files. It is immutable and safe for concurrent readers.
type Program struct {
	Files []*java.File
	Stats LinkStats
	// Problems are places that linking could not use as they are; those of the files themselves are in java.File.
	Problems []finding.Problem

	types   []Type
	methods []Method
	fields  []Field

	params [][]TypeRef // by file: the types of the parameters of all methods, one behind the other
	odd    *oddNames

	// The numbers of the first declarations of each file, and one past the last.
	typeBase, methodBase, fieldBase []int32

	names   names
	dirs    []dir
	fileDir []int32
	imports []imports

	top                     map[uint64]TypeID     // (package, name) to the first top-level type of that name
	near                    map[nearKey]TypeID    // for names with several types: the first one below a directory
	members                 map[uint64]TypeID     // (outer, name) to the member type
	locals                  map[MethodID][]TypeID // the named local types of a body
	methodIndex, fieldIndex []member              // per type, at the type's own range, sorted by name
	methodList              []MethodID            // the Methods of all types
	fieldList               []FieldID             // the Fields of all types

	methodNames []uint64 // by TypeID, while the program is linked: nameBit of all its methods
	marked      bool     // names of methods are marked that stand in several types

	subtypes   csr // by TypeID
	overrides  csr // by MethodID: the methods that it overrides
	overriders csr // by MethodID: the methods that override it

	object, str TypeRef
	results     map[uint64]TypeRef // (library type or -1, member) to its type
	boxes       map[NameID]RefKind
	finals      map[NameID]bool
	promoting   map[NameID]bool // methods of Math whose type is that of their arguments
	mathType    NameID

	identities identities
	cut        map[TypeID]supers // of types of which supertypes were dropped: all of them
	digests    *Digests          // of a program that is linked from records, where they are asked for; nil until then
	memberSums []uint64          // by file: Digests.members of one that was linked from a record, 0 for others
	signatures []uint64          // by file: signaturesOf
	lineages   []uint64          // by TypeID: see traceLineages
	// entangled says that what the supertypes of some type are was decided by the order in which they were looked for.
	entangled bool
	linked    []linkedFile           // by file, while the program is linked; without bytes for one that is linked from its text
	reading   func(read func()) bool // see Known; while the program is linked
	typeIn    []MethodID             // by TypeID, while the program is linked: the method in whose body it stands

	watch *Watch // nil for nobody
}

// Type is a declared type: top-level, member, local or anonymous. Its qualified name is told by Program.QualifiedName.
type Type struct {
	Name string // "" for anonymous types
	File int32
	Idx  java.TypeIdx
	Kind java.TypeKind
	// Static says that there is no enclosing instance.
	Static bool
	// Local says that the type is local or anonymous: it stands in a body or in a field's initializer.
	Local bool
	// Open says that some ancestor other than java.lang.Object is not in the program: the type may have members
	// that nobody here knows.
	Open  bool
	Outer TypeID
	// Super is the superclass where it is in the program; the implied ones (Object, Enum, Record) are not.
	Super      TypeID
	SuperRef   TypeRef  // the superclass as declared; unknown where there is none
	Interfaces []TypeID // direct, of the program
	Methods    []MethodID
	Fields     []FieldID
	Types      []TypeID // member types; local and anonymous ones are not in it

	name, pkg           NameID
	number              int32 // of an anonymous type in its outer type, from 1 on
	methodsAt, fieldsAt int32
	state               linkState
	declaredOpen        bool // Open before its ancestors were asked
}

// Method is a method, constructor, initializer or annotation element. It has 48 bytes and points nowhere: there are hundreds of thousands of them, which the
// collector need not look at. Its name and its parameters are told by Program.MethodName and Program.Params.
type Method struct {
	Return TypeRef
	Owner  TypeID
	File   int32
	Idx    java.MethodIdx
	Node   java.NodeID
	Body   java.NodeID // NoNode where there is none
	Kind   java.MethodKind
	// Static and Abstract are as the language has it: also where an interface implies them.
	Static, Abstract, Variadic bool

	args bool             // the return type is written with type arguments
	odd  bool             // its name is in Program.odd
	Mods java.ModifierSet // as they are written: who asks for them needs no tree of the file
	name NameID           // that it is found by, NoName for constructors and initializers

	params, numParams int32 // where its parameters begin among those of its file, and their number
}

func (m *Method) private() bool { return m.Mods.Has(java.ModPrivate) }

// Constructor reports whether m is a constructor, in its compact form too.
func (m *Method) Constructor() bool {
	return m.Kind == java.Constructor || m.Kind == java.CompactConstructor
}

// Field is a field, an enum constant or a record component. Its name is told by Program.FieldName.
type Field struct {
	Type  TypeRef
	Owner TypeID
	File  int32
	Idx   java.FieldIdx
	Node  java.NodeID
	name  NameID
	Kind  java.FieldKind
	// Static and Final are as the language has it: also where an interface or a record implies them.
	Static, Final bool

	args bool // the type is written with type arguments
	// Constant is the value of a static final field of primitive type or String whose initializer is a constant
	// expression; nil for every other field.
	Constant *Constant
}

// LinkStats counts what Link saw.
type LinkStats struct {
	Files, Types, Methods, Fields, Constants int
	Names                                    int // interned
	// Duplicates is the number of top-level types whose qualified name an earlier file has already.
	Duplicates int
	// Cycles is the number of supertypes that were dropped because a type would have been its own ancestor.
	Cycles int
}

// member is an entry of the tables that members are found in by name.
type member struct {
	name NameID
	id   int32
}

// before reports whether m stands before e in such a table.
func (m member) before(e member) bool { return m.name < e.name || m.name == e.name && m.id < e.id }

// Type returns the type of that number. It panics for NoType.
func (p *Program) Type(id TypeID) *Type {
	t := &p.types[id]
	p.tell(t.File, PartDeclarations)
	return t
}

// Method returns the method of that number. It panics for NoMethod.
func (p *Program) Method(id MethodID) *Method {
	m := &p.methods[id]
	p.tell(m.File, PartMethod(int32(id)-p.methodBase[m.File]))
	return m
}

// Field returns the field of that number. It panics for NoField.
func (p *Program) Field(id FieldID) *Field {
	f := &p.fields[id]
	p.tell(f.File, PartDeclarations)
	return f
}

// QualifiedName returns the qualified name of a type of p, which is dotted: package, outer types, name. Anonymous types are numbered in their outer type.
func (p *Program) QualifiedName(t *Type) string {
	var room [128]byte // on the stack
	return string(p.appendName(room[:0], t))
}

func (p *Program) appendName(b []byte, t *Type) []byte {
	from := len(b)
	if t.Outer != NoType {
		b = p.appendName(b, &p.types[t.Outer])
	} else {
		b = append(b, p.PackageOf(t)...)
	}
	if len(b) > from {
		b = append(b, '.')
	}
	if t.Kind == java.AnonymousClass {
		return strconv.AppendInt(b, int64(t.number), 10)
	}
	return append(b, t.Name...)
}

// QualifiedSum returns a hash of the qualified name of a type.
func (p *Program) QualifiedSum(id TypeID) uint64 {
	p.Type(id)
	return p.identities.names[id]
}

// SharedNames returns what QualifiedSum returns of types of which there are several.
func (p *Program) SharedNames() map[uint64]bool {
	shared := map[uint64]bool{}
	for name := range p.identities.namesakes() {
		shared[name] = true
	}
	return shared
}

// PackageOf returns the name of the package of a type of p.
func (p *Program) PackageOf(t *Type) string { return p.names.text(t.pkg) }

// oddNames are the names of methods that nothing else tells: those of a constructor that is not called like its class, as there are in broken files.
type oddNames struct {
	mu sync.Mutex // while the program is linked
	of map[MethodID]string
}

// MethodName returns the name of a method of p: "" for initializers, the class's for constructors.
func (p *Program) MethodName(m *Method) string {
	switch {
	case m.odd:
		return p.odd.of[p.MethodOf(m.File, m.Idx)]
	case m.name >= 0:
		return p.names.text(m.name)
	case m.Constructor() && m.Owner != NoType:
		return p.types[m.Owner].Name
	}
	return ""
}

// nameMethod sees to it that MethodName returns name for m, of which all else is filled in.
func (p *Program) nameMethod(m *Method, name string) {
	if m.odd = false; p.MethodName(m) == name {
		return
	}
	p.odd.mu.Lock()
	defer p.odd.mu.Unlock()
	if p.odd.of == nil {
		p.odd.of = map[MethodID]string{}
	}
	m.odd, p.odd.of[p.MethodOf(m.File, m.Idx)] = true, name
}

// Params returns the types of the parameters of a method of p.
func (p *Program) Params(m *Method) []TypeRef {
	to := m.params + m.numParams
	return p.params[m.File][m.params:to:to]
}

// FieldName returns the name of a field of p.
func (p *Program) FieldName(f *Field) string { return p.names.text(f.name) }

// File returns a whole file. Who reads its text, nodes or tables gets it here; in Files some may lack these.
func (p *Program) File(i int32) *java.File { return p.Files[i].Whole() }

// NumTypes, NumMethods and NumFields are one past the largest numbers.
func (p *Program) NumTypes() int   { return len(p.types) }
func (p *Program) NumMethods() int { return len(p.methods) }
func (p *Program) NumFields() int  { return len(p.fields) }

// TypeDecl, MethodDecl and FieldDecl return the declarations in the tables of their files.
func (p *Program) TypeDecl(id TypeID) *java.Type {
	t := p.Type(id)
	return &p.File(t.File).Types[t.Idx]
}
func (p *Program) MethodDecl(id MethodID) *java.Method {
	m := p.Method(id)
	return &p.File(m.File).Methods[m.Idx]
}
func (p *Program) FieldDecl(id FieldID) *java.FieldDecl {
	f := p.Field(id)
	return &p.File(f.File).Fields[f.Idx]
}

// TypeOf, MethodOf and FieldOf return the numbers of the declarations of a file; the invalid number for -1.
func (p *Program) TypeOf(file int32, i java.TypeIdx) TypeID {
	if i < 0 {
		return NoType
	}
	return TypeID(p.typeBase[file] + int32(i))
}
func (p *Program) MethodOf(file int32, i java.MethodIdx) MethodID {
	if i < 0 {
		return NoMethod
	}
	return MethodID(p.methodBase[file] + int32(i))
}
func (p *Program) FieldOf(file int32, i java.FieldIdx) FieldID {
	if i < 0 {
		return NoField
	}
	return FieldID(p.fieldBase[file] + int32(i))
}

// MethodsOf returns the numbers of the methods of a file: from lo up to, not including, hi.
func (p *Program) MethodsOf(file int32) (lo, hi MethodID) {
	p.tell(file, PartWhole)
	return MethodID(p.methodBase[file]), MethodID(p.methodBase[file+1])
}

// TypeByName returns the first member or top-level type of that qualified name, NoType where there is none.
// Cost: the number of segments.
func (p *Program) TypeByName(qualified string) TypeID {
	id := p.qualified(-1, qualified)
	if id >= 0 {
		p.Type(id)
	}
	return id
}

// MethodsIn returns the methods of type t, in source order.
func (p *Program) MethodsIn(t TypeID) []MethodID {
	p.tell(p.types[t].File, PartMembers)
	return p.types[t].Methods
}

// MethodsByName returns the methods of type t that have that name, in source order; it does not look at ancestors.
func (p *Program) MethodsByName(t TypeID, name string) []MethodID {
	var ids []MethodID
	p.tell(p.types[t].File, PartMembers)
	for _, e := range p.methodsNamed(t, p.names.find(name)) {
		ids = append(ids, MethodID(e.id))
	}
	return ids
}

// FieldByName returns the field of type t of that name, NoField where there is none; it does not look at ancestors.
func (p *Program) FieldByName(t TypeID, name string) FieldID {
	id := p.fieldNamed(t, p.names.find(name))
	if id == NoField {
		p.tell(p.types[t].File, PartMembers)
	} else {
		p.Field(id)
	}
	return id
}

// methodsNamed returns the entries of t's own methods with that name.
func (p *Program) methodsNamed(t TypeID, name NameID) []member {
	return named(p.methodsOf(t), name)
}

// methodsOf and fieldsOf are the own members of t, sorted by name.
func (p *Program) methodsOf(t TypeID) []member {
	ty := &p.types[t]
	return p.methodIndex[ty.methodsAt : int(ty.methodsAt)+len(ty.Methods)]
}
func (p *Program) fieldsOf(t TypeID) []member {
	ty := &p.types[t]
	return p.fieldIndex[ty.fieldsAt : int(ty.fieldsAt)+len(ty.Fields)]
}

func (p *Program) fieldNamed(t TypeID, name NameID) FieldID {
	if m := named(p.fieldsOf(t), name); len(m) > 0 {
		return FieldID(m[0].id)
	}
	return NoField
}

// named returns the entries of that name in a table sorted by name.
func named(table []member, name NameID) []member {
	if name < 0 {
		return nil
	}
	lo := sort.Search(len(table), func(i int) bool { return table[i].name >= name })
	hi := lo
	for ; hi < len(table) && table[hi].name == name; hi++ {
		if hi-lo == maxOverloads { // the rest is not gone over one by one
			hi += sort.Search(len(table)-hi, func(i int) bool { return table[hi+i].name > name })
			break
		}
	}
	return table[lo:hi]
}
