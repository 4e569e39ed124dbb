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
	d.moveMethods()
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
	near := map[string]*blocks{}
	for name, list := range byName {
		near[name] = blocksOfNamesakes(list)
	}
	for _, a := range added {
		d.checkpoint()
		if !a.HasBody() || near[a.Name] == nil {
			continue
		}
		for _, b := range near[a.Name].to(a) {
			if a.memo.copied && b.memo.copied {
				continue // known already: equal names are many in a large program
			}
			if d.Pair(b.Class) == nil || d.Pair(b.Class) != d.Pair(a.Class) {
				tb, ta := b.Tree(), a.Tree()
				if tb.Hash(tb.Root) == ta.Hash(ta.Root) && len(ta.Stmts) > 0 && d.imports(b.Class, a.Class) || d.survives(b, a) {
					a.memo.copied, b.memo.copied = true, true
				}
			}
		}
	}
}

// findTwins marks the removed and added methods of different classes that have one name, one body of several statements
// and the same parameters: they moved, and were not renamed where they stood.
func (d *Diff) findTwins() {
	type copied struct {
		name string
		body uint64
	}
	copyOf := func(m *Method) copied { return copied{m.Name, m.Tree().Hash(m.Tree().Root)} }
	removed := map[copied][]*Method{}
	for _, p := range d.Pairs {
		for _, b := range p.RemovedMethods {
			if b.HasBody() && !b.IsConstructor() {
				k := copyOf(b)
				removed[k] = append(removed[k], b)
			}
		}
	}
	if len(removed) == 0 {
		return
	}
	mark := func(a *Method) {
		d.checkpoint()
		if !a.HasBody() || a.IsConstructor() {
			return
		}
		list := removed[copyOf(a)]
		if len(list) > mostNamesakes {
			return // which of them moved nobody can tell
		}
		for _, b := range list {
			if d.Pair(b.Class) != d.Pair(a.Class) && len(b.Tree().Stmts) > 0 && (!trivialBody(b) || d.Pair(a.Class) == nil) && d.imports(b.Class, a.Class) && renamedCopy(b, a) {
				b.memo.twin, a.memo.twin = true, true
			}
		}
	}
	for _, p := range d.Pairs {
		for _, a := range p.AddedMethods {
			mark(a)
		}
	}
	for _, c := range d.Added {
		for _, a := range c.Methods {
			mark(a)
		}
	}
}

// survives reports whether b became a of the same name in another class.
func (d *Diff) survives(b, a *Method) bool {
	if trivialBody(b) {
		return false
	}
	budget := 1
	_, ok := d.moved(b, a, &budget)
	return ok
}

