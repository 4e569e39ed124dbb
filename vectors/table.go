package vectors

import "slices"

// Table holds many vectors in compressed rows: one array of entries, and where each row starts in it. Rows are
// numbered from 0 in the order of Append; what a row stands for is its owner's business (the vectors of a program
// have a row for each body, see package scan).
//
// Shapes: start [rows+1], entries [sum of the rows' lengths]. Unit: 4 bytes a row and 4 bytes an entry, about 90 bytes
// a body.
type Table struct {
	start   []uint32
	entries []Entry
}

const tableFull = "vectors: more than 2^32 entries in one table"

// NewTable returns an empty table with room for rows vectors of entries entries in all.
func NewTable(rows, entries int) *Table {
	return &Table{start: append(make([]uint32, 0, rows+1), 0), entries: make([]Entry, 0, entries)}
}

const badLayout = "vectors: rows do not end where the entries do"

// TableOf makes a table of rows that its caller has laid out, and does not change any more: row i is entries[start[i]:start[i+1]].
// It panics unless start begins with 0 and ends with the number of entries.
func TableOf(start []uint32, entries []Entry) *Table {
	checkRoom(len(entries))
	if len(start) == 0 || start[0] != 0 || int(start[len(start)-1]) != len(entries) {
		panic(badLayout)
	}
	return &Table{start: start, entries: entries}
}

// Append copies v to a new last row and returns its number.
func (t *Table) Append(v Vector) int {
	if len(t.start) == 0 {
		t.start = append(t.start, 0)
	}
	t.entries = append(t.entries, v...)
	checkRoom(len(t.entries))
	t.start = append(t.start, uint32(len(t.entries)))
	return len(t.start) - 2
}

// Clone returns a copy of t in memory of its size.
func (t *Table) Clone() Table { return Table{slices.Clone(t.start), slices.Clone(t.entries)} }

// Reset makes t empty, with the room that it has.
func (t *Table) Reset() { t.start, t.entries = t.start[:0], t.entries[:0] }

// CopyRows copies the rows from lo up to, not including, hi into entries, which begins at entry first of the table that it is part of, and writes
// to ends where each of them ends there. It panics if either is of another length.
func (t *Table) CopyRows(lo, hi int, ends []uint32, entries []Entry, first uint32) {
	if lo == hi {
		return
	}
	from := t.start[lo]
	if len(ends) != hi-lo || copy(entries, t.entries[from:t.start[hi]]) != len(entries) {
		panic(badLayout)
	}
	for i, end := range t.start[lo+1 : hi+1] {
		ends[i] = first + end - from
	}
}

func checkRoom(entries int) {
	if entries > 1<<32-1 {
		panic(tableFull)
	}
}

// Len returns the number of rows.
func (t *Table) Len() int { return max(len(t.start)-1, 0) }

// Entries returns the number of entries of all rows together.
func (t *Table) Entries() int { return len(t.entries) }

// Bytes returns the memory that the table's rows take.
func (t *Table) Bytes() int { return 4 * (len(t.start) + len(t.entries)) }

// Row returns row i. It aliases the table and must not be changed.
func (t *Table) Row(i int) Vector {
	return t.entries[t.start[i]:t.start[i+1]:t.start[i+1]]
}
