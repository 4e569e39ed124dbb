package lsh

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawRow draws a row of features and counts of all sizes, small ones above all.
func drawRow(t *rapid.T, label string) (features []uint16, counts []uint32) {
	set := map[uint16]bool{}
	for range rapid.IntRange(0, 12).Draw(t, label+" entries") {
		f := rapid.OneOf(rapid.Uint16Range(1, 20), rapid.Uint16()).Draw(t, label+" feature")
		if !set[f] {
			set[f] = true
			features = append(features, f)
			counts = append(counts, rapid.OneOf(rapid.Uint32Range(1, 3), rapid.Uint32Min(1)).Draw(t, label+" count"))
		}
	}
	slices.Sort(features)
	return features, counts
}

// TestPackedRows: packed rows are the rows that were packed, and as far from other rows as these.
func TestPackedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p packed
		want := Rows{Offsets: []uint32{0}}
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			features, counts := drawRow(t, "row")
			p.keep(appendEntries(nil, features, counts))
			want.Features, want.Counts = append(want.Features, features...), append(want.Counts, counts...)
			want.Offsets = append(want.Offsets, uint32(len(want.Features)))
		}
		var got Rows
		for i := range want.Len() {
			p.unpack(&got, BucketID(i), 7)
			wf, wc := want.Row(i)
			gf, gc := got.Row(0)
			if !slices.Equal(wf, gf) || !slices.Equal(wc, gc) || got.Hash(0) != 7 {
				t.Fatalf("row %d: %v %v, want %v %v", i, gf, gc, wf, wc)
			}
			for j := range want.Len() {
				limit := rapid.SampledFrom([]uint64{0, 1, 9, 1 << 40}).Draw(t, "limit")
				d, wd := p.sqDistance(BucketID(i), &want, j, limit), SqDistance(&want, i, &want, j, limit)
				if (d <= limit) != (wd <= limit) || d <= limit && d != wd {
					t.Fatalf("distance of %d and %d is %d, want %d (limit %d)", i, j, d, wd, limit)
				}
				if equal := p.equal(BucketID(i), &want, j); equal != (SqDistance(&want, i, &want, j, 0) == 0) {
					t.Fatalf("rows %d and %d are equal: %v", i, j, equal)
				}
			}
		}
	})
}

// TestGrouperIsNewBuckets: rows that come one by one, in memory that is used again, are grouped as a table of them is.
func TestGrouperIsNewBuckets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := Rows{Offsets: []uint32{0}}
		g := NewGrouper(2)
		var features []uint16
		var counts []uint32
		for range rapid.IntRange(0, 60).Draw(t, "rows") {
			features, counts = features[:0], counts[:0]
			for f := range uint16(3) {
				if n := rapid.Uint32Range(0, 200).Draw(t, "count") % 3; n > 0 {
					features, counts = append(features, 100*f), append(counts, n*90)
				}
			}
			if like := likeOf(&rows, features, counts); like >= 0 && rapid.Bool().Draw(t, "like") {
				g.AddLike(like)
			} else {
				g.Add(features, counts)
			}
			rows.Features, rows.Counts = append(rows.Features, features...), append(rows.Counts, counts...)
			rows.Offsets = append(rows.Offsets, uint32(len(rows.Features)))
			rows.Class = append(rows.Class, ClassID(rapid.IntRange(0, 3).Draw(t, "class")))
		}
		class := rows.Class
		got := g.Buckets(func(r uint32) ClassID { return class[r] })
		if diff := cmp.Diff(classesOf(NewBuckets(&rows)), classesOf(got)); diff != "" {
			t.Fatalf("-table +one by one\n%s", diff)
		}
	})
}

// likeOf returns the last of rows that has those entries, -1 where there is none.
func likeOf(rows *Rows, features []uint16, counts []uint32) int {
	for r := rows.Len() - 1; r >= 0; r-- {
		if f, c := rows.Row(r); slices.Equal(f, features) && slices.Equal(c, counts) {
			return r
		}
	}
	return -1
}

// listed is a class with its ID.
type listed struct {
	ID     ClassID
	Bucket BucketID
	Number int
	Rows   []uint32
}

func classesOf(b *Buckets) (all []listed) {
	for id := range BucketID(b.Len()) {
		for i := range b.Classes(id) {
			c := b.Class(id, i)
			all = append(all, listed{c.ID(), c.Bucket, c.Number, c.Rows})
		}
	}
	return all
}

// TestPackedPieces: rows that do not fit in one piece are found in the next, the largest possible row as well.
func TestPackedPieces(t *testing.T) {
	features, counts := make([]uint16, 1<<16), make([]uint32, 1<<16)
	for f := range features {
		features[f], counts[f] = uint16(f), 1<<32-1
	}
	large := appendEntries(nil, features, counts)
	var p packed
	for range 5 {
		p.keep(large)
		p.keep(nil)
		p.keep(appendEntries(nil, features[1:2], counts[:1]))
	}
	p.trim()
	var row Rows
	for i := range BucketID(p.Len()) {
		p.unpack(&row, i, 0)
		if want := []int{1 << 16, 0, 1}[i%3]; len(row.Features) != want {
			t.Errorf("row %d has %d entries, want %d", i, len(row.Features), want)
		}
	}
	if len(p.pieces) < 2 {
		t.Error("all in one piece: the test shows nothing")
	}
}
