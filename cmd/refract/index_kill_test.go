//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestScanIsKilled kills scans at random moments, between their start and some time after they would have ended, with
// sources that change from round to round: what the index then is serves the next scan, which has the report of a scan
// without one and says when it had to begin anew. REFRACT_CRASH_ROUNDS asks for more rounds than 25.
func TestScanIsKilled(t *testing.T) {
	rounds := 25
	if n, err := strconv.Atoi(os.Getenv("REFRACT_CRASH_ROUNDS")); err == nil {
		rounds = n
	}
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("shop%d/Letters.java", i)] = strings.Replace(letters, "package shop;", fmt.Sprintf("package shop%d;", i), 1)
	}
	dir := project(t, files)
	path := filepath.Join(t.TempDir(), "a.idx")
	started := time.Now()
	if out, err := process(t, "scan", "--index", path, dir).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	// Scans are killed within this time of their start. How long they take changes with what else the machine does: the time
	// follows them, so that most are killed and some are not.
	within := time.Since(started)
	rng := rand.New(rand.NewPCG(5, 1))
	killed, rebuilt := 0, 0
	for round := range rounds {
		edited := filepath.Join(dir, fmt.Sprintf("shop%d/Letters.java", round%12))
		text, err := os.ReadFile(edited)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(edited, append(text, []byte(fmt.Sprintf("class Round%d { int f() { return %d; } }\n", round, round))...), 0o600); err != nil {
			t.Fatal(err)
		}
		if round%5 == 0 { // writing a whole index takes longer than changing one
			os.Remove(path)
		}
		c := process(t, "scan", "--index", path, dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(within))))
		c.Process.Kill()
		if c.Wait() != nil {
			killed++
			within += within / 3
		} else {
			within = max(within/2, time.Millisecond)
		}
		want, _, _ := scanCLI(t, "scan", "--no-index", "--format", "json", dir)
		got, said, code := scanCLI(t, "scan", "--index", path, "--format", "json", dir)
		if code != 0 || got != want {
			t.Fatalf("round %d: code %d, the report of a scan without an index: %v, %s", round, code, got == want, said)
		}
		if strings.Contains(said, "built anew") {
			rebuilt++
		} else if said != "" {
			t.Errorf("round %d: %s", round, said)
		}
		if _, stderr, code := scanCLI(t, "index", "verify", "--index", path); code != 0 {
			t.Fatalf("round %d: the index is not sound: %s", round, stderr)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); len(left) > 1 {
		t.Errorf("temporary files pile up: %v", left)
	}
	if killed < rounds/3 {
		t.Errorf("only %d of %d scans were killed: the test shows little", killed, rounds)
	}
	t.Logf("%d of %d scans were killed, %d indexes were built anew", killed, rounds, rebuilt)
}
