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
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
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
// it is for a moment when little is held. Where the user has set GOGC or a limit of memory or addresses it does nothing, and neither when it is
// called again: the heap has grown by then.
//
// The pages that the heap has yet to get are those of a piece of memory that is allocated, and given back without a write to it: the heap grows
// into what is free first.
func Expect(bytes int64) {
	if bytes < 4*size || limited() {
		return
	}
	once.Do(func() { grow(min(bytes, most)) })
}

// limited reports whether the user has set how much memory there is to be, or how it is collected: room for a heap that has yet to grow would count. Where addresses have
// 32 bits there is no room to spare.
func limited() bool {
	if math.MaxInt == math.MaxInt32 || os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return true
	}
	for _, resource := range [...]int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var l unix.Rlimit
		if unix.Getrlimit(resource, &l) == nil && l.Cur != unix.RLIM_INFINITY {
			return true
		}
	}
	return false
}

func grow(bytes int64) {
	free(bytes, func(piece []byte) {
		// What the system says of it does not matter: pages are then as small as ever.
		_ = syscall.Madvise(piece, syscall.MADV_HUGEPAGE)
	})
}

// Reserve makes room for about so many bytes that the heap will grow by, 1 GiB at most, of which Populate has the system map pages: large ones as long as they are cheap, and
// small ones then. That is for more memory than the system may have large pages for, and for who has the collector wait: it gives back what is free. For all else see Expect.
//
// Who turns out to need more asks for Further.
func Reserve(bytes int64) {
	if bytes < 4*size || limited() {
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
	reserved.to = reserved.from + uintptr(bytes)
	reserved.left.Store(int64(patience))
}

// Populate has the system map the pages of the first so many bytes of what was reserved, if anything was, whenever a processor has nothing else to do. It returns at
// once, and may be called again for more. Who maps and unmaps memory of its own meanwhile, as a parser does, waits for it again and again.
func Populate(bytes int64) {
	reserved.Lock()
	defer reserved.Unlock()
	to := min(reserved.bytes, uintptr(max(bytes, 0))&^(some-1))
	if from := reserved.populated; from < to {
		reserved.populated = to
		go func() {
			giveWay()
			populate(reserved.from+from, to-from, &reserved.left)
		}()
	}
}

// Further makes room for so many bytes that the heap will grow by in all, if anything was reserved. For all but the first of them, of which Populate has pages mapped, as many as
// ahead, the heap gets large pages as it comes to them: pages of which none is there when it is needed cost as much in small ones as the dearest large ones do, and by then there is
// no saying when there is time to map them. The first ones have the pages that Populate finds to be cheap. It collects garbage, once.
func Further(bytes, ahead int64) {
	reserved.Lock()
	defer reserved.Unlock()
	if bytes = min(bytes, mostPreferred); reserved.bytes == 0 || reserved.further || bytes < 4*size {
		return
	}
	reserved.further = true
	free(bytes, func(piece []byte) {
		// The piece begins in what was reserved, which is free as well.
		at := uintptr(unsafe.Pointer(unsafe.SliceData(piece)))
		first := min(reserved.bytes, uintptr(max(ahead, 0))&^(some-1))
		end := at + uintptr(len(piece))
		if behind := max(at, reserved.from+first); behind < end {
			advise(behind, end-behind, unix.MADV_HUGEPAGE)
		}
		if at <= reserved.to {
			reserved.to = max(reserved.to, end)
		}
	})
}

// Ahead has the system map what the heap will grow by next, about so many bytes, if anything was reserved, as Populate does: for who is about to take that much in one go
// while a processor has nothing else to do.
func Ahead(bytes int64) {
	reserved.Lock()
	defer reserved.Unlock()
	if reserved.bytes == 0 || bytes <= 0 {
		return
	}
	// What is too large for the holes lies where the heap grows. Nobody writes to it.
	var next strings.Builder
	next.Grow(hole)
	at := uintptr(unsafe.Pointer(unsafe.StringData(next.String()))) &^ (some - 1)
	if to := min(at+uintptr(bytes), reserved.to); at >= reserved.from && at < to {
		go func() {
			giveWay()
			populateSmall(at, to)
		}()
	}
}

// hole is more than most of the holes in the heap have.
const hole = 1 << 20

// reserved is the room of Reserve. Where it lies is a number: it is free, and whoever has got some of it meanwhile loses nothing.
var reserved struct {
	sync.Mutex
	from, bytes uintptr
	to          uintptr      // the end of all of the room, with that of Further
	populated   uintptr      // of bytes
	further     bool         // more was asked for
	left        atomic.Int64 // patience with large pages, in nanoseconds
}

// giveWay has the goroutine that calls it run when a processor has nothing else to do, until it ends: a page that is not there in time costs who needs it
// little more than what mapping it takes of a processor at work.
func giveWay() {
	runtime.LockOSThread() // and no unlock: the thread ends with the goroutine, since who is not the superuser cannot raise its priority again
	// What the system says of it does not matter: pages are then mapped beside the work, as well as it can be done.
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), lowest)
}

