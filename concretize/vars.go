package concretize

import (
	"cmp"
	"slices"
)

// This file chooses which variable of the query stands for which of the sample: consistent renaming.

// varPairs holds the chosen pairs.
type varPairs struct {
	q map[int32][]int32 // of each variable of the query; more than one only where it is split
	c map[int32]int32
}

func (v *varPairs) agree(q, c int32) bool {
	if to, ok := v.c[c]; ok {
		return to == q
	}
	return false
}

// meeting is a variable of the query in the place of one of the sample.
type meeting struct{ q, c int32 }

// votes counts how often variables meet in the pairs.
func (a *aligner) votes(pairs []pair) map[meeting]int {
	votes := map[meeting]int{}
	for _, p := range pairs {
		switch {
		case !p.equal:
			a.compare(p)
			for _, e := range a.events {
				if e.kind == noAllowance {
					votes[meeting{a.q.node(e.q).ref, a.c.node(e.c).ref}]++
				}
			}
			a.forget()
		case a.q.compound(p.q):
			a.headsMeet(p.q, p.c, votes)
		default:
			a.meet(p.q, p.c, votes)
		}
	}
	return votes
}

// meet goes through two trees with equal hashes and reports whether the variables in the place of one another are pairs,
// of which there are all while none are chosen. It counts them in votes, where that is not nil.
func (a *aligner) meet(q, c fid, votes map[meeting]int) bool {
	if a.vars == nil && votes == nil {
		return true
	}
	qn, cn := a.q.node(q), a.c.node(c)
	if len(qn.kids) != len(cn.kids) {
		return false
	}
	if qn.sym == symLocal {
		if votes != nil {
			votes[meeting{qn.ref, cn.ref}]++
		}
		if a.vars != nil && !a.vars.agree(qn.ref, cn.ref) {
			return false
		}
	}
	for i, k := range qn.kids {
		if !a.meet(k, cn.kids[i], votes) {
			return false
		}
	}
	return true
}

// headsMeet is meet for compound statements without their parts.
func (a *aligner) headsMeet(q, c fid, votes map[meeting]int) bool {
	ck := a.c.node(c).kids
	for _, k := range a.q.node(q).kids {
		if a.q.isPart(k) {
			continue
		}
		for len(ck) > 0 && a.c.isPart(ck[0]) {
			ck = ck[1:]
		}
		if len(ck) == 0 || !a.meet(k, ck[0], votes) {
			return false
		}
		ck = ck[1:]
	}
	return true
}

// choose takes, from the strongest to the weakest, the pairs that meet most often, each variable once. With split a
// variable of the query may stand for several of the sample, which is what Split Temporary Variable is about.
func choose(votes map[meeting]int, q, c *form, split bool) *varPairs {
	order := make([]meeting, 0, len(votes))
	for m := range votes {
		order = append(order, m)
	}
	// Equal counts are decided by equal names, then by the order of declaration.
	named := func(m meeting) int {
		if q.locals[m.q].name == c.locals[m.c].name {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(x, y meeting) int {
		return cmp.Or(-cmp.Compare(votes[x], votes[y]), cmp.Compare(named(x), named(y)), cmp.Compare(x.q, y.q), cmp.Compare(x.c, y.c))
	})
	v := &varPairs{q: map[int32][]int32{}, c: map[int32]int32{}}
	for _, m := range order {
		if _, taken := v.c[m.c]; taken || len(v.q[m.q]) > 0 && !split {
			continue
		}
		v.c[m.c] = m.q
		v.q[m.q] = append(v.q[m.q], m.c)
	}
	return v
}
