package rules_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"refract/rules"
)

// reread writes r beside the sample files that it names and loads what was written.
func reread(t testing.TB, dir string, r *rules.Rule, comments rules.Comments) (*rules.Rule, string) {
	t.Helper()
	var b bytes.Buffer
	if err := rules.Write(&b, r, comments); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "written.yaml")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := rules.LoadFile(path, rules.Vocabulary{})
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return again, b.String()
}

// Every rule of the catalogue survives being written and read.
func TestWriteCatalogue(t *testing.T) {
	s, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Rules {
		dir, err := filepath.Abs(filepath.Join("catalog", r.ID))
		if err != nil {
			t.Fatal(err)
		}
		w := *r
		w.Samples = nil
		for _, sample := range r.Samples {
			rel, err := filepath.Rel(filepath.Join("catalog", r.ID), sample.BeforePath)
			if err != nil {
				t.Fatal(err)
			}
			sample.BeforePath = rel
			sample.AfterPath = filepath.Join(filepath.Dir(rel), "after.java")
			w.Samples = append(w.Samples, sample)
		}
		tmp := t.TempDir()
		if err := os.CopyFS(tmp, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		again, text := reread(t, tmp, &w, rules.Comments{"": {"first\nline", "second"}, "checks": {"why"}})
		if again.Hash() != r.Hash() {
			t.Errorf("%s changed:\n%s", r.ID, text)
		}
		if len(again.Samples) != len(r.Samples) {
			t.Fatalf("%s: %d samples, want %d\n%s", r.ID, len(again.Samples), len(r.Samples), text)
		}
		for i := range r.Samples {
			a, b := again.Samples[i], r.Samples[i]
			if a.Refused != b.Refused || a.Method != b.Method || a.Note != b.Note || !bytes.Equal(a.Before, b.Before) {
				t.Errorf("%s: sample %+v became %+v", r.ID, b, a)
			}
		}
	}
}

// Any text survives in a name.
func TestWriteText(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.OneOf(
			rapid.StringMatching(`[ -~]*[!-~][ -~]*`),
			rapid.SampledFrom([]string{"yes", "null", "1", "- a", "a: b", "a #b", "#a", "!x", "é'\"", "a\nb", "a\tb", "~", "[a]", "{", "*a", "&b", "%c", "@", "`", "|", ">", "a:", "0x1", "1e3", "=", "<<", "true "}),
		).Draw(rt, "name")
		r := &rules.Rule{ID: "x", Name: name, Group: "method", Query: rules.Base, Answer: rules.Both}
		again, text := reread(t, dir, r, nil)
		if diff := cmp.Diff(trimmed(name), again.Name); diff != "" {
			rt.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
	})
}

// trimmed is what the loader makes of text: blanks at its ends mean nothing.
func trimmed(s string) string { return string(bytes.TrimSpace([]byte(s))) }
