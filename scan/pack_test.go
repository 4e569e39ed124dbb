package scan_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// A scan that keeps hardly any tree finds what one finds that keeps all, cold and again after a file has changed.
func TestScanKeepsNoTrees(t *testing.T) {
	set, dir := builtin(t), copyTree(t)
	index := filepath.Join(t.TempDir(), "i.db")
	for _, edit := range []string{"", "\nclass Added { int f(int x) { int y = x + 1; return y * x; } }\n"} {
		path := javaFiles(t, dir)[0]
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, edit...), 0o600); err != nil {
			t.Fatal(err)
		}
		want, _ := scanWith(t, dir, "", set)
		t.Run("", func(t *testing.T) {
			scan.SetKeptTrees(t, 0)
			for _, index := range []string{"", index} {
				if got, _ := scanWith(t, dir, index, set); got != want {
					t.Errorf("index %q: with all trees (-) and without (+) differ:\n%s", index, cmp.Diff(want, got))
				}
			}
		})
	}
}
