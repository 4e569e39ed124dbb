package mapping

// This file maps outlines in order. Where one body is the pattern of the other, what they share keeps its order and its
// nesting, so the choice among the candidates of a round is not the best first but the best chain: of two lists of
// statements, pairs that do not cross, worth most together.
//
// The rounds go over the two lists of statements that stand in the same arm of two composites, from the outermost: first
// what is equal at both ends, then whatever the Comparer accepts in between. What a composite is worth there follows
// from the lists inside it, which are mapped before it, once for each two composites, as bodies of lambdas are
// (see bodies.go). A pair is worth Whole less its distance, never less than a tenth of it, and with it the best mapping
// of all that is in it.

// maxCells bounds one list against another: beyond it only what is equal at the ends is paired.
const maxCells = 250_000

// A Link is a pair of an in-order mapping.
type Link struct {
	Src, Dst StmtID
	Agreement
	// Equal says that the two have equal hashes and the Comparer called them equal.
	Equal bool
	// Crossed says that the arms of the two composites meet crosswise.
	Crossed bool
}

// InOrder maps outlines in order. It reuses its memory from one call to the next and belongs to one goroutine; the zero
// value is ready.
type InOrder struct {
	src, dst *Outline
	cmp      Comparer
	memo     verdicts
	cond     condition
	levels   []*level // scratch of the lists at each depth
	depth    int
	links    []Link
}

// Map appends to links the pairs of the best mapping of src to dst in order, in the order of src.
func (o *InOrder) Map(links []Link, src, dst *Outline, c Comparer) []Link {
	o.src, o.dst, o.cmp, o.links, o.depth = src, dst, c, links, 0
	o.memo.reset(len(src.Stmts), len(dst.Stmts))
	if o.cond == nil {
		o.cond = o.statementCandidate
	}
	lv := o.level()
	lv.src = src.children(lv.src[:0], NoStmt)
	lv.dst = dst.children(lv.dst[:0], NoStmt)
	o.lists(lv, lv.src, lv.dst, true)
	links = o.links
	o.src, o.dst, o.cmp, o.links = nil, nil, nil, nil
	return links
}

// children appends the statements directly in composite s, parts aside, of all its arms; of NoStmt those at the top.
func (t *Outline) children(list []StmtID, s StmtID) []StmtID {
	from, end := StmtID(0), StmtID(len(t.Stmts))
	if s >= 0 {
		from, end = s+1, t.Stmts[s].End
	}
	for c := from; c < end; c = t.Stmts[c].End {
		if !t.Stmts[c].Kind.Part() {
			list = append(list, c)
		}
	}
	return list
}

// level is the scratch of one depth.
type level struct {
	src, dst []StmtID // the children of two composites
	list     []candidate
	best     []int32
}

func (o *InOrder) level() *level {
	if o.depth == len(o.levels) {
		o.levels = append(o.levels, &level{})
	}
	return o.levels[o.depth]
}

// verdict is what two statements are worth to one another with all that is in them.
type verdict struct {
	gain     int32
	distance int32 // of the statements themselves
	known    bool
	paired   bool // the statements themselves agree; else only what is in them
	equal    bool
	crossed  bool
	perfect  bool // nothing in either is left over or differs
}

func (o *InOrder) statementCandidate(a, b StmtID) (candidate, bool) {
	v := o.statement(a, b)
	return candidate{src: a, dst: b, distance: v.distance, gain: v.gain}, v.gain > 0
}

// statement compares two statements with all that is in them.
func (o *InOrder) statement(a, b StmtID) verdict {
	v := o.memo.at(a, b)
	if v.known {
		return v
	}
	sa, sb := &o.src.Stmts[a], &o.dst.Stmts[b]
	switch {
	case sa.Kind.Leaf() && sb.Kind.Leaf():
		v = o.leaf(a, b)
	case sa.Kind == sb.Kind && sa.Kind.Composite():
		v = o.composite(a, b, false)
		if sa.Kind == If && !v.perfect {
			if x := o.composite(a, b, true); x.gain > v.gain {
				v = x
			}
		}
	}
	v.known = true
	o.memo.set(a, b, v)
	return v
}

func (o *InOrder) leaf(a, b StmtID) verdict {
	if h := o.src.Stmts[a].Full; h != 0 && h == o.dst.Stmts[b].Full && o.cmp.Equal(a, b) {
		return verdict{gain: Whole, paired: true, equal: true, perfect: true}
	}
	g, ok := o.cmp.Leaf(a, b)
	return pairVerdict(g, ok)
}

func pairVerdict(g Agreement, ok bool) verdict {
	if !ok {
		return verdict{}
	}
	return verdict{gain: max(Whole-g.Distance, Whole/10), distance: g.Distance, paired: true, perfect: g.Distance == 0}
}