// pool is the methods that may have moved, in order: those of class pairs first. A method that stayed but lost its body
// may have been pushed down, and one that got a body pulled up.
func (d *Diff) pool() (removed, added []*Method) {
	for _, p := range d.Pairs {
		for _, q := range p.Methods {
			b, a := q.Before, q.After
			switch hollowB, hollowA := hollow(b), hollow(a); {
			case q.Kind != Same || hollowB == hollowA:
			case hollowA:
				b.memo.emptied = true
				removed = append(removed, b)
			default:
				a.memo.filled = true
				added = append(added, a)
			}
		}
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

// hollow reports whether m has no body, or one without statements.
func hollow(m *Method) bool { return !m.HasBody() || len(m.Tree().Stmts) == 0 }

// moveCandidate is a possible move.
type moveCandidate struct {
	bodyCandidate
	kind     PairKind
	existing int // classes of the two that exist on both sides: 0 both, 1 one, 2 none
	order    int
	// remote says that neither class knows the other, and that the bodies are not copies: the move is only credible
	// where no other candidate has one of the two methods.
	remote bool
}

// maxMoves bounds the pairs of methods that are compared by body, apart from those of one name.
const maxMoves = 20_000

// moveMethods pairs methods that were removed from one class with methods added to another: the best candidates first, each method once but for
// copies that become one and what goes along the hierarchy.
func (d *Diff) moveMethods() {
	found := d.moveCandidates()
	slices.SortStableFunc(found, moveCandidate.compare)
	taken := takenMoves{map[*Method]PairKind{}, map[*Method]PairKind{}, map[*Method]moveCandidate{}, map[*Method]moveCandidate{}}
	for _, c := range dropRivalled(found) {
		if !taken.take(c) {
			continue
		}
		c.before.memo.moved, c.after.memo.moved = true, true
		d.Moves = append(d.Moves, &MethodPair{Kind: c.kind, Before: c.before, After: c.after, Mapping: c.mapping})
		if c.mapping != nil {
			d.pairAnonymousIn(c.before, c.after, c.mapping)
		}
	}
	slices.SortStableFunc(d.Moves, func(x, y *MethodPair) int {
		return cmp.Or(cmp.Compare(x.Before.Class.Name, y.Before.Class.Name), cmp.Compare(x.Before.Index, y.Before.Index))
	})
}

// moveCandidates lists the moves that could be, in the order of what was removed.
func (d *Diff) moveCandidates() []moveCandidate {
	removed, added := d.pool()
	if len(removed) == 0 || len(added) == 0 {
		return nil
	}
	var found []moveCandidate
	budget := maxMoves
	index := indexMethods(added)
	for i, b := range removed {
		d.checkpoint()
		partners := index.partners(b)
		for _, a := range partners {
			if budget < 0 && a.Name != b.Name {
				continue
			}
			c, ok := d.moved(b, a, &budget)
			if !ok {
				if len(partners) > mostCompared {
					delete(d.mappings, [2]*Method{b, a}) // as forget does; hardly any is asked for again
				}
				continue
			}
			c = d.standInMoved(c)
			c.order, c.names = i, mapping.Levenshtein(b.Name, c.after.Name)
			found = append(found, c)
		}
	}
	return found
}

// takenMoves is what the moves taken so far are of: the kind of move of each method, and to each method after the first of them and the first under
// another name.
type takenMoves struct {
	before, after map[*Method]PairKind
	first         map[*Method]moveCandidate
	renamed       map[*Method]moveCandidate
}

// take takes c unless another move stands in its way, and reports whether it did.
func (t *takenMoves) take(c moveCandidate) bool {
	before, after := t.before[c.before], t.after[c.after]
	// Along the hierarchy several subclasses may give one method, or get one.
	switch c.kind {
	case PulledUpPair:
		if before != NoPair || after != NoPair && after != PulledUpPair {
			return false
		}
	case PushedDownPair:
		if after != NoPair || before != NoPair && before != PushedDownPair {
			return false
		}
	default:
		// What several classes had in copies may become one.
		if o, ok := t.first[c.after]; ok && o.entire() && !c.entire() {
			return false
		}
		like, renamed := t.renamed[c.after]
		if before != NoPair || after != NoPair && (after != MovedPair || renamed != (c.rename != 0) || renamed && !c.copyOf(like)) {
			return false
		}
		if after == NoPair {
			t.first[c.after] = c
		}
		if c.rename != 0 && !renamed {
			t.renamed[c.after] = c
		}
	}
	t.before[c.before], t.after[c.after] = c.kind, c.kind
	return true
}

// compare ranks moves: along the hierarchy, under one name, between classes that exist, then as bodies are ranked.
func (x moveCandidate) compare(y moveCandidate) int {
	return cmp.Or(
		cmp.Compare(hierarchyFirst(x.kind), hierarchyFirst(y.kind)),
		cmp.Compare(x.rename, y.rename),
		cmp.Compare(x.existing, y.existing),
		cmp.Compare(y.tally.matched, x.tally.matched),
		cmp.Compare(y.tally.exact, x.tally.exact),
		cmp.Compare(x.distance, y.distance),
		cmp.Compare(x.names, y.names),
		cmp.Compare(x.order, y.order))
}

// dropRivalled leaves out the remote candidates that are not the only ones.
func dropRivalled(found []moveCandidate) []moveCandidate {
	rivals := map[*Method]int{}
	for i := range found {
		rivals[found[i].before]++
		rivals[found[i].after]++
	}
	return slices.DeleteFunc(found, func(c moveCandidate) bool { return c.remote && (rivals[c.before] > 1 || rivals[c.after] > 1) })
}

// entire reports whether the bodies are equal.
func (c *moveCandidate) entire() bool {
	return c.tally.left == 0 && c.tally.right == 0 && c.tally.exact == c.tally.matched
}

// copyOf reports whether the method that c moves is a copy, in another class, of the one that o moves.
func (c *moveCandidate) copyOf(o moveCandidate) bool {
	return c.before.Name == o.before.Name && c.before.Class != o.before.Class && c.tally == o.tally
}

func hierarchyFirst(k PairKind) int {
	if k == PulledUpPair || k == PushedDownPair {
		return 0
	}
	return 1
}

// dropMoved takes the methods that moved out of the lists of removed and added ones.
func (d *Diff) dropMoved() {
	gone := func(m *Method) bool { return m.memo.moved }
	for _, p := range d.Pairs {
		p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, gone)
		p.AddedMethods = slices.DeleteFunc(p.AddedMethods, gone)
	}
}
