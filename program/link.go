package program

import (
	"slices"
	"strconv"

	"refract/java"
)

// Link makes the symbol table of files. Every declaration of every file is in it, also where two files declare a type
// of the same name. The order of files is the order of all numbers, and decides where nothing else does.
//
// Cost: linear in the number of nodes (one pass looks for the names of types) plus, for each method, the number of
// its owner's ancestors.
func Link(files []*java.File) *Program {
	p := &Program{
		Files:   files,
		names:   names{ids: make(map[string]NameID, 1<<12), recent: &recentNames{}},
		top:     map[uint64]TypeID{},
		near:    map[nearKey]TypeID{},
		members: map[uint64]TypeID{},
		locals:  map[MethodID][]TypeID{},
	}
	p.Stats.Files = len(files)
	p.internKnown()
	p.number()
	p.declareTypes()
	p.findDuplicates()
	p.internTypeUses()
	p.readImports()
	l := newLookup(p)
	p.linkSupertypes(l)
	p.declareMembers(l)
	p.linkOverriding(l)
	p.foldConstants(l)
	p.names.recent = nil
	p.Stats.Types, p.Stats.Methods, p.Stats.Fields = len(p.types), len(p.methods), len(p.fields)
	return p
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

// number gives each file its ranges of numbers.
func (p *Program) number() {
	var types, methods, fields int32
	for _, f := range p.Files {
		p.typeBase = append(p.typeBase, types)
		p.methodBase = append(p.methodBase, methods)
		p.fieldBase = append(p.fieldBase, fields)
		types += int32(len(f.Types))
		methods += int32(len(f.Methods))
		fields += int32(len(f.Fields))
	}
	p.typeBase = append(p.typeBase, types)
	p.methodBase = append(p.methodBase, methods)
	p.fieldBase = append(p.fieldBase, fields)
	p.types = make([]Type, types)
	p.methods = make([]Method, methods)
	p.fields = make([]Field, fields)
}

// declareTypes fills in what a type declaration says by itself, and enters top-level, member and local types where
// they are looked for.
func (p *Program) declareTypes() {
	anonymous := map[TypeID]int{}
	for i, f := range p.Files {
		pkg := p.names.mark(f.Package, namesPackage)
		p.names.mark(segment(f.Package), namesPackage)
		for j := range f.Types {
			d := &f.Types[j]
			id := TypeID(p.typeBase[i] + int32(j))
			t := &p.types[id]
			*t = Type{Name: d.Name, File: int32(i), Idx: java.TypeIdx(j), Kind: d.Kind, Super: NoType, pkg: pkg,
				Outer: p.TypeOf(int32(i), d.Outer), Local: d.In >= 0 || d.InField >= 0}
			t.Static = p.staticType(t, d)
			p.nameType(id, t, d, anonymous)
		}
		p.collectMemberTypes(int32(i))
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

func (p *Program) nameType(id TypeID, t *Type, d *java.Type, anonymous map[TypeID]int) {
	name := d.Name
	switch d.Kind {
	case java.AnonymousClass:
		anonymous[t.Outer]++
		name = strconv.Itoa(anonymous[t.Outer])
		t.name = NoName
	case java.EnumConstantBody:
		t.name = NoName
	default:
		t.name = p.names.mark(name, namesType)
	}
	prefix := p.Files[t.File].Package
	if t.Outer != NoType {
		prefix = p.types[t.Outer].QualifiedName
	}
	t.QualifiedName = name
	if prefix != "" {
		t.QualifiedName = prefix + "." + name
	}
	switch {
	case t.name == NoName:
	case t.Local:
		if d.In >= 0 {
			m := p.MethodOf(t.File, d.In)
			p.locals[m] = append(p.locals[m], id)
		}
	case t.Outer != NoType:
		if k := key(int32(t.Outer), t.name); p.members[k] == 0 {
			p.members[k] = id + 1 // the zero value of the map means none
		}
	default:
		if k := key(int32(t.pkg), t.name); p.top[k] == 0 {
			p.top[k] = id + 1
		}
	}
}

// collectMemberTypes fills in Type.Types of the types of a file.
func (p *Program) collectMemberTypes(file int32) {
	for j := range p.Files[file].Types {
		t := &p.types[p.typeBase[file]+int32(j)]
		for _, k := range p.Files[file].Types[j].Types {
			if m := p.TypeOf(file, k); !p.types[m].Local {
				t.Types = append(t.Types, m)
			}
		}
	}
}

// internTypeUses interns the text of every use of a type, so that a TypeRef can name any type that a declaration in a
// body mentions.
func (p *Program) internTypeUses() {
	for _, f := range p.Files {
		eachTypeUse(f, func(text string) { p.names.intern(text) })
	}
}

// eachTypeUse calls f for the text of every use of a type's name in f, those in bodies that are not made yet among them.
func eachTypeUse(f *java.File, use func(text string)) {
	f.EachTypeUse(0, java.NodeID(len(f.Nodes)), func(n java.NodeID) { use(f.Text(n)) })
	if f.Rest != nil {
		for _, s := range f.Rest.TypeUses {
			use(f.Source[s.Start:s.End])
		}
	}
}

// declareMembers fills in methods and fields with their resolved types, and the tables by name.
func (p *Program) declareMembers(l *lookup) {
	params, methodIDs, fieldIDs := p.arenas()
	p.methodIndex = make([]member, 0, len(p.methods))
	p.fieldIndex = make([]member, 0, len(p.fields))
	owners := make([]TypeID, 0) // by NameID: the first owner of a method of that name, plus one
	for i, f := range p.Files {
		l.reset()
		for j := range f.Methods {
			m := p.MethodOf(int32(i), java.MethodIdx(j))
			params = p.declareMethod(l, int32(i), m, &f.Methods[j], params)
			name, owner := p.methods[m].name, p.methods[m].Owner
			for int(name) >= len(owners) {
				owners = append(owners, 0)
			}
			switch {
			case name < 0:
			case owners[name] == 0:
				owners[name] = owner + 1
			case owners[name] != owner+1:
				p.names.flags[name] |= sharedMethod
			}
		}
		for j := range f.Fields {
			p.declareField(l, int32(i), p.FieldOf(int32(i), java.FieldIdx(j)), &f.Fields[j])
		}
		for j := range f.Types {
			t := &p.types[p.typeBase[i]+int32(j)]
			t.methodsAt, t.fieldsAt = int32(len(p.methodIndex)), int32(len(p.fieldIndex))
			for _, m := range f.Types[j].Methods {
				id := p.MethodOf(int32(i), m)
				methodIDs = append(methodIDs, id)
				p.methodIndex = append(p.methodIndex, member{p.methods[id].name, int32(id)})
			}
			for _, k := range f.Types[j].Fields {
				id := p.FieldOf(int32(i), k)
				fieldIDs = append(fieldIDs, id)
				p.fieldIndex = append(p.fieldIndex, member{p.fields[id].name, int32(id)})
			}
			t.Methods = methodIDs[t.methodsAt:len(methodIDs):len(methodIDs)]
			t.Fields = fieldIDs[t.fieldsAt:len(fieldIDs):len(fieldIDs)]
			sortMembers(p.methodIndex[t.methodsAt:])
			sortMembers(p.fieldIndex[t.fieldsAt:])
		}
	}
}

// arenas allocates what the slices of all types and methods lie in.
func (p *Program) arenas() (params []TypeRef, methods []MethodID, fields []FieldID) {
	n := 0
	for _, f := range p.Files {
		for j := range f.Methods {
			n += len(f.Methods[j].Params)
			if f.Methods[j].Kind == java.CompactConstructor && f.Methods[j].Owner >= 0 {
				n += len(f.Types[f.Methods[j].Owner].Fields)
			}
		}
	}
	return make([]TypeRef, 0, n), make([]MethodID, 0, len(p.methods)), make([]FieldID, 0, len(p.fields))
}

func sortMembers(m []member) {
	slices.SortFunc(m, func(a, b member) int {
		if a.name != b.name {
			return int(a.name) - int(b.name)
		}
		return int(a.id) - int(b.id)
	})
}

func (p *Program) declareMethod(l *lookup, file int32, id MethodID, d *java.Method, params []TypeRef) []TypeRef {
	m := &p.methods[id]
	f := p.Files[file]
	owner := p.TypeOf(file, d.Owner)
	*m = Method{Name: d.Name, Owner: owner, File: file, Idx: java.MethodIdx(int32(id) - p.methodBase[file]),
		Node: d.Node, Body: d.Body, Kind: d.Kind, name: NoName,
		Private: d.Mods.Has(java.ModPrivate), Final: d.Mods.Has(java.ModFinal)}
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
	m.Params = params[start:len(params):len(params)]
	m.Return = primitive(Void)
	if d.ReturnType >= 0 {
		m.Return = l.typeNode(ctx, f, d.ReturnType).array(d.ReturnDims)
	} else if m.Constructor() && owner != NoType {
		m.Return = ownRef(owner)
	}
	return params
}

func (p *Program) declareField(l *lookup, file int32, id FieldID, d *java.FieldDecl) {
	f := p.Files[file]
	owner := p.TypeOf(file, d.Owner)
	v := &p.fields[id]
	*v = Field{Name: d.Name, Owner: owner, File: file, Idx: java.FieldIdx(int32(id) - p.fieldBase[file]), Node: d.Node, Kind: d.Kind,
		Static: d.Mods.Has(java.ModStatic), Final: d.Mods.Has(java.ModFinal), name: p.names.mark(d.Name, namesField)}
	switch {
	case d.Kind == java.EnumConstantField:
		v.Static, v.Final, v.Type = true, true, ownRef(owner)
		return
	case d.Kind == java.RecordComponentField:
		v.Final = true
		v.Type = l.componentType(scope{file, owner, NoMethod, java.NoNode}, f, d)
		return
	case owner != NoType && (p.types[owner].Kind == java.InterfaceType || p.types[owner].Kind == java.AnnotationInterface):
		v.Static, v.Final = true, true
	}
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
