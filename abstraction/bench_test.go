package abstraction_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"refract/abstraction"
	"refract/rules"
	"refract/vectors"
)

// BenchmarkTable abstracts 20,000 vectors of 20 entries each, about as long as those of real bodies.
func BenchmarkTable(b *testing.B) {
	const n = 20_000
	rnd := rand.New(rand.NewPCG(1, 2))
	rows := vectors.NewTable(n, n*20)
	for range n {
		var d vectors.Dense
		for range 20 {
			d[1+rnd.IntN(vectors.Dims-1)]++
		}
		rows.Append(d.AppendTo(nil))
	}
	set, err := rules.Load(rules.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range []string{"extract-method", "reverse-conditional", "split-temporary-variable"} {
		r := set.Rule(id)
		if r == nil {
			b.Fatalf("no rule %s", id)
		}
		b.Run(fmt.Sprintf("rule=%s", id), func(b *testing.B) {
			p := abstraction.New(&r.Abstraction)
			t := abstraction.NewTable(n, n*20)
			for b.Loop() {
				t.Reset()
				for i := range n {
					p.Append(t, rows.Row(i))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/vector")
		})
	}
}
