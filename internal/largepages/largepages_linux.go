// Package largepages lets the heap of a short process grow into large pages. Memory comes from the system 4 KB at a time, at the first
// write to each page, and for a process that takes 100 MB in a tenth of a second that is a quarter of its time. Linux gives 2 MB
// at once where it is asked to.
//
// Elsewhere, and where the system has no large pages to give, it does nothing.
package largepages

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
)

var once sync.Once

// most bounds what is asked for at once: who limits the address space of the process should not notice.
const most = 128 << 20

// size of a large page, on the systems that matter.
const size = 2 << 20

// Expect asks for large pages for about so many bytes that the heap will grow by, 128 MiB at most. It collects garbage once, so
// it is for a moment when little is held. Where the user has set GOGC or a limit of memory it does nothing, and neither when it is
// called again: the heap has grown by then, and a piece of what was in use before would have to be cleared.
//
// The pages that the heap has yet to get are those of a piece of memory that is allocated, and given back without a write to it: the heap grows
// into what is free first.
func Expect(bytes int64) {
	if bytes < 4*size || os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	once.Do(func() { grow(min(bytes, most)) })
}

func grow(bytes int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // to allocate that much would have garbage collected by itself
	piece := make([]byte, bytes)
	// What the system says of it does not matter: pages are then as small as ever.
	_ = syscall.Madvise(piece, syscall.MADV_HUGEPAGE)
	piece = nil
	runtime.GC()
}
