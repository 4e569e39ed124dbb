package mine

import (
	"cmp"
	"slices"

	"refract/mapping"
)

// This file finds what crosses the borders of class pairs, in the order of Table 4: local extractions and inlinings,
// moved methods, extracted and moved, moved and inlined ones.

func (d *Diff) matchAcross() {
	d.findCopies()
	for _, p := range d.Pairs {
		d.findInlinings(p)
		d.findExtractions(p)
	}
	if d.ctx.Err() != nil {
		return
	}
	d.moveMethods()
	if d.ctx.Err() != nil {
		return
	}
	d.extractAcross()
	d.inlineAcross()
	d.dropMoved()
}

// findCopies marks the added methods that are equal to a removed method of another class: they moved, and were not
// extracted from what calls them.
func (d *Diff) findCopies() {
	removed, added := d.pool()
	byName := map[string][]*Method{}
	for _, b := range removed {
		if b.HasBody() {
			byName[b.Name] = append(byName[b.Name], b)
		}
	}
	for _, a := range added {
		if !a.HasBody() {
			continue
		}
		for _, b := range byName[a.Name] {
			if d.Pair(b.Class) == nil || d.Pair(b.Class) != d.Pair(a.Class) {
				tb, ta := b.Tree(), a.Tree()
				if tb.Hash(tb.Root) == ta.Hash(ta.Root) && len(ta.Stmts) > 0 && d.imports(b.Class, a.Class) || d.Pair(b.Class) == nil && d.survives(b, a) {
					a.memo.copied, b.memo.copied = true, true
				}
			}
		}
	}
}

// survives reports whether b, of a class that is gone, became a of the same name.
func (d *Diff) survives(b, a *Method) bool {
	if trivialBody(b) {
		return false
	}
	budget := 1
	_, ok := d.moved(b, a, &budget)
	return ok
}

// pool is the methods that may have moved, in order: those of class pairs first.
func (d *Diff) pool() (removed, added []*Method) {
	for _, p := range d.Pairs {
		for _, m := range p.RemovedMethods {
			if !m.memo.extracted {
				removed = append(removed, m)
			}
		}
		for _, m := range p.AddedMethods {
			if !m.memo.extracted {
				added = append(added, m)
			}
		}
	}
	for _, c := range d.Removed {
		removed = append(removed, c.Methods...)
	}
	for _, c := range d.Added {
		added = append(added, c.Methods...)
	}
	return removed, added
}

// moveCandidate is a possible move.
type moveCandidate struct {
	bodyCandidate
	kind     PairKind
	existing int // classes of the two that exist on both sides: 0 both, 1 one, 2 none
	order    int
}

// maxMoves bounds the pairs of methods that are compared by body, apart from those of one name.
const maxMoves = 20_000

func (d *Diff) moveMethods() {
	removed, added := d.pool()
	if len(removed) == 0 || len(added) == 0 {
		return
	}
	var found []moveCandidate
	budget := maxMoves
	index := indexMethods(added)
	for i, b := range removed {
		if d.ctx.Err() != nil {
			return
		}
		for _, a := range index.partners(b) {
			if budget < 0 && a.Name != b.Name {
				continue
			}
			if c, ok := d.moved(b, a, &budget); ok {
				c.order, c.names = i, editDistance(b.Name, a.Name)
				found = append(found, c)
			}
		}
	}
	slices.SortStableFunc(found, func(x, y moveCandidate) int {
		return cmp.Or(
			cmp.Compare(hierarchyFirst(x.kind), hierarchyFirst(y.kind)),
			cmp.Compare(x.rename, y.rename),
			cmp.Compare(x.existing, y.existing),
			cmp.Compare(y.tally.matched, x.tally.matched),
			cmp.Compare(y.tally.exact, x.tally.exact),
			cmp.Compare(x.distance, y.distance),
			cmp.Compare(x.names, y.names),
			cmp.Compare(x.order, y.order))
	})
	usedBefore, usedAfter := map[*Method]PairKind{}, map[*Method]PairKind{}
	renamedTo := map[*Method]bool{}
	for _, c := range found {
		// Along the hierarchy several subclasses may give one method, or get one.
		kb, ka := usedBefore[c.before], usedAfter[c.after]
		switch c.kind {
		case PulledUpPair:
			if kb != NoPair || ka != NoPair && ka != PulledUpPair {
				continue
			}
		case PushedDownPair:
			if ka != NoPair || kb != NoPair && kb != PushedDownPair {
				continue
			}
		default:
			// What several classes had in copies may become one.
			if kb != NoPair || ka != NoPair && (ka != MovedPair || c.rename != 0 || renamedTo[c.after]) {
				continue
			}
			renamedTo[c.after] = renamedTo[c.after] || c.rename != 0
		}
		usedBefore[c.before], usedAfter[c.after] = c.kind, c.kind
		q := &MethodPair{Kind: c.kind, Before: c.before, After: c.after, Mapping: c.mapping}
		c.before.memo.moved, c.after.memo.moved = true, true
		d.Moves = append(d.Moves, q)
		if c.mapping != nil {
			d.pairAnonymousIn(c.before, c.after, c.mapping)
		}
	}
	slices.SortStableFunc(d.Moves, func(x, y *MethodPair) int {
		return cmp.Or(cmp.Compare(x.Before.Class.Name, y.Before.Class.Name), cmp.Compare(x.Before.Index, y.Before.Index))
	})
}

