package program

import (
	"fmt"
	"testing"
)

// Names that share a slot, and names that are not there, are found as without the memory.
func TestRecentNames(t *testing.T) {
	table := names{ids: map[string]NameID{}}
	for i := range 3 * recentSlots {
		if i%3 != 0 {
			table.intern(fmt.Sprint("name", i))
		}
	}
	table.intern("")
	var r recentNames
	for range 2 {
		for i := range 3 * recentSlots {
			for _, name := range []string{fmt.Sprint("name", i), fmt.Sprint("name", i/2), ""} {
				if got, want := r.find(&table, name), table.find(name); got != want {
					t.Fatalf("%q: %d, want %d", name, got, want)
				}
			}
		}
	}
}
