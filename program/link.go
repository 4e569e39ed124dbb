package program

import (
	"slices"
	"sync"

	"refract/internal/fresh"
	"refract/java"
)

// Link makes the symbol table of files. Every declaration of every file is in it, also where two files declare a type
// of the same name. The order of files is the order of all numbers, and decides where nothing else does.
//
// Cost: linear in the number of nodes (one pass looks for the names of types) plus, for each method, the number of
// its owner's ancestors.
func Link(files []*java.File) *Program {
	p, _ := Relink(files, Known{}, 1)
	return p
}

// Known is what is known of files from another program.
type Known struct {
	// Names are the names that Records speak of by number.
	Names *NameTable
	// Records are, by file, what a LinkedWriter wrote of it; nil for one that is to be linked from its text. Without any, all are. The program keeps
	// none of them.
	Records [][]byte
	// Uses, where not nil, keeps what was found in texts for the next Relink of the same files.
	Uses *TypeUses
	// Reading, where not nil, is given each function that reads records, and calls it. It reports false where they could not be read to the end: they
	// may lie in a file.
	Reading func(read func()) bool
}

// Relink is Link for files of which some are known from another program, with so many workers. Who gives a record vouches for it that all names
// in the text of the file mean what they meant. If a record is none, speaks of a type that is not there, or of another table of names, the
// program is nil, and bad has the numbers of such files. The program has the names of known.Names, and those that it adds behind them; of these it
// finds those alone that its files intern.
func Relink(files []*java.File, known Known, jobs int) (p *Program, bad []int32) {
	p = &Program{Files: files, names: known.Names.names(), near: map[nearKey]TypeID{}, locals: map[MethodID][]TypeID{},
		cut: map[TypeID]supers{}, odd: &oddNames{}}
	p.Stats.Files = len(files)
	if p.reading = known.Reading; p.reading == nil {
		p.reading = func(read func()) bool { read(); return true }
	}
	directories := beside(jobs, p.number2dirs)
	defer directories()
	if bad = p.open(known, jobs); bad != nil {
		return nil, bad
	}
	p.internKnown()
	p.number(len(known.Records) > 0, jobs)
	p.declareTypes(jobs)
	if bad = p.faults(); bad != nil {
		return nil, bad
	}
	directories()
	identified := beside(jobs, func() { p.identify(jobs) })
	p.findDuplicates(p.enterTypes())
	p.internTypeUses(known.Uses, jobs)
	p.readImports()
	identified()
	p.inLinked(jobs, func(r *linkedReader, file int32, l *linkedFile) { l.linkSupertypes(p, file, r) })
	if bad = p.faults(); bad != nil {
		return nil, bad
	}
	l := newLookup(p)
	p.linkSupertypes(l)
	subtypes := beside(jobs, p.findSubtypes)
	p.declareMembers(l, jobs)
	subtypes()
	if bad = p.faults(); bad != nil {
		return nil, bad
	}
	folded := beside(jobs, func() { p.foldConstants(l) })
	digested := func() {}
	if len(known.Records) > 0 { // who has some asks for the digests to find out what has changed
		digested = beside(jobs, func() { p.digests = p.digest(p.identities.methods) })
	}
	p.linkOverriding(jobs)
	folded()
	digested()
	if bad = p.faults(); bad != nil {
		return nil, bad
	}
	p.names.settle()
	p.identities.methods = nil
	p.linked, p.typeIn, p.methodNames, p.reading = nil, nil, nil, nil
	p.Stats.Types, p.Stats.Methods, p.Stats.Fields, p.Stats.Names = len(p.types), len(p.methods), len(p.fields), p.names.count()
	return p, nil
}

// open begins to read the records.
func (p *Program) open(known Known, jobs int) (bad []int32) {
	p.linked = make([]linkedFile, len(p.Files))
	p.memberSums, p.signatures = make([]uint64, len(p.Files)), make([]uint64, len(p.Files))
	inRuns(jobs, len(known.Records), fileRun, func(from, to int) {
		for i := from; i < to; i++ {
			p.linked[i].B = known.Records[i]
		}
		p.readLinked(from, to, func(i int, l *linkedFile) { l.open(p, i, known.Names) })
	})
	return p.faults()
}

