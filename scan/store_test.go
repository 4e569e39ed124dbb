package scan_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"refract/concretize"
	"refract/index"
	"refract/rules"
	"refract/scan"
)

// builtin loads the built-in rules.
func builtin(t testing.TB) *rules.Set {
	t.Helper()
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// scanWith scans dir with an index at path ("" for none) and returns all of the result that a report may print, and
// what the index had to say.
func scanWith(t *testing.T, dir, path string, set *rules.Set) (report, notes string) {
	t.Helper()
	return scanAbove(t, dir, path, set, -1)
}

// scanAgain scans dir with the index at path and without it, in a round of edits of which it is said what was done, and compares what they report. It returns that, and what
// the index had to say.
func scanAgain(t *testing.T, dir, path string, set *rules.Set, round int, done any) (report, notes string) {
	t.Helper()
	want, _ := scanAbove(t, dir, "", set, aboveInRound(round))
	got, notes := scanAbove(t, dir, path, set, aboveInRound(round))
	if want != got {
		lines := func(s string) []string { return strings.SplitAfter(s, "}}, ") }
		t.Fatalf("round %d, after %v (%s), -cold +from the index:\n%s", round, done, notes, cmp.Diff(lines(want), lines(got)))
	}
	return got, notes
}

// onlyWhatIsNew reports whether all rules of set were run on no more than that, by what the index had to say.
func onlyWhatIsNew(notes string, set *rules.Set) bool {
	return strings.Contains(notes, fmt.Sprint(len(set.Rules), " of them only on what is new"))
}

// aboveInRound is the least confidence to ask for in a round of edits: what was not asked for in one may be in the next.
func aboveInRound(round int) float64 { return []float64{-1, 0.9, 0, 0.7}[round%4] }

// scanAbove is scanWith for opportunities of so much confidence.
func scanAbove(t *testing.T, dir, path string, set *rules.Set, above float64) (report, notes string) {
	t.Helper()
	return scanLimited(t, dir, path, set, scan.Options{Jobs: 2, MinConfidence: above})
}

// scanLimited is scanAbove with other options.
func scanLimited(t *testing.T, dir, path string, set *rules.Set, o scan.Options) (report, notes string) {
	t.Helper()
	var said []string
	if path != "" {
		o.Index = &scan.IndexOptions{Path: path, Tool: "test", Note: func(m string) { said = append(said, m) }, Beside: true}
	}
	res, err := scan.Scan(context.Background(), []string{dir}, set, o)
	if err != nil {
		t.Fatal(err)
	}
	res.Wait()
	text := res.Text
	res.Text, res.IndexTook, res.IndexBeside, res.Index = nil, 0, 0, nil
	for i := range res.Stages {
		res.Stages[i].Took = 0
	}
	var b bytes.Buffer
	// %#v tells nil lists from empty ones, as JSON does.
	fmt.Fprintf(&b, "%#v\n", *res)
	for _, g := range res.Groups {
		for _, m := range g.Members {
			fmt.Fprintf(&b, "%#v\n%s\n", m, text(m.Place.Path))
			for _, p := range m.Evidence.Witness.Pairs {
				fmt.Fprintf(&b, "%+v %+v\n", p.Query, p.Sample)
			}
		}
	}
	return scrub(b.String()), strings.Join(said, "\n")
}

// scrub drops the addresses that %#v prints for pointers; what they point at is printed beside.
func scrub(s string) string {
	var out strings.Builder
	for {
		at := strings.Index(s, "(0x")
		if at < 0 {
			out.WriteString(s)
			return out.String()
		}
		end := at + strings.IndexByte(s[at:], ')')
		out.WriteString(s[:at])
		s = s[end:]
	}
}

// copyTree copies the Java files of the example program.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../examples")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// javaFiles are the Java files below dir.
func javaFiles(t *testing.T, dir string) []string {
	t.Helper()
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, in := range walked.Inputs {
		paths = append(paths, in.Abs)
	}
	return paths
}

func TestSecondScanIsTheFirst(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	plain, _ := scanWith(t, dir, "", set)
	if !strings.Contains(plain, "finding.Opportunity") {
		t.Fatal("nothing is found in the examples: the test shows nothing")
	}
	for i, want := range []string{"index written: ", "nothing changed: ", "nothing changed: "} {
		got, notes := scanWith(t, dir, path, set)
		if diff := cmp.Diff(plain, got); diff != "" {
			t.Errorf("scan %d differs from one without an index:\n%s", i, diff)
		}
		if !strings.HasPrefix(notes, want) {
			t.Errorf("scan %d: the index says %q, want %q", i, notes, want)
		}
	}
	other, _ := set.Select("inline-temp", "extract-method")
	want, _ := scanWith(t, dir, "", other)
	got, notes := scanWith(t, dir, path, other)
	if diff := cmp.Diff(want, got); diff != "" || !strings.HasPrefix(notes, "nothing changed") {
		t.Errorf("with some of the rules (%s):\n%s", notes, diff)
	}
}

// writeAndRest writes a file below dir, and lets it rest for long enough that a scan believes its stamp, where that was set to 20 ms.
func writeAndRest(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Millisecond)
}

