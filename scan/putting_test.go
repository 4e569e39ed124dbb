package scan_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"refract/scan"
)

// TestCancelledBesideRules: a scan that is cancelled anywhere, also while its files are put into a new index
// beside the rules, ends with the error of its context or is done already, and leaves nothing half written.
func TestCancelledBesideRules(t *testing.T) {
	dir, set := copyTree(t), builtin(t)
	for round := range 24 {
		at := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		path := filepath.Join(at, "i.db")
		time.AfterFunc(time.Duration(round)*3*time.Millisecond, cancel)
		_, err := scan.Scan(ctx, []string{dir}, set, scan.Options{Jobs: 1 + round%3, Index: &scan.IndexOptions{Path: path, Tool: "test"}})
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("round %d: got %v, want %v", round, err, context.Canceled)
		}
		left, errDir := os.ReadDir(at)
		if errDir != nil {
			t.Fatal(errDir)
		}
		for _, e := range left {
			if name := e.Name(); name != "i.db.lock" && (err != nil || name != "i.db") {
				t.Errorf("round %d: %s is left, with the error %v", round, name, err)
			}
		}
	}
}
