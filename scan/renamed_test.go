package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// TestRenamed renames files within their directories, and compares the scan from the index with one without. Bodies are resolved again only where another name of a file can
// decide what they mean, and the files are put under their new names.
func TestRenamed(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	const total = "class Total { int limit = 7; int of(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += limit; } return sum; } }\n"
	const user = "class User { Total t; int twice(int n) { return t.of(n) + t.of(n + 1); } int limit() { return t.limit; } }\n"
	for _, tt := range []struct {
		name     string
		more     map[string]string // files beside those of every case
		rename   [][2]string
		resolved int // files
		parsed   int
	}{
		{"in its place", nil, [][2]string{{"a/Total", "a/Totals"}}, 0, 0},
		{"behind others", nil, [][2]string{{"a/Total", "a/Zotal"}}, 0, 0},
		{"before others", nil, [][2]string{{"a/Total", "a/Aotal"}, {"a/User", "a/Ausers"}}, 0, 0},
		{"and another to the name that it had", nil, [][2]string{{"a/Total", "a/Totals"}, {"a/User", "a/Total"}}, 3, 2},
		{"in another directory", nil, [][2]string{{"a/Total", "b/Total"}}, 3, 1},
		{"to test code", nil, [][2]string{{"a/Total", "a/TotalTest"}}, 2, 0},
		{"in its place with a namesake in another directory", map[string]string{"b/Total": total}, [][2]string{{"a/Total", "a/Totals"}}, 0, 0},
		{"in its place with a namesake in its directory", map[string]string{"a/Uotal": strings.Replace(total, "limit = 7", "limit = 8", 1)}, [][2]string{{"a/Total", "a/Totals"}}, 4, 0},
		{"with a namesake in another directory", map[string]string{"b/Total": total}, [][2]string{{"a/Total", "a/Zotal"}}, 4, 0},
		{"with a namesake in its directory", map[string]string{"a/Uotal": strings.Replace(total, "limit = 7", "limit = 8", 1)}, [][2]string{{"a/Total", "a/Zotal"}}, 4, 0},
		{"one of two that are the same", map[string]string{"a/Uotal": total}, [][2]string{{"a/Total", "a/Zotal"}, {"a/Uotal", "a/Yotal"}}, 4, 2},
		{"with a broken head", map[string]string{"a/Broken": "clas Broken { int of(int n) { return n; }\n"}, [][2]string{{"a/Broken", "a/Zroken"}}, 0, 0}, // what is wrong with it is said under the other name
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
			file := func(name string) string { return filepath.Join(dir, name+".java") }
			writeJava(t, dir, "a/Total", total)
			writeJava(t, dir, "a/User", user)
			writeJava(t, dir, "b/Other", "class Other { Total t; int of(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += t.limit; } return sum; } }\n")
			writeStrangers(t, dir, 40)
			for name, text := range tt.more {
				writeJava(t, dir, name, text)
			}
			scanAgain(t, dir, path, set, 0, "nothing")
			for _, r := range tt.rename {
				if err := os.Rename(file(r[0]), file(r[1])); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(60 * time.Millisecond)
			_, notes := scanAgain(t, dir, path, set, 0, tt.name)
			if want := fmt.Sprintf("the bodies of %d files were resolved", tt.resolved); !strings.Contains(notes, want) {
				t.Errorf("not: %s; %s", want, notes)
			}
			if want := fmt.Sprintf("index written: %d of ", tt.parsed); !strings.Contains(notes, want) {
				t.Errorf("not: %s; %s", want, notes)
			}
			verify(t, dir, path, set)
			if _, notes = scanAgain(t, dir, path, set, 0, "nothing more"); !strings.Contains(notes, "nothing changed") {
				t.Errorf("the scan after that: %s", notes)
			}
		})
	}
}

// writeJava writes the file of that name, without its ending, below dir.
func writeJava(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name+".java")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeStrangers writes so many classes that know nothing of others, so that most of what is in dir stays as it was.
func writeStrangers(t *testing.T, dir string, n int) {
	t.Helper()
	for i := range n {
		name := fmt.Sprintf("Stranger%02d", i)
		writeJava(t, dir, "strangers/"+name, fmt.Sprintf("class %s { int alone(int x) { int y = x * %d; while (y > 9) { y /= 7; } return y; } }\n", name, i))
	}
}
