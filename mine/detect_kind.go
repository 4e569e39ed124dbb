package mine

import "refract/finding"

// This file reports types whose kind of declaration changed.

func changedKinds(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		if p.Kind == AnonymousPair || p.Before.Kind() == p.After.Kind() {
			continue
		}
		report(one("Change Type Declaration Kind", p.Before.Kind()+" to "+p.After.Kind()+" in type "+p.After.Name,
			at(p.Before.Location("original type declaration")), at(p.After.Location("type declaration with changed kind"))))
	}
}
