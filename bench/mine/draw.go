package main

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
)

// This file draws unlabelled reports at random, for reading against their sources.

// draw returns n of the reports in list that nobody has labelled, each as likely as any other, ordered by case and type.
// Same seed and same reports, same draw.
func draw(list []miss, n int, seed uint64) (drawn []miss, of int) {
	for _, m := range list {
		if m.kind == unknownKind {
			drawn = append(drawn, m)
		}
	}
	order := func(a, b miss) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.typ, b.typ), cmp.Compare(a.text, b.text))
	}
	slices.SortFunc(drawn, order)
	of = len(drawn)
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(of, func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	drawn = drawn[:min(n, of)]
	slices.SortFunc(drawn, order)
	return drawn, of
}

func printDrawn(w io.Writer, list []miss, n int, seed uint64) {
	drawn, of := draw(list, n, seed)
	fmt.Fprintf(w, "%d of %d unlabelled reports, seed %d\n", len(drawn), of, seed)
	for _, m := range drawn {
		fmt.Fprintf(w, "%s  %s\n", m.name, m.text)
	}
}
