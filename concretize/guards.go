package concretize

import "refract/java"

// This file turns nested conditionals into guard clauses:
//
//	T x; if (a) x = e1; else x = e2; return x;      if (a) return e1; else return e2;
//	if (a) { X; return; } else { Y }                if (a) { X; return; } Y
//	if (a) { X … }   at the end of the method       if (!a) return; X …
//	if (a) { long … } else { leaves }               if (!a) { leaves } long …
//
// Source: Fowler 1999, p. 250.

// guards rewrites the end of the body.
func (f *form) guards() {
	list := f.returnEarly(f.nodes[f.root].kids)
	list = f.flatten(list, !f.returnsValue())
	if len(f.made) > 0 {
		f.root = f.with(f.root, list)
	}
}

// returnsValue reports whether some return of the body has a value.
func (f *form) returnsValue() bool {
	found := false
	f.eachStatement(f.root, func(id fid) {
		if n := f.node(id); n.kind == java.ReturnStatement && len(n.kids) > 0 {
			found = true
		}
	})
	return found
}

// returnEarly turns "x = e" at the ends of the branches before "return x;" into "return e", and takes out the
// declaration of x. Nothing but the if may stand between.
func (f *form) returnEarly(list []fid) []fid {
	if len(list) < 2 {
		return list
	}
	ret, branch := list[len(list)-1], list[len(list)-2]
	n := f.node(ret)
	if n.kind != java.ReturnStatement || len(n.kids) != 1 || f.nodes[n.kids[0]].sym != symLocal || f.nodes[branch].kind != java.IfStatement {
		return list
	}
	x := f.nodes[n.kids[0]].ref
	if f.locals[x].param {
		return list
	}
	early, ok := f.assignmentsToReturns(branch, x, n)
	if !ok {
		return list
	}
	var out []fid
	for _, s := range list[:len(list)-2] {
		if f.nodes[s].kind == java.LocalVariableDeclaration && f.nodes[f.child(s, java.FieldName)].ref == x {
			if v := f.child(s, java.FieldValue); v != noFid && len(f.nodes[v].kids) > 0 && !f.covers(branch) {
				return list // a value that is computed, and perhaps needed
			}
			f.glue = append(f.glue, s)
			continue
		}
		out = append(out, s)
	}
	if !f.covers(branch) {
		return list
	}
	f.glue = append(f.glue, ret)
	f.made = append(f.made, made{guardClause, early, branch})
	return append(out, early)
}

// covers reports whether the if s and the ifs that end its branches all have an else.
func (f *form) covers(s fid) bool {
	lists, total := f.branches(s)
	return total && len(lists) > 1
}

// assignmentsToReturns replaces the last statement "x = e;" of every branch; ok is false where a branch ends in
// anything else or uses x before.
func (f *form) assignmentsToReturns(s fid, x int32, ret *fnode) (fid, bool) {
	at := *ret
	var kids []fid
	for _, k := range f.nodes[s].kids {
		if !f.isList(k) {
			kids = append(kids, k)
			continue
		}
		list := append([]fid(nil), f.nodes[k].kids...)
		if len(list) == 0 {
			return s, false
		}
		last := list[len(list)-1]
		if f.nodes[last].kind == java.IfStatement {
			in, ok := f.assignmentsToReturns(last, x, ret)
			if !ok {
				return s, false
			}
			list[len(list)-1] = in
		} else {
			target, value := f.assigned(last)
			if target == noFid || f.nodes[target].sym != symLocal || f.nodes[target].ref != x {
				return s, false
			}
			r := at
			r.kids = []fid{value}
			r.at = f.nodes[last].at
			list[len(list)-1] = f.add(r)
		}
		kids = append(kids, f.with(k, list))
	}
	return f.with(s, kids), true
}

