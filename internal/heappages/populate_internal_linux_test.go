package heappages

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"refract/internal/memlimit"
)

// mapped is a piece of memory that the process has not touched, at a multiple of the size of a large page.
func mapped(t *testing.T, bytes int) []byte {
	m, err := unix.Mmap(-1, 0, bytes+size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(m) })
	at := uintptr(unsafe.Pointer(unsafe.SliceData(m)))
	return m[(size-at%size)%size:][:bytes]
}

// resident tells of each page of a piece whether it is there.
func resident(t *testing.T, m []byte) []bool {
	pages := make([]byte, len(m)/unix.Getpagesize())
	at := uintptr(unsafe.Pointer(unsafe.SliceData(m)))
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, at, uintptr(len(m)), uintptr(unsafe.Pointer(unsafe.SliceData(pages)))); errno != 0 {
		t.Fatal(errno)
	}
	there := make([]bool, len(pages))
	for i, p := range pages {
		there[i] = p&1 != 0
	}
	return there
}

// Large pages and small ones together are all that was asked for and no more, and what was written stays.
func TestPopulateExactly(t *testing.T) {
	if p := mapped(t, size); unix.Madvise(p, unix.MADV_POPULATE_WRITE) != nil {
		t.Skip("the system maps no pages ahead")
	}
	const all = 5 * size
	page := unix.Getpagesize()
	for _, test := range []struct {
		name     string
		from, to int
	}{
		{"nothing", size, size},
		{"less than a large page", size + some, size + 3*some},
		{"across a large page", size - some, 2*size + some},
		{"large pages", size, 3 * size},
		{"within two", size + some, 3*size - some},
		{"no multiple of some", size - page, 3*size + page},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := mapped(t, all)
			m[test.from] = 7
			var left atomic.Int64
			left.Store(int64(patience))
			populate(uintptr(unsafe.Pointer(unsafe.SliceData(m)))+uintptr(test.from), uintptr(test.to-test.from), &left)
			for i, there := range resident(t, m) {
				if at := i * page; there != (at >= test.from && at < test.to) && at != test.from {
					t.Fatalf("the page at %d is there: %v, of those from %d to %d", at, there, test.from, test.to)
				}
			}
			if m[test.from] != 7 {
				t.Error("what was written is gone")
			}
		})
	}
}

// Who has no patience with large pages is told where to go on.
func TestPopulateLargeGivesUp(t *testing.T) {
	m := mapped(t, 3*size)
	at := uintptr(unsafe.Pointer(unsafe.SliceData(m)))
	var left atomic.Int64
	if got := populateLarge(at, at+3*size, &left); got != at {
		t.Errorf("went on for %d bytes without patience", got-at)
	}
	m[0] = 1
	if there := resident(t, m); there[1] {
		t.Error("pages are large where it gave up")
	}
	left.Store(int64(time.Hour))
	if got := populateLarge(at, at+3*size, &left); got != at && got != at+3*size {
		t.Errorf("stopped at %d of %d bytes with all the time there is", got-at, 3*size)
	} else if there := left.Load(); got != at && there == int64(time.Hour) {
		t.Error("large pages cost nothing, and save nothing")
	}
	left.Store(1)
	m = mapped(t, 64*size)
	at = uintptr(unsafe.Pointer(unsafe.SliceData(m)))
	if got := populateLarge(at, at+64*size, &left); got != at && got != at+64*size && left.Load() > 0 {
		t.Errorf("gave up at %d bytes with patience left", got-at)
	}
}

