package concretize

import (
	"slices"

	"refract/java"
	"refract/program"
)

// This file turns two forms into an alignment: the pairs under one consistent renaming, and what is left over.

// alignment is the result of comparing a query with a sample. It is what the site checks and the witness read.
type alignment struct {
	q, c         *form
	qp, cp       *program.Program
	pairs        []pair
	qOnly, cOnly []fid // statements without a partner, in order
	vars         *varPairs
	score        float64
	sites        []site
}

// site is one place where query and sample differ in a way that the rule allows.
type site struct {
	kind allowance
	q, c fid
	pair int // index in alignment.pairs
	cost float64
	// region is the body, of the side that the allowance is about, whose statements stand there as a whole; 0 for a
	// single difference.
	region int16
}

// noVars is no chosen pairs.
var noVars varPairs

// align compares q and c: a first alignment in which any variable may meet any other decides who stands for whom, a
// second one under that renaming decides what agrees.
func (a *aligner) align(q, c *form) *alignment {
	a.reset(q, c)
	al := &alignment{q: q, c: c, qp: a.qp, cp: a.cp, vars: &noVars}
	// What does not agree while any variable may meet any other does not agree under a renaming.
	if first := a.pairs(); len(first) > 0 {
		a.vote(first)
		a.vars = a.choose(a.allow.has(splitDeclaration))
		al.vars = a.vars
		a.judge(al, a.pairs())
	}
	al.leftOver()
	al.transformations()
	switch a.essential {
	case inlineCallInSample:
		al.regions(a.essential, c, func(p pair) fid { return p.c })
	case inlineCallInQuery:
		al.regions(a.essential, q, func(p pair) fid { return p.q })
	}
	return al
}

// pairs maps the statements of the query to those of the sample, under the renaming if there is one.
func (a *aligner) pairs() []pair {
	a.links = a.order.Map(a.links[:0], &a.qo.Outline, &a.co.Outline, comparer{a})
	pairs := make([]pair, len(a.links))
	for i, l := range a.links {
		pairs[i] = pair{q: a.qo.at[l.Src], c: a.co.at[l.Dst], equal: l.Equal, reversed: l.Crossed}
	}
	return pairs
}

// transformations adds a site for each statement that a transformation of the query made and that found its partner.
func (al *alignment) transformations() {
	if len(al.q.made) == 0 {
		return
	}
	for i, p := range al.pairs {
		for _, m := range al.q.made {
			if m.stmt == p.q && m.kind != noAllowance {
				al.sites = append(al.sites, site{kind: m.kind, q: m.from, c: p.c, pair: i})
			}
		}
	}
}

// regions adds a site for each inlined body of which statements are paired: a callee that is more than an expression
// leaves no single difference, but its statements.
func (al *alignment) regions(kind allowance, f *form, of func(pair) fid) {
	seen := map[int16]bool{}
	for i, p := range al.pairs {
		if b := f.node(of(p)).at.body; b > 0 && !seen[b] {
			seen[b] = true
			al.sites = append(al.sites, site{kind: kind, q: p.q, c: p.c, pair: i, region: b})
		}
	}
}

// judge keeps the pairs that agree with all pairs before them on what the holes stand for, on which member stands for
// which, and on calls that stand around another expression.
func (a *aligner) judge(al *alignment, pairs []pair) {
	if len(a.members) > 1<<10 {
		a.members = map[named]string{} // one that was large once would be cleared for long
	}
	clear(a.members)
	al.pairs = pairs[:0]
	for _, p := range pairs {
		if !p.equal {
			mark := len(a.trail)
			a.events = a.events[:0] // what the holes stand for stays
			if !a.compare(p) || !a.consistent(a.events) {
				a.free(mark)
				continue
			}
			p.events = slices.Clone(a.events)
		}
		al.pairs = append(al.pairs, p)
	}
	al.pairs = pairWraps(al.pairs)
	for i, p := range al.pairs {
		cost := 0.0
		for _, e := range p.events {
			cost += e.cost
			if e.kind != noAllowance {
				al.sites = append(al.sites, site{kind: e.kind, q: e.q, c: e.c, pair: i, cost: e.cost})
			}
		}
		al.score += max(1-cost, 0.1)
	}
}

// named is a member of the query, or of the sample, by its name.
type named struct {
	sample bool
	name   string
}

// consistent reports whether the members of events stand for each other as they do in the pairs before, and records
// them where they do.
func (a *aligner) consistent(events []event) bool {
	type entry struct {
		from named
		to   string
	}
	var room [8]entry
	add := room[:0]
	for _, e := range events {
		if e.kind != member && e.kind != localAsField {
			continue
		}
		q, c := a.memberName(a.q, a.qp, e.q), a.memberName(a.c, a.cp, e.c)
		for _, x := range [...]entry{{named{false, q}, c}, {named{true, c}, q}} {
			if to, ok := a.members[x.from]; ok && to != x.to {
				return false
			}
			add = append(add, x)
		}
	}
	for _, x := range add {
		a.members[x.from] = x.to
	}
	return true
}

