// Package heapfloor keeps the garbage collector from running often while the heap is small. A program that makes a few
// megabytes for one thing and drops them for the next collects every four megabytes otherwise, which for mining commits is a
// fifteenth of the processor time. A ballast of so many bytes would do the same, but count as memory in use.
//
// It sets the collector's percentage for the whole process, so commands use it and no other package. Large heaps are
// collected as ever.
package heapfloor

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// usual is the percentage of a program that sets none.
const usual = 100

// Keep lets the heap grow by floor bytes between two collections, or by as much as is live where that is more, until
// restore is called. Where the user has set GOGC it does nothing.
func Keep(floor uint64) (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	k := &keeper{floor: floor}
	k.tune()
	k.arm()
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.ended = true
		debug.SetGCPercent(usual)
	}
}

type keeper struct {
	floor   uint64
	percent int // of the last call of tune

	mu    sync.Mutex // held while the percentage is set, so that nothing is set once the floor has ended
	ended bool
}

// arm makes the next collection call tune: it finds the sentinel without a reference.
func (k *keeper) arm() {
	s := &struct{ _ [16]byte }{}
	runtime.SetFinalizer(s, func(any) {
		k.mu.Lock()
		defer k.mu.Unlock()
		if !k.ended {
			k.tune()
			k.arm()
		}
	})
}

// tune sets the percentage by what the last collection left. It is called by Keep and then by the one goroutine that
// runs finalizers.
func (k *keeper) tune() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := int(max(usual, min(k.floor*100/max(live[0].Value.Uint64(), 1<<20), 100*usual)))
	if percent > k.percent+k.percent/8 || percent < k.percent-k.percent/8 {
		k.percent = percent
		debug.SetGCPercent(percent) // stops the world for some microseconds
	}
}
