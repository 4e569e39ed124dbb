package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/abstraction"
	"refract/concretize"
	"refract/inline"
	"refract/program"
	"refract/rules"
	"refract/scan"
	"refract/vectors"
)

// TestSimilarIsTheJoin compares what the index says of every method of the example program with a comparison of all
// abstracted vectors with each other: for rules of equality, and for one with a radius, whose neighbours the index
// finds by their keys.
func TestSimilarIsTheJoin(t *testing.T) {
	dir, path := copyTree(t), filepath.Join(t.TempDir(), "a.idx")
	set := withRule(t, "replace-temp-with-query", "id: replace-temp-with-query", "id: near\nradius: 1")
	set, _ = set.Select("near", "replace-temp-with-query", "inline-method", "split-temporary-variable")
	scanWith(t, dir, path, set)
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := scan.Parse(t.Context(), walked.Inputs, scan.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := scan.NewCorpus(t.Context(), parsed.Files, 1)
	if err != nil {
		t.Fatal(err)
	}
	apart, pairs := 0, 0
	for m := range program.MethodID(c.Program.NumMethods()) {
		if c.Program.Method(m).Body < 0 {
			continue
		}
		place := concretize.Place(c.Program, m)
		got, err := scan.Similar(scan.At{Path: filepath.Join(dir, place.Path), Line: place.EndLine}, set, scan.IndexOptions{Path: path, Tool: "test"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got.Line != place.StartLine { // another method ends on the line
			continue
		}
		var lines []string
		for _, l := range got.Like {
			for _, p := range l.Places {
				lines = append(lines, fmt.Sprint(l.Rule, " ", l.Inlined != "", " ", p.Path, ":", p.StartLine, " ", p.Inlined, " ", p.Distance))
				apart += p.Distance
				pairs++
			}
		}
		slices.Sort(lines)
		if d := cmp.Diff(compareAll(c, set, m), lines); d != "" {
			t.Errorf("%s:%d (-by vectors +from the index):\n%s", place.Path, place.StartLine, d)
		}
	}
	if apart == 0 || pairs == apart {
		t.Errorf("%d pairs, %d of them apart: the test shows too little", pairs, apart)
	}
}

// compareAll compares the abstracted vectors of m with all others.
func compareAll(c *scan.Corpus, set *rules.Set, m program.MethodID) []string {
	t := c.Rows
	var lines []string
	for _, rule := range set.Rules {
		plan, roles := abstraction.New(&rule.Abstraction), concretize.NewRoles(rule, t)
		has := func(s rules.Side, r int) bool {
			base := t.Row(r).Mode == inline.None
			return (base && s.HasBase() || !base && s.HasInlined()) && !concretize.SizeOf(t.Vector(r)).Below(rule) && roles.Fit(r)
		}
		from, to := t.Rows(m)
		for q := from; q < to; q++ {
			for r := range t.Len() {
				if t.Row(r).Method == m || !has(rule.Query, q) || !has(rule.Answer, r) {
					continue
				}
				d := distance(plan.Apply(nil, t.Vector(q)), plan.Apply(nil, t.Vector(r)))
				inlined := t.Row(q).Mode != inline.None
				clones := rule.Filters.Clones && !inlined && t.Row(r).Mode == inline.None && t.Base(m).Equal(t.Base(t.Row(r).Method))
				if d > 1 || d == 1 && (rule.Radius < 1 || inlined) || clones {
					continue
				}
				with := ""
				switch t.Row(r).Mode {
				case inline.Single:
					with = concretize.Signature(c.Program, t.Row(r).Callee)
				case inline.All:
					with = "*"
				}
				p := concretize.Place(c.Program, t.Row(r).Method)
				lines = append(lines, fmt.Sprint(rule.ID, " ", inlined, " ", p.Path, ":", p.StartLine, " ", with, " ", d))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// distance is the square of that of two vectors.
func distance(v, w vectors.Vector) int {
	sum := 0
	for f := range vectors.Feature(vectors.Dims) {
		d := v.Count(f) - w.Count(f)
		sum += d * d
	}
	return sum
}

func TestSimilarFindsTheFile(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	one, _ := set.Select("extract-method")
	scanWith(t, dir, path, one)
	files := javaFiles(t, dir)
	rel, err := filepath.Rel(dir, files[0])
	if err != nil {
		t.Fatal(err)
	}
	line := firstMethod(t, files[0])
	other := filepath.Join(t.TempDir(), "New.java")
	if err := os.WriteFile(other, []byte("class New { }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		at   string
		tool string
		set  *rules.Set
		want string // of the error, or of the unknown rules
	}{
		{"on disk", files[0], "test", one, ""},
		{"as a report names it", rel, "test", one, ""},
		{"the end of that", filepath.Base(rel), "test", one, ""},
		{"not scanned", other, "test", one, "not among the 13 files"},
		{"another version", files[0], "newer", one, "no index that can be used"},
		{"rules that were not run", files[0], "test", set, "inline-temp"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := scan.Similar(scan.At{Path: tt.at, Line: line}, tt.set, scan.IndexOptions{Path: path, Tool: tt.tool}, 0)
			said := ""
			if err != nil {
				said = err.Error()
			} else {
				said = strings.Join(got.Unknown, " ")
				if got.Path != filepath.ToSlash(rel) {
					t.Errorf("path %q, want %q", got.Path, rel)
				}
			}
			if !strings.Contains(said, tt.want) || tt.want == "" && said != "" {
				t.Errorf("said %q, want %q", said, tt.want)
			}
		})
	}
}

// firstMethod is the line of a method in the file.
func firstMethod(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(content), "\n") {
		if strings.HasSuffix(line, ") {") {
			return i + 1
		}
	}
	t.Fatal("no method in " + path)
	return 0
}
