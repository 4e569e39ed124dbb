// Package memlimit ends work that takes more memory than the user allows, with an error that says so, before the
// system ends the process without a word.
//
// The limit is soft in two steps. The collector is told to keep below nine tenths of it, and works harder the nearer
// it comes. What it cannot free is in use: when the memory of the process stays above the limit after a collection, the
// work's context is cancelled with an *Error as its cause.
//
// What it does not do: it foresees nothing, so that a jump within one polling interval (25 ms) passes the limit; and it
// frees nothing that the work still holds.
package memlimit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limit is a number of bytes, 0 for no limit. It is a flag's value (pflag.Value).
type Limit int64

// Least is the smallest limit that is taken: the program with its rules and a parser needs some 30 MiB itself.
const Least Limit = 64 << 20

var units = []struct {
	name  string
	bytes float64
}{{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40}, {"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40}, {"b", 1}, {"", 1}}

// Set reads a size: a number with a unit, 2GiB, 1.5G, 800MB, or bytes alone. 0 is no limit.
func (l *Limit) Set(s string) error {
	text := strings.ToLower(strings.TrimSpace(s))
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil || n < 0 || n*u.bytes > math.MaxInt64/2 || math.IsNaN(n) {
			break
		}
		*l = Limit(n * u.bytes)
		if *l != 0 && *l < Least {
			return fmt.Errorf("%s is less than %s, which the program needs for itself", s, Least)
		}
		return nil
	}
	return fmt.Errorf("%q is no size; write 2GiB, 800MB, or a number of bytes", s)
}

// String writes the limit as Set reads it.
func (l Limit) String() string {
	switch {
	case l == 0:
		return "0"
	case l >= 1<<30:
		return strconv.FormatFloat(math.Round(float64(l)/(1<<30)*100)/100, 'f', -1, 64) + "GiB"
	}
	return strconv.FormatFloat(math.Round(float64(l)/(1<<20)*10)/10, 'f', -1, 64) + "MiB"
}

// Type names the kind of value in a command's help.
func (l *Limit) Type() string { return "size" }

// Error is the cause of a context that was cancelled because the limit was reached.
type Error struct{ Limit, Used Limit }

func (e *Error) Error() string {
	return fmt.Sprintf("--max-memory %s is reached: %s are in use. Allow more, work on fewer files at a time "+
		"(one folder, --include, --exclude), or with fewer --jobs", e.Limit, e.Used)
}

// Guard watches over the memory of the process until stop is called; a zero limit is none. Only one guard may be at
// work at a time, since there is one process.
func Guard(ctx context.Context, limit Limit) (guarded context.Context, stop func()) {
	if limit == 0 {
		return ctx, func() {}
	}
	before := debug.SetMemoryLimit(int64(limit) / 10 * 9)
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { watch(limit, done, cancel) })
	return ctx, func() {
		close(done)
		watching.Wait()
		debug.SetMemoryLimit(before)
		cancel(context.Canceled)
	}
}

// Tighten makes the collector run when the heap has grown by less than all of it, until restore is called: for work with
// a large heap, most of it without pointers, which costs little to collect. live is about how many bytes the work will
// hold; with few of them nothing is changed, and neither is what the user has set with GOGC.
func Tighten(live int64) (restore func()) {
	if live < tightFrom || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(tight)
	return func() { debug.SetGCPercent(before) }
}

// Loosen makes the collector run less often than usual, until restore is called: for work that keeps nearly all that it
// allocates, of which a collection finds nothing to free. What the user has set with GOGC stays.
func Loosen() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(loose)
	return func() { debug.SetGCPercent(before) }
}

// KeepBelow makes the collector wait until about held bytes are in use, until restore is called: for work of which everything is kept, and a
// collection would find nothing to free. A lower Limit stays, and what the user has set with GOGC.
func KeepBelow(held int64) (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	limit := debug.SetMemoryLimit(-1)
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(min(limit, max(held, least)))
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// Resume ends the waiting of KeepBelow and keeps its bound: for when much of what was held is held no longer. Memory that is used again costs a collection, and memory that the
// system has to find ten times as much in some machines. What the user has set with GOGC stays.
func Resume() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(resumed)
	}
}

// resumed is the collector's own default: at 60, 80 and 120 the same was measured.
const resumed = 100

// Later is restore that waits for the next collection: for the end of a process, when to collect more often would begin to collect what the
// process is about to give back anyway.
func Later(restore func()) (later func()) {
	return func() {
		sentinel := new([16]byte)
		runtime.AddCleanup(sentinel, func(restore func()) { restore() }, restore)
	}
}

// least is what a process may have whatever it works on: below a limit that it cannot keep, the collector would run all the time.
const least = int64(Least)

// Hold makes the collector wait until 32 MiB are in use, until restore is called: for the beginning of work, when nobody knows whether there
// will be much to do. What the user has set with GOGC stays.
func Hold() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(hold)
	return func() { debug.SetGCPercent(before) }
}

// hold is 32 MiB by the least heap that is collected, which is 4 MiB at 100 %.
const hold = 800

// loose bounds what garbage can add where the work does not keep what it allocates after all.
const loose = 200

// tight is what the collector is set to where tightFrom bytes or more are held, chosen by what scans take. Of 165 MB, which hold
// 1 GB: at 30 and 50 per cent 9.1 and 10.4 bytes of memory for a byte of source, in 69.2 and 66.8 s of processor time (means
// of two), later 11.2 bytes with records of a new index that are made beside the rules; at 100 per cent it was 18 bytes. Of 11 MB, which hold 0.1 GB: at 100 and 50 per cent 18.2 and 15.4 bytes, in
// 2.04 and 2.14 s, and there time is scarcer than memory.
const (
	tightFrom = 128 << 20
	tight     = 50
)

// interval is the time between two looks. A look takes some microseconds.
const interval = 25 * time.Millisecond

func watch(limit Limit, done chan struct{}, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	var collected time.Time
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		if Used() <= limit || time.Since(collected) < 10*interval {
			continue
		}
		// It may be garbage, or freed memory that the system has not got back.
		debug.FreeOSMemory()
		collected = time.Now()
		if used := Used(); used > limit {
			cancel(&Error{limit, used})
			return
		}
	}
}

// Used is the memory of the process: what the system says, with the parser's memory outside of Go's heap, or, where it
// cannot be asked, what Go's runtime has.
func Used() Limit {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := strings.Fields(string(text)); len(f) > 1 {
			if pages, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				return Limit(pages * int64(os.Getpagesize()))
			}
		}
	}
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return Limit(s[0].Value.Uint64() - s[1].Value.Uint64())
}

// Explain returns the *Error that ended guarded in the place of err, which says no more than that something was
// cancelled; err itself where it was something else.
func Explain(guarded context.Context, err error) error {
	var limit *Error
	if err != nil && errors.As(context.Cause(guarded), &limit) {
		return limit
	}
	return err
}
