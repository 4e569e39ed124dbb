package program_test

import (
	"math/rand/v2"
	"testing"

	"refract/program"
)

// slowSum is NameSum as it is defined: byte by byte.
func slowSum(name string) uint64 {
	h := uint64(len(name)) * 0x9E3779B97F4A7C15
	for ; len(name) > 8; name = name[8:] {
		word := uint64(0)
		for i := range 8 {
			word |= uint64(name[i]) << (8 * i)
		}
		h = program.Mix(h, word)
	}
	last := uint64(0)
	for i := range len(name) {
		last = last<<8 | uint64(name[i])
	}
	h = program.Mix(program.Mix(h, last), 1)
	return h ^ h>>32
}

// TestNameSum: indexes hold sums, so they stay what they were.
func TestNameSum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		for range 50 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rnd.Uint32())
			}
			if got, want := program.NameSum(string(b)), slowSum(string(b)); got != want {
				t.Fatalf("the sum of %q is %x, want %x", b, got, want)
			}
		}
	}
}

// BenchmarkNameSum sums names of as many lengths as there are in programs, in no order that a processor could foretell.
func BenchmarkNameSum(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	names := make([]string, 5000)
	for i := range names {
		names[i] = "aNameThatIsLongerThanMostOfThem"[:3+rnd.IntN(22)]
	}
	for b.Loop() {
		for _, n := range names {
			program.NameSum(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(names)), "ns/name")
}
