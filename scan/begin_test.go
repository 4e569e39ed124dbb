package scan_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"refract/index"
	"refract/scan"
)

// TestCancel: what was begun and is not gone on with leaves the index to others.
func TestCancel(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	scanWith(t, dir, path, set)
	o := scan.Options{Jobs: 2, Index: &scan.IndexOptions{Path: path, Tool: "test"}}
	scan.Begin([]string{dir}, o).Cancel()
	ix, rebuilt, err := index.Use(path, index.Identity{})
	if err != nil {
		t.Fatalf("the index is still held: %v (%v)", err, rebuilt)
	}
	ix.Close()
}

// TestBegunTells: what there is to say of an index that was opened before is told while the scan goes on, once.
func TestBegunTells(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	writeAndRest(t, filepath.Dir(path), filepath.Base(path), "no index")
	var said []string
	o := scan.Options{Jobs: 2, Index: &scan.IndexOptions{Path: path, Tool: "test", Note: func(m string) { said = append(said, m) }}}
	o.Begun = scan.Begin([]string{dir}, o)
	if len(said) > 0 {
		t.Errorf("told before the scan: %q", said)
	}
	res, err := scan.Scan(context.Background(), []string{dir}, set, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(said) != len(res.Index) || len(said) == 0 || !strings.Contains(said[0], "built anew") {
		t.Errorf("told %q, of %v", said, res.Index)
	}
}