// readLinked calls f for those of the files from number from to to that have records, and reads them.
func (p *Program) readLinked(from, to int, f func(i int, l *linkedFile)) {
	ok := p.reading(func() {
		for i := from; i < to; i++ {
			if (i-from)%readAhead == 0 {
				p.readAhead(i, min(i+readAhead, to))
			}
			if l := &p.linked[i]; l.is() {
				f(i, l)
			}
		}
	})
	if ok {
		return
	}
	for i := from; i < to; i++ {
		if l := &p.linked[i]; l.is() {
			l.Fail()
		}
	}
}

// readAhead is of how many files readAhead reads.
const readAhead = 16

// readAhead reads where the records of files will be read next, so that the processor waits for the memory of several of them at a time.
func (p *Program) readAhead(from, to int) {
	for i := from; i < to; i++ {
		if l := &p.linked[i]; l.At < len(l.B) {
			l.next = l.B[l.At]
		}
	}
}

// faults lists the files with records in which faults were found.
func (p *Program) faults() (bad []int32) {
	for i := range p.linked {
		if p.linked[i].Bad() {
			bad = append(bad, int32(i))
		}
	}
	return bad
}

// inLinked calls f for each file with a record, with jobs workers, of which each has a reader.
func (p *Program) inLinked(jobs int, f func(r *linkedReader, file int32, l *linkedFile)) {
	p.inLinkedWith(jobs, func() *linkedReader { return &linkedReader{} }, f)
}

func (p *Program) inLinkedWith(jobs int, begin func() *linkedReader, f func(r *linkedReader, file int32, l *linkedFile)) {
	if !slices.ContainsFunc(p.linked, func(l linkedFile) bool { return l.is() }) {
		return
	}
	workInRuns(jobs, len(p.linked), fileRun, func() func(from, to int) {
		r := begin()
		return func(from, to int) {
			p.readLinked(from, to, func(i int, l *linkedFile) { f(r, int32(i), l) })
		}
	})
}

// eachLinked is inLinked of what sets flags of names as well, which are by NameID: each worker has its own, and in the end all of them are set.
func (p *Program) eachLinked(jobs int, f func(r *linkedReader, file int32, l *linkedFile)) {
	var mu sync.Mutex
	var all [][]nameFlags // by worker
	p.inLinkedWith(jobs, func() *linkedReader {
		flags := fresh.Make[nameFlags](len(p.names.flags))
		mu.Lock()
		all = append(all, flags)
		mu.Unlock()
		return &linkedReader{flags: flags}
	}, f)
	for _, flags := range all {
		for id, set := range flags {
			p.names.flags[id] |= set
		}
	}
}

// internKnown interns the names of the Java library that the package itself speaks of.
func (p *Program) internKnown() {
	p.names.intern("")
	for _, name := range javaLang {
		p.names.intern(name)
		p.names.intern("java.lang." + name)
	}
	for _, row := range results {
		p.names.intern(row.receiver)
	}
	p.internResults()
	p.object = apiRef(p.names.intern("java.lang.Object"))
	p.str = apiRef(p.names.intern("java.lang.String"))
}

// number gives each file its ranges of numbers. known says that some files may have records.
func (p *Program) number(known bool, jobs int) {
	n := len(p.Files) + 1
	p.typeBase, p.methodBase, p.fieldBase = make([]int32, 0, n), make([]int32, 0, n), make([]int32, 0, n)
	var types, methods, fields int32
	for i, f := range p.Files {
		p.typeBase = append(p.typeBase, types)
		p.methodBase = append(p.methodBase, methods)
		p.fieldBase = append(p.fieldBase, fields)
		if l := &p.linked[i]; l.is() {
			types += l.counts.types
			methods += l.counts.methods
			fields += l.counts.fields
			continue
		}
		f = f.Whole()
		types += int32(len(f.Types))
		methods += int32(len(f.Methods))
		fields += int32(len(f.Fields))
	}
	p.typeBase = append(p.typeBase, types)
	p.methodBase = append(p.methodBase, methods)
	p.fieldBase = append(p.fieldBase, fields)
	made := beside(jobs, func() { p.methods = fresh.Make[Method](int(methods)) })
	p.types = fresh.Make[Type](int(types))
	p.fields = fresh.Make[Field](int(fields))
	p.identities.names = make([]uint64, types)
	if known { // linking reads those of them that are
		p.identities.methods = make([]uint64, methods)
	}
	made()
}

