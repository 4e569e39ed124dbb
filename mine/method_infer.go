package mine

import "slices"

// This file infers what happened to methods whose bodies do not tell (§4.5): an abstract method changed as the methods
// that implement it did, and one implementation as the others.

func (d *Diff) inferMethods() {
	changed := d.changedMethods()
	for _, p := range d.Pairs {
		if len(p.RemovedMethods) == 0 || len(p.AddedMethods) == 0 {
			continue
		}
		for _, b := range slices.Clone(p.RemovedMethods) {
			became := changed[b.Name]
			if became == nil {
				continue
			}
			for _, a := range p.AddedMethods {
				d.checkpoint()
				alike := became[a.Name]
				if a.HasBody() == b.HasBody() && d.changedAlike(alike, p, b, a) || !b.HasBody() && hollow(a) && d.recurs(alike, b, a) {
					q := &MethodPair{Kind: InferredPair, Before: b, After: a, Classes: p}
					if b.HasBody() && a.HasBody() {
						q.Mapping = d.mapBodies(b, a)
					}
					b.memo.matched, a.memo.matched = q, q
					p.Methods = append(p.Methods, q)
					changed.add(q)
					p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, func(m *Method) bool { return m == b })
					p.AddedMethods = slices.DeleteFunc(p.AddedMethods, func(m *Method) bool { return m == a })
					break
				}
			}
		}
	}
}

// nameChange is the names of a method before and after.
type nameChange struct{ before, after string }

// methodChanges are the matched pairs of methods whose signatures changed, by their names before and after.
type methodChanges map[string]map[string][]*MethodPair

func (c methodChanges) add(q *MethodPair) {
	became := c[q.Before.Name]
	if became == nil {
		became = map[string][]*MethodPair{}
		c[q.Before.Name] = became
	}
	became[q.After.Name] = append(became[q.After.Name], q)
}

func (d *Diff) changedMethods() methodChanges {
	c := methodChanges{}
	for _, p := range d.Pairs {
		for _, q := range p.Methods {
			if q.Kind != Same {
				c.add(q)
			}
		}
	}
	return c
}

// changedAlike reports whether one of the pairs, which have the names of b and a, has their signatures and stands in
// classes that implement the class of p.
func (d *Diff) changedAlike(pairs []*MethodPair, p *ClassPair, b, a *Method) bool {
	return slices.ContainsFunc(pairs, func(q *MethodPair) bool {
		o := q.Classes
		return sameParameterTypes(q.Before, b, d.sameType) && sameParameterTypes(q.After, a, d.sameType) &&
			(o == p || d.implements(o, p) || d.implements(p, o) || siblings(o, p))
	})
}

// recurs reports whether two of the pairs at least, which have the names of b and a, have their signatures: the classes
// between may be outside of the change, so that nothing shows the hierarchy.
func (d *Diff) recurs(pairs []*MethodPair, b, a *Method) bool {
	n := 0
	for _, q := range pairs {
		if sameParameterTypes(q.Before, b, d.sameType) && sameParameterTypes(q.After, a, d.sameType) && d.sameType(q.Before.Return, b.Return) {
			n++
		}
	}
	return n > 1 && b.Name != a.Name
}

// siblings reports whether two class pairs name a common supertype, before and after.
func siblings(o, p *ClassPair) bool {
	common := func(a, b *Class) bool {
		for _, s := range a.Supertypes() {
			for _, t := range b.Supertypes() {
				if lastPart(s) == lastPart(t) {
					return true
				}
			}
		}
		return false
	}
	return common(o.Before, p.Before) || common(o.After, p.After)
}

func (d *Diff) implements(o, p *ClassPair) bool {
	if o.Before.IsAnonymous() {
		return lastPart(rawType(o.Before.File.TypeText(o.Before.Decl.Superclass, 0))) == p.Before.Simple
	}
	return d.supertype(o.After, p.After) || d.supertype(o.Before, p.Before)
}
