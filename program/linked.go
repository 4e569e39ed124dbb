package program

import (
	encoding "encoding/binary"
	"math"
	"slices"

	"refract/internal/fresh"
	"refract/java"
)

// This file writes down what linking makes of the declarations of one file, for linkedread.go to read it into another program: so that who
// has linked a file once need not look at it again while all names in it mean what they meant. Types of the program are named
// by their identity, all else by the number of its name in a table that is written once for all files (nametable.go), so that nothing in it
// is a number of another file. It is
//
//	table      8 bytes: the identity of the table of names
//	members    8 bytes: Digests.members
//	text       what has no number, one behind the other in the order in which it is spoken of: n bytes
//	names      that linking the file interns, ascending: n bytes; the difference to the last, plus one
//	own        types of the program that are spoken of: n; 8 bytes of identity each
//	counts     of types, methods, fields, parameters, interfaces
//	types      package; for each type: kind, flags, name, length of the qualified name, outer + 1, method that it stands in + 1
//	imports    flags; types: n; simple name, reference; on demand: n; flag, package or type; static: n; member, type + 1; static
//	           types on demand: n; types
//	supertypes for each type: flags, the superclass as declared, superclass + 1, number of interfaces, these
//	methods    kind, flags, modifiers, name, owner + 1, node, body + 1, 8 bytes of identity, return type, number of parameters, these
//	fields     kind, flags, name, owner + 1, node, type, the constant if there is one
//
// A type is its number among those that are spoken of. A reference is its kind with bits for what may follow: dimensions, and a type, or a
// name plus one. A name is a number, or the length of its text where linkedText is set.

// Bits of declarations. The first are those of types, in a byte.
const (
	linkedNamed = 1 << iota // it is found by its name
	linkedText              // its name has no number
	linkedStatic
	linkedLocal
	linkedOpen
	linkedAbstract
	linkedFinal
	linkedVariadic
	linkedArgs
	linkedConstant
)

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
	seen   []int32 // by NameID: the last file that it was met in, plus one
	names  []NameID
	own    []uint64
	ownOf  map[TypeID]int
	text   []byte
	b      []byte

	params, interfaces int
}

// NewLinkedWriter returns a writer of what linking made of the files of the program.
func (d *Digests) NewLinkedWriter() *LinkedWriter {
	return &LinkedWriter{d: d, seen: fresh.Make[int32](len(d.p.names.text)), ownOf: map[TypeID]int{}}
}

// Append appends the record of a file to dst. It appends nothing where the next program could not tell what it speaks of.
func (w *LinkedWriter) Append(dst []byte, file int32) []byte {
	p := w.d.p
	f := p.File(file)
	if p.entangled {
		return dst
	}
	clear(w.ownOf)
	w.own, w.text, w.b = w.own[:0], w.text[:0], w.b[:0]
	w.params, w.interfaces = 0, 0
	w.types(file, f)
	w.imports(&p.imports[file])
	w.supertypes(file)
	for m := p.methodBase[file]; m < p.methodBase[file+1]; m++ {
		w.method(file, MethodID(m))
	}
	for v := p.fieldBase[file]; v < p.fieldBase[file+1]; v++ {
		w.field(file, FieldID(v))
	}
	if p.identities.several(w.own) {
		return dst
	}
	dst = encoding.LittleEndian.AppendUint64(encoding.LittleEndian.AppendUint64(dst, p.names.id), w.d.members(file))
	dst = append(encoding.AppendUvarint(dst, uint64(len(w.text))), w.text...)
	dst = w.interned(dst, file, f)
	dst = encoding.AppendUvarint(dst, uint64(len(w.own)))
	for _, id := range w.own {
		dst = encoding.LittleEndian.AppendUint64(dst, id)
	}
	for _, n := range [...]int{len(f.Types), len(f.Methods), len(f.Fields), w.params, w.interfaces} {
		dst = encoding.AppendUvarint(dst, uint64(n))
	}
	return append(dst, w.b...)
}

// interned appends the numbers of the names that linking the file interns.
func (w *LinkedWriter) interned(dst []byte, file int32, f *java.File) []byte {
	w.names = w.names[:0]
	eachInterned(f, func(text string) {
		if id := w.find(text); w.seen[id] != file+1 { // each is there
			w.seen[id] = file + 1
			w.names = append(w.names, id)
		}
	})
	slices.Sort(w.names)
	from, last := len(w.b), NoName
	for _, id := range w.names {
		w.uvarint(int(id - last))
		last = id
	}
	dst = append(encoding.AppendUvarint(dst, uint64(len(w.b)-from)), w.b[from:]...)
	w.b = w.b[:from]
	return dst
}