// declareTypes fills in what a type declaration says by itself.
func (p *Program) declareTypes(jobs int) {
	p.typeIn = make([]MethodID, len(p.types))
	p.eachLinked(jobs, func(r *linkedReader, file int32, l *linkedFile) { l.declareTypes(p, file, r) })
	anonymous := map[TypeID]int32{}
	var name []byte // qualified
	for i, f := range p.Files {
		if p.linked[i].is() {
			continue
		}
		pkg := p.names.mark(f.Package, namesPackage)
		p.names.mark(segment(f.Package), namesPackage)
		f = f.Whole()
		for j := range f.Types {
			d := &f.Types[j]
			id := TypeID(p.typeBase[i] + int32(j))
			t := &p.types[id]
			*t = Type{Name: d.Name, File: int32(i), Idx: java.TypeIdx(j), Kind: d.Kind, Super: NoType, pkg: pkg,
				Outer: p.TypeOf(int32(i), d.Outer), Local: d.In >= 0 || d.InField >= 0}
			t.Static = p.staticType(t, d)
			p.nameType(t, d, anonymous)
			name = p.appendName(name[:0], t)
			p.identities.names[id] = NameSum(string(name))
			p.typeIn[id] = p.MethodOf(int32(i), d.In)
		}
	}
}

func (p *Program) staticType(t *Type, d *java.Type) bool {
	if t.Outer == NoType || d.Mods.Has(java.ModStatic) {
		return true
	}
	switch d.Kind {
	case java.InterfaceType, java.EnumType, java.RecordType, java.AnnotationInterface, java.EnumConstantBody:
		return true
	case java.AnonymousClass:
		return false // in a static method it has no enclosing instance, which lookups find out from the method
	}
	switch p.types[t.Outer].Kind {
	case java.InterfaceType, java.AnnotationInterface:
		return true
	}
	return false
}

func (p *Program) nameType(t *Type, d *java.Type, anonymous map[TypeID]int32) {
	switch d.Kind {
	case java.AnonymousClass:
		anonymous[t.Outer]++
		t.number, t.name = anonymous[t.Outer], NoName
	case java.EnumConstantBody:
		t.name = NoName
	default:
		t.name = p.names.mark(d.Name, namesType)
	}
}

// enterTypes enters top-level, member and local types where they are looked for, and fills in Type.Types. It returns under which keys of p.top there
// are several.
func (p *Program) enterTypes() (several map[uint64]bool) {
	several = map[uint64]bool{}
	p.top, p.members = make(map[uint64]TypeID, len(p.Files)), make(map[uint64]TypeID, max(len(p.types)-len(p.Files), 0))
	number, all := make([]int32, len(p.types)), 0 // of member types
	for i := range p.types {
		t := &p.types[i]
		p.enterType(TypeID(i), t, p.typeIn[i], several)
		if t.Outer != NoType && !t.Local {
			number[t.Outer]++
			all++
		}
	}
	list := make([]TypeID, all)
	for i, n := range number {
		if n > 0 {
			p.types[i].Types, list = list[:0:n], list[n:]
		}
	}
	for i := range p.types {
		if t := &p.types[i]; t.Outer != NoType && !t.Local {
			outer := &p.types[t.Outer]
			outer.Types = append(outer.Types, TypeID(i))
		}
	}
	return several
}

