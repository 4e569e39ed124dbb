package mine

import "refract/finding"

// This file reports attributes that gave way to one that another class had already: Replace Attribute.

func replacedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, c := range v.order {
			b, a := c.before.attr, c.after.attr
			if c.before.kind != attributeRef || c.after.kind != attributeRef || !v.consistent(c) || !d.tookPlace(b, a) {
				continue
			}
			report(one("Replace Attribute", b.Full()+" from class "+b.Class.Name+" with "+a.Full()+" from class "+a.Class.Name,
				at(b.Location("original attribute declaration")), at(a.Location("replaced attribute declaration"))))
		}
	}
}

// tookPlace reports whether b is gone, and a is of the same type, was there before, and belongs to a class that the class of
// b extends.
func (d *Diff) tookPlace(b, a *Attribute) bool {
	p, q := d.Pair(b.Class), d.Pair(a.Class)
	return p != nil && q != nil && p != q && b.Name != a.Name && d.sameType(b.Type, a.Type) && p.After.subtypeOf(a.Class) &&
		d.attributeGone(b) && q.Before.attribute(a.Name) != nil
}
