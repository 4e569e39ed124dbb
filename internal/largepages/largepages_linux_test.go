package largepages_test

import (
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"refract/internal/largepages"
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
	return after.Minflt - before.Minflt
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
	largepages.Expect(64 << 20)
	if p := debug.SetGCPercent(before); p != before {
		t.Errorf("collected at %d %% afterwards, at %d before", p, before)
	}
	if large := faults(t, 32); small > 4096 && large > small/2 {
		t.Errorf("%d pages for 32 MiB before, %d for as much after", small, large)
	}
}
