package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/finding"
	"refract/mine"
	"refract/report"
)

func mined() []*mine.Result {
	in := mine.Input{Repository: "https://github.com/a/b.git", SHA: "1f", URL: "https://github.com/a/b/commit/1f"}
	at := func(path, kind, description, element string) []finding.Location {
		return []finding.Location{{Path: path, StartLine: 3, EndLine: 9, StartColumn: 1, EndColumn: 2, ElementType: kind, Description: description, Element: element}}
	}
	return []*mine.Result{
		{Input: in, Refactorings: []finding.Refactoring{{
			Type: "Rename Class", Description: "Rename Class p.A renamed to p.B<\"x\">",
			Left:  at("p/A.java", "TYPE_DECLARATION", "original type declaration", "p.A"),
			Right: at("p/B.java", "TYPE_DECLARATION", "renamed type declaration", ""),
		}}},
		{Input: mine.Input{SHA: "2e"}},
		{Input: mine.Input{SHA: "3d"}, Err: errors.New("timed out after 1m0s")},
	}
}

func TestMineFormats(t *testing.T) {
	for _, format := range report.MineFormats {
		t.Run(format, func(t *testing.T) {
			var b bytes.Buffer
			w, err := report.NewMineWriter(&b, format)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range mined() {
				if err := w.Result(r); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "mine."+format)
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if _, err := report.NewMineWriter(&bytes.Buffer{}, "yaml"); err == nil {
		t.Error("an unknown format is accepted")
	}
}

// document is RefactoringMiner's JSON, with its names and nothing more.
type document struct {
	Commits []struct {
		Repository, SHA1, URL string
		Refactorings          []struct {
			Type, Description                     string
			LeftSideLocations, RightSideLocations []struct {
				FilePath, CodeElementType, Description     string
				StartLine, EndLine, StartColumn, EndColumn int
				CodeElement                                *string
			}
		}
		Error string
	}
}

// A file is a whole document after every commit, so that a killed run leaves what it found.
func TestMineJSONIsValidAtEveryMoment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.json")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	check := func(commits int) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var d document
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatalf("after %d commits: %v\n%s", commits, err, text)
		}
		if len(d.Commits) != commits {
			t.Errorf("%d commits in the file, want %d", len(d.Commits), commits)
		}
		if commits > 0 && (d.Commits[0].Refactorings[0].RightSideLocations[0].CodeElement != nil || *d.Commits[0].Refactorings[0].LeftSideLocations[0].CodeElement != "p.A") {
			t.Error("codeElement is wrong")
		}
		if commits == 3 && d.Commits[2].Error == "" {
			t.Error("the failure is not in the output")
		}
	}
	w, err := report.NewMineWriter(f, "json")
	if err != nil {
		t.Fatal(err)
	}
	check(0)
	for i, r := range mined() {
		if err := w.Result(r); err != nil {
			t.Fatal(err)
		}
		check(i + 1)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	check(3)
}
