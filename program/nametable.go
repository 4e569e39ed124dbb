package program

import (
	encoding "encoding/binary"
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
	text  []string
	sums  []uint64 // NameSum of each
	slots []NameID // see names; those of the first program once taken
	taken atomic.Bool
}

// Len is the number of names.
func (t *NameTable) Len() int {
	if t == nil {
		return 0
	}
	return len(t.text)
}

// Names is the number of names of the program, with those of the table that it was linked with.
func (p *Program) Names() int { return len(p.names.text) }

// AppendNames appends the names of the program to dst, for OpenNames to read.
func (p *Program) AppendNames(dst []byte) []byte {
	dst = encoding.LittleEndian.AppendUint64(dst, p.names.id)
	dst = encoding.AppendUvarint(dst, uint64(len(p.names.text)))
	for _, name := range p.names.text {
		dst = encoding.AppendUvarint(dst, uint64(len(name)))
	}
	for _, name := range p.names.text {
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
	if r.Bad || len(r.B) > 0 {
		return nil
	}
	room := n + n/64 + 1024 // for what a program adds
	s := names{text: make([]string, n, room), sums: make([]uint64, n, room)}
	for i := range n {
		size := int(lengths.Uvarint())
		s.text[i], text = text[:size], text[size:]
		s.sums[i] = NameSum(s.text[i])
	}
	if !s.enter() {
		return nil
	}
	t.text, t.sums, t.slots = s.text, s.sums, s.slots
	return t
}

// enter enters all names into a new table. It reports false where one has two numbers.
func (s *names) enter() bool {
	s.reserve(len(s.text))
	// In a loop of its own, so that the processor waits for the memory of several slots at a time.
	for i, sum := range s.sums {
		at := int(sum) & (len(s.slots) - 1)
		for s.slots[at] != 0 {
			if other := s.slots[at] - 1; s.sums[other] == sum && s.text[other] == s.text[i] {
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
	s.id, s.flags = t.id, make([]nameFlags, len(t.text), cap(t.text))
	if t.taken.CompareAndSwap(false, true) {
		// The first program, which is mostly the only one, adds to what is there: behind the names of the table, which has none there.
		s.text, s.sums, s.slots = t.text, t.sums, t.slots
		return s
	}
	s.text, s.sums = slices.Clip(t.text), slices.Clip(t.sums)
	s.enter()
	return s
}
