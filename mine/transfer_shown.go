package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file finds extracted methods that only return an expression, by where that expression stood: matched statements have
// a call of the method in its place. It is not asked of inlined methods, since what a removed method returned is often what
// others return as well.

// shown reports whether a matched statement of the pair has a call of x where it had what x returns: the same creation, or
// the same call.
func (s *transfer) shown(x *Method) bool {
	caller, _ := s.ends()
	return !s.inline && s.shownBy(x, caller.callsOf(x))
}

// shownBy is shown of the calls that may be of x.
func (s *transfer) shownBy(x *Method, calls []call) bool {
	m, value := s.pair.Mapping, x.returned()
	if m == nil || value < 0 {
		return false
	}
	caller, _ := s.ends()
	for i := range m.Pairs {
		for _, r := range m.Pairs[i].Replacements {
			at, expr := r.Dst, r.Src
			if at.Tree == nil || expr.Tree == nil || expr.Node < 0 || at.Tree.Base() != caller.Tree() {
				continue
			}
			if slices.ContainsFunc(calls, func(c call) bool { return c.node == at.Node }) && s.returns(x, value, at.Node, expr) {
				return true
			}
		}
	}
	return false
}

// returned is the value of x where it does nothing but return one, NoNode elsewhere.
func (m *Method) returned() java.NodeID {
	t := m.Tree()
	if t == nil || !onlyOne(t) || t.Stmts[0].Kind != mapping.Return {
		return java.NoNode
	}
	f := t.File
	return f.Unparen(f.FirstChild(t.Stmts[0].Node))
}

// returns reports whether value, which x returns when it is called at node n, is expression expr: a creation of the same
// class or a call of the same name, with arguments that have something in common.
func (s *transfer) returns(x *Method, value, n java.NodeID, expr mapping.Ref) bool {
	caller, _ := s.ends()
	f, g := x.Class.File, expr.Tree.File
	if expr.Kind() != f.Kind(value) {
		return false
	}
	switch expr.Kind() {
	case java.ObjectCreationExpression:
		if rawType(f.TypeText(f.Child(value, java.FieldType), 0)) != rawType(g.TypeText(g.Child(expr.Node, java.FieldType), 0)) {
			return false
		}
	case java.MethodInvocation:
		if f.Text(f.Child(value, java.FieldName)) != g.Text(g.Child(expr.Node, java.FieldName)) {
			return false
		}
	default:
		return false
	}
	_, ok := mapping.Align(expr.Tree, bindCall(caller.Tree(), n, x), expr.Node, value, mapping.Options{Inner: true})
	return ok
}
