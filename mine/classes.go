package mine

import (
	"cmp"
	"slices"

	"refract/java"
)

// This file pairs classes: first those of one qualified name, then moved and renamed ones by the members they have in
// common (Table 4, Change Class Signature), the strict rule before the loose one, moves before renames: a name that
// stays is better evidence than members that stay.

func (d *Diff) pairClasses(files map[string]string) {
	d.pairByName()
	if len(d.Removed) > 0 && len(d.Added) > 0 {
		if files == nil {
			files = renamed(d.Before.Files, d.After.Files)
		}
		met := d.meetings(files)
		free := d.indexUnpaired()
		for _, step := range []struct {
			rename bool
			match  func(meeting) bool
		}{
			{false, func(o meeting) bool { return o.all() || o.fileRenamed && !d.keptByOther(met, o) }},
			{true, func(o meeting) bool { return o.all() && o.size() > 0 || o.fileRenamed && o.credible() }},
			{false, func(o meeting) bool { return o.most() && !d.keptByOther(met, o) }},
			{false, func(o meeting) bool { return d.onlyOne(o, free) && !d.keptByOther(met, o) }},
			{true, func(o meeting) bool { return d.onlyOneByWords(o, free) }},
			{true, func(o meeting) bool { return o.most() && o.size() > 0 }},
		} {
			d.pairByMembers(met, step.rename, step.match)
		}
	}
	position := make(map[*Class]int, len(d.Before.Classes))
	for i, c := range d.Before.Classes {
		position[c] = i
	}
	slices.SortStableFunc(d.Pairs, func(x, y *ClassPair) int { return cmp.Compare(position[x.Before], position[y.Before]) })
	for _, p := range d.Pairs {
		if p.Kind == NoPair {
			p.Kind = d.movedKind(p.Before, p.After)
		}
	}
	d.pairAnonymousFields()
}

// pairByName pairs the classes of one qualified name, those in one file before those in another source folder, and
// leaves the rest in Removed and Added.
func (d *Diff) pairByName() {
	later := map[string][]*Class{}
	for _, c := range d.After.Classes {
		later[c.Name] = append(later[c.Name], c)
	}
	take := func(c *Class, kind PairKind, fits func(*Class) bool) bool {
		for _, a := range later[c.Name] {
			if d.pairOf[a] == nil && fits(a) {
				d.pair(kind, c, a)
				return true
			}
		}
		return false
	}
	var rest []*Class
	for _, c := range d.Before.Classes {
		if !take(c, Same, func(a *Class) bool { return a.File.Path == c.File.Path }) {
			rest = append(rest, c)
		}
	}
	for _, c := range rest {
		kind := FolderPair
		if c.Outer != nil {
			kind = CarriedPair
		}
		if !take(c, kind, func(a *Class) bool { return true }) {
			d.Removed = append(d.Removed, c)
		}
	}
	for _, c := range d.After.Classes {
		if d.pairOf[c] == nil {
			d.Added = append(d.Added, c)
		}
	}
}
func depth(c *Class) int {
	n := 0
	for c = c.Outer; c != nil; c = c.Outer {
		n++
	}
	return n
}

// sameKind reports whether two classes can be versions of one: a class may become a record, or stop being one.
func sameKind(b, a *Class) bool { return kindClass(b) == kindClass(a) }

func kindClass(c *Class) java.TypeKind {
	if c.Decl.Kind == java.RecordType {
		return java.ClassType
	}
	return c.Decl.Kind
}

// pairOuter pairs two classes and the nested classes that go along with them.
func (d *Diff) pairOuter(b, a *Class) {
	d.pair(NoPair, b, a) // the kind depends on what becomes of the outer class
	for _, n := range b.Nested {
		for _, m := range a.Nested {
			if n.Simple == m.Simple && sameKind(n, m) && d.pairOf[n] == nil && d.pairOf[m] == nil {
				d.pairOuter(n, m)
				break
			}
		}
	}
}

// movedKind tells what happened to the name of a class. A nested class whose outer class went to the outer class of
// the other has not moved by itself.
func (d *Diff) movedKind(b, a *Class) PairKind {
	moved := parentOf(b.Name) != parentOf(a.Name)
	carried := false
	if b.Outer != nil && a.Outer != nil {
		// A local class that stays local goes along with its method.
		if p := d.pairOf[b.Outer]; p != nil && p.After == a.Outer && b.Decl.In >= 0 == (a.Decl.In >= 0) {
			moved, carried = false, true
		}
	}
	switch {
	case moved && b.Simple != a.Simple:
		return MovedRenamedPair
	case moved:
		return MovedPair
	case b.Simple != a.Simple:
		return RenamedPair
	case carried:
		return CarriedPair
	}
	return FolderPair
}

// pairAnonymousFields pairs the anonymous classes that stand outside of methods (in the initializers of fields, and the bodies
// of enum constants) by their paths. Those inside of methods are paired where the statements around them match.
func (d *Diff) pairAnonymousFields() {
	for _, p := range slices.Clone(d.Pairs) {
		var used []bool
		for _, b := range p.Before.Anonymous {
			if b.Within != nil {
				continue
			}
			if used == nil {
				used = make([]bool, len(p.After.Anonymous))
			}
			for i, a := range p.After.Anonymous {
				if !used[i] && a.Within == nil && relativeName(b, p.Before) == relativeName(a, p.After) {
					used[i] = true
					d.PairAnonymous(b, a)
					break
				}
			}
		}
	}
}

// relativeName is the name of c from class outer on.
func relativeName(c, outer *Class) string { return c.Name[min(len(outer.Name), len(c.Name)):] }
