package mine

import "refract/mapping"

// This file asks the callers whether a method was renamed. What called the old name calls the new one; a new method that
// is called where nothing called the old one came out of its callers.

// cameFromCallers reports whether a, to which m maps b, was rather extracted from the methods of class pair p that call a
// now and called neither before: from several of them, or from one that has more of a than b has.
func (d *Diff) cameFromCallers(p *ClassPair, b, a *Method, m *mapping.Mapping) bool {
	sources := 0
	for _, q := range p.Methods {
		if q.Kind != Same || len(q.After.callsOf(a)) == 0 {
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