// enterType enters a type, which stands in the body of method in if that is one, where it is looked for.
func (p *Program) enterType(id TypeID, t *Type, in MethodID, several map[uint64]bool) {
	switch {
	case t.name == NoName:
	case t.Local:
		if in != NoMethod {
			p.locals[in] = append(p.locals[in], id)
		}
	case t.Outer != NoType:
		if k := key(int32(t.Outer), t.name); p.members[k] == 0 {
			p.members[k] = id + 1 // the zero value of the map means none
		}
	default:
		if k := key(int32(t.pkg), t.name); p.top[k] == 0 {
			p.top[k] = id + 1
		} else {
			several[k] = true
			p.Stats.Duplicates++
		}
	}
}

// TypeUses are the texts of the uses of types in files, each once, of those files that were linked from their texts. The zero TypeUses has none.
type TypeUses struct{ of [][]string } // by file, nil for one that was not looked into

// find finds those of the files that are to be linked from their texts, with jobs workers.
func (u *TypeUses) find(p *Program, jobs int) {
	if u.of == nil {
		u.of = make([][]string, len(p.Files))
	}
	workInRuns(jobs, len(p.Files), fileRun, func() func(from, to int) {
		seen := map[string]bool{}
		return func(from, to int) {
			for i := from; i < to; i++ {
				if p.linked[i].is() || u.of[i] != nil {
					continue
				}
				clear(seen)
				u.of[i] = []string{}
				eachTypeUse(p.Files[i].Whole(), func(text string) {
					if !seen[text] {
						seen[text] = true
						u.of[i] = append(u.of[i], text)
					}
				})
			}
		}
	})
}

// internTypeUses interns the text of every use of a type, so that a TypeRef can name any type that a declaration in a
// body mentions.
func (p *Program) internTypeUses(uses *TypeUses, jobs int) {
	if uses != nil {
		uses.find(p, jobs)
	}
	for i, f := range p.Files {
		switch {
		case p.linked[i].is():
		case uses != nil:
			for _, text := range uses.of[i] {
				p.names.intern(text)
			}
		default:
			eachTypeUse(f.Whole(), func(text string) { p.names.intern(text) })
		}
	}
}

// eachTypeUse calls use for the text of every use of a type's name in f.
func eachTypeUse(f *java.File, use func(text string)) {
	f.EachTypeUse(func(n java.NodeID) { use(f.Text(n)) })
}

// declareMembers fills in methods and fields with their resolved types, and the tables by name.
func (p *Program) declareMembers(l *lookup, jobs int) {
	p.methodIndex, p.fieldIndex = make([]member, len(p.methods)), make([]member, len(p.fields))
	p.methodList, p.fieldList = make([]MethodID, len(p.methods)), make([]FieldID, len(p.fields))
	p.methodNames = make([]uint64, len(p.types))
	p.params = make([][]TypeRef, len(p.Files))
	p.eachLinked(jobs, func(r *linkedReader, file int32, l *linkedFile) { l.declareMembers(p, file, r) })
	params := make([]TypeRef, 0, p.countParams())
	texts := 0
	for i, f := range p.Files {
		if p.linked[i].is() {
			continue
		}
		texts++
		l.reset()
		f = f.Whole()
		first := len(params)
		for j := range f.Methods {
			params = p.declareMethod(l, int32(i), p.MethodOf(int32(i), java.MethodIdx(j)), &f.Methods[j], params, first)
		}
		p.params[i] = params[first:len(params):len(params)]
		for j := range f.Fields {
			p.declareField(l, int32(i), p.FieldOf(int32(i), java.FieldIdx(j)), &f.Fields[j])
		}
		p.listMembers(int32(i))
		p.indexMembers(int32(i))
		p.signatures[i] = p.signaturesOf(int32(i))
	}
	if p.marked = 2*texts >= len(p.Files); p.marked {
		p.markShared()
	}
}

