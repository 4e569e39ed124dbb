package scan_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"refract/concretize"
	"refract/index"
	"refract/rules"
	"refract/scan"
)

// withRule is the built-in rules with one more, or one of them replaced.
func withRule(t *testing.T, id string, change ...string) *rules.Set {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("../rules/catalog", id))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "rule.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(change...).Replace(string(text))
	if changed == string(text) {
		t.Fatalf("nothing to change in\n%s", text)
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := rules.Load(rules.Options{Paths: []string{dir}, Vocabulary: concretize.Vocabulary()})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestOnlyNewRulesRun: each step scans the same files with other rules, and its result is that of a scan without an
// index, at the cost of the rules that the last scans did not run.
func TestOnlyNewRulesRun(t *testing.T) {
	dir, path, all := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	two, _ := all.Select("extract-method", "inline-temp")
	more := withRule(t, "extract-method", "id: extract-method", "id: mine")
	changed := withRule(t, "extract-method", "id: extract-method", "id: mine", "min_statements: ", "min_statements: 1")
	n := len(all.Rules)
	for _, step := range []struct {
		name, want string
		set        *rules.Set
	}{
		{"two rules", "13 of 13 files were parsed, 13 were stored, 2 of 2 rules were run", two},
		{"the others", fmt.Sprintf("0 of 13 files were parsed, 0 were stored, %d of %d rules were run", n-2, n), all},
		{"two again", "nothing changed", two},
		{"all again", "nothing changed", all},
		{"one more", fmt.Sprintf("0 of 13 files were parsed, 0 were stored, 1 of %d rules were run", n+1), more},
		{"that one changed", fmt.Sprintf("0 of 13 files were parsed, 0 were stored, 1 of %d rules were run", n+1), changed},
		{"without it", "nothing changed", all},
	} {
		want, _ := scanWith(t, dir, "", step.set)
		got, notes := scanWith(t, dir, path, step.set)
		if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(notes, step.want) {
			t.Errorf("%s: the index says %q, want %q; the result (-cold +got):\n%s", step.name, notes, step.want, diff)
		}
		verify(t, dir, path, step.set)
	}
	// Another confidence asks for other opportunities of those that the rules found.
	for _, min := range []float64{0.9, 0.5, -1} {
		o := scan.Options{MinConfidence: min, Index: &scan.IndexOptions{Path: path, Tool: "test"}}
		got, err := scan.Scan(t.Context(), []string{dir}, all, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Index = nil
		want, err := scan.Scan(t.Context(), []string{dir}, all, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Groups, got.Groups); diff != "" || len(got.Index) != 1 || got.Index[0].Trouble {
			t.Errorf("confidence %v: %+v, groups (-cold +got):\n%s", min, got.Index, diff)
		}
	}
}

// TestRuleWithoutRecordsRunsOnAll: a rule of which the index has no records looks at everything again, and the others at what is new.
func TestRuleWithoutRecordsRunsOnAll(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	n := len(set.Rules)
	scanWith(t, dir, path, set)
	for i, dropped := range []string{"", "extract-method", ""} {
		if dropped != "" {
			scan.DropMemo(t, dir, path, set, dropped)
		}
		file := javaFiles(t, dir)[i]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, "class Another { int m() { int a = 1; return a; } }\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
		part := n
		if dropped != "" {
			part--
		}
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		said := fmt.Sprintf("%d of %d rules were run, %d of them only on what is new", n, n, part)
		if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(notes, said) {
			t.Errorf("without the records of %q: the index says %q, want %q; the result (-cold +got):\n%s", dropped, notes, said, diff)
		}
		verify(t, dir, path, set)
	}
}

// TestIndexOfNoUse: whatever is at the path of the index, the scan has its right result, says what is wrong, within two
// seconds more, and the scan after it is served where that is possible.
func TestIndexOfNoUse(t *testing.T) {
	dir, set := copyTree(t), builtin(t)
	want, _ := scanWith(t, dir, "", set)
	started := time.Now()
	scanWith(t, dir, "", set)
	plain := time.Since(started)
	root, err := index.Root(dir)
	if err != nil {
		t.Fatal(err)
	}
	write := func(content string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tt := range []struct {
		name    string
		prepare func(t *testing.T, path string)
		says    string
		after   string // of the scan after it
	}{
		{"empty file", write(""), "damaged: empty file; it is built anew", "nothing changed"},
		{"a letter", write(strings.Repeat("Dear Sir or Madam, ", 999)), "it is built anew, and what lies there is moved to ", "nothing changed"},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "not a regular file", "not a regular file"},
		{"truncated", func(t *testing.T, path string) {
			scanWith(t, dir, path, set)
			if err := os.Truncate(path, 9000); err != nil {
				t.Fatal(err)
			}
		}, "damaged", "nothing changed"},
		{"of another folder", func(t *testing.T, path string) { scanWith(t, copyTree(t), path, set) }, "not the index of this scan: made for", "nothing changed"},
		{"of another version", func(t *testing.T, path string) {
			ix, _, err := index.Use(path, index.Identity{Root: root, Tool: "older"})
			update(t, ix, err)
		}, "made by version older", "nothing changed"},
		{"of a newer format", func(t *testing.T, path string) {
			scanWith(t, dir, path, set)
			setFormat(t, path, index.FormatVersion+1)
		}, "written by a newer version", "written by a newer version"},
		{"of an older format", func(t *testing.T, path string) {
			scanWith(t, dir, path, set)
			setFormat(t, path, 0)
		}, "of an older format", "nothing changed"},
		{"in use", func(t *testing.T, path string) {
			held, _, err := index.Use(path, index.Identity{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { held.Close() })
		}, "in use by another process", "in use by another process"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.idx")
			tt.prepare(t, path)
			started := time.Now()
			got, notes := scanWith(t, dir, path, set)
			if took := time.Since(started); took > 4*plain+2*time.Second {
				t.Errorf("took %v, without an index %v", took, plain)
			}
			if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(notes, tt.says) {
				t.Errorf("the index says %q, want %q; the result (-without +got):\n%s", notes, tt.says, diff)
			}
			if got, notes := scanWith(t, dir, path, set); got != want || !strings.Contains(notes, tt.after) {
				t.Errorf("the scan after it: the index says %q, want %q; same result %v", notes, tt.after, got == want)
			}
		})
	}
}

// openDB opens the database of the index at path, which the caller closes.
func openDB(t *testing.T, path string) *bbolt.DB {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// setFormat rewrites the format of the index at path, as a program of that version would have written it.
func setFormat(t *testing.T, path string, format int) {
	t.Helper()
	db := openDB(t, path)
	defer db.Close()
	err := db.Update(func(tx *bbolt.Tx) error {
		b, name := tx.Bucket([]byte("refract")), []byte("format")
		if !bytes.Equal(b.Get(name), index.FormatLine(index.FormatVersion)) {
			return errors.New("no format in the index")
		}
		return b.Put(name, index.FormatLine(format))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// update commits an empty index.
func update(t *testing.T, ix *index.Store, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	u, err := ix.Begin()
	if err == nil {
		err = u.Commit()
	}
	if err := errors.Join(err); err != nil {
		t.Fatal(err)
	}
}
