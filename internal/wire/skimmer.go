package wire

import "encoding/binary"

// Skimmer reads as Reader does, from place At of B on, which is behind the end of B once something was not there. The place is all that changes from
// number to number: to write a pointer takes longer while garbage is collected.
type Skimmer struct {
	B  []byte
	At int
}

// Fail has nothing more be there.
func (s *Skimmer) Fail() { s.At = len(s.B) + 1 }

// Bad reports whether something was not there.
func (s *Skimmer) Bad() bool { return s.At > len(s.B) }

// Uvarint reads a number, 0 where there is none.
func (s *Skimmer) Uvarint() (n uint64) {
	if s.At < len(s.B) && s.B[s.At] < 0x80 { // most are
		s.At++
		return uint64(s.B[s.At-1])
	}
	n, s.At = longNumberAt(s.B, s.At)
	return n
}

// longNumberAt returns the number at a place of b, and the place behind it, which is behind the end of b where there is none.
func longNumberAt(b []byte, at int) (n uint64, next int) {
	if at < len(b) {
		if n, k := binary.Uvarint(b[at:]); k > 0 {
			return n, at + k
		}
	}
	return 0, len(b) + 1
}

// Varint reads a number that may be below 0, as binary.AppendVarint has it.
func (s *Skimmer) Varint() int64 {
	n := s.Uvarint()
	return int64(n>>1) ^ -int64(n&1)
}

// Byte reads a byte, 0 where there is none.
func (s *Skimmer) Byte() byte {
	if s.At >= len(s.B) {
		s.Fail()
		return 0
	}
	s.At++
	return s.B[s.At-1]
}

// Count reads how many elements follow, each of least bytes at least; 0 where there are fewer.
func (s *Skimmer) Count(least int) int { return s.Bounded(s.Uvarint(), least) }

// Bounded is count, a fault where there are not so many elements of least bytes left, and 0 then.
func (s *Skimmer) Bounded(count uint64, least int) int {
	if s.Bad() || count > uint64((len(s.B)-s.At)/least) {
		s.Fail()
		return 0
	}
	return int(count)
}

// Bytes returns the next n bytes, nil where there are fewer. They alias B.
func (s *Skimmer) Bytes(n int) []byte {
	count := s.Bounded(uint64(n), 1)
	if s.Bad() {
		return nil
	}
	from := s.At
	s.At += count
	return s.B[from:s.At:s.At]
}

// Skip passes by so many numbers: each ends with a byte that has no highest bit.
func (s *Skimmer) Skip(count uint64) {
	left := s.Bounded(count, 1)
	at := s.At
	for ; left > 0 && at < len(s.B); at++ {
		left -= int(s.B[at]>>7 ^ 1)
	}
	if s.At = at; left > 0 {
		s.Fail()
	}
}
