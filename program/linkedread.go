package program

import (
	encoding "encoding/binary"
	"math"

	"refract/internal/wire"
	"refract/java"
)

// This file reads what linked.go writes.

// linkedFile reads the record of one file, stage by stage as linking goes. Behind the first fault every read returns zeros.
type linkedFile struct {
	wire.Skimmer // in a table of all, where every write of a slice is one that the collector wants to hear of

	text    string // that was not spoken of yet
	lineage uint64 // that the file had when the record was written
	table   int32  // number of names that the record can speak of
	twins   bool   // several of its methods have one identity
	next    byte   // of the record; see Program.readAhead
	counts  struct{ types, methods, fields int32 }
	types   []TypeID // own, found
}

// linkedReader is what one worker reads records with.
type linkedReader struct {
	flags []nameFlags // by NameID: what they are declared as
	refs  []TypeRef   // of the members of a file
	used  []TypeRef   // by the parameters of its methods

	// What the lists of files are made of.
	types    []TypeID
	params   []TypeRef
	imported []importedType
	demand   []demand
	statics  []staticImport
	constant []Constant
}

// take returns a list of n elements that is cut off the front of rest, of which there is more once it is too short.
func take[T any](rest *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(*rest) {
		*rest = make([]T, max(n, listed))
	}
	list := (*rest)[:n:n]
	*rest = (*rest)[n:]
	return list
}

// typeLeast is how many bytes a record has of each type at least.
const typeLeast = 14

// listed is how many elements of lists are made at a time.
const listed = 1 << 10

// is reports whether there is a record.
func (l *linkedFile) is() bool { return l.B != nil }

// open reads the head of the record of a file. It fails for one that is none, or that speaks of other names.
func (l *linkedFile) open(p *Program, file int, names *NameTable) {
	l.table = int32(names.Len())
	if id := l.fixed(); names == nil || id != names.id {
		l.Fail()
	}
	p.memberSums[file], p.signatures[file], l.lineage = l.fixed(), l.fixed(), l.fixed()
	l.twins = l.Byte()&linkedTwins != 0
	l.counts.types, l.counts.methods, l.counts.fields = int32(l.Count(typeLeast)), int32(l.Count(methodRow)), int32(l.Count(fieldRow))
	l.text = string(l.Bytes(l.Count(1)))
}

