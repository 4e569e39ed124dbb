package program

import (
	"fmt"
	"testing"
)

// Names that share a slot, and names that are not there, are found as without the memory.
func TestRecentNames(t *testing.T) {
	table := names{}
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

// What a growing table lacks is not remembered as lacking.
func TestRecentNamesOfAGrowingTable(t *testing.T) {
	table := names{recent: &recentNames{}}
	for i := range 3 * recentSlots {
		name := fmt.Sprint("name", i)
		if id := table.find(name); id != NoName {
			t.Fatalf("%s is found as %d before it is there", name, id)
		}
		if id := table.intern(name); int(id) != i || table.find(name) != id || table.intern(name) != id {
			t.Fatalf("%s is %d and %d, want %d", name, id, table.find(name), i)
		}
	}
	if table.find("") != NoName || table.intern("") != NameID(3*recentSlots) || table.find("name7") != 7 {
		t.Error("the empty name, or one whose slot was taken, is not found")
	}
}
