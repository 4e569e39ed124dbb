package mine

import (
	"slices"

	"refract/finding"
)

// This file finds classes that were split: what named the class before names one of several new ones after, each of which
// has all words of its name and one that says which part it is.

// A ClassSplit is a class before that several after took the place of. They are no pairs; members may have moved.
type ClassSplit struct {
	Before *Class
	After  []*Class
}

// split notes the classes that were split, as the references tell, and keeps them from being paired.
func (r *classReferences) split() {
	for _, b := range r.d.Removed {
		if r.d.pairOf[b] != nil || r.d.merged[b] != nil {
			continue
		}
		var parts []*Class
		for _, k := range r.of[b] {
			if a := k[1]; r.d.pairOf[a] == nil && r.partOf(b, a) {
				parts = append(parts, a)
			}
		}
		if len(parts) > 1 {
			r.d.noteSplit(b, parts)
		}
	}
}

// partOf reports whether a stands where b stood, has all words of its name and more, and took its place more than once
// and more often than that of any other class.
func (r *classReferences) partOf(b, a *Class) bool {
	n := r.count[[2]*Class{b, a}]
	if n < 2 || !sameKind(b, a) || parentOf(b.Name) != parentOf(a.Name) || !allIn(b.words(), a.words()) || len(a.words()) == len(b.words()) {
		return false
	}
	return !slices.ContainsFunc(r.of[a], func(k [2]*Class) bool { return k[0] != b && r.count[k] >= n })
}

// wasSplit reports whether c was split, or is a part of a class that was.
func (d *Diff) wasSplit(c *Class) bool { return d.split[c] }

func (d *Diff) noteSplit(before *Class, after []*Class) {
	if d.split == nil {
		d.split = map[*Class]bool{}
	}
	d.split[before] = true
	for _, a := range after {
		d.split[a] = true
	}
	d.ClassSplits = append(d.ClassSplits, ClassSplit{before, after})
}

func splitClasses(d *Diff, report func(finding.Refactoring)) {
	for _, s := range d.ClassSplits {
		var names []string
		var right []finding.Location
		for _, c := range s.After {
			names = append(names, c.Name)
			right = append(right, c.Location("split type declaration"))
		}
		report(one("Split Class", s.Before.Name+" split to "+list(names), at(s.Before.Location("original type declaration")), right))
	}
}
