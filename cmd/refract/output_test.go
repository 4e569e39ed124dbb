package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteReport(t *testing.T) {
	var out bytes.Buffer
	if err := writeReport(&out, "", []byte("text")); err != nil || out.String() != "text" {
		t.Errorf("to a writer: %q, %v", out.String(), err)
	}
	path := filepath.Join(t.TempDir(), "report.txt")
	for _, text := range []string{"first", "second"} {
		if err := writeReport(nil, path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("file = %q, %v; want %q", got, err, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := writeReport(nil, filepath.Join(filepath.Dir(path), "none", "report.txt"), nil); err == nil {
		t.Error("no error for a folder that does not exist")
	}
	if err := writeReport(nil, os.DevNull, []byte("x")); err != nil {
		t.Errorf("to a device: %v", err)
	}
}

// TestInterrupted: whoever ends a command is told no more than that, and gets the code that shells have for it.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "A.java"), "class A { int f() { return 1; } }")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"scan", "--no-index", dir}, {"compare", dir, dir}} {
		stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
		if err != nil {
			t.Fatal(err)
		}
		defer stderr.Close()
		c := newRoot()
		c.SetArgs(args)
		c.SetOut(io.Discard)
		code := exitCode(stderr, c.ExecuteContext(ctx))
		said, err := os.ReadFile(stderr.Name())
		if code != interrupted || string(said) != "refract: interrupted\n" || err != nil {
			t.Errorf("%s: code %d, %q, %v", args[0], code, said, err)
		}
	}
}
