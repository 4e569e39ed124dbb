package mine

import "refract/finding"

// This file reports changed access modifiers of classes, methods and attributes.

func classAccess(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		b, a := p.Before.Visibility(), p.After.Visibility()
		if b == a || p.Kind == AnonymousPair {
			continue
		}
		report(one("Change Class Access Modifier", b+" to "+a+" in class "+p.After.Name,
			at(p.Before.Location("original class declaration")), at(p.After.Location("class declaration with changed access modifier"))))
	}
}

func methodAccess(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		if p.Before.Visibility == p.After.Visibility {
			continue
		}
		report(one("Change Method Access Modifier", p.Before.Visibility+" to "+p.After.Visibility+inMethod(p.After),
			at(p.Before.Location("original method declaration")), at(p.After.Location("method declaration with changed access modifier"))))
	}
}

func attributeAccess(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Before.Visibility == p.After.Visibility || p.redeclared() {
			continue
		}
		report(one("Change Attribute Access Modifier", p.Before.Visibility+" to "+p.After.Visibility+inAttribute(p.After),
			at(p.Before.Location("original attribute declaration")), at(p.After.Location("attribute declaration with changed access modifier"))))
	}
}
