package program

import (
	"testing"
)

// TestFindNear: a type that is not where it was is found all the same, and one of several with its identity is not, wherever that is looked for.
func TestFindNear(t *testing.T) {
	ids := identities{types: []uint64{7, 9, 7, 11}, slots: make([]TypeID, 16)}
	for i, id := range ids.types {
		ids.slots[ids.slot(id)] = TypeID(i) + 1
	}
	ids.shared.Add(7)
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
