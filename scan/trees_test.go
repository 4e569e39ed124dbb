package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Only files that changed are parsed again, and files of which no tree is kept; the result is that of a cold scan, with what is wrong with files.
func TestOnlyChangedFilesAreParsed(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	broken, renamed := filepath.Join(dir, "Broken.java"), filepath.Join(dir, "Renamed.java")
	for name, text := range map[string]string{
		broken:                              "class Broken { void f() { int x = ; } void g() { f(); } }",
		filepath.Join(dir, "Nul.java"):      "class Nul { \x00 void f() { } } // " + strings.Repeat("long ", 20),
		filepath.Join(dir, "Unusable.java"): "\x01\x02\x03", // of which nothing can be used
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change := func(name, text string) func() error {
		return func() error { return os.WriteFile(name, []byte(text), 0o600) }
	}
	for _, step := range []struct {
		name, want string
		edit       func() error
	}{
		{"cold", "16 of 16 files were parsed", func() error { return nil }},
		{"one more", "2 of 17 files were parsed", change(filepath.Join(dir, "More.java"), "class More { int f(int x) { return x; } }")},
		{"that one changed", "2 of 17 files were parsed", change(filepath.Join(dir, "More.java"), "class More { int f(int x) { return -x; } }")},
		{"it is gone", "1 of 16 files were parsed", func() error { return os.Remove(filepath.Join(dir, "More.java")) }},
		{"the broken one has another name", "1 of 16 files were parsed", func() error { return os.Rename(broken, renamed) }},
		{"the broken one is mended", "2 of 16 files were parsed", change(renamed, "class Broken { void g() { } }")},
		{"and changed", "2 of 16 files were parsed", change(renamed, "class Broken { void g() { } } class Extra { }")},
	} {
		if err := step.edit(); err != nil {
			t.Fatal(err)
		}
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(notes, step.want) {
			t.Errorf("%s: the index says %q, want %q; the result (-cold +got):\n%s", step.name, notes, step.want, diff)
		}
	}
}
