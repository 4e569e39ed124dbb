package mine

import (
	"slices"
	"strings"
)

// This file finds attributes that moved between classes (Table 4, Move Field): one name and type, removed here and
// added there, where one of the two classes is a subtype of the other or names it in an import.

func (d *Diff) moveAttributes() {
	var order []*Attribute
	for _, p := range d.Pairs {
		order = append(order, p.RemovedAttributes...)
	}
	for _, c := range d.Removed {
		order = append(order, c.Attributes...)
	}
	var added []*Attribute
	for _, p := range d.Pairs {
		added = append(added, p.AddedAttributes...)
	}
	for _, c := range d.Added {
		added = append(added, c.Attributes...)
	}
	byName := map[string][]*Attribute{}
	for _, a := range added {
		byName[a.Name] = append(byName[a.Name], a)
	}
	crowd := d.crowdOf(byName)
	var found []attributeMove
	for _, b := range order {
		d.checkpoint()
		list := byName[b.Name]
		if manyNamed(list) {
			list = crowd.related(b)
		}
		for _, a := range list {
			d.checkpoint()
			if m, ok := d.attributeMove(b, a); ok {
				found = append(found, m)
			}
		}
	}
	done := map[*Attribute]bool{}
	for _, m := range d.likeliest(found, len(added) < len(order)) {
		done[m.before], done[m.after] = true, true
		d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: m.kind, Before: m.before, After: m.after})
	}
	d.dropMovedAttributes(done)
}

// likeliest leaves of the candidates for one attribute those between the classes that have most to do with each other:
// along the hierarchy all of them, since an attribute may go to several subclasses or come from several; elsewhere those
// with the highest affinity. Candidates are counted per attribute of the smaller side, as all matching of §4.2 is.
func (d *Diff) likeliest(found []attributeMove, byAfter bool) []attributeMove {
	key := func(m *attributeMove) *Attribute {
		if byAfter {
			return m.after
		}
		return m.before
	}
	moves := d.methodMoves()
	for i := range found {
		found[i].affinity = d.affinity(&found[i], moves)
	}
	// A test class holds what it tests, or needs for that; it did not get it from there.
	// An attribute of another type needs more than its name.
	found = slices.DeleteFunc(found, func(m attributeMove) bool {
		return m.affinity == 0 && (m.retyped || m.after.Class.Test && !m.before.Class.Test)
	})
	best, ties := map[*Attribute]int{}, map[*Attribute]int{}
	for i := range found {
		switch m := &found[i]; {
		case ties[key(m)] == 0 || m.affinity > best[key(m)]:
			best[key(m)], ties[key(m)] = m.affinity, 1
		case m.affinity == best[key(m)]:
			ties[key(m)]++
		}
	}
	// Where many classes have such an attribute and nothing else to do with the other class, it is everywhere.
	return slices.DeleteFunc(found, func(m attributeMove) bool {
		return m.affinity < best[key(&m)] || m.affinity == 0 && ties[key(&m)] > 2
	})
}

// methodMoves counts the methods that moved between two classes.
func (d *Diff) methodMoves() map[[2]*Class]int {
	moves := map[[2]*Class]int{}
	for _, m := range d.Moves {
		moves[[2]*Class{m.Before.Class, m.After.Class}]++
	}
	return moves
}

const alongHierarchy = 1 << 20

// affinity says how much the classes of a candidate have to do with each other: the methods that moved between them, and
// the new attributes of the one that have the type of the other.
func (d *Diff) affinity(m *attributeMove, moves map[[2]*Class]int) int {
	if m.kind != MovedPair {
		return alongHierarchy
	}
	n := 2 * moves[[2]*Class{m.before.Class, m.after.Class}]
	if p := d.Pair(m.before.Class); p != nil && holds(p.After, m.after.Class) {
		n++
	}
	if within := strings.HasPrefix; within(m.after.Class.Name, m.before.Class.Name+".") || within(m.before.Class.Name, m.after.Class.Name+".") {
		n++
	}
	return n
}

// attributeMove is a candidate.
type attributeMove struct {
	before, after *Attribute
	kind          PairKind
	// retyped says that the type changed as well.
	retyped  bool
	affinity int
}

func (d *Diff) attributeMove(b, a *Attribute) (attributeMove, bool) {
	same := d.renamedType(b.Type, a.Type)
	if !same && !d.relatedTypes(b, a) || d.Pair(b.Class) != nil && d.Pair(b.Class) == d.Pair(a.Class) {
		return attributeMove{}, false
	}
	if into := d.merged[b.Class]; into != nil && into != a.Class {
		return attributeMove{}, false
	}
	m := attributeMove{before: b, after: a, kind: MovedPair, retyped: !same}
	switch {
	case d.supertype(b.Class, a.Class):
		m.kind = PulledUpPair
	case d.supertype(a.Class, b.Class):
		m.kind = PushedDownPair
	case d.merged[b.Class] == a.Class:
	case d.Pair(b.Class) == nil && d.Pair(a.Class) == nil, !d.imports(b.Class, a.Class), ownLogger(b) && ownLogger(a):
		return attributeMove{}, false
	}
	return m, true
}

// relatedTypes reports whether an attribute may have changed its type from that of b to that of a while it moved: to a
// supertype, to another argument of one generic class, or to one that wraps it.
func (d *Diff) relatedTypes(b, a *Attribute) bool {
	if b.IsEnumConstant() != a.IsEnumConstant() {
		return false
	}
	x, y := rawType(b.Type), rawType(a.Type)
	if x == y || strings.Contains(a.Type, "<"+x) || strings.Contains(b.Type, "<"+y) {
		return true
	}
	sub, dims, _ := strings.Cut(x, "[")
	super, dims2, _ := strings.Cut(y, "[")
	if dims != dims2 {
		return false
	}
	s, t := d.Before.resolve(b.Class, sub), d.After.resolve(a.Class, super)
	return s != nil && t != nil && d.supertype(s, t)
}

// ownLogger reports whether a is a logger whose initial value names its own class: every class has its own.
func ownLogger(a *Attribute) bool {
	return strings.HasSuffix(a.Type, "Logger") && a.Decl.Init >= 0 && strings.Contains(a.Class.File.Text(a.Decl.Init), a.Class.Simple+".class")
}

func (d *Diff) dropMovedAttributes(done map[*Attribute]bool) {
	gone := func(a *Attribute) bool { return done[a] }
	for _, p := range d.Pairs {
		p.RemovedAttributes = slices.DeleteFunc(p.RemovedAttributes, gone)
		p.AddedAttributes = slices.DeleteFunc(p.AddedAttributes, gone)
	}
}
