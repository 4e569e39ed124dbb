package scan_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// TestHandingOn: a method that does nothing but call another has its vector once that is inlined. The row is another one as
// soon as the method that is called changes, also for the scan after that one.
func TestHandingOn(t *testing.T) {
	const before = `package a;
class A {
	int n;
	B b;
	void show() { showAll(); }
	private void showAll() {
		n = b.of(n) + b.more(n);
		b.take(n);
		b.give(n);
	}
}
class B {
	int of(int n) { return n; }
	int more(int n) { return n + 1; }
	void take(int n) { }
	void give(int n) { }
}
`
	const after = `package a;
class A {
	int n;
	B b;
	void show() { showAll(); }
	private void showAll() {
		int m = b.of(n) * 2;
		while (m > n) {
			m -= b.more(m);
		}
		b.take(m);
		b.give(n);
	}
}
class B {
	int of(int n) { return n; }
	int more(int n) { return n + 1; }
	void take(int n) { }
	void give(int n) { }
}
`
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "i.db"), builtin(t)
	if err := os.WriteFile(filepath.Join(dir, "Other.java"), []byte("package a; class Other { void other() { } }"), 0o666); err != nil {
		t.Fatal(err)
	}
	scan.SetRest(t, 0)
	for i, text := range []string{before, after, "package a; class A { }", before, after} {
		if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		want, _ := scanWith(t, dir, "", set)
		if got, notes := scanWith(t, dir, path, set); got != want {
			t.Errorf("scan %d (%s) is not that without an index:\n%s", i, notes, cmp.Diff(want, got))
		}
	}
}
