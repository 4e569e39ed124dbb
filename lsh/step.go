package lsh

import (
	"cmp"
	"math/bits"
	"slices"
)

// Steps finds the rows at distance 1 at most: those that are equal, or have one more or one less of one feature. It is
// exact, and for this radius cheaper than any hashing by projections, since the hash of a row is a sum over its
// features and can be had without each of them:
//
//	every row is entered under its hash, and under its hash less the term of each of its features
//	a row that asks looks up the same sums of its own
//
// Two rows that differ in one feature, whatever its counts, have one of these sums in common. (So do some others; the
// distance of every hit is computed.) This is the deletion neighbourhood that is used for strings within one edit.
//
// Memory: 12 bytes for each entry and each row, and 4 to 8 for the directory.
type Steps struct {
	on   *Buckets
	head []int32 // by the top bits of the sum: the first entry, -1 for none
	next []int32 // of each entry
	sum  []uint64
	of   []BucketID
}

// NewSteps enters the distinct rows of on.
func NewSteps(on *Buckets) *Steps {
	n := on.Len()
	for id := range n {
		features, _ := on.rows.Row(on.First(BucketID(id)))
		n += len(features)
	}
	s := &Steps{on: on, head: make([]int32, 1<<bits.Len(uint(n))), next: make([]int32, 0, n), sum: make([]uint64, 0, n), of: make([]BucketID, 0, n)}
	for i := range s.head {
		s.head[i] = -1
	}
	// Entered from the last, every chain lists its buckets from the first.
	for id := on.Len() - 1; id >= 0; id-- {
		first := on.First(BucketID(id))
		h := on.hash[id]
		features, counts := on.rows.Row(first)
		s.enter(h, BucketID(id))
		for e, f := range features {
			s.enter(h-Term(f, counts[e]), BucketID(id))
		}
	}
	return s
}

func (s *Steps) slot(sum uint64) int { return int(mix(sum) & uint64(len(s.head)-1)) }

func (s *Steps) enter(sum uint64, id BucketID) {
	at := s.slot(sum)
	s.next = append(s.next, s.head[at])
	s.sum = append(s.sum, sum)
	s.of = append(s.of, id)
	s.head[at] = int32(len(s.next) - 1)
}

// Buckets returns the buckets that s finds.
func (s *Steps) Buckets() *Buckets { return s.on }

// Searcher returns a Searcher with memory of its own.
func (s *Steps) Searcher() Searcher { return &stepSearcher{s: s} }

type stepSearcher struct {
	s    *Steps
	hits []Hit
}

func (r *stepSearcher) Search(rows *Rows, i, examine int) (hits []Hit, st SearchStats) {
	r.hits = r.hits[:0]
	h := rows.Hash(i)
	features, counts := rows.Row(i)
	more := r.look(rows, i, h, examine, &st)
	for e, f := range features {
		if !more {
			break
		}
		more = r.look(rows, i, h-Term(f, counts[e]), examine, &st)
	}
	st.Capped = !more
	slices.SortFunc(r.hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(x.SqDistance, y.SqDistance), cmp.Compare(x.Bucket, y.Bucket))
	})
	// A bucket of an equal row is met once under every sum.
	r.hits = slices.Compact(r.hits)
	return r.hits, st
}

// look adds the buckets under one sum; false means that the limit of distances was reached.
func (r *stepSearcher) look(rows *Rows, i int, sum uint64, examine int, st *SearchStats) bool {
	s := r.s
	for at := s.head[s.slot(sum)]; at >= 0; at = s.next[at] {
		if s.sum[at] != sum {
			continue
		}
		if examine > 0 && st.Examined == examine {
			return false
		}
		st.Examined++
		if d := SqDistance(rows, i, s.on.rows, s.on.First(s.of[at]), 1); d <= 1 {
			r.hits = append(r.hits, Hit{s.of[at], d})
		}
	}
	return true
}
