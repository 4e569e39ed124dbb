package program

import (
	encoding "encoding/binary"
	"iter"
	"math"
	"slices"

	"refract/java"
)

// This file writes down what linking makes of the declarations of one file, for linkedread.go to read it into another program: so that who
// has linked a file once need not look at it again while all names in it mean what they meant. Types of the program are named
// by their identity, all else by the number of its name in a table that is written once for all files (nametable.go), so that nothing in it
// is a number of another file. It is
//
//	table      8 bytes: the identity of the table of names
//	members    8 bytes: Digests.members
//	signatures 8 bytes: see Program.signaturesOf
//	lineage    8 bytes: see Program.lineageOf
//	flags
//	counts     of types, methods, fields
//	text       what has no number, one behind the other in the order in which it is spoken of: n bytes
//	names      that linking the file interns, ascending: n bytes; of each the difference to the last in 2, or 2 of 0 and the difference in 4
//	types      package; for each type: kind, flags, name, 8 bytes of hash of the qualified name, number if anonymous, outer + 1, method that it stands in + 1
//	own        types of the program that are spoken of: n; 8 bytes of identity each, and 4 of how far their numbers were from that of the first type of
//	           the file, which is where they are looked for first
//	imports    flags; types: n; simple name, reference; on demand: n; flag, package or type; static: n; member, type + 1; static
//	           types on demand: n; types
//	supertypes for each type: flags, the superclass as declared, superclass + 1, number of interfaces, these
//	references n; each that a member speaks of, once
//	methods    methodRow bytes each: 8 of identity, 4 of node, body + 1, name, owner + 1 and number of parameters, 2 of modifiers, kind, flags
//	fields     fieldRow bytes each: 4 of node, name and owner + 1, kind, flags
//	uses       for each method its return type and its parameters, then the type of each field: numbers of references plus one, 0 for the unknown type
//	order      the numbers of the methods that stand in types, by type and name, and those of the fields
//	constants  of the fields that have one
//	overrides  for each type that has supertypes: n; method, number of those that it overrides, of each the ancestor and its number in that one. It holds
//	           where lineage is that of the file
//
// A type is its number among those that are spoken of. A reference is its kind with bits for what may follow: dimensions, and a type, or a
// name plus one. A name is a number, or the length of its text where linkedText is set. Members, which are most of a record, are in rows of one length,
// which are read several times as fast as numbers of any length.

// Bits of declarations.
const (
	linkedNamed = 1 << iota // it is found by its name
	linkedText              // its name has no number
	linkedStatic
	linkedArgs     // of members
	linkedAbstract // of methods
	linkedVariadic
	linkedFinal // of fields
	linkedConstant
)

// Bits of types beside those of all declarations.
const (
	linkedLocal = 1 << (iota + 3)
	linkedOpen
)

// Lengths of what is said of each method and field.
const (
	methodRow = 32
	fieldRow  = 14
)

// linkedTwins is the bit of a file in which several methods have one identity.
const linkedTwins = 1

// Bits of imports.
const (
	importAPIStatics byte = 1 << iota
	importWholePackage
)

// Bits of a reference, above its kind.
const (
	refErased = 1 << (iota + 4)
	refDims
)

// LinkedWriter writes records of the files of a program. It serves one goroutine.
type LinkedWriter struct {
	d      *Digests
	recent recentNames
	names  []NameID
	own    []TypeID
	ownIDs []uint64 // their identities
	ownOf  map[TypeID]int
	refs   []TypeRef // of the members
	refOf  map[TypeRef]int
	uses   []byte
	text   []byte
	b      []byte
	l      *lookup
}

// NewLinkedWriter returns a writer of what linking made of the files of the program.
func (d *Digests) NewLinkedWriter() *LinkedWriter {
	return &LinkedWriter{d: d, ownOf: map[TypeID]int{}, refOf: map[TypeRef]int{}, l: newLookup(d.p)}
}

