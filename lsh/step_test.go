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
