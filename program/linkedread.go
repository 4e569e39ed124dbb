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

	members uint64
	text    string // that was not spoken of yet
	names   []byte // that are interned
	own     []byte // identities of types
	table   int    // number of names that the record can speak of
	counts  struct{ types, methods, fields, params, interfaces int }

	// Of the arenas, what this file has.
	types      []TypeID // own, found
	params     []TypeRef
	interfaces []TypeID
}

// arenas are the arrays that files with records have their shares of.
type arenas struct {
	files                     []*linkedFile
	types, params, interfaces int
	// methods and fields are the members of all types, those of a type together.
	methods []MethodID
	fields  []FieldID
}

// is reports whether there is a record.
func (l *linkedFile) is() bool { return l.B != nil }

// reserve makes room for the share of l.
func (a *arenas) reserve(l *linkedFile) {
	a.files = append(a.files, l)
	a.types += len(l.own) / 8
	a.params += l.counts.params
	a.interfaces += l.counts.interfaces
}

// make gives each file its share.
func (a *arenas) make() {
	types, params, interfaces := make([]TypeID, a.types), make([]TypeRef, a.params), make([]TypeID, a.interfaces)
	for _, l := range a.files {
		n := len(l.own) / 8
		l.types, types = types[:n:n], types[n:]
		n = l.counts.params
		l.params, params = params[:n:n], params[n:]
		n = l.counts.interfaces
		l.interfaces, interfaces = interfaces[:n:n], interfaces[n:]
	}
}

// open reads the head of a record. It fails for one that is none, or that speaks of other names.
func (l *linkedFile) open(names *NameTable) {
	l.table = names.Len()
	if id := l.fixed(); names == nil || id != names.id {
		l.Fail()
	}
	l.members = l.fixed()
	l.text = string(l.Bytes(l.Count(1)))
	l.names = l.Bytes(l.Count(1))
	l.own = l.Bytes(8 * l.Count(8))
	c := &l.counts
	c.types, c.methods, c.fields, c.params, c.interfaces = l.Count(6), l.Count(methodRow), l.Count(fieldRow), l.Count(1), l.Count(1)
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
func (l *linkedFile) id() NameID { return NameID(l.number(l.table)) }

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
	text = p.names.text[id]
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
		t.Ref = int32(l.number(l.table+1) - 1)
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
	last := int64(NoName)
	for b := l.names; len(b) > 0; {
		n, k := uint64(b[0]), 1
		if n >= 0x80 {
			n, k = encoding.Uvarint(b)
		}
		if k <= 0 || n == 0 || n > uint64(l.table) || last+int64(n) >= int64(l.table) {
			l.Fail()
			return
		}
		last += int64(n)
		flags[last] |= namesAny
		b = b[k:]
	}
}

// declareTypes is Program.declareTypes for the types of the file.
func (l *linkedFile) declareTypes(p *Program, file int32, r *linkedReader) {
	flags := r.flags
	l.intern(flags)
	if l.table == 0 {
		l.Fail()
		return
	}
	pkg, first := l.id(), l.id()
	flags[pkg] |= namesPackage
	flags[first] |= namesPackage
	for j := range l.counts.types {
		id := TypeID(p.typeBase[file] + int32(j))
		t := &p.types[id]
		kind, bits := java.TypeKind(l.Byte()), l.Byte()
		*t = Type{File: file, Idx: java.TypeIdx(j), Kind: kind, Super: NoType, pkg: pkg,
			Static: bits&linkedStatic != 0, Local: bits&linkedLocal != 0, state: linked}
		t.Name, t.name = l.name(p, bits, l.Uvarint())
		t.QualifiedName = l.string(l.Uvarint())
		t.Outer = p.TypeOf(file, java.TypeIdx(l.number(j+1))-1)
		p.typeIn[id] = p.MethodOf(file, java.MethodIdx(l.number(l.counts.methods+1)-1))
		if t.name >= 0 {
			flags[t.name] |= namesType
		}
		if l.Bad() {
			return
		}
	}
}

// linkSupertypes finds the types that the record speaks of, and fills in the imports of the file and the supertypes of its types.
func (l *linkedFile) linkSupertypes(p *Program, file int32) {
	for i := range l.types {
		if l.types[i] = p.identities.find(encoding.LittleEndian.Uint64(l.own[8*i:])); l.types[i] == NoType {
			l.Fail()
			return
		}
	}
	l.readImports(p, &p.imports[file])
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		t := &p.types[id]
		t.Open = l.Byte()&linkedOpen != 0
		t.SuperRef = l.ref(p)
		t.Super = l.ownOrNone()
		n := l.Count(1)
		if n > len(l.interfaces) {
			l.Fail()
		}
		if n == 0 || l.Bad() {
			continue
		}
		t.Interfaces, l.interfaces = l.interfaces[:n:n], l.interfaces[n:]
		for i := range t.Interfaces {
			t.Interfaces[i] = l.ownType()
		}
	}
	if len(l.interfaces) > 0 {
		l.Fail()
	}
}

