package heapfloor_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"refract/internal/heapfloor"
)

var sink []byte

// collections makes garbage and returns how often it was collected.
func collections(megabytes int) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range megabytes {
		sink = make([]byte, 1<<20)
	}
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

func TestKeep(t *testing.T) {
	t.Setenv("GOGC", "")
	runtime.GC()
	plain := collections(512)
	restore := heapfloor.Keep(64 << 20)
	runtime.GC() // the sentinel is found
	kept := collections(512)
	restore()
	if plain < 40 || kept > plain/3 {
		t.Errorf("%d collections without a floor, %d with one of an eighth of what is allocated", plain, kept)
	}
	if p := debug.SetGCPercent(100); p != 100 {
		t.Errorf("the percentage is %d afterwards", p)
	}
	t.Setenv("GOGC", "90")
	debug.SetGCPercent(90)
	restore = heapfloor.Keep(64 << 20)
	if p := debug.SetGCPercent(90); p != 90 {
		t.Errorf("the percentage that the user has set has become %d", p)
	}
	restore()
	if p := debug.SetGCPercent(100); p != 90 {
		t.Errorf("the percentage that the user has set is %d afterwards", p)
	}
}
