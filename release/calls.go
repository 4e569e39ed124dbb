package release

import "refract/finding"

// This file checks what the mapping detector says of calls against the reference graph. The mapping detector reads the
// changed files alone and tells overloads apart by the number of arguments; the graph has resolved every call.

// callsAnother reports whether an extraction or an inlining is of a method that its source does not call, although it
// calls another of the same name: another overload, or that of another class.
func (m *merger) callsAnother(r finding.Refactoring) bool {
	var side *declarations
	var ls []finding.Location
	switch r.Type {
	case "Extract Method", "Extract And Move Method":
		side, ls = m.after, r.Right // the source after the change calls what was extracted
	case "Inline Method", "Move And Inline Method":
		side, ls = m.before, r.Left // the target before the change called what was inlined
	default:
		return false
	}
	var ids []EntityID
	for i := range ls {
		if id, ok := side.byPlace[place{ls[i].Path, ls[i].Span}]; ok && side.c.Entities[id].Kind == Method {
			ids = append(ids, id)
		}
	}
	// Two methods stand among the locations, each with its whole declaration: either may be the callee.
	if len(ids) != 2 || ids[0] == ids[1] {
		return false
	}
	return side.c.callsOverload(ids[0], ids[1]) || side.c.callsOverload(ids[1], ids[0])
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
