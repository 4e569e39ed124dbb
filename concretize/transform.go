package concretize

import "refract/java"

// This file brings the query into the better shape that a rule is about, wherever its statements allow it: what
// concerns whole statements (conditions that become one, branches that become guards) cannot be seen as a difference
// between two single statements. The sample has that shape already, so the two align if the refactoring is the
// sample's.

// made is a statement that a transformation put in the place of others.
type made struct {
	kind allowance
	stmt fid // where it stands now
	from fid // the first of the statements it was made of
}

// transformed returns f in the shapes of the allowances, one form for each that changes something.
func (f *form) transformed(allow allowed) []*form {
	var out []*form
	for _, t := range []struct {
		kind allowance
		fn   func(*form)
	}{
		{movedFragment, (*form).moveFragments},
		{consolidatedConditional, (*form).consolidate},
		{guardClause, (*form).guards},
	} {
		if !allow.has(t.kind) {
			continue
		}
		g := f.clone()
		t.fn(g)
		if len(g.made) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// rebuildLists rebuilds every list of statements below id, the innermost first, with fn.
func (f *form) rebuildLists(id fid, fn func(list []fid) []fid) fid {
	n := f.nodes[id]
	kids := make([]fid, len(n.kids))
	changed := false
	for i, k := range n.kids {
		kids[i] = f.rebuildLists(k, fn)
		changed = changed || kids[i] != k
	}
	if f.isList(id) {
		if list := fn(kids); len(list) != len(kids) || !sameIDs(list, kids) {
			return f.with(id, list)
		}
	}
	if changed {
		return f.with(id, kids)
	}
	return id
}

func sameIDs(x, y []fid) bool {
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// moveFragments takes what ends (or begins) every branch of an if with a final else out of the branches.
func (f *form) moveFragments() {
	f.root = f.rebuildLists(f.root, func(list []fid) []fid {
		var out []fid
		for _, s := range list {
			out = append(out, f.moveFragment(s)...)
		}
		return out
	})
}

// moveFragment returns s, or s without the statements that end every branch and these.
func (f *form) moveFragment(s fid) []fid {
	branches, total := f.branches(s)
	if !total || len(branches) < 2 {
		return []fid{s}
	}
	n := f.common(branches, true)
	if n == 0 {
		if n = f.common(branches, false); n == 0 {
			return []fid{s}
		}
		moved := f.nodes[branches[0]].kids[:n]
		rest := f.cut(s, n, false)
		f.made = append(f.made, made{movedFragment, moved[0], s})
		return append(append([]fid(nil), moved...), rest)
	}
	kids := f.nodes[branches[0]].kids
	moved := kids[len(kids)-n:]
	f.made = append(f.made, made{movedFragment, moved[0], s})
	return append([]fid{f.cut(s, n, true)}, moved...)
}

// branches returns the lists of the branches of an if, those of its else-ifs included; total says that the last
// one is a final else.
func (f *form) branches(s fid) (lists []fid, total bool) {
	if f.nodes[s].kind != java.IfStatement {
		return nil, false
	}
	lists = append(lists, f.child(s, java.FieldConsequence))
	other := f.child(s, java.FieldAlternative)
	if other == noFid {
		return lists, false
	}
	if kids := f.nodes[other].kids; len(kids) == 1 && f.nodes[kids[0]].kind == java.IfStatement {
		more, total := f.branches(kids[0])
		return append(lists, more...), total
	}
	return append(lists, other), true
}

// common counts the statements that all lists have in common at the end, or at the beginning; never all of a list.
func (f *form) common(lists []fid, end bool) int {
	first := f.nodes[lists[0]].kids
	at := func(kids []fid, i int) fid {
		if end {
			return kids[len(kids)-1-i]
		}
		return kids[i]
	}
	n := 0
	for ; n < len(first); n++ {
		for _, l := range lists[1:] {
			kids := f.nodes[l].kids
			if n >= len(kids) || !sameTree(f, at(first, n), at(kids, n)) {
				return f.notAll(lists, n)
			}
		}
	}
	return f.notAll(lists, n)
}

// notAll is n, unless n statements are all of every list: equal branches are another refactoring.
func (f *form) notAll(lists []fid, n int) int {
	for _, l := range lists {
		if len(f.nodes[l].kids) > n {
			return n
		}
	}
	return 0
}

// cut returns the if s with n statements less at the end or beginning of every branch. A branch that becomes empty
// and is a final else goes away.
func (f *form) cut(s fid, n int, end bool) fid {
	var kids []fid
	for _, k := range f.nodes[s].kids {
		switch f.nodes[k].role {
		case java.FieldConsequence, java.FieldAlternative:
			list := f.nodes[k].kids
			if f.nodes[k].role == java.FieldAlternative && len(list) == 1 && f.nodes[list[0]].kind == java.IfStatement {
				kids = append(kids, f.with(k, []fid{f.cut(list[0], n, end)}))
				continue
			}
			if end {
				list = list[:len(list)-n]
			} else {
				list = list[n:]
			}
			if len(list) == 0 && f.nodes[k].role == java.FieldAlternative {
				continue
			}
			kids = append(kids, f.with(k, list))
		default:
			kids = append(kids, k)
		}
	}
	return f.with(s, kids)
}

// consolidate makes one if of consecutive ifs, and of nested ones, that have one result.
func (f *form) consolidate() {
	f.root = f.rebuildLists(f.root, func(list []fid) []fid {
		var out []fid
		for _, s := range list {
			s = f.joinNested(f.joinChain(s))
			if len(out) > 0 {
				if one, ok := f.joinOr(out[len(out)-1], s); ok {
					out[len(out)-1] = one
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// joinOr makes "if (a || b) X" of "if (a) X" and "if (b) X" where X leaves.
func (f *form) joinOr(s, t fid) (fid, bool) {
	if !f.plainIf(s) || !f.plainIf(t) || !f.leaves(f.child(s, java.FieldConsequence)) ||
		!sameTree(f, f.child(s, java.FieldConsequence), f.child(t, java.FieldConsequence)) {
		return noFid, false
	}
	return f.joined(s, t, java.OrOr, f.child(t, java.FieldConsequence)), true
}

// joinChain makes "if (a || b) X" of "if (a) X else if (b) X".
func (f *form) joinChain(s fid) fid {
	other := noFid
	if f.nodes[s].kind == java.IfStatement {
		other = f.child(s, java.FieldAlternative)
	}
	if other == noFid || len(f.nodes[other].kids) != 1 {
		return s
	}
	t := f.nodes[other].kids[0]
	if !f.plainIf(t) || !sameTree(f, f.child(s, java.FieldConsequence), f.child(t, java.FieldConsequence)) {
		return s
	}
	return f.joined(s, t, java.OrOr, f.child(t, java.FieldConsequence))
}

// joinNested makes "if (a && b) X" of "if (a) { if (b) X }".
func (f *form) joinNested(s fid) fid {
	if !f.plainIf(s) {
		return s
	}
	in := f.nodes[f.child(s, java.FieldConsequence)].kids
	if len(in) != 1 || !f.plainIf(in[0]) {
		return s
	}
	return f.joined(s, in[0], java.AndAnd, f.child(in[0], java.FieldConsequence))
}

// plainIf reports whether s is an if without else.
func (f *form) plainIf(s fid) bool {
	return f.nodes[s].kind == java.IfStatement && f.child(s, java.FieldAlternative) == noFid
}

func (f *form) joined(s, t fid, op java.Op, then fid) fid {
	left, right := f.child(s, java.FieldCondition), f.child(t, java.FieldCondition)
	// a || (b || c) is written (a || b) || c: the grammar's tree leans to the left.
	cond := f.lean(op, left, right)
	one := f.with(s, []fid{f.as(cond, java.FieldCondition), f.as(then, java.FieldConsequence)})
	from := s
	for i := range f.made {
		if f.made[i].stmt == s {
			from = f.made[i].from
		}
	}
	f.made = append(f.made, made{consolidatedConditional, one, from})
	return one
}

func (f *form) lean(op java.Op, left, right fid) fid {
	if n := f.nodes[right]; n.kind == java.BinaryExpression && n.op == op {
		left = f.lean(op, left, n.kids[0])
		right = n.kids[1]
	}
	n := f.nodes[left]
	return f.add(fnode{kind: java.BinaryExpression, op: op, kids: []fid{f.as(left, java.FieldLeft), f.as(right, java.FieldRight)}, at: n.at})
}

// leaves reports whether a list ends in a statement that does not go on to the next.
func (f *form) leaves(list fid) bool {
	kids := f.nodes[list].kids
	if len(kids) == 0 {
		return false
	}
	switch f.nodes[kids[len(kids)-1]].kind {
	case java.ReturnStatement, java.ThrowStatement, java.BreakStatement, java.ContinueStatement:
		return true
	}
	return false
}

// impliedElse returns f with an else written out that is only implied: "if (a) { …; return x; } Y return y;" at the end
// of the body becomes "if (a) { …; return x; } else { Y return y; }". It returns nil where there is none.
func (f *form) impliedElse() *form {
	list := f.nodes[f.root].kids
	for i := len(list) - 2; i >= 0; i-- {
		s := list[i]
		if !f.plainIf(s) {
			continue
		}
		then := f.child(s, java.FieldConsequence)
		if !f.leavesMethod(f.nodes[then].kids) || !f.leavesMethod(list) {
			return nil
		}
		g := f.clone()
		other := g.add(fnode{kind: java.Block, role: java.FieldAlternative, kids: list[i+1:], at: g.nodes[s].at})
		whole := g.with(s, append(append([]fid(nil), g.nodes[s].kids...), other))
		g.root = g.with(g.root, append(append([]fid(nil), list[:i]...), whole))
		return g
	}
	return nil
}

// leavesMethod reports whether a list ends in a return or throw.
func (f *form) leavesMethod(list []fid) bool {
	if len(list) == 0 {
		return false
	}
	k := f.nodes[list[len(list)-1]].kind
	return k == java.ReturnStatement || k == java.ThrowStatement
}
