package scan_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"refract/scan"
)

// TestCancelledBesideRules: a scan that is cancelled while its files are put into a new index beside the rules ends with the error of its
// context, not before the last worker that puts has ended, and leaves no index.
func TestCancelledBesideRules(t *testing.T) {
	dir, set := copyTree(t), builtin(t)
	for _, jobs := range []int{1, 2, 8} {
		at := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		var puts atomic.Int64
		var returned atomic.Bool
		scan.SetPutHook(t, func() {
			puts.Add(1)
			cancel()
			time.Sleep(20 * time.Millisecond)
			if returned.Load() {
				t.Errorf("%d jobs: a file is put after the scan has ended", jobs)
			}
		})
		_, err := scan.Scan(ctx, []string{dir}, set, scan.Options{Jobs: jobs, Index: &scan.IndexOptions{Path: filepath.Join(at, "i.db"), Tool: "test"}})
		returned.Store(true)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d jobs: got %v, want %v", jobs, err, context.Canceled)
		}
		if puts.Load() == 0 {
			t.Errorf("%d jobs: no file was put", jobs)
		}
		time.Sleep(50 * time.Millisecond) // what is still at work ends now, and is found out
		left, err := os.ReadDir(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range left {
			if e.Name() != "i.db.lock" {
				t.Errorf("%d jobs: %s is left", jobs, e.Name())
			}
		}
	}
}
