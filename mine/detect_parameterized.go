package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports tests that became one test with parameters: Parameterize Test. What tells is that the bodies agree but
// for values, in whose places the new test has parameters.

func parameterizedTests(d *Diff, report func(finding.Refactoring)) {
	found := func(b, a *Method) {
		report(one("Parameterize Test", b.Text()+" to "+a.Text()+" in class "+a.Class.Name,
			at(b.Location("original test method declaration")), at(a.Location("parameterized test method declaration"))))
	}
	for _, p := range d.Pairs {
		for _, q := range p.Methods {
			if isParameterized(q.After) && plainTest(q.Before) && replacedByParameter(q.After, q.Mapping) {
				found(q.Before, q.After)
			}
		}
		// Of several tests only one can be the pair of the new one.
		for _, b := range p.RemovedMethods {
			if !plainTest(b) || !b.HasBody() {
				continue
			}
			for _, a := range p.After.Methods {
				if !isParameterized(a) || p.Before.hasMethod(a.Name) && a.memo.matched == nil {
					continue
				}
				m := d.mapBodies(b, a)
				if t := tallyOf(m); t.matched > t.left && t.matched > t.right && replacedByParameter(a, m) {
					found(b, a)
				}
			}
		}
	}
}

func plainTest(m *Method) bool { return isTest(m) && !isParameterized(m) }

func isParameterized(m *Method) bool {
	return len(m.Params) > 0 && m.HasBody() && hasAnnotation(m, "ParameterizedTest")
}

// replacedByParameter reports whether a parameter of a stands where the other side of m has a value that is no variable.
func replacedByParameter(a *Method, m *mapping.Mapping) bool {
	if m == nil {
		return false
	}
	for i := range m.Pairs {
		for _, r := range m.Pairs[i].Replacements {
			if r.Kind == mapping.ExpressionByVariable && r.Dst.Kind() == java.Identifier && refOf(a, m.Dst, r.Dst).kind == paramRef {
				return true
			}
		}
	}
	return false
}
