package mine

import "slices"

// This file infers what happened to methods whose bodies do not tell (§4.5): an abstract method changed as the methods
// that implement it did, and one implementation as the others.

func (d *Diff) inferMethods() {
	for _, p := range d.Pairs {
		if len(p.RemovedMethods) == 0 || len(p.AddedMethods) == 0 {
			continue
		}
		for _, b := range slices.Clone(p.RemovedMethods) {
			for _, a := range p.AddedMethods {
				if a.HasBody() == b.HasBody() && d.changedAlike(p, b, a) {
					q := &MethodPair{Kind: InferredPair, Before: b, After: a, Classes: p}
					if b.HasBody() {
						q.Mapping = d.mapBodies(b, a)
					}
					b.memo.matched, a.memo.matched = q, q
					p.Methods = append(p.Methods, q)
					p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, func(m *Method) bool { return m == b })
					p.AddedMethods = slices.DeleteFunc(p.AddedMethods, func(m *Method) bool { return m == a })
					break
				}
			}
		}
	}
}

// changedAlike reports whether some matched pair of methods has the signatures of b and a and stands in classes that
// implement the class of p.
func (d *Diff) changedAlike(p *ClassPair, b, a *Method) bool {
	for _, o := range d.Pairs {
		for _, q := range o.Methods {
			if q.Before.Name != b.Name || q.After.Name != a.Name || q.Kind == Same {
				continue
			}
			if sameParameterTypes(q.Before, b, d.sameType) && sameParameterTypes(q.After, a, d.sameType) &&
				(o == p || d.implements(o, p) || d.implements(p, o) || siblings(o, p)) {
				return true
			}
		}
	}
	return false
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
