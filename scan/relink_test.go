package scan_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"refract/scan"
)

// TestRoundsOfLinking: after a type is gone the program is linked twice, whether a record speaks of the type or a body alone names it: those that do either are linked from
// their texts in the same round.
func TestRoundsOfLinking(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	writeJava(t, dir, "Gone", "class Gone { static int of(int n) { return n + 1; } }\n")
	writeJava(t, dir, "Heir", "class Heir extends Gone { }\n")
	writeJava(t, dir, "User", "class User { int twice(int n) { return Gone.of(n) + Gone.of(n + 1); } }\n")
	writeStrangers(t, dir, 20)
	rounds := 0
	scan.SetLinkHook(t, func() { rounds++ })
	scanAgain(t, dir, path, set, 0, "nothing")
	if err := os.Remove(filepath.Join(dir, "Gone.java")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(60 * time.Millisecond)
	rounds = 0
	scanAgain(t, dir, path, set, 0, "the removal of Gone")
	if rounds != 2 {
		t.Errorf("linked %d times, want 2", rounds)
	}
	verify(t, dir, path, set)
}
