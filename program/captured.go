package program

import "refract/java"

// capture finds a local variable of the body that the local or anonymous class t stands in, and enters it among the
// body's locals; -1 where there is none. Several uses of one variable share one entry.
//
// It goes up from the class to the declaration of the enclosing method and looks at what stands before, once per body
// and name, so that a body without such names costs nothing.
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

// captureKey is a name looked for around a local or anonymous class.
type captureKey struct {
	t    TypeID
	name string
}

func (r *Resolver) findCaptured(t TypeID, name string) int32 {
	ty := &r.p.types[t]
	d := r.p.TypeDecl(t)
	in := r.p.MethodOf(ty.File, d.In)
	at := scope{r.file, ty.Outer, in, d.Node}
	for n, up := d.Node, r.f.Parent(d.Node); up >= 0; n, up = up, r.f.Parent(up) {
		if v, ok := r.declaredBefore(at, up, n, name); ok {
			v.Kind, v.Slot, v.Scope = CapturedLocal, -1, up
			r.body.Locals = append(r.body.Locals, v)
			return int32(len(r.body.Locals) - 1)
		}
		switch k := r.nodes[up].Kind; k {
		case java.MethodDeclaration, java.ConstructorDeclaration, java.CompactConstructorDeclaration, java.ClassBody,
			java.InterfaceBody, java.EnumBody, java.EnumBodyDeclarations:
			if in != NoMethod && r.p.methods[in].Kind == java.CompactConstructor {
				return r.captureComponent(in, name)
			}
			return -1
		}
	}
	return -1
}

// declaredBefore finds the declaration of name among the children of up that stand before its child n, the last first.
func (r *Resolver) declaredBefore(s scope, up, n java.NodeID, name string) (Local, bool) {
	var last Local
	found := false
	for c := r.f.FirstChild(up); c >= 0 && c <= n; c = r.f.NextSibling(c) {
		if c == n && r.nodes[n].Kind != java.VariableDeclarator {
			break
		}
		if v, ok := r.declaredIn(s, up, c, name, c == n); ok {
			last, found = v, true
		}
	}
	return last, found
}

// declaredIn finds a declaration of name that node c, a child of up, makes for what comes after it.
func (r *Resolver) declaredIn(s scope, up, c java.NodeID, name string, enclosing bool) (Local, bool) {
	switch k := r.nodes[c].Kind; {
	case k == java.LocalVariableDeclaration:
		for v := r.f.FirstChild(c); v >= 0; v = r.f.NextSibling(v) {
			if r.nodes[v].Kind == java.VariableDeclarator && r.f.Text(r.f.Child(v, java.FieldName)) == name {
				return r.outerLocal(s, c, r.f.Child(c, java.FieldType), r.f.Child(v, java.FieldName), r.dims(v)), true
			}
		}
	case k == java.VariableDeclarator && r.nodes[up].Kind == java.LocalVariableDeclaration:
		if r.f.Text(r.f.Child(c, java.FieldName)) == name {
			return r.outerLocal(s, up, r.f.Child(up, java.FieldType), r.f.Child(c, java.FieldName), r.dims(c)), true
		}
	case k == java.FormalParameters, k == java.InferredParameters, k == java.ResourceSpecification:
		for q := r.f.FirstChild(c); q >= 0; q = r.f.NextSibling(q) {
			if v, ok := r.declaredIn(s, c, q, name, false); ok {
				return v, true
			}
		}
	case k == java.FormalParameter, k == java.Resource, k == java.CatchFormalParameter, k == java.SpreadParameter:
		return r.outerParam(s, c, name)
	case k == java.Identifier:
		isParam := r.nodes[up].Kind == java.InferredParameters || r.nodes[c].Field == java.FieldParameters
		isLoop := r.nodes[up].Kind == java.EnhancedForStatement && r.nodes[c].Field == java.FieldName
		if (isParam || isLoop) && r.f.Text(c) == name {
			return r.outerLocal(s, up, r.f.Child(up, java.FieldType), c, 0), true
		}
	case k.IsExpression() && !enclosing, k == java.SwitchLabel, k == java.IfStatement, k == java.WhileStatement:
		return r.outerPattern(s, c, name)
	}
	return Local{}, false
}

func (r *Resolver) outerParam(s scope, c java.NodeID, name string) (Local, bool) {
	id, dims := r.f.Child(c, java.FieldName), 0
	typeNode := r.f.Child(c, java.FieldType)
	for q := r.f.FirstChild(c); q >= 0; q = r.f.NextSibling(q) {
		switch k := r.nodes[q].Kind; {
		case k == java.VariableDeclarator:
			id, dims = r.f.Child(q, java.FieldName), 1
		case k.IsType() || k == java.CatchType:
			typeNode = q
		}
	}
	if r.f.Text(id) != name {
		return Local{}, false
	}
	return r.outerLocal(s, c, typeNode, id, dims+r.dims(c)), true
}

// outerPattern finds a pattern's variable in the condition of a statement before, or in an operand before.
func (r *Resolver) outerPattern(s scope, c java.NodeID, name string) (Local, bool) {
	end := r.nodes[c].Next
	if k := r.nodes[c].Kind; k == java.IfStatement || k == java.WhileStatement {
		cond := r.f.Child(c, java.FieldCondition)
		if !r.negated(cond) {
			return Local{}, false
		}
		end = r.nodes[cond].Next
	}
	for n := c; n < end; n++ {
		switch r.nodes[n].Kind {
		case java.ClassBody, java.LambdaExpression:
			n = r.nodes[n].Next - 1
		case java.InstanceofExpression:
			if id := r.f.Child(n, java.FieldName); id >= 0 && r.f.Text(id) == name {
				return r.outerLocal(s, n, r.f.Child(n, java.FieldRight), id, 0), true
			}
		case java.TypePattern, java.RecordPatternComponent:
			if id := r.f.LastChild(n); r.f.Kind(id) == java.Identifier && r.f.Text(id) == name {
				return r.outerLocal(s, n, r.f.FirstChild(n), id, 0), true
			}
		}
	}
	return Local{}, false
}

func (r *Resolver) outerLocal(s scope, decl, typeNode, name java.NodeID, dims int) Local {
	v := Local{Name: r.f.Text(name), TypeNode: typeNode, Decl: name, Init: java.NoNode, Dims: uint8(dims), Final: r.final(decl)}
	s.at = name
	if typeNode >= 0 {
		v.Type = r.l.typeNode(s, r.f, typeNode).array(dims)
	}
	return v
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
		if v.Name == name && i < len(d.Params) {
			r.body.Locals = append(r.body.Locals, Local{Name: name, Type: d.Params[i], TypeNode: r.p.FieldDecl(id).Type,
				Decl: r.p.FieldDecl(id).NameNode, Init: java.NoNode, Scope: d.Node, Slot: -1, Kind: CapturedLocal})
			return int32(len(r.body.Locals) - 1)
		}
		i++
	}
	return -1
}
