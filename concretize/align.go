package concretize

import (
	"math"

	"refract/java"
	"refract/mapping"
)

// This file compares statements of two forms for package mapping, which aligns them: leaves by unify, compound
// statements by their heads.

// pair is two statements that agree: equal but for the events.
type pair struct {
	q, c   fid
	events []event
	// equal says that the two are the same but for variables that stand for each other, which the rounds found by hash.
	equal bool
	// reversed says that the branches are aligned crosswise.
	reversed bool
}

// comparer is the Comparer of the witness: what two statements of the aligner's forms have to do with each other
// under its renaming, as far as there is one. Holes are bound statement by statement here, and judged over all of them
// in the end (see alignment.go).
type comparer struct{ *aligner }

// Equal reports whether the variables of two statements with equal hashes stand for each other.
func (x comparer) Equal(s, t mapping.StmtID) bool {
	if x.qp != x.cp {
		return false // hashes know fields and methods by their number
	}
	q, c := x.qo.at[s], x.co.at[t]
	if x.qo.Stmts[s].Kind.Composite() {
		return x.headsMeet(q, c, nil)
	}
	return x.meet(q, c, nil)
}

// Leaf compares two statements without statements in them.
func (x comparer) Leaf(s, t mapping.StmtID) (mapping.Agreement, bool) {
	q, c := x.qo.at[s], x.co.at[t]
	return x.agreement(x.try(func() bool { return x.unify(q, c) || x.initializer(q, c) }))
}

// Head compares two compound statements by their heads; crossed, "if (c) A else B" with "if (!c) B else A".
func (x comparer) Head(s, t mapping.StmtID, crossed bool) (mapping.Agreement, bool) {
	q, c := x.qo.at[s], x.co.at[t]
	if !crossed {
		return x.agreement(x.try(func() bool { return x.heads(q, c) }))
	}
	if !x.allow.has(reversedConditional) || x.q.child(q, java.FieldAlternative) == noFid || x.c.child(c, java.FieldAlternative) == noFid {
		return mapping.Agreement{}, false
	}
	return x.agreement(x.try(func() bool { return x.reversed(q, c) }))
}

// agreement makes an answer of the events, and forgets them.
func (x comparer) agreement(ok bool) (mapping.Agreement, bool) {
	cost := 0.0
	for _, e := range x.events {
		cost += e.cost
	}
	x.forget()
	return mapping.Agreement{Distance: int32(math.Round(cost * mapping.Whole))}, ok
}

// compare compares the statements of a pair and leaves the events in a.events.
func (a *aligner) compare(p pair) bool {
	return a.try(func() bool {
		switch {
		case p.reversed:
			return a.reversed(p.q, p.c)
		case a.q.compound(p.q):
			return a.heads(p.q, p.c)
		}
		return a.unify(p.q, p.c) || a.initializer(p.q, p.c)
	})
}

// reversed compares the heads of two ifs of which one asks for the opposite of the other.
func (a *aligner) reversed(q, c fid) bool {
	return a.complement(a.q.child(q, java.FieldCondition), a.c.child(c, java.FieldCondition)) &&
		a.event(reversedConditional, q, c, costSite)
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
	return a.variables(target, name, a.q.node(target).ref, a.c.node(name).ref) && a.unify(value, init) && a.event(kind, q, c, costSite)
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
