package program

import (
	encoding "encoding/binary"
	"math"

	"refract/internal/wire"
	"refract/java"
)

// This file writes down what linking makes of the declarations of one file, and reads it into another program: so that who
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

// linkedFile reads the record of one file, stage by stage as linking goes.
type linkedFile struct {
	wire.Reader
	strings                []string
	interned               int
	names                  []NameID // by string; those that are not interned are looked up once all are known
	own                    []byte   // identities of types
	ownTypes               []TypeID // the same, found
	pkg                    string
	imports                []java.Import
	types, methods, fields int
}

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

// open reads the head of a record. It reports false for one that is none.
func (l *linkedFile) open(record []byte) bool {
	l.B = record
	l.interned = int(l.Uvarint())
	n := l.interned + int(l.Uvarint())
	if l.Bad || n < l.interned || l.interned < 0 || n > len(l.B) {
		return false
	}
	l.strings = make([]string, n)
	size, lengths := 0, l.Reader
	for range n {
		size += l.Count(1)
	}
	text := string(l.Bytes(size))
	if l.Bad {
		return false
	}
	for i := range l.strings {
		size := int(lengths.Uvarint())
		l.strings[i], text = text[:size], text[size:]
	}
	l.own = l.Bytes(8 * l.Count(8))
	l.types, l.methods, l.fields = l.Count(6), l.Count(1), l.Count(1)
	l.pkg = l.string()
	l.imports = make([]java.Import, l.Count(2))
	for i := range l.imports {
		flags := l.Byte()
		l.imports[i] = java.Import{Name: l.string(), Static: flags&importStatic != 0, OnDemand: flags&importOnDemand != 0, Module: flags&importModule != 0}
	}
	return !l.Bad
}

func (l *linkedFile) uint16() uint16 {
	if b := l.Bytes(2); len(b) == 2 {
		return encoding.LittleEndian.Uint16(b)
	}
	return 0
}

// number reads a number below n.
func (l *linkedFile) number(n int) int {
	i := l.Uvarint()
	if i >= uint64(n) {
		l.Fail()
		return 0
	}
	return int(i)
}

func (l *linkedFile) string() string {
	if i := l.number(len(l.strings)); !l.Bad {
		return l.strings[i]
	}
	return ""
}

// name reads a name with its number.
func (l *linkedFile) name() (string, NameID) {
	if i := l.number(len(l.strings)); !l.Bad {
		return l.strings[i], l.names[i]
	}
	return "", NoName
}

// ownType reads the number of a type that the record speaks of.
func (l *linkedFile) ownType() TypeID {
	if i := l.number(len(l.ownTypes)); !l.Bad {
		return l.ownTypes[i]
	}
	return NoType
}

func (l *linkedFile) ref() TypeRef {
	code := l.Byte()
	t := TypeRef{Kind: RefKind(code & 15), Erased: code&refErased != 0}
	if code&refDims != 0 {
		t.Dims = l.Byte()
	}
	switch t.Kind {
	case Unknown:
	case Own:
		t.Ref = int32(l.ownType())
	case API:
		t.Ref = int32(NoName)
		if i := l.number(len(l.names) + 1); i > 0 {
			t.Ref = int32(l.names[i-1])
		}
	default:
		t.Ref = -1
	}
	if t.Kind > API {
		l.Fail()
	}
	return t
}

// internAll interns the names that linking the file would have interned.
func (l *linkedFile) internAll(p *Program) {
	l.names = make([]NameID, len(l.strings))
	for i, s := range l.strings[:l.interned] {
		l.names[i] = p.names.internRare(s)
	}
}

// settle finds the other names, and the types that the record speaks of. It reports false if one of these is not there.
func (l *linkedFile) settle(p *Program) bool {
	for i := l.interned; i < len(l.strings); i++ {
		l.names[i] = p.names.find(l.strings[i])
	}
	l.ownTypes = make([]TypeID, len(l.own)/8)
	for i := range l.ownTypes {
		t := p.identities.find(encoding.LittleEndian.Uint64(l.own[8*i:]))
		if t == NoType {
			return false
		}
		l.ownTypes[i] = t
	}
	return true
}

