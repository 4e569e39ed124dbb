package mapping

import (
	"cmp"
	"slices"
)

// candidate is a possible pair, with what findBestMatch sorts by.
type candidate struct {
	src, dst StmtID
	distance int32
	form     int8  // 1: compared by abstraction
	children int32 // of composites: pairs of statements inside both, negated, so that less is better
	context  int8  // 0: under equal headers, 1: the nearest of them is equal
	depth    int32
	place    int32 // distance from where the neighbours say the statement should be
	index    int32
	gain     int32 // in order: what the pair is worth with all that is in it
}

// compare orders candidates by the criteria of §3.2 in their order, statements of one form before abstracted ones: edit distance, for composites the matched
// children, depth, index. Between depth and index stands where the neighbours went, since an index shifts with every
// insertion above it.
func (a candidate) compare(b candidate) int {
	return cmp.Or(
		cmp.Compare(a.form, b.form),
		cmp.Compare(a.distance, b.distance),
		cmp.Compare(a.children, b.children),
		cmp.Compare(a.context, b.context),
		cmp.Compare(a.depth, b.depth),
		cmp.Compare(a.place, b.place),
		cmp.Compare(a.index, b.index),
		cmp.Compare(a.src, b.src),
		cmp.Compare(a.dst, b.dst),
	)
}

func abs(x int32) int32 { return max(x, -x) }

// newCandidate fills in everything but distance, form and children.
func (m *Mapping) newCandidate(a, b StmtID) candidate {
	sa, sb := &m.Src.Stmts[a], &m.Dst.Stmts[b]
	c := candidate{src: a, dst: b, depth: abs(int32(sa.Depth) - int32(sb.Depth)), index: abs(sa.Index - sb.Index)}
	if sa.Context != sb.Context {
		c.context = 1
		if pa, pb := sa.Parent, sb.Parent; pa < 0 || pb < 0 || m.Src.Stmts[pa].Hash != m.Dst.Stmts[pb].Hash {
			c.context = 2
		}
	}
	c.place = abs(m.expected(a) - int32(b))
	return c
}

// expected is where statement a of Src would stand in Dst if it had moved with the matched statement before it.
func (m *Mapping) expected(a StmtID) int32 {
	for s := a - 1; s >= 0 && a-s < 32; s-- {
		if p := m.ofSrc[s]; p >= 0 {
			return int32(m.Pairs[p].Dst) + int32(a-s)
		}
	}
	return int32(a)
}

// settle takes candidates from the best to the worst as long as both their statements are free, and calls take.
func (m *Mapping) settle(list []candidate, take func(c candidate)) {
	slices.SortFunc(list, candidate.compare)
	for _, c := range list {
		if m.ofSrc[c.src] < 0 && m.ofDst[c.dst] < 0 {
			take(c)
		}
	}
}
