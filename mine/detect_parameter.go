package mine

import (
	"refract/finding"
	"refract/mapping"
)

// This file reports what became of the parameters of matched methods.

func changedParameters(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		for _, q := range d.parameters(p).matched {
			if q.before.Name != q.after.Name {
				report(one("Rename Parameter", q.before.Text()+" to "+q.after.Text()+inMethod(p.After),
					at(paramLocation(p.Before, q.before, "original variable declaration"), p.Before.Location("original method declaration")),
					at(paramLocation(p.After, q.after, "renamed variable declaration"), p.After.Location("method declaration with renamed variable"))))
			}
			if q.before.fullType() != q.after.fullType() {
				b, a := changedTypes(q.before.fullType(), q.after.fullType())
				report(one("Change Parameter Type", q.before.Name+" : "+b+" to "+q.after.Name+" : "+a+inMethod(p.After),
					at(paramLocation(p.Before, q.before, "original variable declaration"), p.Before.Location("original method declaration")),
					at(paramLocation(p.After, q.after, "changed-type variable declaration"), p.After.Location("method declaration with changed variable type"))))
			}
		}
	}
}

// changedTypes cuts the packages off two types unless they differ in nothing else.
func changedTypes(before, after string) (string, string) {
	if b, a := cutPackage(before), cutPackage(after); b != a {
		return b, a
	}
	return before, after
}

func addedParameters(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		diff := d.parameters(p)
		if len(diff.added)+len(diff.removed) == 0 {
			continue
		}
		other := d.consumedParameters(p)
		for _, v := range diff.added {
			if other[v] {
				continue
			}
			report(one("Add Parameter", v.Text()+inMethod(p.After), at(p.Before.Location("original method declaration")),
				at(paramLocation(p.After, v, "added parameter"), p.After.Location("method declaration with added parameter"))))
		}
		for _, v := range diff.removed {
			if other[v] {
				continue
			}
			report(one("Remove Parameter", v.Text()+inMethod(p.Before),
				at(paramLocation(p.Before, v, "removed parameter"), p.Before.Location("original method declaration")),
				at(p.After.Location("method declaration with removed parameter"))))
		}
	}
}

// consumedParameters are the added and removed parameters of p that another refactoring explains: merged and split ones,
// and variables that changed their kind.
func (d *Diff) consumedParameters(p *MethodPair) map[*Param]bool {
	if p.Mapping == nil {
		return nil
	}
	used := map[*Param]bool{}
	u := unit{before: p.Before, after: p.After, m: p.Mapping, pair: p}
	v := d.variablesOf(u)
	note := func(x ref, after bool) {
		if x.kind != paramRef {
			return
		}
		if after {
			used[&p.After.Params[x.index]] = true
		} else {
			used[&p.Before.Params[x.index]] = true
		}
	}
	// A parameter whose name a local variable has on the other side lives on there.
	for _, x := range d.parameters(p).removed {
		used[x] = declares(u.m.Dst, x.Name)
	}
	for _, x := range d.parameters(p).added {
		used[x] = declares(u.m.Src, x.Name)
	}
	for _, g := range d.regroups(u) {
		if g.kind() != noRef && g.applies(d, v) {
			note(g.one, !g.split)
			for _, x := range g.many {
				note(x, g.split)
			}
		}
	}
	for _, c := range v.order {
		switch kindChange(c) {
		case "Parameterize Variable", "Parameterize Attribute", "Localize Parameter":
			if v.kindChanged(d, c) {
				note(c.before, false)
				note(c.after, true)
			}
		}
	}
	return used
}

// declares reports whether a local variable of that name, or the variable of a loop, stands in the body itself.
func declares(t *mapping.Tree, name string) bool {
	for i := range t.VarsNamed(name) {
		if k := t.Vars[i].Kind; (k == mapping.LocalVar || k == mapping.ForEachVar) && ownBody(t, t.Vars[i].Body) {
			return true
		}
	}
	return false
}

func reorderedParameters(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		diff := d.parameters(p)
		if len(diff.removed)+len(diff.added) > 0 || inOrder(p.After, diff.matched) {
			continue
		}
		var before, after []string
		var left, right []finding.Location
		for i := range p.Before.Params {
			before = append(before, p.Before.Params[i].Text())
			left = append(left, paramLocation(p.Before, &p.Before.Params[i], "original parameter declaration"))
		}
		for i := range p.After.Params {
			after = append(after, p.After.Params[i].Text())
			right = append(right, paramLocation(p.After, &p.After.Params[i], "reordered parameter declaration"))
		}
		report(one("Reorder Parameter", list(before)+" to "+list(after)+inMethod(p.After),
			append(left, p.Before.Location("original method declaration")),
			append(right, p.After.Location("method declaration with reordered parameters"))))
	}
}

// inOrder reports whether the matched parameters have one order on both sides.
func inOrder(m *Method, pairs []paramPair) bool {
	last := -1
	for _, q := range pairs {
		for j := range m.Params {
			if &m.Params[j] == q.after {
				if j < last {
					return false
				}
				last = j
			}
		}
	}
	return true
}
