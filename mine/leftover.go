package mine

import (
	"slices"

	"refract/mapping"
)

// This file pairs methods of one class that nothing else took: one of a name is gone and one of that name is new, and
// neither name nor class has another. The bodies may have nothing in common; the name has.

func (d *Diff) pairLeftovers() {
	for _, p := range d.Pairs {
		if len(p.RemovedMethods) == 0 || len(p.AddedMethods) == 0 {
			continue
		}
		for _, b := range slices.Clone(p.RemovedMethods) {
			a := d.leftover(p, b)
			if a == nil {
				continue
			}
			m := d.mapBodies(b, a)
			if !compatibleSignatures(b, a) && (m == nil || len(m.Pairs)*2 < min(len(m.Src.Stmts), len(m.Dst.Stmts))) || accessorTurned(b, a) {
				continue
			}
			d.takeLeftover(p, b, a, m)
		}
	}
}

// pairRenamedLeftovers pairs methods of one signature whose names share a word and whose bodies share statements, where
// only one fits the other.
func (d *Diff) pairRenamedLeftovers() {
	for _, p := range d.Pairs {
		if len(p.RemovedMethods) == 0 || len(p.AddedMethods) == 0 {
			continue
		}
		for _, b := range slices.Clone(p.RemovedMethods) {
			a := only(p.AddedMethods, func(a *Method) bool { return d.renamedAlike(b, a) })
			if a == nil || only(p.RemovedMethods, func(x *Method) bool { return d.renamedAlike(x, a) }) != b {
				continue
			}
			d.takeLeftover(p, b, a, d.mapBodies(b, a))
		}
	}
}

// only returns the only method of list that fits, nil where there is none or several.
func only(list []*Method, fits func(*Method) bool) *Method {
	var found *Method
	for _, m := range list {
		if fits(m) {
			if found != nil {
				return nil
			}
			found = m
		}
	}
	return found
}

func (d *Diff) renamedAlike(b, a *Method) bool {
	if b.memo.extracted || a.memo.extracted || b.IsConstructor() || a.IsConstructor() || b.OverridesObject() || a.OverridesObject() || b.Static() != a.Static() ||
		!d.sameType(b.Return, a.Return) || !sameParameterTypes(b, a, d.sameType) || !shareWord(b.Name, a.Name) {
		return false
	}
	m := d.mapBodies(b, a)
	return m != nil && len(m.Pairs) > 0 && len(m.Pairs)*2 >= min(len(m.Src.Stmts), len(m.Dst.Stmts))
}

func (d *Diff) takeLeftover(p *ClassPair, b, a *Method, m *mapping.Mapping) {
	q := &MethodPair{Kind: Changed, Before: b, After: a, Classes: p, Mapping: m}
	b.memo.matched, a.memo.matched = q, q
	p.Methods = append(p.Methods, q)
	p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, func(m *Method) bool { return m == b })
	p.AddedMethods = slices.DeleteFunc(p.AddedMethods, func(m *Method) bool { return m == a })
}

// leftover returns the only method that b can have become, nil where there is none or several.
func (d *Diff) leftover(p *ClassPair, b *Method) *Method {
	if b.memo.extracted {
		return nil
	}
	sameName := func(m *Method) bool {
		return m.Name == b.Name || m.IsConstructor() && b.IsConstructor()
	}
	var found *Method
	for _, a := range p.AddedMethods {
		if !sameName(a) {
			continue
		}
		if found != nil {
			return nil
		}
		found = a
	}
	if found == nil || found.memo.extracted || found.HasBody() != b.HasBody() {
		return nil
	}
	for _, o := range p.RemovedMethods {
		if o != b && sameName(o) {
			return nil
		}
	}
	return found
}

// accessorTurned reports whether a setter stands where a getter stood, or the other way round: x(v) and x().
func accessorTurned(b, a *Method) bool {
	setter := func(m *Method) bool { return len(m.Params) == 1 && m.Return == "void" }
	getter := func(m *Method) bool { return len(m.Params) == 0 && m.Return != "void" && m.Return != "" }
	return setter(b) && getter(a) || getter(b) && setter(a)
}
