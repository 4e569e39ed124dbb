package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file pairs what the replacements left over by the place of the references: where the statements of a method that
// changed speak of one attribute that is gone and of one that is new, the one may have taken the other's place, though
// it is used in another way there ("if (open)" and "if (!closed)", "error = e" and "errorRef.set(e)").

// renameByPlace pairs a removed with an added attribute of one class where the methods show no other partner for either,
// and where the type is the same or the class has no other attribute left that could be meant.
func (d *Diff) renameByPlace(moved *relocated) {
	gone, fresh := map[string]bool{}, map[string]bool{}
	for _, p := range d.Pairs {
		if len(p.RemovedAttributes) == 0 || len(p.AddedAttributes) == 0 {
			continue
		}
		for _, a := range p.RemovedAttributes {
			gone[a.Name] = true
		}
		for _, a := range p.AddedAttributes {
			fresh[a.Name] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	places := d.places(gone, fresh)
	for _, p := range d.Pairs {
		p.renameByPlace(places, moved)
	}
}

// places lists, by either, the attributes after, of a name in fresh, that stand somewhere for one before, of a name in gone.
func (d *Diff) places(gone, fresh map[string]bool) map[*Attribute][]*Attribute {
	places, seen := map[*Attribute][]*Attribute{}, map[[2]*Attribute]bool{}
	note := func(b, a *Attribute) {
		if k := [2]*Attribute{b, a}; b != nil && a != nil && !seen[k] {
			seen[k] = true
			places[b], places[a] = append(places[b], a), append(places[a], b)
		}
	}
	for u := range d.units {
		if u.pair == nil {
			continue
		}
		src, dst := speaker{u.before, u.m.Src, gone}, speaker{u.after, u.m.Dst, fresh}
		for i := range u.m.Pairs {
			p := &u.m.Pairs[i]
			if p.Exact() {
				continue
			}
			note(src.in(p.Src), dst.in(p.Dst))
		}
		note(src.left(u.m.OfSrc), dst.left(u.m.OfDst))
	}
	return places
}

func (p *ClassPair) renameByPlace(places map[*Attribute][]*Attribute, moved *relocated) {
	if len(p.RemovedAttributes) == 0 || len(p.AddedAttributes) == 0 {
		return
	}
	alone := len(p.RemovedAttributes) == 1 && len(p.AddedAttributes) == 1
	removed, added := attributeSet(p.RemovedAttributes), attributeSet(p.AddedAttributes)
	for _, b := range p.RemovedAttributes {
		a := only(slices.Values(places[b]), func(a *Attribute) bool { return added[a] && !a.paired })
		if a == nil || only(slices.Values(places[a]), func(x *Attribute) bool { return removed[x] }) != b ||
			b.grouped || a.grouped || moved.away(b) || moved.in(a) || b.Static() != a.Static() || !alone && b.Type != a.Type {
			continue
		}
		p.pairAttributes(RenamedPair, b, a)
	}
	p.dropPaired()
}

func attributeSet(list []*Attribute) map[*Attribute]bool {
	set := make(map[*Attribute]bool, len(list))
	for _, a := range list {
		set[a] = true
	}
	return set
}

// speaker finds the attributes of some names in the statements of a method.
type speaker struct {
	m     *Method
	t     *mapping.Tree
	names map[string]bool
}

// in returns the only attribute that statement s mentions, nil where there is none or there are several.
func (x speaker) in(s mapping.StmtID) *Attribute {
	a, _ := x.scan(s, nil)
	return a
}

// scan looks for attributes in statement s. It returns nil and false where it finds one other than known.
func (x speaker) scan(s mapping.StmtID, known *Attribute) (*Attribute, bool) {
	f := x.t.File
	from, to := headerNodes(x.t, s)
	for n := from; n < to; n++ {
		if f.Nodes[n].Kind != java.Identifier || !x.names[f.Text(n)] {
			continue
		}
		r := refOf(x.m, x.t, mapping.Ref{Tree: x.t, Node: n})
		if r.kind != attributeRef {
			continue
		}
		if known != nil && known != r.attr {
			return nil, false
		}
		known = r.attr
	}
	return known, true
}

// left returns the only attribute that the statements in no pair mention.
func (x speaker) left(of func(mapping.StmtID) *mapping.Pair) *Attribute {
	var a *Attribute
	for i := range x.t.Stmts {
		s := mapping.StmtID(i)
		if x.t.Stmts[i].Kind.Part() || of(s) != nil {
			continue
		}
		var ok bool
		if a, ok = x.scan(s, a); !ok {
			return nil
		}
	}
	return a
}
