package mine

import "slices"

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
			q := &MethodPair{Kind: Changed, Before: b, After: a, Classes: p, Mapping: m}
			b.memo.matched, a.memo.matched = q, q
			p.Methods = append(p.Methods, q)
			p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, func(m *Method) bool { return m == b })
			p.AddedMethods = slices.DeleteFunc(p.AddedMethods, func(m *Method) bool { return m == a })
		}
	}
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
