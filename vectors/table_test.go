package vectors_test

import (
	"testing"

	"refract/vectors"
)

// TestTableAppendRows: rows that are filled in later, and dropped again, leave those before them as they are.
func TestTableAppendRows(t *testing.T) {
	var table vectors.Table
	first := vectors.Vector{vectors.MakeEntry(1, 2)}
	table.Append(first)
	copy(table.AppendRows([]uint32{0, 2}), []vectors.Entry{vectors.MakeEntry(3, 4), vectors.MakeEntry(5, 6)})
	if got, want := table.Row(2), (vectors.Vector{vectors.MakeEntry(3, 4), vectors.MakeEntry(5, 6)}); table.Len() != 3 || len(table.Row(1)) != 0 || !got.Equal(want) {
		t.Errorf("%d rows, the last %v, want 3 and %v", table.Len(), got, want)
	}
	table.Cut(1)
	if table.Len() != 1 || table.Entries() != 1 || !table.Row(0).Equal(first) {
		t.Errorf("%d rows, %d entries are left of one", table.Len(), table.Entries())
	}
	table.Cut(1)
	if i := table.Append(first); i != 1 || !table.Row(1).Equal(first) {
		t.Errorf("row %d is %v", i, table.Row(i))
	}
}
