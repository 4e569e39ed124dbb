package mine

import "refract/mapping"

// This file asks the callers whether a method was renamed. What called the old name calls the new one; a new method that
// is called where nothing called the old one came out of its callers.

// cameFromCallers reports whether a, to which m maps b, was rather extracted from the methods of the class pair that call a
// now and called neither before: from several of them, or from one that has more of a than b has.
func (d *bodyMatch) cameFromCallers(b, a *Method, m *mapping.Mapping) bool {
	sources := 0
	for _, q := range d.callersOf(a.Name) {
		if len(q.After.callsOf(a)) == 0 {
			continue
		}
		if len(q.Before.callsOf(b)) > 0 {
			return false // it calls what it called
		}
		if sources > 1 || q.Mapping == nil || len(q.Before.callsOf(a)) > 0 {
			continue
		}
		e := d.mapExtracted(q.Before, q.After, q.Mapping, a)
		if e == nil || !extracted(tallyOf(e)) || weak(e, tallyOf(e)) {
			continue
		}
		sources++
		if better(e, m) {
			sources++
		}
	}
	return sources > 1
}

// callersOf lists the pairs of one signature that call a method of that name after the change.
func (d *bodyMatch) callersOf(name string) []*MethodPair {
	if d.callers == nil {
		d.callers = map[string][]*MethodPair{}
		for _, q := range d.p.Methods {
			if q.Kind == Same {
				for _, name := range q.After.calledNames() {
					d.callers[name] = append(d.callers[name], q)
				}
			}
		}
	}
	return d.callers[name]
}

// whole reports whether all of a method of one name is in the candidate, and as it was: the other one only calls it.
func (c *bodyCandidate) whole() bool {
	return c.rename == 0 && c.tally.left == 0 && c.tally.right == 0 && c.tally.exact == c.tally.matched && c.tally.matched > 0
}

// markCalled marks, of the candidates for one method, those that another one calls: what is called came out of it.
func markCalled(found []bodyCandidate) {
	for i := range found {
		for j := range found {
			x, y := &found[i], &found[j]
			if i != j && !x.whole() && len(y.after.callsOf(x.after)) > 0 && len(x.before.callsOf(x.after)) == 0 && len(x.after.callsOf(y.after)) == 0 {
				x.called = 1
			}
		}
	}
}
