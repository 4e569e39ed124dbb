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
	for _, b := range d.Before.Anonymous {
		if d.Pair(b) != nil || b.Decl.Kind != java.AnonymousClass || len(b.Methods) == 0 {
			continue
		}
		for _, c := range d.Added {
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

func (d *Diff) namedAs(b, c *Class) bool {
	created := rawType(b.File.TypeText(b.Decl.Superclass, 0))
	if !slices.ContainsFunc(c.Supertypes(), func(s string) bool { return lastPart(s) == lastPart(created) }) {
		return false
	}
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
