package lsh

import (
	"cmp"
	"math/bits"
	"slices"
)

// Steps finds the rows at distance 1 at most: those that are equal, or have one more or one less of one feature. It is
// exact, and for this radius cheaper than any hashing by projections, since the hash of a row is a sum over its
// features and that of a neighbour follows from it:
//
//	one more or one less of a feature that the asking row has   its hash, less the one term, plus the other:
//	                                                            looked up among the hashes of the Buckets
//	one of a feature that the asking row lacks                  every row is entered under its hash less the term of
//	                                                            each feature that it has once: looked up there
//
// This is the deletion neighbourhood that is used for strings within one edit, on one side only: the other side counts
// up and down. The distance of every hit is computed, so no accident of hashing makes one.
//
// Memory: 12 bytes for each feature that a distinct row has exactly once, and 2 to 4 for each distinct row.
type Steps struct {
	on *Buckets
	// lacking is an open-addressing table, two thirds full, of the rows under their hashes less one feature.
	lacking []lacked
	// some is a Bloom filter of the hashes of all buckets, with the bits of a hash in one word: nearly all rows that are asked for
	// are not there, and to hear so from a table that a processor keeps at hand takes a fraction of a look into the buckets.
	some    []uint64
	touched uint32 // says that what was read ahead is needed
}

// bitsPerBucket is the number of bits in some for each bucket, at least. With three of them set, one row in a hundred that is
// not there seems to be.
const bitsPerBucket = 16

// lacked is an entry of Steps: the upper half of a sum, and the bucket of the row, plus one; 0 is a free slot.
type lacked struct {
	sum    uint32
	bucket uint32
}

// NewSteps enters the distinct rows of on, and takes memory from where that of on is from.
func NewSteps(on *Buckets) *Steps {
	n := on.distinct.once()
	s := &Steps{
		on:      on,
		lacking: on.memory.lacking.Zeroed(n + n/2 + 1),
		some:    on.memory.hashes.Zeroed(1 << bits.Len(uint(on.Len()*bitsPerBucket/64))),
	}
	for _, h := range on.hash {
		word, bits := s.bits(h)
		s.some[word] |= bits
	}
	s.enterAll()
	return s
}

// entering is a row that waits to be entered under a mixed sum.
type entering struct {
	mixed uint64
	id    BucketID
}

// enterAll fills lacking. The slots of some rows are read before these are entered, so that they are waited for at once.
func (s *Steps) enterAll() {
	var waiting []entering
	for id, h := range s.on.hash {
		f := uint16(0)
		for b := s.on.distinct.row(BucketID(id)); len(b) > 0; {
			var d uint16
			var c uint32
			d, c, b = unpackEntry(b)
			if f += d; c == 1 {
				waiting = append(waiting, entering{mix(h - Term(f, 1)), BucketID(id)})
			}
		}
		if len(waiting) >= atOnce {
			s.enter(waiting)
			waiting = waiting[:0]
		}
	}
	s.enter(waiting)
}

func (s *Steps) enter(rows []entering) {
	for i := range rows {
		s.touched += s.lacking[s.slot(rows[i].mixed)].bucket
	}
	for i := range rows {
		at := s.slot(rows[i].mixed)
		for s.lacking[at].bucket != 0 {
			at = s.after(at)
		}
		s.lacking[at] = lacked{uint32(rows[i].mixed >> 32), uint32(rows[i].id) + 1}
	}
}

// bits are the bits of a hash, and the word of some that has them.
func (s *Steps) bits(hash uint64) (word int, bits uint64) {
	return int(hash>>6) & (len(s.some) - 1), 1<<(hash&63) | 1<<(hash>>52&63) | 1<<(hash>>58)
}

// maybe reports whether there may be a bucket of that hash.
func (s *Steps) maybe(hash uint64) bool {
	word, bits := s.bits(hash)
	return s.some[word]&bits == bits
}

// slot is where the search for a mixed sum begins. It follows from the lower half of the sum.
func (s *Steps) slot(mixed uint64) int {
	return int(mixed & (1<<32 - 1) * uint64(len(s.lacking)) >> 32)
}

// after is the slot that a search comes to next.
func (s *Steps) after(at int) int {
	if at++; at == len(s.lacking) {
		return 0
	}
	return at
}

// Buckets returns the buckets that s finds.
func (s *Steps) Buckets() *Buckets { return s.on }

// Searcher returns a Searcher with memory of its own.
func (s *Steps) Searcher() Searcher { return &stepSearcher{s: s} }

type stepSearcher struct {
	s       *Steps
	hits    []Hit
	rows    *Rows
	row     int
	examine int
	stats   SearchStats
	touched uint64 // says that what was read ahead is needed
}

func (r *stepSearcher) ahead(hashes []uint64) {
	s, b := r.s, r.s.on
	mask := uint64(len(b.slot) - 1)
	for _, h := range hashes {
		word, _ := s.bits(h)
		mixed := mix(h)
		r.touched += uint64(s.lacking[s.slot(mixed)].bucket) + s.some[word] + uint64(b.slot[mixed&mask])
	}
}

func (r *stepSearcher) Search(rows *Rows, i, examine int) (hits []Hit, st SearchStats) {
	r.hits, r.rows, r.row, r.examine, r.stats = r.hits[:0], rows, i, examine, SearchStats{}
	h := rows.Hash(i)
	if r.s.maybe(h) {
		r.equal(h)
	}
	features, counts := rows.Row(i)
	for e, f := range features {
		c := counts[e]
		rest := h - Term(f, c)
		if less := rest + Term(f, c-1); r.s.maybe(less) {
			r.equal(less)
		}
		if more := rest + Term(f, c+1); r.s.maybe(more) {
			r.equal(more)
		}
	}
	r.lacks(h)
	slices.SortFunc(r.hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(x.SqDistance, y.SqDistance), cmp.Compare(x.Bucket, y.Bucket))
	})
	// Only rows whose hashes are equal by accident are met twice.
	r.hits = slices.Compact(r.hits)
	return r.hits, r.stats
}

// equal adds the buckets whose hash is sum.
func (r *stepSearcher) equal(sum uint64) {
	b := r.s.on
	mask := uint64(len(b.slot) - 1)
	for at := mix(sum) & mask; b.slot[at] != 0; at = (at + 1) & mask {
		if id := b.slot[at] - 1; b.hash[id] == sum {
			r.add(BucketID(id))
		}
	}
}

// lacks adds the buckets that were entered under sum.
func (r *stepSearcher) lacks(sum uint64) {
	s := r.s
	mixed := mix(sum)
	for at := s.slot(mixed); s.lacking[at].bucket != 0; at = s.after(at) {
		if s.lacking[at].sum == uint32(mixed>>32) {
			r.add(BucketID(s.lacking[at].bucket - 1))
		}
	}
}

// add adds a bucket, if it is as near as it seems.
func (r *stepSearcher) add(id BucketID) {
	if r.examine > 0 && r.stats.Examined == r.examine {
		r.stats.Capped = true
		return
	}
	r.stats.Examined++
	if d := r.s.on.distinct.sqDistance(id, r.rows, r.row, 1); d <= 1 {
		r.hits = append(r.hits, Hit{id, d})
	}
}
