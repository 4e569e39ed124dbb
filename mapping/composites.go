package mapping

import "slices"

// This file pairs composite statements: rounds 1 to 3 of Algorithm 1 with condition 4, that something inside the one
// is matched with something inside the other. Composites are looked at from the inside out.

func compositesEqualDepth(m *Mapping, s *scope, name string) {
	m.composites(s, name, true, func(a, b *Stmt) bool { return a.Hash == b.Hash && a.Depth == b.Depth })
}

func compositesEqual(m *Mapping, s *scope, name string) {
	m.composites(s, name, true, func(a, b *Stmt) bool { return a.Hash == b.Hash })
}

func compositesReplaced(m *Mapping, s *scope, name string) {
	m.composites(s, name, false, func(a, b *Stmt) bool { return a.Kind == b.Kind && a.Kind != Block })
}

func (m *Mapping) composites(s *scope, name string, equal bool, may func(a, b *Stmt) bool) {
	dst := m.free(s.dstComposites, false)
	if len(dst) == 0 {
		return
	}
	free := func(a, b StmtID) bool { return m.ofDst[b] < 0 && may(&m.Src.Stmts[a], &m.Dst.Stmts[b]) }
	condition := func(a, b StmtID) (candidate, bool) { return m.composite(a, b, equal) }
	// By depth, the deepest first: a parent is looked at when its children are settled.
	src := m.free(s.srcComposites, true)
	slices.SortStableFunc(src, func(a, b StmtID) int { return int(m.Src.Stmts[b].Depth) - int(m.Src.Stmts[a].Depth) })
	partners := func(StmtID) []StmtID { return dst }
	if isCrowd(src, dst) {
		partners = m.compositeCrowd(dst).of
	}
	for len(src) > 0 {
		n := 1
		for n < len(src) && m.Src.Stmts[src[n]].Depth == m.Src.Stmts[src[0]].Depth {
			n++
		}
		list := matchNodes(nil, src[:n], partners, free, condition)
		src = src[n:]
		m.settle(list, func(c candidate) { m.acceptComposite(c, name) })
	}
}

// composite is the match condition of the rounds over composites: their heads, and condition 4.
func (m *Mapping) composite(a, b StmtID, equal bool) (candidate, bool) {
	sa, sb := &m.Src.Stmts[a], &m.Dst.Stmts[b]
	inside, direct := m.inside(a, b)
	if sa.Kind == Try && sb.Kind == Try {
		n := m.insideClauses(a, b)
		inside, direct = inside+n, direct+n
	}
	if direct == 0 && inside > 0 && equal {
		return candidate{}, false // a container of what is inside, further out
	}
	empty := sa.Inside == 0 || sb.Inside == 0
	if inside == 0 && !empty {
		return candidate{}, false
	}
	g, ok := m.cmp.Head(a, b, false)
	if !ok {
		return candidate{}, false
	}
	if m.d.common == 0 && sa.Kind != Try && sa.Kind != Block && sa.Kind != Finally {
		// Nothing of the header is shared: everything inside one of the two must be.
		if inside == 0 || inside < int(sa.Inside) && inside < int(sb.Inside) {
			return candidate{}, false
		}
	}
	if empty && inside == 0 && sa.Hash != sb.Hash {
		return candidate{}, false
	}
	c := m.newCandidate(a, b)
	c.distance = g.Distance
	c.children = -int32(inside + 4*direct)
	return c, true
}

// matchedInside is what the statements inside a composite of Src, or inside its clauses, are paired with.
type matchedInside struct {
	of      StmtID
	known   int      // pairs of the mapping when this was found out
	dst     []StmtID // sorted
	parents []StmtID // of those that children of the composite are paired with, sorted
}

func (in *matchedInside) begin(m *Mapping, a StmtID) {
	in.of, in.known, in.dst, in.parents = a, len(m.Pairs), in.dst[:0], in.parents[:0]
}

