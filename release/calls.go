package release

import (
	"slices"
	"strings"

	"refract/finding"
)

// This file checks what the mapping detector says of calls against the reference graph. The mapping detector reads the
// changed files alone and tells overloads apart by the number of arguments; the graph has resolved every call.

// callsAnother reports whether an extraction or an inlining is of a method that its source does not call, although it
// calls another of the same name: another overload, or that of another class, which no source of this program may have
// (equals of a value whose class is elsewhere is not the equals that was removed). And it reports whether the source of an
// extraction to another class called a method of the name already: then the callee was exchanged, its class replaced by
// another one, and nothing was extracted from the hundred callers.
func (m *merger) callsAnother(r finding.Refactoring) bool {
	var side, other *declarations
	var ls, others []finding.Location
	switch r.Type {
	case "Extract Method", "Extract And Move Method":
		side, ls, other, others = m.after, r.Right, m.before, r.Left // the source after the change calls what was extracted
	case "Inline Method", "Move And Inline Method":
		side, ls, other, others = m.before, r.Left, m.after, r.Right // the target before the change called what was inlined
	default:
		return false
	}
	method := func(k Kind) bool { return k == Method }
	ids, elsewhere := side.declared(ls, method), other.declared(others, method)
	// Two methods stand among the locations, each with its whole declaration: either may be the callee.
	if len(ids) != 2 || ids[0] == ids[1] {
		return false
	}
	if side.c.callsOverload(ids[0], ids[1]) || side.c.callsOverload(ids[1], ids[0]) {
		return true
	}
	// Within a class a chain of extractions may lie between the two; what came from another class was called from there.
	if r.Type == "Move And Inline Method" && !side.c.mayCall(ids[0], ids[1]) && !side.c.mayCall(ids[1], ids[0]) {
		return true
	}
	callee := ids[0]
	if side.c.calls(ids[0], ids[1]) && !side.c.calls(ids[1], ids[0]) {
		callee = ids[1]
	}
	return strings.Contains(r.Type, "Move") && len(elsewhere) == 1 && other.c.callsNamesake(elsewhere[0], &side.c.Entities[callee])
}

// calls reports whether one method refers to another.
func (c *Component) calls(caller, callee EntityID) bool {
	return slices.ContainsFunc(c.references().outgoing(caller), func(e edge) bool { return e.to == callee })
}

// mayCall reports whether one method refers to another, or to a method that the other overrides or that overrides it.
func (c *Component) mayCall(caller, callee EntityID) bool {
	for _, e := range c.references().outgoing(caller) {
		if e.to == callee {
			return true
		}
		if to := &c.Entities[e.to]; to.Kind == Method && to.Signature == c.Entities[callee].Signature && to.Simple() == c.Entities[callee].Simple() {
			return true
		}
	}
	return false
}

// callsNamesake reports whether caller calls a method of the name of e, other than one that it overrides itself.
func (c *Component) callsNamesake(caller EntityID, e *Entity) bool {
	for _, r := range c.references().outgoing(caller) {
		if to := &c.Entities[r.to]; to.Kind == Method && to.Simple() == e.Simple() && !slices.Contains(c.overridden(caller), r.to) {
			return true
		}
	}
	return false
}

// callsOverload reports whether caller calls methods with the name of callee, neither callee itself nor a method that
// callee overrides or that overrides it; and callee does not call caller.
func (c *Component) callsOverload(caller, callee EntityID) bool {
	name := c.Entities[callee].Simple()
	another := false
	for _, e := range c.references().outgoing(caller) {
		to := &c.Entities[e.to]
		if e.to == callee {
			return false
		}
		if to.Kind == Method && to.Simple() == name {
			if to.Signature == c.Entities[callee].Signature {
				return false // by its hierarchy, or a delegate: the receiver may be either
			}
			another = true
		}
	}
	for _, e := range c.references().outgoing(callee) {
		if e.to == caller {
			return false
		}
	}
	return another
}
