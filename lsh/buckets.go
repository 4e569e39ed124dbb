package lsh

import (
	"bytes"
	"math/bits"
	"slices"
)

// BucketID numbers the buckets of one Buckets, from 0.
type BucketID uint32

// Buckets groups equal rows, and within a bucket the rows of one class. All orders are those of the rows: buckets by
// their first row, classes of a bucket by their first row, rows ascending. It is immutable once built, and holds of the
// rows that are equal only one.
//
// Memory: 4 bytes a row and 4 a class; for a bucket 12 bytes, 8 to 16 for the hash table, and 4 with some two for each
// entry of its row.
type Buckets struct {
	distinct packed // the row that all rows of a bucket are, by bucket
	// order holds the rows by bucket and class. Class c has order[class[c]:class[c+1]], bucket b has the classes
	// bucket[b] to bucket[b+1].
	order  []uint32
	class  []uint32
	bucket []uint32
	hash   []uint64 // of every bucket's row
	// slot is an open-addressing table of bucket+1, 0 for a free slot, of a power of two at most half full.
	slot   []uint32
	id     func(row uint32) ClassID
	memory Memory // that all of it is taken from
}

// Class is the rows of one class in one bucket.
type Class struct {
	Bucket BucketID
	Number int // among the classes of its bucket
	// Rows are the rows in ascending order; at least one. They alias the Buckets.
	Rows []uint32

	id func(row uint32) ClassID
}

// ID is that of the class. It is looked up.
func (c *Class) ID() ClassID { return c.id(c.Rows[0]) }

// NewBuckets groups rows. It panics if the shape of rows is wrong.
func NewBuckets(rows *Rows) *Buckets {
	rows.check()
	g := NewGrouper(rows.Len())
	for r := range rows.Len() {
		features, counts := rows.Row(r)
		g.add(rows.Hash(r), features, counts)
	}
	if rows.Class == nil {
		return g.Buckets(nil)
	}
	return g.Buckets(func(r uint32) ClassID { return rows.Class[r] })
}

// A Grouper groups rows that are added one by one, so that nobody need hold all of them.
type Grouper struct {
	b  *Buckets
	of []uint32 // the bucket of each row
	// Rows wait until there are some of them: where a row belongs is in memory that no processor keeps at hand, and
	// for several rows it can be waited for at once.
	waiting int
	like    [atOnce]uint32 // the row that each is like, plus one; 0 for one of its own
	hashes  [atOnce]uint64
	ends    [atOnce]int // of their bytes in rows
	rows    []byte
	touched uint64 // says that what was read ahead is needed
}

// atOnce is how many rows wait: as many as a processor can have memory on the way for, and more.
const atOnce = 32

// NewGrouper returns a Grouper with room for so many rows, of which half are distinct; there may be more.
func NewGrouper(rows int) *Grouper {
	return Memory{}.NewGrouper(rows, rows/2) // as many as of the rows of a program after an abstraction
}

// NewGrouper is NewGrouper for rows of which so many are distinct, with memory of m, which Buckets.Free gives back.
func (m Memory) NewGrouper(rows, distinct int) *Grouper {
	n := distinct + 16
	b := &Buckets{
		slot:     m.numbers.Zeroed(1 << bits.Len(uint(n))),
		hash:     m.hashes.Take(n),
		distinct: packed{at: m.numbers.Take(n), memory: m.pieces},
		memory:   m,
	}
	return &Grouper{b: b, of: m.numbers.Take(rows)}
}

// Add adds the next row, as Rows has it; the slices are not kept.
func (g *Grouper) Add(features []uint16, counts []uint32) {
	rows, h := appendHashed(g.rows, features, counts)
	g.rows = rows
	g.wait(h, 0)
}

func (g *Grouper) add(hash uint64, features []uint16, counts []uint32) {
	g.rows = appendEntries(g.rows, features, counts)
	g.wait(hash, 0)
}

// AddLike adds the next row, which equals one that was added before.
func (g *Grouper) AddLike(row int) {
	if uint(row) >= uint(len(g.of)+g.waiting) {
		panic(badLike)
	}
	g.wait(0, uint32(row)+1)
}

const badLike = "lsh: a row is like one that was not added"

// wait has the row wait that ends with rows, or is like another.
func (g *Grouper) wait(hash uint64, like uint32) {
	g.hashes[g.waiting], g.ends[g.waiting], g.like[g.waiting] = hash, len(g.rows), like
	if g.waiting++; g.waiting == atOnce {
		g.flush()
	}
}

