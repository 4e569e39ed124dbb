package concretize

import (
	"refract/finding"
	"refract/java"
)

// This file holds the structural checks about conditionals that change their shape: Consolidate Conditional
// Expression, Consolidate Duplicate Conditional Fragments, Replace Nested Conditional with Guard Clauses. That the
// shape changes as it should is the work of the transformations (transform.go); what is asked here is whether it may.

var _ = register(&structuralCheck{
	name:   "conditions-with-one-result",
	source: "Fowler 1999, p. 240",
	doc:    "several conditions lead to the same statements, none of the conditions changes anything, and the sample asks one condition",
	site:   conditionsWithOneResult,
})

func conditionsWithOneResult(x *siteCase) finding.Verdict {
	n := x.qNode()
	if n < 0 {
		return refuse("the conditions are not in the method's own body")
	}
	for i, stop := n, x.endOfConsolidated(); i < stop; i++ {
		if x.q.f.At(i).Field != java.FieldCondition || x.q.f.Kind(x.q.f.Parent(i)) != java.IfStatement {
			continue
		}
		for _, nd := range x.q.f.Subtree(i) {
			if kind := nd.Kind; kind == java.AssignmentExpression || kind == java.UpdateExpression {
				return refuse("a condition assigns something")
			}
		}
	}
	return ok
}

// endOfConsolidated is the end of the last statement that became part of the site's.
func (x *siteCase) endOfConsolidated() java.NodeID {
	f := x.al.q
	stop := x.q.f.At(x.qNode()).Next
	p := x.al.pairs[x.s.pair]
	f.walk(p.q, func(id fid) bool {
		if at := f.nodes[id].at; at.body == 0 {
			stop = max(stop, x.q.f.At(at.node).Next)
		}
		return true
	})
	return stop
}

var _ = register(&structuralCheck{
	name:   "fragment-in-all-branches",
	source: "Fowler 1999, p. 243",
	doc:    "every branch of a conditional ends (or begins) with the same statements, which need nothing that the branches declare",
	site:   fragmentInAllBranches,
})

func fragmentInAllBranches(x *siteCase) finding.Verdict {
	f := x.al.q
	m, found := made{}, false
	for _, c := range f.made {
		if c.kind == movedFragment && c.stmt == x.al.pairs[x.s.pair].q {
			m, found = c, true
		}
	}
	if !found {
		return refuse("nothing was taken out of the branches")
	}
	lists, _ := f.branches(m.from)
	n, end := f.common(lists, true), true
	if n == 0 {
		n, end = f.common(lists, false), false
	}
	kids := f.nodes[lists[0]].kids
	moved, rest := kids[len(kids)-n:], kids[:len(kids)-n]
	if !end {
		moved, rest = kids[:n], kids[n:]
	}
	if len(moved) == 1 && trivialJump(f, moved[0]) {
		return refuse("the branches share nothing but a return or a jump")
	}
	for _, l := range lists {
		for _, s := range f.nodes[l].kids {
			if f.nodes[s].kind == java.LocalVariableDeclaration && end && f.mentions(moved, f.nodes[f.child(s, java.FieldName)].ref) && !isOneOf(s, f.nodes[l].kids[len(f.nodes[l].kids)-n:]) {
				return refuse("the shared statements use a variable of the branch")
			}
		}
	}
	if end {
		return ok
	}
	return x.mayGoFirst(moved, rest, m.from)
}

// mayGoFirst refuses statements that cannot be executed before the condition is evaluated.
func (x *siteCase) mayGoFirst(moved, _ []fid, s fid) finding.Verdict {
	f := x.al.q
	cond := f.nodes[f.child(s, java.FieldCondition)].at
	if cond.body != 0 || x.q.sideEffect(cond.node) >= 0 || x.q.readsMutable(cond.node) {
		return refuse("the condition may depend on what the shared statements do")
	}
	return ok
}

func isOneOf(s fid, list []fid) bool {
	for _, k := range list {
		if k == s {
			return true
		}
	}
	return false
}

// mentions reports whether local l occurs in the statements.
func (f *form) mentions(stmts []fid, l int32) bool {
	found := false
	for _, s := range stmts {
		f.walk(s, func(id fid) bool {
			found = found || f.nodes[id].sym == symLocal && f.nodes[id].ref == l
			return !found
		})
	}
	return found
}

// trivialJump reports whether s leaves without computing anything.
func trivialJump(f *form, s fid) bool {
	n := f.node(s)
	switch n.kind {
	case java.BreakStatement, java.ContinueStatement:
		return true
	case java.ReturnStatement:
		return len(n.kids) == 0 || f.nodes[n.kids[0]].kind.IsLiteral() || len(f.nodes[n.kids[0]].kids) == 0
	}
	return false
}

var _ = register(&structuralCheck{
	name:   "nested-where-guards-do",
	source: "Fowler 1999, p. 250",
	doc:    "the conditionals of the method are nested where those of the sample leave one after the other",
	site:   nestedWhereGuardsDo,
})

func nestedWhereGuardsDo(x *siteCase) finding.Verdict {
	guards := 0
	for _, s := range x.al.sites {
		if s.kind == guardClause {
			guards++
		}
	}
	q, c := ifDepth(x.q.f, x.q.root), ifDepth(x.c.f, x.c.root)
	switch {
	case q < 2:
		return refuse("the conditionals of the method are not nested")
	case c >= q:
		return refuse("the conditionals of the sample are nested as deeply")
	case guards < 1:
		return refuse("the sample has no guard clause")
	}
	return ok
}

// ifDepth is the depth to which ifs nest in the subtree of n; an else-if is as deep as its if and one more, as the
// language has it.
func ifDepth(f *java.File, n java.NodeID) int {
	deepest, open := 0, []java.NodeID{}
	for i, nd := range f.Subtree(n) {
		for len(open) > 0 && i >= f.At(open[len(open)-1]).Next {
			open = open[:len(open)-1]
		}
		if nd.Kind == java.IfStatement {
			open = append(open, i)
			deepest = max(deepest, len(open))
		}
	}
	return deepest
}
