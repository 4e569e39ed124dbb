package mine

import (
	"slices"
	"strings"

	"refract/mapping"
)

// This file tells when one pair of statements is too little for two methods to be one.

// slight reports whether one pair of statements with replacements is too little: the two are getters of attributes of
// which neither became the other, or one is a getter and the other makes something of another type, or one is an accessor
// that gives and the other one that takes, or nothing of the signatures agrees.
func (d *Diff) slight(p *ClassPair, b, a *Method) bool {
	if signatureName(b) == signatureName(a) {
		return (b.Return == "void") != (a.Return == "void") && len(b.Params) != len(a.Params)
	}
	if returnsName(b) != returnsName(a) && b.Return != a.Return && !shareWord(b.Name, a.Name) {
		return true
	}
	if returnsName(b) && returnsName(a) {
		if !d.renamedType(b.Return, a.Return) && !within(b.Name, a.Name) && !within(a.Name, b.Name) {
			return true
		}
		x, y := returnedAttribute(b), returnedAttribute(a)
		if x != nil && y != nil && d.attributeGone(x) && d.attributeNew(y) && y.Index == x.Index {
			return false
		}
		if !d.renamedType(b.Return, a.Return) && !shareWord(b.Name, a.Name) {
			return true
		}
		if x == nil || y == nil {
			return b.Return != a.Return
		}
		return !d.attributeGone(x) || !d.attributeNew(y)
	}
	if gives(b) != gives(a) && b.Return != a.Return && len(b.Params) != len(a.Params) && len(b.Name) > 3 && len(a.Name) > 3 && (takes(b) || takes(a)) {
		return true
	}
	return b.Return != a.Return && !shareWord(b.Name, a.Name) && !sameParameterTypes(b, a, d.sameType)
}

// resembles reports whether nothing that m pairs is equal but the frame of a method: all tests of a class make an object, call it and
// assert something, so that edited statements of that kind do not make two of them one.
func resembles(m *mapping.Mapping) bool {
	return !slices.ContainsFunc(m.Pairs, func(p mapping.Pair) bool {
		return (p.Exact() || m.SameCall(&p)) && !(frames(m.Src, p.Src) && frames(m.Dst, p.Dst))
	})
}

func gives(m *Method) bool { return strings.HasPrefix(m.Name, "get") }

func takes(m *Method) bool { return strings.HasPrefix(m.Name, "set") }

// returnedAttribute is the attribute that getter m returns, nil where it is none.
func returnedAttribute(m *Method) *Attribute {
	t := m.Tree()
	return refOf(m, t, mapping.Ref{Tree: t, Node: t.File.Unparen(t.File.FirstChild(t.Stmts[0].Node))}).attr
}
