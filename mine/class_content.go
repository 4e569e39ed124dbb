package mine

import (
	"slices"

	"refract/internal/sorted"
)

// This file pairs removed and added classes that stand in one place and have no member under one name, but most of their
// statements in common: a class whose name and members were all renamed.

// pairByContent pairs such classes, each with the one that it has most in common with, and reports whether it found any.
func (d *Diff) pairByContent() bool {
	found := false
	added := map[string][]*content{}
	for _, a := range d.Added {
		if d.pairOf[a] == nil && !d.mergedInto(a) && !d.wasSplit(a) {
			added[parentOf(a.Name)] = append(added[parentOf(a.Name)], &content{class: a})
		}
	}
	for _, b := range d.Removed {
		if d.pairOf[b] != nil || d.merged[b] != nil || d.wasSplit(b) {
			continue
		}
		d.checkpoint()
		var best *Class
		most := 0
		x := &content{class: b}
		for _, a := range added[parentOf(b.Name)] {
			if d.pairOf[a.class] != nil || !sameKind(b, a.class) {
				continue
			}
			if n := sameContent(x, a); n > most {
				best, most = a.class, n
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

// content is a class with the hashes of the statements of all its methods, sorted, once they were asked for.
type content struct {
	class  *Class
	hashes []uint64
	known  bool
}

func (c *content) statements() []uint64 {
	if !c.known {
		for _, m := range c.class.Methods {
			c.hashes = append(c.hashes, m.leafHashes()...)
		}
		slices.Sort(c.hashes)
		c.known = true
	}
	return c.hashes
}

// sameContent returns the number of statements that two classes have in common, 0 where it is less than half of those of the
// smaller one, or where no two methods with statements in common have the same parameters.
func sameContent(b, a *content) int {
	x, y := b.statements(), a.statements()
	n := sorted.Common(x, y)
	if n < minContent || 2*n < min(len(x), len(y)) {
		return 0
	}
	like := func(m *Method) bool {
		return len(m.Params) > 0 && slices.ContainsFunc(a.class.Methods, func(o *Method) bool {
			return sameParameterTypes(m, o, func(x, y string) bool { return x == y }) && m.shares(o) > 0
		})
	}
	if !slices.ContainsFunc(b.class.Methods, like) {
		return 0
	}
	return n
}
