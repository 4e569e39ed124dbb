package mine

import (
	"slices"

	"refract/finding"
)

// This file reports thrown exception types: where a method only lost or only got some they are removed or added one by
// one, otherwise those on one side were changed into those on the other.

func thrownTypes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		if len(p.Before.Decl.Throws)+len(p.After.Decl.Throws) == 0 {
			continue
		}
		b, a := thrown(p.Before), thrown(p.After)
		removed, added := difference(b, a), difference(a, b)
		left := func() []finding.Location { return at(p.Before.Location("original method declaration")) }
		switch {
		case len(removed) > 0 && len(added) > 0:
			report(one("Change Thrown Exception Type", bare(removed)+" to "+bare(added)+inMethod(p.After),
				append(thrownLocations(p.Before, removed, "original exception type"), left()...),
				append(thrownLocations(p.After, added, "changed exception type"), p.After.Location("method declaration with changed exception type"))))
		case len(removed) > 0:
			for _, t := range removed {
				report(one("Remove Thrown Exception Type", t+inMethod(p.Before),
					append(thrownLocations(p.Before, []string{t}, "removed exception type"), left()...),
					at(p.After.Location("method declaration with removed exception type"))))
			}
		default:
			for _, t := range added {
				report(one("Add Thrown Exception Type", t+inMethod(p.After), left(),
					append(thrownLocations(p.After, []string{t}, "added exception type"), p.After.Location("method declaration with added exception type"))))
			}
		}
	}
}

// thrown is the list of types that m declares to throw, the packages cut off.
func thrown(m *Method) []string {
	var types []string
	for _, n := range m.Decl.Throws {
		types = append(types, cutPackage(m.Class.File.TypeText(n, 0)))
	}
	return types
}

func thrownLocations(m *Method, types []string, description string) []finding.Location {
	var l []finding.Location
	for _, n := range m.Decl.Throws {
		if t := cutPackage(m.Class.File.TypeText(n, 0)); slices.Contains(types, t) {
			l = append(l, nodeLocation(m.Class.File, n, typeElement, description, t))
		}
	}
	return l
}

// bare prints one item as it is and several in brackets.
func bare(items []string) string {
	if len(items) == 1 {
		return items[0]
	}
	return list(items)
}

// difference returns what is in a and not in b.
func difference(a, b []string) []string {
	var only []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			only = append(only, s)
		}
	}
	return only
}