func flags[T byte | uint16](is bool, bit T) T {
	if is {
		return bit
	}
	return 0
}

func (w *LinkedWriter) find(text string) NameID { return w.recent.find(&w.d.p.names, text) }

func (w *LinkedWriter) uvarint(n int) { w.b = encoding.AppendUvarint(w.b, uint64(n)) }

func (w *LinkedWriter) string(s string) {
	w.uvarint(len(s))
	w.text = append(w.text, s...)
}

// declared returns the flags that tell how a declaration is named, and the number of its name.
func (w *LinkedWriter) declared(text string, name NameID) (uint16, NameID) {
	if name >= 0 {
		return linkedNamed, name
	}
	name = w.find(text)
	return flags(name < 0, uint16(linkedText)), name
}

// name writes the name of a declaration.
func (w *LinkedWriter) name(text string, name NameID) {
	if name < 0 {
		w.string(text)
		return
	}
	w.uvarint(int(name))
}

func (w *LinkedWriter) ref(t TypeRef) {
	code := byte(t.Kind) | flags(t.Erased, byte(refErased)) | flags(t.Dims > 0, byte(refDims))
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
		w.own = append(w.own, w.d.p.identities.types[t])
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
		w.b = append(w.b, byte(t.Kind), byte(named)|flags(t.Static, byte(linkedStatic))|flags(t.Local, byte(linkedLocal)))
		w.name(t.Name, name)
		w.string(t.QualifiedName)
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
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		raw := &p.supers[id]
		w.b = append(w.b, flags(raw.open, byte(linkedOpen)))
		w.ref(raw.superRef)
		w.ownOrNone(raw.super)
		w.interfaces += len(raw.interfaces)
		w.uvarint(len(raw.interfaces))
		for _, i := range raw.interfaces {
			w.owned(i)
		}
	}
}

func (w *LinkedWriter) method(file int32, id MethodID) {
	p := w.d.p
	m := &p.methods[id]
	named, name := w.declared(m.Name, m.name)
	w.b = append(w.b, byte(m.Kind))
	w.b = encoding.LittleEndian.AppendUint16(w.b, named|flags(m.Static, uint16(linkedStatic))|
		flags(m.Abstract, uint16(linkedAbstract))|flags(m.Variadic, uint16(linkedVariadic))|flags(m.args, uint16(linkedArgs)))
	w.b = encoding.LittleEndian.AppendUint16(w.b, uint16(m.Mods))
	w.name(m.Name, name)
	w.owner(file, m.Owner)
	w.uvarint(int(m.Node))
	w.uvarint(int(m.Body) + 1)
	w.b = encoding.LittleEndian.AppendUint64(w.b, w.d.methods[id])
	w.ref(m.Return)
	w.params += len(m.Params)
	w.uvarint(len(m.Params))
	for _, t := range m.Params {
		w.ref(t)
	}
}

func (w *LinkedWriter) owner(file int32, t TypeID) {
	n := 0
	if t != NoType {
		n = int(int32(t)-w.d.p.typeBase[file]) + 1
	}
	w.uvarint(n)
}

func (w *LinkedWriter) field(file int32, id FieldID) {
	v := &w.d.p.fields[id]
	w.b = append(w.b, byte(v.Kind))
	w.b = encoding.LittleEndian.AppendUint16(w.b, flags(v.Static, uint16(linkedStatic))|flags(v.Final, uint16(linkedFinal))|
		flags(v.args, uint16(linkedArgs))|flags(v.Constant != nil, uint16(linkedConstant)))
	w.uvarint(int(v.name))
	w.owner(file, v.Owner)
	w.uvarint(int(v.Node))
	w.ref(v.Type)
	if c := v.Constant; c != nil {
		w.b = append(w.b, byte(c.Kind))
		w.b = encoding.AppendVarint(w.b, c.Int)
		w.b = encoding.LittleEndian.AppendUint64(w.b, math.Float64bits(c.Float))
		w.string(c.Str)
	}
}

// Entangled reports whether what the supertypes of some type are was decided by the order in which they were looked for. A
// LinkedWriter writes nothing of such a program.
func (p *Program) Entangled() bool { return p.entangled }
