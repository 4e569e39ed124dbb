package parse

import (
	"strings"

	"refract/java"
)

// builder makes the declaration tables of one file after the other; its buffers are reused.
type builder struct {
	f      *java.File
	open   []scope
	typeAt map[java.NodeID]java.TypeIdx // by declaring node, until the type's body is met
	tables
}

// scope is what a node stands in, valid for nodes before end.
type scope struct {
	end    java.NodeID
	typ    java.TypeIdx
	method java.MethodIdx
	field  java.FieldIdx
}

// declare fills the tables of f in one pass over its nodes.
func (b *builder) declare(f *java.File) {
	b.f = f
	b.open = append(b.open[:0], scope{end: java.NodeID(len(f.Nodes)), typ: -1, method: -1, field: -1})
	if b.typeAt == nil {
		b.typeAt = map[java.NodeID]java.TypeIdx{}
	}
	clear(b.typeAt)
	b.lend(f)
	for i := java.NodeID(0); int(i) < len(f.Nodes); i++ {
		for i >= b.open[len(b.open)-1].end {
			b.open = b.open[:len(b.open)-1]
		}
		b.visit(i)
	}
	b.settle(f)
	b.f = nil
}

func (b *builder) in() scope { return b.open[len(b.open)-1] }

func (b *builder) push(c scope) { b.open = append(b.open, c) }

func (b *builder) visit(i java.NodeID) {
	f := b.f
	switch f.Nodes[i].Kind {
	case java.PackageDeclaration:
		for c := f.FirstChild(i); c >= 0; c = f.NextSibling(c) {
			if k := f.Nodes[c].Kind; k == java.ScopedIdentifier || k == java.Identifier {
				f.Package = dotted(f, c)
			}
		}
	case java.ImportDeclaration:
		b.addImport(i)
	case java.ClassDeclaration:
		b.addType(i, java.ClassType)
	case java.InterfaceDeclaration:
		b.addType(i, java.InterfaceType)
	case java.EnumDeclaration:
		b.addType(i, java.EnumType)
	case java.RecordDeclaration:
		b.addType(i, java.RecordType)
	case java.AnnotationTypeDeclaration:
		b.addType(i, java.AnnotationInterface)
	case java.ObjectCreationExpression:
		if body := f.ChildOfKind(i, java.ClassBody); body >= 0 {
			b.addAnonymous(i, body)
		}
	case java.ClassBody, java.InterfaceBody, java.EnumBody, java.AnnotationTypeBody:
		if t, ok := b.typeAt[f.Nodes[i].Parent]; ok {
			delete(b.typeAt, f.Nodes[i].Parent)
			b.push(scope{end: f.Nodes[i].Next, typ: t, method: -1, field: -1})
		}
	case java.MethodDeclaration:
		b.addMethod(i, java.OrdinaryMethod)
	case java.ConstructorDeclaration:
		b.addMethod(i, java.Constructor)
	case java.CompactConstructorDeclaration:
		b.addMethod(i, java.CompactConstructor)
	case java.AnnotationTypeElementDeclaration:
		b.addMethod(i, java.AnnotationElement)
	case java.StaticInitializer:
		b.addMethod(i, java.StaticInit)
	case java.Block:
		if k := f.Kind(f.Nodes[i].Parent); k == java.ClassBody || k == java.EnumBodyDeclarations {
			b.addMethod(i, java.InstanceInit)
		}
	case java.FieldDeclaration, java.ConstantDeclaration:
		b.addFields(i)
	case java.EnumConstant:
		b.addEnumConstant(i)
	case java.VariableDeclarator:
		if k := f.Kind(f.Nodes[i].Parent); k == java.FieldDeclaration || k == java.ConstantDeclaration {
			b.enterField(i)
		}
	}
}

// enterField makes the field of declarator i the context of its initializer. addFields has just added the fields of
// the whole declaration, so the search goes back over this declaration's declarators and types at most.
func (b *builder) enterField(i java.NodeID) {
	for x := len(b.f.Fields) - 1; x >= 0; x-- {
		if b.f.Fields[x].Node == i {
			c := b.in()
			b.push(scope{end: b.f.Nodes[i].Next, typ: c.typ, method: -1, field: java.FieldIdx(x)})
			return
		}
	}
}

func (b *builder) addImport(i java.NodeID) {
	f := b.f
	im := java.Import{Node: i, Static: f.Nodes[i].Op == java.Static, Module: f.Nodes[i].Op == java.Module}
	for c := f.FirstChild(i); c >= 0; c = f.NextSibling(c) {
		switch f.Nodes[c].Kind {
		case java.ScopedIdentifier, java.Identifier:
			im.Name = dotted(f, c)
		case java.Asterisk:
			im.OnDemand = true
		}
	}
	f.Imports = append(f.Imports, im)
}

