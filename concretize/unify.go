package concretize

import (
	"refract/java"
	"refract/mapping"
	"refract/program"
)

// This file compares two expressions (or statements without a body) of two forms: whether they are the same but for
// what the rule allows. It is Algorithm 2 of RefactoringMiner (Tsantalis et al. 2020, §3.2) on resolved trees: from
// the top, nodes of one kind descend to their parts, and where they differ the difference must have a name.

// An event is a place where query and sample differ, or where two variables meet.
type event struct {
	kind allowance // noAllowance for two variables that meet
	q, c fid
	// cost is what the difference takes from the confidence in the pair, 0 to 1.
	cost float64
	// wrapped is the name of the call that stands around the other side's expression; inQuery says on which side.
	wrapped string
	inQuery bool
}

// Costs of differences. They rank alternatives of one alignment and lower the score of a pair; the confidence of the
// whole is computed from the events that remain (see confidence.go).
const (
	costSite    = 0.02 // what the rule is about, or tolerates by name
	costLiteral = 0.15
	costMember  = 0.25
	costWrapped = 0.3
	costArg     = 0.05 // an argument of an extracted method that differs from the sample's
)

// aligner compares queries with samples for one rule, one pair of forms after the other.
type aligner struct {
	qp    *program.Program
	cp    *program.Program
	allow allowed
	// essential is the rule's first allowance.
	essential allowance

	q, c   *form
	qo, co *outline
	events []event
	// vars is nil while any variable may meet any other; afterwards it holds the only pairs that may.
	vars *varPairs
	// bound is what each hole of the sample stands for in the query, noFid while it is free; boundQ likewise for the
	// holes of the query. trail lists the holes bound so far, those of the query as ^ref, so that a failed try can
	// free them again.
	bound, boundQ []fid
	trail         []int32
	steps         int
	wrapping      bool // inside a call that stands around the other side's expression

	order *mapping.InOrder
	// What follows is memory that is used again.
	links    []mapping.Link
	members  map[named]string // see consistent
	votes    ballots
	meetings []meeting
	taken    []bool // variables of the query, see choose
}

// maxSteps bounds the comparisons of one alignment: two bodies of a thousand statements each are not worth an hour.
const maxSteps = 2_000_000

func (a *aligner) reset(q, c *form) {
	a.q, a.c, a.qo, a.co = q, c, q.outline(), c.outline()
	a.events, a.trail = a.events[:0], a.trail[:0]
	a.vars, a.steps = nil, 0
	a.bound, a.boundQ = unbound(a.bound, len(c.holes)), unbound(a.boundQ, len(q.holes))
}

// unbound returns n free holes in the memory of list.
func unbound(list []fid, n int) []fid {
	list = list[:0]
	for range n {
		list = append(list, noFid)
	}
	return list
}

// unify reports whether q and c are the same but for allowed differences, which it appends to a.events. On false
// a.events is as it was.
func (a *aligner) unify(q, c fid) bool {
	if a.steps++; a.steps > maxSteps {
		return false
	}
	return a.try(func() bool { return a.equal(q, c) }) || a.try(func() bool { return a.differ(q, c) })
}

// try is unify, leaving no trace on false, for alternatives.
func (a *aligner) try(fn func() bool) bool {
	mark, bound := len(a.events), len(a.trail)
	if fn() {
		return true
	}
	a.events = a.events[:mark]
	a.free(bound)
	return false
}

// free unbinds the holes that were bound after the trail was n long.
func (a *aligner) free(n int) {
	for _, ref := range a.trail[n:] {
		if ref < 0 {
			a.boundQ[^ref] = noFid
		} else {
			a.bound[ref] = noFid
		}
	}
	a.trail = a.trail[:n]
}

// forget makes the aligner ready for the next two statements.
func (a *aligner) forget() {
	a.events = a.events[:0]
	a.free(0)
}

func (a *aligner) event(kind allowance, q, c fid, cost float64) bool {
	if !a.allow.has(kind) {
		return false
	}
	a.events = append(a.events, event{kind: kind, q: q, c: c, cost: cost})
	return true
}

// equal compares nodes without wrappers: same kind, same operator, same name, equal parts.
func (a *aligner) equal(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if qn.kind != cn.kind || qn.op != cn.op || len(qn.kids) != len(cn.kids) {
		return false
	}
	if qn.sym >= symInlined || cn.sym >= symInlined || qn.sym == symHole || cn.sym == symHole {
		return false
	}
	if !a.sameName(q, c, qn, cn) {
		return false
	}
	for i, k := range qn.kids {
		if a.q.node(k).role != a.c.node(cn.kids[i]).role && (a.q.node(k).role == java.FieldObject) != (a.c.node(cn.kids[i]).role == java.FieldObject) {
			return false
		}
		if !a.unify(k, cn.kids[i]) {
			return false
		}
	}
	return true
}

