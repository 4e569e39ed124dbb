package mine

import (
	"cmp"
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file pairs the methods of a class pair: by signature (§4.2, first phase), then by body (Table 4, Change Method
// Signature).

// matchSignatures is the first phase.
func (d *Diff) matchSignatures(p *ClassPair) {
	p.RemovedMethods, p.AddedMethods = d.pairSignatures(p)
	d.mapPairs(p)
	d.unpairReplaced(p)
}

// matchBodies is the second phase.
func (d *Diff) matchBodies(p *ClassPair) {
	d.pairBodies(p, &p.RemovedMethods, &p.AddedMethods)
	slices.SortStableFunc(p.Methods, func(x, y *MethodPair) int { return cmp.Compare(x.Before.Index, y.Before.Index) })
	d.pairInitializers(p)
	d.pairAnonymousOf(p)
}

// unpairReplaced takes apart pairs of one signature that have nothing in common where an added method of other name has
// the parameters and the body of the one before, to the letter: the method was renamed, and another got its name. Where
// that one calls it, the body was extracted.
func (d *Diff) unpairReplaced(p *ClassPair) {
	var copies map[uint64][]*Method // the added methods with bodies by what these are, once they were asked for
	enter := func(a *Method) {
		if a.HasBody() && !a.IsConstructor() {
			h := a.Tree().Hash(a.Tree().Root)
			copies[h] = append(copies[h], a)
		}
	}
	for _, q := range p.Methods {
		d.checkpoint()
		b := q.Before
		if q.Kind != Same || q.Mapping == nil || b.IsConstructor() || hollow(b) || tallyOf(q.Mapping).exact > 0 {
			continue
		}
		if copies == nil {
			copies = map[uint64][]*Method{}
			for _, a := range p.AddedMethods {
				enter(a)
			}
		}
		hash := b.Tree().Hash(b.Tree().Root)
		alike := copies[hash]
		renamed := func(a *Method) bool { return renamedCopy(b, a) }
		k := slices.IndexFunc(alike, renamed)
		if k < 0 || slices.ContainsFunc(alike[k+1:], renamed) || len(q.After.callsOf(alike[k])) > 0 {
			continue
		}
		i := slices.Index(p.AddedMethods, alike[k])
		copies[hash] = slices.Delete(alike, k, k+1)
		old := q.After
		enter(old)
		q.Kind, q.After = Changed, p.AddedMethods[i]
		q.Mapping = d.mapBodies(b, q.After)
		old.memo.matched, q.After.memo.matched = nil, q
		p.AddedMethods[i] = old
		slices.SortStableFunc(p.AddedMethods, func(x, y *Method) int { return cmp.Compare(x.Index, y.Index) })
	}
}

// renamedCopy reports whether two methods agree in all but their names and modifiers.
func renamedCopy(b, a *Method) bool {
	return a.HasBody() && b.Return == a.Return && len(b.Params) == len(a.Params) &&
		commonParams(b, a, sameParam) == len(b.Params) &&
		b.Tree().Hash(b.Tree().Root) == a.Tree().Hash(a.Tree().Root)
}

// signatureName is the name that pairs methods; all constructors have one.
func signatureName(m *Method) string {
	if m.IsConstructor() {
		return "<init>"
	}
	return m.Name
}

func sameParameterTypes(b, a *Method, same func(x, y string) bool) bool {
	if len(b.Params) != len(a.Params) {
		return false
	}
	for i := range b.Params {
		if !same(b.Params[i].fullType(), a.Params[i].fullType()) {
			return false
		}
	}
	return true
}

// renamedType reports whether two types are one but for a class that was renamed.
func (d *Diff) renamedType(before, after string) bool {
	if d.sameType(before, after) {
		return true
	}
	b, a := lastPart(rawType(before)), lastPart(rawType(after))
	return slices.Contains(d.became[b], a)
}

// mapPairs maps the bodies of the pairs found so far; equal bodies have nothing to map.
func (d *Diff) mapPairs(p *ClassPair) {
	for _, q := range p.Methods {
		if q.Mapping == nil && q.Before.HasBody() && q.After.HasBody() && !sameBody(q.Before, q.After) {
			q.Mapping = d.mapBodies(q.Before, q.After)
		}
		q.Before.memo.matched, q.After.memo.matched = q, q
	}
}

// bodyCandidate is a pair of methods that a rule accepts.
type bodyCandidate struct {
	before, after *Method
	mapping       *mapping.Mapping
	tally         tally
	rename        int // 0: the name stayed
	uncalled      int // 0: calls of before became calls of after
	called        int // 1: another candidate for before calls after, which then rather came out of it
	distance      int
	names         int
	position      int
}

// compare ranks by the four criteria of best-match selection (§4.2), after the name that stayed and what the callers tell.
func (x bodyCandidate) compare(y bodyCandidate) int {
	return cmp.Or(
		cmp.Compare(x.rename, y.rename),
		cmp.Compare(x.called, y.called),
		cmp.Compare(x.uncalled, y.uncalled),
		cmp.Compare(y.tally.matched, x.tally.matched),
		cmp.Compare(y.tally.exact, x.tally.exact),
		cmp.Compare(x.distance, y.distance),
		cmp.Compare(x.names, y.names),
		cmp.Compare(x.position, y.position),
		cmp.Compare(x.before.Index, y.before.Index),
		cmp.Compare(x.after.Index, y.after.Index))
}

// pairBodies pairs removed with added methods whose bodies match.
func (d *Diff) pairBodies(p *ClassPair, removed, added *[]*Method) {
	if len(*removed) == 0 || len(*added) == 0 {
		return
	}
	m := bodyMatch{Diff: d, p: p, removed: setOf(*removed), added: setOf(*added)}
	near := blocksOfClass(*added, d.calls)
	var found []bodyCandidate
	for _, b := range *removed {
		first, list := len(found), near.to(b)
		for _, a := range list {
			if c, ok := m.signatureChange(b, a); ok {
				found = append(found, c)
			}
		}
		found = append(found[:first], d.standIn(b, found[first:], *added)...)
		markCalled(found[first:])
		if near.many() {
			d.forget(b, list, found[first:])
		}
	}
	slices.SortStableFunc(found, bodyCandidate.compare)
	taken := map[*Method]bool{}
	for _, c := range found {
		if taken[c.before] || taken[c.after] {
			continue
		}
		taken[c.before], taken[c.after] = true, true
		q := &MethodPair{Kind: Changed, Before: c.before, After: c.after, Mapping: d.mapBodies(c.before, c.after), Classes: p}
		c.before.memo.matched, c.after.memo.matched = q, q
		p.Methods = append(p.Methods, q)
	}
	gone := func(m *Method) bool { return taken[m] }
	*removed, *added = slices.DeleteFunc(*removed, gone), slices.DeleteFunc(*added, gone)
}

// bodyMatch is the matching of the bodies of one class pair.
type bodyMatch struct {
	*Diff
	p              *ClassPair
	removed, added *methodSet
	callers        map[string][]*MethodPair // by the names that they call after the change, see bodyMatch.callersOf
}

// signatureChange decides whether b became a (Table 4, Change Method Signature, sub-rules ① to ④).
func (d *bodyMatch) signatureChange(b, a *Method) (bodyCandidate, bool) {
	d.checkpoint()
	removed, added := d.removed.list, d.added.list
	c := bodyCandidate{before: b, after: a, names: mapping.Levenshtein(b.Name, a.Name), position: abs(b.Index - a.Index)}
	if b.IsConstructor() != a.IsConstructor() {
		return c, false
	}
	sameName := signatureName(b) == signatureName(a)
	if !sameName {
		c.rename = 1
		if !d.calls.consistent(b, a) {
			c.uncalled = 1
		}
	}
	if !b.HasBody() || !a.HasBody() {
		// Overloads of an interface, or a body that came or went.
		return c, sameName && b.HasBody() == a.HasBody() && compatibleSignatures(b, a) && soleOverload(b, removed) && soleOverload(a, added)
	}
	limit := max(len(removed), len(added))
	if isTest(b) && isTest(a) {
		limit = abs(len(removed) - len(added))
	}
	near := c.position <= limit
	equal := b.Tree().Hash(b.Tree().Root) == a.Tree().Hash(a.Tree().Root)
	if !equal && !sameName && (b.memo.twin || a.memo.twin) {
		return c, false
	}
	if !equal && !near && !sameName {
		return c, false
	}
	if !equal && b.shares(a) == 0 && len(b.Tree().Stmts)+len(a.Tree().Stmts) > 12 && !sameName {
		return c, false
	}
	c.mapping = d.mapBodies(b, a)
	c.tally = tallyOf(c.mapping)
	c.distance = c.mapping.Distance()
	t := c.tally
	if t.matched == 0 {
		return c, sameName && len(b.Tree().Stmts) == 0 && len(a.Tree().Stmts) == 0 && compatibleSignatures(b, a)
	}
	if t.matched == 1 && t.exact == 0 && d.slight(d.p, b, a) && !(sole(b, a, removed, added) && t.left+t.right == 0 && len(b.Params) == len(a.Params)) {
		return c, false
	}
	if !sameName && isTest(b) && isTest(a) && t.left > 0 && !shareWord(b.Name, a.Name) && resembles(c.mapping) {
		return c, false
	}
	// What stands inside other statements is what was extracted or inlined, and no version of the whole, unless it is all.
	partial := t.matched == t.inside && (t.left+t.right > 0 || isTest(b) != isTest(a))
	if !sameName && !equal && (partial || d.cameFromCallers(b, a, c.mapping)) {
		return c, false
	}
	only := func() bool {
		return soleOverload(b, removed) && soleOverload(a, added) || len(b.Params) == len(a.Params) && soleOfLength(b, removed) && soleOfLength(a, added)
	}
	switch {
	case t.left == 0 && t.right == 0 && t.exact == t.matched && (sameName || compatibleSignatures(b, a) || t.matched > 1): // ①
		return c, true
	case sameName && t.matched >= t.left && t.matched >= t.right && near && only():
		return c, true
	}
	return c, near && (sole(b, a, removed, added) || d.compatible(d.p, b, a, c.position)) && d.mostly(&c)
}

// mostly reports whether most of the bodies agrees, or what does not went to, or came from, other methods (sub-rules ②
// to ④).
func (d *bodyMatch) mostly(c *bodyCandidate) bool {
	t, b, a := c.tally, c.before, c.after
	if t.matched > t.left && t.matched > t.right || t.left == 0 && t.matched > t.right/2 { // ②
		return true
	}
	added := d.added.with(d.inheritedNew(b, a))
	return outweighs(t.matched, t.right, d.callsFurther(c.mapping, a, added)) && d.partlyExtracted(b, a, c.mapping, added) || // ③
		outweighs(t.matched, t.left, d.calledBefore(c.mapping, b, d.removed)) && d.partlyInlined(b, a, c.mapping, d.removed) // ④
}

// outweighs reports whether there are more pairs than statements of one side without a partner, or as many as those
// that do not call an added (or removed) method, where most do.
func outweighs(matched, left, calling int) bool {
	return matched > left || matched >= left-calling && calling >= left-calling
}

// calledBefore counts the statements of b without a partner that call a removed method.
func (d *Diff) calledBefore(m *mapping.Mapping, b *Method, removed *methodSet) int {
	d.checkpoint()
	return countCalling(m.Src, m.UncoveredSrc(), b, removed)
}

func abs(x int) int { return max(x, -x) }

// pairInitializers pairs the initializer blocks of a class pair by kind and order.
func (d *Diff) pairInitializers(p *ClassPair) {
	var used []bool
	for _, b := range p.Before.Initializers {
		if used == nil {
			used = make([]bool, len(p.After.Initializers))
		}
		for i, a := range p.After.Initializers {
			if used[i] || a.Decl.Kind != b.Decl.Kind {
				continue
			}
			used[i] = true
			q := &MethodPair{Kind: Same, Before: b, After: a, Classes: p}
			if !sameBody(b, a) {
				q.Mapping = d.mapBodies(b, a)
			}
			p.Initializers = append(p.Initializers, q)
			break
		}
	}
}

// pairAnonymousOf pairs the anonymous and local classes in matched statements of the methods of p.
func (d *Diff) pairAnonymousOf(p *ClassPair) {
	for _, list := range [][]*MethodPair{p.Methods, p.Initializers} {
		for _, q := range list {
			if q.Mapping != nil {
				d.pairAnonymousIn(q.Before, q.After, q.Mapping)
			}
		}
	}
}

func (d *Diff) pairAnonymousIn(before, after *Method, m *mapping.Mapping) {
	if len(m.Classes) == 0 {
		return
	}
	for _, c := range m.Classes {
		b, a := classWithBody(before.Class.TopLevel(), c[0]), classWithBody(after.Class.TopLevel(), c[1])
		if b != nil && a != nil && b.IsAnonymous() && a.IsAnonymous() {
			d.PairAnonymous(b, a)
		}
	}
}

// classWithBody returns the anonymous class under outer whose body is node n.
func classWithBody(outer *Class, n java.NodeID) *Class {
	for _, c := range outer.Anonymous {
		if c.Decl.Body == n {
			return c
		}
		if x := classWithBody(c, n); x != nil {
			return x
		}
	}
	for _, c := range outer.Nested {
		if x := classWithBody(c, n); x != nil {
			return x
		}
	}
	return nil
}

// shareWord reports whether two names have a word in common that says something.
func shareWord(a, b string) bool { return mapping.ShareWord(a, b) }