func (b *builder) addType(i java.NodeID, kind java.TypeKind) {
	f := b.f
	t := java.Type{Node: i, NameNode: f.Child(i, java.FieldName), Body: f.Child(i, java.FieldBody), Modifiers: f.ChildOfKind(i, java.Modifiers),
		Kind: kind, TypeParams: f.Child(i, java.FieldTypeParameters), Superclass: java.NoNode}
	t.Name = f.Text(t.NameNode)
	t.Mods = modifiers(f, t.Modifiers)
	for c := f.FirstChild(i); c >= 0; c = f.NextSibling(c) {
		switch f.Nodes[c].Kind {
		case java.Superclass:
			t.Superclass = f.FirstChild(c)
		case java.SuperInterfaces, java.ExtendsInterfaces:
			t.Interfaces = b.typeList(c)
		case java.Permits:
			t.Permits = b.typeList(c)
		}
	}
	idx := b.register(t)
	if kind == java.RecordType {
		b.addComponents(idx, f.Child(i, java.FieldParameters))
	}
}

func (b *builder) addAnonymous(i, body java.NodeID) {
	b.register(java.Type{Node: i, NameNode: java.NoNode, Body: body, Modifiers: java.NoNode, Kind: java.AnonymousClass,
		TypeParams: java.NoNode, Superclass: b.f.Child(i, java.FieldType)})
}

func (b *builder) register(t java.Type) java.TypeIdx {
	f, c := b.f, b.in()
	t.Outer, t.In, t.InField = c.typ, c.method, c.field
	idx := java.TypeIdx(len(f.Types))
	f.Types = append(f.Types, t)
	b.typeAt[t.Node] = idx
	return idx
}

// typeList returns the types in the type_list of clause c.
func (b *builder) typeList(c java.NodeID) []java.NodeID {
	if l := b.f.ChildOfKind(c, java.TypeList); l >= 0 {
		c = l
	}
	return b.types(c)
}

// types returns the children of c that are types.
func (b *builder) types(c java.NodeID) []java.NodeID {
	start := len(b.nodes)
	for x := b.f.FirstChild(c); x >= 0; x = b.f.NextSibling(x) {
		if b.f.Nodes[x].Kind.IsType() {
			b.nodes = append(b.nodes, x)
		}
	}
	return b.nodes[start:len(b.nodes):len(b.nodes)]
}

func (b *builder) addMethod(i java.NodeID, kind java.MethodKind) {
	f, c := b.f, b.in()
	m := java.Method{Node: i, NameNode: f.Child(i, java.FieldName), Modifiers: f.ChildOfKind(i, java.Modifiers), Body: f.Child(i, java.FieldBody),
		Kind: kind, Owner: c.typ, TypeParams: f.Child(i, java.FieldTypeParameters), ReturnType: f.Child(i, java.FieldType),
		ParamList: f.Child(i, java.FieldParameters), Default: f.Child(i, java.FieldValue)}
	switch kind {
	case java.StaticInit:
		m.Body, m.Mods = f.ChildOfKind(i, java.Block), java.ModStatic
	case java.InstanceInit:
		m.Body = i
	}
	m.Name = f.Text(m.NameNode)
	m.Mods |= modifiers(f, m.Modifiers)
	m.ReturnDims = dims(f, f.Child(i, java.FieldDimensions))
	m.Params = b.parameters(m.ParamList)
	if t := f.ChildOfKind(i, java.Throws); t >= 0 {
		m.Throws = b.types(t)
	}
	idx := java.MethodIdx(len(f.Methods))
	f.Methods = append(f.Methods, m)
	b.push(scope{end: f.Nodes[i].Next, typ: c.typ, method: idx, field: -1})
}

func (b *builder) parameters(list java.NodeID) []java.Param {
	f, start := b.f, len(b.params)
	for c := f.FirstChild(list); c >= 0; c = f.NextSibling(c) {
		switch f.Nodes[c].Kind {
		case java.FormalParameter:
			b.params = append(b.params, parameter(f, c))
		case java.SpreadParameter:
			b.params = append(b.params, spreadParameter(f, c))
		}
	}
	return b.params[start:len(b.params):len(b.params)]
}

func parameter(f *java.File, c java.NodeID) java.Param {
	p := java.Param{Node: c, NameNode: f.Child(c, java.FieldName), Modifiers: f.ChildOfKind(c, java.Modifiers), Type: f.Child(c, java.FieldType)}
	p.Name = f.Text(p.NameNode)
	p.Mods = modifiers(f, p.Modifiers)
	p.Dims = dims(f, f.Child(c, java.FieldDimensions))
	return p
}