// Where a whole tree was moved, its index is of no use: to take it forward costs more than to begin anew.
func TestIndexOfOtherFilesIsBuiltAnew(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	scanWith(t, dir, path, set)
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(moved, filepath.Join(dir, "src")); err != nil {
		t.Fatal(err)
	}
	plain, _ := scanWith(t, dir, "", set)
	for _, want := range []string{"the index is of other files; it is built anew", "nothing changed"} {
		got, notes := scanWith(t, dir, path, set)
		if diff := cmp.Diff(plain, got); diff != "" || !strings.HasPrefix(notes, want) {
			t.Errorf("the index says %q, want %q; from one without:\n%s", notes, want, diff)
		}
	}
	verify(t, dir, path, set)
}

// TestRandomEdits edits, adds, removes and renames files, and compares every scan with one without an index, whichever of steps and known rows there are the fewer of.
func TestRandomEdits(t *testing.T) {
	for name, steps := range map[string]float64{"steps among the rows": 0, "rows among the steps": math.MaxFloat64} {
		t.Run(name, func(t *testing.T) {
			scan.SetStepsPerKnown(t, steps)
			randomEdits(t)
		})
	}
}

func randomEdits(t *testing.T) {
	t.Helper()
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	rng := rand.New(rand.NewPCG(1, 1))
	scanWith(t, dir, path, set)
	written := 0
	for round := range 12 {
		files := javaFiles(t, dir)
		file := files[rng.IntN(len(files))]
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch rng.IntN(5) {
		case 0:
			err = os.Remove(file)
		case 1:
			err = os.Rename(file, strings.TrimSuffix(file, ".java")+"Renamed.java")
		case 2:
			err = os.WriteFile(strings.TrimSuffix(file, ".java")+fmt.Sprint("Copy", round, ".java"), content, 0o600)
		case 3: // a line more at the top moves every span
			err = os.WriteFile(file, append([]byte("// edited\n"), content...), 0o600)
		case 4: // a constant becomes another, a call goes elsewhere
			content = bytes.ReplaceAll(content, []byte("1"), []byte("17"))
			err = os.WriteFile(file, bytes.ReplaceAll(content, []byte("get"), []byte("fetch")), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d (%s):\n%s", round, notes, diff)
		}
		if strings.Contains(notes, "index written: ") {
			written++
		}
		verify(t, dir, path, set)
		if again, notes := scanWith(t, dir, path, set); again != want || !strings.HasPrefix(notes, "nothing changed") {
			t.Fatalf("round %d: the scan after it is another one (%s)", round, notes)
		}
	}
	if written == 0 {
		t.Error("no round wrote the index")
	}
}

// verify decodes the whole index, and compares its keys with those of one that is built from nothing: an index that
// grew by updates must say of every row what a new one says.
func verify(t *testing.T, dir, path string, set *rules.Set) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "fresh.idx")
	scanWith(t, dir, fresh, set)
	if diff := cmp.Diff(scan.DescribeIndex(t, dir, fresh, set), scan.DescribeIndex(t, dir, path, set)); diff != "" {
		t.Fatalf("the index differs from a new one (-new +grown):\n%s", diff)
	}
}

func TestDamagedIndexIsRebuilt(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	want, _ := scanWith(t, dir, path, set)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 100; at < len(good); at += len(good) / 40 {
		bad := bytes.Clone(good)
		for i := at; i < min(at+300, len(bad)); i++ {
			bad[i] ^= 0x5a
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		got, notes := scanWith(t, dir, path, set)
		if got != want {
			t.Fatalf("damaged at %d: another result (%s)", at, notes)
		}
		if strings.Contains(notes, "damaged") && !strings.Contains(notes, "built anew") {
			t.Errorf("damaged at %d: %s", at, notes)
		}
		if _, notes := scanWith(t, dir, path, set); !strings.HasPrefix(notes, "nothing changed") {
			t.Errorf("damaged at %d, the scan after the next: %s", at, notes)
		}
	}
}

func TestLockedIndexCostsNothing(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	want, _ := scanWith(t, dir, "", set)
	held, _, err := index.Use(path, index.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	got, notes := scanWith(t, dir, path, set)
	if got != want || !strings.Contains(notes, "in use by another process") {
		t.Errorf("beside another process: %s; same result: %v", notes, got == want)
	}
}

// defaultIndex is where the index of root lies by default.
func defaultIndex(root string) (string, error) {
	name, err := index.Root(root)
	if err != nil {
		return "", err
	}
	return index.DefaultPath(name)
}

// TestFilesPutInTurns: an index has the same whether its files are put all at once or some while the next ones are encoded.
func TestFilesPutInTurns(t *testing.T) {
	set, dir := builtin(t), "../examples/library"
	describe := func() []string {
		path := filepath.Join(t.TempDir(), "a.idx")
		scanWith(t, dir, path, set)
		return scan.DescribeIndex(t, dir, path, set)
	}
	want := describe()
	for _, files := range []int{1, 2, 5} {
		scan.SetEncodedFiles(t, files)
		if got := describe(); !slices.Equal(got, want) {
			t.Errorf("%d files at a time (-all at once +in turns):\n%s", files, cmp.Diff(want, got))
		}
	}
}
