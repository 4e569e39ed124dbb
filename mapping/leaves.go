package mapping

import (
	"math/bits"
	"slices"
)

// This file pairs leaf statements: rounds 1 to 3 of Algorithm 1.

// maxPairs bounds the statement pairs that one replacement round looks at: 250 statements left on each side. Beyond
// it only pairs that share several names are looked at, and no more than maxPairs of them.
const maxPairs = 62_500

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
	type keyed struct {
		key uint64
		s   StmtID
	}
	sorted := func(t *Tree, list []StmtID) []keyed {
		out := make([]keyed, len(list))
		for i, s := range list {
			out[i] = keyed{key(&t.Stmts[s]), s}
		}
		slices.SortFunc(out, func(a, b keyed) int {
			switch {
			case a.key < b.key:
				return -1
			case a.key > b.key:
				return 1
			}
			return int(a.s - b.s)
		})
		return out
	}
	ka, kb := sorted(m.Src, src), sorted(m.Dst, dst)
	type group struct{ a, b []keyed }
	var several []group
	for i, j := 0, 0; i < len(ka) && j < len(kb); {
		switch {
		case ka[i].key < kb[j].key:
			i++
			continue
		case ka[i].key > kb[j].key:
			j++
			continue
		}
		i2, j2 := i+1, j+1
		for i2 < len(ka) && ka[i2].key == ka[i].key {
			i2++
		}
		for j2 < len(kb) && kb[j2].key == kb[j].key {
			j2++
		}
		if i2 == i+1 && j2 == j+1 {
			m.take(ka[i].s, kb[j].s, name)
		} else {
			several = append(several, group{ka[i:i2], kb[j:j2]})
		}
		i, j = i2, j2
	}
	var list []candidate
	for _, g := range several {
		if len(g.a)*len(g.b) > maxPairs/4 {
			// So many equal statements are a table of some sort: by order.
			for k := range min(len(g.a), len(g.b)) {
				m.take(g.a[k].s, g.b[k].s, name)
			}
			continue
		}
		for _, a := range g.a {
			for _, b := range g.b {
				list = append(list, m.newCandidate(a.s, b.s))
			}
		}
	}
	m.settle(list, func(c candidate) { m.take(c.src, c.dst, name) })
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
	shared := 1
	if len(src)*len(dst) > maxPairs {
		shared = 4
	}
	may := func(a, b StmtID) bool { return m.mayMatch(&m.Src.Stmts[a], &m.Dst.Stmts[b], shared) }
	list := matchNodes(nil, src, dst, may, m.leaf, maxPairs)
	m.byUse(list)
	m.settle(list, func(c candidate) { m.accept(c.src, c.dst, name) })
}

// mayMatch is the cheap test before two statements are aligned.
func (m *Mapping) mayMatch(a, b *Stmt, shared int) bool {
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
	if shared > 1 {
		return a.Kind == b.Kind && bits.OnesCount64(a.Words&b.Words) >= min(shared, bits.OnesCount64(a.Words), bits.OnesCount64(b.Words))
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
