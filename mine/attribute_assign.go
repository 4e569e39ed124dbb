package mine

import (
	"refract/java"
	"refract/mapping"
)

// This file reads what constructors and setters say of attributes: where "this.a = p" is gone, "this.b = q" is new, and
// the parameter p became q, the attribute a became b. The two statements have nothing in common, so that no mapping
// pairs them (§4.3 sees only replacements in matched statements).

// assignment is an attribute that gets the value of a parameter.
type assignment struct {
	attr  *Attribute
	param int
}

// assignments lists those among the statements of m that are in no pair; matched tells which are.
func (m *Method) assignments(t *mapping.Tree, matched func(mapping.StmtID) bool) []assignment {
	f := t.File
	var list []assignment
	for i := range t.Stmts {
		s := &t.Stmts[i]
		if s.Kind != mapping.Expression || s.Body != 0 || matched(mapping.StmtID(i)) {
			continue
		}
		e := f.FirstChild(s.Node)
		if f.Kind(e) != java.AssignmentExpression || f.Nodes[e].Op != java.Assign {
			continue
		}
		left := refOf(m, t, mapping.Ref{Tree: t, Node: f.Child(e, java.FieldLeft)})
		right := refOf(m, t, mapping.Ref{Tree: t, Node: f.Child(e, java.FieldRight)})
		if left.kind == attributeRef && right.kind == paramRef {
			list = append(list, assignment{left.attr, right.index})
		}
	}
	return list
}

// assignedAttributes calls yield for the attributes before and after that got the value of one parameter.
func (d *Diff) assignedAttributes(u unit, yield func(b, a *Attribute)) {
	if u.pair == nil || len(u.before.Params) == 0 || len(u.after.Params) == 0 {
		return
	}
	src := u.before.assignments(u.m.Src, func(s mapping.StmtID) bool { return u.m.OfSrc(s) != nil })
	if len(src) == 0 {
		return
	}
	dst := u.after.assignments(u.m.Dst, func(s mapping.StmtID) bool { return u.m.OfDst(s) != nil })
	if len(dst) == 0 {
		return
	}
	for _, p := range d.parameters(u.pair).matched {
		for _, b := range src {
			for _, a := range dst {
				if &u.before.Params[b.param] == p.before && &u.after.Params[a.param] == p.after {
					yield(b.attr, a.attr)
				}
			}
		}
	}
}
