package mine

import "slices"

// This file pairs removed and added classes that stand in one place and have no member under one name, but most of their
// statements in common: a class whose name and members were all renamed.

// pairByContent pairs such classes, each with the one that it has most in common with, and reports whether it found any.
func (d *Diff) pairByContent() bool {
	found := false
	for _, b := range d.Removed {
		if d.pairOf[b] != nil || d.merged[b] != nil || d.wasSplit(b) {
			continue
		}
		var best *Class
		most := 0
		for _, a := range d.Added {
			if d.pairOf[a] != nil || parentOf(b.Name) != parentOf(a.Name) || !sameKind(b, a) || d.mergedInto(a) || d.wasSplit(a) {
				continue
			}
			if n := sameContent(b, a); n > most {
				best, most = a, n
			}
		}
		if best != nil {
			first := len(d.Pairs)
			d.pairOuter(b, best)
			for _, p := range d.Pairs[first:] {
				p.Kind = d.movedKind(p.Before, p.After)
			}
			found = true
		}
	}
	return found
}

// minContent is the number of statements in common below which two classes may agree by chance.
const minContent = 6

// sameContent returns the number of statements that two classes have in common, 0 where it is less than half of those of the
// smaller one, or where no two methods with statements in common have the same parameters.
func sameContent(b, a *Class) int {
	x, y := b.statements(), a.statements()
	n := commonSorted(x, y)
	if n < minContent || 2*n < min(len(x), len(y)) {
		return 0
	}
	like := func(m *Method) bool {
		return len(m.Params) > 0 && slices.ContainsFunc(a.Methods, func(o *Method) bool {
			return sameParameterTypes(m, o, func(x, y string) bool { return x == y }) && m.shares(o) > 0
		})
	}
	if !slices.ContainsFunc(b.Methods, like) {
		return 0
	}
	return n
}

// statements are the hashes of the statements of all methods of c, sorted.
func (c *Class) statements() []uint64 {
	var list []uint64
	for _, m := range c.Methods {
		list = append(list, m.leafHashes()...)
	}
	slices.Sort(list)
	return list
}

// commonSorted counts the values that two sorted lists have in common.
func commonSorted(a, b []uint64) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
