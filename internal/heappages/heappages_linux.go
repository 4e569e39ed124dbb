// Package heappages lets the heap of a short process grow into large pages, or into small ones that are there already. Memory comes from the
// system 4 KB at a time, at the first write to each page, and for a process that takes 100 MB in a tenth of a second that is a quarter of its time.
// Linux gives 2 MB at once where it is asked to, and many small pages at once, which a process can ask for while it does something else.
//
// Elsewhere, and where the system has no large pages to give, it does nothing.
package heappages

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

var once sync.Once

// most bounds what is asked for at once: who limits the address space of the process should not notice.
const most = 128 << 20

// mostReserved bounds what is mapped before anybody writes to it: more than that is mapped as it is needed.
const mostReserved = 1 << 30

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
	free(bytes, func(piece []byte) {
		// What the system says of it does not matter: pages are then as small as ever.
		_ = syscall.Madvise(piece, syscall.MADV_HUGEPAGE)
	})
}

// Reserve makes room for about so many bytes that the heap will grow by, 1 GiB at most, of which Populate has the system map small pages. That is for more memory than the
// system may have large pages for, and for who has the collector wait: it gives back what is free. For all else see Expect.
func Reserve(bytes int64) {
	if bytes < 4*size || os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	reserved.Lock()
	defer reserved.Unlock()
	if reserved.bytes > 0 {
		return // once in a process: the heap has grown by then
	}
	bytes = min(bytes, mostReserved)
	free(bytes, func(piece []byte) { reserved.from = uintptr(unsafe.Pointer(unsafe.SliceData(piece))) })
	reserved.bytes = uintptr(bytes) &^ (some - 1)
}

// Populate has the system map the pages of the first so many bytes of what was reserved, if anything was, while the process goes on. It returns at once, and may be
// called again for more. Who maps and unmaps memory of its own meanwhile, as a parser does, waits for it again and again.
func Populate(bytes int64) {
	reserved.Lock()
	defer reserved.Unlock()
	to := min(reserved.bytes, uintptr(max(bytes, 0))&^(some-1))
	if from := reserved.populated; from < to {
		reserved.populated = to
		go populate(reserved.from+from, to-from)
	}
}

// reserved is the room of Reserve. Where it lies is a number: it is free, and whoever has got some of it meanwhile loses nothing.
var reserved struct {
	sync.Mutex
	from, bytes uintptr
	populated   uintptr // of bytes
}

// some is how many bytes are mapped by one call: few, since whoever changes the mappings of the process waits for it.
const some = 64 << 10

// populate has the system map pages of the heap. What is in them stays.
func populate(from, bytes uintptr) {
	for at := from; at < from+bytes; at += some {
		if _, _, errno := syscall.Syscall(syscall.SYS_MADVISE, at, some, unix.MADV_POPULATE_WRITE); errno != 0 {
			return // an older system: pages are mapped when they are written to, as ever
		}
	}
}

// free has the heap hold a free piece of so many bytes, of which use may tell the system something.
func free(bytes int64, use func(piece []byte)) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // to allocate that much would have garbage collected by itself
	piece := make([]byte, bytes)
	use(piece)
	piece = nil
	runtime.GC()
}
