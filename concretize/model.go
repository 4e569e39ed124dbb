package concretize

import (
	"slices"

	"refract/inline"
	"refract/java"
	"refract/program"
)

// This file tells, without an alignment, that a sample is no model for a query that cannot call its called method: then the two
// must agree in all their statements, so that the query has the steps of the sample, with those of the called method in
// the place of its call, one by one.

// modelStep is a step of a sample with what is inlined; exact says that its outermost expression is as it stands.
type modelStep struct {
	*step
	depth uint16
	exact bool
}

// modelSteps returns the steps of caller with those of called in the place of call site s; ok is false where they are not known.
func (j *Judge) modelSteps(c int, called *stepOutline, s inline.Site, whole bool) (steps []modelStep, ok bool) {
	caller := j.c.Rows.Row(c).Method
	own := j.c.stepsOf(caller)
	if own.unsure || called.unsure {
		return nil, false
	}
	var others []java.NodeID // calls with an expression in their place
	for _, o := range j.c.Rows.Sites(caller) {
		switch {
		case o == s || !slices.Contains(j.c.Rows.Inlined(c), o.Callee):
		case o.Callee == s.Callee || !j.c.stepsOf(o.Callee).isValue():
			return nil, false
		default:
			others = append(others, o.Node)
		}
	}
	at, depth, replaced := own.place(s.Node, whole)
	for i := range own.steps {
		x := &own.steps[i]
		if i == at {
			steps = appendCalled(steps, called.staying(whole), depth)
			if replaced {
				continue
			}
		}
		exact := !slices.ContainsFunc(others, func(n java.NodeID) bool { return x.node < n && n < x.end })
		steps = append(steps, modelStep{x, x.depth, exact})
	}
	if at == len(own.steps) {
		steps = appendCalled(steps, called.staying(whole), depth)
	}
	return steps, true
}

func appendCalled(steps []modelStep, called []step, depth uint16) []modelStep {
	for i := range called {
		steps = append(steps, modelStep{&called[i], depth + called[i].depth, true})
	}
	return steps
}

// isValue reports whether a method with these steps is one expression that it returns.
func (o *stepOutline) isValue() bool {
	return len(o.steps) == 1 && len(o.decls) == 0 && o.value && !o.unsure
}

// place returns before which step the statements of the method called at node n stand, and how deep; replaced says that they
// stand in the place of that step.
func (o *stepOutline) place(n java.NodeID, whole bool) (at int, depth uint16, replaced bool) {
	around := func(s *step) bool { return s.node < n && n < s.end }
	for i := range o.decls {
		if d := &o.decls[i]; around(&d.step) {
			after := slices.IndexFunc(o.steps, func(s step) bool { return s.node > d.node })
			if after < 0 {
				after = len(o.steps)
			}
			return after, d.depth, false
		}
	}
	for i := range o.steps {
		if around(&o.steps[i]) {
			at, depth = i, o.steps[i].depth
		}
	}
	return at, depth, whole
}

// like reports whether the steps of o are those of a model. Without wrapped calls the outermost expressions are compared as well.
func (o *stepOutline) like(model []modelStep, wrapped bool) bool {
	if len(o.steps) != len(model) {
		return false
	}
	for i, m := range model {
		s := &o.steps[i]
		if s.kind != m.kind || s.depth != m.depth || m.exact && !wrapped && s.root != m.root {
			return false
		}
	}
	return true
}

// wraps reports whether a call may stand around different expressions of a query and of sample c: both sides make it.
func (j *Judge) wraps(query program.MethodID, c int) bool {
	if j.q.stepsOf(query).classes {
		return true
	}
	caller := j.c.Rows.Row(c).Method
	for _, m := range append([]program.MethodID{caller}, j.c.Rows.Inlined(c)...) {
		if j.c.stepsOf(m).classes {
			return true
		}
		for _, s := range j.c.Rows.Sites(m) {
			name := j.c.Program.MethodName(j.c.Program.Method(s.Callee))
			for _, o := range j.q.Rows.Sites(query) {
				if j.q.Program.MethodName(j.q.Program.Method(o.Callee)) == name {
					return true
				}
			}
		}
	}
	return false
}