func (l *linkedFile) readImports(p *Program, im *imports) {
	flags := l.Byte()
	im.apiStatics, im.wholePackage = flags&importAPIStatics != 0, flags&importWholePackage != 0
	if n := l.Count(2); n > 0 {
		im.types = make([]importedType, n)
	}
	for i := range im.types {
		im.types[i] = importedType{l.id(), l.ref(p)}
	}
	if n := l.Count(2); n > 0 {
		im.demand = make([]demand, n)
	}
	for i := range im.demand {
		if l.Byte() != 0 {
			im.demand[i] = demand{NoName, l.ownType()}
		} else {
			im.demand[i] = demand{l.id(), NoType}
		}
	}
	if n := l.Count(2); n > 0 {
		im.statics = make([]staticImport, n)
	}
	for i := range im.statics {
		im.statics[i] = staticImport{l.id(), l.ownOrNone()}
	}
	if n := l.Count(1); n > 0 {
		im.staticTypes = make([]TypeID, n)
	}
	for i := range im.staticTypes {
		im.staticTypes[i] = l.ownType()
	}
}

// linkedReader is what one worker reads records with.
type linkedReader struct {
	flags []nameFlags // by NameID: what they are declared as
	refs  []TypeRef   // of the members of a file
}

// declareMembers fills in the methods and fields of the file, and the tables that they are found in by name.
func (l *linkedFile) declareMembers(p *Program, file int32, r *linkedReader) {
	r.refs = append(r.refs[:0], TypeRef{})
	for range l.Count(1) {
		r.refs = append(r.refs, l.ref(p))
	}
	methods, fields := l.Bytes(methodRow*l.counts.methods), l.Bytes(fieldRow*l.counts.fields)
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
			p.fields[p.fieldBase[file]+int32(j)].Constant = l.constant()
		}
	}
	if l.At < len(l.B) || l.text != "" {
		l.Fail()
	}
}

// methods fills in the methods of the file from their rows.
func (l *linkedFile) methods(p *Program, file int32, r *linkedReader, rows []byte) {
	base := p.methodBase[file]
	methods, identities := p.methods[base:p.methodBase[file+1]], p.identities.methods[base:p.methodBase[file+1]]
	for j := range methods {
		row, m := (*[methodRow]byte)(rows[methodRow*j:]), &methods[j]
		identities[j] = encoding.LittleEndian.Uint64(row[:])
		node, body := encoding.LittleEndian.Uint32(row[8:]), encoding.LittleEndian.Uint32(row[12:])
		name, owner := encoding.LittleEndian.Uint32(row[16:]), encoding.LittleEndian.Uint32(row[20:])
		params, bits := encoding.LittleEndian.Uint32(row[24:]), row[31]
		if node >= math.MaxInt32 || body >= math.MaxInt32 || owner > uint32(l.counts.types) || params > uint32(len(l.params)) {
			l.Fail()
			return
		}
		// One by one: a whole Method would be made elsewhere and copied.
		m.File, m.Idx, m.Kind, m.Mods = file, java.MethodIdx(j), java.MethodKind(row[30]), java.ModifierSet(encoding.LittleEndian.Uint16(row[28:]))
		m.Static, m.Abstract = bits&linkedStatic != 0, bits&linkedAbstract != 0
		m.Variadic, m.args = bits&linkedVariadic != 0, bits&linkedArgs != 0
		m.Name, m.name = l.name(p, bits, uint64(name))
		if m.name >= 0 {
			r.flags[m.name] |= namesMethod
		}
		m.Owner = p.TypeOf(file, java.TypeIdx(owner)-1)
		m.Node, m.Body = java.NodeID(node), java.NodeID(body)-1
		m.Params, l.params = l.params[:params:params], l.params[params:]
		m.Return = l.use(r)
		for i := range m.Params {
			m.Params[i] = l.use(r)
		}
	}
	if len(l.params) > 0 {
		l.Fail()
	}
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
		v.Name, v.name = p.names.text[name], NameID(name)
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

// orderMethods fills in the table that the methods of the file are found in by name. As there is room for as many as a type has, they are in order, each
// once, where each is one of the type and behind the one before.
func (l *linkedFile) orderMethods(p *Program, file int32) {
	base := p.methodBase[file]
	for t := TypeID(p.typeBase[file]); t < TypeID(p.typeBase[file+1]); t++ {
		last, names := member{NoName, -1}, uint64(0)
		list := p.methodsOf(t)
		for i := range list {
			id := base + int32(l.number(l.counts.methods))
			e := member{p.methods[id].name, id}
			if p.methods[id].Owner != t || !last.before(e) {
				l.Fail()
				return
			}
			names |= nameBit(e.name)
			list[i], last = e, e
		}
		p.methodNames[t] = names
	}
}

// orderFields is orderMethods for fields.
func (l *linkedFile) orderFields(p *Program, file int32) {
	base := p.fieldBase[file]
	for t := TypeID(p.typeBase[file]); t < TypeID(p.typeBase[file+1]); t++ {
		last := member{NoName, -1}
		list := p.fieldsOf(t)
		for i := range list {
			id := base + int32(l.number(l.counts.fields))
			e := member{p.fields[id].name, id}
			if p.fields[id].Owner != t || !last.before(e) {
				l.Fail()
				return
			}
			list[i], last = e, e
		}
	}
}

func (l *linkedFile) constant() *Constant {
	c := &Constant{Kind: RefKind(l.Byte())}
	c.Int = l.Varint()
	c.Float = math.Float64frombits(l.fixed())
	c.Str = l.string(l.Uvarint())
	return c
}
