package scan_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// A scan that keeps hardly any tree finds what one finds that keeps all, cold and again after files have changed.
func TestScanKeepsNoTrees(t *testing.T) {
	set, dir := builtin(t), copyTree(t)
	want, _ := scanWith(t, dir, "", set)
	scan.SetKeptTrees(t, 0)
	for _, index := range []string{"", filepath.Join(t.TempDir(), "i.db")} {
		if got, _ := scanWith(t, dir, index, set); got != want {
			t.Errorf("index %q: with all trees (-) and without (+) differ:\n%s", index, cmp.Diff(want, got))
		}
	}
}
