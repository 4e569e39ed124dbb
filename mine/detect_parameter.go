package mine

import (
	"refract/finding"
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
		for _, v := range diff.added {
			report(one("Add Parameter", v.Text()+inMethod(p.After), at(p.Before.Location("original method declaration")),
				at(paramLocation(p.After, v, "added parameter"), p.After.Location("method declaration with added parameter"))))
		}
		for _, v := range diff.removed {
			report(one("Remove Parameter", v.Text()+inMethod(p.Before),
				at(paramLocation(p.Before, v, "removed parameter"), p.Before.Location("original method declaration")),
				at(p.After.Location("method declaration with removed parameter"))))
		}
	}
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
