package mapping

import (
	"cmp"
	"slices"

	"refract/java"
)

// This file maps lambdas and anonymous classes inside statements (§5.6): once per pair of bodies, by their own
// statements, and the counts decide.

// inner returns the mapping between two bodies that stand in the place of one another.
func (m *Mapping) inner(bp bodyPair) innerPairs {
	if m.inners == nil {
		m.inners = &innerMappings{of: map[bodyPair]innerPairs{}}
	}
	if in, ok := m.inners.of[bp]; ok {
		return in
	}
	sub := m.inners.take(m)
	sub.runInner(bp)
	in := innerPairs{slices.Clip(sub.Pairs), sub.Classes}
	m.inners.of[bp] = in
	m.inners.giveBack(sub)
	return in
}

// innerMappings are the mappings between bodies of two trees, shared by all mappings inside one another.
type innerMappings struct {
	of    map[bodyPair]innerPairs
	spare []*Mapping // as new: each has the size of both trees, and of a hundred lambdas each is compared with each
}

// innerPairs are what is kept of the mapping between two bodies.
type innerPairs struct {
	pairs   []Pair
	classes [][2]java.NodeID
}

func (x *innerMappings) take(m *Mapping) *Mapping {
	if n := len(x.spare); n > 0 {
		sub := x.spare[n-1]
		x.spare = x.spare[:n-1]
		return sub
	}
	sub := newMapping(m.Src, m.Dst, m.opt)
	sub.inners = x
	return sub
}

// giveBack makes sub as it was, in time of what it found.
func (x *innerMappings) giveBack(sub *Mapping) {
	for i := range sub.Pairs {
		p := &sub.Pairs[i]
		sub.ofSrc[p.Src], sub.ofDst[p.Dst] = -1, -1
		if sub.varTo == nil {
			continue
		}
		for v := range sub.Src.DeclaredIn(p.Src) {
			sub.varTo[v] = 0
		}
		for v := range sub.Dst.DeclaredIn(p.Dst) {
			sub.varFrom[v] = 0
		}
	}
	sub.Pairs, sub.Classes = nil, nil
	sub.matched.known, sub.clauses.known = -1, -1
	x.spare = append(x.spare, sub)
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
	named := map[string][]int32{}
	for _, j := range m.Dst.methodsIn(bp.dst) {
		name := m.Dst.Bodies[j].Name
		named[name] = append(named[name], j)
	}
	for _, i := range m.Src.methodsIn(bp.src) {
		name := m.Src.Bodies[i].Name
		if list := named[name]; len(list) > 0 {
			named[name] = list[1:]
			m.run(i, list[0])
		}
	}
}

// bodiesFrom returns the index of the first body that begins at node n or behind it.
func (t *Tree) bodiesFrom(n java.NodeID) int {
	at, _ := slices.BinarySearchFunc(t.Bodies, n, func(b Body, n java.NodeID) int { return cmp.Compare(b.Node, n) })
	return at
}

func (t *Tree) bodyAt(n java.NodeID) int32 {
	if at := t.bodiesFrom(n); at < len(t.Bodies) && t.Bodies[at].Node == n {
		return int32(at)
	}
	return -1
}

// methodsIn returns the bodies of the methods of the anonymous class whose class_body is node n.
func (t *Tree) methodsIn(n java.NodeID) []int32 {
	var list []int32
	for i := t.bodiesFrom(n); i < len(t.Bodies) && t.Bodies[i].Node < t.File.Nodes[n].Next; i++ {
		if b := &t.Bodies[i]; b.Kind == AnonymousMethod && b.Type == t.File.Parent(n) {
			list = append(list, int32(i))
		}
	}
	return list
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
	for s := t.stmtsFrom(n); s < len(t.Stmts) && t.Stmts[s].Node < t.File.Nodes[n].Next; s++ {
		if counts(t, StmtID(s)) {
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