// countParams is about the number of parameters of all methods that are linked from texts.
func (p *Program) countParams() int {
	n := 0
	for i, f := range p.Files {
		if p.linked[i].is() {
			continue
		}
		f = f.Whole()
		for j := range f.Methods {
			n += len(f.Methods[j].Params)
			if f.Methods[j].Kind == java.CompactConstructor && f.Methods[j].Owner >= 0 {
				n += len(f.Types[f.Methods[j].Owner].Fields)
			}
		}
	}
	return n
}

// markShared marks the names of methods that stand in two types or more. It pays where it has to be found out of most methods what they override.
func (p *Program) markShared() {
	owners := fresh.Make[TypeID](len(p.names.sums)) // by NameID: the first owner of a method of that name, plus one
	for i := range p.types {
		owner := TypeID(i) + 1
		for _, e := range p.methodsOf(TypeID(i)) {
			switch {
			case e.name < 0:
			case owners[e.name] == 0:
				owners[e.name] = owner
			case owners[e.name] != owner:
				p.names.flags[e.name] |= sharedMethod
			}
		}
	}
}

// listMembers fills in the members of the types of a file, and has room for them in the tables that they are found in by name. Members stand in types of
// their file, or in none: these are in no table.
func (p *Program) listMembers(file int32) {
	methods, methodEnd := p.methodBase[file], p.methodBase[file+1]
	fields, fieldEnd := p.fieldBase[file], p.fieldBase[file+1]
	for i := methods; i < methodEnd; i++ {
		if t := p.methods[i].Owner; t != NoType {
			p.types[t].methodsAt++
		}
	}
	for i := fields; i < fieldEnd; i++ {
		if t := p.fields[i].Owner; t != NoType {
			p.types[t].fieldsAt++
		}
	}
	methodsAt, fieldsAt := methods, fields
	for i := p.typeBase[file]; i < p.typeBase[file+1]; i++ {
		t := &p.types[i]
		m, f := t.methodsAt, t.fieldsAt
		t.methodsAt, t.fieldsAt = methodsAt, fieldsAt
		t.Methods, t.Fields = p.methodList[methodsAt:methodsAt:methodsAt+m], p.fieldList[fieldsAt:fieldsAt:fieldsAt+f]
		methodsAt, fieldsAt = methodsAt+m, fieldsAt+f
	}
	for i := methods; i < methodEnd; i++ {
		if o := p.methods[i].Owner; o != NoType {
			t := &p.types[o]
			t.Methods = append(t.Methods, MethodID(i))
		}
	}
	for i := fields; i < fieldEnd; i++ {
		if o := p.fields[i].Owner; o != NoType {
			t := &p.types[o]
			t.Fields = append(t.Fields, FieldID(i))
		}
	}
}

// indexMembers fills in the tables that the members of a file are found in by name, once they are listed.
func (p *Program) indexMembers(file int32) {
	for i := p.typeBase[file]; i < p.typeBase[file+1]; i++ {
		t := &p.types[i]
		methods, fields := p.methodsOf(TypeID(i)), p.fieldsOf(TypeID(i))
		for j, m := range t.Methods {
			methods[j] = member{p.methods[m].name, int32(m)}
			p.methodNames[i] |= nameBit(methods[j].name)
		}
		for j, f := range t.Fields {
			fields[j] = member{p.fields[f].name, int32(f)}
		}
		sortMembers(methods)
		sortMembers(fields)
	}
}

// nameBit is the bit of a name in a set of 64 that tells which names are not in it.
func nameBit(name NameID) uint64 { return 1 << (uint32(name) % 64) }

// fewMembers is how many are sorted by insertion: most types have less, and to call a function for two members takes longer than to compare them.
const fewMembers = 24

// sortMembers sorts members, which are in their order, by name.
func sortMembers(m []member) {
	if len(m) <= fewMembers {
		for i := 1; i < len(m); i++ {
			e, j := m[i], i
			for ; j > 0 && m[j-1].name > e.name; j-- {
				m[j] = m[j-1]
			}
			m[j] = e
		}
		return
	}
	slices.SortFunc(m, func(a, b member) int {
		if a.name != b.name {
			return int(a.name) - int(b.name)
		}
		return int(a.id) - int(b.id)
	})
}

