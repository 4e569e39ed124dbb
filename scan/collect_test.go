package scan_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"refract/scan"
)

// Every scan sets the collector back, and where the process ends behind it only with the next collection: to do so at once collects all that a scan
// again took, which then is time that it takes.
func TestCollectorIsSetBack(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Skip("GOGC is set, which no scan changes")
	}
	percent := func() int {
		p := debug.SetGCPercent(-1)
		debug.SetGCPercent(p)
		return p
	}
	dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	look := func(last bool) {
		t.Helper()
		o := scan.Options{Jobs: 2, Last: last, Index: &scan.IndexOptions{Path: path, Tool: "test"}}
		if _, err := scan.Scan(context.Background(), []string{dir}, set, o); err != nil {
			t.Fatal(err)
		}
	}
	usual := percent()
	for _, name := range []string{"cold", "unchanged", "again"} {
		if name == "again" {
			writeAndRest(t, dir, "Added.java", "class Added { int one() { return 1; } }")
		}
		look(false)
		if p := percent(); p != usual {
			t.Fatalf("%s: the collector is left at %d per cent, not at %d", name, p, usual)
		}
	}
	writeAndRest(t, dir, "Added.java", "class Added { int two() { return 2; } }")
	debug.FreeOSMemory() // or what tests before this one have left may bring the next collection at once
	look(true)
	if p := percent(); p != -1 {
		t.Errorf("a scan again at the end of a process sets the collector to %d per cent", p)
	}
	for range 200 {
		runtime.GC()
		if time.Sleep(time.Millisecond); percent() == usual {
			return
		}
	}
	t.Errorf("the collector stays at %d per cent", percent())
}