// Append appends the record of a file to dst, where interned are the sums of the names that linking it interns, each once: Names.Interned, which costs
// a walk over the file. It appends nothing where the next program could not tell what it speaks of.
func (w *LinkedWriter) Append(dst []byte, file int32, interned iter.Seq[uint64]) []byte {
	p := w.d.p
	f := p.File(file)
	if p.entangled {
		return dst
	}
	clear(w.ownOf)
	w.own, w.ownIDs, w.text = w.own[:0], w.ownIDs[:0], w.text[:0]
	w.b = w.b[:0]
	w.types(file, f)
	types := len(w.b)
	w.imports(&p.imports[file])
	w.supertypes(file)
	w.members(file)
	w.overrides(file)
	if p.identities.several(w.ownIDs) {
		return dst
	}
	for _, sum := range [...]uint64{p.names.id, w.d.members(file), p.signatures[file], p.lineageOf(file)} {
		dst = encoding.LittleEndian.AppendUint64(dst, sum)
	}
	twins := false
	w.d.eachTwin(file, func(uint64) { twins = true })
	dst = append(dst, flags(twins, linkedTwins))
	for _, n := range [...]int{len(f.Types), len(f.Methods), len(f.Fields), len(w.text)} {
		dst = encoding.AppendUvarint(dst, uint64(n))
	}
	dst = append(dst, w.text...)
	dst = w.interned(dst, interned)
	dst = append(dst, w.b[:types]...)
	dst = encoding.AppendUvarint(dst, uint64(len(w.own)))
	for i, t := range w.own {
		dst = encoding.LittleEndian.AppendUint64(dst, w.ownIDs[i])
		dst = encoding.LittleEndian.AppendUint32(dst, uint32(int32(t)-p.typeBase[file]))
	}
	return append(dst, w.b[types:]...)
}

// interned appends the numbers of the names with those sums.
func (w *LinkedWriter) interned(dst []byte, sums iter.Seq[uint64]) []byte {
	w.names = w.names[:0]
	for sum := range sums {
		if id := w.d.p.names.withSum(sum); id >= 0 { // each is there
			w.names = append(w.names, id)
		}
	}
	slices.Sort(w.names)
	from, last := len(w.b), NoName
	for _, id := range w.names {
		if n := id - last; n <= math.MaxUint16 {
			w.b = encoding.LittleEndian.AppendUint16(w.b, uint16(n))
		} else {
			w.b = encoding.LittleEndian.AppendUint32(append(w.b, 0, 0), uint32(n))
		}
		last = id
	}
	dst = append(encoding.AppendUvarint(dst, uint64(len(w.b)-from)), w.b[from:]...)
	w.b = w.b[:from]
	return dst
}

func flags(is bool, bit byte) byte {
	if is {
		return bit
	}
	return 0
}

func (w *LinkedWriter) find(text string) NameID { return w.recent.find(&w.d.p.names, text) }

func (w *LinkedWriter) uvarint(n int) { w.b = encoding.AppendUvarint(w.b, uint64(n)) }

func (w *LinkedWriter) uint32(n int) { w.b = encoding.LittleEndian.AppendUint32(w.b, uint32(n)) }

// string speaks of a text, and returns its length.
func (w *LinkedWriter) string(s string) int {
	w.text = append(w.text, s...)
	return len(s)
}

// declared returns the flags that tell how a declaration is named, and the number of its name.
func (w *LinkedWriter) declared(text string, name NameID) (byte, NameID) {
	if name >= 0 {
		return linkedNamed, name
	}
	name = w.find(text)
	return flags(name < 0, linkedText), name
}

// named is what says the name of a declaration: its number or, if it has none, the length of its text.
func (w *LinkedWriter) named(text string, name NameID) int {
	if name < 0 {
		return w.string(text)
	}
	return int(name)
}

func (w *LinkedWriter) ref(t TypeRef) {
	code := byte(t.Kind) | flags(t.Erased, refErased) | flags(t.Dims > 0, refDims)
	w.b = append(w.b, code)
	if t.Dims > 0 {
		w.b = append(w.b, t.Dims)
	}
	switch t.Kind {
	case Own:
		w.owned(TypeID(t.Ref))
	case API:
		w.uvarint(int(t.Ref) + 1)
	}
}

