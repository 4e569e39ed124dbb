package concretize

import (
	"slices"

	"refract/java"
)

// This file aligns the statements of two forms, in order: what a refactoring does not move keeps its place, so two
// lists are aligned as two texts are, by the longest common subsequence, weighted by how well the statements agree.
// Compound statements align by their heads and, list by list, by what is in them.

// match is the best alignment of two statements, or of two lists.
type match struct {
	score float64 // Σ over the pairs of 1 - cost
	pairs []pair
}

// pair is two statements that agree: equal but for the events.
type pair struct {
	q, c   fid
	events []event
	// reversed says that the branches are aligned crosswise.
	reversed bool
}

// maxCells bounds one list against another: beyond it only equal beginnings and ends are aligned.
const maxCells = 250_000

// lists aligns two lists of statements.
func (a *aligner) lists(qs, cs []fid) match {
	var out match
	lo := 0
	for lo < len(qs) && lo < len(cs) {
		m := a.statement(qs[lo], cs[lo])
		if !whole(m, a, qs[lo], cs[lo]) {
			break
		}
		out.add(m)
		lo++
	}
	qs, cs = qs[lo:], cs[lo:]
	hi := 0
	var tail []match
	for hi < len(qs) && hi < len(cs) {
		m := a.statement(qs[len(qs)-1-hi], cs[len(cs)-1-hi])
		if !whole(m, a, qs[len(qs)-1-hi], cs[len(cs)-1-hi]) {
			break
		}
		tail = append(tail, m)
		hi++
	}
	qs, cs = qs[:len(qs)-hi], cs[:len(cs)-hi]
	if len(qs) > 0 && len(cs) > 0 && len(qs)*len(cs) <= maxCells {
		a.subsequence(&out, qs, cs)
	}
	for _, m := range slices.Backward(tail) {
		out.add(m)
	}
	return out
}

// whole reports whether m aligns everything of two statements without a difference.
func whole(m match, a *aligner, q, c fid) bool {
	return len(m.pairs) > 0 && m.score >= float64(max(a.q.statements(q), a.c.statements(c)))-1e-9
}

func (m *match) add(o match) {
	m.score += o.score
	m.pairs = append(m.pairs, o.pairs...)
}

// subsequence adds to out the alignment of qs with cs of the highest score.
func (a *aligner) subsequence(out *match, qs, cs []fid) {
	n, m := len(qs), len(cs)
	best := make([]float64, (n+1)*(m+1)) // best[i][j]: of qs[i:] with cs[j:]
	pair := make([]match, n*m)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			p := a.statement(qs[i], cs[j])
			pair[i*m+j] = p
			best[i*(m+1)+j] = max(best[(i+1)*(m+1)+j], best[i*(m+1)+j+1], p.score+best[(i+1)*(m+1)+j+1])
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch here := best[i*(m+1)+j]; {
		// Among equally good alignments the earliest pair wins, so that the result does not depend on chance.
		case pair[i*m+j].score > 0 && here == pair[i*m+j].score+best[(i+1)*(m+1)+j+1]:
			out.add(pair[i*m+j])
			i, j = i+1, j+1
		case here == best[(i+1)*(m+1)+j]:
			i++
		default:
			j++
		}
	}
}

// statement aligns two statements.
func (a *aligner) statement(q, c fid) match {
	at := [2]fid{q, c}
	if m, ok := a.memo[at]; ok {
		return m
	}
	m := a.align(q, c)
	a.memo[at] = m
	return m
}

func (a *aligner) align(q, c fid) match {
	if !a.q.compound(q) && !a.c.compound(c) {
		return a.leaf(q, c)
	}
	if a.q.node(q).kind != a.c.node(c).kind {
		return match{}
	}
	m := a.compounds(q, c)
	if a.allow.has(reversedConditional) && a.q.node(q).kind == java.IfStatement {
		if r := a.reversedIf(q, c); r.score > m.score {
			return r
		}
	}
	return m
}

