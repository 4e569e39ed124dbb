package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/rules"
)

// A file that has no end, or is far too large, is no rule, and takes no memory to say so.
func TestReadFileOfNoEnd(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.yaml")
	f, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(1 << 32); err != nil { // a hole, which takes no room
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := rules.ReadFile(large); err == nil || !strings.Contains(err.Error(), "large.yaml: more than 16777216 bytes") {
		t.Errorf("error %v", err)
	}
	if _, err := rules.Load(rules.Options{Paths: []string{large}, NoBuiltin: true}); err == nil || !strings.Contains(err.Error(), "more than 16777216 bytes") {
		t.Errorf("loading it: error %v", err)
	}
}
