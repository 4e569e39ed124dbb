package fresh_test

import (
	"os"
	"runtime"
	"syscall"
	"testing"

	"refract/internal/fresh"
)

// faults is the number of pages that the process had to be given so far.
func faults(t *testing.T) int64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return use.Minflt
}

// TestMakeHasPages: a table is empty, and to read and write all of it asks the system for next to nothing.
func TestMakeHasPages(t *testing.T) {
	const size = 64 << 20
	table := fresh.Make[uint64](size / 8)
	before := faults(t)
	for i := range table {
		if table[i] != 0 {
			t.Fatalf("element %d is %d", i, table[i])
		}
		table[i] = 1
	}
	after := faults(t)
	runtime.KeepAlive(table)
	if pages := int64(size / os.Getpagesize()); after-before > pages/16 {
		t.Errorf("%d page faults in %d pages", after-before, pages)
	}
}

// TestMakeOddSizes: elements that are no part of a page, larger than one, or nothing at all.
func TestMakeOddSizes(t *testing.T) {
	for _, n := range []int{0, 1, 4095, 4097} {
		if got := len(fresh.Make[[3]byte](n)) + len(fresh.Make[[9000]byte](n%5)) + len(fresh.Make[struct{}](n)); got != 2*n+n%5 {
			t.Errorf("%d elements for %d", got, n)
		}
	}
}
