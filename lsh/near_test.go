package lsh_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/lsh"
)

// exhaustive is the index that compares with every bucket: the oracle of the tables.
type exhaustive struct {
	b      *lsh.Buckets
	rows   *lsh.Rows
	radius float64
}

func (x exhaustive) Buckets() *lsh.Buckets  { return x.b }
func (x exhaustive) Searcher() lsh.Searcher { return x }

func (x exhaustive) Search(rows *lsh.Rows, i, _ int) ([]lsh.Hit, lsh.SearchStats) {
	var hits []lsh.Hit
	limit := uint64(x.radius * x.radius)
	for id := range lsh.BucketID(x.b.Len()) {
		if d := lsh.SqDistance(rows, i, x.rows, x.b.First(id), limit); d <= limit {
			hits = append(hits, lsh.Hit{Bucket: id, SqDistance: d})
		}
	}
	return hits, lsh.SearchStats{Examined: x.b.Len()}
}

// TestCollision compares the formula with drawn projections.
func TestCollision(t *testing.T) {
	const trials = 40000
	rng := rand.New(rand.NewPCG(4, 4))
	for _, tt := range []struct{ u, w float64 }{{1, 4}, {2, 4}, {1, 1}, {3, 2}, {0.5, 6}} {
		n := 0
		for range trials {
			// The difference of the projections of two rows at distance u is normal with deviation u.
			b := rng.Float64() * tt.w
			if math.Floor(b/tt.w) == math.Floor((b+tt.u*rng.NormFloat64())/tt.w) {
				n++
			}
		}
		got, want := lsh.Collision(tt.u, tt.w), float64(n)/trials
		if math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/trials) {
			t.Errorf("Collision(%v, %v) = %.4f, %d trials gave %.4f", tt.u, tt.w, got, trials, want)
		}
	}
	if got := lsh.Collision(0, 4); got != 1 {
		t.Errorf("Collision(0, 4) = %v, want 1", got)
	}
}

func TestChoose(t *testing.T) {
	for _, radius := range []float64{1, math.Sqrt2, 3, 10} {
		for _, recall := range []float64{0.5, 0.9, 0.99, 1} {
			for _, n := range []int{0, 1, 1000, 1 << 21} {
				p := lsh.Choose(radius, recall, n, 1)
				if err := p.Validate(); err != nil {
					t.Errorf("Choose(%v, %v, %d) = %+v: %v", radius, recall, n, p, err)
				}
				if got, most := p.Missed(radius), 1-min(recall, 0.999); got > most+1e-12 {
					t.Errorf("Choose(%v, %v, %d) = %+v misses %v, want at most %v", radius, recall, n, p, got, most)
				}
			}
		}
	}
	if a, b := lsh.Choose(2, 0.95, 70000, 1), lsh.Choose(2, 0.95, 120000, 1); a != b {
		t.Errorf("parameters for 70000 and 120000 rows differ: %+v, %+v", a, b)
	}
}

func TestValidate(t *testing.T) {
	good := lsh.Params{Radius: 1, Width: 4, Projections: 2, Tables: 3}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, p := range []lsh.Params{
		{}, {Width: 4, Projections: 2, Tables: 3}, {Radius: math.NaN(), Width: 4, Projections: 2, Tables: 3},
		{Radius: 1, Projections: 2, Tables: 3}, {Radius: 1, Width: 4, Tables: 3}, {Radius: 1, Width: 4, Projections: 2},
		{Radius: 1, Width: 4, Projections: 2, Tables: 1000}, {Radius: math.Inf(1), Width: 4, Projections: 2, Tables: 3},
	} {
		if p.Validate() == nil {
			t.Errorf("%+v is accepted", p)
		}
	}
}

// TestRecall compares the tables with the exhaustive scan, over random rows and over rows like those of methods.
func TestRecall(t *testing.T) {
	sets := map[string]func(*rand.Rand) [][]uint32{
		"random":     func(rng *rand.Rand) [][]uint32 { return randomDense(rng, 1200, 8, 3) },
		"methodlike": func(rng *rand.Rand) [][]uint32 { return methodLike(rng, 1200) },
	}
	for name, draw := range sets {
		for _, radius := range []float64{1, 2, 3} {
			for _, recall := range []float64{0.8, 0.97} {
				t.Run(fmt.Sprintf("%s/radius=%v/recall=%v", name, radius, recall), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(5, uint64(10*radius)))
					rows := build(draw(rng), nil)
					checkRecall(t, rows, radius, recall)
				})
			}
		}
	}
}

