package scan_test

import (
	"bytes"
	"context"
	"errors"
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
	w, path, set := &world{dir: t.TempDir()}, filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	const users, others = 9, 10
	write := func(params string) {
		w.write(t, "A", "package w;\nclass A { int size; int size() { return size; } void f("+params+") { size = size + 1; } }\n")
	}
	write("int n")
	for i := range users {
		w.write(t, fmt.Sprint("U", i), fmt.Sprintf("package w;\nclass U%d { int size; int size() { return size; } void g(A a) { size = size + %d; a.f(1); } }\n", i, i))
	}
	for i := range others {
		w.write(t, fmt.Sprint("N", i), fmt.Sprintf("package w;\nclass N%d { int n; int next() { return n + %d; } }\n", i, i))
	}
	scanAgain(t, w.dir, path, set, 0, "the first scan")
	const anew = "most files mean something else than they did when the index was written; it is built anew"
	for _, step := range []struct {
		params string
		share  float64
		from   int
		want   string
	}{
		{"int n, Object o", 0.4, users + 1 + others, anew}, // half of all
		{"int n, Object o", 0.4, 0, "nothing changed"},
		{"int n", 0.6, 0, "the bodies of 10 files were resolved"},
		{"long n", 0.4, users + 2 + others, "the bodies of 10 files were resolved"},
	} {
		scan.SetTooMuch(t, step.share, step.from)
		write(step.params)
		if _, notes := scanAgain(t, w.dir, path, set, 0, step.params); !strings.Contains(notes, step.want) {
			t.Errorf("%s, %.1f of %d: %s; want %q", step.params, step.share, step.from, notes, step.want)
		}
	}

	// Who ends the scan then has the index that he had.
	scan.SetTooMuch(t, 0.4, 0)
	write("int n")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	end := func(message string) {
		if strings.Contains(message, anew) {
			cancel()
		}
	}
	if _, err := scan.Scan(ctx, []string{w.dir}, set, scan.Options{Index: &scan.IndexOptions{Path: path, Tool: "test", Note: end}}); !errors.Is(err, context.Canceled) {
		t.Fatalf("the scan was not ended: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the index is not what it was: %v", err)
	}
}
