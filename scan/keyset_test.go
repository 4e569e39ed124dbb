package scan

import (
	"math/rand/v2"
	"testing"
)

// TestKeySets holds sets of keys against maps, and filters to what they promise.
func TestKeySets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 40, 5000} {
		var set keySet
		filter, want := newKeyFilter(n), map[uint64]bool{}
		for range n {
			k := rng.Uint64()>>24 | 1
			want[k] = true
			set.add(k)
			set.add(k)
			filter.add(k)
		}
		seen := 0
		set.each(func(k uint64) {
			if seen++; !want[k] {
				t.Errorf("%d keys: %d is among them", n, k)
			}
		})
		if seen != len(want) || set.n != len(want) {
			t.Errorf("%d keys: %d of %d are there", n, seen, len(want))
		}
		passed := 0
		for range 10000 {
			k := rng.Uint64()>>24 | 1
			if set.has(k) != want[k] {
				t.Errorf("%d keys: has(%d) is %t", n, k, !want[k])
			}
			if filter.mayHave(k) {
				passed++
			}
		}
		for k := range want {
			if !set.has(k) || !filter.mayHave(k) {
				t.Errorf("%d keys: %d is not found", n, k)
			}
		}
		if passed > 1000 {
			t.Errorf("%d keys: the filter lets %d of 10000 others pass", n, passed)
		}
	}
}