// touch reads what the searches for rows of these hashes will read, of the first bucket that each comes across. It returns
// something that depends on all of it.
func (b *Buckets) touch(hashes []uint64) (touched uint64) {
	mask := uint64(len(b.slot) - 1)
	var first [atOnce]uint32
	for i, h := range hashes {
		first[i] = b.slot[mix(h)&mask]
	}
	for _, slot := range first[:len(hashes)] {
		if slot != 0 {
			touched += b.hash[slot-1] + uint64(b.distinct.at[slot-1])
		}
	}
	for _, slot := range first[:len(hashes)] {
		if slot != 0 {
			touched += uint64(b.distinct.first(BucketID(slot - 1)))
		}
	}
	return touched
}

// flush puts the rows that wait into their buckets.
func (g *Grouper) flush() {
	b := g.b
	g.touched += b.touch(g.hashes[:g.waiting])
	from := 0
	for i, end := range g.ends[:g.waiting] {
		if n := g.like[i]; n > 0 {
			g.of = append(g.of, g.of[n-1])
			continue
		}
		g.of = append(g.of, uint32(b.insert(g.hashes[i], g.rows[from:end])))
		from = end
	}
	g.waiting, g.rows = 0, g.rows[:0]
}

// Buckets ends the grouping. The class of every row is class of it; nil means that every row is a class of its own.
func (g *Grouper) Buckets(class func(row uint32) ClassID) *Buckets {
	g.flush()
	b := g.b
	g.b = nil
	b.id = class
	if b.id == nil {
		b.id = func(row uint32) ClassID { return ClassID(row) }
	}
	b.sortRows(g.of)
	b.memory.numbers.Give(g.of)
	g.of = nil
	b.splitClasses(class != nil)
	b.trim()
	return b
}

// trim gives back what was allocated for more rows than there are.
func (b *Buckets) trim() {
	if m := b.memory; m.keeps() {
		b.hash, b.class, b.distinct.at = m.hashes.Fit(b.hash), m.numbers.Fit(b.class), m.numbers.Fit(b.distinct.at)
		if size := slotsOf(len(b.hash)); roomy*size < len(b.slot) {
			b.resize(size)
		}
		return
	}
	b.hash, b.class = trim(b.hash), trim(b.class)
	b.distinct.trim()
}

// roomy is how many times as large as it need be the table of slots may stay.
const roomy = 4

// trim returns s in memory of its own size if it wastes an eighth of what it has.
func trim[T any](s []T) []T {
	if cap(s)-len(s) > len(s)/8 {
		return append(make([]T, 0, len(s)), s...)
	}
	return s
}

// insert returns the bucket of a packed row, a new one if there is none yet.
func (b *Buckets) insert(h uint64, row []byte) BucketID {
	mask := uint64(len(b.slot) - 1)
	at := mix(h) & mask
	for ; b.slot[at] != 0; at = (at + 1) & mask {
		id := BucketID(b.slot[at] - 1)
		if b.hash[id] == h && bytes.Equal(b.distinct.row(id), row) {
			return id
		}
	}
	id := uint32(len(b.hash))
	b.distinct.keep(row)
	b.hash = append(b.hash, h)
	b.slot[at] = id + 1
	if 2*len(b.hash) > len(b.slot) {
		b.resize(2 * len(b.slot))
	}
	return BucketID(id)
}

// slotsOf is how many slots n buckets have.
func slotsOf(n int) int { return 1 << bits.Len(uint(2*n)) }