func hierarchyFirst(k PairKind) int {
	if k == PulledUpPair || k == PushedDownPair {
		return 0
	}
	return 1
}

// moved decides whether b moved to a (Table 4, Move Method).
func (d *Diff) moved(b, a *Method, budget *int) (moveCandidate, bool) {
	c := moveCandidate{bodyCandidate: bodyCandidate{before: b, after: a}}
	if b.IsConstructor() || a.IsConstructor() || b.HasBody() != a.HasBody() {
		return c, false
	}
	if !b.HasBody() {
		return d.movedDeclaration(c)
	}
	pb, pa := d.Pair(b.Class), d.Pair(a.Class)
	if pb != nil && pb == pa || b.Class.IsAnonymous() != a.Class.IsAnonymous() && b.Name != a.Name {
		return c, false
	}
	if pb == nil {
		c.existing++
	}
	if pa == nil {
		c.existing++
	}
	if b.Name != a.Name {
		c.rename = 1 // and half of the statements are the same, see methodIndex
	}
	if !d.moveSignature(b, a) {
		return c, false
	}
	switch {
	case d.supertype(b.Class, a.Class):
		c.kind = PulledUpPair
	case d.supertype(a.Class, b.Class):
		c.kind = PushedDownPair
	case d.imports(b.Class, a.Class), c.rename == 0 && copied(b, a):
		c.kind = MovedPair
	default:
		return c, false
	}
	*budget--
	c.mapping = d.mapMoved(b, a)
	c.tally = tallyOf(c.mapping)
	c.distance = c.mapping.Distance()
	t := c.tally
	if t.matched == 0 {
		return c, c.rename == 0 && len(b.Tree().Stmts) == 0 && len(a.Tree().Stmts) == 0 && sameParameterTypes(b, a, d.sameType)
	}
	if c.rename == 1 {
		if c.kind == MovedPair && trivialBody(b) {
			return c, false
		}
		return c, t.exact > 0 && t.matched > t.left && t.matched > t.right &&
			(t.exact*2 >= t.matched || t.left == 0 && t.right == 0 || shareWord(b.Name, a.Name))
	}
	return c, (t.matched > t.left || t.matched >= t.left && d.Pair(b.Class) == nil) && t.matched > t.right
}

// copied reports whether two methods have one signature and one body of several statements: no import need tell.
func copied(b, a *Method) bool {
	tb, ta := b.Tree(), a.Tree()
	leaves, composites := tb.Count()
	return leaves+composites > 2 && tb.Hash(tb.Root) == ta.Hash(ta.Root) && b.Return == a.Return &&
		sameParameterTypes(b, a, func(x, y string) bool { return x == y })
}

// movedDeclaration decides about methods without a body: they move under their signature, along the hierarchy or out of
// a class that is gone.
func (d *Diff) movedDeclaration(c moveCandidate) (moveCandidate, bool) {
	b, a := c.before, c.after
	if b.Name != a.Name || d.Pair(b.Class) != nil && d.Pair(b.Class) == d.Pair(a.Class) || !sameParameterTypes(b, a, d.renamedType) || !d.renamedType(b.Return, a.Return) {
		return c, false
	}
	switch {
	case d.supertype(b.Class, a.Class):
		c.kind = PulledUpPair
	case d.supertype(a.Class, b.Class):
		c.kind = PushedDownPair
	case d.Pair(b.Class) == nil && d.imports(b.Class, a.Class) && len(b.Params) > 0:
		c.kind = MovedPair // its class is gone, and another declares the same
	}
	return c, c.kind != NoPair
}

// mapMoved maps a moved body.
func (d *Diff) mapMoved(b, a *Method) *mapping.Mapping {
	return d.mapBodies(b, a)
}

// trivialBody reports whether m is a getter, a setter or a delegate: one statement without a decision.
func trivialBody(m *Method) bool {
	leaves, composites := m.Tree().Count()
	return leaves <= 1 && composites == 0
}

// moveSignature compares signatures leaving out a parameter of the type moved to, or from.
func (d *Diff) moveSignature(b, a *Method) bool {
	strip := func(m *Method, other *Class) []Param {
		var list []Param
		for _, p := range m.Params {
			if lastPart(rawType(p.Type)) != other.Simple || other.Simple == "" {
				list = append(list, p)
			}
		}
		return list
	}
	pb, pa := strip(b, a.Class), strip(a, b.Class)
	common := 0
	var used uint64
	for i := range pb {
		for j := range pa {
			if used&(1<<(j&63)) == 0 && (d.renamedType(pb[i].fullType(), pa[j].fullType()) || pb[i].Name == pa[j].Name) {
				used |= 1 << (j & 63)
				common++
				break
			}
		}
	}
	return common == len(pb) || common == len(pa)
}

// dropMoved takes the methods that moved out of the lists of removed and added ones.
func (d *Diff) dropMoved() {
	gone := func(m *Method) bool { return m.memo.moved }
	for _, p := range d.Pairs {
		p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, gone)
		p.AddedMethods = slices.DeleteFunc(p.AddedMethods, gone)
	}
}
