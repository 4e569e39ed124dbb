package program

import (
	encoding "encoding/binary"
	"math"
	"slices"
	"sync/atomic"

	"refract/internal/wire"
)

// This file writes down the names of a program, for the records of linked.go to speak of by number: so that who links from records need not
// look up each name of each file. A program that is linked with such a table has its names under the same numbers, and new ones behind them, so
// that records of it and those of before can lie side by side. Names that nobody interns any more keep their numbers too, but are
// not found. It is
//
//	identity  8 bytes: of the table as it was when it was begun, which records repeat
//	names     n; the length of each; their text

// NameTable is the names of a program that was linked before. A nil NameTable is that of nobody.
type NameTable struct {
	id    uint64
	old   oldNames
	sums  []uint64 // NameSum of each
	slots []NameID // see names; those of the first program once taken
	taken atomic.Bool
}

// Len is the number of names.
func (t *NameTable) Len() int {
	if t == nil {
		return 0
	}
	return t.old.n
}

// Names is the number of names of the program, with those of the table that it was linked with.
func (p *Program) Names() int { return len(p.names.sums) }

// AppendNames appends the names of the program to dst, for OpenNames to read.
func (p *Program) AppendNames(dst []byte) []byte {
	dst = encoding.LittleEndian.AppendUint64(dst, p.names.id)
	dst = encoding.AppendUvarint(dst, uint64(len(p.names.sums)))
	for id := range p.names.sums {
		dst = encoding.AppendUvarint(dst, uint64(len(p.names.text(NameID(id)))))
	}
	dst = append(dst, p.names.old.text...)
	for _, name := range p.names.added {
		dst = append(dst, name...)
	}
	return dst
}

// OpenNames reads a table of names, of which it keeps a copy. It returns nil for bytes that are none.
func OpenNames(b []byte) *NameTable {
	r := wire.Reader{B: b}
	t := &NameTable{}
	if id := r.Bytes(8); id != nil {
		t.id = encoding.LittleEndian.Uint64(id)
	}
	n := r.Count(1)
	lengths, size := r, 0
	for range n {
		size += r.Count(1)
	}
	text := string(r.Bytes(size))
	if r.Bad || len(r.B) > 0 || size > math.MaxUint32 {
		return nil
	}
	room := n + n/64 + 1024 // for what a program adds
	s := names{old: oldNames{n, text, make([]uint32, n+1)}, sums: make([]uint64, n, room)}
	for i, at := 0, 0; i < n; i++ {
		from := at
		at += int(lengths.Uvarint())
		s.old.from[i+1] = uint32(at)
		s.sums[i] = NameSum(text[from:at])
	}
	if !s.enter() {
		return nil
	}
	t.old, t.sums, t.slots = s.old, s.sums, s.slots
	return t
}

// enter enters all names into a new table. It reports false where one has two numbers.
func (s *names) enter() bool {
	s.reserve(len(s.sums))
	// In a loop of its own, so that the processor waits for the memory of several slots at a time.
	for i, sum := range s.sums {
		at := int(sum) & (len(s.slots) - 1)
		for s.slots[at] != 0 {
			if other := s.slots[at] - 1; s.sums[other] == sum && s.text(other) == s.text(NameID(i)) {
				return false
			}
			at = (at + 1) & (len(s.slots) - 1)
		}
		s.slots[at] = NameID(i) + 1
	}
	return true
}

// names returns the table for a program to add to.
func (t *NameTable) names() names {
	s := names{recent: &recentNames{}}
	if t == nil {
		return s
	}
	s.id, s.old, s.flags = t.id, t.old, make([]nameFlags, len(t.sums), cap(t.sums))
	if t.taken.CompareAndSwap(false, true) {
		// The first program, which is mostly the only one, adds to what is there: behind the names of the table, which has none there.
		s.sums, s.slots = t.sums, t.slots
		return s
	}
	s.sums = slices.Clip(t.sums)
	s.enter()
	return s
}
