package mapping

import (
	"cmp"
	"slices"
)

// This file pairs leaf statements: rounds 1 to 3 of Algorithm 1.

func leavesEqualDepth(m *Mapping, s *scope, name string) {
	m.equal(s.srcLeaves, s.dstLeaves, name, func(st *Stmt) uint64 { return Mix(st.Full, uint64(st.Depth)) })
}

func leavesEqual(m *Mapping, s *scope, name string) {
	m.equal(s.srcLeaves, s.dstLeaves, name, func(st *Stmt) uint64 { return st.Full })
}

// equal pairs statements with equal keys: first those that have one partner only, then the others by place.
func (m *Mapping) equal(src, dst []StmtID, name string, key func(*Stmt) uint64) {
	src, dst = m.free(src, true), m.free(dst, false)
	if len(src) == 0 || len(dst) == 0 {
		return
	}
	var several [][2][]keyed
	eachEqual(byKey(m.Src, src, key), byKey(m.Dst, dst, key), func(a, b []keyed) {
		if len(a) == 1 && len(b) == 1 {
			m.take(a[0].s, b[0].s, name)
		} else {
			several = append(several, [2][]keyed{a, b})
		}
	})
	var list []candidate
	for _, g := range several {
		if len(g[0])*len(g[1]) > maxPairs/4 { // a table of some sort: by order
			for k := range min(len(g[0]), len(g[1])) {
				m.take(g[0][k].s, g[1][k].s, name)
			}
			continue
		}
		for _, a := range g[0] {
			for _, b := range g[1] {
				list = append(list, m.newCandidate(a.s, b.s))
			}
		}
	}
	m.settle(list, func(c candidate) { m.take(c.src, c.dst, name) })
}

// keyed is a statement with what it is compared by.
type keyed struct {
	key uint64
	s   StmtID
}

// byKey returns the statements of list by key, those of one key in their order.
func byKey(t *Tree, list []StmtID, key func(*Stmt) uint64) []keyed {
	out := make([]keyed, len(list))
	for i, s := range list {
		out[i] = keyed{key(&t.Stmts[s]), s}
	}
	slices.SortFunc(out, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.s, b.s)) })
	return out
}

// eachEqual calls f with the statements of each key that both lists have.
func eachEqual(a, b []keyed, f func(a, b []keyed)) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].key < b[0].key:
			a = a[1:]
		case a[0].key > b[0].key:
			b = b[1:]
		default:
			n, m := alike(a), alike(b)
			f(a[:n], b[:m])
			a, b = a[n:], b[m:]
		}
	}
}

// alike is the number of statements with the key of the first.
func alike(list []keyed) int {
	n := 1
	for n < len(list) && list[n].key == list[0].key {
		n++
	}
	return n
}

// take pairs two equal statements and everything inside them.
func (m *Mapping) take(a, b StmtID, name string) {
	m.add(Pair{Src: a, Dst: b, Pass: name, Common: int32(Ref{m.Src, m.Src.Stmts[a].Node}.weight())})
	if m.Src.Stmts[a].Kind.Composite() {
		return
	}
	ea, eb := m.Src.Stmts[a].End, m.Dst.Stmts[b].End
	if ea-a != eb-b {
		return
	}
	for x, y := a+1, b+1; x < ea; x, y = x+1, y+1 {
		if m.srcFree(x) && m.dstFree(y) && !m.Src.Stmts[x].Kind.Part() {
			m.add(Pair{Src: x, Dst: y, Pass: name})
		}
	}
}

// leavesReplaced pairs declarations first: what they say about variables tells statements apart that differ in
// nothing else.
func leavesReplaced(m *Mapping, s *scope, name string) {
	m.replaced(m.declarations(m.free(s.srcLeaves, true), m.Src), m.declarations(m.free(s.dstLeaves, false), m.Dst), name)
	m.replaced(m.free(s.srcLeaves, true), m.free(s.dstLeaves, false), name)
}

func (m *Mapping) declarations(list []StmtID, t *Tree) []StmtID {
	var out []StmtID
	for _, s := range list {
		if t.Stmts[s].Kind == Declaration {
			out = append(out, s)
		}
	}
	return out
}

// replaced pairs statements that become equal by replacements.
func (m *Mapping) replaced(src, dst []StmtID, name string) {
	if len(src) == 0 || len(dst) == 0 {
		return
	}
	may := func(a, b StmtID) bool { return m.mayMatch(&m.Src.Stmts[a], &m.Dst.Stmts[b]) }
	list := matchNodes(nil, src, m.partners(src, dst), may, m.leaf)
	m.byUse(list)
	m.settle(list, func(c candidate) { m.accept(c.src, c.dst, name) })
}

// mayMatch is the cheap test before two statements are aligned.
func (m *Mapping) mayMatch(a, b *Stmt) bool {
	if a.Kind != b.Kind {
		if !m.opt.abstracts(a.Kind, b.Kind) || !wraps(a.Kind) || !wraps(b.Kind) {
			return false
		}
	} else if !wraps(a.Kind) && a.Kind != Throw && a.Kind != ConstructorCall && a.Kind != Case && a.Kind != Assert && a.Kind != LocalType {
		return a.Kind == Break || a.Kind == Continue
	}
	if len(m.Src.bind) > 0 || len(m.Dst.bind) > 0 {
		return true // words of bound names are not in the filter
	}
	if a.Kind == Declaration && b.Kind == Declaration && a.Words&b.Words == 0 {
		return m.renamedCalls(Ref{m.Src, valueOf(m.Src.File, a.Node)}, Ref{m.Dst, valueOf(m.Dst.File, b.Node)})
	}
	return a.Words&b.Words != 0
}

// wraps reports whether statements of kind k are compared by the expression in them.
func wraps(k Kind) bool {
	return k == Expression || k == Declaration || k == Return || k == Yield || k.Part()
}

// leaf is the match condition of round 3.
func (m *Mapping) leaf(a, b StmtID) (candidate, bool) {
	g, ok := m.cmp.Leaf(a, b)
	if !ok {
		return candidate{}, false
	}
	c := m.newCandidate(a, b)
	c.distance = g.Distance
	if g.Abstracted {
		c.form = 1
	}
	return c, true
}

// accept pairs two statements that leaf accepted.
func (m *Mapping) accept(a, b StmtID, name string) {
	d := &m.d
	d.reset()
	ok, abstracted := d.statement(a, b)
	if !ok {
		return
	}
	m.add(Pair{Src: a, Dst: b, Pass: name, Replacements: slices.Clone(d.reps), Distance: m.distance(d.reps),
		Abstracted: abstracted, Common: int32(d.common)})
	m.adopt(d.bodies)
}
