package mine

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"refract/java"
	"refract/mapping"
)

// This file finds renamed attributes by their references (§4.3): where matched statements name an attribute that is
// gone on the left and one that is new on the right, the one became the other.

// attributeChange is a number of references to one attribute that became references to another.
type attributeChange struct {
	before, after *Attribute
	count         int
}

// attributeChanges collects them from all mapped bodies, in a fixed order.
func (d *Diff) attributeChanges() []attributeChange {
	var list []attributeChange
	index := map[[2]*Attribute]int{}
	count := func(b, a *Attribute) {
		key := [2]*Attribute{b, a}
		j, ok := index[key]
		if !ok {
			j = len(list)
			index[key] = j
			list = append(list, attributeChange{before: b, after: a})
		}
		list[j].count++
	}
	for u := range d.units {
		d.assignedAttributes(u, count)
		for i := range u.m.Pairs {
			for k := range u.m.Pairs[i].Replacements {
				r := &u.m.Pairs[i].Replacements[k]
				if r.Kind != mapping.Variable {
					continue
				}
				b, a := attributeAt(u.before, u.m.Src, r.Src), attributeAt(u.after, u.m.Dst, r.Dst)
				if b != nil && a != nil {
					count(b, a)
				}
			}
		}
	}
	return list
}

// attributeAt returns the attribute that r names in a body of m, nil where it names none that is known: x and this.x
// of the class and what is around and above it, T.x of a class T, and v.x of a variable v with a known type.
func attributeAt(m *Method, t *mapping.Tree, r mapping.Ref) *Attribute {
	if r.Tree == nil || r.Node < 0 || r.Tree.Base() != t.Base() {
		return nil
	}
	f := t.File
	switch f.Kind(r.Node) {
	case java.Identifier:
		return refOf(m, t, r).attr
	case java.FieldAccess:
	default:
		return nil
	}
	name := f.Text(f.Child(r.Node, java.FieldField))
	object := f.Child(r.Node, java.FieldObject)
	var c *Class
	switch f.Kind(object) {
	case java.This:
		c = m.Class
	case java.Identifier, java.FieldAccess, java.ScopedIdentifier:
		c = m.classOf(t, object)
	}
	if c == nil {
		return nil
	}
	return attributeNamed(c, name).attr
}

// classOf returns the class of the value that the name at node n has, or the class that n names.
func (m *Method) classOf(t *mapping.Tree, n java.NodeID) *Class {
	f := t.File
	model := m.Class.Model
	if f.Kind(n) == java.Identifier {
		switch x := refOf(m, t, mapping.Ref{Tree: t, Node: n}); x.kind {
		case localRef:
			return model.resolve(m.Class, rawType(f.TypeText(t.Vars[x.index].Type, 0)))
		case paramRef:
			return model.resolve(m.Class, rawType(m.Params[x.index].Type))
		case attributeRef:
			return model.resolve(x.attr.Class, rawType(x.attr.Type))
		}
	}
	return model.resolve(m.Class, f.Text(n))
}

// renameAttributes pairs removed and added attributes of one class pair by the changes of references, the most
// frequent first.
func (d *Diff) renameAttributes() {
	changes := d.attributeChanges()
	d.freeShifted(changes)
	gone, fresh := map[*Attribute]*ClassPair{}, map[*Attribute]*ClassPair{}
	for _, p := range d.Pairs {
		for _, a := range p.RemovedAttributes {
			gone[a] = p
		}
		for _, a := range p.AddedAttributes {
			fresh[a] = p
		}
	}
	left, right := d.attributeUses()
	moved := d.indexRelocated()
	changes = slices.DeleteFunc(changes, func(c attributeChange) bool {
		if gone[c.before] == nil || gone[c.before] != fresh[c.after] || c.before.grouped || c.after.grouped {
			return true
		}
		// An attribute that kept name and type and went elsewhere was not renamed to one of another type.
		if c.before.Type != c.after.Type && (moved.away(c.before) || moved.in(c.after)) {
			return true
		}
		// Only the references tell that it is the same attribute: on both sides most of them must agree (check 1), so that
		// the change read backwards says the same. Where the type stayed, place and name may tell as well.
		most := c.count*2 > left[c.before] && c.count*2 > right[c.after]
		return !most && (c.before.Type != c.after.Type || c.before.Index != c.after.Index || !shareWord(c.before.Name, c.after.Name))
	})
	slices.SortStableFunc(changes, func(x, y attributeChange) int {
		return cmp.Or(
			cmp.Compare(y.count, x.count),
			cmp.Compare(unlike(x), unlike(y)),
			cmp.Compare(mapping.Levenshtein(x.before.Name, x.after.Name), mapping.Levenshtein(y.before.Name, y.after.Name)))
	})
	for _, c := range changes {
		p := gone[c.before]
		if p == nil || fresh[c.after] == nil {
			continue
		}
		delete(gone, c.before)
		delete(fresh, c.after)
		p.pairAttributes(RenamedPair, c.before, c.after)
	}
	for _, p := range d.Pairs {
		p.dropPaired()
		d.renameByWords(p)
	}
	d.renameByPlace(moved)
}

