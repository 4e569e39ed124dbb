package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
