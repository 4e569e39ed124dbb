package concretize

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file refuses candidates of Introduce Parameter Object that parametersOfOneObject would refuse after any alignment.

// noParameterObject refuses samples that have as many parameters as the query, or none of a type of the program whose
// components they read.
func noParameterObject(j *Judge, q, c int) finding.Verdict {
	m := j.c.Program.Method(j.c.Rows.Row(c).Method)
	if len(m.Params) >= len(j.q.Program.Method(j.q.Rows.Row(q).Method).Params) {
		return refuse("the sample has no fewer parameters")
	}
	if m.Kind == java.CompactConstructor {
		return ok // its parameters are declared elsewhere
	}
	if !slices.ContainsFunc(m.Params, func(t program.TypeRef) bool { return t.Type() >= 0 }) {
		return refuse("the object is not one of the program's types")
	}
	var objects []string
	for i, prm := range j.c.Program.MethodDecl(j.c.Rows.Row(c).Method).Params {
		if i < len(m.Params) && m.Params[i].Type() >= 0 {
			objects = append(objects, prm.Name)
		}
	}
	if len(objects) == 0 {
		return refuse("the object is not one of the program's types")
	}
	f := j.c.Program.File(m.File)
	for n := m.Body; n >= 0 && n < f.At(m.Body).Next; n++ {
		// A component read by an inlined method is one of the object that it is called on.
		if f.At(n).Kind != java.Identifier || !slices.Contains(objects, f.Text(n)) {
			continue
		}
		if f.At(n).Field == java.FieldObject || f.Kind(f.Parent(n)) == java.ParenthesizedExpression {
			return ok
		}
	}
	return refuse("the sample reads nothing of an object that it is given")
}
