package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Only files that changed are parsed again, and files of which no tree is kept; the result is that of a cold scan.
func TestOnlyChangedFilesAreParsed(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	broken := filepath.Join(dir, "Broken.java")
	if err := os.WriteFile(broken, []byte("class Broken { void f() { int x = ; } void g() { f(); } }"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.java"))
	if err != nil || len(files) == 0 {
		files, _ = filepath.Glob(filepath.Join(dir, "*.java"))
	}
	change := func(name, text string) func() error {
		return func() error { return os.WriteFile(name, []byte(text), 0o600) }
	}
	for _, step := range []struct {
		name, want string
		edit       func() error
	}{
		{"cold", "14 of 14 files were parsed", func() error { return nil }},
		{"one more", "2 of 15 files were parsed", change(filepath.Join(dir, "More.java"), "class More { int f(int x) { return x; } }")},
		{"that one changed", "2 of 15 files were parsed", change(filepath.Join(dir, "More.java"), "class More { int f(int x) { return -x; } }")},
		{"it is gone", "1 of 14 files were parsed", func() error { return os.Remove(filepath.Join(dir, "More.java")) }},
		{"the broken one is mended", "1 of 14 files were parsed", change(broken, "class Broken { void g() { } }")},
		{"another changed", "1 of 14 files were parsed", func() error {
			text, err := os.ReadFile(files[0])
			if err != nil {
				return err
			}
			return os.WriteFile(files[0], append(text, "class Extra { }\n"...), 0o600)
		}},
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
