package inline

import (
	"refract/program"
	"refract/vectors"
)

// Mode says which callees a row has inlined.
type Mode uint8

const (
	None Mode = iota
	Single
	All
)

func (m Mode) String() string { return [...]string{"none", "single", "all"}[m] }

// Row is a body in one mode.
type Row struct {
	Method program.MethodID
	Callee program.MethodID // program.NoMethod unless Mode is Single
	Mode   Mode
}

// Bodies is what a table is made of: row i of Vectors and of Sites belongs to Methods[i]. No method occurs twice. A sketch has no Vectors.
type Bodies struct {
	Methods []program.MethodID
	Vectors *vectors.Table
	Sites   *SiteTable
}

// Table holds the vectors of all bodies in all modes. The rows of a body lie together, in the order of Bodies: None,
// Single for each callee in the order of the first call, All. It is immutable.
//
// Memory: a row takes 4 bytes, a body 8, and an inlined vector 4 for each entry; base vectors are not copied. The 4.7
// million lines of Eclipse (165 MB of source; 233,220 bodies with 21 entries each; 726,145 call sites, of which 495,222
// can be inlined) make 709,813 rows, 476,593 of them inlined with 45 entries each: 0.70 bytes for a byte of source, the
// base vectors included (BenchmarkBuild).
type Table struct {
	Stats Stats

	base    Bodies
	rows    []packedRow
	first   []uint32 // [bodies+1]: the first row of body i
	calls   []uint32 // [bodies+1]: the first of body i's callees
	callees []program.MethodID
	inlined []inlinedRows // by run of bodies; none where late makes them
	bodyOf  []int32       // by MethodID: its number in Bodies, -1 without one
	targets []target      // by MethodID
	late    *late         // makes all vectors where it is not nil
}

// packedRow is a row: the number of its body, and its mode in the lowest bits. What else it is follows from its place.
type packedRow uint32

const modeBits = 2

func pack(body int, mode Mode) packedRow { return packedRow(body)<<modeBits | packedRow(mode) }

func (r packedRow) body() int  { return int(r >> modeBits) }
func (r packedRow) mode() Mode { return Mode(r & (1<<modeBits - 1)) }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Methods returns the number of methods of the program, those without a body included.
func (t *Table) Methods() int { return len(t.bodyOf) }

// Bodies returns the number of methods that have one.
func (t *Table) Bodies() int { return len(t.base.Methods) }

// Row says what row r is.
func (t *Table) Row(r int) Row {
	p := t.rows[r]
	row := Row{Method: t.base.Methods[p.body()], Callee: program.NoMethod, Mode: p.mode()}
	if row.Mode == Single {
		row.Callee = t.callees[t.callee(r, p.body())]
	}
	return row
}

// Mode is that of row r.
func (t *Table) Mode(r int) Mode { return t.rows[r].mode() }

// callee is the place of the callee of row r in callees, which is Single and of the body b.
func (t *Table) callee(r, b int) uint32 { return t.calls[b] + uint32(r) - t.first[b] - 1 }

// inlinedRow is the number of row r of body b, which is not None, among the rows that are not: there is one of None for each body up to b.
func inlinedRow(r, b int) int { return r - b - 1 }

// inlinedRows are the vectors of the rows of a run of bodies with a mode other than None, in their order. They stay where the worker of the run has put them: one table of
// all would be written a second time, by one worker, and they are much larger than the base vectors.
type inlinedRows struct {
	first   int // the number of the first one, see inlinedRow
	vectors vectors.Table
}

// inlinedVector is the vector of row r of body b, which is not None.
func (t *Table) inlinedVector(r, b int) vectors.Vector {
	in := &t.inlined[b/runLength]
	return in.vectors.Row(inlinedRow(r, b) - in.first)
}

