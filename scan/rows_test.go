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

// TestOverriddenByOldMethods: one class that was there comes to stand below another one, and one goes elsewhere, so that of two methods the other is overridden
// now, by a method that says what it said. In a file of which neither the text nor what it means has changed the call of one is inlined no longer, and
// that of the other is: it has as many rows as before.
func TestOverriddenByOldMethods(t *testing.T) {
	scan.SetRest(t, 0)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "i.db"), builtin(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package a; "+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("A.java", "class A { int n; int foo(int k) { n += k; return n * k; } int bar(int k) { return k; } }")
	write("Caller.java", "class Caller { int call(A a) { return a.foo(1) + a.bar(2); } }")
	const below = "class B %s { int foo(int k) { return k + n; } int n; } class C %s { int bar(int k) { return k + n; } int n; } // %d"
	const caller, others = 1, 1
	known := scan.CheckKnown(t)
	for i, first := range []bool{true, false, true, true, false} {
		b, c := "extends A", ""
		if !first {
			b, c = c, b
		}
		write("B.java", fmt.Sprintf(below, b, c, i))
		want, _ := scanWith(t, dir, "", set)
		before := known.Load()
		got, notes := scanWith(t, dir, path, set)
		if got != want {
			t.Errorf("scan %d (%s) is not that without an index:\n%s", i, notes, cmp.Diff(want, got))
		}
		if n := known.Load() - before; i > 0 && n != caller+others {
			t.Errorf("scan %d: the bodies of %d files are known", i, n)
		}
	}
}

// TestRowsOfEditedFiles: a method that nothing was done to has other rows all the same where a method that it calls has another body, and so has one that stands in a field, the text
// of which is that of the field. CheckKnown holds what is taken from the index against what comes of the texts.
func TestRowsOfEditedFiles(t *testing.T) {
	const user = "package a; class U extends A { int v(A a) { return twice(2) + a.twice(3); } }"
	for _, c := range []struct {
		name, before, after string
		anew                int64 // rows that are worked out
	}{
		{"a method that is called",
			"int f(int k) { return g(k) + 1; } private int g(int k) { return k + n; } int h(int k) { return f(k); }",
			"int f(int k) { return g(k) + 1; } private int g(int k) { if (k > n) { n = k; } return k * n; } int h(int k) { return f(k); }", 1},
		{"a method in a field",
			"R r = new R() { public int run(int k) { return one(k + 2); } private int one(int k) { return k; } };",
			"R r = new R() { public int run(int k) { return one(k - 2); } private int one(int k) { return k; } };", 1},
		{"a method in a method",
			"R f() { return new R() { public int run(int k) { return one(k + 2); } private int one(int k) { return k; } }; }",
			"R f() { return new R() { public int run(int k) { return one(k - 2); } private int one(int k) { return k; } }; }", 1},
		{"two methods of one signature that change places",
			"final int twice(int k) { return k + n; } final int twice(int k) { while (k > 3) { k--; } return k; } int f(int k) { return twice(k); }",
			"final int twice(int k) { while (k > 3) { k--; } return k; } final int twice(int k) { return k + n; } int f(int k) { return twice(k); }", 2},
		{"a method that moves",
			"int f(int k) { return g(k) + 1; } private int g(int k) { return k + n; } int h(int k) { n = k; return f(k); }",
			"int h(int k) { n = k; return f(k); } int m; private int g(int k) { return k + n; } int f(int k) { return g(k) + 1; }", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			scan.SetRest(t, 0)
			known, classes := scan.CheckKnown(t), scan.CountClasses(t)
			dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "i.db"), builtin(t)
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			write("U.java", user)
			for i := range 20 { // files that nothing happens to
				write(fmt.Sprintf("C%d.java", i), fmt.Sprintf("package a; class C%d { int n; int m() { n++; return n; } }", i))
			}
			before := known.Load()
			for i, text := range []string{c.before, c.after, c.before} {
				write("A.java", "package a; interface R { int run(int k); } class A { int n; "+text+" }")
				want, _ := scanWith(t, dir, "", set)
				was := classes.Load()
				if got, notes := scanWith(t, dir, path, set); got != want {
					t.Errorf("scan %d (%s) is not that without an index:\n%s", i, notes, cmp.Diff(want, got))
				}
				if n := classes.Load() - was; i > 0 && n != c.anew {
					t.Errorf("scan %d: %d rows were worked out, want %d", i, n, c.anew)
				}
			}
			if known.Load() == before {
				t.Error("nothing was taken from the index")
			}
		})
	}
}