// renameByWords pairs what no reference decided: attributes of one type with the same words in their names, and then those
// of which one has all the words of the other's name (cachedName and cachedPropertyName, imageExts and IMAGE_EXTS, m_default
// and defaultValue), where only one fits the other.
func (d *Diff) renameByWords(p *ClassPair) {
	d.renameWhere(p, func(b, a *Attribute) bool { return slices.Equal(b.bareWords(), a.bareWords()) })
	d.renameWhere(p, func(b, a *Attribute) bool {
		x, y := b.bareWords(), a.bareWords()
		return b.Static() == a.Static() && (allIn(x, y) || allIn(y, x))
	})
}

// renameWhere pairs attributes of one type that are alike, where each is so to the other alone. Those that are alike have all words of one name in the other.
func (d *Diff) renameWhere(p *ClassPair, alike func(b, a *Attribute) bool) {
	if len(p.RemovedAttributes) == 0 || len(p.AddedAttributes) == 0 {
		return
	}
	fits := func(b, a *Attribute) bool {
		return !b.paired && !a.paired && !b.grouped && !a.grouped && b.Type == a.Type && b.IsEnumConstant() == a.IsEnumConstant() && alike(b, a)
	}
	removed, added := indexWords(p.RemovedAttributes, (*Attribute).bareWords), indexWords(p.AddedAttributes, (*Attribute).bareWords)
	for _, b := range p.RemovedAttributes {
		d.checkpoint()
		a := only(added.near(b.bareWords()), func(a *Attribute) bool { return fits(b, a) })
		if a != nil && only(removed.near(a.bareWords()), func(x *Attribute) bool { return fits(x, a) }) == b {
			p.pairAttributes(RenamedPair, b, a)
		}
	}
	p.dropPaired()
}

// dropPaired takes the attributes that have got a pair from those without one.
func (p *ClassPair) dropPaired() {
	paired := func(a *Attribute) bool { return a.paired }
	p.RemovedAttributes = slices.DeleteFunc(p.RemovedAttributes, paired)
	p.AddedAttributes = slices.DeleteFunc(p.AddedAttributes, paired)
}

// only returns the one attribute of list that fits, nil where none does or several do.
func only(list iter.Seq[*Attribute], fits func(*Attribute) bool) *Attribute {
	var found *Attribute
	for a := range list {
		switch {
		case a == found || !fits(a):
		case found != nil:
			return nil
		default:
			found = a
		}
	}
	return found
}

// bareWords are the words of the name of a without the letter in front that some styles put there: m_default, mDefault.
func (a *Attribute) bareWords() []string {
	if a.words == nil {
		a.words = nameWords(a.Name)
		if len(a.words) > 1 && len(a.words[0]) == 1 {
			a.words = a.words[1:]
		}
	}
	return a.words
}

// within reports whether all words of name a are words of name b.
func within(a, b string) bool {
	return allIn(nameWords(a), nameWords(b))
}

// nameWords splits a name at underscores and capitals; the words are in lower case.
func nameWords(name string) []string {
	var words []string
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = end
	}
	capital := func(i int) bool { return 'A' <= name[i] && name[i] <= 'Z' }
	for i := range len(name) {
		switch {
		case name[i] == '_' || name[i] == '$':
			cut(i)
			start = i + 1
		case i > 0 && capital(i) && (!capital(i-1) || i+1 < len(name) && !capital(i+1) && name[i+1] != '_'):
			cut(i)
		}
	}
	cut(len(name))
	return words
}

