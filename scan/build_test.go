package scan

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestBuildOf: the same code is the same build wherever its file lies and whenever it was linked; another file is another.
func TestBuildOf(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if a, b := buildOf(self), buildOf(write("again", code)); a == "" || isELF(code) && a != b {
		t.Errorf("%q, and of a copy %q", a, b)
	}
	script := write("script", []byte("#!/bin/sh\n"))
	was := buildOf(script)
	if err := os.Chtimes(script, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if now := buildOf(script); was == "" || now == was {
		t.Errorf("without a build ID, at another time: %q, was %q", now, was)
	}
	if b := buildOf(filepath.Join(dir, "none")); b != "" {
		t.Errorf("of no file: %q", b)
	}
}

func isELF(b []byte) bool { return len(b) > 4 && string(b[:4]) == "\x7fELF" }
