package mine

import (
	"slices"

	"refract/finding"
	"refract/mapping"
)

// This file reports attributes that were merged or split along with the parameters that they get their values from: where
// a constructor's parameters x and y were merged to o (§4.3, parameter object), the attributes that x and y went to, gone
// now, were merged to the new one that o goes to.

func regroupedAttributes(d *Diff, report func(finding.Refactoring)) {
	for i := range d.attributeGroups {
		g := &d.attributeGroups[i]
		report(g.refactoring(d.variablesOf(g.unit), "Attribute"))
	}
}

// attributeGroup is attributes that were merged or split, and the constructor that says so.
type attributeGroup struct {
	regroup
	unit unit
}

// groupAttributes finds them. It runs before attributes are renamed: what was merged was not renamed.
func (d *Diff) groupAttributes() {
	for u := range d.units {
		if u.pair == nil || len(u.before.Params) == 0 || len(u.after.Params) == 0 {
			continue
		}
		list := d.regroups(u)
		if !slices.ContainsFunc(list, func(g regroup) bool { return g.kind() == paramRef }) {
			continue
		}
		v := d.variablesOf(u)
		all := func(mapping.StmtID) bool { return false }
		src, dst := u.before.assignments(u.m.Src, all), u.after.assignments(u.m.Dst, all)
		for i := range list {
			g := &list[i]
			if g.kind() != paramRef || !g.applies(d, v) {
				continue
			}
			if a, ok := g.assigned(src, dst); ok && a.applies(d, v) {
				d.attributeGroups = append(d.attributeGroups, attributeGroup{a, u})
				for _, x := range append([]ref{a.one}, a.many...) {
					if x.attr != nil {
						x.attr.grouped = true
					}
				}
			}
		}
	}
}

// assigned is the group of the attributes that the parameters of g are assigned to.
func (g *regroup) assigned(src, dst []assignment) (regroup, bool) {
	many, single := src, dst
	if g.split {
		many, single = dst, src
	}
	to := func(list []assignment, x ref) ref {
		i := slices.IndexFunc(list, func(a assignment) bool { return a.param == x.index })
		if i < 0 {
			return ref{}
		}
		return ref{kind: attributeRef, attr: list[i].attr}
	}
	a := regroup{one: to(single, g.one), split: g.split}
	for _, x := range g.many {
		a.many = append(a.many, to(many, x))
	}
	return a, a.kind() == attributeRef
}
