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
			if !compatibleSignatures(b, a) && (m == nil || len(m.Pairs)*2 < min(len(m.Src.Stmts), len(m.Dst.Stmts))) || accessorTurned(b, a) || namesakes(b, a, m) {
				continue
			}
			d.takeLeftover(p, b, a, m)
		}
	}
}

// pairRenamedLeftovers pairs methods of one signature whose names share words and whose bodies share statements, each with
// the nearest.
func (d *Diff) pairRenamedLeftovers() {
	for _, p := range d.Pairs {
		if len(p.RemovedMethods) == 0 || len(p.AddedMethods) == 0 {
			continue
		}
		removed, added := slices.Clone(p.RemovedMethods), slices.Clone(p.AddedMethods)
		before, after := blocksOfClass(removed, nil), blocksOfClass(added, d.calls)
		for _, b := range removed {
			if a := p.AddedMethods; len(a) > 0 && (soleDeclarations(b, a[0], p.RemovedMethods, a) || d.soleRenamed(b, a[0], p.RemovedMethods, a)) {
				d.takeLeftover(p, b, a[0], d.mapBodies(b, a[0]))
				continue
			}
			a := nearest(after.to(b), func(a *Method) int { return d.nearness(b, a) })
			if a == nil || nearest(before.to(a), func(x *Method) int { return d.nearness(x, a) }) != b {
				continue
			}
			d.takeLeftover(p, b, a, d.mapBodies(b, a))
		}
	}
}

// soleDeclarations reports whether two methods without bodies are all that a class lost and got, stand in one place, have
// parameters of the same names and as many, and agree in the type that they return or in a word of their names.
func soleDeclarations(b, a *Method, removed, added []*Method) bool {
	return !b.HasBody() && !a.HasBody() && sole(b, a, removed, added) && b.Static() == a.Static() && len(b.Params) == len(a.Params) &&
		(b.Return == a.Return || shareWord(b.Name, a.Name)) &&
		commonParams(b, a, func(p, q *Param) bool { return p.Name == q.Name }) == len(b.Params)
}

// soleRenamed reports whether two methods with bodies are all that a class lost and got, stand in one place and take the same, and
// one name has all words of the other: the body was rewritten, and may have another result.
func (d *Diff) soleRenamed(b, a *Method, removed, added []*Method) bool {
	return b.HasBody() && a.HasBody() && sole(b, a, removed, added) && b.Static() == a.Static() && b.IsConstructor() == a.IsConstructor() &&
		!b.memo.extracted && !a.memo.extracted && (within(b.Name, a.Name) || within(a.Name, b.Name)) && sameParameterTypes(b, a, d.sameType)
}

// nearest returns the method of list that is nearer than all others, nil where there is none.
func nearest(list []*Method, nearness func(*Method) int) *Method {
	var found *Method
	best := 0
	for _, m := range list {
		switch n := nearness(m); {
		case n > best:
			found, best = m, n
		case n == best:
			found = nil
		}
	}
	return found
}

// nearness counts the words that the names of two methods of one signature have in common, twice, plus one where one name
// has all words of the other. It is 0 where the methods cannot be one: without bodies one name must have all words of the
// other; with bodies half of the statements of one must be in the other. Tests share words and statements with one another
// because all test one thing, which says nothing.
func (d *Diff) nearness(b, a *Method) int {
	d.checkpoint()
	if b.memo.matched != nil || a.memo.matched != nil || b.memo.extracted || a.memo.extracted || b.IsConstructor() || a.IsConstructor() || b.OverridesObject() || a.OverridesObject() || b.Static() != a.Static() ||
		b.HasBody() != a.HasBody() || isTest(b) && isTest(a) || !d.sameType(b.Return, a.Return) || !sameParameterTypes(b, a, d.sameType) || !shareWord(b.Name, a.Name) {
		return 0
	}
	words := nameWords(a.Name)
	common := 0
	for _, w := range nameWords(b.Name) {
		if slices.Contains(words, w) {
			common++
		}
	}
	n := 2 * common
	if within(b.Name, a.Name) || within(a.Name, b.Name) {
		n++
	} else if !b.HasBody() {
		return 0
	}
	if b.HasBody() {
		m := d.mapBodies(b, a)
		if m == nil || len(m.Pairs) == 0 || len(m.Pairs)*2 < min(len(m.Src.Stmts), len(m.Dst.Stmts)) {
			return 0
		}
	}
	return n
}

func (d *Diff) takeLeftover(p *ClassPair, b, a *Method, m *mapping.Mapping) {
	q := &MethodPair{Kind: Changed, Before: b, After: a, Classes: p, Mapping: m}
	b.memo.matched, a.memo.matched = q, q
	p.Methods = append(p.Methods, q)
	d.leftovers = append(d.leftovers, q)
	p.RemovedMethods = slices.DeleteFunc(p.RemovedMethods, func(m *Method) bool { return m == b })
	p.AddedMethods = slices.DeleteFunc(p.AddedMethods, func(m *Method) bool { return m == a })
}

// leftover returns the only method that b can have become, nil where there is none or several.
func (d *Diff) leftover(p *ClassPair, b *Method) *Method {
	d.checkpoint()
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

// namesakes reports whether b and a have nothing but the name in common: no pair of statements and no parameter of one name
// or type. A method that did and took nothing may have got both.
func namesakes(b, a *Method, m *mapping.Mapping) bool {
	return m != nil && len(m.Pairs) == 0 && !hollow(b) &&
		commonParams(b, a, func(p, q *Param) bool { return p.Name == q.Name || p.fullType() == q.fullType() }) == 0
}

// accessorTurned reports whether a setter stands where a getter stood, or the other way round: x(v) and x().
func accessorTurned(b, a *Method) bool {
	setter := func(m *Method) bool { return len(m.Params) == 1 && m.Return == "void" }
	getter := func(m *Method) bool { return len(m.Params) == 0 && m.Return != "void" && m.Return != "" }
	return setter(b) && getter(a) || getter(b) && setter(a)
}
