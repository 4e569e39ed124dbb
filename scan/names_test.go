package scan_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/program"
	"refract/scan"
)

// An index without the names that its records speak of, with none that can be read, or with those of another program, does not lead a scan astray: it is
// built anew, or what was linked is linked from its texts.
func TestIndexWithoutItsNames(t *testing.T) {
	other := program.Link(nil)
	for name, pieces := range map[string][2][]byte{
		"none": {}, "bytes": {[]byte("these are no names"), nil}, "of others": {other.AppendNames(nil, 0), other.AppendNames(nil, other.Names())},
		"begun by others": {other.AppendNames(nil, 0), nil}, "added by others": {nil, other.AppendNames(nil, other.Names())},
	} {
		dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
		scanWith(t, dir, path, set)
		scan.SetNames(t, dir, path, set, pieces[0], pieces[1])
		for i, text := range []string{"class Other { int f() { return 1; } }", "class Other { int f(Name x) { return 2; } }"} {
			if err := os.WriteFile(filepath.Join(dir, "Other.java"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			want, _ := scanWith(t, dir, "", set)
			got, notes := scanWith(t, dir, path, set)
			if want != got {
				t.Errorf("names: %s: scan %d differs from a cold one", name, i)
			}
			if anew := strings.Contains(notes, "built anew"); anew != (i == 0 && name != "of others") {
				t.Errorf("names: %s: scan %d says %q", name, i, notes)
			}
		}
	}
}

// TestNewNamesLieBeside: a few names that come are written beside the others, and many with them.
func TestNewNamesLieBeside(t *testing.T) {
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	edit := func(text string) (begun, added []byte) {
		if err := os.WriteFile(filepath.Join(dir, "Other.java"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		scanAgain(t, dir, path, set, 0, text)
		return scan.Names(t, dir, path)
	}
	first, none := edit("class Other { }")
	same, few := edit("class Other { int neverSeenBefore() { return 1; } }")
	if !bytes.Equal(first, same) || len(few) <= len(none) {
		t.Errorf("one more: %d bytes of names, %d beside them; before %d and %d", len(same), len(few), len(first), len(none))
	}
	var many strings.Builder
	for i := range len(first) / 8 {
		fmt.Fprintf(&many, "int neverSeenBefore%d() { return 1; }\n", i)
	}
	more, left := edit("class Other { " + many.String() + "}")
	if len(more) <= len(first) || !bytes.Equal(left[8:], append(binary.AppendUvarint(nil, uint64(program.OpenNames(more).Len())), 0)) {
		t.Errorf("many more: %d bytes of names, %d beside them", len(more), len(left))
	}
}

// TestMembersOfNewTypes: a method more in a class makes all files doubtful in which its name stands, one in a class more none but its own, and one in a class less.
func TestMembersOfNewTypes(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	w := &world{dir: dir}
	const first, second = "package w;\nclass A { int f() { return 1; } }\n", "package w;\nclass B { int f() { return 2; } int g(A a) { return f() + a.f(); } }\n"
	for _, tt := range []struct {
		name, first string
		resolved    string
	}{
		{"nothing", first, ""},
		{"a class", first + "class Behind { int f() { return 3; } int g; }\n", " 1 files"},
		{"a method in it, which nobody else names", first + "class Behind { int f() { return 3; } int g; int f(int x) { return x; } }\n", " 1 files"},
		{"no class", first, " 1 files"},
		{"a class within", "package w;\nclass A { int f() { return 1; } static class In { int f() { return 3; } } }\n", " 1 files"},
		{"a class that the other file names", first + "class a { static int f() { return 4; } }\n", " 2 files"},
		{"a method", "package w;\nclass A { int f() { return 1; } int g(A a) { return 3; } }\n", " 2 files"},
	} {
		w.write(t, "A", tt.first)
		w.write(t, "B", second)
		if _, notes := scanAgain(t, dir, path, set, 0, tt.name); tt.resolved != "" && !strings.Contains(notes, "the bodies of"+tt.resolved+" were resolved") {
			t.Errorf("%s: %s; want those of%s", tt.name, notes, tt.resolved)
		}
	}
}

// TestMembersThatAreReached: where a class has another member of a name, those files are doubtful in which that name stands and that come to the class: by its name, by that of one
// that descends from it, or by an expression. What they declare is doubtful for the sake of a field alone.
func TestMembersThatAreReached(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	known, linked := scan.CheckKnown(t), scan.CountLinked(t)
	w, path, set := &world{dir: t.TempDir()}, filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	for name, text := range map[string]string{
		"Sub":        "class Sub extends A { }",
		"Other":      "class Other { A get() { return null; } Sub[] all; }",
		"Named":      "class Named { Object g(A a) { return a.f(null); } }",
		"Expression": "class Expression { Object g(Other o) { return o.get().f(null); } }",
		"Element":    "class Element { Object g(Other o) { return o.all[0].f(null); } }",
		"Below":      "class Below extends Sub { Object g() { return f(null); } }",
		"Within":     "class Within extends Sub { class In { Object g() { return f(null); } } }",
		"Imported":   "import static w.Sub.f;\nclass Imported { Object g() { return f(null); } }",
		"Anonymous":  "class Anonymous { Object g() { return new Sub() { Object h() { return f(null); } }; } }",
		"Reference":  "class Reference { java.util.function.Function<String, Object> g() { return Sub::f; } }",
		"Own":        "class Own { Object f(String s) { return s; } Object g() { return f(null); } }",
		"Mute":       "class Mute { Object g(Sub s) { return s; } }",
	} {
		w.write(t, name, "package w;\n"+text+"\n")
	}
	for i, tt := range []struct{ first, resolved string }{
		{"static Object f(Object o) { return o; }", " 13 files"},
		{"static Object f(Object o) { return o; } static String f(String s) { return s; }", " 9 files"}, // all but Sub, Other, Own and Mute
		{"static Object f(Object o) { return o; } static String f(Integer s) { return null; }", " 9 files"},
		{"static Object f(Object o) { return o; }", " 13 files"}, // where it is too much to find out who comes to it all that name it are
	} {
		if i == 3 {
			scan.SetMaxStand(t, 0)
			tt.resolved = " 10 files"
		}
		w.write(t, "A", "package w;\nclass A { "+tt.first+" }\n")
		if _, notes := scanAgain(t, w.dir, path, set, 0, tt.first); i > 0 && !strings.Contains(notes, "the bodies of"+tt.resolved+" were resolved") {
			t.Errorf("%s: %s; want those of%s", tt.first, notes, tt.resolved)
		}
		if n := linked.Load(); i > 0 && n != 12 {
			t.Errorf("%s: %d files were linked from records, want all but that of the class", tt.first, n)
		}
	}
	w.write(t, "A", "package w;\nclass A { static Object f(Object o) { return o; } static final int f = 1; }\n")
	if scanAgain(t, w.dir, path, set, 0, "a field"); linked.Load() > 4 {
		t.Errorf("a field: %d files were linked from records", linked.Load())
	}
	if known.Load() == 0 {
		t.Error("no file was known")
	}
}