// add adds what stands in composite a.
func (in *matchedInside) add(m *Mapping, a StmtID) {
	for s := a + 1; s < m.Src.Stmts[a].End; s++ {
		p := m.ofSrc[s]
		if p < 0 || m.Src.Stmts[s].Kind.Part() {
			continue
		}
		in.dst = append(in.dst, m.Pairs[p].Dst)
		if m.Src.Stmts[s].Parent == a {
			in.parents = append(in.parents, m.Dst.Stmts[m.Pairs[p].Dst].Parent)
		}
	}
}

func (in *matchedInside) end() {
	slices.Sort(in.dst)
	slices.Sort(in.parents)
}

// inside counts the pairs with both statements inside composites a and b, and of them those of children of the two: condition 4. What the statements in a are
// paired with is found once for all b that a is compared with.
func (m *Mapping) inside(a, b StmtID) (pairs, direct int) {
	in := &m.matched
	if in.of != a || in.known != len(m.Pairs) {
		in.begin(m, a)
		in.add(m, a)
		in.end()
	}
	return within(in.dst, b+1, m.Dst.Stmts[b].End), within(in.parents, b, b+1)
}

// within counts the values of a sorted list from lo up to hi, without hi.
func within(list []StmtID, lo, hi StmtID) int {
	i, _ := slices.BinarySearch(list, lo)
	j, _ := slices.BinarySearch(list[i:], hi)
	return j
}

// insideClauses counts the pairs inside the catch and finally clauses of two try statements, and of the clauses.
func (m *Mapping) insideClauses(a, b StmtID) int {
	in := &m.clauses
	if in.of != a || in.known != len(m.Pairs) {
		in.begin(m, a)
		for _, x := range m.Src.clausesOf(a) {
			in.add(m, x)
		}
		in.end()
	}
	n := 0
	for _, y := range m.Dst.clausesOf(b) {
		n += within(in.dst, y+1, m.Dst.Stmts[y].End)
	}
	return n
}

func (m *Mapping) acceptComposite(c candidate, name string) {
	d := &m.d
	d.reset()
	if !d.header(c.src, c.dst) {
		return
	}
	m.add(Pair{Src: c.src, Dst: c.dst, Pass: name, Replacements: slices.Clone(d.reps), Distance: m.distance(d.reps), Common: int32(d.common)})
}

// clauses pairs catch and finally clauses of try statements that are paired, by their exceptions, whatever is inside.
func clauses(m *Mapping, s *scope, name string) {
	for i := 0; i < len(m.Pairs); i++ {
		p := m.Pairs[i]
		if m.Src.Stmts[p.Src].Kind != Try || m.Dst.Stmts[p.Dst].Kind != Try {
			continue
		}
		before, after := m.Src.clausesOf(p.Src), m.Dst.clausesOf(p.Dst)
		for _, a := range before {
			for _, b := range after {
				if m.srcFree(a) && m.dstFree(b) && m.Src.Stmts[a].Hash == m.Dst.Stmts[b].Hash {
					m.add(Pair{Src: a, Dst: b, Pass: name})
				}
			}
		}
		ca, cb := m.free(before, true), m.free(after, false)
		if len(ca) == 1 && len(cb) == 1 && m.Src.Stmts[ca[0]].Kind == m.Dst.Stmts[cb[0]].Kind {
			m.acceptComposite(candidate{src: ca[0], dst: cb[0]}, name)
		}
	}
}

// clausesOf lists the catch and finally clauses of a try statement.
func (t *Tree) clausesOf(s StmtID) []StmtID {
	var list []StmtID
	n := t.Stmts[s].Node
	for i := t.Stmts[s].End; int(i) < len(t.Stmts); i = t.Stmts[i].End {
		if k := t.Stmts[i].Kind; k != Catch && k != Finally || t.File.Parent(t.Stmts[i].Node) != n {
			break
		}
		list = append(list, i)
	}
	return list
}
