package lsh_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/lsh"
)

// Steps finds what the exhaustive search finds within distance 1, no more and no less.
func TestStepsAgainstExhaustive(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var rows lsh.Rows
	rows.Offsets = []uint32{0}
	for range 600 {
		for f := range uint16(5) {
			if n := rng.IntN(3); n > 0 {
				rows.Features = append(rows.Features, f)
				rows.Counts = append(rows.Counts, uint32(n))
			}
		}
		rows.Offsets = append(rows.Offsets, uint32(len(rows.Features)))
	}
	b := lsh.NewBuckets(&rows)
	search := lsh.NewSteps(b).Searcher()
	found := 0
	for i := range rows.Len() {
		var want []lsh.Hit
		for d := uint64(0); d <= 1; d++ {
			for id := range b.Len() {
				if lsh.SqDistance(&rows, i, &rows, b.First(lsh.BucketID(id)), 10) == d {
					want = append(want, lsh.Hit{Bucket: lsh.BucketID(id), SqDistance: d})
				}
			}
		}
		got, _ := search.Search(&rows, i, 0)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("row %d (-want +got):\n%s", i, diff)
		}
		found += len(got)
	}
	if found <= rows.Len() {
		t.Errorf("%d hits of %d rows: the test tests nothing", found, rows.Len())
	}
}

// TestStepsOfExtremes: rows without features, counts at the top of their range, and an index without rows.
func TestStepsOfExtremes(t *testing.T) {
	rows := build([][]uint32{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {1<<32 - 1, 0}, {1<<32 - 2, 0}}, nil)
	b := lsh.NewBuckets(rows)
	search := lsh.NewSteps(b).Searcher()
	for i, want := range [][]lsh.BucketID{{0, 1, 2}, {1, 0, 3, 4}, {2, 0, 3}, {3, 1, 2}, {4, 1}, {5, 6}, {6, 5}} {
		var got []lsh.BucketID
		hits, _ := search.Search(rows, i, 0)
		for _, h := range hits {
			got = append(got, h.Bucket)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}
	if hits, st := search.Search(rows, 1, 2); len(hits) != 2 || !st.Capped {
		t.Errorf("two distances: %v, %+v", hits, st)
	}
	none := lsh.NewSteps(lsh.NewBuckets(&lsh.Rows{}))
	if hits, _ := none.Searcher().Search(rows, 1, 0); len(hits) != 0 {
		t.Errorf("of no rows: %v", hits)
	}
}

// TestStepsOfMethods compares with the exhaustive search over rows like those of methods.
func TestStepsOfMethods(t *testing.T) {
	rows := build(methodLike(rand.New(rand.NewPCG(9, 9)), 1500), nil)
	b := lsh.NewBuckets(rows)
	search, all := lsh.NewSteps(b).Searcher(), exhaustive{b, rows, 1}
	for id := range lsh.BucketID(b.Len()) {
		got, _ := search.Search(rows, b.First(id), 0)
		truth, _ := all.Search(rows, b.First(id), 0)
		if len(got) != len(truth) {
			t.Fatalf("bucket %d: %d hits, the exhaustive search has %d", id, len(got), len(truth))
		}
	}
}

func BenchmarkSteps(b *testing.B) {
	rows := build(methodLike(rand.New(rand.NewPCG(1, 1)), 50000), nil)
	bs := lsh.NewBuckets(rows)
	n := 0
	for b.Loop() {
		for range lsh.Join(bs, lsh.NewSteps(bs), lsh.Options{}) {
			n++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bs.Len()), "ns/row")
}