// owned writes a type of the program.
func (w *LinkedWriter) owned(t TypeID) { w.uvarint(w.ownNumber(t)) }

func (w *LinkedWriter) ownNumber(t TypeID) int {
	n, ok := w.ownOf[t]
	if !ok {
		n = len(w.own)
		w.ownOf[t] = n
		w.own, w.ownIDs = append(w.own, t), append(w.ownIDs, w.d.p.identities.types[t])
	}
	return n
}

// ownOrNone writes a type of the program, or that there is none.
func (w *LinkedWriter) ownOrNone(t TypeID) {
	n := 0
	if t != NoType {
		n = w.ownNumber(t) + 1
	}
	w.uvarint(n)
}

func (w *LinkedWriter) types(file int32, f *java.File) {
	p := w.d.p
	w.uvarint(int(w.find(f.Package)))
	w.uvarint(int(w.find(segment(f.Package))))
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		t := &p.types[id]
		named, name := w.declared(t.Name, t.name)
		w.b = append(w.b, byte(t.Kind), named|flags(t.Static, linkedStatic)|flags(t.Local, linkedLocal))
		w.uvarint(w.named(t.Name, name))
		w.b = encoding.LittleEndian.AppendUint64(w.b, p.identities.names[id])
		w.uvarint(int(t.number))
		w.uvarint(int(f.Types[t.Idx].Outer) + 1)
		w.uvarint(int(f.Types[t.Idx].In) + 1)
	}
}

func (w *LinkedWriter) imports(im *imports) {
	w.b = append(w.b, flags(im.apiStatics, importAPIStatics)|flags(im.wholePackage, importWholePackage))
	w.uvarint(len(im.types))
	for _, t := range im.types {
		w.uvarint(int(t.simple))
		w.ref(t.ref)
	}
	w.uvarint(len(im.demand))
	for _, d := range im.demand {
		if d.typ != NoType {
			w.b = append(w.b, 1)
			w.owned(d.typ)
			continue
		}
		w.b = append(w.b, 0)
		w.uvarint(int(d.pkg))
	}
	w.uvarint(len(im.statics))
	for _, s := range im.statics {
		w.uvarint(int(s.member))
		w.ownOrNone(s.typ)
	}
	w.uvarint(len(im.staticTypes))
	for _, t := range im.staticTypes {
		w.owned(t)
	}
}

func (w *LinkedWriter) supertypes(file int32) {
	p := w.d.p
	for id := TypeID(p.typeBase[file]); id < TypeID(p.typeBase[file+1]); id++ {
		raw := p.declared(id)
		w.b = append(w.b, flags(p.types[id].declaredOpen, linkedOpen))
		w.ref(p.types[id].SuperRef)
		w.ownOrNone(raw.super)
		w.uvarint(len(raw.interfaces))
		for _, i := range raw.interfaces {
			w.owned(i)
		}
	}
}

// members writes the methods and fields of a file.
func (w *LinkedWriter) members(file int32) {
	p := w.d.p
	methods, methodEnd := p.methodBase[file], p.methodBase[file+1]
	fields, fieldEnd := p.fieldBase[file], p.fieldBase[file+1]
	clear(w.refOf)
	w.refs, w.uses = w.refs[:0], w.uses[:0]
	for m := methods; m < methodEnd; m++ {
		w.use(p.methods[m].Return)
		for _, t := range p.Params(&p.methods[m]) {
			w.use(t)
		}
	}
	for v := fields; v < fieldEnd; v++ {
		w.use(p.fields[v].Type)
	}
	w.uvarint(len(w.refs))
	for _, t := range w.refs {
		w.ref(t)
	}
	for m := methods; m < methodEnd; m++ {
		w.method(file, MethodID(m))
	}
	for v := fields; v < fieldEnd; v++ {
		w.field(file, FieldID(v))
	}
	w.b = append(w.b, w.uses...)
	for t := p.typeBase[file]; t < p.typeBase[file+1]; t++ {
		w.order(p.methodsOf(TypeID(t)), methods)
	}
	for t := p.typeBase[file]; t < p.typeBase[file+1]; t++ {
		w.order(p.fieldsOf(TypeID(t)), fields)
	}
	for v := fields; v < fieldEnd; v++ {
		w.constant(p.fields[v].Constant)
	}
}

