package release_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"refract/internal/testjava"
	"refract/release"
)

// TestCompareAnything compares sides of damaged and bare samples, some of which have other names or are empty: they are compared, and the log reads back. REFRACT_SAMPLE_ROUNDS
// asks for more rounds than 60.
func TestCompareAnything(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_SAMPLE_ROUNDS", 60)
	samples, dir, found := testjava.LoadSamples(t), t.TempDir(), 0
	for range rounds {
		var sides [2]release.Side
		picked := []int{rng.IntN(len(samples.Pairs)), rng.IntN(len(samples.Pairs)), rng.IntN(len(samples.Pairs))}
		for s := range sides {
			root := filepath.Join(dir, strconv.Itoa(s))
			if err := os.RemoveAll(root); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(root, 0o700); err != nil {
				t.Fatal(err)
			}
			for i, n := range picked {
				text := samples.Damaged(rng, samples.Pairs[n][s])
				if rng.IntN(8) == 0 {
					text = nil
				}
				if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("F%d.java", i+3*s*rng.IntN(2))), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			if sides[s], err = release.Read(t.Context(), root, release.ReadOptions{Jobs: 1}); err != nil {
				t.Fatal(err)
			}
			sides[s].Name = "side" // and not where it lies
		}
		c, err := release.Compare(t.Context(), sides[0], sides[1], release.CompareOptions{})
		if err != nil {
			t.Fatal(err)
		}
		found += len(c.Changes)
		var log, again bytes.Buffer
		if err := release.WriteLog(&log, c, "test"); err != nil {
			t.Fatal(err)
		}
		read, err := release.ReadLog(bytes.NewReader(log.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, log.String())
		}
		if err := release.WriteLog(&again, read, "test"); err != nil {
			t.Fatal(err)
		}
		if log.String() != again.String() {
			t.Fatalf("the log reads back as another one:\n%s\n%s", log.String(), again.String())
		}
	}
	t.Logf("%d rounds, %d changes", rounds, found)
	if found == 0 {
		t.Error("nothing was found: the texts are damaged too much")
	}
}
