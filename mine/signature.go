package mine

import (
	"refract/mapping"
	"slices"
)

// This file compares the signatures and positions of two methods for Table 4, Change Method Signature.

// soleOverload reports whether no other method of list has the name of m.
func soleOverload(m *Method, list []*Method) bool {
	for _, o := range list {
		if o != m && signatureName(o) == signatureName(m) {
			return false
		}
	}
	return true
}

// soleOfLength reports whether no other method of list has name and number of parameters of m.
func soleOfLength(m *Method, list []*Method) bool {
	return !slices.ContainsFunc(list, func(o *Method) bool {
		return o != m && signatureName(o) == signatureName(m) && len(o.Params) == len(m.Params)
	})
}

// sole reports whether b and a are all that a class lost and got, and stand in one place: the location heuristic leaves
// nothing else that b could have become.
func sole(b, a *Method, removed, added []*Method) bool {
	return len(removed) == 1 && len(added) == 1 && b.Index == a.Index
}

// isTest reports whether m carries a test annotation.
func isTest(m *Method) bool {
	for _, n := range annotationNodes(m.Class.File, m.Decl.Modifiers) {
		switch annotationName(m.Class.File, n) {
		case "Test", "ParameterizedTest", "RepeatedTest", "org.junit.Test":
			return true
		}
	}
	return false
}

// compatibleSignatures is Table 4's: one parameter list contains the other, or they have as many parameters in
// common as not. Parameters are the same by name and type, or else by type alone; where all are the same by name or
// type, each changed in one of the two.
func compatibleSignatures(b, a *Method) bool {
	byBoth := commonParams(b, a, sameParam)
	if byBoth == len(b.Params) || byBoth == len(a.Params) {
		return true
	}
	byType := commonParams(b, a, func(p, q *Param) bool { return p.fullType() == q.fullType() })
	if byType >= len(b.Params)+len(a.Params)-2*byType {
		return true
	}
	if len(b.Params) != len(a.Params) {
		return false
	}
	return commonParams(b, a, func(p, q *Param) bool { return p.fullType() == q.fullType() || p.Name == q.Name }) == len(b.Params)
}

// sameParam reports whether two parameters have one name and type.
func sameParam(p, q *Param) bool { return p.Name == q.Name && p.fullType() == q.fullType() }

// commonParams counts the parameters of b that have a partner among those of a, each of which is taken once.
func commonParams(b, a *Method, same func(p, q *Param) bool) int {
	return countPartners(b.Params, a.Params, same)
}

// countPartners counts the parameters of before that are the same as one of after, each of which is taken once: the first that is left.
func countPartners(before, after []Param, same func(p, q *Param) bool) int {
	common := 0
	var taken [maxParams]bool
	for i := range before {
		for j := range after {
			if !taken[j] && same(&before[i], &after[j]) {
				taken[j] = true
				common++
				break
			}
		}
	}
	return common
}

// compatible adds to compatibleSignatures methods that stand where the other stood and kept their name, or a word of it.
func (d *Diff) compatible(p *ClassPair, b, a *Method, position int) bool {
	if compatibleSignatures(b, a) {
		return true
	}
	if position != 0 && !d.neighboursMatch(p, b, a) {
		return false
	}
	return sameParameterTypes(b, a, d.sameType) || signatureName(b) == signatureName(a) || shareWord(b.Name, a.Name)
}

// neighboursMatch reports whether the methods before and after b and a are pairs.
func (d *Diff) neighboursMatch(p *ClassPair, b, a *Method) bool {
	at := func(list []*Method, i int) *Method {
		if i < 0 || i >= len(list) {
			return nil
		}
		return list[i]
	}
	pair := func(x, y *Method) bool {
		if x == nil || y == nil {
			return x == nil && y == nil
		}
		return x.memo.matched != nil && x.memo.matched == y.memo.matched
	}
	return pair(at(p.Before.Methods, b.Index-1), at(p.After.Methods, a.Index-1)) &&
		pair(at(p.Before.Methods, b.Index+1), at(p.After.Methods, a.Index+1))
}

// partlyExtracted reports whether what a lacks of b went into an added method that a calls (③).
func (d *Diff) partlyExtracted(b, a *Method, m *mapping.Mapping, added *methodSet) bool {
	for x := range added.calledIn(a) {
		if x == a || !x.HasBody() || len(a.callsOf(x)) == 0 || len(b.callsOf(x)) > 0 {
			continue
		}
		if e := d.mapExtracted(b, a, m, x); e != nil && extracted(tallyOf(e)) {
			return foundAgain(b, a, added)
		}
	}
	return false
}

// foundAgain reports whether most of the calls that b has and a has not are in the methods of added that a calls.
func foundAgain(b, a *Method, added *methodSet) bool {
	kept, went := map[string]bool{}, map[string]bool{}
	for _, c := range a.calls() {
		kept[c.name] = true
	}
	for x := range added.calledIn(a) {
		if x != a && len(a.callsOf(x)) > 0 {
			for _, c := range x.calls() {
				went[c.name] = true
			}
		}
	}
	lost, found := map[string]bool{}, 0
	for _, c := range b.calls() {
		if !kept[c.name] && !lost[c.name] {
			lost[c.name] = true
			if went[c.name] {
				found++
			}
		}
	}
	return 2*found >= len(lost)
}

// partlyInlined reports whether what b lacks of a came out of a removed method that b called (④).
func (d *Diff) partlyInlined(b, a *Method, m *mapping.Mapping, removed *methodSet) bool {
	for x := range removed.calledIn(b) {
		if x == b || !x.HasBody() || len(b.callsOf(x)) == 0 || len(a.callsOf(x)) > 0 {
			continue
		}
		if e := d.mapInlined(b, a, m, x); e != nil && extracted(mirror(tallyOf(e))) {
			return true
		}
	}
	return false
}

func mirror(t tally) tally {
	t.left, t.right, t.leftLeaves, t.rightLeaves = t.right, t.left, t.rightLeaves, t.leftLeaves
	return t
}

// hasParam reports whether m has a parameter of that name.
func (m *Method) hasParam(name string) bool {
	return slices.ContainsFunc(m.Params, func(p Param) bool { return p.Name == name })
}
