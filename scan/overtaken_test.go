package scan_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"refract/scan"
)

// A file that the index has, and that is written to or removed after the scan has seen that it is unchanged, has the scan begin again
// without the index; the next scan finds what is there then. That it has the size and the time of modification that it had makes no difference.
func TestFileOvertakenByItsSource(t *testing.T) {
	scan.SetRest(t, 20*time.Millisecond)
	for _, how := range []string{"longer", "as large and as old", "gone"} {
		dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Error(err)
			}
		}
		write("A.java", "class A { int f(int x) { return x; } }")
		write("U.java", "class U { int g(A a) { return a.f(1); } }")
		time.Sleep(30 * time.Millisecond)
		scanWith(t, dir, path, set)
		write("A.java", "class A { long f(long x) { return x; } }") // so that U is looked at again
		time.Sleep(30 * time.Millisecond)
		var once sync.Once
		var said []string
		o := scan.Options{Jobs: 2, Index: &scan.IndexOptions{Path: path, Tool: "test", Note: func(m string) { said = append(said, m) }}}
		o.Read.Done = func() {
			once.Do(func() {
				at := filepath.Join(dir, "U.java")
				switch how {
				case "gone":
					if err := os.Remove(at); err != nil {
						t.Error(err)
					}
				case "longer":
					write("U.java", "class U { int g(A a, int y) { class Own { } return y; } int h() { return 2; } }")
				default:
					info, err := os.Stat(at)
					if err != nil {
						t.Error(err)
						return
					}
					write("U.java", "class U { int g(A b) { return b.f(2); } }")
					if err := os.Chtimes(at, info.ModTime(), info.ModTime()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		res, err := scan.Scan(context.Background(), []string{dir}, set, o)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(said, "\n"); !strings.Contains(notes, "sources changed while they were scanned") {
			t.Errorf("%s: the scan says %q", how, notes)
		}
		cold, err := scan.Scan(context.Background(), []string{dir}, set, scan.Options{Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		if res.Inputs != cold.Inputs {
			t.Errorf("%s: scanned %+v, want %+v", how, res.Inputs, cold.Inputs)
		}
		want, _ := scanWith(t, dir, "", set)
		if got, notes := scanWith(t, dir, path, set); got != want {
			t.Errorf("%s: the next scan (%s) is not a cold one", how, notes)
		}
	}
}