// Vector returns the vector of row r. It aliases the table and must not be changed.
func (t *Table) Vector(r int) vectors.Vector {
	b := t.rows[r].body()
	if t.rows[r].mode() == None {
		return t.baseOf(b)
	}
	if t.late != nil {
		return t.late.vector(t, r)
	}
	return t.inlinedVector(r, b)
}

// RowsOf returns the rows of body b of Bodies, as Rows does: the first is that of None.
func (t *Table) RowsOf(b int) (lo, hi int) { return int(t.first[b]), int(t.first[b+1]) }

// Touch reads something of the vectors of row r, and of those that are inlined into it, and returns what depends on all of it: for who will read those of
// several rows, so that the memory of all of them is waited for at once.
func (t *Table) Touch(r int) (touched vectors.Entry) {
	b, mode := t.rows[r].body(), t.rows[r].mode()
	touched = first(t.baseOf(b))
	if mode == None || t.late != nil {
		return touched
	}
	for _, m := range t.Inlined(r) {
		touched += first(t.Base(m))
	}
	return touched + first(t.inlinedVector(r, b))
}

// first is the first entry of v, if it has any.
func first(v vectors.Vector) vectors.Entry {
	if len(v) == 0 {
		return 0
	}
	return v[0]
}

// Base returns the base vector of m's body; nil if it has none.
func (t *Table) Base(m program.MethodID) vectors.Vector {
	if b := t.body(m); b >= 0 {
		return t.baseOf(int(b))
	}
	return nil
}

// baseOf is the base vector of body b.
func (t *Table) baseOf(b int) vectors.Vector {
	if t.late != nil {
		return t.late.baseOf(b)
	}
	return t.base.Vectors.Row(b)
}

// Target is what all calls of m have in common that decides whether they are inlined. The rows of a body are the same, and in the same order, in two programs
// in which it has the same calls of methods with the same targets.
func (t *Table) Target(m program.MethodID) uint8 { return uint8(t.targets[m]) }

// Rows returns the rows of m: from lo up to, not including, hi. A method without a body has none.
func (t *Table) Rows(m program.MethodID) (lo, hi int) {
	b := t.body(m)
	if b < 0 {
		return 0, 0
	}
	return int(t.first[b]), int(t.first[b+1])
}

// MostInlined returns the row of m in which all calls are inlined that can be: All, or Single where there is one
// callee, or None; -1 if m has no body.
func (t *Table) MostInlined(m program.MethodID) int {
	lo, hi := t.Rows(m)
	if lo == hi {
		return -1
	}
	return hi - 1
}

// Callees returns the methods that some row of m has inlined, in the order of the first call. It aliases the table.
func (t *Table) Callees(m program.MethodID) []program.MethodID {
	b := t.body(m)
	if b < 0 {
		return nil
	}
	return t.callees[t.calls[b]:t.calls[b+1]:t.calls[b+1]]
}

// Inlined returns the methods whose bodies row r contains: none, the Callee, or all callees. It aliases the table.
func (t *Table) Inlined(r int) []program.MethodID {
	b := t.rows[r].body()
	lo, hi := t.calls[b], t.calls[b+1]
	switch t.rows[r].mode() {
	case None:
		return nil
	case Single:
		lo = t.callee(r, b)
		hi = lo + 1
	}
	return t.callees[lo:hi:hi]
}

// Sites returns the call sites in the body of m, refused ones among them; see SitesOf.
func (t *Table) Sites(m program.MethodID) []Site {
	if b := t.body(m); b >= 0 {
		return t.base.Sites.Row(int(b))
	}
	return nil
}

// Bytes returns the memory that the table takes beside the tables that it was made of.
func (t *Table) Bytes() int {
	n := 4 * (len(t.rows) + len(t.first) + len(t.calls) + len(t.callees) + len(t.bodyOf))
	for i := range t.inlined {
		n += t.inlined[i].vectors.Bytes()
	}
	return n
}

func (t *Table) body(m program.MethodID) int32 {
	if m < 0 || int(m) >= len(t.bodyOf) {
		return -1
	}
	return t.bodyOf[m]
}
