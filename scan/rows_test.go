package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// TestHandingOn: the vector of a method that does nothing but call another is, once that is inlined, the vector of the other
// one; and where the called method does nothing but call a third, inlining it leaves the vector as it was. Such a row is
// another one as soon as one of these changes, also for the scan after that one.
func TestHandingOn(t *testing.T) {
	const class = `package a;
class A {
	int n;
	B b;
	void show() { showAll(); }
	private void showAll() {
		%s
		b.take(n);
		b.give(n);
	}
	private void twice() {
		one();
		%s
		b.give(n);
	}
	private void one() { two(); }
	private void two() { n = 1; }
}
class B {
	int of(int n) { return n; }
	int more(int n) { return n + 1; }
	void take(int n) { }
	void give(int n) { }
}
`
	before := fmt.Sprintf(class, "n = b.of(n) + b.more(n);", "n++;")
	after := fmt.Sprintf(class, "int m = b.of(n) * 2; while (m > n) { m -= b.more(m); }", "if (b != null && n > b.of(n)) { n++; }")
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "i.db"), builtin(t)
	if err := os.WriteFile(filepath.Join(dir, "Other.java"), []byte("package a; class Other { void other() { } }"), 0o666); err != nil {
		t.Fatal(err)
	}
	scan.SetRest(t, 0)
	for i, text := range []string{before, after, "package a; class A { }", before, after, before} {
		if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		want, _ := scanWith(t, dir, "", set)
		if got, notes := scanWith(t, dir, path, set); got != want {
			t.Errorf("scan %d (%s) is not that without an index:\n%s", i, notes, cmp.Diff(want, got))
		}
	}
}
