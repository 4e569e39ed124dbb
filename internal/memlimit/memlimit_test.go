package memlimit_test

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"refract/internal/memlimit"
)

func TestSet(t *testing.T) {
	for text, want := range map[string]memlimit.Limit{
		"2GiB": 2 << 30, "1.5g": 3 << 29, "800MB": 800e6, "64m": 64 << 20, "100000000": 100000000, "0": 0, " 1 GiB ": 1 << 30, "300000 kB": 300e6,
	} {
		var l memlimit.Limit
		if err := l.Set(text); err != nil || l != want {
			t.Errorf("%q: %d, %v; want %d", text, l, err, want)
		}
	}
	for _, text := range []string{"", "much", "GiB", "-1GiB", "2 GiB 3", "1e30g", "nan", "inf", "1MiB", "5"} {
		l := memlimit.Limit(7)
		if err := l.Set(text); err == nil {
			t.Errorf("%q: taken for %d", text, l)
		}
	}
	for l, want := range map[memlimit.Limit]string{2 << 30: "2GiB", 3 << 29: "1.5GiB", 64 << 20: "64MiB", 0: "0"} {
		var back memlimit.Limit
		if err := back.Set(l.String()); l.String() != want || err != nil || back != l {
			t.Errorf("%d is written %s, which is read as %d, %v; want %s", l, l, back, err, want)
		}
	}
}

// held is memory that no collection frees.
var held [][]byte

func hold(n int) {
	for range n >> 20 {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		held = append(held, b)
	}
}

func TestGuardEndsWhatHoldsTooMuch(t *testing.T) {
	defer func() { held = nil; debug.FreeOSMemory() }()
	before := debug.SetMemoryLimit(-1)
	limit := memlimit.Used() + 64<<20
	ctx, stop := memlimit.Guard(t.Context(), limit)
	hold(192 << 20)
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Second):
		t.Fatalf("%s in use, more than %s, and nothing happens", memlimit.Used(), limit)
	}
	stop()
	err := memlimit.Explain(ctx, ctx.Err())
	var e *memlimit.Error
	if !errors.As(err, &e) || e.Limit != limit || e.Used <= limit || !strings.Contains(err.Error(), "--max-memory") {
		t.Errorf("error %v, want one of the limit %s", err, limit)
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the collector's limit is %d, was %d", after, before)
	}
}

// Garbage does not count, and a guard that stopped does nothing.
func TestGuardLeavesTheRestAlone(t *testing.T) {
	debug.FreeOSMemory()
	ctx, stop := memlimit.Guard(t.Context(), memlimit.Used()+128<<20)
	for range 20 {
		hold(32 << 20)
		held = nil
		time.Sleep(30 * time.Millisecond)
	}
	if err := ctx.Err(); err != nil {
		t.Errorf("garbage ended the work: %v", context.Cause(ctx))
	}
	stop()
	other := errors.New("other")
	if err := memlimit.Explain(ctx, other); err != other {
		t.Errorf("error %v, want the one that there was", err)
	}
	free, stop := memlimit.Guard(t.Context(), 0)
	defer stop()
	if free != t.Context() {
		t.Error("no limit is a guard")
	}
}

// percent is what the collector is set to.
func percent() int {
	p := debug.SetGCPercent(1)
	debug.SetGCPercent(p)
	return p
}

// TestTighten: the collector is set for as long as it is wanted, tighter for more memory, unless the user has set it.
func TestTighten(t *testing.T) {
	before := debug.SetGCPercent(90)
	defer debug.SetGCPercent(before)
	t.Setenv("GOGC", "")
	for _, c := range []struct {
		live  int64
		tight bool
	}{{1 << 20, false}, {256 << 20, true}, {1 << 40, true}} {
		restore := memlimit.Tighten(c.live)
		if got := percent(); (got < 90) != c.tight {
			t.Errorf("%d bytes: %d per cent", c.live, got)
		}
		if restore(); percent() != 90 {
			t.Errorf("%d bytes: restored to %d per cent, not to 90", c.live, percent())
		}
	}
	t.Setenv("GOGC", "90")
	defer memlimit.Tighten(1 << 40)()
	if got := percent(); got != 90 {
		t.Errorf("GOGC=90 has become %d", got)
	}
}

// TestLoosen: the collector runs less often for as long as it is wanted, unless the user has set it.
func TestLoosen(t *testing.T) {
	before := debug.SetGCPercent(90)
	defer debug.SetGCPercent(before)
	t.Setenv("GOGC", "")
	restore := memlimit.Loosen()
	if got := percent(); got <= 100 {
		t.Errorf("loosened to %d per cent, no more than is usual", got)
	}
	if restore(); percent() != 90 {
		t.Errorf("restored to %d per cent, not to 90", percent())
	}
	t.Setenv("GOGC", "90")
	defer memlimit.Loosen()()
	if got := percent(); got != 90 {
		t.Errorf("GOGC=90 has become %d", got)
	}
}

// TestKeepBelow: nothing is collected as long as less is in use, what is more is, and all is as before afterwards.
func TestKeepBelow(t *testing.T) {
	before := debug.SetGCPercent(90)
	defer debug.SetGCPercent(before)
	unlimited := debug.SetMemoryLimit(8 << 30)
	defer debug.SetMemoryLimit(unlimited)
	t.Setenv("GOGC", "")
	collections := func(megabytes int) uint32 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		hold(megabytes << 20)
		held = nil
		runtime.ReadMemStats(&after)
		return after.NumGC - before.NumGC
	}
	restore := memlimit.KeepBelow(int64(memlimit.Used()) + 256<<20)
	if n := collections(64); n != 0 {
		t.Errorf("%d collections of less than is to be kept", n)
	}
	if n := collections(2048); n == 0 {
		t.Error("no collection of much more than is to be kept")
	}
	if restore(); percent() != 90 || debug.SetMemoryLimit(-1) != 8<<30 {
		t.Errorf("restored to %d per cent below %d", percent(), debug.SetMemoryLimit(-1))
	}
	memlimit.KeepBelow(16 << 30)()
	restore = memlimit.KeepBelow(16 << 30)
	if got := debug.SetMemoryLimit(-1); got != 8<<30 {
		t.Errorf("a lower limit has become %d", got)
	}
	restore()
	t.Setenv("GOGC", "90")
	defer memlimit.KeepBelow(1 << 30)()
	if got := debug.SetMemoryLimit(-1); percent() != 90 || got != 8<<30 {
		t.Errorf("GOGC=90 has become %d below %d", percent(), got)
	}
}

// TestLater: what Later is to restore stays until the next collection, and not longer.
func TestLater(t *testing.T) {
	restored := make(chan bool, 1)
	memlimit.Later(func() { restored <- true })()
	select {
	case <-restored:
		t.Fatal("restored before a collection")
	case <-time.After(20 * time.Millisecond):
	}
	runtime.GC()
	select {
	case <-restored:
	case <-time.After(10 * time.Second):
		t.Error("not restored by a collection")
	}
}
