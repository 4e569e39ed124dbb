package program

import "refract/java"

// captureKey is a name looked for around a local or anonymous class.
type captureKey struct {
	t    TypeID
	name string
}

// outerDecl is the declaration of a local variable as a class in its scope sees it.
type outerDecl struct {
	decl, typeNode, name java.NodeID // the declaration with the modifiers, the type (or NoNode), the name
	until                java.NodeID // the first node behind its scope
	dims                 int
}

// capture finds a local variable of the body that the local or anonymous class t stands in, and enters it among the
// locals of the body being resolved; -1 where there is none. Several uses of one variable share one entry.
func (r *Resolver) capture(t TypeID, name string) int32 {
	k := captureKey{t, name}
	i, ok := r.captured[k]
	if !ok {
		i = r.findCaptured(t, name)
		if r.captured == nil {
			r.captured = map[captureKey]int32{}
		}
		r.captured[k] = i
	}
	return i
}

func (r *Resolver) findCaptured(t TypeID, name string) int32 {
	ty := &r.p.types[t]
	d := r.p.TypeDecl(t)
	in := r.p.MethodOf(ty.File, d.In)
	member := r.memberAround(d)
	list := r.outerDecls(t)[name]
	for i := len(list) - 1; i >= 0; i-- { // the innermost is the last in preorder
		o := &list[i]
		if o.name < member {
			break // of a body farther out: fields of the classes between come first
		}
		if o.name < d.Node && d.Node < o.until {
			return r.enterCaptured(scope{r.file, ty.Outer, in, o.name}, o)
		}
	}
	if in != NoMethod && r.p.methods[in].Kind == java.CompactConstructor {
		return r.captureComponent(in, name)
	}
	return -1
}

func (r *Resolver) enterCaptured(s scope, o *outerDecl) int32 {
	v := Local{Name: r.f.Text(o.name), TypeNode: o.typeNode, Decl: o.name, Init: java.NoNode, Scope: o.decl, Slot: -1,
		Kind: CapturedLocal, Dims: uint8(o.dims), Final: r.final(o.decl), Variadic: r.f.At(o.decl).Kind == java.SpreadParameter}
	if o.typeNode >= 0 {
		dims := o.dims
		if v.Variadic {
			dims++
		}
		v.Type = r.l.typeNode(s, r.f, o.typeNode).array(dims)
	}
	r.body.Locals = append(r.body.Locals, v)
	return int32(len(r.body.Locals) - 1)
}

// memberAround is the node of the method or field that a local or anonymous class stands in.
func (r *Resolver) memberAround(d *java.Type) java.NodeID {
	switch {
	case d.In >= 0:
		return r.f.Methods[d.In].Node
	case d.InField >= 0:
		return r.f.Fields[d.InField].Node
	}
	return d.Node
}

// outerDecls returns all declarations of locals in the outermost member around t, by name. It is made once per member:
// a method may hold thousands of anonymous classes.
func (r *Resolver) outerDecls(t TypeID) map[string][]outerDecl {
	for r.p.types[t].Outer != NoType && r.p.types[r.p.types[t].Outer].Local {
		t = r.p.types[t].Outer
	}
	root := r.memberAround(r.p.TypeDecl(t))
	if m, ok := r.outers[root]; ok {
		return m
	}
	m := map[string][]outerDecl{}
	for n := range r.f.Subtree(root) {
		if o, ok := r.outerDecl(n); ok {
			text := r.f.Text(o.name)
			m[text] = append(m[text], o)
		}
	}
	if r.outers == nil {
		r.outers = map[java.NodeID]map[string][]outerDecl{}
	}
	r.outers[root] = m
	return m
}

