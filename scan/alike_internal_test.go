package scan

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/abstraction"
	"refract/java"
	"refract/java/parse"
	"refract/lsh"
	"refract/rules"
)

// TestFirstOfClass compares with a map. Classes come again near and far, and some differ in few bits.
func TestFirstOfClass(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{0, 1, 2, 1000, 50000} {
		class := make([]lsh.ClassID, n)
		for i := range class {
			switch class[i] = lsh.ClassID(rng.Uint64()); rng.IntN(3) {
			case 0:
				class[i] = class[rng.IntN(i+1)]
			case 1:
				class[i] = class[rng.IntN(i+1)] ^ 1<<rng.IntN(64)
			}
		}
		first := map[lsh.ClassID]int32{}
		got := firstOfClass(class)
		for r, id := range class {
			if _, ok := first[id]; !ok {
				first[id] = int32(r)
			}
			if got[r] != first[id] {
				t.Fatalf("row %d of %d is like row %d, want %d", r, n, got[r], first[id])
			}
		}
	}
}

// TestRowsOfOneClassHaveOneFate: tables are the same whether the rows of a class are looked at one by one or the first for all, in each rule.
func TestRowsOfOneClassHaveOneFate(t *testing.T) {
	paths, err := filepath.Glob("../rules/catalog/*/samples/*/*.java")
	if err != nil {
		t.Fatal(err)
	}
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Twice, so that every class is there again.
		for _, twin := range []string{"a/", "b/"} {
			files = append(files, p.File(twin+path, text))
		}
	}
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	corpus := func() *Corpus {
		c, err := NewCorpus(context.Background(), files, 1)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	together, apart := corpus(), corpus()
	apart.alikeOnce.Do(func() {
		for r := range apart.Rows.Len() {
			apart.alikeRows = append(apart.alikeRows, int32(r))
		}
	})
	for _, rule := range set.Rules {
		for _, side := range sidesOf(rule) {
			table := func(c *Corpus) (*abstracted, [][]uint32) {
				d := &detector{rule: rule, q: c, a: c, o: DetectOptions{slots: newSlots(1)}}
				rows := d.choose(abstraction.New(&rule.Abstraction), c, side, nil)
				var of [][]uint32
				for id := range lsh.BucketID(rows.buckets.Len()) {
					of = append(of, rows.buckets.Rows(id))
				}
				return rows, of
			}
			got, gotOf := table(together)
			want, wantOf := table(apart)
			if got.small != want.small || got.foreign != want.foreign {
				t.Errorf("%s: %d rows are small and %d unfit, want %d and %d", rule.ID, got.small, got.foreign, want.small, want.foreign)
			}
			if diff := cmp.Diff(want.row, got.row) + cmp.Diff(wantOf, gotOf); diff != "" {
				t.Errorf("%s: rows and buckets (-want +got):\n%s", rule.ID, diff)
			}
		}
	}
}
