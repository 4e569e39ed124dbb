package mine

import (
	"refract/finding"
)

// This file reports methods that were renamed, moved, extracted and inlined.

func renamedMethods(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		for _, q := range p.Methods {
			if q.Before.Name == q.After.Name || q.Before.IsConstructor() {
				continue
			}
			report(one("Rename Method", q.Before.Text()+" renamed to "+q.After.Text()+" in class "+q.After.Class.Name,
				at(q.Before.Location("original method declaration")), at(q.After.Location("renamed method declaration"))))
		}
	}
}

func movedMethods(d *Diff, report func(finding.Refactoring)) {
	for _, q := range d.Moves {
		typ, word := "Move Method", "moved"
		switch {
		// Along the hierarchy the type says nothing about the name.
		case q.Kind == PulledUpPair:
			typ, word = "Pull Up Method", "pulled up"
		case q.Kind == PushedDownPair:
			typ, word = "Push Down Method", "pushed down"
		case q.Before.Name != q.After.Name:
			typ = "Move And Rename Method"
		}
		report(one(typ, q.Before.Text()+" from class "+q.Before.Class.Name+" to "+q.After.Text()+" from class "+q.After.Class.Name,
			at(q.Before.Location("original method declaration")), at(q.After.Location(word+" method declaration"))))
	}
}

func extractedMethods(d *Diff, report func(finding.Refactoring)) {
	for _, e := range d.Extractions {
		b, a, x := e.Source.Before, e.Source.After, e.Extracted
		left := at(b.Location("source method declaration before extraction"))
		right := at(x.Location("extracted method declaration"), a.Location("source method declaration after extraction"))
		for _, n := range e.Calls {
			right = append(right, nodeLocation(a.Class.File, n, "METHOD_INVOCATION", "extracted method invocation", a.Class.File.Text(n)))
		}
		if x.Class == a.Class {
			report(one("Extract Method", x.Text()+" extracted from "+b.Text()+" in class "+a.Class.Name, left, right))
			continue
		}
		report(one("Extract And Move Method", x.Text()+" extracted from "+b.Text()+" in class "+b.Class.Name+" & moved to class "+x.Class.Name, left, right))
	}
}

func inlinedMethods(d *Diff, report func(finding.Refactoring)) {
	for _, e := range d.Inlinings {
		b, a, x := e.Target.Before, e.Target.After, e.Inlined
		left := at(x.Location("inlined method declaration"), b.Location("target method declaration before inline"))
		for _, n := range e.Calls {
			left = append(left, nodeLocation(b.Class.File, n, "METHOD_INVOCATION", "inlined method invocation", b.Class.File.Text(n)))
		}
		right := at(a.Location("target method declaration after inline"))
		if x.Class == b.Class {
			report(one("Inline Method", x.Text()+" inlined to "+a.Text()+" in class "+a.Class.Name, left, right))
			continue
		}
		report(one("Move And Inline Method", x.Text()+" moved from class "+x.Class.Name+" to class "+a.Class.Name+" & inlined to "+a.Text(), left, right))
	}
}
