package mine

import (
	"refract/finding"
	"refract/java"
)

// This file reports modifiers of variables that live on as another kind of variable, or in another method: a local that became
// a parameter, a parameter that became a local, and a parameter under the name that an extracted method gives it.

func handedModifiers(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, c := range v.order {
			if !v.livesOn(d, c) {
				continue
			}
			was, is := v.final(c.before, false), v.final(c.after, true)
			if was == is {
				continue
			}
			r, m, word := c.after, u.after, "added"
			if was {
				r, m, word = c.before, u.before, "removed"
			}
			report(one(modifierType(r, is), "final in "+variableWord(r)+" "+v.refText(r, is)+inMethod(m),
				at(v.refLocation(c.before, false, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.refLocation(c.after, true, "variable declaration with "+word+" modifier"),
					u.after.Location("method declaration with "+word+" variable modifier"))))
		}
	}
}

// livesOn reports whether c is one variable in another role.
func (v *variables) livesOn(d *Diff, c change) bool {
	switch [2]refKind{c.before.kind, c.after.kind} {
	case [2]refKind{localRef, paramRef}, [2]refKind{paramRef, localRef}:
		return v.kindChanged(d, c)
	case [2]refKind{paramRef, paramRef}:
		return v.host != nil && v.consistent(c) && v.before.Params[c.before.index].Name != v.after.Params[c.after.index].Name
	}
	return false
}

// final reports whether local or parameter r of one side is declared final.
func (v *variables) final(r ref, after bool) bool {
	if r.kind == localRef {
		return local{v, r.index, after}.final()
	}
	m := v.before
	if after {
		m = v.after
	}
	return m.Params[r.index].Decl.Mods&java.ModFinal != 0
}

func modifierType(r ref, added bool) string {
	typ := "Remove "
	if added {
		typ = "Add "
	}
	if r.kind == paramRef {
		return typ + "Parameter Modifier"
	}
	return typ + "Variable Modifier"
}

func variableWord(r ref) string {
	if r.kind == paramRef {
		return "parameter"
	}
	return "variable"
}
