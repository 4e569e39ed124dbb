package program

import (
	encoding "encoding/binary"
	"math"

	"refract/java"
)

// This file writes down what linking makes of the declarations of one file, for linkedread.go to read it into another program: so that who
// has linked a file once need not look at it again while all names in it mean what they meant. Types of the program are named
// by their identity, all else by its text, so that nothing in it is a number of another file. It is
//
//	strings    interned n, others n; the length of each; their text
//	types      of the program that are spoken of: n; 8 bytes of identity each
//	package    a string
//	imports    n; flags, name
//	types      n; kind, flags, name, qualified name, outer + 1, method that it stands in + 1; after all of them their supertypes:
//	           the superclass, number of interfaces, these
//	methods    n; kind, flags, name, owner + 1, node, body + 1, 8 bytes of identity, return type, number of parameters, these
//	fields     n; kind, flags, name, owner + 1, node, type, the constant if there is one
//
// A name is the number of a string. A reference to a type is its kind with bits for what may follow: dimensions, and the number
// of a type or a name, plus one.

// Bits of declarations.
const (
	linkedNamed = 1 << iota // it is found by its name
	linkedStatic
	linkedLocal
	linkedOpen
	linkedAbstract
	linkedPrivate
	linkedFinal
	linkedVariadic
	linkedArgs
	linkedConstant
)

// Bits of imports.
const (
	importStatic byte = 1 << iota
	importOnDemand
	importModule
)

// Bits of a reference, above its kind.
const (
	refErased = 1 << (iota + 4)
	refDims
)

// LinkedWriter writes records of the files of a program. It serves one goroutine.
type LinkedWriter struct {
	d       *Digests
	number  map[string]int // of strings
	strings []string
	own     []uint64
	ownOf   map[TypeID]int
	b       []byte
}

// NewLinkedWriter returns a writer of what linking made of the files of the program.
func (d *Digests) NewLinkedWriter() *LinkedWriter {
	return &LinkedWriter{d: d, number: map[string]int{}, ownOf: map[TypeID]int{}}
}

// Append appends the record of a file to dst. It appends nothing where the next program could not tell what it speaks of.
func (w *LinkedWriter) Append(dst []byte, file int32) []byte {
	p := w.d.p
	f := p.File(file)
	if p.entangled {
		return dst
	}
	clear(w.number)
	clear(w.ownOf)
	w.strings, w.own, w.b = w.strings[:0], w.own[:0], w.b[:0]
	eachInterned(f, func(text string) { w.string(text) })
	interned := len(w.strings)
	w.uvarint(w.string(f.Package))
	w.uvarint(len(f.Imports))
	for i := range f.Imports {
		d := &f.Imports[i]
		w.b = append(w.b, flags(d.Static, importStatic)|flags(d.OnDemand, importOnDemand)|flags(d.Module, importModule))
		w.uvarint(w.string(d.Name))
	}
	w.types(file, f)
	for m := p.methodBase[file]; m < p.methodBase[file+1]; m++ {
		w.method(file, MethodID(m))
	}
	for v := p.fieldBase[file]; v < p.fieldBase[file+1]; v++ {
		w.field(file, FieldID(v))
	}
	if p.identities.several(w.own) {
		return dst
	}
	dst = encoding.AppendUvarint(encoding.AppendUvarint(dst, uint64(interned)), uint64(len(w.strings)-interned))
	for _, s := range w.strings {
		dst = encoding.AppendUvarint(dst, uint64(len(s)))
	}
	for _, s := range w.strings {
		dst = append(dst, s...)
	}
	dst = encoding.AppendUvarint(dst, uint64(len(w.own)))
	for _, id := range w.own {
		dst = encoding.LittleEndian.AppendUint64(dst, id)
	}
	for _, n := range [...]int{len(f.Types), len(f.Methods), len(f.Fields)} {
		dst = encoding.AppendUvarint(dst, uint64(n))
	}
	return append(dst, w.b...)
}

func flags[T byte | uint16](is bool, bit T) T {
	if is {
		return bit
	}
	return 0
}

