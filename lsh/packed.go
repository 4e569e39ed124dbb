package lsh

import (
	"encoding/binary"
	"slices"

	"refract/internal/spare"
)

// packed holds rows in few bytes: each entry as the difference of its feature to the one before and its count, both as
// unsigned varints. Features are small numbers and counts mostly smaller, so that most entries take two bytes. Equal
// rows are equal bytes. It is safe for concurrent readers once it is complete.
//
// The bytes lie in pieces of one size, which is more than any row can have, since an array that grows to tens of
// megabytes is copied over and over, and leaves holes that nothing else fits in.
type packed struct {
	at     []uint32 // [n]: where row i begins: the number of its piece, and the place in it
	pieces [][]byte
	memory *spare.Slices[byte] // for pieces
}

const (
	placeBits = 20
	pieceSize = 1 << placeBits
)

// Len is the number of rows.
func (p *packed) Len() int { return len(p.at) }

// row returns the bytes of row i.
func (p *packed) row(i BucketID) []byte {
	from := p.at[i]
	piece := p.pieces[from>>placeBits]
	if int(i)+1 < len(p.at) {
		if to := p.at[i+1]; to>>placeBits == from>>placeBits {
			return piece[from%pieceSize : to%pieceSize]
		}
	}
	return piece[from%pieceSize:]
}

// first is the first byte of row i, 0 for one without entries that is the last of its piece.
func (p *packed) first(i BucketID) byte {
	from := p.at[i]
	if piece := p.pieces[from>>placeBits]; int(from%pieceSize) < len(piece) {
		return piece[from%pieceSize]
	}
	return 0
}

const packedFull = "lsh: more than 2^32 bytes of distinct rows"

// keep makes row the next row.
func (p *packed) keep(row []byte) {
	last := len(p.pieces) - 1
	if last < 0 || len(p.pieces[last])+len(row) > pieceSize {
		if last++; last == 1<<(32-placeBits) {
			panic(packedFull)
		}
		piece := p.memory.TakeAny() // where there is none that of a small program grows
		if last > 0 && piece == nil {
			piece = make([]byte, 0, pieceSize)
		}
		p.pieces = append(p.pieces, piece)
	}
	p.at = append(p.at, uint32(last)<<placeBits|uint32(len(p.pieces[last])))
	p.pieces[last] = append(p.pieces[last], row...)
}

// trim gives back what was allocated for more rows.
func (p *packed) trim() {
	p.at = trim(p.at)
	if last := len(p.pieces) - 1; last >= 0 {
		p.pieces[last] = trim(p.pieces[last])
	}
}

// maxEntry is the most bytes that an entry takes.
const maxEntry = binary.MaxVarintLen16 + binary.MaxVarintLen32

// appendEntries appends the bytes of a row to dst.
func appendEntries(dst []byte, features []uint16, counts []uint32) []byte {
	dst, _ = appendHashed(dst, features, counts)
	return dst
}

// appendHashed is appendEntries, and returns the hash of the row as well.
func appendHashed(dst []byte, features []uint16, counts []uint32) (_ []byte, hash uint64) {
	at := len(dst)
	dst = slices.Grow(dst, maxEntry*len(features))
	dst = dst[:cap(dst)]
	last := uint16(0)
	counts = counts[:len(features)]
	for e, f := range features {
		d, c := f-last, counts[e]
		last = f
		hash += Term(f, c)
		if uint32(d)|c < 0x80 {
			binary.LittleEndian.PutUint16(dst[at:], d|uint16(c)<<8)
			at += 2
		} else {
			at += putEntry(dst[at:], d, c)
		}
	}
	return dst[:at], hash
}

// putEntry puts an entry that takes more than two bytes into dst and returns how many. It stays out of the loop around it, which has
// no registers to spare.
//
//go:noinline
func putEntry(dst []byte, d uint16, count uint32) int {
	n := binary.PutUvarint(dst, uint64(d))
	return n + binary.PutUvarint(dst[n:], uint64(count))
}

// unpackEntry reads the first entry of b: the difference of its feature to the one before, its count, and the rest.
func unpackEntry(b []byte) (d uint16, count uint32, rest []byte) {
	if b[0] < 0x80 && b[1] < 0x80 {
		return uint16(b[0]), uint32(b[1]), b[2:]
	}
	x, n := binary.Uvarint(b)
	y, m := binary.Uvarint(b[n:])
	return uint16(x), uint32(y), b[n+m:]
}

// once is the number of entries of all rows that count 1.
func (p *packed) once() (n int) {
	for _, piece := range p.pieces {
		for b := piece; len(b) > 0; {
			var c uint32
			if _, c, b = unpackEntry(b); c == 1 {
				n++
			}
		}
	}
	return n
}

// unpack makes dst, whose memory is used again, a table of row i alone, with that hash.
func (p *packed) unpack(dst *Rows, i BucketID, hash uint64) {
	// A store of a slice in dst is one that the collector may have to hear of, so there is one.
	features, counts := dst.Features[:0], dst.Counts[:0]
	f := uint16(0)
	for b := p.row(i); len(b) > 0; {
		var d uint16
		var c uint32
		d, c, b = unpackEntry(b)
		f += d
		features, counts = append(features, f), append(counts, c)
	}
	dst.Features, dst.Counts = features, counts
	dst.Offsets = append(dst.Offsets[:0], 0, uint32(len(dst.Features)))
	dst.Hashes = append(dst.Hashes[:0], hash)
}

// equal reports whether row i equals row j of rows.
func (p *packed) equal(i BucketID, rows *Rows, j int) bool {
	b := p.row(i)
	features, counts := rows.Row(j)
	last := uint16(0)
	for e, f := range features {
		if len(b) == 0 {
			return false
		}
		var d uint16
		var c uint32
		if d, c, b = unpackEntry(b); last+d != f || c != counts[e] {
			return false
		}
		last = f
	}
	return len(b) == 0
}

// sqDistance is SqDistance of row i and row j of rows.
func (p *packed) sqDistance(i BucketID, rows *Rows, j int, limit uint64) uint64 {
	features, counts := rows.Row(j)
	sum, x, f := uint64(0), 0, 0
	for b := p.row(i); len(b) > 0; {
		var diff uint16
		var c uint32
		diff, c, b = unpackEntry(b)
		f += int(diff)
		for ; x < len(features) && int(features[x]) < f; x++ {
			if sum += square(int64(counts[x])); sum > limit {
				return sum
			}
		}
		d := int64(c)
		if x < len(features) && int(features[x]) == f {
			d -= int64(counts[x])
			x++
		}
		if sum += square(d); sum > limit {
			return sum
		}
	}
	for ; x < len(features); x++ {
		if sum += square(int64(counts[x])); sum > limit {
			return sum
		}
	}
	return sum
}

func square(d int64) uint64 { return uint64(d * d) }

// dims is one more than the largest feature of any row.
func (p *packed) dims() int {
	d := 0
	var row Rows
	for i := range BucketID(p.Len()) {
		p.unpack(&row, i, 0)
		// Features ascend within a row, so the last one is the largest.
		if n := len(row.Features); n > 0 {
			d = max(d, int(row.Features[n-1])+1)
		}
	}
	return d
}
