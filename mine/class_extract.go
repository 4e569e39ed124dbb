package mine

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"refract/finding"
	"refract/java"
)

// This file reports classes that were extracted (Table 4, Extract Supertype, Extract Subtype, Extract Type): added
// classes with members that existing classes lost.

func extractedSupertypes(d *Diff, report func(finding.Refactoring)) {
	if len(d.Added) == 0 {
		return
	}
	below, from := d.pairsBelow(), d.movedFrom()
	for _, c := range d.Added {
		var subs []*ClassPair
		for _, p := range below[c.Simple] {
			if !d.mergedInto(c) && d.newSupertype(p, c) && sharesUp(p, c, from) {
				subs = append(subs, p)
			}
		}
		if len(subs) == 0 {
			continue
		}
		typ := "Extract Superclass"
		if c.IsInterface() {
			typ = "Extract Interface"
		}
		var names []string
		var left, right []finding.Location
		right = at(c.Location("extracted super-type declaration"))
		for _, p := range subs {
			names = append(names, p.Before.Name)
			left = append(left, p.Before.Location("original sub-type declaration"))
			right = append(right, p.After.Location("sub-type declaration after extraction"))
		}
		report(one(typ, c.Name+" from classes "+list(names), left, right))
	}
}

// pairsBelow lists the pairs of classes by the simple names of the supertypes that they have after the change, those of a name in their order.
func (d *Diff) pairsBelow() map[string][]*ClassPair {
	below := map[string][]*ClassPair{}
	for _, p := range d.Pairs {
		if p.Kind == AnonymousPair {
			continue
		}
		for _, s := range p.After.Supertypes() {
			list := below[lastPart(s)]
			if len(list) == 0 || list[len(list)-1] != p {
				below[lastPart(s)] = append(list, p)
			}
		}
	}
	return below
}

// newSupertype reports whether the class after names c directly as a supertype.
func (d *Diff) newSupertype(p *ClassPair, c *Class) bool {
	for _, s := range p.After.Supertypes() {
		if lastPart(s) == c.Simple && d.After.resolve(p.After, s) == c {
			return true
		}
	}
	return false
}

// sharesUp reports whether c got a member of p: one pulled up, or for an interface a method that the class has.
func sharesUp(p *ClassPair, c *Class, from movedFrom) bool {
	if from[c][p.Before] {
		return true
	}
	if !c.IsInterface() && !c.Decl.Mods.Has(java.ModAbstract) {
		return false
	}
	// A new interface without members marks classes; nothing else could show that it was extracted from them.
	if c.Decl.Kind == java.InterfaceType && len(c.Methods)+len(c.Attributes) == 0 {
		return true
	}
	for _, m := range c.Methods {
		for _, b := range p.Before.methodsNamed(m.Name) {
			if len(m.Params) == len(b.Params) && !b.IsConstructor() && !b.Static() && !b.OverridesObject() {
				return true
			}
		}
	}
	return false
}

func extractedClasses(d *Diff, report func(finding.Refactoring)) {
	if len(d.Added) == 0 {
		return
	}
	lost, movedTo := d.lostMembers()
	from, moves := d.movedFrom(), d.codeMoves()
	for _, c := range d.Added {
		for _, l := range d.originsOf(c, from, lost) {
			p := l.pair
			if p.Kind == AnonymousPair || len(l.methods)+len(l.attributes) == 0 || c.IsInterface() && !p.Before.IsInterface() {
				continue
			}
			if d.newSupertype(p, c) || p.After.subtypeOf(c) {
				continue
			}
			methods, attributes := l.to(c, movedTo)
			sub := c.subtypeOf(p.After)
			enough := 2
			if sub || holds(p.After, c) || c.Outer == p.After && methods > 0 {
				enough = 1
			}
			if methods+attributes < enough && !moves[[2]*Class{p.Before, c}] || !p.After.importsType(c) {
				continue
			}
			if sub {
				report(one("Extract Subclass", c.Name+" from class "+p.Before.Name,
					at(p.Before.Location("original super-type declaration")),
					at(c.Location("extracted sub-type declaration"), p.After.Location("super-type declaration after extraction"))))
				continue
			}
			report(one("Extract Class", c.Name+" from class "+p.Before.Name,
				at(p.Before.Location("original type declaration")),
				at(c.Location("extracted type declaration"), p.After.Location("type declaration after extraction"))))
		}
	}
}

// movedFrom are the classes before from which methods or attributes moved to a class after, by the latter.
type movedFrom map[*Class]map[*Class]bool

func (d *Diff) movedFrom() movedFrom {
	from := movedFrom{}
	note := func(b, a *Class) {
		if from[a] == nil {
			from[a] = map[*Class]bool{}
		}
		from[a][b] = true
	}
	for _, m := range d.Moves {
		note(m.Before.Class, m.After.Class)
	}
	for _, a := range d.AttributeMoves {
		note(a.Before.Class, a.After.Class)
	}
	return from
}

