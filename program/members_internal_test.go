package program

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortMembers: members are sorted by name, and those of one name stay in their order, in tables of all lengths up to some that are not
// sorted by insertion.
func TestSortMembers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3 * fewMembers {
		got := make([]member, n)
		for i := range got {
			got[i] = member{NameID(r.IntN(n/2+1)) - 1, int32(i)}
		}
		want := slices.Clone(got)
		slices.SortStableFunc(want, func(a, b member) int { return cmp.Compare(a.name, b.name) })
		if sortMembers(got); !slices.Equal(got, want) {
			t.Fatalf("%d members: %v, want %v", n, got, want)
		}
	}
}
