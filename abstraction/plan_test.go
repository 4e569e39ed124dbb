package abstraction_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"refract/abstraction"
	"refract/rules"
	"refract/vectors"
)

// randomVector draws a vector whose features are spread over the whole space.
func randomVector(t *rapid.T, label string) vectors.Vector {
	counts := rapid.MapOf(rapid.IntRange(1, vectors.Dims-1), rapid.IntRange(1, 40)).Draw(t, label)
	var d vectors.Dense
	for f, n := range counts {
		d[f] = int32(n)
	}
	return d.AppendTo(nil)
}

// randomAbstraction deals all features into zero, one, up to four merged groups, and none.
func randomAbstraction(t *rapid.T) *rules.Abstraction {
	a := &rules.Abstraction{Merge: make([][]vectors.Feature, 4)}
	deal := rapid.SliceOfN(rapid.IntRange(0, 8), vectors.Dims-1, vectors.Dims-1).Draw(t, "deal")
	var ones []vectors.Feature
	for i, to := range deal {
		f := vectors.Feature(i + 1)
		switch {
		case to < 4:
			a.Merge[to] = append(a.Merge[to], f)
		case to == 4:
			ones = append(ones, f)
		case to == 5, to == 6 && f.Family() == vectors.Syntax:
			a.Zero = append(a.Zero, f)
		}
	}
	if rapid.Bool().Draw(t, "only drop") { // the other way through the code
		a.Merge = nil
	}
	a.Merge = slices.DeleteFunc(a.Merge, func(g []vectors.Feature) bool { return len(g) == 0 })
	if len(ones) > 0 {
		a.One = [][]vectors.Feature{ones}
	}
	return a
}

// recount is 𝒜(v) by the letter of rules (I) to (V), feature by feature.
func recount(a *rules.Abstraction, v vectors.Vector) map[string]int {
	out := map[string]int{}
	for f := vectors.Feature(1); int(f) < vectors.Dims; f++ {
		n := v.Count(f) // (I)
		if slices.Contains(a.Zero, f) {
			n = 0 // (V)
		}
		for _, g := range a.One {
			if slices.Contains(g, f) {
				n = min(1, n) // (III), as the package reads it
			}
		}
		for _, g := range a.Merge {
			if i := slices.Index(g, f); i > 0 {
				n = 0
			} else if i == 0 { // (II)
				n = 0
				for _, m := range g {
					n += v.Count(m)
				}
			}
		}
		if n > 0 {
			out[f.String()] = n
		}
	}
	return out
}

func TestPlanEqualsNaiveRecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := randomAbstraction(t)
		p := abstraction.New(a)
		rows := vectors.NewTable(0, 0)
		for i := range rapid.IntRange(1, 5).Draw(t, "rows") {
			rows.Append(randomVector(t, fmt.Sprint("v", i)))
		}
		table := p.Table(rows)
		if table.Len() != rows.Len() {
			t.Fatalf("%d rows, want %d", table.Len(), rows.Len())
		}
		for i := range rows.Len() {
			want := recount(a, rows.Row(i))
			features, counts := table.Row(i)
			if !slices.IsSorted(features) {
				t.Fatalf("features of row %d do not ascend: %v", i, features)
			}
			got := map[string]int{}
			for j, f := range features {
				got[vectors.Feature(f).String()] = int(counts[j])
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("row %d of\n%+v\n(-want +got)\n%s", i, a, diff)
			}
			if again := p.Apply(nil, rows.Row(i)); len(again) != len(features) {
				t.Fatalf("Apply has %d components, the table %d", len(again), len(features))
			}
			if once := p.Apply(nil, rows.Row(i)); !p.Apply(nil, once).Equal(once) {
				t.Fatalf("abstracting twice differs from abstracting once: %v", once)
			}
		}
	})
}

// TestImage: an abstracted vector has no features but those of the image, none of them more often, and each of them if the vector has all.
func TestImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := abstraction.New(randomAbstraction(t))
		most := map[vectors.Feature]uint32{}
		for _, d := range p.Image() {
			most[d.Feature] = d.Most
		}
		for _, e := range p.Apply(nil, randomVector(t, "v")) {
			if uint32(e.Count()) > most[e.Feature()] {
				t.Fatalf("%s %d times, in the image %d times at most", e.Feature(), e.Count(), most[e.Feature()])
			}
		}
		var full vectors.Dense
		for f := 1; f < vectors.Dims; f++ {
			full[f] = 2
		}
		all := p.Apply(nil, full.AppendTo(nil))
		if len(all) != len(p.Image()) {
			t.Fatalf("%d features of a vector with all, %d in the image", len(all), len(p.Image()))
		}
		for i, d := range p.Image() {
			if all[i].Feature() != d.Feature || d.Most == 1 && all[i].Count() != 1 {
				t.Fatalf("feature %d of the image is %s, of a vector with all %s", i, d.Feature, all[i].Feature())
			}
		}
	})
}

func TestPlanPanicsOnOverlap(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a feature in two lists")
		}
	}()
	abstraction.New(&rules.Abstraction{
		Zero: []vectors.Feature{vectors.OpLoad},
		One:  [][]vectors.Feature{{vectors.OpLoad}},
	})
}

func TestIdentity(t *testing.T) {
	if !abstraction.New(&rules.Abstraction{}).Identity() {
		t.Error("the empty abstraction is not the identity")
	}
	if abstraction.New(&rules.Abstraction{Zero: []vectors.Feature{vectors.OpLoad}}).Identity() {
		t.Error("zeroing op.load is the identity")
	}
}
