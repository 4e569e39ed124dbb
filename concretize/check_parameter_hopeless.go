package concretize

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file refuses candidates of Introduce Parameter Object that parametersOfOneObject would refuse after any alignment.

// noParameterObject refuses samples that have as many parameters as the query, or none of a type of the program of which they read
// two components that are called like parameters of the query.
func noParameterObject(j *Judge, q, c int) finding.Verdict {
	m := j.c.Program.Method(j.c.Rows.Row(c).Method)
	if len(j.c.Program.Params(m)) >= len(j.q.Program.Params(j.q.Program.Method(j.q.Rows.Row(q).Method))) {
		return refuse("the sample has no fewer parameters")
	}
	if m.Kind == java.CompactConstructor {
		return ok // its parameters are declared elsewhere
	}
	if !slices.ContainsFunc(j.c.Program.Params(m), func(t program.TypeRef) bool { return t.Type() >= 0 }) {
		return refuse("the object is not one of the program's types")
	}
	parts := recall(&j.c.watch, j.parts, maxCached, c, j.componentNames)
	if len(parts) == 0 {
		return refuse("the sample reads nothing of an object that it is given")
	}
	named := 0
	for _, name := range recall(&j.q.watch, j.names, 1, q, j.parameterNames) {
		if parts[name] {
			named++
		}
	}
	if named < 2 {
		return refuse("fewer than two parameters are called like components of an object that the sample is given")
	}
	return ok
}

// parameterNames returns the bare names of the parameters of a query.
func (j *Judge) parameterNames(q int) (names []string) {
	for _, prm := range j.q.Program.MethodDecl(j.q.Rows.Row(q).Method).Params {
		names = append(names, bareName(prm.Name))
	}
	return names
}

// componentNames returns the bare names of what a sample reads of its parameters that are objects of the program. A component may as
// well be read by a method that is inlined, of the object that it is called on: all names in these count.
func (j *Judge) componentNames(c int) map[string]bool {
	names := map[string]bool{}
	m := j.c.Program.Method(j.c.Rows.Row(c).Method)
	params := j.c.Program.Params(m)
	var objects []string
	for i, prm := range j.c.Program.MethodDecl(j.c.Rows.Row(c).Method).Params {
		if i < len(params) && params[i].Type() >= 0 {
			objects = append(objects, prm.Name)
		}
	}
	add := func(text string) { names[bareName(text)] = true }
	f := j.c.Program.File(m.File)
	for n, nd := range f.Subtree(m.Body) {
		if nd.Kind == java.Identifier && slices.Contains(objects, f.Text(n)) {
			if member := memberOf(f, n); member >= 0 {
				add(f.Text(member))
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	for _, callee := range j.c.Rows.Inlined(c) {
		m := j.c.Program.Method(callee)
		f := j.c.Program.File(m.File)
		for n, nd := range f.Subtree(m.Body) {
			if nd.Kind == java.Identifier {
				add(f.Text(n))
			}
		}
	}
	return names
}

// memberOf returns the name of the field or method that is asked of the object at node n, NoNode where nothing is.
func memberOf(f *java.File, n java.NodeID) java.NodeID {
	for f.Kind(f.Parent(n)) == java.ParenthesizedExpression {
		n = f.Parent(n)
	}
	if f.At(n).Field != java.FieldObject {
		return java.NoNode
	}
	p := f.Parent(n)
	if f.Kind(p) == java.MethodInvocation {
		return f.Child(p, java.FieldName)
	}
	return f.LastChild(p)
}
