package memlimit_test

import (
	"runtime/debug"
	"testing"

	"refract/internal/memlimit"
)

// TestResume: the collector works as ever once KeepBelow need not wait any more, below the same bound, and afterwards as it was set before.
func TestResume(t *testing.T) {
	t.Setenv("GOGC", "")
	percent := func() int {
		p := debug.SetGCPercent(-1)
		debug.SetGCPercent(p)
		return p
	}
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	restore := memlimit.KeepBelow(1 << 30)
	bound := debug.SetMemoryLimit(-1)
	memlimit.Resume()
	if p, l := percent(), debug.SetMemoryLimit(-1); p != 100 || l != bound {
		t.Errorf("at %d per cent below %d, want 100 below %d", p, l, bound)
	}
	if restore(); percent() != 77 {
		t.Errorf("left at %d per cent", percent())
	}
}
