package mine

// This file decides whether one method moved to another class, and became another one there (Table 4, Move Method).

// moved decides whether b moved to a (Table 4, Move Method).
func (d *Diff) moved(b, a *Method, budget *int) (moveCandidate, bool) {
	d.checkpoint()
	c := moveCandidate{bodyCandidate: bodyCandidate{before: b, after: a}}
	if b.IsConstructor() || a.IsConstructor() {
		return d.movedConstructor(c)
	}
	if b.HasBody() != a.HasBody() {
		return c, false
	}
	if !b.HasBody() {
		return d.movedDeclaration(c)
	}
	if pb, pa := d.Pair(b.Class), d.Pair(a.Class); pb != nil && pb == pa || b.Class.IsAnonymous() || a.Class.IsAnonymous() {
		// The classes of the paper's M_r are declared ones: what an anonymous class does goes along with the code around it.
		return c, false
	}
	if !d.moveSignature(b, a) {
		return c, false
	}
	if b.Name != a.Name {
		c.rename = 1 // and some of the statements are the same, see methodIndex
	}
	c.existing = d.goneOrNew(b.Class, a.Class)
	if c.kind = d.hierarchyMove(b.Class, a.Class); c.kind == NoPair {
		c.kind = MovedPair
	}
	if b.memo.emptied && c.kind != PushedDownPair || a.memo.filled && c.kind != PulledUpPair {
		return c, false
	}
	*budget--
	near := c.kind != MovedPair || d.imports(b.Class, a.Class)
	if !near && (b.OverridesObject() || !couldBeEvident(b, a)) {
		return c, false
	}
	c.mapping = d.mapBodies(b, a)
	c.tally = tallyOf(c.mapping)
	c.distance = c.mapping.Distance()
	if !near {
		if !evident(c.tally) {
			return c, false
		}
		c.remote = !copied(b, a)
	}
	return c, d.bodyMoved(c)
}

// goneOrNew counts of a class before and one after those that do not exist on both sides.
func (d *Diff) goneOrNew(before, after *Class) int {
	n := 0
	if d.Pair(before) == nil {
		n++
	}
	if d.Pair(after) == nil {
		n++
	}
	return n
}

// hierarchyMove returns what a move from a class to one above or below it is; NoPair where they are not related.
func (d *Diff) hierarchyMove(from, to *Class) PairKind {
	switch {
	case d.supertype(from, to):
		return PulledUpPair
	case d.supertype(to, from):
		return PushedDownPair
	default:
		return NoPair
	}
}

// bodyMoved reports whether the mapping of c, whose signature may move, tells that the body did.
func (d *Diff) bodyMoved(c moveCandidate) bool {
	b, a, t := c.before, c.after, c.tally
	if t.matched == 0 {
		return c.rename == 0 && len(b.Tree().Stmts) == 0 && len(a.Tree().Stmts) == 0 && sameParameterTypes(b, a, d.sameType)
	}
	if c.rename == 1 {
		if c.kind == MovedPair && trivialBody(b) {
			return false
		}
		return t.exact > 0 && t.matched > t.left && t.matched > t.right &&
			(t.exact*2 >= t.matched || t.left == 0 && t.right == 0 || shareWord(b.Name, a.Name))
	}
	if c.kind == MovedPair && !d.tellsOfMove(c) {
		return false
	}
	return (t.matched > t.left || t.matched >= t.left && d.Pair(b.Class) == nil) && t.matched > t.right ||
		10*t.left <= t.matched && t.matched > t.right/2 && t.matched > 1 ||
		t.matched >= t.left && t.matched > t.right && d.partlyExtracted(b, a, c.mapping, &methodSet{list: d.addedTo(a.Class)})
}

// addedTo lists the methods of c, a class after, that were added.
func (d *Diff) addedTo(c *Class) []*Method {
	if p := d.Pair(c); p != nil {
		return p.AddedMethods
	}
	return c.Methods
}

// inheritedNew lists the methods that the supertypes of the class of a got, into which statements of b can have gone; none
// where b itself can have gone there, which is where one of them has its name and a does not call it.
func (d *Diff) inheritedNew(b, a *Method) []*Method {
	var list []*Method
	for s := range a.Class.supers {
		for _, x := range d.addedTo(s) {
			if x.Name == b.Name && len(a.callsOf(x)) == 0 {
				return nil
			}
			list = append(list, x)
		}
	}
	return list
}