// leaf aligns two statements without statements in them.
func (a *aligner) leaf(q, c fid) match {
	mark := len(a.events)
	if !a.try(func() bool { return a.unify(q, c) || a.initializer(q, c) }) {
		return match{}
	}
	return a.take(mark, q, c, false)
}

// take makes a pair of the events since mark and forgets them; holes are bound statement by statement here, and
// judged over all of them in the end.
func (a *aligner) take(mark int, q, c fid, reversed bool) match {
	events := slices.Clone(a.events[mark:])
	a.events = a.events[:mark]
	a.free(0)
	cost := 0.0
	for _, e := range events {
		cost += e.cost
	}
	return match{score: max(1-cost, 0.1), pairs: []pair{{q: q, c: c, events: events, reversed: reversed}}}
}

// compounds aligns two compound statements of one kind: heads, then parts in order. Where only the parts agree, the
// statements themselves are no pair.
func (a *aligner) compounds(q, c fid) match {
	var m match
	mark := len(a.events)
	if a.try(func() bool { return a.heads(q, c) }) {
		m = a.take(mark, q, c, false)
		if !counts(a.q.node(q).kind) {
			m = match{} // a part such as a switch block is no statement
		}
	}
	cparts := a.c.parts(c)
	j := 0
	for _, qp := range a.q.parts(q) {
		for k := j; k < len(cparts); k++ {
			qn, cn := a.q.node(qp), a.c.node(cparts[k])
			if qn.kind != cn.kind || qn.role != cn.role {
				continue
			}
			m.add(a.part(qp, cparts[k]))
			j = k + 1
			break
		}
	}
	return m
}

// part aligns two parts of compound statements: lists, or catch clauses and their kin.
func (a *aligner) part(q, c fid) match {
	if a.q.isList(q) {
		return a.lists(a.q.node(q).kids, a.c.node(c).kids)
	}
	return a.statement(q, c)
}

// heads compares what compound statements have beside their parts: conditions, loop variables, resources.
func (a *aligner) heads(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if qn.op != cn.op || qn.text != cn.text {
		return false
	}
	ck := cn.kids
	for _, k := range qn.kids {
		if a.q.isPart(k) {
			continue
		}
		for len(ck) > 0 && a.c.isPart(ck[0]) {
			ck = ck[1:]
		}
		if len(ck) == 0 || a.q.node(k).role != a.c.node(ck[0]).role || !a.unify(k, ck[0]) {
			return false
		}
		ck = ck[1:]
	}
	for _, k := range ck {
		if !a.c.isPart(k) {
			return false
		}
	}
	return true
}

// reversedIf aligns "if (c) A else B" with "if (!c) B else A".
func (a *aligner) reversedIf(q, c fid) match {
	qt, qe := a.q.child(q, java.FieldConsequence), a.q.child(q, java.FieldAlternative)
	ct, ce := a.c.child(c, java.FieldConsequence), a.c.child(c, java.FieldAlternative)
	if qe == noFid || ce == noFid || qt == noFid || ct == noFid {
		return match{}
	}
	mark := len(a.events)
	if !a.try(func() bool {
		return a.complement(a.q.child(q, java.FieldCondition), a.c.child(c, java.FieldCondition)) &&
			a.event(reversedConditional, q, c, costSite)
	}) {
		return match{}
	}
	m := a.take(mark, q, c, true)
	m.add(a.lists(a.q.node(qt).kids, a.c.node(ce).kids))
	m.add(a.lists(a.q.node(qe).kids, a.c.node(ct).kids))
	return m
}

// initializer lets the statement "x = e;" of the query meet the declaration "T x = e;" of the sample.
func (a *aligner) initializer(q, c fid) bool {
	if a.allow.has(localAsField) {
		return a.fieldInitializer(q, c)
	}
	if n := a.q.node(q); n.kind == java.ExpressionStatement && len(n.kids) == 1 {
		return a.initialized(n.kids[0], c)
	}
	return false
}