// resize makes slot a table of that size, which is a power of two.
func (b *Buckets) resize(size int) {
	old := b.slot
	b.slot = b.memory.numbers.Zeroed(size)
	b.memory.numbers.Give(old)
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
func (b *Buckets) sortRows(of []uint32) {
	m := b.memory.numbers
	b.bucket = m.Zeroed(len(b.hash) + 1)
	for _, id := range of {
		b.bucket[id+1]++
	}
	for i := range b.hash {
		b.bucket[i+1] += b.bucket[i]
	}
	b.order = m.Take(len(of))[:len(of)]
	next := append(m.Take(len(b.bucket)), b.bucket...)
	for r, id := range of {
		b.order[next[id]] = uint32(r)
		next[id]++
	}
	m.Give(next)
}

// splitClasses orders the rows of every bucket by class, if they have any, and turns the offsets in bucket from rows to
// classes.
func (b *Buckets) splitClasses(classes bool) {
	b.class = b.memory.numbers.Take(b.roomForClasses())
	var s splitter
	for id := range b.hash {
		lo, hi := b.bucket[id], b.bucket[id+1]
		b.bucket[id] = uint32(len(b.class))
		if hi-lo == 1 || !classes {
			for at := lo; at < hi; at++ {
				b.class = append(b.class, at)
			}
			continue
		}
		b.class = s.split(b.id, b.order[lo:hi], lo, b.class)
	}
	b.bucket[len(b.hash)] = uint32(len(b.class))
	b.class = append(b.class, uint32(len(b.order)))
}

// roomForClasses is how many elements class may come to have, where to have room for more costs nothing.
func (b *Buckets) roomForClasses() int {
	if b.memory.keeps() {
		return len(b.order) + 1
	}
	return len(b.hash) + 1
}

// splitter is the scratch memory of splitClasses.
type splitter struct {
	slot   []uint32  // open addressing by class: the number of a class plus one, 0 for a free slot
	ids    []ClassID // by number, which is in the order of their first rows
	number []uint32  // by row of the bucket
	next   []uint32  // by number: where its next row goes
	rows   []uint32
}

// split orders the rows of one bucket, which ascend and begin at offset base of order, by the first row of their class and
// appends the offset of every class to dst.
func (s *splitter) split(class func(uint32) ClassID, order []uint32, base uint32, dst []uint32) []uint32 {
	s.ids, s.number, s.next = s.ids[:0], s.number[:0], s.next[:0]
	size := 1 << bits.Len(uint(2*len(order)-1))
	s.slot = slices.Grow(s.slot[:0], size)[:size]
	clear(s.slot)
	for _, r := range order {
		n := s.find(class(r))
		s.number = append(s.number, n)
		s.next[n]++
	}
	at := uint32(0)
	for i, n := range s.next {
		dst = append(dst, base+at)
		s.next[i] = at
		at += n
	}
	if len(s.ids) == 1 || len(s.ids) == len(order) {
		return dst
	}
	s.rows = append(s.rows[:0], order...)
	for i, r := range s.rows {
		n := s.number[i]
		order[s.next[n]] = r
		s.next[n]++
	}
	return dst
}

// find returns the number of a class, a new one if it is not known.
func (s *splitter) find(id ClassID) uint32 {
	mask := uint64(len(s.slot) - 1)
	at := mix(uint64(id)) & mask
	for ; s.slot[at] != 0; at = (at + 1) & mask {
		if n := s.slot[at] - 1; s.ids[n] == id {
			return n
		}
	}
	s.ids, s.next = append(s.ids, id), append(s.next, 0)
	s.slot[at] = uint32(len(s.ids))
	return s.slot[at] - 1
}

// Len is the number of buckets, which is the number of distinct rows.
func (b *Buckets) Len() int { return len(b.hash) }

// Classes is the number of classes in bucket id.
func (b *Buckets) Classes(id BucketID) int { return int(b.bucket[id+1] - b.bucket[id]) }

// Class returns class i of bucket id, in the order of their first rows.
func (b *Buckets) Class(id BucketID, i int) Class {
	c := b.bucket[id] + uint32(i)
	return Class{Bucket: id, Number: i, Rows: b.order[b.class[c]:b.class[c+1]], id: b.id}
}

// Rows returns all rows of bucket id, class by class. They alias the Buckets.
func (b *Buckets) Rows(id BucketID) []uint32 {
	return b.order[b.class[b.bucket[id]]:b.class[b.bucket[id+1]]]
}

// First is the first row of bucket id; all its rows are equal.
func (b *Buckets) First(id BucketID) int { return int(b.order[b.class[b.bucket[id]]]) }

// Hash is the hash of the rows of bucket id: the sum of their Terms.
func (b *Buckets) Hash(id BucketID) uint64 { return b.hash[id] }

// Find returns the bucket of the rows that equal row i of rows.
func (b *Buckets) Find(rows *Rows, i int) (id BucketID, ok bool) {
	h := rows.Hash(i)
	mask := uint64(len(b.slot) - 1)
	for at := mix(h) & mask; b.slot[at] != 0; at = (at + 1) & mask {
		id := BucketID(b.slot[at] - 1)
		if b.hash[id] == h && b.distinct.equal(id, rows, i) {
			return id, true
		}
	}
	return 0, false
}