// use notes that a member speaks of t.
func (w *LinkedWriter) use(t TypeRef) {
	n := 0
	if t != (TypeRef{}) {
		if n = w.refOf[t]; n == 0 {
			w.refs = append(w.refs, t)
			n = len(w.refs)
			w.refOf[t] = n
		}
	}
	w.uses = encoding.AppendUvarint(w.uses, uint64(n))
}

// order writes the order of members of a file in which they are numbered from base on.
func (w *LinkedWriter) order(members []member, base int32) {
	for _, e := range members {
		w.uvarint(int(e.id - base))
	}
}

func (w *LinkedWriter) method(file int32, id MethodID) {
	m := &w.d.p.methods[id]
	text := w.d.p.MethodName(m)
	named, name := w.declared(text, m.name)
	w.b = encoding.LittleEndian.AppendUint64(w.b, w.d.methods[id])
	w.uint32(int(m.Node))
	w.uint32(int(m.Body) + 1)
	w.uint32(w.named(text, name))
	w.uint32(w.owner(file, m.Owner))
	w.uint32(int(m.numParams))
	w.b = encoding.LittleEndian.AppendUint16(w.b, uint16(m.Mods))
	w.b = append(w.b, byte(m.Kind), named|flags(m.Static, linkedStatic)|flags(m.Abstract, linkedAbstract)|flags(m.Variadic, linkedVariadic)|
		flags(m.args, linkedArgs))
}

// owner is the number in its file of the type that a member stands in, plus one.
func (w *LinkedWriter) owner(file int32, t TypeID) int {
	if t == NoType {
		return 0
	}
	return int(int32(t)-w.d.p.typeBase[file]) + 1
}

func (w *LinkedWriter) field(file int32, id FieldID) {
	v := &w.d.p.fields[id]
	w.uint32(int(v.Node))
	w.uint32(int(v.name))
	w.uint32(w.owner(file, v.Owner))
	w.b = append(w.b, byte(v.Kind), flags(v.Static, linkedStatic)|flags(v.Final, linkedFinal)|flags(v.args, linkedArgs)|
		flags(v.Constant != nil, linkedConstant))
}

// constant writes a constant if there is one.
func (w *LinkedWriter) constant(c *Constant) {
	if c != nil {
		w.b = append(w.b, byte(c.Kind))
		w.b = encoding.AppendVarint(w.b, c.Int)
		w.b = encoding.LittleEndian.AppendUint64(w.b, math.Float64bits(c.Float))
		w.uvarint(w.string(c.Str))
	}
}

// overrides writes what the methods of a file override.
func (w *LinkedWriter) overrides(file int32) {
	p := w.d.p
	for id := TypeID(p.typeBase[file]); id < TypeID(p.typeBase[file+1]); id++ {
		t, n := &p.types[id], 0
		if !t.derived() {
			continue
		}
		for _, m := range t.Methods {
			n += int(bit(!p.overrides.empty(int32(m))))
		}
		w.uvarint(n)
		for i, m := range t.Methods {
			overridden := p.overrides.row(int32(m))
			if len(overridden) == 0 {
				continue
			}
			w.uvarint(i)
			w.uvarint(len(overridden))
			ancestors := w.l.ancestors(id)[1:]
			for _, o := range overridden {
				owner := p.methods[o].Owner
				at, _ := slices.BinarySearch(p.types[owner].Methods, MethodID(o))
				w.uvarint(slices.Index(ancestors, owner))
				w.uvarint(at)
			}
		}
	}
}

// Entangled reports whether what the supertypes of some type are was decided by the order in which they were looked for. A
// LinkedWriter writes nothing of such a program.
func (p *Program) Entangled() bool { return p.entangled }
