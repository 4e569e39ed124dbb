package scan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/vectors"
)

// The candidates that front brings to the front are enough, are all up to their distance, and nobody is lost.
func TestFrontOfNearest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	shorter := 0
	for range 2000 {
		all := make([]candidate, 2*few+1+rnd.IntN(200))
		most := 1 + rnd.Int32N(4*told)
		for i := range all {
			all[i] = candidate{rows: []uint32{uint32(i)}, distance: rnd.Int32N(most)}
		}
		var n nearness
		front := n.front(all)
		if len(front) < few {
			t.Fatalf("%d candidates, want %d or more", len(front), few)
		}
		furthest := slices.MaxFunc(front, func(x, y candidate) int { return int(x.distance - y.distance) }).distance
		for _, c := range all[len(front):] {
			if c.distance <= furthest {
				t.Fatalf("one at %d is left behind, and one at %d is in front", c.distance, furthest)
			}
		}
		if len(front) < len(all) {
			shorter++
		}
		seen := map[uint32]bool{}
		for _, c := range all {
			seen[c.rows[0]] = true
		}
		if len(seen) != len(all) {
			t.Fatalf("%d of %d candidates are left", len(seen), len(all))
		}
	}
	if shorter < 500 {
		t.Errorf("%d times the front was less than all: the test shows little", shorter)
	}
}

// What counts differ in is what merging the entries of two vectors finds, also where one has nothing, or the largest counts.
func TestFurther(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	random := func() vectors.Vector {
		var d vectors.Dense
		most := 1 + rnd.Int32N(6)
		if rnd.IntN(20) == 0 {
			most = vectors.MaxCount + 1
		}
		for range rnd.IntN(60) {
			d[1+rnd.IntN(vectors.Dims-1)] = rnd.Int32N(most)
		}
		return d.AppendTo(nil)
	}
	for range 5000 {
		v, w := random(), random()
		var counts vectors.Dense
		counts.Add(v, 1)
		if got, want := v.Total()+further(&counts, w), distance(v, w); got != want {
			t.Fatalf("%d between %v and %v, want %d", got, v, w, want)
		}
	}
}

// distance merges the entries of two vectors.
func distance(v, w vectors.Vector) int {
	sum, i, j := 0, 0, 0
	for i < len(v) || j < len(w) {
		switch {
		case j == len(w) || i < len(v) && v[i].Feature() < w[j].Feature():
			sum += v[i].Count()
			i++
		case i == len(v) || w[j].Feature() < v[i].Feature():
			sum += w[j].Count()
			j++
		default:
			sum += max(v[i].Count()-w[j].Count(), w[j].Count()-v[i].Count())
			i, j = i+1, j+1
		}
	}
	return sum
}
