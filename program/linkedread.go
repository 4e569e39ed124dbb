package program

import (
	encoding "encoding/binary"
	"math"

	"refract/internal/wire"
	"refract/java"
)

// This file reads what linked.go writes.

// linkedFile reads the record of one file, stage by stage as linking goes.
type linkedFile struct {
	wire.Reader
	strings                []string
	interned               int
	sums                   []uint64 // NameSum of those of strings that are interned
	names                  []NameID // by string; those that are not interned are looked up once all are known
	own                    []byte   // identities of types
	ownTypes               []TypeID // the same, found
	pkg                    string
	imports                []java.Import
	types, methods, fields int
}

// Record is what a LinkedWriter wrote of a file, opened for Relink. It is immutable.
type Record struct {
	file linkedFile // Bad for a record that is none
}

// OpenRecord opens a record, which it keeps. Whether it is one at all is for Relink to say.
func OpenRecord(record []byte) *Record {
	r := &Record{}
	if !r.file.open(record) {
		r.file = linkedFile{}
		r.file.Fail()
	}
	return r
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
	l.sums = make([]uint64, l.interned)
	for i := range l.sums {
		l.sums[i] = NameSum(l.strings[i])
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
		l.names[i] = p.names.internSum(s, l.sums[i])
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
