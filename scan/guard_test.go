package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"refract/scan"
)

// fault is what a goroutine panics with that reads where a mapped file is gone.
type fault struct{ error }

func (fault) Addr() uintptr { return 1 }

// TestFaultsWhileRead: whenever what lies in the index cannot be read any more while a program is linked, laid out and numbered from it, a scan finds what
// a cold one finds.
func TestFaultsWhileRead(t *testing.T) {
	scan.SetRest(t, 20*time.Millisecond)
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	writeAndRest(t, dir, "A.java", "class A { int f(int x) { return x; } }")
	writeAndRest(t, dir, "U.java", "class U { int g(A a) { "+strings.Repeat("a.f(1); ", 100)+" return a.f(1); } }")
	scanWith(t, dir, path, set)
	index, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeAndRest(t, dir, "A.java", "class A { int f(int x) { return x + 1; } }")
	want, _ := scanWith(t, dir, "", set)
	for last := int64(0); ; last++ {
		if err := os.WriteFile(path, index, 0o600); err != nil {
			t.Fatal(err)
		}
		var calls atomic.Int64
		scan.SetGuardHook(t, func() {
			if calls.Add(1) > last {
				panic(fault{os.ErrInvalid})
			}
		})
		if got, notes := scanWith(t, dir, path, set); got != want {
			t.Fatalf("after %d of what is guarded nothing can be read: the scan (%s) is not a cold one", last, notes)
		}
		if calls.Load() <= last {
			if last < 6 {
				t.Errorf("only %d times something was read", last)
			}
			return
		}
	}
}
