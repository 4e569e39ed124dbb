package mapping

import (
	"cmp"
	"iter"
	"slices"

	"refract/java"
)

// This file bounds the rounds where two bodies have very many statements left over. Each would be held against each; instead, as in the
// blocking of record linkage, each is held against those of the other side that are most like it at a glance.

const (
	// maxPairs bounds the pairs of statements that a round looks at: 250 statements left on each side. Of more, each statement is looked at
	// with as many partners as leave it within the bound, but with minPartners at least.
	maxPairs    = 62_500
	minPartners = 16
	// maxHolders is how many statements a word may stand in to tell them from others.
	maxHolders = 64
	// maxOuter is how many composites around a matched statement are looked at, maxAround how many for all that stands in a composite.
	maxOuter  = 64
	maxAround = 256
)

// isCrowd reports whether so many statements are left that not each can be held against each.
func isCrowd(src, dst []StmtID) bool { return len(src)*len(dst) > maxPairs }

// partners returns which statements of dst each of src is held against.
func (m *Mapping) partners(src, dst []StmtID) func(a StmtID) []StmtID {
	if isCrowd(src, dst) {
		return m.crowd(len(src), dst).of
	}
	return func(StmtID) []StmtID { return dst }
}

// crowd is the statements of Dst that are left over, by what stands in them.
type crowd struct {
	m       *Mapping
	dst     []StmtID            // sorted
	holders map[uint64][]StmtID // by the hash of a word
	most    int                 // partners of a statement
	words   []uint64            // of the statement at work
}

// crowd returns what finds, for one of so many statements of Src, those of dst that are most like it.
func (m *Mapping) crowd(src int, dst []StmtID) *crowd {
	c := &crowd{m: m, dst: dst, holders: map[uint64][]StmtID{}, most: max(minPartners, maxPairs/src)}
	for _, b := range dst {
		for _, w := range c.wordsOf(m.Dst, b) {
			c.holders[w] = append(c.holders[w], b)
		}
	}
	return c
}

// wordsOf returns the distinct hashes of the names and literals of statement s, of a composite those of its header. The slice is used
// again by the next call.
func (c *crowd) wordsOf(t *Tree, s StmtID) []uint64 {
	c.words = c.words[:0]
	f, st := t.File, &t.Stmts[s]
	add := func(from, to java.NodeID) {
		for n := from; n < to; n++ {
			if isWord(f, n) {
				c.words = append(c.words, t.hash[n-t.Root])
			}
		}
	}
	if !st.Kind.Composite() {
		add(st.Node, f.Nodes[st.Node].Next)
	} else {
		for n := f.FirstChild(st.Node); n >= 0; n = f.NextSibling(n) {
			if isHeaderPart(f, n) {
				add(n, f.Nodes[n].Next)
			}
		}
	}
	slices.Sort(c.words)
	c.words = slices.Compact(c.words)
	return c.words
}

// of returns the statements of dst that have most in common with a, by rare words, and where that is not enough those next to where a is
// expected.
func (c *crowd) of(a StmtID) []StmtID {
	score := map[StmtID]int{}
	words := c.renamed(a, c.wordsOf(c.m.Src, a))
	for _, w := range words {
		if holders := c.holders[w]; len(holders) <= maxHolders {
			for _, b := range holders {
				score[b] += maxHolders / len(holders)
			}
		}
	}
	list := make([]StmtID, 0, len(score))
	for b := range score {
		list = append(list, b)
	}
	expected := c.m.expected(a)
	slices.SortFunc(list, func(x, y StmtID) int {
		return cmp.Or(cmp.Compare(score[y], score[x]), cmp.Compare(abs(int32(x)-expected), abs(int32(y)-expected)), cmp.Compare(x, y))
	})
	if len(list) > c.most {
		return list[:c.most]
	}
	for b := range nearest(c.dst, StmtID(expected)) {
		if len(list) == c.most {
			break
		}
		if score[b] == 0 {
			list = append(list, b)
		}
	}
	return list
}