// lowest is the priority of who gives way to everybody.
const lowest = 19

// some is how many bytes of small pages are mapped by one call: few, since whoever changes the mappings of the process waits for it.
const some = 64 << 10

// populate has the system map pages of the heap, large ones for as long as there is patience with them left. What is in them stays.
func populate(from, bytes uintptr, left *atomic.Int64) {
	to := from + bytes
	first := min((from+size-1)&^(size-1), to)
	if populateSmall(from, first) {
		populateSmall(populateLarge(first, max(first, to&^(size-1)), left), to)
	}
}

// populateSmall maps what lies between two addresses and tells whether the system does that.
func populateSmall(at, to uintptr) bool {
	for ; at < to; at += some {
		if !advise(at, min(some, to-at), unix.MADV_POPULATE_WRITE) {
			return false // an older system: pages are mapped when they are written to, as ever
		}
	}
	return true
}

// dear is when a large page costs hardly less processor time than the 512 small ones in its place, which take 900 µs; where there is memory for it, it is 100 to 350.
const dear = 800 * time.Microsecond

// patience is how much more than that large pages may cost in all: one that the system has to make room for, or that its host has to, takes 8 ms.
const patience = 4 * time.Millisecond

// populateLarge maps large pages between two multiples of their size for as long as some patience is left, to which each adds what it cost less than a dear one, or
// from which it takes what it cost more. It returns how far it came.
func populateLarge(at, to uintptr, left *atomic.Int64) uintptr {
	if at == to || left.Load() <= 0 || !advise(at, to-at, unix.MADV_HUGEPAGE) {
		return at
	}
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	began := threadTime()
	for ; at < to && left.Load() > 0; at += size {
		if !advise(at, size, unix.MADV_POPULATE_WRITE) {
			break
		}
		now := threadTime()
		left.Add(int64(dear - (now - began)))
		began = now
	}
	if at < to {
		advise(at, to-at, unix.MADV_NOHUGEPAGE)
	}
	return at
}

// free has the heap hold a free piece of so many bytes, of which use may tell the system something.
func free(bytes int64, use func(piece []byte)) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // to allocate that much would have garbage collected by itself
	// A slice would be cleared, all of it, where a page of it was in use before, as where the last of the heap was just freed: pages would be mapped that nobody needs.
	var piece strings.Builder
	piece.Grow(int(bytes))
	use(unsafe.Slice(unsafe.StringData(piece.String()), bytes))
	piece.Reset()
	runtime.GC()
}

// touch writes to each page of a piece, and returns the processor time of that.
func touch(piece []byte) time.Duration {
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	page, began := os.Getpagesize(), threadTime()
	for i := 0; i < len(piece); i += page {
		piece[i] = 0
	}
	return threadTime() - began
}

// advise tells the system something of a piece of the heap.
func advise(at, bytes uintptr, what int) bool {
	_, _, errno := syscall.Syscall(syscall.SYS_MADVISE, at, bytes, uintptr(what))
	return errno == 0
}

// threadTime is how long the thread has had a processor.
func threadTime() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return time.Duration(now.Nano())
}
