package scan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// crowd is a generated program of some crowds of methods that are much alike, so that most have more candidates than are judged.
type crowd struct {
	dir     string
	rng     *rand.Rand
	fields  []string // what methods read
	classes []crowdClass
}

// crowdClass is a class of a crowd, in a file of its own.
type crowdClass struct {
	file    string
	methods []string
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

// write writes the file of a class, and removes the one that it was in if that is another one.
func (c *crowd) write(t *testing.T, class int, was string) {
	t.Helper()
	of := &c.classes[class]
	text := fmt.Sprintf("class C%02d {\n  int p, q, r, s;\n  int size() { return p; }\n%s}\n", class, strings.Join(of.methods, ""))
	if err := os.WriteFile(filepath.Join(c.dir, of.file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if was != of.file {
		if err := os.Remove(filepath.Join(c.dir, was)); err != nil {
			t.Fatal(err)
		}
	}
}

// edit changes a body, now and then one of the first of the crowd: that is how buckets come to begin elsewhere. Sometimes a method comes or goes, or a file has another name.
func (c *crowd) edit(t *testing.T) string {
	t.Helper()
	class := c.rng.IntN(len(c.classes))
	if c.rng.IntN(2) == 0 {
		class %= 2 * crowds
	}
	of := &c.classes[class]
	was, at, what := of.file, c.rng.IntN(len(of.methods)), "a body"
	switch c.rng.IntN(12) {
	case 0:
		what, of.methods = "a method more", slices.Insert(of.methods, at, c.method(class, c.rng.Int()))
	case 1:
		if what = "a method less"; len(of.methods) > 1 {
			of.methods = slices.Delete(of.methods, at, at+1)
		}
	case 2:
		what, of.file = "another file", fmt.Sprintf("%c%02d.java", 'A'+c.rng.IntN(6), class)
	default:
		of.methods[at] = c.method(class, c.rng.Int())
	}
	c.write(t, class, was)
	return fmt.Sprintf("%s in C%02d", what, class)
}

const crowdClasses, crowds = 36, 4

// TestCrowds edits bodies of programs in which many samples of a query weigh the same, and most queries are told again what the last scan said of them, and compares every
// scan that uses the index with one that does not.
func TestCrowds(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	rounds := 8
	if s := os.Getenv("REFRACT_EDIT_ROUNDS"); s != "" {
		rounds, _ = strconv.Atoi(s)
	}
	standing, set := scan.CountStanding(t), builtin(t)
	for seed := range uint64(4) {
		c := &crowd{dir: t.TempDir(), rng: rand.New(rand.NewPCG(seed, 5)), fields: []string{"p", "q", "r", "s", "size()"}[:5-seed%4]}
		for class := range crowdClasses {
			of := crowdClass{file: fmt.Sprintf("C%02d.java", class)}
			for n := range 1 + c.rng.IntN(8) {
				of.methods = append(of.methods, c.method(class, n))
			}
			c.classes = append(c.classes, of)
			c.write(t, class, of.file)
		}
		path := filepath.Join(t.TempDir(), "a.idx")
		for round := range rounds {
			done := "nothing"
			if round > 0 {
				done = c.edit(t)
			}
			want, _ := scanWith(t, c.dir, "", set)
			got, notes := scanWith(t, c.dir, path, set)
			lines := func(s string) []string { return strings.SplitAfter(s, "}}, ") }
			if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
				t.Fatalf("seed %d, round %d, after %s (%s), -cold +from the index:\n%s", seed, round, done, notes, diff)
			}
		}
		verify(t, c.dir, path, set)
	}
	whole, shown, all, capped := standing.Whole.Load(), standing.Shown.Load(), standing.All.Load(), standing.Capped.Load()
	t.Logf("answers of the last scan that stood: %d of queries that were refused, %d of what is shown, %d with all candidates judged, %d with some", whole, shown, all, capped)
	if whole == 0 || shown == 0 || all == 0 || capped == 0 {
		t.Error("some kind of answer never stood: the test shows too little")
	}
}
