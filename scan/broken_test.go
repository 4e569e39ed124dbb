package scan_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// Nodes of the index that turn out to be none have the scan begin again with a new index: it finds what a cold one finds, and so does the next.
func TestBrokenNodes(t *testing.T) {
	scan.SetRest(t, 20*time.Millisecond)
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	write := func(name, text string) { writeAndRest(t, dir, name, text) }
	write("A.java", "class A { int f(int x) { return x; } }")
	write("U.java", "class U { int g(A a) { "+strings.Repeat("a.f(1); ", 100)+" return a.f(1); } }")
	scanWith(t, dir, path, set)
	write("A.java", "class A { long f(long x) { return x; } }") // so that U is looked at again
	scan.SetTreeHook(t, func(tree []byte) {
		if len(tree) > 1000 {
			copy(tree[len(tree)/2:], "\xff\xff\xff\xff\xff\xff\xff\xff")
		}
	})
	want, _ := scanWith(t, dir, "", set)
	var said []string
	_, err := scan.Scan(context.Background(), []string{dir}, set, scan.Options{Jobs: 2,
		Index: &scan.IndexOptions{Path: path, Tool: "test", Note: func(m string) { said = append(said, m) }}})
	if notes := strings.Join(said, "\n"); err != nil || !strings.Contains(notes, "a syntax tree in the index is damaged; it is built anew") {
		t.Fatalf("the scan says %q, error %v", notes, err)
	}
	got, notes := scanWith(t, dir, path, set)
	if got != want || !strings.Contains(notes, "nothing changed") {
		t.Errorf("the next scan (%s) is not a cold one, or not from the index", notes)
	}
}
