package scan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// crowd is a generated program of some crowds of methods that are much alike, so that most have more candidates than are judged.
type crowd struct {
	dir    string
	rng    *rand.Rand
	fields []string // what methods read
}

// method is one of a crowd: those of different crowds are nowhere near each other, so that the records of most hold while one is edited.
func (c *crowd) method(class, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  int m%d(int a) {\n", n)
	field := func() string { return c.fields[c.rng.IntN(len(c.fields))] }
	for range 2 {
		x, y, say := field(), field(), []string{"print", "println"}[c.rng.IntN(2)]
		if c.rng.IntN(2) == 0 {
			fmt.Fprintf(&b, "    { int t = a * %s; System.out.%s(t + %s); }\n", x, say, y)
		} else {
			fmt.Fprintf(&b, "    { System.out.%s(a * %s + %s); }\n", say, x, y)
		}
	}
	b.WriteString(strings.Repeat("    while (a > 1) { a--; }\n", class%crowds))
	b.WriteString("    return a;\n  }\n")
	return b.String()
}

func (c *crowd) path(class int) string { return filepath.Join(c.dir, fmt.Sprintf("C%02d.java", class)) }

func (c *crowd) write(t *testing.T, class int) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "class C%02d {\n  int p, q, r, s;\n  int size() { return p; }\n", class)
	for n := range 1 + c.rng.IntN(8) {
		b.WriteString(c.method(class, n))
	}
	b.WriteString("}\n")
	if err := os.WriteFile(c.path(class), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// edit changes a body, now and then one of the first of the crowd: that is how buckets come to begin elsewhere.
func (c *crowd) edit(t *testing.T) {
	t.Helper()
	class := c.rng.IntN(crowdClasses)
	if c.rng.IntN(2) == 0 {
		class %= 2 * crowds
	}
	text, err := os.ReadFile(c.path(class))
	if err != nil {
		t.Fatal(err)
	}
	bodies := strings.Split(string(text), "  int m")
	i := 1 + c.rng.IntN(len(bodies)-1)
	old := "  int m" + strings.TrimSuffix(bodies[i], "}\n}\n")
	if i < len(bodies)-1 {
		old = "  int m" + bodies[i]
	} else {
		old += "}\n"
	}
	if err := os.WriteFile(c.path(class), []byte(strings.Replace(string(text), old, c.method(class, i-1), 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

const crowdClasses, crowds = 36, 4

// TestCrowds edits bodies of programs in which many samples of a query weigh the same, and most queries are told again what the last scan said of them, and compares every
// scan that uses the index with one that does not.
func TestCrowds(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	standing, set := scan.CountStanding(t), builtin(t)
	for seed := range uint64(4) {
		c := &crowd{dir: t.TempDir(), rng: rand.New(rand.NewPCG(seed, 5)), fields: []string{"p", "q", "r", "s", "size()"}[:5-seed]}
		for class := range crowdClasses {
			c.write(t, class)
		}
		path := filepath.Join(t.TempDir(), "a.idx")
		for round := range 8 {
			if round > 0 {
				c.edit(t)
			}
			want, _ := scanWith(t, c.dir, "", set)
			got, notes := scanWith(t, c.dir, path, set)
			lines := func(s string) []string { return strings.SplitAfter(s, "}}, ") }
			if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
				t.Fatalf("seed %d, round %d (%s), -cold +from the index:\n%s", seed, round, notes, diff)
			}
		}
		verify(t, c.dir, path, set)
	}
	whole, all, capped := standing.Whole.Load(), standing.All.Load(), standing.Capped.Load()
	t.Logf("answers of the last scan that stood: %d of queries that were refused, %d with all candidates judged, %d with some", whole, all, capped)
	if whole == 0 || all == 0 || capped == 0 {
		t.Error("some kind of answer never stood: the test shows too little")
	}
}
