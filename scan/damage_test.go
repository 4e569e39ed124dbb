package scan_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/internal/testjava"
	"refract/scan"
)

// TestDamagedIndexOfEditedSources flips bits all over an index, and then scans sources of which some have another text and others mean something else:
// what the index has of these is read at one moment or another, and written again. The scan is a cold one, and so is the one after the next edit, which
// finds what this one wrote. REFRACT_CRASH_ROUNDS asks for more places than 40.
func TestDamagedIndexOfEditedSources(t *testing.T) {
	scan.SetRest(t, time.Millisecond)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	write := func(name, text string) { writeAndRest(t, dir, name, text) }
	declares := func(typ string, n int) string {
		return fmt.Sprintf("class Declares { %s f(%s x) { %s y = x + %d; return y * x; } static final int SIZE = %d; }", typ, typ, typ, n, n)
	}
	const users = 8
	for i := range users {
		write(fmt.Sprintf("Uses%d.java", i), fmt.Sprintf("class Uses%d { int n; int g(Declares a) { int s = a.f(%d); if (s > Declares.SIZE) { return n; } return s; } }", i, i))
	}
	states := []func(){
		func() { write("Declares.java", declares("int", 1)); write("Other.java", "class Other { }") },
		func() { write("Declares.java", declares("long", 2)) },
		func() { write("Other.java", "class Other extends Declares { int h() { return f(3); } }") },
	}
	want := make([]string, len(states))
	for i, to := range states {
		to()
		want[i], _ = scanWith(t, dir, "", set)
		if i == 0 {
			scanWith(t, dir, path, set)
		}
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rebuilt := 0
	places, _ := testjava.Rounds(t, "REFRACT_CRASH_ROUNDS", 40)
	for i := range places {
		bad := bytes.Clone(good)
		at := 64 + i*(len(bad)-64)/places
		bad[at] ^= 1 << (i % 8)
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		states[0]()
		for k, to := range states {
			if k > 0 { // of what it was written for nothing is read
				to()
				got, notes := scanWith(t, dir, path, set)
				if got != want[k] {
					t.Fatalf("a bit at %d of %d differs, edit %d: not the result of a cold scan (%s)", at, len(bad), k, notes)
				}
				if strings.Contains(notes, "built anew") {
					rebuilt++
				}
			}
		}
	}
	t.Logf("%d indexes were built anew", rebuilt)
	if rebuilt < places/10 {
		t.Errorf("only %d of %d indexes were built anew: the test shows little", rebuilt, places)
	}
}
