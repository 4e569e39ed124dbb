package mine

import (
	"cmp"
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file infers renamed classes from their references (§4.5): where the type of attributes, parameters, results and
// variables, or what matched statements create and name, recurrently changed from a removed class to an added one, the
// class was renamed.

// inferClasses pairs such classes and reports whether it found any.
func (d *Diff) inferClasses() bool {
	if len(d.Removed) == 0 || len(d.Added) == 0 || d.inferred {
		return false
	}
	// Once: what a second round could find would rest on what the first inferred.
	d.inferred = true
	r := classReferences{d: d, before: knownAs(d.Removed), after: knownAs(d.Added), count: map[[2]*Class]int{}, of: map[*Class][][2]*Class{}}
	r.collect()
	r.split()
	r.merge()
	slices.SortStableFunc(r.order, func(x, y [2]*Class) int {
		return cmp.Or(cmp.Compare(depth(x[0]), depth(y[0])), cmp.Compare(r.count[y], r.count[x]),
			cmp.Compare(mapping.Levenshtein(x[0].Simple, x[1].Simple), mapping.Levenshtein(y[0].Simple, y[1].Simple)))
	})
	found := false
	for _, k := range r.order {
		b, a := k[0], k[1]
		if d.wasSplit(b) || d.wasSplit(a) || d.pairOf[b] != nil || d.pairOf[a] != nil || d.merged[b] != nil || d.mergedInto(a) || !sameKind(b, a) || !r.enough(k) {
			continue
		}
		first := len(d.Pairs)
		d.pairOuter(b, a)
		for _, p := range d.Pairs[first:] {
			p.Kind = d.movedKind(p.Before, p.After)
		}
		found = true
	}
	found = d.pairByContent() || found
	d.lost = nil // the new pairs may have renamed methods
	paired := func(c *Class) bool { return d.pairOf[c] != nil }
	d.Removed = slices.DeleteFunc(d.Removed, paired)
	d.Added = slices.DeleteFunc(d.Added, paired)
	return found
}

// classReferences counts changes of references from removed to added classes.
type classReferences struct {
	d             *Diff
	before, after namedClasses
	count         map[[2]*Class]int
	order         [][2]*Class
	of            map[*Class][][2]*Class // those of order that a class is in, by either side
}

// namedClasses finds the classes of a list that a simple name may mean.
type namedClasses struct {
	simple  map[string][]*Class
	inFile  map[nameIn][]*Class
	sisters map[string]int // how many stand in one package or class, by its name
}

type nameIn struct {
	file *java.File
	name string
}

func knownAs(list []*Class) namedClasses {
	n := namedClasses{simple: simpleNames(list), inFile: map[nameIn][]*Class{}, sisters: map[string]int{}}
	for _, c := range list {
		k := nameIn{c.File, c.Simple}
		n.inFile[k] = append(n.inFile[k], c)
		n.sisters[parentOf(c.Name)]++
	}
	return n
}

func simpleNames(list []*Class) map[string][]*Class {
	m := map[string][]*Class{}
	for _, c := range list {
		m[c.Simple] = append(m[c.Simple], c)
	}
	return m
}

// meant returns the class that name, as it is written, means in class c. Where several have its simple name it is the one that the
// language finds, or else the only one in the same file.
func (n namedClasses) meant(c *Class, name string) *Class {
	list := n.simple[lastPart(name)]
	if len(list) < 2 {
		if len(list) == 1 {
			return list[0]
		}
		return nil
	}
	if x := c.Model.resolve(c, name); x != nil && slices.Contains(n.inFile[nameIn{x.File, lastPart(name)}], x) {
		return x
	}
	if here := n.inFile[nameIn{c.File, lastPart(name)}]; len(here) == 1 {
		return here[0]
	}
	return nil
}

// enough reports whether the change recurs, and each of the two is what the other mostly changed to.
func (r *classReferences) enough(k [2]*Class) bool {
	// §4.5 infers renames. A class that left its place is told by its members; references alone change as well where
	// another class took over its task, so that the name must speak for it; where the simple name stayed, the members
	// have decided before.
	if parentOf(k[0].Name) != parentOf(k[1].Name) && (k[0].Simple == k[1].Simple || !(overlap{before: k[0], after: k[1]}).namedAlike()) {
		return false
	}
	n := r.count[k]
	for _, c := range k {
		if slices.ContainsFunc(r.of[c], func(o [2]*Class) bool { return o != k && r.count[o] >= n }) {
			return false
		}
	}
	if n >= 2 {
		return true
	}
	// One reference is enough where the classes stand side by side and have a member or the supertype in common, or are
	// nested and the only ones there.
	if parentOf(k[0].Name) != parentOf(k[1].Name) {
		return false
	}
	o := r.d.overlapOf(k[0], k[1])
	return o.size() > 0 || k[0].Super != "" && k[0].Super == k[1].Super ||
		k[0].Outer != nil && r.before.sisters[parentOf(k[0].Name)] == 1 && r.after.sisters[parentOf(k[1].Name)] == 1
}

// change notes that the type before, named in class x, became the type after, named in class y.
func (r *classReferences) change(x, y *Class, before, after string) {
	if before == "" || len(r.before.simple[lastPart(before)]) == 0 || len(r.after.simple[lastPart(after)]) == 0 {
		return
	}
	b, a := r.before.meant(x, before), r.after.meant(y, after)
	if b == nil || a == nil {
		return
	}
	k := [2]*Class{b, a}
	if r.count[k] == 0 {
		r.order = append(r.order, k)
		r.of[b], r.of[a] = append(r.of[b], k), append(r.of[a], k)
	}
	r.count[k]++
}

func (r *classReferences) collect() {
	for _, p := range r.d.Pairs {
		r.change(p.Before, p.After, p.Before.Super, p.After.Super)
		if len(p.Before.Interfaces) == len(p.After.Interfaces) {
			for i := range p.Before.Interfaces {
				r.change(p.Before, p.After, p.Before.Interfaces[i], p.After.Interfaces[i])
			}
		}
	}
	for p := range r.d.attributePairs {
		r.change(p.Before.Class, p.After.Class, rawType(p.Before.Type), rawType(p.After.Type))
	}
	for p := range r.d.methodPairs {
		r.change(p.Before.Class, p.After.Class, rawType(p.Before.Return), rawType(p.After.Return))
		if len(p.Before.Params) == len(p.After.Params) {
			for i := range p.Before.Params {
				r.change(p.Before.Class, p.After.Class, rawType(p.Before.Params[i].Type), rawType(p.After.Params[i].Type))
			}
		}
	}
	for u := range r.d.units {
		for i := range u.m.Pairs {
			for k := range u.m.Pairs[i].Replacements {
				r.replacement(u, &u.m.Pairs[i].Replacements[k])
			}
		}
	}
}

func (r *classReferences) replacement(u unit, x *mapping.Replacement) {
	b, a := u.before.Class, u.after.Class
	if x.Src.Tree == nil || x.Dst.Tree == nil || x.Src.Node < 0 || x.Dst.Node < 0 {
		return
	}
	f, g := x.Src.Tree.File, x.Dst.Tree.File
	switch kb, ka := x.Src.Kind(), x.Dst.Kind(); {
	case kb == java.ObjectCreationExpression && ka == kb:
		r.change(b, a, created(x.Src), created(x.Dst))
	case kb == java.ClassLiteral && ka == kb:
		r.change(b, a, f.Text(f.FirstChild(x.Src.Node)), g.Text(g.FirstChild(x.Dst.Node)))
	case namesType(kb) && namesType(ka):
		r.change(b, a, rawType(x.Src.Text()), rawType(x.Dst.Text()))
	}
}

func namesType(k java.Kind) bool {
	return k.IsType() || k == java.Identifier || k == java.FieldAccess || k == java.ScopedIdentifier
}

func created(x mapping.Ref) string {
	f := x.Tree.File
	return rawType(f.TypeText(f.Child(x.Node, java.FieldType), 0))
}
