package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"refract/bench/measure"
	"refract/scan"
)

func TestMain(m *testing.M) {
	measure.Child(func(o childOptions) int { return o.Jobs }, child)
	os.Exit(m.Run())
}

// tree writes a few classes.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"A", "B", "C", "D"} {
		text := "package p;\nclass " + name + " {\n  int f(int a) { return a + 1; }\n  int g(int a) { return f(a); }\n}\n"
		if err := os.WriteFile(filepath.Join(dir, name+".java"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMeasure(t *testing.T) {
	dir := tree(t)
	series, err := measureDirs(context.Background(), []string{dir}, options{jobs: 2, repeat: 2, warm: true, edit: 30})
	if err != nil {
		t.Fatal(err)
	}
	m := series[0]
	in := m.Scan.Inputs
	if in.Files != 4 || in.Lines != 20 || in.Methods != 8 || in.Vectors < 8 || in.Bytes != m.Parse.Bytes || m.Parse.Files != 4 {
		t.Errorf("measured %+v, parsed %+v; want 4 files, 20 lines, 8 methods", in, m.Parse)
	}
	if notes := strings.Join(m.Scan.Notes, "\n"); !strings.Contains(notes, "index written: 4 of 4 files were parsed") || m.Scan.IndexBytes == 0 {
		t.Errorf("cold: %s, %d bytes of index", notes, m.Scan.IndexBytes)
	}
	if m.Warm == nil || !strings.Contains(strings.Join(m.Warm.Notes, "\n"), "nothing changed") {
		t.Errorf("again: %+v", m.Warm)
	}
	for i := range edits {
		want := "1 of 4 files were parsed"
		switch edits[i].name {
		case "files renamed":
			want = "0 of 4 files were parsed, 1 were stored"
		case "files removed":
			want = "0 of 3 files were parsed"
		}
		if s := m.Edits[edits[i].name]; s == nil || !strings.Contains(strings.Join(s.Notes, "\n"), want) {
			t.Errorf("%s: %+v", edits[i].name, s)
		}
	}
	if added := m.Edits["methods added"].Inputs.Methods - in.Methods; added != 1 {
		t.Errorf("%d methods were added, want 1", added)
	}
	if m.Parse.Seconds <= 0 || m.Scan.Total <= 0 || m.Warm == nil || m.ratio() <= 0 {
		t.Errorf("times %+v", m)
	}
	if _, err := os.Stat("/proc/self/status"); err == nil && m.Scan.PeakBytes < 1<<20 {
		t.Errorf("peak memory %d", m.Scan.PeakBytes)
	}
	sum := 0.0
	for _, s := range m.Scan.Stages {
		if !s.Part {
			sum += s.Seconds
		}
	}
	if d := sum - m.Scan.Total; d > 1e-6 || d < -1e-6 {
		t.Errorf("the stages add up to %v, the total is %v", sum, m.Scan.Total)
	}
	var out bytes.Buffer
	printOne(&out, "dir", 2, m)
	printGrowth(&out, []measurement{m, m})
	for _, want := range []string{"parse-only", "× parse-only", "peak memory", "bytes per source byte", "vectors", "vectors a megabyte", "link", "µs a line", "µs a vector", "+0 %", "again, bodies edited", "again, comments added", "again, edited as in releases"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table has no %q:\n%s", want, out.String())
		}
	}
}

// TestTypes: a scan for one rule finds what that for all finds of its type.
func TestTypes(t *testing.T) {
	series, err := measureDirs(context.Background(), []string{"../../examples/library"}, options{jobs: 2, types: true, noIndex: true})
	if err != nil {
		t.Fatal(err)
	}
	m, found := series[0], 0
	for _, x := range m.Scan.Types {
		alone := m.Alone[x.ID]
		if alone == nil || len(alone.Types) != 1 || alone.Types[0].ID != x.ID || alone.Opportunities != x.Opportunities || alone.Total <= 0 || alone.Inputs != m.Scan.Inputs {
			t.Errorf("%s alone: %+v, want its %d opportunities", x.ID, alone, x.Opportunities)
		}
		if x.Seconds <= 0 {
			t.Errorf("%s took %v s", x.ID, x.Seconds)
		}
		found += x.Opportunities
	}
	if found != m.Scan.Opportunities || found == 0 {
		t.Errorf("%d opportunities by type, %d in all", found, m.Scan.Opportunities)
	}
	var out bytes.Buffer
	printTypes(&out, m)
	if rows := strings.Count(out.String(), "\n"); rows != len(m.Scan.Types)+2 {
		t.Errorf("%d rows for %d types:\n%s", rows, len(m.Scan.Types), out.String())
	}
}

// TestKeepFastest: of each scan the fastest turn is kept, whichever turn the others were fast in.
func TestKeepFastest(t *testing.T) {
	m := measurement{Parse: measure.Floor{Seconds: 2}, Scan: scanned{Total: 3}, Warm: &scanned{Total: 4}, Edits: map[string]*scanned{"a": {Total: 4}, "b": {Total: 1}}, Alone: map[string]*scanned{"r": {Total: 2}}}
	m.keepFastest(measurement{Parse: measure.Floor{Seconds: 1}, Scan: scanned{Total: 5}, Warm: &scanned{Total: 3}, Edits: map[string]*scanned{"a": {Total: 2}, "b": {Total: 2}}, Alone: map[string]*scanned{"r": {Total: 1}}})
	if m.Parse.Seconds != 1 || m.Scan.Total != 3 || m.Warm.Total != 3 || m.Edits["a"].Total != 2 || m.Edits["b"].Total != 1 || m.Alone["r"].Total != 1 {
		t.Errorf("kept %+v", m)
	}
}

// TestOffLine: the line lies in the middle of the dearest line of source and the cheapest.
func TestOffLine(t *testing.T) {
	at := func(lines int, total float64) measurement {
		return measurement{Scan: scanned{Inputs: scan.Inputs{Lines: lines}, Total: total}}
	}
	series := []measurement{at(100, 80), at(200, 240), at(400, 400)}
	off := offLine(series, (*measurement).perLine)
	for i, want := range []float64{-0.2, 0.2, 0} {
		if got := off(&series[i]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d: %v off the line, want %v", i, got, want)
		}
	}
	series[0].Scan.CPU, series[0].Scan.System = 300, 200 // 1 a line, and 0, and 1/4
	series[2].Scan.CPU, series[2].Scan.System = 400, 300
	off = offLine(series, (*measurement).ownPerLine)
	for i, want := range []float64{1, -1, -0.5} {
		if got := off(&series[i]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d: without the system %v off the line, want %v", i, got, want)
		}
	}
}

func TestMissingDirectory(t *testing.T) {
	if err := run(context.Background(), []string{filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a missing directory is measured")
	}
	if err := run(context.Background(), nil); err == nil {
		t.Error("no directory is measured")
	}
}

// TestSubsets: parts are whole source roots, taken evenly, and packages of a root that is large. A file that lies elsewhere than its package says is
// with those beside it.
func TestSubsets(t *testing.T) {
	dir := t.TempDir()
	write := func(file, pkg string) {
		text := fmt.Sprintf("package %s;%1000s", pkg, "")[:1000]
		to := filepath.Join(dir, filepath.FromSlash(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 14 {
		write(fmt.Sprintf("a%02d/src/p/A.java", i), "p")
		write(fmt.Sprintf("a%02d/src/p/q/B.java", i), "p.q")
	}
	for _, pkg := range []string{"p", "q", "r", "s"} { // a root of 8 of 40 files
		write("b/"+pkg+"/C.java", pkg)
		write("b/"+pkg+"/D.java", pkg)
	}
	write("c/E.java", "elsewhere")
	write("c/F.java", "there")
	write("p/G.java", "p") // the root is the directory itself
	write("q/H.java", "q")

	roots := func(of ...int) (files []string) {
		for _, i := range of {
			files = append(files, fmt.Sprintf("a%02d/src/p/A.java", i), fmt.Sprintf("a%02d/src/p/q/B.java", i))
		}
		return files
	}
	cleanup, parts, err := subsets(dir, []int{8, 2, 1})
	if err != nil {
		t.Fatal(err)
	}
	// The root of all comes first, so that of twenty units of two files each these are 5, 13, and 2, 4 to 20.
	for i, want := range [][]string{
		slices.Concat(roots(3, 11)),
		slices.Concat(roots(0, 2, 4, 6, 8, 10, 12), []string{"b/p/C.java", "b/p/D.java", "b/r/C.java", "b/r/D.java", "c/E.java", "c/F.java"}),
		nil, // of the whole none is left out
	} {
		walked, err := scan.Walk([]string{parts[i]}, scan.WalkOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, in := range walked.Inputs {
			got = append(got, in.Path)
		}
		if want == nil {
			if len(got) != 40 {
				t.Errorf("the whole has %d files, want 40", len(got))
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("part %d (-want +got):\n%s", i, diff)
		}
	}
	cleanup()
	if _, err := os.Stat(parts[0]); err == nil {
		t.Error("copies are left behind")
	}
}

// TestSubsetsOfLittle: where there is too little to be divided, every part has some of it.
func TestSubsetsOfLittle(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte("class A {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	cleanup, parts, err := subsets(dir, []int{8, 2})
	defer cleanup()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if _, err := os.Stat(filepath.Join(part, "A.java")); err != nil {
			t.Error(err)
		}
	}
}

func TestSumStages(t *testing.T) {
	got := sumStages([]scan.Stage{
		{Name: "link", Took: time.Second}, {Name: "join", Rule: "a", In: 3, Out: 1, Took: 2 * time.Second},
		{Name: "check", Rule: "a"}, {Name: "join", Rule: "b", In: 4, Out: 2, Took: time.Second},
	})
	want := []stage{{Name: "link", Seconds: 1}, {Name: "join", Seconds: 3, In: 7, Out: 3, Part: true}, {Name: "check", Part: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stages (-want +got):\n%s", diff)
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", 100000: "100,000"} {
		if got := number(n); got != want {
			t.Errorf("number(%d) = %s, want %s", n, got, want)
		}
	}
}
