package mine

import "slices"

// This file finds methods whose bodies went behind a new one: what was called by the old name is called by a new one, and
// that calls the method which has the body now. The new one took the place of the old, and the body was extracted from it.

// standIn puts, in the place of each candidate x for b, the added method that stands before x and is called where b was.
func (d *Diff) standIn(b *Method, found []bodyCandidate, added []*Method) []bodyCandidate {
	names := d.calls.names[b.Name]
	if b.IsConstructor() || len(found) == 0 || len(added) < 2 || len(names) == 0 {
		return found
	}
	for _, y := range added {
		if !slices.Contains(names, y.Name) || !d.calls.became(b, y) || !y.HasBody() || b.Return != y.Return || !sameParameterTypes(b, y, d.sameType) {
			continue
		}
		behind := func(c bodyCandidate) bool { return standsBefore(y, c.after, b) }
		i := slices.IndexFunc(found, behind)
		if i < 0 {
			continue
		}
		c := found[i]
		c.after, c.rename, c.uncalled, c.called = y, 1, 0, 0
		c.mapping = d.mapBodies(b, y)
		c.tally = tallyOf(c.mapping)
		c.distance = c.mapping.Distance()
		return append(slices.DeleteFunc(found, func(o bodyCandidate) bool { return behind(o) || o.after == y }), c)
	}
	return found
}

// standsBefore reports whether y calls x, which does not call it back and which b did not call.
func standsBefore(y, x, b *Method) bool {
	return y != x && len(y.callsOf(x)) > 0 && len(x.callsOf(y)) == 0 && len(b.callsOf(x)) == 0
}

// standInMoved does the same for moved methods: y has the name and the signature of the one that moved.
func (d *Diff) standInMoved(c moveCandidate) moveCandidate {
	if c.rename == 0 || c.mapping == nil {
		return c
	}
	for _, y := range d.addedTo(c.after.Class) {
		if y.Name == c.before.Name && y.HasBody() && y.Return == c.before.Return && sameParameterTypes(c.before, y, d.sameType) &&
			standsBefore(y, c.after, c.before) {
			c.after, c.rename = y, 0
			c.mapping = d.mapBodies(c.before, y)
			c.tally = tallyOf(c.mapping)
			c.distance = c.mapping.Distance()
			break
		}
	}
	return c
}
