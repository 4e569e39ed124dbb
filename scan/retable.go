package scan

import (
	"cmp"
	"slices"
	"sync"

	"refract/abstraction"
	"refract/inline"
)

// This file makes the tables of the rows to be looked at again. The index has the short keys of all rows of the last scan, and knows which of these stand for
// rows that are not equal (memoRule.Shared): of the others one row is abstracted for a key, and the rest are like it.

// placed is a row of the corpus with the slot that its key has in redo.answers. fresh is its number among the new ones, plus one; 0 for one of the last scan.
type placed struct{ row, slot, fresh int32 }

// tables fills the detector's tables with the rows to be looked at.
func (r *redo) tables(plan *abstraction.Plan) {
	d := r.d
	lists := placedLists.Get().(*rowLists)
	defer placedLists.Put(lists)
	rows := r.rows(lists)
	same := d.rule.Query == d.rule.Answer && d.rule.Radius == 0
	a := r.abstracter(plan, lists)
	defer giveTable(a.table)
	d.qRows, r.asking = a.abstract(rows, r.asks(), &r.again)
	d.aRows = d.qRows
	if !same {
		d.aRows, _ = a.abstract(rows, r.replies(), &r.answers)
	}
}

// rowLists is memory for redo.rows and an abstracter, which serves one rule after the other.
type rowLists struct {
	known, rest, all []placed
	of, like         []int32 // see abstracter
	takes            []bool
}

// zeroed returns n elements that are zero, in the memory of s if it has room for them.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

var placedLists = sync.Pool{New: func() any { return new(rowLists) }}

// rows returns the rows that are new or have a key of answers, which has those of again as well, in their order. They lie in l.
func (r *redo) rows(l *rowLists) []placed {
	l.known, l.rest = l.known[:0], l.rest[:0]
	for i, f := range r.fresh {
		l.rest = append(l.rest, placed{f.row, int32(r.answers.find(f.key)), int32(i) + 1})
	}
	for s, keys := range r.keys {
		list, rowOf, of := &l.rest, r.past.rowOf[s], keys.Rows()
		if s == 0 {
			list = &l.known // where most of them are, in their order
		}
		r.answers.findAll(keys.Bytes(), func(i, slot int) {
			if row := rowOf[of.Row(i)]; row >= 0 {
				*list = append(*list, placed{row: row, slot: int32(slot)})
			}
		})
	}
	byRow := func(x, y placed) int { return cmp.Compare(x.row, y.row) }
	slices.SortFunc(l.rest, byRow)
	if !slices.IsSortedFunc(l.known, byRow) {
		slices.SortFunc(l.known, byRow)
	}
	l.all = mergeRows(l.all[:0], l.known, l.rest)
	return l.all
}

// mergeRows appends to out two lists that are ordered by row, in that order.
func mergeRows(out, x, y []placed) []placed {
	for len(x) > 0 && len(y) > 0 {
		if x[0].row < y[0].row {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return append(append(out, x...), y...)
}

// abstracter abstracts rows of the last scan, of those with one key the first that it comes across.
type abstracter struct {
	r     *redo
	plan  *abstraction.Plan
	table *abstraction.Table
	// lists has, by slot of redo.answers: of, the number in table of a row with the key, plus one; takes, whether the side at hand has rows with the key; and like, the row
	// of the side that others with the key are like, plus one.
	lists *rowLists
}

// abstracter returns one whose table is to be given back.
func (r *redo) abstracter(plan *abstraction.Plan, lists *rowLists) *abstracter {
	lists.of = zeroed(lists.of, len(r.answers.slots))
	return &abstracter{r: r, plan: plan, table: takeTable(), lists: lists}
}

// row returns the number in the table of a row that equals one of the corpus.
func (a *abstracter) row(k placed, shared bool) int {
	of := a.lists.of
	if n := of[k.slot]; n > 0 && !shared {
		return int(n) - 1
	}
	n := a.plan.Append(a.table, a.r.d.q.Rows.Vector(int(k.row)))
	of[k.slot] = int32(n) + 1
	return n
}

// abstract is detector.choose for those of rows that are on one side and have one of the keys. It tells as well which keys of redo.answers rows of the last scan
// have there, by slot.
func (a *abstracter) abstract(from []placed, side [modes]bool, keys *keySet) (out *abstracted, has []bool) {
	c, slots := a.r.d.q, a.r.answers.slots
	out, has = &abstracted{}, make([]bool, len(slots))
	l := a.lists
	l.takes, l.like = zeroed(l.takes, len(slots)), zeroed(l.like, len(slots))
	takes, like := l.takes, l.like
	for i, k := range slots {
		takes[i] = k != 0 && keys.has(k)
	}
	rows := a.r.d.room(out, len(from), keys.n)
	for _, k := range from {
		if !takes[k.slot] || !side[c.Rows.Mode(int(k.row))] {
			continue
		}
		out.row = append(out.row, k.row)
		switch {
		case k.fresh > 0:
			rows.Add(a.r.table.Row(int(k.fresh) - 1))
			continue
		case like[k.slot] > 0:
			rows.AddLike(int(like[k.slot]) - 1)
			continue
		}
		has[k.slot] = true
		shared := a.r.m.shares(slots[k.slot])
		rows.Add(a.table.Row(a.row(k, shared)))
		if !shared {
			like[k.slot] = int32(len(out.row))
		}
	}
	out.group(rows, c.class)
	return out, has
}

// plain is the number of buckets that have no record and are not looked at again.
func (r *redo) plain() int {
	n := r.m.Plain
	for slot, k := range r.answers.slots {
		// With queries of the last scan, all of which are looked at again; some may be gone.
		if k != 0 && (r.asking[slot] || r.gone.has(k)) && !r.told.has(k) {
			n--
		}
	}
	return n
}

// modes are the modes that a row can have.
const modes = inline.All + 1
