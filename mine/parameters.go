package mine

import "slices"

// This file matches the parameters of a method before and after.

// paramPair is a parameter before and after.
type paramPair struct{ before, after *Param }

// parameterDiff is what became of the parameters of a method.
type parameterDiff struct {
	matched        []paramPair // in the order of the parameters before
	removed, added []*Param
}

// parameters matches in rounds: name and type; name; type, where no other parameter of that type is left over (or both
// methods have several of one type); and last, one left over on either side at one position.
func (d *Diff) parameters(p *MethodPair) parameterDiff {
	b, a := p.Before.Params, p.After.Params
	to := make([]int, len(b))
	taken := make([]bool, len(a))
	for i := range to {
		to[i] = -1
	}
	round := func(fits func(i, j int) bool) {
		for i := range b {
			for j := range a {
				if to[i] < 0 && !taken[j] && fits(i, j) {
					to[i], taken[j] = j, true
				}
			}
		}
	}
	sameType := func(i, j int) bool { return b[i].fullType() == a[j].fullType() }
	round(func(i, j int) bool { return b[i].Name == a[j].Name && sameType(i, j) })
	exact := len(b) - count(to, -1)
	round(func(i, j int) bool { return b[i].Name == a[j].Name })
	renames := d.paramRenames(p)
	round(func(i, j int) bool { return renames[b[i].Name] == a[j].Name })
	twins := twoOfOneType(b) && twoOfOneType(a)
	round(func(i, j int) bool {
		return sameType(i, j) && (twins || !slices.ContainsFunc(leftOver(a, taken, j), func(k int) bool { return sameType(i, k) }))
	})
	if exact == len(b)-1 && exact == len(a)-1 {
		round(func(i, j int) bool { return i == j })
	}
	var r parameterDiff
	for i := range b {
		if to[i] >= 0 {
			r.matched = append(r.matched, paramPair{&b[i], &a[to[i]]})
		} else {
			r.removed = append(r.removed, &b[i])
		}
	}
	for j := range a {
		if !taken[j] {
			r.added = append(r.added, &a[j])
		}
	}
	return r
}

func count(s []int, x int) int {
	n := 0
	for _, v := range s {
		if v == x {
			n++
		}
	}
	return n
}

// leftOver are the indices of a that are not taken, without except.
func leftOver(a []Param, taken []bool, except int) []int {
	var l []int
	for j := range a {
		if !taken[j] && j != except {
			l = append(l, j)
		}
	}
	return l
}

func twoOfOneType(p []Param) bool {
	for i := range p {
		for j := range i {
			if p[i].fullType() == p[j].fullType() {
				return true
			}
		}
	}
	return false
}
