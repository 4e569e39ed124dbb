package lsh

import (
	"cmp"
	"math/bits"
	"slices"
)

// BucketID numbers the buckets of one Buckets, from 0.
type BucketID uint32

// Buckets groups equal rows, and within a bucket the rows of one class. All orders are those of the rows: buckets by
// their first row, classes of a bucket by their first row, rows ascending. It is immutable once built.
//
// Memory: 8 bytes a row, 4 a class, 12 a bucket, and 8 to 16 a bucket for the hash table, in seven flat arrays.
type Buckets struct {
	rows *Rows
	// order holds the rows by bucket and class. Class c has order[class[c]:class[c+1]], bucket b has the classes
	// bucket[b] to bucket[b+1].
	order  []uint32
	class  []uint32
	bucket []uint32
	hash   []uint64 // of every bucket's row
	first  []uint32 // the first row of every bucket, which stands for it
	// slot is an open-addressing table of bucket+1, 0 for a free slot, of a power of two at most half full.
	slot []uint32
}

// Class is the rows of one class in one bucket.
type Class struct {
	ID     ClassID
	Bucket BucketID
	// Rows are the rows in ascending order; at least one. They alias the Buckets.
	Rows []uint32
}

// NewBuckets groups rows. It panics if the shape of rows is wrong.
func NewBuckets(rows *Rows) *Buckets {
	rows.check()
	n := rows.Len()
	// About half of the rows of a program are distinct after an abstraction; more make it grow.
	b := &Buckets{rows: rows, slot: make([]uint32, 1<<bits.Len(uint(n|15))), hash: make([]uint64, 0, n/2), first: make([]uint32, 0, n/2)}
	of := make([]BucketID, rows.Len())
	for r := range of {
		of[r] = b.insert(uint32(r))
	}
	b.sortRows(of)
	b.splitClasses()
	return b
}

// insert returns the bucket of row r, a new one if there is none yet.
func (b *Buckets) insert(r uint32) BucketID {
	h := b.rows.Hash(int(r))
	mask := uint64(len(b.slot) - 1)
	at := mix(h) & mask
	for ; b.slot[at] != 0; at = (at + 1) & mask {
		id := b.slot[at] - 1
		if b.hash[id] == h && equal(b.rows, b.first[id], b.rows, r) {
			return BucketID(id)
		}
	}
	id := uint32(len(b.hash))
	b.hash = append(b.hash, h)
	b.first = append(b.first, r)
	b.slot[at] = id + 1
	if 2*len(b.hash) > len(b.slot) {
		b.grow()
	}
	return BucketID(id)
}

func (b *Buckets) grow() {
	b.slot = make([]uint32, 2*len(b.slot))
	mask := uint64(len(b.slot) - 1)
	for id, h := range b.hash {
		at := mix(h) & mask
		for b.slot[at] != 0 {
			at = (at + 1) & mask
		}
		b.slot[at] = uint32(id) + 1
	}
}

// sortRows is a counting sort of the rows by bucket. It leaves in bucket the offsets into order.
func (b *Buckets) sortRows(of []BucketID) {
	b.bucket = make([]uint32, len(b.hash)+1)
	for _, id := range of {
		b.bucket[id+1]++
	}
	for i := range b.hash {
		b.bucket[i+1] += b.bucket[i]
	}
	b.order = make([]uint32, len(of))
	next := slices.Clone(b.bucket)
	for r, id := range of {
		b.order[next[id]] = uint32(r)
		next[id]++
	}
}

// splitClasses orders the rows of every bucket by class and turns the offsets in bucket from rows to classes.
func (b *Buckets) splitClasses() {
	b.class = make([]uint32, 0, len(b.hash)+1)
	var s splitter
	for id := range b.hash {
		lo, hi := b.bucket[id], b.bucket[id+1]
		b.bucket[id] = uint32(len(b.class))
		if hi-lo == 1 || b.rows.Class == nil {
			for at := lo; at < hi; at++ {
				b.class = append(b.class, at)
			}
			continue
		}
		b.class = s.split(b.rows, b.order[lo:hi], lo, b.class)
	}
	b.bucket[len(b.hash)] = uint32(len(b.class))
	b.class = append(b.class, uint32(len(b.order)))
}

// splitter is the scratch memory of splitClasses.
type splitter struct {
	runs []span
	tmp  []uint32
}

type span struct{ lo, hi uint32 }

// split orders the rows of one bucket, which begin at offset base of order, by the first row of their class and
// appends the offset of every class to dst.
func (s *splitter) split(rows *Rows, order []uint32, base uint32, dst []uint32) []uint32 {
	s.tmp = append(s.tmp[:0], order...)
	slices.SortFunc(s.tmp, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(rows.class(x), rows.class(y)), cmp.Compare(x, y))
	})
	s.runs = s.runs[:0]
	for lo := 0; lo < len(s.tmp); {
		hi := lo + 1
		for hi < len(s.tmp) && rows.class(s.tmp[hi]) == rows.class(s.tmp[lo]) {
			hi++
		}
		s.runs = append(s.runs, span{uint32(lo), uint32(hi)})
		lo = hi
	}
	slices.SortFunc(s.runs, func(x, y span) int { return cmp.Compare(s.tmp[x.lo], s.tmp[y.lo]) })
	n := uint32(0)
	for _, run := range s.runs {
		dst = append(dst, base+n)
		n += uint32(copy(order[n:], s.tmp[run.lo:run.hi]))
	}
	return dst
}

// Len is the number of buckets, which is the number of distinct rows.
func (b *Buckets) Len() int { return len(b.hash) }

// Classes is the number of classes in bucket id.
func (b *Buckets) Classes(id BucketID) int { return int(b.bucket[id+1] - b.bucket[id]) }

// Class returns class i of bucket id, in the order of their first rows.
func (b *Buckets) Class(id BucketID, i int) Class {
	c := b.bucket[id] + uint32(i)
	rows := b.order[b.class[c]:b.class[c+1]]
	return Class{ID: b.rows.class(rows[0]), Bucket: id, Rows: rows}
}

// First is the first row of bucket id; all its rows are equal.
func (b *Buckets) First(id BucketID) int { return int(b.first[id]) }

// Hash is the hash of the rows of bucket id: the sum of their Terms.
func (b *Buckets) Hash(id BucketID) uint64 { return b.hash[id] }

// Find returns the bucket of the rows that equal row i of rows.
func (b *Buckets) Find(rows *Rows, i int) (id BucketID, ok bool) {
	h := rows.Hash(i)
	mask := uint64(len(b.slot) - 1)
	for at := mix(h) & mask; b.slot[at] != 0; at = (at + 1) & mask {
		id := b.slot[at] - 1
		if b.hash[id] == h && equal(b.rows, b.first[id], rows, uint32(i)) {
			return BucketID(id), true
		}
	}
	return 0, false
}