// fixed reads 8 bytes.
func (l *linkedFile) fixed() uint64 {
	if b := l.Bytes(8); len(b) == 8 {
		return encoding.LittleEndian.Uint64(b)
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

// string takes the next n bytes of the text.
func (l *linkedFile) string(n uint64) string {
	if n > uint64(len(l.text)) {
		l.Fail()
		return ""
	}
	s := l.text[:n]
	l.text = l.text[n:]
	return s
}

// id reads the number of a name. A fault gives that of the first name, which there is always.
func (l *linkedFile) id() NameID { return NameID(l.number(int(l.table))) }

// name is the name of a declaration with such flags, of which said is its number or the length of its text.
func (l *linkedFile) name(p *Program, flags byte, said uint64) (text string, id NameID) {
	if flags&linkedText != 0 {
		return l.string(said), NoName
	}
	if said >= uint64(l.table) {
		l.Fail()
		return "", NoName
	}
	id = NameID(said)
	text = p.names.text(id)
	if flags&linkedNamed == 0 {
		id = NoName
	}
	return text, id
}

// ownType reads a type that the record speaks of.
func (l *linkedFile) ownType() TypeID {
	if i := l.number(len(l.types)); !l.Bad() {
		return l.types[i]
	}
	return NoType
}

// ownOrNone reads a type that the record speaks of, or that there is none.
func (l *linkedFile) ownOrNone() TypeID {
	if i := l.number(len(l.types) + 1); i > 0 {
		return l.types[i-1]
	}
	return NoType
}

func (l *linkedFile) ref(p *Program) TypeRef {
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
		t.Ref = int32(l.number(int(l.table)+1) - 1)
		if !p.names.has(NameID(t.Ref), namesAny) {
			t.Ref = int32(NoName)
		}
	default:
		t.Ref = -1
	}
	if t.Kind > API {
		l.Fail()
	}
	return t
}

// intern sets the flags of the names that linking the file would have interned.
func (l *linkedFile) intern(flags []nameFlags) {
	flags = flags[:l.table]
	last := int64(NoName)
	for b := l.Bytes(l.Count(1)); len(b) >= 2; {
		n := int64(encoding.LittleEndian.Uint16(b))
		if b = b[2:]; n == 0 && len(b) >= 4 {
			n, b = int64(encoding.LittleEndian.Uint32(b)), b[4:]
		}
		if last += n; last >= int64(len(flags)) || n == 0 {
			l.Fail()
			return
		}
		flags[last] |= namesAny
	}
}

// declareTypes is Program.declareTypes for the types of the file.
func (l *linkedFile) declareTypes(p *Program, file int32, r *linkedReader) {
	flags := r.flags
	if l.table == 0 {
		l.Fail()
		return
	}
	l.intern(flags)
	pkg, first := l.id(), l.id()
	flags[pkg] |= namesPackage
	flags[first] |= namesPackage
	for j := range int(l.counts.types) {
		id := TypeID(p.typeBase[file] + int32(j))
		t := &p.types[id]
		kind, bits := java.TypeKind(l.Byte()), l.Byte()
		*t = Type{File: file, Idx: java.TypeIdx(j), Kind: kind, Super: NoType, pkg: pkg,
			Static: bits&linkedStatic != 0, Local: bits&linkedLocal != 0, state: linked}
		t.Name, t.name = l.name(p, bits, l.Uvarint())
		p.identities.names[id] = l.fixed()
		t.number = int32(l.number(int(l.counts.types) + 1))
		t.Outer = p.TypeOf(file, java.TypeIdx(l.number(j+1))-1)
		p.typeIn[id] = p.MethodOf(file, java.MethodIdx(l.number(int(l.counts.methods)+1)-1))
		if t.name >= 0 {
			flags[t.name] |= namesType
		}
		if l.Bad() {
			return
		}
	}
}

// ownRow is the length of what is said of a type that the record speaks of.
const ownRow = 12

// findOwn finds the types that the record speaks of.
func (l *linkedFile) findOwn(p *Program, file int32, r *linkedReader) {
	n := l.Count(ownRow)
	rows := l.Bytes(ownRow * n)
	l.types = take(&r.types, n)
	for i := range l.types {
		row := (*[ownRow]byte)(rows[ownRow*i:])
		near := int(p.typeBase[file]) + int(int32(encoding.LittleEndian.Uint32(row[8:])))
		if l.types[i] = p.identities.findNear(encoding.LittleEndian.Uint64(row[:]), near); l.types[i] == NoType {
			l.Fail()
			return
		}
	}
}

// linkSupertypes finds the types that the record speaks of, and fills in the imports of the file and the supertypes of its types.
func (l *linkedFile) linkSupertypes(p *Program, file int32, r *linkedReader) {
	l.findOwn(p, file, r)
	l.readImports(p, &p.imports[file], r)
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		t := &p.types[id]
		t.Open = l.Byte()&linkedOpen != 0
		t.SuperRef = l.ref(p)
		t.Super = l.ownOrNone()
		t.Interfaces = take(&r.types, l.Count(1))
		for i := range t.Interfaces {
			t.Interfaces[i] = l.ownType()
		}
		if l.Bad() {
			t.Super, t.Interfaces = NoType, nil
			return
		}
	}
}