func (w *LinkedWriter) uvarint(n int) { w.b = encoding.AppendUvarint(w.b, uint64(n)) }

func (w *LinkedWriter) string(s string) int {
	n, ok := w.number[s]
	if !ok {
		n = len(w.strings)
		w.number[s] = n
		w.strings = append(w.strings, s)
	}
	return n
}

func (w *LinkedWriter) ref(t TypeRef) {
	code := byte(t.Kind) | flags(t.Erased, byte(refErased)) | flags(t.Dims > 0, byte(refDims))
	w.b = append(w.b, code)
	if t.Dims > 0 {
		w.b = append(w.b, t.Dims)
	}
	switch t.Kind {
	case Own:
		w.uvarint(w.owned(TypeID(t.Ref)))
	case API:
		n := 0
		if t.Ref >= 0 {
			n = w.string(w.d.p.names.text[t.Ref]) + 1
		}
		w.uvarint(n)
	}
}

func (w *LinkedWriter) owned(t TypeID) int {
	n, ok := w.ownOf[t]
	if !ok {
		n = len(w.own)
		w.ownOf[t] = n
		w.own = append(w.own, w.d.p.identities.types[t])
	}
	return n
}

func (w *LinkedWriter) types(file int32, f *java.File) {
	p := w.d.p
	lo, hi := p.typeBase[file], p.typeBase[file+1]
	for id := lo; id < hi; id++ {
		t := &p.types[id]
		w.b = append(w.b, byte(t.Kind), flags(t.name >= 0, byte(linkedNamed))|flags(t.Static, byte(linkedStatic))|flags(t.Local, byte(linkedLocal)))
		w.uvarint(w.string(t.Name))
		w.uvarint(w.string(t.QualifiedName))
		w.uvarint(int(f.Types[t.Idx].Outer) + 1)
		w.uvarint(int(f.Types[t.Idx].In) + 1)
	}
	for id := lo; id < hi; id++ {
		raw := &p.supers[id]
		w.b = append(w.b, flags(raw.open, byte(linkedOpen)))
		w.ref(raw.superRef)
		n := 0
		if raw.super != NoType {
			n = w.owned(raw.super) + 1
		}
		w.uvarint(n)
		w.uvarint(len(raw.interfaces))
		for _, i := range raw.interfaces {
			w.uvarint(w.owned(i))
		}
	}
}

func (w *LinkedWriter) method(file int32, id MethodID) {
	p := w.d.p
	m := &p.methods[id]
	w.b = append(w.b, byte(m.Kind))
	w.b = encoding.LittleEndian.AppendUint16(w.b, flags(m.name >= 0, uint16(linkedNamed))|flags(m.Static, uint16(linkedStatic))|
		flags(m.Abstract, uint16(linkedAbstract))|flags(m.Private, uint16(linkedPrivate))|flags(m.Final, uint16(linkedFinal))|
		flags(m.Variadic, uint16(linkedVariadic))|flags(m.args, uint16(linkedArgs)))
	w.uvarint(w.string(m.Name))
	w.owner(file, m.Owner)
	w.uvarint(int(m.Node))
	w.uvarint(int(m.Body) + 1)
	w.b = encoding.LittleEndian.AppendUint64(w.b, w.d.methods[id])
	w.ref(m.Return)
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
	w.uvarint(w.string(v.Name))
	w.owner(file, v.Owner)
	w.uvarint(int(v.Node))
	w.ref(v.Type)
	if c := v.Constant; c != nil {
		w.b = append(w.b, byte(c.Kind))
		w.b = encoding.AppendVarint(w.b, c.Int)
		w.b = encoding.LittleEndian.AppendUint64(w.b, math.Float64bits(c.Float))
		w.uvarint(w.string(c.Str))
	}
}

// Entangled reports whether what the supertypes of some type are was decided by the order in which they were looked for. A
// LinkedWriter writes nothing of such a program.
func (p *Program) Entangled() bool { return p.entangled }
