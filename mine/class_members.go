package mine

import (
	"cmp"
	"slices"

	"refract/mapping"
)

// This file pairs removed and added classes by what overlap says, the best pairs first, and finds those that several
// classes became.

// candidate is a pair that passed a rule, with what it is ranked by.
type candidate struct {
	meeting
	bodies   int // methods with equal bodies
	common   int // statements in common of methods of one name
	distance int // edit distance of the simple names
	packages int // edit distance of the paths
}

// pairByMembers pairs the classes of met that match accepts, the best pairs first. With rename the simple name differs,
// without it is the same.
func (d *Diff) pairByMembers(met []meeting, rename bool, match func(meeting) bool) {
	var found []candidate
	for _, o := range met {
		b, a := o.before, o.after
		if d.pairOf[b] != nil || d.pairOf[a] != nil || (a.Simple == b.Simple) == rename || !match(o) {
			continue
		}
		found = append(found, candidate{meeting: o, distance: mapping.Levenshtein(b.Simple, a.Simple), packages: mapping.Levenshtein(b.Name, a.Name)})
	}
	countBodies(found)
	slices.SortStableFunc(found, func(x, y candidate) int {
		return cmp.Or(
			// An outer class goes first, so that its nested classes go along with it.
			cmp.Compare(depth(x.before), depth(y.before)),
			cmp.Compare(y.bodies, x.bodies),
			cmp.Compare(y.size(), x.size()),
			cmp.Compare(y.sameMethods+y.sameFields, x.sameMethods+x.sameFields),
			cmp.Compare(x.methodTotal+x.attrTotal, y.methodTotal+y.attrTotal),
			cmp.Compare(y.common, x.common),
			cmp.Compare(x.distance, y.distance),
			cmp.Compare(x.packages, y.packages),
			cmp.Compare(x.order, y.order))
	})
	var x candidateIndex
	if rename {
		x = indexCandidates(found)
	}
	for i := range found {
		d.checkpoint()
		c := &found[i]
		if d.pairOf[c.before] != nil || d.pairOf[c.after] != nil || d.merged[c.before] != nil || d.mergedInto(c.after) {
			continue
		}
		if rename {
			if d.merge(x, c) || ambiguous(x, c) {
				continue
			}
		}
		d.pairOuter(c.before, c.after)
	}
	unpaired := func(c *Class) bool { return d.pairOf[c] != nil }
	d.Removed = slices.DeleteFunc(d.Removed, unpaired)
	d.Added = slices.DeleteFunc(d.Added, unpaired)
}

// equals reports whether nothing in the members tells which of the two candidates is the better.
func (c *candidate) equals(o *candidate) bool {
	return c.bodies == o.bodies && c.size() == o.size() && c.sameMethods+c.sameFields == o.sameMethods+o.sameFields &&
		c.methodTotal+c.attrTotal == o.methodTotal+o.attrTotal
}

// candidateIndex finds candidates by one of their classes, the best ones first.
type candidateIndex struct{ before, after map[*Class][]*candidate }

func indexCandidates(found []candidate) candidateIndex {
	x := candidateIndex{before: map[*Class][]*candidate{}, after: map[*Class][]*candidate{}}
	for i := range found {
		c := &found[i]
		x.before[c.before] = append(x.before[c.before], c)
		x.after[c.after] = append(x.after[c.after], c)
	}
	return x
}

// merge notes that several classes became one: each has this candidate only, and none is the better one.
func (d *Diff) merge(x candidateIndex, c *candidate) bool {
	if len(x.before[c.before]) > 1 {
		return false
	}
	var all []*Class
	for _, o := range x.after[c.after] {
		if d.pairOf[o.before] != nil || !c.equals(o) {
			continue
		}
		if len(x.before[o.before]) > 1 {
			return false
		}
		all = append(all, o.before)
	}
	if len(all) < 2 {
		return false
	}
	d.noteMerge(all, c.after)
	return true
}

func (d *Diff) mergedInto(a *Class) bool {
	return d.mergedTo[a]
}

// ambiguous reports whether another class that is still free fits as well, and the names say nothing either: a class that
// left its package under another name is then none of them.
func ambiguous(x candidateIndex, c *candidate) bool {
	if parentOf(c.before.Name) == parentOf(c.after.Name) || shareWord(c.before.Simple, c.after.Simple) && c.bodies > 0 {
		return false
	}
	return slices.ContainsFunc(x.before[c.before], func(o *candidate) bool { return o.after != c.after && c.equals(o) })
}

// countBodies counts equal bodies and equal statements where a class has several candidates, which is where they are
// needed.
func countBodies(found []candidate) {
	rivals := map[*Class]int{}
	for i := range found {
		rivals[found[i].before]++
		rivals[found[i].after]++
	}
	for i := range found {
		c := &found[i]
		if rivals[c.before] == 1 && rivals[c.after] == 1 {
			continue
		}
		for _, m := range c.before.Methods {
			same, common := 0, 0
			for _, n := range c.after.methodsNamed(m.Name) {
				if m.HasBody() && n.HasBody() {
					common = max(common, m.shares(n))
					if sameBody(m, n) {
						same = 1
					}
				}
			}
			c.bodies += same
			c.common += common
		}
	}
}