func (l *linkedFile) readImports(p *Program, im *imports, r *linkedReader) {
	flags := l.Byte()
	im.apiStatics, im.wholePackage = flags&importAPIStatics != 0, flags&importWholePackage != 0
	im.types = take(&r.imported, l.Count(2))
	for i := range im.types {
		im.types[i] = importedType{l.id(), l.ref(p)}
	}
	im.demand = take(&r.demand, l.Count(2))
	for i := range im.demand {
		if l.Byte() != 0 {
			im.demand[i] = demand{NoName, l.ownType()}
		} else {
			im.demand[i] = demand{l.id(), NoType}
		}
	}
	im.statics = take(&r.statics, l.Count(2))
	for i := range im.statics {
		im.statics[i] = staticImport{l.id(), l.ownOrNone()}
	}
	im.staticTypes = take(&r.types, l.Count(1))
	for i := range im.staticTypes {
		im.staticTypes[i] = l.ownType()
	}
}

// declareMembers fills in the methods and fields of the file, and the tables that they are found in by name.
func (l *linkedFile) declareMembers(p *Program, file int32, r *linkedReader) {
	r.refs = append(r.refs[:0], TypeRef{})
	for range l.Count(1) {
		r.refs = append(r.refs, l.ref(p))
	}
	methods, fields := l.Bytes(methodRow*int(l.counts.methods)), l.Bytes(fieldRow*int(l.counts.fields))
	if l.Bad() {
		return
	}
	l.methods(p, file, r, methods)
	l.fields(p, file, r, fields)
	if l.Bad() {
		return
	}
	p.listMembers(file)
	l.orderMethods(p, file)
	l.orderFields(p, file)
	for j := range l.counts.fields {
		if fields[fieldRow*j+fieldRow-1]&linkedConstant != 0 {
			p.fields[p.fieldBase[file]+j].Constant = l.constant(r)
		}
	}
	if l.text != "" {
		l.Fail()
	}
}

// methods fills in the methods of the file from their rows.
func (l *linkedFile) methods(p *Program, file int32, r *linkedReader, rows []byte) {
	base := p.methodBase[file]
	methods, identities := p.methods[base:p.methodBase[file+1]], p.identities.methods[base:p.methodBase[file+1]]
	r.used = r.used[:0]
	for j := range methods {
		row, m := (*[methodRow]byte)(rows[methodRow*j:]), &methods[j]
		identities[j] = encoding.LittleEndian.Uint64(row[:])
		node, body := encoding.LittleEndian.Uint32(row[8:]), encoding.LittleEndian.Uint32(row[12:])
		name, owner := encoding.LittleEndian.Uint32(row[16:]), encoding.LittleEndian.Uint32(row[20:])
		params, bits := encoding.LittleEndian.Uint32(row[24:]), row[31]
		if node >= math.MaxInt32 || body >= math.MaxInt32 || owner > uint32(l.counts.types) || int(params) > len(l.B)-l.At {
			l.Fail()
			return
		}
		// One by one: a whole Method would be made elsewhere and copied.
		m.File, m.Idx, m.Kind, m.Mods = file, java.MethodIdx(j), java.MethodKind(row[30]), java.ModifierSet(encoding.LittleEndian.Uint16(row[28:]))
		m.Static, m.Abstract = bits&linkedStatic != 0, bits&linkedAbstract != 0
		m.Variadic, m.args = bits&linkedVariadic != 0, bits&linkedArgs != 0
		m.Owner = p.TypeOf(file, java.TypeIdx(owner)-1)
		switch {
		case bits&(linkedNamed|linkedText) != linkedNamed:
			m.name = NoName
			text, _ := l.name(p, bits, uint64(name))
			p.nameMethod(m, text)
		case name < uint32(l.table):
			m.name = NameID(name)
			r.flags[name] |= namesMethod
		default:
			l.Fail()
			return
		}
		m.Node, m.Body = java.NodeID(node), java.NodeID(body)-1
		m.Return = l.use(r)
		m.params, m.numParams = int32(len(r.used)), int32(params)
		for range params {
			r.used = append(r.used, l.use(r))
		}
	}
	p.params[file] = take(&r.params, len(r.used))
	copy(p.params[file], r.used)
}

