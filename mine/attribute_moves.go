package mine

import "slices"

// This file finds attributes that moved between classes (Table 4, Move Field): one name and type, removed here and
// added there, where one of the two classes is a subtype of the other or names it in an import.

func (d *Diff) moveAttributes() {
	removed := map[string][]*Attribute{}
	var order []*Attribute
	for _, p := range d.Pairs {
		for _, a := range p.RemovedAttributes {
			removed[a.Name] = append(removed[a.Name], a)
			order = append(order, a)
		}
	}
	for _, c := range d.Removed {
		for _, a := range c.Attributes {
			removed[a.Name] = append(removed[a.Name], a)
			order = append(order, a)
		}
	}
	var added []*Attribute
	for _, p := range d.Pairs {
		added = append(added, p.AddedAttributes...)
	}
	for _, c := range d.Added {
		added = append(added, c.Attributes...)
	}
	byName := map[string][]*Attribute{}
	for _, a := range added {
		byName[a.Name] = append(byName[a.Name], a)
	}
	done := map[*Attribute]bool{}
	for _, b := range order {
		d.moveAttribute(b, byName[b.Name], done)
	}
	d.dropMovedAttributes(done)
}

// moveAttribute finds where b went. Along the hierarchy it may have gone to several subclasses, or come from several
// into one; otherwise to one class only.
func (d *Diff) moveAttribute(b *Attribute, to []*Attribute, done map[*Attribute]bool) {
	var best *Attribute
	for _, a := range to {
		if !d.sameType(b.Type, a.Type) || d.Pair(b.Class) != nil && d.Pair(b.Class) == d.Pair(a.Class) {
			continue
		}
		switch {
		case d.supertype(b.Class, a.Class):
			d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: PulledUpPair, Before: b, After: a})
			done[b], done[a] = true, true
		case d.supertype(a.Class, b.Class):
			d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: PushedDownPair, Before: b, After: a})
			done[b], done[a] = true, true
		case best == nil && !done[a] && (d.Pair(b.Class) != nil || d.Pair(a.Class) != nil) && d.imports(b.Class, a.Class):
			best = a
		}
	}
	if best != nil && !done[b] {
		d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: MovedPair, Before: b, After: best})
		done[b], done[best] = true, true
	}
}

func (d *Diff) dropMovedAttributes(done map[*Attribute]bool) {
	gone := func(a *Attribute) bool { return done[a] }
	for _, p := range d.Pairs {
		p.RemovedAttributes = slices.DeleteFunc(p.RemovedAttributes, gone)
		p.AddedAttributes = slices.DeleteFunc(p.AddedAttributes, gone)
	}
}
