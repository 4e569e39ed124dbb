package concretize

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesAreWhole: what is read of bodies is read through Program.File, since files may lack them otherwise.
func TestFilesAreWhole(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(path, "_test.go") && strings.Contains(string(text), ".Files[") {
			t.Errorf("%s takes a file from Program.Files and not from Program.File", path)
		}
	}
}
