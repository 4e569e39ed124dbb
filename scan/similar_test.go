package scan_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

const likeSource = `package p;
class Like {
  int first(java.util.List in) {
    int n = 0;
    for (int i = 0; i < in.size(); i++) { if (in.get(i) != null) { n = n + 1; } }
    System.out.println(n);
    return n;
  }
  int second(java.util.List in) {
    int n = count(in);
    System.out.println(n);
    return n;
  }
  private int count(java.util.List in) {
    int n = 0;
    for (int i = 0; i < in.size(); i++) { if (in.get(i) != null) { n = n + 1; } }
    return n;
  }
  int other(String s) { while (s.length() > 3) { s = s.substring(1); } return s.hashCode(); }
}
`

func TestSimilar(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	root := filepath.Join(dir, "src")
	file := filepath.Join(root, "p", "Like.java")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(likeSource), 0o600)); err != nil {
		t.Fatal(err)
	}
	set, unknown := builtin(t).Select("extract-method")
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	ask := func(line int) (*scan.Similarities, error) {
		return scan.Similar(scan.At{Path: file, Line: line}, set, scan.IndexOptions{Tool: "test"}, 10)
	}
	if _, err := ask(5); !errors.Is(err, scan.ErrNoIndex) {
		t.Errorf("before any scan: %v, want ErrNoIndex", err)
	}
	path, err := defaultIndex(root)
	if err != nil {
		t.Fatal(err)
	}
	scanWith(t, root, path, set)
	got, err := ask(5)
	if err != nil {
		t.Fatal(err)
	}
	want := &scan.Similarities{Path: "p/Like.java", Line: 3, Element: "p.Like.first(java.util.List)", Index: path,
		Like: []scan.Likeness{{Rule: "extract-method", Type: "Extract Method", Places: []scan.LikePlace{{
			Path: "p/Like.java", StartLine: 9, EndLine: 13, Element: "p.Like.second(java.util.List)", Inlined: "p.Like.count(java.util.List)"}}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Similar (-want +got):\n%s", diff)
	}
	if got, err := ask(19); err != nil || len(got.Like) != 0 {
		t.Errorf("of a method like no other: %+v, %v", got, err)
	}
	var none *scan.NoMethodError
	if _, err := ask(2); !errors.As(err, &none) {
		t.Errorf("of no method: %v, want a NoMethodError", err)
	}
	if err := os.WriteFile(file, []byte(likeSource+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ask(5); err != nil || !got.Stale {
		t.Errorf("of a file that has changed: %+v, %v", got, err)
	}
}
