package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestWalkByManyWorkers: many workers find what one finds, whatever is ignored on the way, and with roots that overlap.
func TestWalkByManyWorkers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	var fill func(at string, depth int)
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fill = func(at string, depth int) {
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range rnd.IntN(6) {
			write(filepath.Join(at, fmt.Sprintf("C%d.java", i)), "class C {}")
		}
		if rnd.IntN(3) == 0 {
			write(filepath.Join(at, ignoreFile), fmt.Sprintf("C%d.java\n!C%d.java\nd%d/\n", rnd.IntN(6), rnd.IntN(6), rnd.IntN(4)))
		}
		if rnd.IntN(4) == 0 {
			if err := os.Symlink("nowhere", filepath.Join(at, "L.java")); err != nil {
				t.Fatal(err)
			}
		}
		for i := range rnd.IntN(5) {
			if depth > 0 {
				fill(filepath.Join(at, fmt.Sprintf("d%d", i)), depth-1)
			}
		}
	}
	for i := range 4 {
		fill(filepath.Join(dir, fmt.Sprintf("d%d", i)), 4)
	}
	for _, roots := range [][]string{{dir}, {filepath.Join(dir, "d0"), dir, filepath.Join(dir, "d1")}} {
		want, err := walk(roots, WalkOptions{}, 1)
		if err != nil || len(want.Inputs) < 100 || want.Ignored == 0 || want.Links == 0 {
			t.Fatalf("%d files, %d ignored, %d links, %v", len(want.Inputs), want.Ignored, want.Links, err)
		}
		for range 20 {
			if got, err := walk(roots, WalkOptions{}, 8); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%d files, %d ignored, %d links, %v; alone %d, %d, %d", len(got.Inputs), got.Ignored, got.Links, err,
					len(want.Inputs), want.Ignored, want.Links)
			}
		}
	}
}
