package scan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// newCrowd generates the program of a seed.
func newCrowd(t *testing.T, seed uint64) *crowd {
	t.Helper()
	c := &crowd{dir: t.TempDir(), rng: rand.New(rand.NewPCG(seed, 5)), fields: []string{"p", "q", "r", "s", "size()"}[:5-seed%4]}
	for class := range crowdClasses {
		of := crowdClass{file: fmt.Sprintf("C%02d.java", class)}
		for n := range 1 + c.rng.IntN(8) {
			of.methods = append(of.methods, c.method(class, n))
		}
		c.classes = append(c.classes, of)
		c.write(t, class, of.file)
	}
	return c
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
	case 0, 1, 2:
		what, of.methods = "a method more", slices.Insert(of.methods, at, c.method(class, c.rng.Int()))
	case 3, 4:
		if what = "a method less"; len(of.methods) > 1 {
			of.methods = slices.Delete(of.methods, at, at+1)
		}
	case 5:
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
	rounds := roundsOfEdits(t, 8)
	standing, set := scan.CountStanding(t), builtin(t)
	for seed := range uint64(4) {
		c := newCrowd(t, seed)
		path := filepath.Join(t.TempDir(), "a.idx")
		for round := range rounds {
			done := "nothing"
			if round > 0 {
				done = c.edit(t)
			}
			_, notes := scanAgain(t, c.dir, path, set, round, fmt.Sprintf("%s, seed %d", done, seed))
			if round > 0 && !strings.Contains(notes, "nothing changed") && !onlyWhatIsNew(notes, set) {
				t.Errorf("seed %d, round %d, after %s: %s", seed, round, done, notes) // the records do not agree with one another
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

// putMethod writes a class of one method, with two statements that are always the same, and what stands before, between and behind them.
func putMethod(t *testing.T, dir, class, first, middle, last string) {
	t.Helper()
	text := fmt.Sprintf("class %s {\n  int p, q;\n  int m(int a) {\n    %s\n    System.out.print(\"so\");\n    %s\n    System.out.print(\"on\");\n    %s\n  }\n}\n", class, first, middle, last)
	if err := os.WriteFile(filepath.Join(dir, class+".java"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAnswerThatWasLeftOut: of three samples two are looked at and one is aligned. When one of the two is none any more the third takes its place, and is the nearest, although it is not
// new, there are as many as there were, and what was said of the query came from nothing that has changed.
func TestAnswerThatWasLeftOut(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, err := builtin(t).Select("inline-temp")
	if err != nil {
		t.Fatal(err)
	}
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "a.idx")
	put := func(class, first, result string, blocks int) {
		putMethod(t, dir, class, first, strings.Repeat("{ ", blocks)+strings.Repeat(" }", blocks), "return "+result+";")
	}
	const none, more = "System.out.println(a * p + q);", `System.out.print("more");`
	for i, family := range []string{"", "Other", "Third"} { // what is said of the others stays
		more := strings.Repeat(more, 3*i)
		put(family+"Query", "int t = a * p; System.out.println(t + q);"+more, "a", 0)
		put(family+"Gone", none+more, "a", 8)     // alike under the abstraction, which leaves no syntax
		put(family+"Far", none+more, "a", 6)      // likewise; not quite as far
		put(family+"LeftOut", none+more, "-a", 0) // one step away, and looked at after these
	}
	o := scan.Options{Jobs: 2, MinConfidence: -1, Detect: scan.DetectOptions{MaxAnswers: 2, MaxAligned: 1}}
	for round, found := range []bool{false, true} {
		if round > 0 {
			put("Gone", strings.Repeat(more, 20), "a", 0)
		}
		want, _ := scanLimited(t, dir, "", set, o)
		got, notes := scanLimited(t, dir, path, set, o)
		if strings.Contains(want, `"Query.m(int) could be refactored by Inline Temp, as in LeftOut.m(int)"`) != found {
			t.Fatalf("round %d: a cold scan finds the wrong thing: the test shows nothing\n%s", round, want)
		}
		if want != got {
			t.Errorf("round %d (%s): not what a cold scan finds", round, notes)
		}
	}
}

// TestBucketsInAnotherOrder: the samples of a query lie in two buckets that are equally near, and the first row of one is of a method that is none of them. Where that is edited
// the other bucket comes first, and its sample, although the query, its candidates, and what was said of each are the same.
func TestBucketsInAnotherOrder(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, err := builtin(t).Select("inline-temp")
	if err != nil {
		t.Fatal(err)
	}
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "a.idx")
	const temp, none = "int t = a * p; System.out.println(t + q);", "System.out.println(a * p + q);"
	put := func(class, first, last string) { putMethod(t, dir, class, first, "", last) }
	for _, family := range []struct{ prefix, more string }{{"", ""}, {"Other", strings.Repeat(`System.out.print("more");`, 3)}} { // what is said of the others stays
		put(family.prefix+"A", temp+family.more, "return -a;")
		put(family.prefix+"B", none+family.more, "return ~a;")
		put(family.prefix+"C", none+family.more, "return -a;")
		put(family.prefix+"D", temp+family.more, "return a;")
	}
	for round, sample := range []string{"C", "B"} {
		if round > 0 {
			put("A", "", "return a;")
		}
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		if !strings.Contains(want, fmt.Sprintf(`"D.m(int) could be refactored by Inline Temp, as in %s.m(int)"`, sample)) {
			t.Fatalf("round %d: the best sample is not in %s: the test shows nothing", round, sample)
		}
		if want != got {
			t.Errorf("round %d (%s): not what a cold scan finds", round, notes)
		}
	}
}