// composite compares two composites of one kind by their heads and what is in their arms. Where the heads do not agree
// what is in the arms may, unless it would meet crosswise.
func (o *InOrder) composite(a, b StmtID, crossed bool) verdict {
	var v verdict
	if h := o.src.Stmts[a].Hash; !crossed && h != 0 && h == o.dst.Stmts[b].Hash && o.cmp.Equal(a, b) {
		v = verdict{gain: Whole, paired: true, equal: true, perfect: true}
	} else {
		g, ok := o.cmp.Head(a, b, crossed)
		if v = pairVerdict(g, ok); crossed && !ok {
			return v
		}
	}
	inside, perfect := o.arms(a, b, crossed, false)
	v.gain += inside
	v.perfect = v.perfect && perfect
	v.crossed = crossed
	return v
}

// arms maps the lists in the arms of composites a and b, the first with the first and so on, or crosswise.
func (o *InOrder) arms(a, b StmtID, crossed, emit bool) (gain int32, perfect bool) {
	o.depth++
	lv := o.level()
	lv.src = o.src.children(lv.src[:0], a)
	lv.dst = o.dst.children(lv.dst[:0], b)
	src, dst := lv.src, lv.dst
	perfect = true
	if crossed {
		x, y := o.src.arm(src), o.dst.arm(dst)
		if len(x) > 0 && o.src.Stmts[x[0]].Branch > 0 {
			x = nil // the first arm is empty
		}
		if len(y) > 0 && o.dst.Stmts[y[0]].Branch > 0 {
			y = nil
		}
		g, p := o.lists(lv, x, dst[len(y):], emit)
		h, q := o.lists(lv, src[len(x):], y, emit)
		gain, perfect = g+h, p && q
		src, dst = nil, nil
	}
	for len(src) > 0 || len(dst) > 0 {
		x, y := o.src.arm(src), o.dst.arm(dst)
		switch { // an arm may be empty
		case len(x) == 0 || len(y) > 0 && o.dst.Stmts[y[0]].Branch < o.src.Stmts[x[0]].Branch:
			x = nil
		case len(y) == 0 || o.src.Stmts[x[0]].Branch < o.dst.Stmts[y[0]].Branch:
			y = nil
		}
		g, p := o.lists(lv, x, y, emit)
		gain, perfect = gain+g, perfect && p
		src, dst = src[len(x):], dst[len(y):]
	}
	o.depth--
	return gain, perfect
}

// arm returns the statements at the beginning of list that stand in one arm.
func (t *Outline) arm(list []StmtID) []StmtID {
	n := 0
	for n < len(list) && t.Stmts[list[n]].Branch == t.Stmts[list[0]].Branch {
		n++
	}
	return list[:n]
}

// lists maps two lists of statements, and with emit adds their links. perfect says that they are equal.
func (o *InOrder) lists(lv *level, src, dst []StmtID, emit bool) (gain int32, perfect bool) {
	// Round 1: equal, with all that is in them, at the beginnings and at the ends. No mapping of the lists is worth more
	// than the best of those that pair these.
	for len(src) > 0 && len(dst) > 0 {
		v := o.statement(src[0], dst[0])
		if !v.perfect {
			break
		}
		gain += v.gain
		if emit {
			o.emit(src[0], dst[0], v)
		}
		src, dst = src[1:], dst[1:]
	}
	if len(src) == 0 && len(dst) == 0 {
		return gain, true
	}
	tail := 0
	for tail < len(src) && tail < len(dst) {
		v := o.statement(src[len(src)-1-tail], dst[len(dst)-1-tail])
		if !v.perfect {
			break
		}
		gain += v.gain
		tail++
	}
	endSrc, endDst := src[len(src)-tail:], dst[len(dst)-tail:]
	src, dst = src[:len(src)-tail], dst[:len(dst)-tail]
	// Round 2: what the Comparer accepts.
	if len(src) > 0 && len(dst) > 0 && len(src)*len(dst) <= maxCells {
		lv.list = matchNodes(lv.list[:0], src, func(StmtID) []StmtID { return dst }, nil, o.cond)
		gain += lv.chain(src, dst)
		if emit {
			for _, c := range lv.chosen(src, dst) {
				o.emit(c.src, c.dst, o.statement(c.src, c.dst))
			}
		}
	}
	if emit {
		for i, a := range endSrc {
			o.emit(a, endDst[i], o.statement(a, endDst[i]))
		}
	}
	return gain, false
}

// emit adds the links of two statements and of what is in them.
func (o *InOrder) emit(a, b StmtID, v verdict) {
	if v.paired {
		o.links = append(o.links, Link{Src: a, Dst: b, Agreement: Agreement{Distance: v.distance}, Equal: v.equal, Crossed: v.crossed})
	}
	if o.src.Stmts[a].Kind.Composite() {
		o.arms(a, b, v.crossed, true)
	}
}