// outerDecl returns the local variable that node n declares by itself.
func (r *Resolver) outerDecl(n java.NodeID) (outerDecl, bool) {
	f := r.f
	up := f.Parent(n)
	o := outerDecl{decl: n, typeNode: java.NoNode, name: f.Child(n, java.FieldName)}
	switch r.f.At(n).Kind {
	case java.VariableDeclarator:
		if f.Kind(up) != java.LocalVariableDeclaration {
			return o, false
		}
		o.decl, o.typeNode, o.dims = up, f.Child(up, java.FieldType), r.dims(n)
		block := f.Parent(up)
		if f.Kind(block) == java.SwitchBlockStatementGroup {
			block = f.Parent(block)
		}
		o.until = r.f.At(block).Next
	case java.FormalParameter, java.SpreadParameter, java.CatchFormalParameter, java.Resource:
		return r.outerParameter(n, up)
	case java.Identifier:
		isParam := f.Kind(up) == java.InferredParameters || f.Kind(up) == java.LambdaExpression && r.f.At(n).Field == java.FieldParameters
		if !isParam {
			return o, false
		}
		if o.name = n; f.Kind(up) == java.InferredParameters {
			up = f.Parent(up)
		}
		o.until = r.f.At(up).Next
	case java.EnhancedForStatement:
		o.typeNode, o.dims, o.until = f.Child(n, java.FieldType), r.dims(n), r.f.At(n).Next
	case java.InstanceofExpression:
		o.typeNode, o.until = f.Child(n, java.FieldRight), r.patternEnd(n)
	case java.TypePattern, java.RecordPatternComponent:
		o.typeNode, o.name, o.until = f.FirstChild(n), f.LastChild(n), r.patternEnd(n)
	default:
		return o, false
	}
	return o, f.Kind(o.name) == java.Identifier
}

func (r *Resolver) outerParameter(n, up java.NodeID) (outerDecl, bool) {
	o := outerDecl{decl: n, typeNode: java.NoNode, name: r.f.Child(n, java.FieldName), dims: r.dims(n)}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch k := r.f.At(c).Kind; {
		case k == java.VariableDeclarator: // T... x
			o.name = r.f.Child(c, java.FieldName)
		case k.IsType() || k == java.CatchType:
			o.typeNode = c
		}
	}
	if r.f.Kind(up) == java.FormalParameters || r.f.Kind(up) == java.ResourceSpecification {
		up = r.f.Parent(up)
	}
	o.until = r.f.At(up).Next
	return o, o.name >= 0 && r.f.Kind(up) != java.RecordDeclaration
}

// patternEnd is the end of the scope of a pattern's variable: of its statement, or, where the condition is negated,
// of the block around it.
func (r *Resolver) patternEnd(n java.NodeID) java.NodeID {
	for up := r.f.Parent(n); up >= 0; n, up = up, r.f.Parent(up) {
		switch k := r.f.At(up).Kind; {
		case (k == java.IfStatement || k == java.WhileStatement) && r.negated(r.f.Child(up, java.FieldCondition)):
			return r.f.At(r.f.Parent(up)).Next
		case k.IsStatement(), k == java.SwitchRule, k == java.LambdaExpression:
			return r.f.At(up).Next
		}
	}
	return r.f.At(n).Next
}

// captureComponent: the parameters of a compact constructor are not written in it.
func (r *Resolver) captureComponent(m MethodID, name string) int32 {
	d := &r.p.methods[m]
	i := 0
	for _, id := range r.p.types[d.Owner].Fields {
		v := &r.p.fields[id]
		if v.Kind != java.RecordComponentField {
			continue
		}
		if r.p.FieldName(v) == name && i < len(r.p.Params(d)) {
			r.body.Locals = append(r.body.Locals, Local{Name: name, Type: r.p.Params(d)[i], TypeNode: r.p.FieldDecl(id).Type,
				Decl: r.p.FieldDecl(id).NameNode, Init: java.NoNode, Scope: d.Node, Slot: -1, Kind: CapturedLocal})
			return int32(len(r.body.Locals) - 1)
		}
		i++
	}
	return -1
}
