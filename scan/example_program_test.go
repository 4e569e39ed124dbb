package scan_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/rules"
	"refract/scan"
)

// TestExampleProgram holds the README of examples/library to its word: every row of its table is found, with the named
// sample, and nothing else is.
func TestExampleProgram(t *testing.T) {
	root := filepath.Join("..", "examples", "library")
	want := promised(t, filepath.Join(root, "README.md"))
	if len(want) < 8 {
		t.Fatalf("the README promises only %d opportunities", len(want))
	}
	corpus := exampleCorpus(t, root)
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range set.Rules {
		d, err := scan.Detect(context.Background(), corpus, corpus, r, scan.DetectOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range d.Opportunities {
			got = append(got, r.Name+": "+shortName(o.Place.Element)+" as "+shortName(o.Samples[0].Place.Element))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("opportunities differ from the README (-promised +found):\n%s", diff)
	}
}

// row is "| Extract Method | `Letters.reminder` | `Letters.receipt` with `appendHead` |".
var row = regexp.MustCompile("(?m)^\\| ([A-Z][A-Za-z ]+) \\| `([A-Za-z.]+)` \\| `([A-Za-z.]+)`")

func promised(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		list = append(list, m[1]+": "+m[2]+" as "+m[3])
	}
	return list
}

// shortName turns "a.b.C.m(int)" into "C.m".
func shortName(element string) string {
	element, _, _ = strings.Cut(element, "(")
	parts := strings.Split(element, ".")
	return strings.Join(parts[max(0, len(parts)-2):], ".")
}

func exampleCorpus(t *testing.T, root string) *scan.Corpus {
	t.Helper()
	walked, err := scan.Walk([]string{root}, scan.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, in := range walked.Inputs {
		text, err := os.ReadFile(in.Abs)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, p.File(in.Path, text))
	}
	c, err := scan.NewCorpus(context.Background(), files, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
