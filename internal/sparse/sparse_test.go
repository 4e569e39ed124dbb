package sparse_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"refract/internal/sparse"
)

// TestTable: elements are zero until they are written to, and each is another one.
func TestTable(t *testing.T) {
	const n = 1000
	table := sparse.Make[int](n)
	for _, step := range []int{7, 3, 1} {
		for i := 0; i < n; i += step {
			if got := *table.At(i); got != 0 && got != i {
				t.Fatalf("element %d is %d", i, got)
			}
			*table.At(i) = i
		}
	}
}

// TestTableAtOnce: goroutines that ask for a page at once are given the same one.
func TestTableAtOnce(t *testing.T) {
	const n, workers = 10_000, 4
	table := sparse.Make[atomic.Int32](n)
	var g sync.WaitGroup
	for range workers {
		g.Go(func() {
			for i := range n {
				table.At(i).Add(1)
			}
		})
	}
	g.Wait()
	for i := range n {
		if got := table.At(i).Load(); got != workers {
			t.Fatalf("element %d is %d, want %d", i, got, workers)
		}
	}
}

// TestTableIsSmall: a table of which little is used takes little.
func TestTableIsSmall(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table := sparse.Make[uint64](1 << 20)
	for i := 0; i < 1<<20; i += 1 << 14 {
		*table.At(i) = 1
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("%d bytes for 64 elements of %d", took, 1<<20)
	}
}
