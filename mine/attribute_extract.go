package mine

import (
	"refract/finding"
	"refract/mapping"
)

// This file reports extracted and inlined attributes (§4.3): an expression that became a new attribute with that initial
// value, and the reverse.

func extractedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, r := range v.extracted {
			x := refOf(u.after, v.m.Dst, r.Dst)
			if x.kind != attributeRef || !d.attributeNew(x.attr) || !d.sameInit(r.Src, x.attr) {
				continue
			}
			report(one("Extract Attribute", x.attr.Full()+" in class "+x.attr.Class.Name,
				at(u.before.Class.Location("original class declaration")), at(x.attr.Location("extracted attribute declaration"))))
		}
	}
}

func inlinedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, r := range v.inlined {
			x := refOf(u.before, v.m.Src, r.Src)
			if x.kind != attributeRef || !d.attributeGone(x.attr) || !d.sameInit(r.Dst, x.attr) {
				continue
			}
			// The attribute is the one before, the class the one after.
			class := x.attr.Class
			if p := d.Pair(class); p != nil {
				class = p.After
			}
			report(one("Inline Attribute", x.attr.Full()+" in class "+class.Name,
				at(x.attr.Location("inlined attribute declaration")), at(u.after.Class.Location("class declaration with inlined attribute"))))
		}
	}
}

// sameInit reports whether an expression is the initial value of an attribute.
func (d *Diff) sameInit(e mapping.Ref, a *Attribute) bool {
	init := a.Decl.Init
	if init < 0 || e.Node < 0 {
		return false
	}
	t := mapping.New(a.Class.File, init)
	if e.Tree.Hash(e.Node) == t.Hash(init) {
		return true
	}
	_, ok := mapping.Align(e.Tree, t, e.Node, init, mapping.Options{})
	return ok
}
