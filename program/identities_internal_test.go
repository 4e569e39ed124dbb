package program

import (
	"math/rand/v2"
	"testing"
)

// TestIdentitySet: a set has what was added and nothing else, also of identities of which the bits are those of one that it has.
func TestIdentitySet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s identitySet
	if s.has(0) {
		t.Error("the empty set has something")
	}
	in := map[uint64]bool{}
	for range 500 {
		id := rnd.Uint64()
		s.add(id)
		in[id] = true
		for _, other := range [...]uint64{id, id ^ 1<<63, id ^ 1<<12, id ^ 1<<6, id ^ 1, rnd.Uint64()} {
			if s.has(other) != in[other] {
				t.Fatalf("%x is in the set: %v", other, s.has(other))
			}
		}
	}
}

// TestFindNear: a type that is not where it was is found all the same, and one of several with its identity is not, wherever that is looked for.
func TestFindNear(t *testing.T) {
	ids := identities{types: []uint64{7, 9, 7, 11}, slots: make([]TypeID, 16)}
	for i, id := range ids.types {
		ids.slots[ids.slot(id)] = TypeID(i) + 1
	}
	ids.shared.add(7)
	for _, test := range []struct {
		id   uint64
		near int
		want TypeID
	}{{9, 1, 1}, {9, 3, 1}, {9, -1, 1}, {11, 4, 3}, {7, 0, NoType}, {7, 2, NoType}, {7, 1, NoType}, {8, 1, NoType}} {
		if got := ids.findNear(test.id, test.near); got != test.want {
			t.Errorf("identity %d near %d is type %d, want %d", test.id, test.near, got, test.want)
		}
	}
}
