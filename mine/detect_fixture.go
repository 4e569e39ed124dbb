package mine

import "refract/finding"

// This file reports what tests had in common and a new set-up or tear-down method of their class does now: Extract Fixture.

func extractedFixtures(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		for _, x := range p.AddedMethods {
			if !x.HasBody() || !setsUp(x) && !clears(x) {
				continue
			}
			for _, q := range p.Methods {
				if q.Mapping == nil || !isTest(q.Before) || !movedStatement(leftTo(q, x)) {
					continue
				}
				report(one("Extract Fixture", x.Text()+" extracted from "+q.Before.Text()+" in class "+p.After.Name,
					at(q.Before.Location("source method declaration before extraction")),
					at(x.Location("extracted method declaration"), q.After.Location("source method declaration after extraction"))))
			}
		}
	}
}
