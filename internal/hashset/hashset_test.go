package hashset_test

import (
	"math/rand/v2"
	"testing"

	"refract/internal/hashset"
)

// TestSet: a set has what was added and nothing else, also of hashes of which the bits are those of one that it has.
func TestSet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s hashset.Set
	if !s.Empty() || s.Has(0) {
		t.Error("the empty set has something")
	}
	in := map[uint64]bool{}
	for range 500 {
		h := rnd.Uint64()
		s.Add(h)
		in[h] = true
		if s.Empty() {
			t.Fatal("a set with something is empty")
		}
		for _, other := range [...]uint64{h, h ^ 1<<63, h ^ 1<<16, h ^ 1<<6, h ^ 1, rnd.Uint64()} {
			if s.Has(other) != in[other] {
				t.Fatalf("%x is in the set: %v", other, s.Has(other))
			}
		}
	}
	n := 0
	s.Each(func(h uint64) {
		n++
		if !in[h] {
			t.Errorf("%x was not added", h)
		}
	})
	if n != len(in) {
		t.Errorf("%d hashes were gone through, want %d", n, len(in))
	}
}
