package lsh

import "math"

// ClassID is the identity of the concrete vectors behind a row: equal for rows that no look at vectors can tell
// apart. It is the caller's; a dense number or a 64-bit hash will do.
type ClassID uint64

// Rows are sparse rows of counts in compressed form. Row i has the entries
// Features[Offsets[i]:Offsets[i+1]] with the Counts of the same indices, its features strictly ascending and its
// counts not 0.
//
// Shapes: Offsets [n+1], Features and Counts [Offsets[n]], Class [n] or nil, Hashes [n] or nil. Rows are not changed
// by this package and must not be changed by the caller while something built on them is in use.
type Rows struct {
	Offsets  []uint32
	Features []uint16
	Counts   []uint32
	// Class tells rows with different concrete vectors apart. Nil means that every row is a class of its own.
	Class []ClassID
	// Hashes, where not nil, are the sums of the Terms of every row. It spares a caller that abstracts vectors the
	// second walk: a term of a feature that the abstraction drops is subtracted. A wrong sum loses matches; it cannot
	// make a false one.
	Hashes []uint64
}

const (
	badOffsets = "lsh: Offsets do not describe Features and Counts"
	badClass   = "lsh: Class has not one element a row"
	badHashes  = "lsh: Hashes has not one element a row"
)

// Len is the number of rows.
func (r *Rows) Len() int { return max(len(r.Offsets)-1, 0) }

// Row returns the entries of row i. The slices alias the rows.
func (r *Rows) Row(i int) (features []uint16, counts []uint32) {
	lo, hi := r.Offsets[i], r.Offsets[i+1]
	return r.Features[lo:hi], r.Counts[lo:hi]
}

// check panics on rows of the wrong shape. It looks at every offset, not at every entry.
func (r *Rows) check() {
	n := r.Len()
	if n > 0 && (int(r.Offsets[n]) != len(r.Features) || len(r.Features) != len(r.Counts)) {
		panic(badOffsets)
	}
	for i := range n {
		if r.Offsets[i] > r.Offsets[i+1] {
			panic(badOffsets)
		}
	}
	if r.Class != nil && len(r.Class) != n {
		panic(badClass)
	}
	if r.Hashes != nil && len(r.Hashes) != n {
		panic(badHashes)
	}
}

// Term is what one entry adds to the hash of its row. The sum over a row's entries modulo 2⁶⁴ does not depend on
// their order, so a sum can be corrected for a changed entry by subtracting the old term and adding the new one.
// An entry of count 0 is no entry and adds nothing.
func Term(feature uint16, count uint32) uint64 {
	if feature < termFeatures && count < termCounts {
		return terms[feature][count]
	}
	return term(feature, count)
}

// terms are those of small features and counts, which nearly all are: to look one up takes less than half of working it out.
var terms = func() (t [termFeatures][termCounts]uint64) {
	for f := range t {
		for c := range t[f] {
			t[f][c] = term(uint16(f), uint32(c))
		}
	}
	return t
}()

const termFeatures, termCounts = 256, 16

// term works out a Term. It stays out of the loops that ask for terms, see putEntry.
//
//go:noinline
func term(feature uint16, count uint32) uint64 {
	if count == 0 {
		return 0
	}
	return mix(uint64(feature)<<32 | uint64(count))
}

// Hash is the sum of the terms of row i.
func (r *Rows) Hash(i int) uint64 {
	if r.Hashes != nil {
		return r.Hashes[i]
	}
	h := uint64(0)
	for e := r.Offsets[i]; e < r.Offsets[i+1]; e++ {
		h += Term(r.Features[e], r.Counts[e])
	}
	return h
}

// mix is the finalizer of SplitMix64: a bijection in which every bit of x moves half the bits of the result.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// SqDistance is the square of the Euclidean distance of row i of a and row j of b. It is exact while it stays below
// 2⁶⁴, and gives up with a value above limit as soon as the sum so far is above it.
func SqDistance(a *Rows, i int, b *Rows, j int, limit uint64) uint64 {
	af, ac := a.Row(i)
	bf, bc := b.Row(j)
	sum := uint64(0)
	x, y := 0, 0
	for x < len(af) || y < len(bf) {
		var d int64
		switch {
		case y == len(bf) || x < len(af) && af[x] < bf[y]:
			d = int64(ac[x])
			x++
		case x == len(af) || bf[y] < af[x]:
			d = int64(bc[y])
			y++
		default:
			d = int64(ac[x]) - int64(bc[y])
			x++
			y++
		}
		if sum += uint64(d * d); sum > limit {
			return sum
		}
	}
	return sum
}

// norm is the Euclidean length of row i.
func (r *Rows) norm(i int) float64 {
	sum := 0.0
	_, counts := r.Row(i)
	for _, c := range counts {
		sum += float64(c) * float64(c)
	}
	return math.Sqrt(sum)
}
