package scan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKeySets holds sets of keys against maps.
func TestKeySets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 40, 5000, 30000} {
		var set keySet
		if n%3 == 2 {
			set.reserve(n / 2)
		}
		want := map[uint64]bool{}
		for range n {
			k := rng.Uint64()>>24 | 1
			want[k] = true
			set.add(k)
			set.add(k)
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
		for range 10000 {
			k := rng.Uint64()>>24 | 1
			if set.has(k) != want[k] {
				t.Errorf("%d keys: has(%d) is %t", n, k, !want[k])
			}
		}
		for k := range want {
			if !set.has(k) {
				t.Errorf("%d keys: %d is not found", n, k)
			}
		}
		var list []byte
		var found, others []int
		for i := range 300 {
			k := rng.Uint64()>>24 | 1
			if len(want) > 0 && i%3 != 1 {
				k = some(want)
			}
			if list = appendKey(list, k); want[k] {
				others = append(others, i)
			}
			// Also the last ones are found, behind which there is no room.
			found = found[:0]
			set.findAll(list, func(i, slot int) {
				if k := keyAt(list[keySize*i:]); set.slots[slot] != k || set.find(k) != slot {
					t.Errorf("%d keys: %d is found as %d", n, k, set.slots[slot])
				}
				found = append(found, i)
			})
			if !slices.Equal(found, others) {
				t.Fatalf("%d keys: %v of a list are found, want %v", n, found, others)
			}
		}
	}
}

// some returns any key of a set.
func some(of map[uint64]bool) uint64 {
	for k := range of {
		return k
	}
	return 0
}