// relocated tells of attributes that went to other classes.
type relocated struct {
	d    *Diff
	into map[string][]*Class     // added classes by the names of their attributes
	lost map[string][]*Attribute // of pairs and of removed classes, by name
}

func (d *Diff) indexRelocated() *relocated {
	x := &relocated{d: d, into: map[string][]*Class{}, lost: map[string][]*Attribute{}}
	lose := func(list []*Attribute) {
		for _, a := range list {
			x.lost[a.Name] = append(x.lost[a.Name], a)
		}
	}
	for _, c := range d.Added {
		for _, a := range c.Attributes {
			if c.attribute(a.Name) == a {
				x.into[a.Name] = append(x.into[a.Name], c)
			}
		}
	}
	for _, p := range d.Pairs {
		lose(p.RemovedAttributes)
	}
	for _, c := range d.Removed {
		lose(c.Attributes)
	}
	return x
}

// away reports whether a class that was added has an attribute with the name and type of a.
func (x *relocated) away(a *Attribute) bool {
	return slices.ContainsFunc(x.into[a.Name], func(c *Class) bool { return c.attribute(a.Name).Type == a.Type && x.d.imports(a.Class, c) })
}

// in reports whether another class lost an attribute with the name and type of a, and a can be it. What a crowd lost says nothing of one.
func (x *relocated) in(a *Attribute) bool {
	list := x.lost[a.Name]
	return !manyNamed(list) && slices.ContainsFunc(list, func(b *Attribute) bool {
		if b.paired {
			return false
		}
		m, ok := x.d.attributeMove(b, a)
		return ok && !m.retyped
	})
}

// attributeUses counts for every attribute before in how many places a variable took its place, and for every attribute
// after in how many it took that of a variable. What became an expression is no sign of another name (check 1).
func (d *Diff) attributeUses() (left, right map[*Attribute]int) {
	left, right = map[*Attribute]int{}, map[*Attribute]int{}
	for u := range d.units {
		d.assignedAttributes(u, func(b, a *Attribute) {
			left[b]++
			right[a]++
		})
		for i := range u.m.Pairs {
			for k := range u.m.Pairs[i].Replacements {
				r := &u.m.Pairs[i].Replacements[k]
				if r.Kind != mapping.Variable {
					continue
				}
				if a := attributeAt(u.before, u.m.Src, r.Src); a != nil {
					left[a]++
				}
				if a := attributeAt(u.after, u.m.Dst, r.Dst); a != nil {
					right[a]++
				}
			}
		}
	}
	return left, right
}

// moveRenamedAttributes pairs what is then left by changes of references between classes, where the type stayed.
func (d *Diff) moveRenamedAttributes() {
	gone, fresh := map[*Attribute]bool{}, map[*Attribute]bool{}
	for _, p := range d.Pairs {
		for _, a := range p.RemovedAttributes {
			gone[a] = true
		}
		for _, a := range p.AddedAttributes {
			fresh[a] = true
		}
	}
	for _, c := range d.Added {
		for _, a := range c.Attributes {
			fresh[a] = true
		}
	}
	pulled := map[*Attribute]bool{} // several subclasses may have given one
	for _, p := range d.AttributeMoves {
		delete(gone, p.Before)
		delete(fresh, p.After)
		pulled[p.After] = p.Kind == PulledUpPair
	}
	changes := d.attributeChanges()
	slices.SortStableFunc(changes, func(x, y attributeChange) int { return cmp.Compare(y.count, x.count) })
	for _, c := range changes {
		up := d.supertype(c.before.Class, c.after.Class)
		if !gone[c.before] || !fresh[c.after] && !(up && pulled[c.after]) || c.before.Name == c.after.Name ||
			c.before.Type != c.after.Type || d.Pair(c.before.Class) == d.Pair(c.after.Class) {
			continue
		}
		delete(gone, c.before)
		delete(fresh, c.after)
		kind := MovedRenamedPair
		if up && d.Pair(c.after.Class) != nil {
			kind = PulledUpPair // with another name: to a class that was there, RefactoringMiner calls it that
		}
		d.AttributeMoves = append(d.AttributeMoves, &AttributePair{Kind: kind, Before: c.before, After: c.after})
	}
}

// unlike is 1 for a change between types.
func unlike(c attributeChange) int {
	if c.before.Type != c.after.Type {
		return 1
	}
	return 0
}
