package mine

import (
	"strings"

	"refract/finding"
)

// This file reports moved attributes and changed types of attributes.

func movedAttributes(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.AttributeMoves {
		typ, word := "Move Attribute", "moved"
		switch p.Kind {
		case PulledUpPair:
			typ, word = "Pull Up Attribute", "pulled up"
		case PushedDownPair:
			typ, word = "Push Down Attribute", "pushed down"
		}
		report(one(typ, p.Before.Qualified()+" from class "+p.Before.Class.Name+" to "+p.After.Qualified()+" from class "+p.After.Class.Name,
			at(p.Before.Location("original attribute declaration")), at(p.After.Location(word+" attribute declaration"))))
	}
}

func renamedAttributes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Kind == RenamedPair {
			report(one("Rename Attribute", p.Before.Text()+" to "+p.After.Text()+" in class "+p.After.Class.Name,
				at(p.Before.Location("original attribute declaration")), at(p.After.Location("renamed attribute declaration"))))
		}
	}
}

func attributeTypes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Before.Type == p.After.Type || p.Before.IsEnumConstant() && p.After.IsEnumConstant() {
			continue
		}
		b, a := changedTypes(p.Before.Type, p.After.Type)
		report(one("Change Attribute Type", p.Before.Name+" : "+b+" to "+p.After.Name+" : "+a+" in class "+p.After.Class.Name,
			at(p.Before.Location("original attribute declaration")), at(p.After.Location("changed-type attribute declaration"))))
	}
}

// encapsulated reports attributes that got a getter or a setter while other classes lost their access.
func encapsulated(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		for _, a := range p.Attributes {
			for _, m := range p.AddedMethods {
				if accessor(m, a.After) {
					report(one("Encapsulate Attribute", a.After.Full()+" from class "+p.After.Name,
						at(a.Before.Location("original attribute declaration")),
						at(a.After.Location("encapsulated attribute declaration"), m.Location("added accessor"))))
					break
				}
			}
		}
	}
}

func accessor(m *Method, a *Attribute) bool {
	name := strings.ToLower(m.Name)
	field := strings.ToLower(a.Name)
	return name == "get"+field && len(m.Params) == 0 || name == "is"+field && len(m.Params) == 0
}
