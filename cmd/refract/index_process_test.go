package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/index"
)

// TestMain lets the test program be the command, for tests that need processes of their own.
func TestMain(m *testing.M) {
	if os.Getenv("REFRACT_TEST_RUN") != "" {
		os.Exit(run())
	}
	os.Exit(m.Run())
}

// process is the command as a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), "REFRACT_TEST_RUN=1")
	return c
}

// TestIndexInUse: a second process does not hang and has the right report; it says within two seconds that the index is
// in use, and by whom.
func TestIndexInUse(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	path := filepath.Join(t.TempDir(), "a.idx")
	want, err := process(t, "scan", "--format", "json", "--no-index", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := process(t, "scan", "--index", path, dir).Output(); err != nil {
		t.Fatal(err)
	}
	held, _, err := index.Use(path, index.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	c := process(t, "scan", "--format", "json", "--index", path, dir)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	started := time.Now()
	if err := c.Run(); err != nil {
		t.Fatal(err, errOut.String())
	}
	if took := time.Since(started); took > 4*time.Second {
		t.Errorf("took %v", took)
	}
	if out.String() != string(want) || !strings.Contains(errOut.String(), "in use by another process (process ") {
		t.Errorf("same report %v, stderr %q", out.String() == string(want), errOut.String())
	}
	for _, command := range []string{"compact", "clear"} {
		if out, err := process(t, "index", command, "--index", path).CombinedOutput(); err == nil || !strings.Contains(string(out), "in use") {
			t.Errorf("index %s of an index in use: %v, %s", command, err, out)
		}
	}
}

// TestIndexOfManyProcesses: scans that run at once all have the right report, and leave a sound index.
func TestIndexOfManyProcesses(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	path := filepath.Join(t.TempDir(), "a.idx")
	want, err := process(t, "scan", "--format", "json", "--no-index", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	var cs [6]*exec.Cmd
	var outs [len(cs)]bytes.Buffer
	for i := range cs {
		cs[i] = process(t, "scan", "--format", "json", "--index", path, dir)
		cs[i].Stdout = &outs[i]
		if err := cs[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range cs {
		if err := cs[i].Wait(); err != nil || !bytes.Equal(outs[i].Bytes(), want) {
			t.Errorf("process %d: %v, the same report: %v", i, err, bytes.Equal(outs[i].Bytes(), want))
		}
	}
	if out, err := process(t, "index", "verify", "--index", path).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
