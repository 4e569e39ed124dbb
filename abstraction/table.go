package abstraction

import (
	"slices"

	"refract/vectors"
)

// Table holds abstracted vectors in compressed rows, in the layout that package lsh takes: row i has the entries
// Features[Offsets[i]:Offsets[i+1]] with the Counts of the same indices, features strictly ascending, counts above 0.
//
// Shapes: Offsets [rows+1], Features and Counts [Offsets[rows]]. Unit: 6 bytes an entry, 4 a row. A table is not
// changed once it is complete.
type Table struct {
	Offsets  []uint32
	Features []uint16
	Counts   []uint32
}

// NewTable returns an empty table with room for rows of entries entries in all.
func NewTable(rows, entries int) *Table {
	return &Table{
		Offsets:  append(make([]uint32, 0, rows+1), 0),
		Features: make([]uint16, 0, entries),
		Counts:   make([]uint32, 0, entries),
	}
}

// Reset empties t and keeps its memory, for the next rule over the same rows.
func (t *Table) Reset() {
	t.Offsets = append(t.Offsets[:0], 0)
	t.Features, t.Counts = t.Features[:0], t.Counts[:0]
}

// room returns Features and Counts with room for n entries behind those there are.
func (t *Table) room(n int) (features []uint16, counts []uint32) {
	n += len(t.Features)
	return slices.Grow(t.Features, n-len(t.Features))[:n], slices.Grow(t.Counts, n-len(t.Counts))[:n]
}

// Len returns the number of rows.
func (t *Table) Len() int { return max(len(t.Offsets)-1, 0) }

// Row returns the entries of row i. The slices alias the table.
func (t *Table) Row(i int) (features []uint16, counts []uint32) {
	lo, hi := t.Offsets[i], t.Offsets[i+1]
	return t.Features[lo:hi], t.Counts[lo:hi]
}

// Table returns 𝒜 of every row of rows, in the same order.
func (p *Plan) Table(rows *vectors.Table) *Table {
	t := NewTable(rows.Len(), rows.Entries())
	for i := range rows.Len() {
		p.Append(t, rows.Row(i))
	}
	return t
}