// declareTypes is Program.declareTypes for the types of the file.
func (l *linkedFile) declareTypes(p *Program, file int32, pkg NameID) {
	base := p.typeBase[file]
	for j := range l.types {
		id := TypeID(base + int32(j))
		t := &p.types[id]
		kind, flags := java.TypeKind(l.Byte()), l.Byte()
		text, name := l.name()
		*t = Type{Name: text, QualifiedName: l.string(), File: file, Idx: java.TypeIdx(j), Kind: kind, Super: NoType, pkg: pkg, name: NoName,
			Static: flags&linkedStatic != 0, Local: flags&linkedLocal != 0, state: linked}
		t.Outer = p.TypeOf(file, java.TypeIdx(l.number(j+1))-1)
		in := l.number(l.methods+1) - 1
		if flags&linkedNamed != 0 {
			t.name = name
			p.names.flags[max(name, 0)] |= namesType
		}
		if l.Bad {
			return
		}
		p.enterType(id, t, p.MethodOf(file, java.MethodIdx(in)))
	}
}

// linkSupertypes fills in the supertypes of the types of the file.
func (l *linkedFile) linkSupertypes(p *Program, file int32) {
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		t := &p.types[id]
		t.Open = l.Byte()&linkedOpen != 0
		t.SuperRef = l.ref()
		if i := l.number(len(l.ownTypes) + 1); i > 0 {
			t.Super = l.ownTypes[i-1]
		}
		for range l.Count(1) {
			if i := l.ownType(); i != NoType { // else the record is none, which is told once all are read
				t.Interfaces = append(t.Interfaces, i)
			}
		}
	}
}

// owner reads the type of the file that a member stands in.
func (l *linkedFile) owner(p *Program, file int32) TypeID {
	return p.TypeOf(file, java.TypeIdx(l.number(l.types+1))-1)
}

// declareMembers fills in the methods and fields of the file.
func (l *linkedFile) declareMembers(p *Program, file int32, params []TypeRef) []TypeRef {
	for j := range l.methods {
		id := p.methodBase[file] + int32(j)
		m := &p.methods[id]
		kind, flags := java.MethodKind(l.Byte()), l.uint16()
		text, name := l.name()
		*m = Method{Name: text, Owner: l.owner(p, file), File: file, Idx: java.MethodIdx(j), Kind: kind, name: NoName,
			Node: java.NodeID(l.number(math.MaxInt32)), Body: java.NodeID(l.number(math.MaxInt32) - 1),
			Static: flags&linkedStatic != 0, Abstract: flags&linkedAbstract != 0, Private: flags&linkedPrivate != 0,
			Final: flags&linkedFinal != 0, Variadic: flags&linkedVariadic != 0, args: flags&linkedArgs != 0}
		if flags&linkedNamed != 0 {
			m.name = name
			p.names.flags[max(name, 0)] |= namesMethod
		}
		if b := l.Bytes(8); len(b) == 8 {
			p.identities.methods[id] = encoding.LittleEndian.Uint64(b)
		}
		m.Return = l.ref()
		start := len(params)
		for range l.Count(1) {
			params = append(params, l.ref())
		}
		m.Params = params[start:len(params):len(params)]
	}
	for j := range l.fields {
		v := &p.fields[p.fieldBase[file]+int32(j)]
		kind, flags := java.FieldKind(l.Byte()), l.uint16()
		text, name := l.name()
		*v = Field{Name: text, Owner: l.owner(p, file), File: file, Idx: java.FieldIdx(j), Kind: kind, name: name,
			Node: java.NodeID(l.number(math.MaxInt32)), Type: l.ref(),
			Static: flags&linkedStatic != 0, Final: flags&linkedFinal != 0, args: flags&linkedArgs != 0}
		p.names.flags[max(name, 0)] |= namesField
		if flags&linkedConstant != 0 {
			v.Constant = l.constant()
		}
	}
	if len(l.B) > 0 {
		l.Fail()
	}
	return params
}

func (l *linkedFile) constant() *Constant {
	c := &Constant{Kind: RefKind(l.Byte())}
	n, k := encoding.Varint(l.B)
	if k <= 0 {
		l.Fail()
		return c
	}
	c.Int = n
	l.B = l.B[k:]
	if b := l.Bytes(8); len(b) == 8 {
		c.Float = math.Float64frombits(encoding.LittleEndian.Uint64(b))
	}
	c.Str = l.string()
	return c
}

// Entangled reports whether what the supertypes of some type are was decided by the order in which they were looked for. A
// LinkedWriter writes nothing of such a program.
func (p *Program) Entangled() bool { return p.entangled }