// initialized lets the assignment x = e of the query meet the declaration "T x = e" of the sample, which may stand in
// the head of a for.
func (a *aligner) initialized(q, c fid) bool {
	kind := noAllowance
	switch {
	case a.allow.has(splitDeclaration):
		kind = splitDeclaration
	case a.allow.has(declarationWithInitializer):
		kind = declarationWithInitializer
	}
	n := a.q.node(q)
	if kind == noAllowance || n.kind != java.AssignmentExpression || n.op != java.Assign || a.c.node(c).kind != java.LocalVariableDeclaration {
		return false
	}
	target, value := n.kids[0], n.kids[1]
	name, init := a.c.child(c, java.FieldName), a.c.child(c, java.FieldValue)
	if init == noFid || a.q.node(target).sym != symLocal || a.c.node(name).sym != symLocal {
		return false
	}
	return a.meet(target, name, a.q.node(target).ref, a.c.node(name).ref) && a.unify(value, init) && a.event(kind, q, c, costSite)
}

// fieldInitializer lets "T x = e;" of the query meet "x = e;" on a field of the sample.
func (a *aligner) fieldInitializer(q, c fid) bool {
	target, value := a.c.assigned(c)
	if target == noFid || a.q.node(q).kind != java.LocalVariableDeclaration || a.c.node(target).sym != symField {
		return false
	}
	init := a.q.child(q, java.FieldValue)
	return init != noFid && a.unify(init, value) && a.asField(a.q.child(q, java.FieldName), target)
}

// assigned returns the target and value of the statement "x = e;", noFid for every other statement.
func (f *form) assigned(id fid) (target, value fid) {
	n := f.node(id)
	if n.kind == java.ExpressionStatement && len(n.kids) == 1 {
		if e := f.node(n.kids[0]); e.kind == java.AssignmentExpression && e.op == java.Assign && len(e.kids) == 2 {
			return e.kids[0], e.kids[1]
		}
	}
	return noFid, noFid
}

// isPart reports whether a node is a list of statements or holds some in the place of its parent's statements.
func (f *form) isPart(id fid) bool {
	switch f.nodes[id].kind {
	case java.Block, java.CatchClause, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return true
	}
	return false
}

// parts returns the parts among the children of id.
func (f *form) parts(id fid) []fid {
	var parts []fid
	for _, k := range f.nodes[id].kids {
		if f.isPart(k) || f.nodes[id].kind == java.LabeledStatement && f.nodes[k].kind != java.Identifier {
			parts = append(parts, k)
		}
	}
	return parts
}

// compound reports whether statement id has statements in it, those in lambdas and anonymous classes aside.
func (f *form) compound(id fid) bool {
	switch f.nodes[id].kind {
	case java.Block, java.IfStatement, java.WhileStatement, java.DoStatement, java.ForStatement, java.EnhancedForStatement,
		java.LabeledStatement, java.SynchronizedStatement, java.TryStatement, java.TryWithResourcesStatement,
		java.CatchClause, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return true
	case java.SwitchExpression:
		return f.child(id, java.FieldBody) != noFid
	}
	return false
}

// counts reports whether a node of kind k, in a list or as a part, is a statement: other parts only hold some.
func counts(k java.Kind) bool {
	switch k {
	case java.Block, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return false
	}
	return true
}

// statements counts the statements of id, id included.
func (f *form) statements(id fid) int {
	n := 0
	f.eachStatement(id, func(fid) { n++ })
	return n
}

// eachStatement calls fn for statement id (of a list: of those in it) and the statements in it, in order.
func (f *form) eachStatement(id fid, fn func(fid)) {
	n := f.node(id)
	if counts(n.kind) {
		fn(id)
	}
	if n.kind == java.Block {
		for _, k := range n.kids {
			f.eachStatement(k, fn)
		}
		return
	}
	if f.compound(id) {
		for _, k := range f.parts(id) {
			f.eachStatement(k, fn)
		}
	}
}
