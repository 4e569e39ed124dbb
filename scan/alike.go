package scan

import (
	"math/bits"

	"refract/concretize"
	"refract/lsh"
)

// This file spares the tables of a cold scan rows that they have already. A third of the rows of a large program have a class that an earlier one has, so
// that they would be abstracted to what that was abstracted to, and be judged in the same way of whether they take part.

// alike returns, for each row, the first one of its class. It is worked out once.
func (c *Corpus) alike() []int32 {
	c.alikeOnce.Do(func() { c.alikeRows = firstOfClass(c.class) })
	return c.alikeRows
}

// classParts is into how many parts firstOfClass divides the rows: those of a million leave tables that a processor keeps at hand.
const (
	classParts    = 1 << classPartBits
	classPartBits = 7
)

// partOf is the part of a class.
func partOf(id lsh.ClassID) uint64 { return spread(id) >> (64 - classPartBits) }

// spread has each bit of a class move the upper bits.
func spread(id lsh.ClassID) uint64 { return uint64(id) * 0x9E3779B97F4A7C15 }

// firstOfClass returns, for each row, the first row of its class. The rows are divided by class before they are looked up: a table of all would be waited for
// with each row.
func firstOfClass(class []lsh.ClassID) []int32 {
	var start [classParts + 1]int
	for _, id := range class {
		start[partOf(id)+1]++
	}
	for p := range classParts {
		start[p+1] += start[p]
	}
	rows, next := make([]int32, len(class)), start
	for r, id := range class {
		p := partOf(id)
		rows[next[p]] = int32(r)
		next[p]++
	}
	first := make([]int32, len(class))
	var slots []int32 // open addressing by class: the first row of one, plus one; 0 for a free slot
	for p := range classParts {
		part := rows[start[p]:start[p+1]]
		size := 1 << bits.Len(uint(2*len(part)))
		if size > len(slots) {
			slots = make([]int32, size)
		}
		table := slots[:size]
		clear(table)
		for _, r := range part {
			first[r] = enterClass(table, class, r)
		}
	}
	return first
}

// enterClass returns the first row of the class of r that was entered into table, which is r if there was none.
func enterClass(table []int32, class []lsh.ClassID, r int32) int32 {
	id, mask := class[r], len(table)-1
	at := int(spread(id)>>32) & mask
	for ; table[at] != 0; at = (at + 1) & mask {
		if known := table[at] - 1; class[known] == id {
			return known
		}
	}
	table[at] = r + 1
	return r
}

// standing is what becomes of the rows of one class on a side of a rule: where it is positive, they are like the row before it in the table.
type standing int32

const (
	undecided standing = -iota
	tooSmall
	unfit
	takesItsPart // and has no row yet
)

// standingOf is that of a row which row of the table is like.
func standingOf(row int) standing { return standing(row + 1) }

// row is the row of the table.
func (f standing) row() int { return int(f) - 1 }

// decide is the standing of row r of c.
func (d *detector) decide(c *Corpus, roles *concretize.Roles, r int) standing {
	switch {
	case c.size[r].Below(d.rule):
		return tooSmall
	case d.o.Explain == nil && !roles.Fit(r): // an explanation wants to hear of each candidate why it is none
		return unfit
	}
	return takesItsPart
}

// standings returns n of them, by the first row of a class, of which none is decided.
func (d *detector) standings(n int) []standing {
	if s := d.o.share; s != nil {
		return s.standings.Zeroed(n)
	}
	return make([]standing, n)
}
