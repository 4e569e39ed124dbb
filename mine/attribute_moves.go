package mine

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds attributes that moved between classes (Table 4, Move Field): one name and type, removed here and
// added there, where one of the two classes is a subtype of the other or names it in an import.

func (d *Diff) moveAttributes() {
	removed := map[string][]*Attribute{}
	var order []*Attribute
	for _, p := range d.Pairs {
		for _, a := range p.RemovedAttributes {
			removed[a.Name] = append(removed[a.Name], a)
			order = append(order, a)
		}
	}
	for _, c := range d.Removed {
		for _, a := range c.Attributes {
			removed[a.Name] = append(removed[a.Name], a)
			order = append(order, a)
		}
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
	var found []attributeMove
	for i, b := range order {
		for _, a := range byName[b.Name] {
			if m, ok := d.attributeMove(b, a); ok {
				m.order = i
				found = append(found, m)
			}
		}
	}
	slices.SortStableFunc(found, func(x, y attributeMove) int {
		return cmp.Or(cmp.Compare(x.far, y.far), cmp.Compare(x.distance, y.distance), cmp.Compare(x.order, y.order))
	})
	done := map[*Attribute]bool{}
	for _, m := range found {
		// Along the hierarchy an attribute may go to several subclasses, or come from several; and several classes may
		// have given it to one new class. Otherwise one attribute comes from one.
		if m.kind == MovedPair && (done[m.before] || done[m.after] && d.Pair(m.after.Class) != nil) {
			continue
		}
		done[m.before], done[m.after] = true, true
		d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: m.kind, Before: m.before, After: m.after})
	}
	d.dropMovedAttributes(done)
}

// attributeMove is a candidate.
type attributeMove struct {
	before, after *Attribute
	kind          PairKind
	far           int // 0 along the hierarchy, 1 between a class and one nested in it, 2 elsewhere
	distance      int // edit distance of the names of the classes
	order         int
}

func (d *Diff) attributeMove(b, a *Attribute) (attributeMove, bool) {
	if !d.sameType(b.Type, a.Type) && !d.renamedType(b.Type, a.Type) || d.Pair(b.Class) != nil && d.Pair(b.Class) == d.Pair(a.Class) {
		return attributeMove{}, false
	}
	m := attributeMove{before: b, after: a, kind: MovedPair, far: 2, distance: editDistance(b.Class.Name, a.Class.Name)}
	switch {
	case d.supertype(b.Class, a.Class):
		m.kind, m.far = PulledUpPair, 0
	case d.supertype(a.Class, b.Class):
		m.kind, m.far = PushedDownPair, 0
	case d.merged[b.Class] == a.Class:
	case d.Pair(b.Class) == nil && d.Pair(a.Class) == nil, !d.imports(b.Class, a.Class), ownLogger(b) && ownLogger(a):
		return attributeMove{}, false
	default:
		if strings.HasPrefix(a.Class.Name, b.Class.Name+".") || strings.HasPrefix(b.Class.Name, a.Class.Name+".") {
			m.far = 1
		}
	}
	return m, true
}

// ownLogger reports whether the initial value of a names its own class, as those of loggers do: every class has its own.
func ownLogger(a *Attribute) bool {
	return a.Decl.Init >= 0 && strings.Contains(a.Class.File.Text(a.Decl.Init), a.Class.Simple+".class")
}

func (d *Diff) dropMovedAttributes(done map[*Attribute]bool) {
	gone := func(a *Attribute) bool { return done[a] }
	for _, p := range d.Pairs {
		p.RemovedAttributes = slices.DeleteFunc(p.RemovedAttributes, gone)
		p.AddedAttributes = slices.DeleteFunc(p.AddedAttributes, gone)
	}
}