// fields fills in the fields of the file from their rows.
func (l *linkedFile) fields(p *Program, file int32, r *linkedReader, rows []byte) {
	fields := p.fields[p.fieldBase[file]:p.fieldBase[file+1]]
	for j := range fields {
		row, v := (*[fieldRow]byte)(rows[fieldRow*j:]), &fields[j]
		node, name, owner := encoding.LittleEndian.Uint32(row[:]), encoding.LittleEndian.Uint32(row[4:]), encoding.LittleEndian.Uint32(row[8:])
		if node >= math.MaxInt32 || name >= uint32(l.table) || owner > uint32(l.counts.types) {
			l.Fail()
			return
		}
		bits := row[13]
		r.flags[name] |= namesField
		v.name = NameID(name)
		v.File, v.Idx, v.Kind = file, java.FieldIdx(j), java.FieldKind(row[12])
		v.Static, v.Final, v.args = bits&linkedStatic != 0, bits&linkedFinal != 0, bits&linkedArgs != 0
		v.Owner = p.TypeOf(file, java.TypeIdx(owner)-1)
		v.Node, v.Type = java.NodeID(node), l.use(r)
	}
}

// use reads which reference a member speaks of.
func (l *linkedFile) use(r *linkedReader) TypeRef {
	i := l.Uvarint()
	if i >= uint64(len(r.refs)) {
		l.Fail()
		return TypeRef{}
	}
	return r.refs[i]
}

// orderMethods fills in the table that the methods of the file are found in by name.
func (l *linkedFile) orderMethods(p *Program, file int32) {
	for t := TypeID(p.typeBase[file]); t < TypeID(p.typeBase[file+1]); t++ {
		list := p.methodsOf(t)
		l.order(list, t, p.methodBase[file], l.counts.methods, func(id int32) (NameID, TypeID) { return p.methods[id].name, p.methods[id].Owner })
		for _, e := range list {
			p.methodNames[t] |= nameBit(e.name)
		}
	}
}

// orderFields is orderMethods for fields.
func (l *linkedFile) orderFields(p *Program, file int32) {
	for t := TypeID(p.typeBase[file]); t < TypeID(p.typeBase[file+1]); t++ {
		l.order(p.fieldsOf(t), t, p.fieldBase[file], l.counts.fields, func(id int32) (NameID, TypeID) { return p.fields[id].name, p.fields[id].Owner })
	}
}

// order fills in the members of t by name, of the n of the file that are numbered from base on. As there is room for as many as t has, they are in order, each
// once, where each is one of t and behind the one before.
func (l *linkedFile) order(list []member, t TypeID, base, n int32, of func(id int32) (name NameID, owner TypeID)) {
	last := member{NoName, -1}
	for i := range list {
		id := base + int32(l.number(int(n)))
		name, owner := of(id)
		e := member{name, id}
		if l.Bad() || owner != t || !last.before(e) {
			l.Fail()
			return
		}
		list[i], last = e, e
	}
}

func (l *linkedFile) constant(r *linkedReader) *Constant {
	c := &take(&r.constant, 1)[0]
	c.Kind = RefKind(l.Byte())
	c.Int = l.Varint()
	c.Float = math.Float64frombits(l.fixed())
	c.Str = l.string(l.Uvarint())
	return c
}

// overridden appends to up what the methods of the file override, with l for its ancestors.
func (f *linkedFile) overridden(p *Program, l *lookup, file int32, up []pair) []pair {
	for id := TypeID(p.typeBase[file]); id < TypeID(p.typeBase[file+1]); id++ {
		if !p.types[id].derived() {
			continue
		}
		n := f.Count(4)
		if n == 0 {
			continue
		}
		methods, ancestors := p.types[id].Methods, l.ancestors(id)[1:]
		for range n {
			at := f.number(len(methods))
			for range f.Count(2) {
				ancestor := f.number(len(ancestors))
				if f.Bad() {
					return up
				}
				theirs := p.types[ancestors[ancestor]].Methods
				o := f.number(len(theirs))
				if f.Bad() {
					return up
				}
				up = append(up, pair{int32(methods[at]), int32(theirs[o])})
			}
		}
	}
	if f.At < len(f.B) {
		f.Fail()
	}
	return up
}
