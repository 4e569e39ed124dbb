package scan_test

import (
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
	for name, b := range map[string][]byte{"none": nil, "bytes": []byte("these are no names"), "of others": program.Link(nil).AppendNames(nil)} {
		dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
		scanWith(t, dir, path, set)
		scan.SetNames(t, dir, path, set, b)
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
		{"a method in it", first + "class Behind { int f() { return 3; } int g; int f(int x) { return x; } }\n", " 2 files"},
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
