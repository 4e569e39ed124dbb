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
	added := map[string]*contents{}
	for _, a := range d.Added {
		if d.pairOf[a] == nil && !d.mergedInto(a) && !d.wasSplit(a) {
			place := parentOf(a.Name)
			if added[place] == nil {
				added[place] = &contents{}
			}
			added[place].list = append(added[place].list, &content{class: a})
		}
	}
	for _, b := range d.Removed {
		there := added[parentOf(b.Name)]
		if there == nil || d.pairOf[b] != nil || d.merged[b] != nil || d.wasSplit(b) {
			continue
		}
		d.checkpoint()
		var best *Class
		most := 0
		x := &content{class: b}
		for _, a := range there.like(x) {
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

// contents are the added classes of one place.
type contents struct {
	list []*content
	with map[uint64][]int32 // places in list by a statement, once it was asked for
}

// like returns those that may have content in common with b, in their order: all where they are up to mostMet, and of more those that share a statement with
// it that no more have.
func (c *contents) like(b *content) []*content {
	if len(c.list) <= mostMet {
		return c.list
	}
	if c.with == nil {
		c.with = map[uint64][]int32{}
		for i, a := range c.list {
			for h := range counted(a.statements()) {
				c.with[h] = append(c.with[h], int32(i))
			}
		}
	}
	var places []int32
	for h := range counted(b.statements()) {
		if at := c.with[h]; len(at) <= mostMet {
			places = append(places, at...)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	list := make([]*content, len(places))
	for k, i := range places {
		list[k] = c.list[i]
	}
	return list
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
