package index

import (
	"math/rand/v2"
	"testing"

	"refract/vectors"
)

// BenchmarkReadVectors decodes the vectors of 2000 files as they are: short steps, small counts.
func BenchmarkReadVectors(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	type one struct {
		b    []byte
		ends []uint32
	}
	var list []one
	total := 0
	for range 2000 {
		var o one
		var counts []byte
		end := uint32(0)
		for range 11 {
			n := rnd.IntN(40)
			for range n {
				o.b = append(o.b, byte(1+rnd.IntN(7)))
				c := 1 + rnd.IntN(9)
				counts = append(counts, byte(c))
			}
			end += uint32(n)
			o.ends = append(o.ends, end)
		}
		o.b = append(o.b, counts...)
		list = append(list, o)
		total += int(end)
	}
	all := make([]vectors.Entry, total)
	for b.Loop() {
		at := 0
		for i := range list {
			n := int(list[i].ends[10])
			if !readVectors(list[i].b, list[i].ends, all[at:at+n], 0) {
				b.Fatal()
			}
			at += n
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(total), "ns/entry")
}
