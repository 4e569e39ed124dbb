package scan

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestWalkDeeperThanFilesMayBeOpen: a directory is closed before those in it are walked.
func TestWalkDeeperThanFilesMayBeOpen(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, strings.Repeat("d/", 300))
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "A.java"), []byte("class A {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skip(err)
	}
	few := limit
	few.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Skip(err)
	}
	walked, err := walk([]string{dir}, WalkOptions{}, 2)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if err != nil || len(walked.Inputs) != 1 || len(walked.Problems) > 0 {
		t.Errorf("%d files, %v, %v", len(walked.Inputs), walked.Problems, err)
	}
}
