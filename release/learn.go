package release

// This file adds what the mapping detector knows of classes to ρ.

// learn tells ρ of classes that became others, as a detector found that sees more than shingles and references, and drops
// the entries that they contradict: what was thought to be new was there under the old name of its class, or what was
// thought gone is still there under the new one.
func (d *detector) learn(classes []entityPair) {
	entries, version := d.log.Entries, d.log.version
	d.log = newLog()
	d.log.version = version + 1
	outer := func(e Entry) bool {
		o := &d.old.Entities[e.Old]
		return o.Kind == Package || o.Kind == Class && d.old.Entities[max(o.Parent, 0)].Kind == Package
	}
	for _, e := range entries {
		if outer(e) {
			d.log.add(e, &d.old.Entities[e.Old], &d.new.Entities[e.New])
		}
	}
	for _, p := range classes {
		d.assume(p)
	}
	for _, e := range entries {
		old, new := &d.old.Entities[e.Old], &d.new.Entities[e.New]
		if outer(e) {
			continue
		}
		was, is := join(d.log.Inverse(pre(new.Name)), new.Simple()), join(d.log.Rho(pre(old.Name)), old.Simple())
		if !d.stands(d.old, was, new, old) && !d.stands(d.new, is, old, new) {
			d.log.add(e, old, new)
		}
	}
}

// stands reports whether the component has an entity called name that is the counterpart of e, other than but.
func (d *detector) stands(c *Component, name string, e, but *Entity) bool {
	for _, id := range c.named(name, e.Kind) {
		if x := &c.Entities[id]; x != but && (e.Kind != Method || x.Signature == e.Signature) && (!x.Deprecated || e.Deprecated) {
			return true
		}
	}
	return false
}

// assume tells ρ that a class became another.
func (d *detector) assume(p entityPair) {
	if len(d.log.byOld[p.old])+len(d.log.byNew[p.new]) > 0 {
		return // the log knows better, or knows it already
	}
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	d.log.rename(old, new)
	if old.Simple() != new.Simple() {
		d.classNames[old.Simple()] = new.Simple()
	}
}