// spreadParameter reads "final T... name", which the grammar gives no fields: modifiers, a type, a declarator.
func spreadParameter(f *java.File, c java.NodeID) java.Param {
	p := java.Param{Node: c, NameNode: java.NoNode, Modifiers: f.ChildOfKind(c, java.Modifiers), Type: java.NoNode, Variadic: true}
	for x := f.FirstChild(c); x >= 0; x = f.NextSibling(x) {
		switch k := f.Nodes[x].Kind; {
		case k.IsType():
			p.Type = x
		case k == java.VariableDeclarator:
			p.NameNode = f.Child(x, java.FieldName)
			p.Dims = dims(f, f.Child(x, java.FieldDimensions))
		}
	}
	p.Name = f.Text(p.NameNode)
	p.Mods = modifiers(f, p.Modifiers)
	return p
}

func (b *builder) addFields(i java.NodeID) {
	f := b.f
	d := java.FieldDecl{Decl: i, Modifiers: f.ChildOfKind(i, java.Modifiers), Type: f.Child(i, java.FieldType), Kind: java.OrdinaryField}
	d.Mods = modifiers(f, d.Modifiers)
	for c := f.FirstChild(i); c >= 0; c = f.NextSibling(c) {
		if f.Nodes[c].Kind != java.VariableDeclarator {
			continue
		}
		d.Node, d.NameNode, d.Init = c, f.Child(c, java.FieldName), f.Child(c, java.FieldValue)
		d.Name = f.Text(d.NameNode)
		d.Dims = dims(f, f.Child(c, java.FieldDimensions))
		b.addField(b.in().typ, d)
	}
}

func (b *builder) addField(owner java.TypeIdx, d java.FieldDecl) java.FieldIdx {
	f := b.f
	d.Owner = owner
	idx := java.FieldIdx(len(f.Fields))
	f.Fields = append(f.Fields, d)
	return idx
}

func (b *builder) addEnumConstant(i java.NodeID) {
	f, c := b.f, b.in()
	d := java.FieldDecl{Node: i, Decl: i, NameNode: f.Child(i, java.FieldName), Modifiers: f.ChildOfKind(i, java.Modifiers), Type: java.NoNode,
		Init: f.Child(i, java.FieldArguments), Kind: java.EnumConstantField}
	d.Name = f.Text(d.NameNode)
	d.Mods = modifiers(f, d.Modifiers)
	idx := b.addField(c.typ, d)
	b.push(scope{end: f.Nodes[i].Next, typ: c.typ, method: -1, field: idx})
	if body := f.ChildOfKind(i, java.ClassBody); body >= 0 {
		b.register(java.Type{Node: i, NameNode: d.NameNode, Body: body, Modifiers: d.Modifiers, Name: d.Name, Kind: java.EnumConstantBody,
			TypeParams: java.NoNode, Superclass: java.NoNode})
	}
}

func (b *builder) addComponents(owner java.TypeIdx, list java.NodeID) {
	f := b.f
	for _, p := range b.parameters(list) {
		b.addField(owner, java.FieldDecl{Node: p.Node, Decl: p.Node, NameNode: p.NameNode, Modifiers: p.Modifiers, Type: p.Type, Init: java.NoNode,
			Name: f.Text(p.NameNode), Kind: java.RecordComponentField, Mods: p.Mods, Dims: p.Dims})
	}
}

// dims counts the bracket pairs of a dimensions node.
func dims(f *java.File, n java.NodeID) int { return strings.Count(f.Text(n), "[") }

// modifiers reads the keywords between the annotations and comments of a modifiers node.
func modifiers(f *java.File, n java.NodeID) java.ModifierSet {
	if n < 0 {
		return 0
	}
	var set java.ModifierSet
	at := f.Nodes[n].Start
	add := func(end uint32) {
		for _, word := range strings.Fields(f.Source[at:end]) {
			set |= java.ModifierByName(word)
		}
	}
	comments := f.CommentsIn(f.Span(n))
	c := f.FirstChild(n)
	for c >= 0 || len(comments) > 0 {
		// The next thing to step over, annotation or comment, whichever comes first.
		if c < 0 || len(comments) > 0 && comments[0].Start < f.Nodes[c].Start {
			if comments[0].Start >= at { // not inside an annotation already passed
				add(comments[0].Start)
				at = comments[0].End
			}
			comments = comments[1:]
			continue
		}
		add(f.Nodes[c].Start)
		at = f.Nodes[c].End
		c = f.NextSibling(c)
	}
	add(f.Nodes[n].End)
	return set
}

// dotted returns a qualified name without blanks and comments.
func dotted(f *java.File, n java.NodeID) string {
	text := f.Text(n)
	if !strings.ContainsAny(text, " \t\r\n/") {
		return text
	}
	var b strings.Builder
	for i := n; i < f.Nodes[n].Next; i++ {
		if f.Nodes[i].Kind == java.Identifier {
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(f.Text(i))
		}
	}
	return b.String()
}
