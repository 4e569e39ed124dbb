package lsh

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Tables is the p-stable index of the distinct rows of Buckets. It is immutable once built.
//
// Memory: L·(8 bytes a bucket + 4 to 8 bytes of directory), and dims·L·k floats of projections.
type Tables struct {
	on     *Buckets
	hasher *Hasher
	limit  uint64 // the square of the radius: distances are integers under the root
	norm   []float32
	tables []table
}

// table is one hash table: the entries by the top bits of their key, which a directory finds.
type table struct {
	dir     []uint32
	entries []entry
}

type entry struct {
	key    uint32
	bucket BucketID
}

// NewTables hashes the distinct rows of on. It panics if p is invalid.
func NewTables(on *Buckets, p Params) *Tables {
	t := &Tables{
		on:     on,
		hasher: NewHasher(p, on.distinct.dims()),
		limit:  uint64(math.Floor(p.Radius * p.Radius)),
		norm:   make([]float32, on.Len()),
		tables: make([]table, p.Tables),
	}
	n := on.Len()
	keys := make([]uint32, n*p.Tables)
	var s Scratch
	var row Rows
	for id := range n {
		on.distinct.unpack(&row, BucketID(id), on.hash[id])
		t.hasher.Keys(keys[id*p.Tables:(id+1)*p.Tables], &s, &row, 0)
		t.norm[id] = float32(row.norm(0))
	}
	for i := range t.tables {
		t.tables[i] = newTable(keys, i, p.Tables, n)
	}
	return t
}

// newTable is a counting sort of column i of keys [n, stride] by the top bits.
func newTable(keys []uint32, i, stride, n int) table {
	shift := 32 - bits.Len(uint(n))
	t := table{dir: make([]uint32, 1<<(32-shift)+1), entries: make([]entry, n)}
	for id := range n {
		t.dir[keys[id*stride+i]>>shift+1]++
	}
	for d := range len(t.dir) - 1 {
		t.dir[d+1] += t.dir[d]
	}
	next := slices.Clone(t.dir)
	for id := range n {
		key := keys[id*stride+i]
		at := &next[key>>shift]
		t.entries[*at] = entry{key, BucketID(id)}
		*at++
	}
	return t
}

// lookup returns the entries that share the top bits of key.
func (t *table) lookup(key uint32) []entry {
	shift := 32 - bits.Len(uint(len(t.entries)))
	d := key >> shift
	return t.entries[t.dir[d]:t.dir[d+1]]
}

// Buckets returns the buckets that t finds.
func (t *Tables) Buckets() *Buckets { return t.on }

// Params returns the parameters of t.
func (t *Tables) Params() Params { return t.hasher.p }

// Searcher returns a Searcher with memory of its own.
func (t *Tables) Searcher() Searcher {
	return &nearSearcher{t: t, seen: make([]uint32, t.on.Len()), keys: make([]uint32, len(t.tables))}
}

// nearSearcher finds near buckets through tables.
type nearSearcher struct {
	t       *Tables
	scratch Scratch
	keys    []uint32
	seen    []uint32 // the last query that met a bucket
	epoch   uint32
	hits    []Hit
}

func (s *nearSearcher) Search(rows *Rows, i, examine int) (hits []Hit, st SearchStats) {
	t := s.t
	if s.epoch++; s.epoch == 0 {
		clear(s.seen)
		s.epoch = 1
	}
	s.hits = s.hits[:0]
	norm := rows.norm(i)
	// The root of the distance is compared with a margin, since norms are rounded; the distance itself is exact.
	lo, hi := float32(norm-t.hasher.p.Radius-0.5), float32(norm+t.hasher.p.Radius+0.5)
tables:
	for n, key := range t.hasher.Keys(s.keys, &s.scratch, rows, i) {
		for _, e := range t.tables[n].lookup(key) {
			if e.key != key || s.seen[e.bucket] == s.epoch {
				continue
			}
			s.seen[e.bucket] = s.epoch
			if v := t.norm[e.bucket]; v < lo || v > hi {
				continue
			}
			if examine > 0 && st.Examined == examine {
				st.Capped = true
				break tables
			}
			st.Examined++
			if d := t.on.distinct.sqDistance(e.bucket, rows, i, t.limit); d <= t.limit {
				s.hits = append(s.hits, Hit{e.bucket, d})
			}
		}
	}
	slices.SortFunc(s.hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(x.SqDistance, y.SqDistance), cmp.Compare(x.Bucket, y.Bucket))
	})
	return s.hits, st
}
