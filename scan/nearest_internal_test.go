package scan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The candidates that front brings to the front are enough, are all up to their distance, and nobody is lost.
func TestFrontOfNearest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	shorter := 0
	for range 2000 {
		all := make([]candidate, 2*few+1+rnd.IntN(200))
		most := 1 + rnd.Int32N(4*told)
		for i := range all {
			all[i] = candidate{rows: []uint32{uint32(i)}, distance: rnd.Int32N(most)}
		}
		var n nearness
		front := n.front(all)
		if len(front) < few {
			t.Fatalf("%d candidates, want %d or more", len(front), few)
		}
		furthest := slices.MaxFunc(front, func(x, y candidate) int { return int(x.distance - y.distance) }).distance
		for _, c := range all[len(front):] {
			if c.distance <= furthest {
				t.Fatalf("one at %d is left behind, and one at %d is in front", c.distance, furthest)
			}
		}
		if len(front) < len(all) {
			shorter++
		}
		seen := map[uint32]bool{}
		for _, c := range all {
			seen[c.rows[0]] = true
		}
		if len(seen) != len(all) {
			t.Fatalf("%d of %d candidates are left", len(seen), len(all))
		}
	}
	if shorter < 500 {
		t.Errorf("%d times the front was less than all: the test shows little", shorter)
	}
}