// renamed appends to words those that locals which a names are called after, where their declarations are matched.
func (c *crowd) renamed(a StmtID, words []uint64) []uint64 {
	m := c.m
	if m.varTo == nil {
		return words
	}
	f, st := m.Src.File, &m.Src.Stmts[a]
	for n := st.Node; n < f.Nodes[st.Node].Next; n++ {
		if f.Nodes[n].Kind != java.Identifier {
			continue
		}
		if i := m.Src.VarOf(n); i >= 0 && m.varTo[i] > 0 {
			words = append(words, m.Dst.hash[m.Dst.Vars[m.varTo[i]-1].NameNode-m.Dst.Root])
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// nearest yields the statements of a sorted list by how far they are from place.
func nearest(list []StmtID, place StmtID) iter.Seq[StmtID] {
	return func(yield func(StmtID) bool) {
		after, _ := slices.BinarySearch(list, place)
		before := after - 1
		for before >= 0 || after < len(list) {
			var next StmtID
			if after == len(list) || before >= 0 && place-list[before] <= list[after]-place {
				next, before = list[before], before-1
			} else {
				next, after = list[after], after+1
			}
			if !yield(next) {
				return
			}
		}
	}
}

// compositeCrowd is the composites of Dst that are left over.
type compositeCrowd struct {
	m     *Mapping
	isDst []bool
	seen  []StmtID            // by statement of Dst, the last composite of Src that came across it
	equal map[uint64][]StmtID // by header
}

func (m *Mapping) compositeCrowd(dst []StmtID) *compositeCrowd {
	c := &compositeCrowd{m, make([]bool, len(m.Dst.Stmts)), make([]StmtID, len(m.Dst.Stmts)), map[uint64][]StmtID{}}
	for i := range c.seen {
		c.seen[i] = NoStmt
	}
	for _, b := range dst {
		c.isDst[b] = true
		h := m.Dst.Stmts[b].Hash
		c.equal[h] = append(c.equal[h], b)
	}
	return c
}

// of returns what composite a may be paired with by condition 4: composites around the partners of what is in it, the outermost statements of it
// first, up to maxAround; and where one of the two may be empty, the nearest with an equal header.
func (c *compositeCrowd) of(a StmtID) []StmtID {
	m := c.m
	var list []StmtID
	add := func(b StmtID) {
		if c.seen[b] != a && c.isDst[b] {
			list = append(list, b)
		}
		c.seen[b] = a
	}
	climb := func(x StmtID) {
		for s := x + 1; s < m.Src.Stmts[x].End && len(list) < maxAround; s++ {
			p := m.ofSrc[s]
			if p < 0 || m.Src.Stmts[s].Kind.Part() {
				continue
			}
			b := m.Dst.Stmts[m.Pairs[p].Dst].Parent
			for k := 0; b >= 0 && k < maxOuter && c.seen[b] != a; b, k = m.Dst.Stmts[b].Parent, k+1 {
				add(b)
				if y := m.Dst.tryOf(b); y >= 0 {
					add(y)
				}
			}
		}
	}
	climb(a)
	if m.Src.Stmts[a].Kind == Try {
		for _, x := range m.Src.clausesOf(a) {
			climb(x)
		}
	}
	equal := 0
	for b := range nearest(c.equal[m.Src.Stmts[a].Hash], StmtID(m.expected(a))) {
		if equal++; equal > minPartners {
			break
		}
		add(b)
	}
	return list
}

// tryOf returns the try statement that s is a catch or finally clause of, NoStmt where it is none.
func (t *Tree) tryOf(s StmtID) StmtID {
	if k := t.Stmts[s].Kind; k != Catch && k != Finally {
		return NoStmt
	}
	n := t.File.Parent(t.Stmts[s].Node)
	if at := t.stmtsFrom(n); at < len(t.Stmts) && t.Stmts[at].Node == n {
		return StmtID(at)
	}
	return NoStmt
}
