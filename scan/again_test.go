package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// TestEncodedAgain: of a file into which a method of another is inlined the text is not needed when only that method's body is edited, and what the
// index has of it then is what it would have been made of the text. Once a name in it means something else it is made of the text.
func TestEncodedAgain(t *testing.T) {
	again := scan.CheckAgain(t)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "i.db"), builtin(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("A.java", "package a;\nclass A {\n\tB b = new B();\n\tint n;\n\tvoid f() { n++; b.g(n); n--; }\n\tvoid h() { b.i(); }\n}\n")
	for i := range 20 { // files that nothing happens to
		write(fmt.Sprintf("C%d.java", i), fmt.Sprintf("package a;\nclass C%d { int n; void m() { n++; } }\n", i))
	}
	scan.SetRest(t, 0)
	const b = "package a;\nclass B {\n\tint m;\n\t%s void g(int n) { %s }\n\tvoid i() { m--; }\n}\n"
	for _, step := range []struct {
		modifier, body, want string
		again                int64
	}{
		{"final", "m += n;", "22 were stored", 0},
		{"final", "m += n; m *= 2;", "2 were stored", 1},
		{"final", "m += n; if (m > n) { m = n; }", "2 were stored", 1},
		{"static", "", "2 were stored", 0},
	} {
		write("B.java", fmt.Sprintf(b, step.modifier, step.body))
		before := again.Load()
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		if got != want || !strings.Contains(notes, step.want) {
			t.Errorf("%q: not that without an index, or %s is not %s:\n%s", step.body, notes, step.want, cmp.Diff(want, got))
		}
		if n := again.Load() - before; n != step.again {
			t.Errorf("%q: %d files were encoded again, want %d", step.body, n, step.again)
		}
		verify(t, dir, path, set)
	}
}

// TestTooMuch: where most files mean something else than they did the index is built anew, and the next scan finds it of use again.
func TestTooMuch(t *testing.T) {
	scan.SetRest(t, 0)
	scan.SetTooMuch(t, 0.5, 10)
	w, path, set := &world{dir: t.TempDir()}, filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	const users = 9
	write := func(params string) {
		w.write(t, "A", "package w;\nclass A { int size; int size() { return size; } void f("+params+") { size = size + 1; } }\n")
	}
	for i := range users {
		w.write(t, fmt.Sprint("U", i), fmt.Sprintf("package w;\nclass U%d { int size; int size() { return size; } void g(A a) { size = size + %d; a.f(1); } }\n", i, i))
	}
	write("int n")
	scanAgain(t, w.dir, path, set, 0, "the first scan")
	for i, step := range []struct {
		params, want string
		more         int // files that have nothing to do with it
	}{
		{"int n, Object o", "most files mean something else than they did when it was written; it is built anew", 0},
		{"int n, Object o", "nothing changed", 0},
		{"int n", "the bodies of 10 files were resolved", 2 * users}, // half of all
		{"long n", "it is built anew", -1},
	} {
		if step.more < 0 {
			scan.SetTooMuch(t, 0.1, 10)
		}
		if step.more > 0 {
			for j := range step.more {
				w.write(t, fmt.Sprint("N", j), fmt.Sprintf("package w;\nclass N%d { int n; int next() { return n + %d; } }\n", j, j))
			}
			scanAgain(t, w.dir, path, set, 0, "more files")
		}
		write(step.params)
		if _, notes := scanAgain(t, w.dir, path, set, 0, step.params); !strings.Contains(notes, step.want) {
			t.Errorf("step %d: %s; want %q", i, notes, step.want)
		}
	}
	// With fewer files hardly anything is gained.
	scan.SetTooMuch(t, 0.1, 100)
	write("int n")
	if _, notes := scanAgain(t, w.dir, path, set, 0, "few files"); strings.Contains(notes, "anew") {
		t.Errorf("few files: %s", notes)
	}
}
