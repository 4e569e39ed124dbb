package release

// forwards reports whether what is left of the old method in the new release is deprecated and calls the new one, whose
// body is like the old one's: it forwards to its successor, and the references to both say little, since callers inside
// of the component were moved as well.
func (d *detector) forwards(s *strategy, e Entry) bool {
	if e.Similarity < d.threshold(s.kind) {
		return false
	}
	old, new := &d.old.Entities[e.Old], &d.new.Entities[e.New]
	for _, name := range d.newNames(old.Name) {
		if d.new.forwarder(name, e.New, func(n *Entity) bool { return sameSignature(d, old, n) }) {
			return true
		}
	}
	// Going back, the release that was is the one with the forwarding method.
	for _, name := range []string{d.log.Inverse(new.Name), join(d.log.Inverse(pre(new.Name)), new.Simple())} {
		if d.old.forwarder(name, e.Old, func(o *Entity) bool { return sameSignature(d, o, new) }) {
			return true
		}
	}
	return false
}

// forwarder reports whether one of the methods called name is deprecated, has the signature, and calls to.
func (c *Component) forwarder(name string, to EntityID, signature func(*Entity) bool) bool {
	for _, id := range c.named(name, Method) {
		if e := &c.Entities[id]; !e.Deprecated || !signature(e) {
			continue
		}
		for _, r := range c.references().outgoing(id) {
			if r.to == to {
				return true
			}
		}
	}
	return false
}
