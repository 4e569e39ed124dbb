package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
)

// This file reports anonymous classes that became named ones: the class is new, has the supertype that the anonymous
// class was created from, all its methods, and most of their statements.

func namedAnonymous(d *Diff, report func(finding.Refactoring)) {
	taken := map[*Class]bool{}
	bySuper := map[string][]*Class{} // by the simple names of their supertypes
	for _, c := range d.Added {
		for _, s := range c.Supertypes() {
			if list := bySuper[lastPart(s)]; len(list) == 0 || list[len(list)-1] != c {
				bySuper[lastPart(s)] = append(list, c)
			}
		}
	}
	for _, b := range d.Before.Anonymous {
		d.checkpoint()
		if d.Pair(b) != nil || b.Decl.Kind != java.AnonymousClass || len(b.Methods) == 0 {
			continue
		}
		for _, c := range bySuper[lastPart(rawType(b.File.TypeText(b.Decl.Superclass, 0)))] {
			if taken[c] || !d.namedAs(b, c) {
				continue
			}
			taken[c] = true
			report(one("Replace Anonymous With Class", b.Name+" with "+c.Name,
				at(b.Location("anonymous class declaration")), at(c.Location("added class declaration"))))
			break
		}
	}
}

// namedAs reports whether b became c, which has its supertype.
func (d *Diff) namedAs(b, c *Class) bool {
	if !d.imports(b.TopLevel(), c) {
		return false
	}
	// More of the statements must be there than not.
	found, all := 0, 0
	for _, m := range b.Methods {
		i := slices.IndexFunc(c.Methods, func(n *Method) bool { return n.Name == m.Name && len(n.Params) == len(m.Params) })
		if i < 0 {
			return false
		}
		if x := d.mapBodies(m, c.Methods[i]); x != nil {
			found += len(x.Pairs)
			all += max(len(x.Src.Stmts), len(x.Dst.Stmts))
		}
	}
	return found*2 > all
}