// sameName compares what two nodes say beside their kind.
func (a *aligner) sameName(q, c fid, qn, cn *fnode) bool {
	switch {
	case qn.sym == symLocal && cn.sym == symLocal:
		return a.variables(q, c, qn.ref, cn.ref)
	case qn.sym != cn.sym:
		// A call or name that resolves on one side only, such as a constructor, may still be the same word.
		return qn.text == cn.text && qn.sym != symLocal && cn.sym != symLocal && qn.sym != symField && cn.sym != symField
	}
	switch qn.sym {
	case symField, symConst:
		if a.sameField(qn.ref, cn.ref) {
			return true
		}
		return a.event(member, q, c, memberCost(qn.text, cn.text))
	case symMethod:
		if a.sameMethod(qn.ref, cn.ref) {
			return true
		}
		return a.event(member, q, c, memberCost(qn.text, cn.text))
	case symType:
		if qn.text == cn.text || simpleType(qn.text) == simpleType(cn.text) {
			return true
		}
		if primitiveType(qn.text) != primitiveType(cn.text) {
			return false
		}
		return a.event(member, q, c, costMember/2)
	case symAPI:
		if qn.text == cn.text {
			return true
		}
		// Another method of the library is another member; another name that nothing accounts for is not.
		return qn.kind == java.MethodInvocation && a.event(member, q, c, costMember)
	case symNew:
		return qn.text == cn.text
	}
	if qn.text == cn.text {
		return true
	}
	return sameLiteralKind(qn, cn) && a.event(literal, q, c, costLiteral)
}

func memberCost(q, c string) float64 {
	if q == c {
		return costMember / 4 // the same name in another class: the same role
	}
	return costMember
}

// variables lets two variables stand for each other: any two at first, only the chosen pairs later.
func (a *aligner) variables(q, c fid, ql, cl int32) bool {
	if a.vars != nil && !a.vars.agree(ql, cl) {
		return false
	}
	a.events = append(a.events, event{q: q, c: c})
	return true
}

func (a *aligner) sameField(q, c int32) bool {
	if a.qp == a.cp {
		return q == c
	}
	qf, cf := a.qp.Field(program.FieldID(q)), a.cp.Field(program.FieldID(c))
	return a.qp.FieldName(qf) == a.cp.FieldName(cf) && a.qp.QualifiedName(a.qp.Type(qf.Owner)) == a.cp.QualifiedName(a.cp.Type(cf.Owner))
}

func (a *aligner) sameMethod(q, c int32) bool {
	if a.qp == a.cp {
		return q == c
	}
	return methodKey(a.qp, program.MethodID(q)) == methodKey(a.cp, program.MethodID(c))
}

// key identifies a method across two programs.
type key struct {
	owner, name string
	arity       int
}

func methodKey(p *program.Program, m program.MethodID) key {
	mm := p.Method(m)
	return key{p.QualifiedName(p.Type(mm.Owner)), p.MethodName(mm), len(p.Params(mm))}
}

func sameLiteralKind(q, c *fnode) bool {
	return literalClass(q.kind) != 0 && literalClass(q.kind) == literalClass(c.kind)
}

// literalClass puts the literal kinds that may stand for each other into one class; 0 is no literal, or null.
func literalClass(k java.Kind) int {
	switch k {
	case java.DecimalIntegerLiteral, java.HexIntegerLiteral, java.OctalIntegerLiteral, java.BinaryIntegerLiteral,
		java.DecimalFloatingPointLiteral, java.HexFloatingPointLiteral:
		return 1
	case java.StringLiteral:
		return 2
	case java.CharacterLiteral:
		return 3
	case java.True, java.False:
		return 4
	}
	return 0
}

// simpleType is a type's text without the qualification: java.util.List and List are taken as one type.
func simpleType(t string) string {
	for i := 0; i < len(t); i++ {
		if t[i] == '<' || t[i] == '[' {
			return simple(t[:i]) + t[i:]
		}
	}
	return simple(t)
}

func simple(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}

func primitiveType(t string) bool {
	switch t {
	case "int", "long", "short", "byte", "char", "float", "double", "boolean", "void":
		return true
	}
	return false
}
