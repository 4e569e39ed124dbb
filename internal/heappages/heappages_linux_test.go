package heappages_test

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"refract/internal/heappages"
)

var sink [][]byte

// faults makes pieces of memory and writes to them, and returns how many pages were asked for.
func faults(t *testing.T, megabytes int) int64 {
	var before, after syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
		t.Skip(err)
	}
	for range 16 * megabytes {
		b := make([]byte, 1<<16)
		for i := 0; i < len(b); i += 1 << 12 {
			b[i] = 1
		}
		sink = append(sink, b)
	}
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &after); err != nil {
		t.Skip(err)
	}
	return int64(after.Minflt - before.Minflt)
}

func TestExpect(t *testing.T) {
	modes, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || regexp.MustCompile(`\[(never|always)\]`).Match(modes) {
		t.Skipf("no large pages for who asks for them: %s", strings.TrimSpace(string(modes)))
	}
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(100)
	debug.SetGCPercent(before)
	small := faults(t, 32)
	heappages.Expect(64 << 20)
	if p := debug.SetGCPercent(before); p != before {
		t.Errorf("collected at %d %% afterwards, at %d before", p, before)
	}
	if large := faults(t, 32); !heappages.Raced && small > 4096 && large > small/2 {
		t.Errorf("%d pages for 32 MiB before, %d for as much after", small, large)
	}
}

// resident is the memory of the process that is mapped, in bytes.
func resident(t *testing.T) int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

func TestPopulate(t *testing.T) {
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(page) }()
	if err := unix.Madvise(page, unix.MADV_POPULATE_WRITE); err != nil {
		t.Skipf("the system maps no pages ahead: %v", err)
	}
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(-1) // or what is free were given back to the system, sooner or later
	defer debug.SetGCPercent(before)
	faults(t, 64) // the heap grows into what it had first
	was := resident(t)
	const ahead = 128 << 20
	heappages.Reserve(2 * ahead)
	heappages.Populate(ahead / 4)
	heappages.Populate(ahead)
	heappages.Populate(ahead / 2)
	if p := debug.SetGCPercent(-1); p != -1 {
		t.Errorf("collected at %d %% afterwards, and not at all before", p)
	}
	for end := time.Now().Add(time.Minute); resident(t) < was+ahead*9/10; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes were mapped ahead, want %d", resident(t)-was, ahead)
		}
	}
	if more := resident(t) - was; !heappages.Raced && more > ahead*5/4 { // the race detector has memory of its own for all of the room
		t.Errorf("%d bytes were mapped ahead, want %d", more, ahead)
	}
	if n := faults(t, 64); !heappages.Raced && n > 64<<20/4096/2 { // some of it lies where there was room before
		t.Errorf("%d pages were mapped for 64 MiB that were mapped ahead", n)
	}
}
