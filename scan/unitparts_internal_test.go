package scan

import (
	"math/rand/v2"
	"testing"

	"refract/program"
)

// Units have the numbers that they were given, and those of the units before them are forgotten, whichever slots they share.
func TestUnitParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var p unitParts
	for round := range 2000 {
		if round == 1000 {
			p.round = 1<<32 - 1 // the next one is not to be taken for the first
		}
		n := r.IntN(100)
		if round%100 == 0 {
			n = 5000
		}
		p.reset(n)
		want := map[program.Unit]int32{}
		for range 3 * n {
			u := program.Unit(r.IntN(n))
			if round%2 == 0 {
				u <<= 16
			}
			part, ok := want[u]
			if !ok {
				part = -1
			}
			if got := p.of(u); *got != part {
				t.Fatalf("round %d: unit %d has %d, want %d", round, u, *got, part)
			}
			want[u] = r.Int32N(9)
			*p.of(u) = want[u]
		}
	}
}
