package mapping

import (
	"slices"

	"refract/java"
)

// This file maps lambdas and anonymous classes inside statements (§5.6): once per pair of bodies, by their own
// statements, and the counts decide.

// inner returns the mapping between two bodies that stand in the place of one another.
func (m *Mapping) inner(bp bodyPair) innerPairs {
	if in, ok := m.bodyMemo[bp]; ok {
		return in
	}
	sub := newMapping(m.Src, m.Dst, m.opt)
	if m.bodyMemo == nil {
		m.bodyMemo = map[bodyPair]innerPairs{}
	}
	sub.bodyMemo = m.bodyMemo
	sub.runInner(bp)
	in := innerPairs{slices.Clip(sub.Pairs), sub.Classes}
	m.bodyMemo[bp] = in
	return in
}

// innerPairs are what is kept of the mapping between two bodies. The rest of it has the size of both trees, and of a hundred lambdas each is
// compared with each.
type innerPairs struct {
	pairs   []Pair
	classes [][2]java.NodeID
}

// runInner maps two bodies, or those of two classes.
func (m *Mapping) runInner(bp bodyPair) {
	if m.Src.File.Kind(bp.src) != java.ClassBody {
		a, b := m.Src.bodyAt(bp.src), m.Dst.bodyAt(bp.dst)
		if a >= 0 && b >= 0 {
			m.run(a, b)
		}
		return
	}
	used := make([]bool, len(m.Dst.Bodies))
	for i := range m.Src.Bodies {
		a := &m.Src.Bodies[i]
		if a.Kind != AnonymousMethod || m.Src.File.Parent(bp.src) != a.Type {
			continue
		}
		for j := range m.Dst.Bodies {
			b := &m.Dst.Bodies[j]
			if b.Kind == AnonymousMethod && m.Dst.File.Parent(bp.dst) == b.Type && b.Name == a.Name && !used[j] {
				used[j] = true
				m.run(int32(i), int32(j))
				break
			}
		}
	}
}

func (t *Tree) bodyAt(n java.NodeID) int32 {
	for i := range t.Bodies {
		if t.Bodies[i].Node == n {
			return int32(i)
		}
	}
	return -1
}

// bodiesMatch reports whether more statements of two bodies are matched than not, or all of one are.
func (m *Mapping) bodiesMatch(bp bodyPair) bool {
	in := m.inner(bp)
	matched := 0
	for i := range in.pairs {
		if counts(m.Src, in.pairs[i].Src) {
			matched++
		}
	}
	a, b := m.Src.countIn(bp.src)-matched, m.Dst.countIn(bp.dst)-matched
	return a <= 0 || b <= 0 || matched > a && matched > b
}

// countIn counts the statements under node n.
func (t *Tree) countIn(n java.NodeID) int {
	count := 0
	end := t.File.Nodes[n].Next
	for s := range t.Stmts {
		st := &t.Stmts[s]
		if st.Node >= n && st.Node < end && counts(t, StmtID(s)) {
			count++
		}
	}
	return count
}

// adopt takes over the pairs found between bodies of an accepted pair.
func (m *Mapping) adopt(list []bodyPair) {
	if len(list) == 0 {
		return
	}
	own := append([]bodyPair(nil), list...) // the differ's slice is reused below
	for _, bp := range own {
		in := m.inner(bp)
		if m.Src.File.Kind(bp.src) == java.ClassBody {
			m.Classes = append(m.Classes, [2]java.NodeID{bp.src, bp.dst})
		}
		m.Classes = append(m.Classes, in.classes...)
		for _, p := range in.pairs {
			if m.ofSrc[p.Src] < 0 && m.ofDst[p.Dst] < 0 {
				m.add(p)
			}
		}
	}
}

// acrossBodies pairs equal statements that one side has in a lambda or anonymous class and the other elsewhere.
func acrossBodies(m *Mapping, s *scope, name string) {
	if !s.whole || len(m.Src.Bodies) == 1 && len(m.Dst.Bodies) == 1 {
		return
	}
	leavesOf := func(t *Tree) (list []StmtID) {
		for i := range t.Stmts {
			if t.Stmts[i].Kind.Leaf() {
				list = append(list, StmtID(i))
			}
		}
		return list
	}
	src, dst := leavesOf(m.Src), leavesOf(m.Dst)
	m.equal(src, dst, name, func(st *Stmt) uint64 { return st.Full })
	if m.opt.Inner {
		m.replaced(m.free(src, true), m.free(dst, false), name)
	}
}

// partsReplaced pairs expressions in headers and lambdas of one side with statements of the other.
func partsReplaced(m *Mapping, s *scope, name string) {
	if !m.opt.Parts && !m.opt.Same || !s.whole {
		return
	}
	list := func(t *Tree, parts bool) (out []StmtID) {
		for i := range t.Stmts {
			if k := t.Stmts[i].Kind; parts && k.Part() && k != Initializer || !parts && wraps(k) && !k.Part() {
				out = append(out, StmtID(i))
			}
		}
		return out
	}
	m.replaced(m.free(list(m.Src, true), true), m.free(list(m.Dst, false), false), name)
	m.replaced(m.free(list(m.Src, false), true), m.free(list(m.Dst, true), false), name)
}