// flatten takes the else, or the then, of an if at the end of list out of it as long as the other branch leaves; void
// says that "return;" may be written to leave.
func (f *form) flatten(list []fid, void bool) []fid {
	if len(list) == 0 {
		return list
	}
	s := list[len(list)-1]
	if f.nodes[s].kind == java.ReturnStatement && len(list) > 1 && f.nodes[list[len(list)-2]].kind == java.IfStatement {
		// "if (a) { … } return x;": the branch falls through to the same end.
		return f.invertBeforeReturn(list)
	}
	if f.nodes[s].kind != java.IfStatement {
		return list
	}
	head := list[:len(list)-1]
	cond := f.child(s, java.FieldCondition)
	then, other := f.child(s, java.FieldConsequence), f.child(s, java.FieldAlternative)
	switch {
	case other == noFid && void && f.worthGuard(then):
		guard := f.guard(s, f.negate(cond), []fid{f.emptyReturn(s)})
		return append(append(append([]fid(nil), head...), guard), f.flatten(f.nodes[then].kids, void)...)
	case other == noFid:
		return list
	case f.leaves(then):
		guard := f.guard(s, cond, f.nodes[then].kids)
		return append(append(append([]fid(nil), head...), guard), f.flatten(f.nodes[other].kids, void)...)
	case f.leaves(other):
		guard := f.guard(s, f.negate(cond), f.nodes[other].kids)
		return append(append(append([]fid(nil), head...), guard), f.flatten(f.nodes[then].kids, void)...)
	case void:
		leave := append(append([]fid(nil), f.nodes[then].kids...), f.emptyReturn(s))
		guard := f.guard(s, cond, leave)
		return append(append(append([]fid(nil), head...), guard), f.flatten(f.nodes[other].kids, void)...)
	}
	return list
}

// worthGuard reports whether a branch is long enough, or nested, to stand outside its if.
func (f *form) worthGuard(then fid) bool {
	kids := f.nodes[then].kids
	return len(kids) > 1 || len(kids) == 1 && f.nodes[kids[0]].kind == java.IfStatement
}

// invertBeforeReturn turns "if (a) { X; return y; } return x;" with nested ifs in X into "if (!a) return x; X; return y;".
func (f *form) invertBeforeReturn(list []fid) []fid {
	s, ret := list[len(list)-2], list[len(list)-1]
	if !f.plainIf(s) {
		return list
	}
	then := f.nodes[f.child(s, java.FieldConsequence)].kids
	if len(then) < 2 {
		return list
	}
	if !f.leaves(f.child(s, java.FieldConsequence)) {
		then = append(append([]fid(nil), then...), ret)
	}
	guard := f.guard(s, f.negate(f.child(s, java.FieldCondition)), []fid{ret})
	return append(append(append([]fid(nil), list[:len(list)-2]...), guard), f.flatten(then, false)...)
}

// guard makes "if (cond) { stmts }" in the place of the if s.
func (f *form) guard(s, cond fid, stmts []fid) fid {
	list := f.add(fnode{kind: java.Block, role: java.FieldConsequence, kids: stmts, at: f.nodes[s].at})
	g := f.with(s, []fid{f.as(cond, java.FieldCondition), list})
	f.made = append(f.made, made{guardClause, g, s})
	return g
}

func (f *form) emptyReturn(s fid) fid {
	r := f.add(fnode{kind: java.ReturnStatement, at: f.nodes[s].at})
	f.made = append(f.made, made{noAllowance, r, s})
	return r
}

// negate returns the complement of a condition, written as people would.
func (f *form) negate(cond fid) fid {
	n := f.nodes[cond]
	switch {
	case n.kind == java.UnaryExpression && n.op == java.Not:
		return f.as(n.kids[0], n.role)
	case n.kind == java.BinaryExpression && complements[n.op] != java.NoOp:
		n.op = complements[n.op]
		return f.add(n)
	case n.kind == java.BinaryExpression && (n.op == java.AndAnd || n.op == java.OrOr):
		if n.op = java.OrOr; f.nodes[cond].op == java.OrOr {
			n.op = java.AndAnd
		}
		n.kids = []fid{f.negate(n.kids[0]), f.negate(n.kids[1])}
		return f.add(n)
	}
	return f.add(fnode{kind: java.UnaryExpression, op: java.Not, role: n.role, kids: []fid{f.as(cond, java.FieldOperand)}, at: n.at})
}
