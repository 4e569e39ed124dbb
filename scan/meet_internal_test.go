package scan

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMeet: what has the same path in two lists meets, wherever the lists begin and end.
func TestMeet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		lists := [2][]string{}
		for k := range lists {
			set := map[string]bool{}
			for range rnd.IntN(12) {
				set[fmt.Sprint(rnd.IntN(16))] = true
			}
			lists[k] = slices.Sorted(maps.Keys(set))
		}
		got := map[string]string{}
		meet(len(lists[0]), len(lists[1]), func(i int) string { return lists[0][i] }, func(j int) string { return lists[1][j] },
			func(i, j int) { got[lists[0][i]] = lists[1][j] })
		for _, path := range lists[0] {
			if (got[path] == path) != slices.Contains(lists[1], path) {
				t.Fatalf("%s of %v in %v: %q", path, lists[0], lists[1], got[path])
			}
		}
	}
}
