package lsh_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"refract/lsh"
)

// BenchmarkBuckets groups rows like those of methods and joins them with themselves.
func BenchmarkBuckets(b *testing.B) {
	for _, n := range []int{10000, 100000} {
		rows := build(methodLike(rand.New(rand.NewPCG(1, 1)), n), nil)
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bs := lsh.NewBuckets(rows)
				for m := range lsh.Join(bs, bs, lsh.Options{SkipOwn: true}) {
					for range m.Answers() {
						break
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
		})
	}
}

// BenchmarkClasses groups rows of which many are equal, and of these many of one class.
func BenchmarkClasses(b *testing.B) {
	const n = 100_000
	rng := rand.New(rand.NewPCG(1, 1))
	dense, class := make([][]uint32, n), make([]lsh.ClassID, n)
	for i := range dense {
		dense[i] = []uint32{1 + uint32(rng.Uint64()>>(52+rng.IntN(12)))}
		class[i] = lsh.ClassID(rng.Uint64() >> (48 + rng.IntN(14)))
	}
	rows := build(dense, class)
	for b.Loop() {
		lsh.NewBuckets(rows)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
}

// BenchmarkNear states the cost of a join through tables, building them included, as a fraction of that of the
// exhaustive scan over the same rows. The scan is timed on 200 queries and scaled.
func BenchmarkNear(b *testing.B) {
	for _, n := range []int{5000, 50000} {
		rows := build(methodLike(rand.New(rand.NewPCG(1, 1)), n), nil)
		bs := lsh.NewBuckets(rows)
		for _, radius := range []float64{1, 2} {
			b.Run(fmt.Sprintf("rows=%d/radius=%v/recall=0.95", n, radius), func(b *testing.B) {
				all := exhaustive{bs, rows, radius}
				start := time.Now()
				for id := range lsh.BucketID(200) {
					all.Search(rows, bs.First(id), 0)
				}
				scan := time.Since(start).Seconds() / 200 * float64(bs.Len())
				var st lsh.Stats
				for b.Loop() {
					tables := lsh.NewTables(bs, lsh.Choose(radius, 0.95, bs.Len(), 1))
					for range lsh.Join(bs, tables, lsh.Options{Stats: &st}) {
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/scan, "of-exhaustive")
				b.ReportMetric(float64(st.Examined)/float64(b.N)/float64(bs.Len()), "distances/row")
			})
		}
	}
}

// BenchmarkJoin asks many rows about other ones, of which few are equal or one step away: by equality, and by steps.
func BenchmarkJoin(b *testing.B) {
	const n = 500000
	asking := lsh.NewBuckets(build(methodLike(rand.New(rand.NewPCG(1, 1)), n), nil))
	on := lsh.NewBuckets(build(methodLike(rand.New(rand.NewPCG(2, 2)), n), nil))
	for _, index := range []lsh.Index{on, lsh.NewSteps(on)} {
		b.Run(fmt.Sprintf("%T", index), func(b *testing.B) {
			var st lsh.Stats
			for b.Loop() {
				for range lsh.Join(asking, index, lsh.Options{Stats: &st}) {
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(asking.Len()), "ns/bucket")
		})
	}
}
