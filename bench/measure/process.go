// Package measure is what the benchmarks share: a measurement is a process of its own, so that none has another's memory
// or heap, and it is compared with the floor, tree-sitter alone over the same files.
package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// The variables that make this program a measured process: what to measure, and its options as JSON.
const (
	modeVariable    = "REFRACT_BENCH_MODE"
	optionsVariable = "REFRACT_BENCH_OPTIONS"
)

// Run measures in a process of its own: it runs this program again, where Child decodes options and prints the result,
// and decodes that into result.
func Run(ctx context.Context, mode string, options, result any) error {
	encoded, err := json.Marshal(options)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self)
	c.Env = append(os.Environ(), modeVariable+"="+mode, optionsVariable+"="+string(encoded))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("measuring %s: %w", mode, err)
	}
	return json.Unmarshal(out, result)
}

// Settle waits for what an earlier process leaves to be done beside the next one: that the system writes to the disk what it holds of files, for which nothing is
// waited for where there is no command sync, and, for so long as is asked for, that the host of a virtual machine takes back the memory of a process that has ended. Linux tells the host
// of free memory after two seconds, and for a gigabyte the host may be busy for long enough to stop the machine for a fifth of a second.
func Settle(ctx context.Context, pause time.Duration) {
	if pause <= 0 {
		return
	}
	_ = exec.CommandContext(ctx, "sync").Run()
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// Child is the other side of Run. In a process that Run started it does what was asked for and exits; in any other it
// returns. It goes first in main, and in TestMain.
//
// The process has as many threads as there are jobs: otherwise the collector runs on what the jobs leave free.
func Child[Options any](jobs func(Options) int, do func(mode string, o Options) (any, error)) {
	mode := os.Getenv(modeVariable)
	if mode == "" {
		return
	}
	var o Options
	err := json.Unmarshal([]byte(os.Getenv(optionsVariable)), &o)
	if err == nil {
		runtime.GOMAXPROCS(jobs(o))
		var result any
		if result, err = do(mode, o); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(result)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// StolenSeconds is how long the host of a virtual machine has kept its processors from it since it began, as Linux counts it, of all processors together; 0
// elsewhere.
func StolenSeconds() float64 {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	return stolen(string(stat))
}

// stolen reads it from /proc/stat: the eighth number of the line of all processors, in hundredths of a second.
func stolen(stat string) float64 {
	line, _, _ := strings.Cut(stat, "\n")
	f := strings.Fields(line)
	if len(f) < 9 || f[0] != "cpu" {
		return 0
	}
	ticks, _ := strconv.ParseInt(f[8], 10, 64)
	return float64(ticks) / 100
}

// PeakMemory is the most memory in bytes that this process ever had resident, as Linux counts it (VmHWM); 0 elsewhere.
func PeakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(v), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
}