// What the heap grows by beyond what is reserved gets large pages, once that is asked for.
func TestFurther(t *testing.T) {
	if !alone(t) {
		return
	}
	t.Setenv("GOGC", "")
	Further(64*size, 24*size)
	if reserved.further {
		t.Error("more than nothing is no more")
	}
	used := make([]byte, 16*size) // at the end of the heap, where room begins
	for i := range used {
		used[i] = 1
	}
	runtime.KeepAlive(used)
	used = nil
	runtime.GC()
	Reserve(32 * size)
	if reserved.bytes == 0 {
		t.Skip("the memory of this process is limited")
	}
	before, mapped := largeBytes(t), int(memlimit.Used())
	Further(96*size, 24*size)
	if large := largeWithin(t, reserved.from, reserved.from+24*size); large > 0 {
		t.Errorf("large pages are asked for %d bytes of which pages are to be mapped ahead, before they turned out to be cheap", large)
	}
	if more := int(memlimit.Used()) - mapped; !Raced && more > 16*size {
		t.Errorf("%d bytes of the room are mapped, want next to none", more)
	}
	if more := largeBytes(t) - before; more < 32*size { // some of it may be what was there
		t.Errorf("large pages are asked for %d bytes, want %d", more, 64*size)
	}
	before = largeBytes(t)
	if Further(96*size, 24*size); largeBytes(t) > before {
		t.Error("asked for twice")
	}
}

// What the heap grows by next is there by the time it is written to.
func TestAhead(t *testing.T) {
	if p := mapped(t, size); unix.Madvise(p, unix.MADV_POPULATE_WRITE) != nil {
		t.Skip("the system maps no pages ahead")
	}
	if !alone(t) {
		return
	}
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // or what is free were given back, sooner or later
	Ahead(8 * size)
	Reserve(32 * size)
	if reserved.bytes == 0 {
		t.Skip("the memory of this process is limited")
	}
	before := int(memlimit.Used())
	Ahead(-1)
	Ahead(16 * size)
	for end := time.Now().Add(time.Minute); int(memlimit.Used())-before < 15*size; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes were mapped ahead, want %d", int(memlimit.Used())-before, 16*size)
		}
	}
	before = int(memlimit.Used())
	var used [][]byte
	for range 12 {
		used = append(used, make([]byte, size)) // all of it is written to
	}
	if more := int(memlimit.Used()) - before; !Raced && more > 2*size {
		t.Errorf("%d bytes were mapped for %d that were mapped ahead", more, len(used)*size)
	}
	runtime.KeepAlive(used)
}

// Where the room ends nothing more is mapped ahead.
func TestAheadWithinRoom(t *testing.T) {
	if !alone(t) {
		return
	}
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	Reserve(32 * size)
	if reserved.bytes == 0 {
		t.Skip("the memory of this process is limited")
	}
	Further(96*size, 24*size)
	before := int(memlimit.Used())
	Ahead(1 << 40)
	for end, was := time.Now().Add(time.Minute), -1; was < int(memlimit.Used()) && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		was = int(memlimit.Used())
	}
	if more := int(memlimit.Used()) - before; !Raced && more > 98*size {
		t.Errorf("%d bytes were mapped of a room of %d", more, 96*size)
	}
}

// alone reports whether the test has a process of its own, and otherwise runs it in one: the heap of the other tests is to stay as it is.
func alone(t *testing.T) bool {
	const mark = "HEAPPAGES_ALONE"
	if os.Getenv(mark) != "" {
		return true
	}
	test := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	test.Env = append(os.Environ(), mark+"=1")
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// largeBytes is for how many bytes of the process large pages are asked for.
func largeBytes(t *testing.T) int { return largeWithin(t, 0, math.MaxInt) }

// largeWithin is largeBytes of what lies between two addresses.
func largeWithin(t *testing.T, first, last uintptr) (bytes int) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	told, in := false, 0
	for line := range strings.Lines(string(text)) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			in = max(0, int(min(to, last))-int(max(from, first)))
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok {
			told = true
			if slices.Contains(strings.Fields(flags), "hg") {
				bytes += in
			}
		}
	}
	if !told {
		t.Skip("the system does not tell")
	}
	return bytes
}

// TestGiveWay: who gives way does so alone.
func TestGiveWay(t *testing.T) {
	const is = 20 // the system says 20 less the priority
	was, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	go func() {
		giveWay()
		p, _ := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
		done <- p
	}()
	if p := <-done; p != is-lowest {
		t.Errorf("priority %d, want %d", is-p, lowest)
	}
	for range 20 { // on many threads
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			p, _ := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
			time.Sleep(time.Millisecond)
			done <- p
		}()
	}
	for range 20 {
		if p := <-done; p != was {
			t.Errorf("priority of another %d, want %d", is-p, is-was)
		}
	}
}
