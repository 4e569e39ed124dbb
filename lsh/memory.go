package lsh

import "refract/internal/spare"

// Memory is what Buckets and Steps leave to the next ones when they are freed. One rule after the other needs tables of tens of megabytes for a
// while: if each of them had new memory that would have to be mapped, and the rest of the heap to be marked to find what the last had. The zero
// Memory keeps nothing. It is safe for concurrent use.
type Memory struct {
	numbers *spare.Slices[uint32]
	hashes  *spare.Slices[uint64]
	pieces  *spare.Slices[byte]
	lacking *spare.Slices[lacked]
}

// NewMemory returns a Memory that keeps what it is given.
func NewMemory() Memory {
	return Memory{new(spare.Slices[uint32]), new(spare.Slices[uint64]), new(spare.Slices[byte]), new(spare.Slices[lacked])}
}

// keeps reports whether m is not the zero Memory.
func (m Memory) keeps() bool { return m.numbers != nil }

// Free gives the memory of b back to where it was taken from. Neither b nor what aliases it, its Steps among it, may be used any more.
func (b *Buckets) Free() {
	m := b.memory
	for _, x := range [][]uint32{b.order, b.class, b.bucket, b.slot, b.distinct.at} {
		m.numbers.Give(x)
	}
	m.hashes.Give(b.hash)
	for _, x := range b.distinct.pieces {
		if cap(x) == pieceSize {
			m.pieces.Give(x)
		}
	}
	*b = Buckets{}
}

// Free gives the memory of s back to where that of its Buckets is from, which are not freed. Nobody may use it any more.
func (s *Steps) Free() {
	m := s.on.memory
	m.lacking.Give(s.lacking)
	m.hashes.Give(s.some)
	*s = Steps{}
}