// memberName is what a member is called for people, with its type where the program declares it.
func (a *aligner) memberName(f *form, p *program.Program, id fid) string {
	n := f.node(id)
	switch n.sym {
	case symField, symConst:
		return p.Type(p.Field(program.FieldID(n.ref)).Owner).Name + "." + n.text
	case symMethod:
		return p.Type(p.Method(program.MethodID(n.ref)).Owner).Name + "." + n.text + "()"
	}
	return n.text
}

// pairWraps drops the pairs in which a call stands around an expression of one side without standing around one of
// the other side in another pair.
func pairWraps(pairs []pair) []pair {
	if !slices.ContainsFunc(pairs, func(p pair) bool { return slices.ContainsFunc(p.events, func(e event) bool { return e.wrapped != "" }) }) {
		return pairs
	}
	type sides struct{ q, c int }
	count := map[string]sides{}
	for _, p := range pairs {
		here := map[string]sides{}
		for _, e := range p.events {
			if e.wrapped == "" {
				continue
			}
			n := here[e.wrapped]
			if e.inQuery {
				n.q++
			} else {
				n.c++
			}
			here[e.wrapped] = n
		}
		for name, n := range here {
			t := count[name]
			t.q, t.c = t.q+n.q, t.c+n.c
			if n.q > 0 && n.c > 0 {
				t.q += 1000 // on both sides of one pair: nothing moved
			}
			count[name] = t
		}
	}
	return slices.DeleteFunc(pairs, func(p pair) bool {
		return slices.ContainsFunc(p.events, func(e event) bool { return e.wrapped != "" && count[e.wrapped].q != count[e.wrapped].c })
	})
}

// leftOver fills qOnly and cOnly.
func (al *alignment) leftOver() {
	if len(al.pairs) == 0 {
		al.qOnly, al.cOnly = slices.Clone(al.q.order()), slices.Clone(al.c.order())
		return
	}
	var initialized []bool // by local: its declaration moved to its first assignment; nil where none did
	for _, p := range al.pairs {
		for _, e := range p.events {
			if e.kind == declarationWithInitializer || e.kind == splitDeclaration {
				if initialized == nil {
					initialized = make([]bool, len(al.q.locals))
				}
				if l := al.q.targetLocal(e.q); l >= 0 {
					initialized[l] = true
				}
			}
		}
	}
	// A transformation may have put one statement in several places.
	paired := make([]bool, len(al.q.nodes)+len(al.c.nodes))
	inQ, inC := paired[:len(al.q.nodes)], paired[len(al.q.nodes):]
	for _, p := range al.pairs {
		inQ[p.q], inC[p.c] = true, true
	}
	for _, id := range al.q.order() {
		if inQ[id] {
			continue
		}
		n := al.q.node(id)
		if n.kind == java.LocalVariableDeclaration && al.q.child(id, java.FieldValue) == noFid {
			if l := al.q.node(al.q.child(id, java.FieldName)); l.sym == symLocal && (initialized != nil && initialized[l.ref] || al.isField(l.ref)) {
				continue
			}
		}
		al.qOnly = append(al.qOnly, id)
	}
	for _, id := range al.c.order() {
		if !inC[id] {
			al.cOnly = append(al.cOnly, id)
		}
	}
}

// targetLocal returns the local that statement or expression id assigns to, -1 where it assigns to none.
func (f *form) targetLocal(id fid) int32 {
	target, _ := f.assigned(id)
	if n := f.node(id); n.kind == java.AssignmentExpression {
		target = n.kids[0]
	}
	if target == noFid || f.nodes[target].sym != symLocal {
		return -1
	}
	return f.nodes[target].ref
}

// isField reports whether local l of the query is a field of the sample's method object.
func (al *alignment) isField(l int32) bool {
	for _, s := range al.sites {
		if n := al.q.node(s.q); s.kind == localAsField && n.sym == symLocal && n.ref == l {
			return true
		}
	}
	return false
}

// covered returns the shares of the statements of both sides that the alignment explains: those in pairs, and
// declarations of temporaries that a site uses.
func (al *alignment) covered() (q, c float64) {
	share := func(f *form, only []fid) float64 {
		total := len(f.order()) + len(f.temps)
		unused := 0
		for _, t := range f.temps {
			if t.reads == 0 {
				unused++
			}
		}
		if total == 0 {
			return 1
		}
		return 1 - float64(len(only)+unused)/float64(total)
	}
	return share(al.q, al.qOnly), share(al.c, al.cOnly)
}