// tellsOfMove reports whether the mapping of c says that a method of one name moved between classes that are not related.
// One statement with replacements does not where the result is of another type or no parameter has the type of another
// one: what is left then is a name, and a name like getName is everywhere. Between a class that is gone and one
// that is new, which the rule of Table 4 does not allow, only the whole body does.
func (d *Diff) tellsOfMove(c moveCandidate) bool {
	if c.existing == 2 && c.tally.left+c.tally.right > 0 {
		return false
	}
	return c.tally.exact > 0 || !trivialBody(c.before) || !trivialBody(c.after) || d.renamedType(c.before.Return, c.after.Return) &&
		commonParams(c.before, c.after, func(p, q *Param) bool { return d.renamedType(p.fullType(), q.fullType()) }) > 0
}

// evident reports whether so much of two bodies agrees that no import need tell that one class knows the other.
func evident(t tally) bool { return t.matched >= 3+2*(t.left+t.right) && 2*t.exact >= t.matched }

// couldBeEvident reports whether two bodies are large enough, and enough of one size, for any mapping of them to be
// evident: it takes two exact pairs, and what one has beyond twice the pairs of the other is left. Two statements of
// each side may not count.
func couldBeEvident(b, a *Method) bool {
	lb, cb := b.Tree().Count()
	la, ca := a.Tree().Count()
	small, both := min(lb+cb, la+ca), lb+cb+la+ca
	return small >= 2 && 10*small >= 3+2*(both-4)
}

// copied reports whether two methods have one signature and one body of several statements.
func copied(b, a *Method) bool {
	tb, ta := b.Tree(), a.Tree()
	leaves, composites := tb.Count()
	return leaves+composites > 2 && tb.Hash(tb.Root) == ta.Hash(ta.Root) && b.Return == a.Return &&
		sameParameterTypes(b, a, func(x, y string) bool { return x == y })
}

// movedConstructor decides about constructors: what one class did, a class above or below it does, to the letter.
func (d *Diff) movedConstructor(c moveCandidate) (moveCandidate, bool) {
	b, a := c.before, c.after
	if !b.IsConstructor() || !a.IsConstructor() || hollow(b) || hollow(a) || trivialBody(b) || b.Tree().Hash(b.Tree().Root) != a.Tree().Hash(a.Tree().Root) {
		return c, false
	}
	if c.kind = d.hierarchyMove(b.Class, a.Class); c.kind == NoPair {
		return c, false
	}
	c.mapping = d.mapBodies(b, a)
	c.tally = tallyOf(c.mapping)
	return c, true
}

// movedDeclaration decides about methods without a body: they move under their signature, along the hierarchy or out of
// a class that is gone.
func (d *Diff) movedDeclaration(c moveCandidate) (moveCandidate, bool) {
	b, a := c.before, c.after
	if b.Name != a.Name || d.Pair(b.Class) != nil && d.Pair(b.Class) == d.Pair(a.Class) || !sameParameterTypes(b, a, d.renamedType) || !d.renamedType(b.Return, a.Return) {
		return c, false
	}
	switch c.kind = d.hierarchyMove(b.Class, a.Class); {
	case c.kind != NoPair:
	case d.Pair(b.Class) == nil && d.imports(b.Class, a.Class) && len(b.Params) > 0, d.merged[b.Class] != nil && d.merged[b.Class] == a.Class:
		c.kind = MovedPair // its class is gone, and another declares the same
	case len(b.Params) > 1 && b.Return == a.Return && commonParams(b, a, sameParam) == len(b.Params):
		c.kind, c.remote = MovedPair, true
	}
	return c, c.kind != NoPair
}

// trivialBody reports whether m is a getter, a setter or a delegate: one statement without a decision.
func trivialBody(m *Method) bool {
	leaves, composites := m.Tree().Count()
	return leaves <= 1 && composites == 0
}

// moveSignature compares signatures leaving out a parameter of the type moved to, or from. Under one name half of the parameters are
// enough: what the old class handed over, the new one may have.
func (d *Diff) moveSignature(b, a *Method) bool {
	strip := func(m *Method, other *Class) []Param {
		var list []Param
		for _, p := range m.Params {
			if lastPart(rawType(p.Type)) != other.Simple || other.Simple == "" {
				list = append(list, p)
			}
		}
		return list
	}
	pb, pa := strip(b, a.Class), strip(a, b.Class)
	common := countPartners(pb, pa, func(p, q *Param) bool { return d.renamedType(p.fullType(), q.fullType()) || p.Name == q.Name })
	return common == len(pb) || common == len(pa) || b.Name == a.Name && 2*common >= min(len(pb), len(pa))
}
