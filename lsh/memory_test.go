package lsh_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/lsh"
)

// found is all that a join by steps finds, bucket by bucket.
type found struct {
	Rows [][]uint32
	Hits [][]lsh.Hit
}

func findAll(b *lsh.Buckets, s *lsh.Steps) (f found) {
	for id := range lsh.BucketID(b.Len()) {
		f.Rows = append(f.Rows, append([]uint32(nil), b.Rows(id)...))
	}
	lsh.Join(b, s, lsh.Options{Done: func(_ lsh.BucketID, hits []lsh.Hit) {
		f.Hits = append(f.Hits, append([]lsh.Hit(nil), hits...))
	}})(func(*lsh.Match) bool { return true })
	return f
}

// TestMemory: buckets and steps in memory that others had, larger and smaller ones, are those in new memory.
func TestMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	m := lsh.NewMemory()
	for _, n := range []int{3000, 200, 20000, 1, 0, 5000, 20000} {
		rows := build(methodLike(rng, n), nil)
		class := func(row uint32) lsh.ClassID { return lsh.ClassID(row % 3) }
		fill := func(g *lsh.Grouper) *lsh.Buckets {
			for r := range n {
				if r%7 == 6 {
					g.AddLike(r / 2)
				} else {
					g.Add(rows.Row(r))
				}
			}
			return g.Buckets(class)
		}
		fresh, used := fill(lsh.NewGrouper(n)), fill(m.NewGrouper(max(n, 10000), max(n, 10000)/2))
		steps := lsh.NewSteps(used)
		if diff := cmp.Diff(findAll(fresh, lsh.NewSteps(fresh)), findAll(used, steps)); diff != "" {
			t.Fatalf("%d rows: new memory (-) and used (+) differ:\n%s", n, diff)
		}
		steps.Free()
		used.Free()
	}
}
