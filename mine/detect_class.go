package mine

import "refract/finding"

// This file reports moved and renamed classes.

func movedClasses(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		b, a := p.Before, p.After
		switch p.Kind {
		case MovedPair:
			report(one("Move Class", b.Name+" moved to "+a.Name,
				at(b.Location("original type declaration")), at(a.Location("moved type declaration"))))
		case RenamedPair:
			report(one("Rename Class", b.Name+" renamed to "+a.Name,
				at(b.Location("original type declaration")), at(a.Location("renamed type declaration"))))
		case MovedRenamedPair:
			report(one("Move And Rename Class", b.Name+" moved and renamed to "+a.Name,
				at(b.Location("original type declaration")), at(a.Location("moved and renamed type declaration"))))
		}
	}
}

// mergedClasses reports classes that became one.
func mergedClasses(d *Diff, report func(finding.Refactoring)) {
	for _, m := range d.Merges {
		var names []string
		var left []finding.Location
		for _, b := range m.Before {
			names = append(names, b.Name)
			left = append(left, b.Location("original type declaration"))
		}
		report(one("Merge Class", list(names)+" merged to "+m.After.Name, left, at(m.After.Location("merged type declaration"))))
	}
}
