package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"refract/finding"
)

// entry is one reported opportunity with the directory it was found in.
type entry struct {
	dir         string
	target      string
	opportunity *finding.Opportunity
	text        func(path string) []byte
}

// byRule returns the entries of each rule in a fixed order, and the rules sorted by id.
func byRule(all []entry) (map[string][]entry, []string) {
	of := map[string][]entry{}
	for _, e := range all {
		of[e.opportunity.Rule] = append(of[e.opportunity.Rule], e)
	}
	for _, es := range of {
		slices.SortFunc(es, func(a, b entry) int {
			p, q := a.opportunity, b.opportunity
			return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(p.Place.Path, q.Place.Path),
				cmp.Compare(p.Place.StartLine, q.Place.StartLine), cmp.Compare(a.target, b.target),
				cmp.Compare(p.Fingerprint, q.Fingerprint))
		})
	}
	return of, slices.Sorted(maps.Keys(of))
}

// draw takes n entries, one of each rule in turn while it has any, each rule's in an order shuffled by the seed.
func draw(all []entry, n int, seed uint64) []entry {
	of, ids := byRule(all)
	for i, id := range ids {
		es := of[id]
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		rng.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
	}
	var drawn []entry
	for round := 0; len(drawn) < min(n, len(all)); round++ {
		for _, id := range ids {
			if round < len(of[id]) && len(drawn) < n {
				drawn = append(drawn, of[id][round])
			}
		}
	}
	slices.SortStableFunc(drawn, func(a, b entry) int { return cmp.Compare(a.opportunity.Rule, b.opportunity.Rule) })
	return drawn
}

// tally counts the entries per rule, "id n".
func tally(all []entry) []string {
	of, ids := byRule(all)
	var s []string
	for _, id := range ids {
		s = append(s, fmt.Sprintf("%s %d", id, len(of[id])))
	}
	return s
}
