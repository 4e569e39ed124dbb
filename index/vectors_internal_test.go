package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/vectors"
)

// TestReadVectorsOfAByte: vectors of which each number takes a byte are what a reader of all numbers says they are, and whatever else there is, is no vector for either.
func TestReadVectorsOfAByte(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 20000 {
		const first = 7
		ends, n := []uint32(nil), 0
		for range rnd.IntN(4) {
			n += rnd.IntN(20)
			ends = append(ends, uint32(first+n))
		}
		b := make([]byte, 2*n)
		for i := range b {
			b[i] = byte(1 + rnd.IntN(127))
		}
		if n > 0 && rnd.IntN(2) == 0 {
			b[rnd.IntN(len(b))] = [...]byte{0, 0x80, 0xff, 0x81}[rnd.IntN(4)]
		}
		got, want := make([]vectors.Entry, n), make([]vectors.Entry, n)
		ok, is := readVectors(b, ends, got, first), readLongVectors(b, ends, want, first)
		if ok != is || ok && !slices.Equal(got, want) {
			t.Fatalf("%x with ends %d: %v %x, want %v %x", b, ends, ok, got, is, want)
		}
		if ok {
			read++
		}
	}
	if read < 5000 || read > 18000 {
		t.Errorf("%d of 20000 were vectors", read)
	}
	steps := slices.Repeat([]byte{127}, 1<<10)
	if readVectors(append(steps, steps...), []uint32{1 << 10}, make([]vectors.Entry, 1<<10), 0) {
		t.Error("there are more features than a vector can have")
	}
}

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
