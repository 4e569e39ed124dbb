package mine

import (
	"strings"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports type arguments of creations that became a diamond.

func diamonds(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		for i := range u.m.Pairs {
			p := &u.m.Pairs[i]
			src, dst := createdTypes(u.m.Src, p.Src), createdTypes(u.m.Dst, p.Dst)
			if len(src) != len(dst) {
				continue
			}
			for k, b := range src {
				a := dst[k]
				from, to := u.m.Src.File.TypeText(b, 0), u.m.Dst.File.TypeText(a, 0)
				if !becameDiamond(from, to) {
					continue
				}
				report(one("Replace Generic With Diamond", cutPackage(from)+" with "+cutPackage(to)+inMethod(u.after),
					at(nodeLocation(u.m.Src.File, b, typeElement, "original type", from), u.before.Location("original method declaration")),
					at(nodeLocation(u.m.Dst.File, a, typeElement, "diamond type", to), u.after.Location("method declaration with diamond type"))))
			}
		}
	}
}

// attributeDiamonds does the same for the initial values of attributes.
func attributeDiamonds(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		f, g := p.Before.Class.File, p.After.Class.File
		if f.Kind(p.Before.Decl.Init) != java.ObjectCreationExpression || g.Kind(p.After.Decl.Init) != java.ObjectCreationExpression {
			continue
		}
		b, a := f.Child(p.Before.Decl.Init, java.FieldType), g.Child(p.After.Decl.Init, java.FieldType)
		from, to := f.TypeText(b, 0), g.TypeText(a, 0)
		if !becameDiamond(from, to) {
			continue
		}
		report(one("Replace Generic With Diamond", cutPackage(from)+" with "+cutPackage(to)+inAttribute(p.After),
			at(nodeLocation(f, b, typeElement, "original type", from), p.Before.Location("original attribute declaration")),
			at(nodeLocation(g, a, typeElement, "diamond type", to), p.After.Location("attribute declaration with diamond type"))))
	}
}

func becameDiamond(from, to string) bool {
	return !strings.HasSuffix(from, "<>") && strings.HasSuffix(to, "<>") && strings.HasPrefix(from, strings.TrimSuffix(to, ">"))
}

// createdTypes are the types that the statement creates objects of, in source order.
func createdTypes(t *mapping.Tree, s mapping.StmtID) []java.NodeID {
	var list []java.NodeID
	from, to := headerNodes(t, s)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind == java.ObjectCreationExpression {
			list = append(list, t.File.Child(n, java.FieldType))
		}
	}
	return list
}
