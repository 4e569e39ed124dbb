package vectors_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"refract/vectors"
)

// TestAppendTo: what is above zero is appended, in order, and saturates.
func TestAppendTo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	some := []int32{0, 0, 0, 1, 2, -1, 300, vectors.MaxCount - 1, vectors.MaxCount, vectors.MaxCount + 1, math.MaxInt32, math.MinInt32}
	for range 500 {
		var d vectors.Dense
		want := vectors.Vector{vectors.MakeEntry(1, 5)} // what dst has
		for f := range d {
			d[f] = some[rnd.IntN(len(some))]
			if f > 0 && d[f] > 0 {
				want = append(want, vectors.MakeEntry(vectors.Feature(f), int(d[f])))
			}
		}
		if got := d.AppendTo(vectors.Vector{vectors.MakeEntry(1, 5)}); !slices.Equal(got, want) {
			t.Fatalf("%v gives %v, want %v", d, got, want)
		}
	}
	var full vectors.Dense
	for f := range full {
		full[f] = 1
	}
	if got := full.AppendTo(nil); len(got) != vectors.Dims-1 {
		t.Errorf("%d components, want %d", len(got), vectors.Dims-1)
	}
	if got := new(vectors.Dense).AppendTo(nil); got != nil {
		t.Errorf("the zero vector is %v", got)
	}
}

// BenchmarkAppendTo makes vectors of one component in five.
func BenchmarkAppendTo(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	list := make([]vectors.Dense, 500)
	for i := range list {
		for range 45 {
			list[i][1+rnd.IntN(vectors.Dims-1)] = 1 + rnd.Int32N(9)
		}
	}
	var v vectors.Vector
	for b.Loop() {
		for i := range list {
			v = list[i].AppendTo(v[:0])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/vector")
}
