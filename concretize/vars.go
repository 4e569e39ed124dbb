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

// choose takes, from the strongest to the weakest, the pairs that meet most often, each variable once. With split a
// variable of the query may stand for several of the sample, which is what Split Temporary Variable is about.
func choose(pairs []pair, q, c *form, split bool) *varPairs {
	type meeting struct{ q, c int32 }
	votes := map[meeting]int{}
	for _, p := range pairs {
		for _, e := range p.events {
			if e.kind == noAllowance {
				votes[meeting{q.node(e.q).ref, c.node(e.c).ref}]++
			}
		}
	}
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
