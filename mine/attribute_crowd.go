package mine

import (
	"cmp"
	"slices"
	"strings"
)

// attributeCrowd bounds with how many attributes one is compared that may have moved. A thousand classes have an attribute id, and hundreds of them lose and get it between two
// releases; which of them took it from which only tells what the classes have to do with each other, so that those are looked up that have.
type attributeCrowd struct {
	d      *Diff
	of     map[*Class]map[string][]placed // added attributes of crowds, by class and name
	below  map[*Class][]*Class            // the classes of these by what is above them, after the change or before it
	moved  map[*Class][]*Class            // where methods moved to
	simple map[string][]*Class            // the classes of these by their simple names
	within map[string][]*Class            // by the names of the classes around them
	byName map[string][]*Class            // by their names
}

// placed is an attribute and its place in the crowd of its name.
type placed struct {
	attribute *Attribute
	place     int
}

// manyNamed reports whether so many attributes of one name are a crowd.
func manyNamed(list []*Attribute) bool { return len(list) > mostNamesakes }

// crowdOf looks through the added attributes, by name, for crowds.
func (d *Diff) crowdOf(byName map[string][]*Attribute) *attributeCrowd {
	x := &attributeCrowd{d: d, of: map[*Class]map[string][]placed{}, below: map[*Class][]*Class{}, moved: map[*Class][]*Class{},
		simple: map[string][]*Class{}, within: map[string][]*Class{}, byName: map[string][]*Class{}}
	for name, list := range byName {
		if !manyNamed(list) {
			continue
		}
		for i, a := range list {
			c := a.Class
			if x.of[c] == nil {
				x.of[c] = map[string][]placed{}
				x.enter(c)
			}
			x.of[c][name] = append(x.of[c][name], placed{a, i})
		}
	}
	for _, m := range d.Moves {
		x.moved[m.Before.Class] = append(x.moved[m.Before.Class], m.After.Class)
	}
	return x
}

// enter notes by what c may be looked up.
func (x *attributeCrowd) enter(c *Class) {
	for s := range c.supers {
		x.below[s] = append(x.below[s], c)
	}
	if old := x.d.side(c, false); old != nil {
		for s := range old.supers {
			x.below[s] = append(x.below[s], c)
		}
	}
	x.simple[c.Simple] = append(x.simple[c.Simple], c)
	x.byName[c.Name] = append(x.byName[c.Name], c)
	for name := parentOf(c.Name); name != c.Package && name != ""; name = parentOf(name) {
		x.within[name] = append(x.within[name], c)
	}
}

// related returns those of the crowd of the name of b whose classes have to do with that of b: along the hierarchy on either side, one within the other, a
// method that moved, or an attribute of the type. They are in the order of the crowd.
func (x *attributeCrowd) related(b *Attribute) []*Attribute {
	classes := slices.Concat(x.moved[b.Class], x.below[b.Class], x.within[b.Class.Name])
	for s := range b.Class.supers {
		if now := x.d.side(s, true); now != nil {
			classes = append(classes, now)
		}
	}
	for name := parentOf(b.Class.Name); name != ""; name = parentOf(name) {
		classes = append(classes, x.byName[name]...)
	}
	if p := x.d.pairOf[b.Class]; p != nil {
		classes = append(classes, x.below[p.After]...)
		for s := range p.After.supers {
			classes = append(classes, s)
		}
		for _, a := range p.After.Attributes {
			for _, word := range strings.FieldsFunc(a.Type, func(r rune) bool { return strings.ContainsRune("<>[], ?&.@", r) }) {
				classes = append(classes, x.simple[word]...)
			}
		}
	}
	if into := x.d.merged[b.Class]; into != nil {
		classes = append(classes, into)
	}
	var found []placed
	for _, c := range classes {
		found = append(found, x.of[c][b.Name]...)
	}
	slices.SortFunc(found, func(x, y placed) int { return cmp.Compare(x.place, y.place) })
	list := make([]*Attribute, 0, len(found))
	for _, f := range slices.Compact(found) {
		list = append(list, f.attribute)
	}
	return list
}
