package mine

import "refract/mapping"

// This file stands in for the matching of method bodies until that exists: equal signatures only.

type methodMemo struct{}

type methodDiffMemo struct{}

func (d *Diff) matchMethods(p *ClassPair) {
	taken := make([]bool, len(p.After.Methods))
	same := func(b, a *Method) bool {
		if b.Name != a.Name && !(b.IsConstructor() && a.IsConstructor()) || len(b.Params) != len(a.Params) {
			return false
		}
		for i := range b.Params {
			if !d.sameType(b.Params[i].fullType(), a.Params[i].fullType()) {
				return false
			}
		}
		return true
	}
	for _, b := range p.Before.Methods {
		found := false
		for i, a := range p.After.Methods {
			if !taken[i] && same(b, a) {
				taken[i], found = true, true
				p.Methods = append(p.Methods, &MethodPair{Kind: Same, Before: b, After: a, Classes: p})
				break
			}
		}
		if !found {
			p.RemovedMethods = append(p.RemovedMethods, b)
		}
	}
	for i, a := range p.After.Methods {
		if !taken[i] {
			p.AddedMethods = append(p.AddedMethods, a)
		}
	}
}

func (d *Diff) matchAcross() {}

func (d *Diff) inferMethods() {}

func (d *Diff) paramRenames(p *MethodPair) map[string]string { return nil }

// A FieldReplacement says that references to one attribute became references to another in matched statements.
type FieldReplacement struct {
	Before, After *Attribute
	Count         int
	Consistent    bool // no reference of Before became anything else, and none of After was anything else
}

func (d *Diff) fieldReplacements() []FieldReplacement { return nil }

var _ *mapping.Mapping