// declareMethod fills in a method, and appends its parameters to params, in which those of its file begin at first.
func (p *Program) declareMethod(l *lookup, file int32, id MethodID, d *java.Method, params []TypeRef, first int) []TypeRef {
	m := &p.methods[id]
	f := p.File(file)
	owner := p.TypeOf(file, d.Owner)
	*m = Method{Owner: owner, File: file, Idx: java.MethodIdx(int32(id) - p.methodBase[file]),
		Node: d.Node, Body: d.Body, Kind: d.Kind, Mods: d.Mods, name: NoName}
	inInterface := owner != NoType && (p.types[owner].Kind == java.InterfaceType || p.types[owner].Kind == java.AnnotationInterface)
	m.Static = d.Mods.Has(java.ModStatic) || d.Kind == java.StaticInit
	m.Abstract = d.Body < 0 && (d.Mods.Has(java.ModAbstract) || inInterface && d.Kind != java.NoMethod)
	if d.Kind == java.OrdinaryMethod || d.Kind == java.AnnotationElement {
		m.name = p.names.mark(d.Name, namesMethod)
	}
	ctx := scope{file, owner, id, java.NoNode}
	start := len(params)
	for i := range d.Params {
		dims := d.Params[i].Dims
		if d.Params[i].Variadic {
			m.Variadic = true
			dims++
		}
		params = append(params, l.typeNode(ctx, f, d.Params[i].Type).array(dims))
	}
	if d.Kind == java.CompactConstructor && owner != NoType {
		for _, k := range f.Types[d.Owner].Fields {
			if c := &f.Fields[k]; c.Kind == java.RecordComponentField {
				m.Variadic = m.Variadic || f.Kind(c.Node) == java.SpreadParameter
				params = append(params, l.componentType(ctx, f, c))
			}
		}
	}
	p.nameMethod(m, d.Name)
	m.params, m.numParams = int32(start-first), int32(len(params)-start)
	m.Return = primitive(Void)
	m.args = f.Kind(d.ReturnType) == java.GenericType
	if d.ReturnType >= 0 {
		m.Return = l.typeNode(ctx, f, d.ReturnType).array(d.ReturnDims)
	} else if m.Constructor() && owner != NoType {
		m.Return = ownRef(owner)
	}
	return params
}

func (p *Program) declareField(l *lookup, file int32, id FieldID, d *java.FieldDecl) {
	f := p.File(file)
	owner := p.TypeOf(file, d.Owner)
	v := &p.fields[id]
	*v = Field{Owner: owner, File: file, Idx: java.FieldIdx(int32(id) - p.fieldBase[file]), Node: d.Node, Kind: d.Kind,
		Static: d.Mods.Has(java.ModStatic), Final: d.Mods.Has(java.ModFinal), name: p.names.mark(d.Name, namesField)}
	switch {
	case d.Kind == java.EnumConstantField:
		v.Static, v.Final, v.Type = true, true, ownRef(owner)
		return
	case d.Kind == java.RecordComponentField:
		v.Final, v.args = true, f.Kind(d.Type) == java.GenericType
		v.Type = l.componentType(scope{file, owner, NoMethod, java.NoNode}, f, d)
		return
	case owner != NoType && (p.types[owner].Kind == java.InterfaceType || p.types[owner].Kind == java.AnnotationInterface):
		v.Static, v.Final = true, true
	}
	v.args = f.Kind(d.Type) == java.GenericType
	v.Type = l.typeNode(scope{file, owner, NoMethod, java.NoNode}, f, d.Type).array(d.Dims)
}

// componentType is the type of a record component, an array where it is variadic.
func (l *lookup) componentType(s scope, f *java.File, c *java.FieldDecl) TypeRef {
	dims := c.Dims
	if f.Kind(c.Node) == java.SpreadParameter {
		dims++
	}
	return l.typeNode(s, f, c.Type).array(dims)
}
