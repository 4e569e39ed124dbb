package program

import "refract/java"

// switchExpression resolves a switch, be it a statement or an expression. Its type is that of the first rule that is
// an expression.
func (r *Resolver) switchExpression(n java.NodeID) TypeRef {
	fr := r.push(n)
	cond, body := r.f.Child(n, java.FieldCondition), r.f.Child(n, java.FieldBody)
	selector := TypeRef{}
	if cond >= 0 {
		selector = r.visit(cond)
	}
	r.visible = r.visible[:fr.visible]
	if same(selector, r.p.str) {
		r.slot += 2 // javac's copy of the string and the number of the case
	}
	result := TypeRef{}
	for c := r.f.FirstChild(body); c >= 0; c = r.f.NextSibling(c) {
		if ref := r.switchGroup(c, selector); !result.Known() && ref.Kind != Null {
			result = ref
		}
	}
	r.pop(fr)
	r.set(n, Use{Ref: -1, Type: result})
	return result
}

// switchGroup resolves labels and statements of one group or rule. The variables of a group are in scope in the
// groups after it, those of a rule and of its patterns only in the rule.
func (r *Resolver) switchGroup(n java.NodeID, selector TypeRef) TypeRef {
	result := TypeRef{}
	fr := r.push(r.scope)
	if r.f.At(n).Kind == java.SwitchRule {
		r.scope = n
	}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch k := r.f.At(c).Kind; {
		case k == java.SwitchLabel:
			r.switchLabel(c, selector)
		case k == java.ExpressionStatement && r.f.At(n).Kind == java.SwitchRule:
			mark := len(r.visible)
			if e := r.f.FirstChild(c); e >= 0 {
				result = r.visit(e)
			}
			r.visible = r.visible[:mark]
		default:
			r.visit(c)
		}
	}
	if r.f.At(n).Kind == java.SwitchRule {
		r.pop(fr)
	}
	return result
}

// switchLabel: a simple name in the switch over an enum is one of its constants, whatever else has that name.
func (r *Resolver) switchLabel(n java.NodeID, selector TypeRef) {
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind == java.Identifier && !r.enumConstant(c, selector) {
			r.visit(c)
			continue
		}
		if r.f.At(c).Kind != java.Identifier {
			r.visit(c)
		}
	}
}

func (r *Resolver) enumConstant(n java.NodeID, selector TypeRef) bool {
	text := r.f.Text(n)
	if t := selector.Type(); t != NoType {
		if id := r.p.FieldByName(t, text); id != NoField && r.p.fields[id].Kind == java.EnumConstantField {
			r.useField(n, id, Static)
			return true
		}
		return false
	}
	if text == "default" { // "case null, default": the grammar takes it for a name
		return true
	}
	if selector.Primitive() || same(selector, r.p.str) {
		return false
	}
	// The selector is of a library type or unknown: an enum's, unless the name is that of a constant of ours.
	if id := r.l.fieldInScope(r.file, r.ctx, r.p.names.find(text)); id != NoField && r.p.fields[id].Constant != nil {
		return false
	}
	r.set(n, Use{Kind: UseAPIField, Flags: Static, Ref: -1, Type: selector})
	return true
}

// pattern declares what a pattern binds. n is a type_pattern, a record_pattern, or one of its components.
func (r *Resolver) pattern(n java.NodeID) {
	switch r.f.At(n).Kind {
	case java.TypePattern, java.RecordPatternComponent, java.FormalParameter:
		r.typePattern(n)
	case java.RecordPattern:
		if c := r.f.FirstChild(n); c >= 0 { // the record's name
			r.typeUse(c)
			for c = r.f.NextSibling(c); c >= 0; c = r.f.NextSibling(c) {
				r.pattern(c)
			}
		}
	case java.Pattern, java.RecordPatternBody:
		for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
			r.pattern(c)
		}
	}
}

// typePattern declares the variable of "T x".
func (r *Resolver) typePattern(n java.NodeID) {
	typeNode, name := java.NoNode, java.NoNode
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch k := r.f.At(c).Kind; {
		case k == java.Modifiers:
		case typeNode < 0 && (k.IsType() || k == java.Identifier && r.f.NextSibling(c) >= 0):
			typeNode = c
		case k == java.Identifier:
			name = c
		}
	}
	ref := TypeRef{}
	if typeNode >= 0 {
		ref = r.typeUse(typeNode)
	}
	if name >= 0 {
		r.declarePattern(name, typeNode, ref)
	}
}

func (r *Resolver) declarePattern(name, typeNode java.NodeID, ref TypeRef) {
	r.declare(Local{Name: r.f.Text(name), Type: ref, TypeNode: typeNode, Decl: name, Init: java.NoNode, Scope: r.scope, Kind: PatternLocal})
}
