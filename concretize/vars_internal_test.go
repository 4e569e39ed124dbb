package concretize

import (
	"math/rand/v2"
	"testing"
)

// Votes are counted alike whether a variable meets few others or many.
func TestBallots(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b ballots
	for range 20 {
		variables := 1 + r.IntN(4*fewMeetings)
		b.reset(variables)
		want := map[[2]int32]int32{}
		for range 50 * variables {
			q, c := int32(r.IntN(variables)), int32(r.IntN(variables))
			b.add(q, c)
			want[[2]int32{q, c}]++
		}
		n := 0
		for q, list := range b.of {
			n += len(list)
			for _, m := range list {
				if m.q != int32(q) || m.count != want[[2]int32{m.q, m.c}] {
					t.Fatalf("%d variables: %+v, want %d votes", variables, m, want[[2]int32{m.q, m.c}])
				}
			}
		}
		if n != len(want) {
			t.Fatalf("%d variables: %d meetings, want %d", variables, n, len(want))
		}
	}
}
