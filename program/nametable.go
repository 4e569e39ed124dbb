package program

import (
	encoding "encoding/binary"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"refract/internal/wire"
)

// This file writes down the names of a program, for the records of linked.go to speak of by number: so that who links from records need not
// look up each name of each file. A program that is linked with such a table has its names under the same numbers, and new ones behind them, so
// that records of it and those of before can lie side by side. Names that nobody interns any more keep their numbers too, but are
// not found. They are written down in pieces, so that the few that are new can lie beside those that were there. A piece is
//
//	identity  8 bytes: of the table as it was when it was begun, which records repeat
//	first     the number of its first name
//	names     n; the length of each; their text

// NameTable is the names of a program that was linked before. A nil NameTable is that of nobody.
type NameTable struct {
	id    uint64
	begun int // names of the first piece
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

// Begun is the number of names in the first piece of the table.
func (t *NameTable) Begun() int {
	if t == nil {
		return 0
	}
	return t.begun
}

// Names is the number of names of the program, with those of the table that it was linked with.
func (p *Program) Names() int { return len(p.names.sums) }

// AppendNames appends the piece of the names of the program that begins with the one of that number, for OpenNames to read.
func (p *Program) AppendNames(dst []byte, first int) []byte {
	s := &p.names
	dst = encoding.LittleEndian.AppendUint64(dst, s.id)
	dst = encoding.AppendUvarint(encoding.AppendUvarint(dst, uint64(first)), uint64(len(s.sums)-first))
	for id := first; id < len(s.sums); id++ {
		dst = encoding.AppendUvarint(dst, uint64(len(s.text(NameID(id)))))
	}
	if first < s.old.n {
		dst = append(dst, s.old.text[s.old.from[first]:]...)
	}
	for _, name := range s.added[max(first-s.old.n, 0):] {
		dst = append(dst, name...)
	}
	return dst
}

// OpenNames reads a table of names, of which it keeps a copy, from its pieces: one begins where the one before it ends. It returns nil for bytes that are none.
func OpenNames(pieces ...[]byte) *NameTable {
	all := make([]namePiece, len(pieces))
	n, size := 0, 0
	for i, b := range pieces {
		p := &all[i]
		if !p.open(b) || p.first != uint64(n) || p.id != all[0].id {
			return nil
		}
		n, size = n+p.n, size+len(p.text)
	}
	if len(pieces) == 0 || size > math.MaxUint32 {
		return nil
	}
	var text strings.Builder
	text.Grow(size)
	for i := range all {
		text.Write(all[i].text)
	}
	room := n + n/64 + 1024 // for what a program adds
	s := names{old: oldNames{n, text.String(), make([]uint32, n+1)}, sums: make([]uint64, n, room)}
	i, at := 0, 0
	for j := range all {
		for range all[j].n {
			from := at
			at += int(all[j].lengths.Uvarint())
			s.old.from[i+1] = uint32(at)
			s.sums[i] = NameSum(s.old.text[from:at])
			i++
		}
	}
	if !s.enter() {
		return nil
	}
	return &NameTable{id: all[0].id, begun: all[0].n, old: s.old, sums: s.sums, slots: s.slots}
}

// namePiece is a piece of a table as it lies.
type namePiece struct {
	id, first uint64
	n         int
	lengths   wire.Reader
	text      []byte
}

// open reads a piece. It reports false for bytes that are none.
func (p *namePiece) open(b []byte) bool {
	r := wire.Reader{B: b}
	if id := r.Bytes(8); id != nil {
		p.id = encoding.LittleEndian.Uint64(id)
	}
	p.first, p.n = r.Uvarint(), r.Count(1)
	p.lengths = r
	size := 0
	for range p.n {
		size += r.Count(1)
	}
	p.text = r.Bytes(size)
	return !r.Bad && len(r.B) == 0
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