func checkRecall(t *testing.T, rows *lsh.Rows, radius, recall float64) {
	t.Helper()
	b := lsh.NewBuckets(rows)
	tables := lsh.NewTables(b, lsh.Choose(radius, recall, b.Len(), 7))
	search, all := tables.Searcher(), exhaustive{b, rows, radius}
	found, want, examined := 0, 0, 0
	for id := range lsh.BucketID(b.Len()) {
		hits, st := search.Search(rows, b.First(id), 0)
		examined += st.Examined
		truth, _ := all.Search(rows, b.First(id), 0)
		within := map[lsh.BucketID]uint64{}
		for _, h := range truth {
			within[h.Bucket] = h.SqDistance
		}
		for i, h := range hits {
			if d, ok := within[h.Bucket]; !ok || d != h.SqDistance {
				t.Fatalf("bucket %d is said to be at √%d of %d; the scan says √%d, within %v", h.Bucket, h.SqDistance, id, d, ok)
			}
			if i > 0 && hits[i-1].SqDistance > h.SqDistance {
				t.Fatalf("hits of %d are not sorted by distance: %v", id, hits)
			}
		}
		if len(hits) == 0 || hits[0].Bucket != id {
			t.Fatalf("row %d does not find itself first: %v", id, hits)
		}
		found += len(hits) - 1
		want += len(truth) - 1
	}
	// Pairs of one query share projections, so they are not independent; three deviations of the whole is generous
	// to the code by less than one part in a hundred here, and the guarantee is for the worst distance.
	got := float64(found) / float64(max(want, 1))
	if want < 100 {
		t.Fatalf("only %d near pairs: the test shows nothing", want)
	}
	if slack := 3 * math.Sqrt(recall*(1-recall)/float64(want)); got < recall-slack {
		t.Errorf("recall %.4f of %d near pairs, want %.2f; %+v", got, want, recall, tables.Params())
	}
	t.Logf("recall %.4f of %d near pairs, %.1f%% of all distances computed, %+v",
		got, want, 100*float64(examined)/float64(b.Len()*b.Len()), tables.Params())
}

func TestTablesAreDeterministic(t *testing.T) {
	rows := build(methodLike(rand.New(rand.NewPCG(6, 6)), 500), nil)
	b := lsh.NewBuckets(rows)
	p := lsh.Choose(3, 0.9, b.Len(), 11)
	first := lines(b, lsh.NewTables(b, p), lsh.Options{SkipOwn: true})
	if diff := cmp.Diff(first, lines(b, lsh.NewTables(b, p), lsh.Options{SkipOwn: true})); diff != "" {
		t.Errorf("the second run differs:\n%s", diff)
	}
}

// TestKeysSurviveNewFeatures hashes a row with hashers for fewer and more features.
func TestKeysSurviveNewFeatures(t *testing.T) {
	rows := build([][]uint32{{1, 0, 4, 2}}, nil)
	p := lsh.Choose(2, 0.9, 1000, 3)
	var s lsh.Scratch
	small := lsh.NewHasher(p, 4).Keys(make([]uint32, p.Tables), &s, rows, 0)
	large := lsh.NewHasher(p, 900).Keys(make([]uint32, p.Tables), &s, rows, 0)
	if diff := cmp.Diff(small, large); diff != "" {
		t.Errorf("keys changed with the number of features:\n%s", diff)
	}
	other := lsh.NewHasher(lsh.Params{Radius: p.Radius, Width: p.Width, Projections: p.Projections, Tables: p.Tables, Seed: 4}, 4)
	if cmp.Equal(small, other.Keys(make([]uint32, p.Tables), &s, rows, 0)) {
		t.Error("another seed gives the same keys")
	}
}

// TestQueryWithUnknownFeatures asks with a feature that no hashed row has.
func TestQueryWithUnknownFeatures(t *testing.T) {
	b := lsh.NewBuckets(build([][]uint32{{2, 2}, {9, 9}}, nil))
	tables := lsh.NewTables(b, lsh.Choose(2, 0.999, 2, 1))
	query := build([][]uint32{{2, 2, 0, 1}}, nil)
	want := []string{"0[0] -> 0[0]@1"}
	if diff := cmp.Diff(want, lines(lsh.NewBuckets(query), tables, lsh.Options{})); diff != "" {
		t.Errorf("join (-want +got):\n%s", diff)
	}
}

func TestMaxExamined(t *testing.T) {
	rows := build(randomDense(rand.New(rand.NewPCG(8, 8)), 2000, 6, 2), nil)
	b := lsh.NewBuckets(rows)
	tables := lsh.NewTables(b, lsh.Choose(2, 0.95, b.Len(), 1))
	var st lsh.Stats
	capped := 0
	for m := range lsh.Join(b, tables, lsh.Options{MaxExamined: 5, Stats: &st}) {
		if m.Capped() {
			capped++
		}
	}
	if st.Examined > 5*b.Len() || capped == 0 || st.Capped < capped {
		t.Errorf("%d distances for %d rows (at most 5 each), %d matches capped, statistics %+v", st.Examined, b.Len(), capped, st)
	}
}