// originsOf lists what was lost by the pairs of classes that the added class c may come out of, in their order: members of them moved to c, or it stands in one
// or below it. Elsewhere names alone would tell; a nested class may take what has no body.
func (d *Diff) originsOf(c *Class, from movedFrom, lost map[*ClassPair]*lostMembers) []*lostMembers {
	found := map[*lostMembers]bool{}
	add := func(other *Class) {
		if l := lost[d.pairOf[other]]; l != nil {
			found[l] = true
		}
	}
	for b := range from[c] {
		add(b)
	}
	if c.Outer != nil {
		add(c.Outer)
	}
	for super := range c.supers {
		add(super)
	}
	return slices.SortedFunc(maps.Keys(found), func(x, y *lostMembers) int { return cmp.Compare(x.place, y.place) })
}

// lostMembers are the members of a class before that no member of the class after goes on.
type lostMembers struct {
	pair       *ClassPair
	place      int       // of the pair among Diff.Pairs
	methods    []*Method // those that count
	attributes []*Attribute
}

// lostMembers returns what each pair lost, and the classes that methods moved to.
func (d *Diff) lostMembers() (map[*ClassPair]*lostMembers, map[*Method][]*Class) {
	out := make(map[*ClassPair]*lostMembers, len(d.Pairs))
	for i, p := range d.Pairs {
		lost := &lostMembers{pair: p, place: i}
		out[p] = lost
		kept := make(map[any]bool, len(p.Methods)+len(p.Attributes))
		for _, m := range p.Methods {
			kept[m.Before] = true
		}
		for _, a := range p.Attributes {
			kept[a.Before] = true
		}
		for _, m := range p.Before.Methods {
			if !kept[m] && counts(m) {
				lost.methods = append(lost.methods, m)
			}
		}
		for _, a := range p.Before.Attributes {
			if !kept[a] {
				lost.attributes = append(lost.attributes, a)
			}
		}
	}
	movedTo := make(map[*Method][]*Class, len(d.Moves))
	for _, m := range d.Moves {
		movedTo[m.Before] = append(movedTo[m.Before], m.After.Class)
	}
	return out, movedTo
}

// to counts the lost members that c has: methods that moved there or have one signature less the types, and attributes
// of one name.
func (l *lostMembers) to(c *Class, movedTo map[*Method][]*Class) (methods, attributes int) {
	for _, m := range l.methods {
		if slices.Contains(movedTo[m], c) || slices.ContainsFunc(c.Methods, func(n *Method) bool { return likeSignature(m, n) || boundAlike(m, n) }) {
			methods++
		}
	}
	for _, a := range l.attributes {
		if slices.ContainsFunc(c.Attributes, func(b *Attribute) bool { return a.Name == b.Name && a.Static() == b.Static() }) {
			attributes++
		}
	}
	return methods, attributes
}

// codeMoves are the pairs of classes between which code went: a method that moved, or a part of one that was extracted
// while an attribute moved along.
func (d *Diff) codeMoves() map[[2]*Class]bool {
	moves := map[[2]*Class]bool{}
	for _, m := range d.Moves {
		if m.Before.HasBody() && m.After.HasBody() && !trivialBody(m.Before) {
			moves[[2]*Class{m.Before.Class, m.After.Class}] = true
		}
	}
	attributes := map[[2]*Class]bool{}
	for _, a := range d.AttributeMoves {
		attributes[[2]*Class{a.Before.Class, a.After.Class}] = true
	}
	for _, e := range d.Extractions {
		if k := [2]*Class{e.Source.Before.Class, e.Extracted.Class}; attributes[k] {
			moves[k] = true
		}
	}
	return moves
}

// boundAlike reports whether two methods without bodies are bound to one thing outside of Java, whatever their names:
// they have one signature and one annotation with arguments.
func boundAlike(m, n *Method) bool {
	if m.HasBody() || n.HasBody() || m.Decl.Modifiers < 0 || n.Decl.Modifiers < 0 || len(m.Params) != len(n.Params) || !sameTypes(m, n) {
		return false
	}
	for _, a := range annotationsOf(m.Class.File, m.Decl.Modifiers) {
		for _, b := range annotationsOf(n.Class.File, n.Decl.Modifiers) {
			if a.text == b.text && a.text != "@"+a.name {
				return true
			}
		}
	}
	return false
}

// holds reports whether c has an attribute of type t.
func holds(c, t *Class) bool {
	for _, a := range c.Attributes {
		if strings.Contains(a.Type, t.Simple) {
			return true
		}
	}
	return false
}
