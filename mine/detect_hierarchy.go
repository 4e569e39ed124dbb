package mine

import "refract/finding"

// This file reports classes that are gone because their superclass took them in: Collapse Hierarchy.

func collapsedHierarchies(d *Diff, report func(finding.Refactoring)) {
	for _, c := range d.Removed {
		if c.Super == "" || d.merged[c] != nil {
			continue
		}
		s := d.Before.resolve(c, c.Super)
		if s == nil {
			continue
		}
		if p := d.Pair(s); p != nil && d.tookMembers(c, p.After) {
			report(one("Collapse Hierarchy", c.Name+" to "+p.After.Name,
				at(c.Location("original type declaration"), s.Location("original superclass type declaration")),
				at(p.After.Location("collapsed type declaration"))))
		}
	}
}

// tookMembers reports whether a member of c moved to class to.
func (d *Diff) tookMembers(c, to *Class) bool {
	for _, q := range d.Moves {
		if q.Before.Class == c && q.After.Class == to {
			return true
		}
	}
	for _, q := range d.AttributeMoves {
		if q.Before.Class == c && q.After.Class == to {
			return true
		}
	}
	return false
}
