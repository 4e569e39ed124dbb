package mine

import (
	"refract/finding"
)

// This file reports changed return types.

func returnTypes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		b, a := p.Before, p.After
		if b.Return == a.Return || b.Return == "" || a.Return == "" {
			continue
		}
		from, to := changedTypes(b.Return, a.Return)
		report(one("Change Return Type", from+" to "+to+inMethod(a),
			at(returnLocation(b, "original return type"), b.Location("original method declaration")),
			at(returnLocation(a, "changed return type"), a.Location("method declaration with changed return type"))))
	}
}

func returnLocation(m *Method, description string) finding.Location {
	return nodeLocation(m.Class.File, m.Decl.ReturnType, typeElement, description, m.Return)
}
