// Package wire reads numbers from bytes that nobody vouches for. A Reader never reads past its bytes, and holds every
// length against what is left before anything is allocated for it. What the numbers mean is its user's business.
package wire

import "encoding/binary"

// Reader reads from the front of B. The first fault sets Bad and drops the rest, so that every later read returns zeros:
// ask Bad at the end.
type Reader struct {
	B   []byte
	Bad bool
}

// Fail notes a fault.
func (r *Reader) Fail() { r.B, r.Bad = nil, true }

// Uvarint reads an unsigned varint.
func (r *Reader) Uvarint() uint64 {
	if len(r.B) > 0 && r.B[0] < 0x80 { // most are
		n := r.B[0]
		r.B = r.B[1:]
		return uint64(n)
	}
	n, k := binary.Uvarint(r.B)
	if k <= 0 {
		r.Fail()
		return 0
	}
	r.B = r.B[k:]
	return n
}

// Count reads the number of elements that follow, of which each takes least bytes at least.
func (r *Reader) Count(least int) int {
	n := r.Uvarint()
	if n > uint64(len(r.B)/least) {
		r.Fail()
		return 0
	}
	return int(n)
}

// Bytes returns the next n bytes, nil where there are fewer. They alias B.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.B) {
		r.Fail()
		return nil
	}
	b := r.B[:n:n]
	r.B = r.B[n:]
	return b
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if len(r.B) == 0 {
		r.Fail()
		return 0
	}
	b := r.B[0]
	r.B = r.B[1:]
	return b
}
