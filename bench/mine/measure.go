package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"time"

	"refract/finding"
	"refract/internal/heapfloor"
	"refract/mine"
)

// This file measures: the time of every commit, and the memory of a process that mines them all.

// timing is the times of one run over all cases.
type timing struct {
	// By case; see mine.Result.
	Reading, Parse, Detect []time.Duration
	Total                  time.Duration
	Failed                 []string
}

// mineAll mines the cases of dir.
func mineAll(ctx context.Context, dir string, jobs int) (map[string][]finding.Refactoring, timing, error) {
	inputs, _, err := mine.Cases(dir)
	if err != nil {
		return nil, timing{}, err
	}
	found := map[string][]finding.Refactoring{}
	var t timing
	defer heapfloor.Keep(mine.HeapFloor)() // as the command does
	start := time.Now()
	err = mine.Run(ctx, inputs, mine.RunOptions{Jobs: jobs, Timeout: time.Minute}, func(r *mine.Result) error {
		found[r.SHA] = r.Refactorings
		t.Reading, t.Parse, t.Detect = append(t.Reading, r.Reading), append(t.Parse, r.Parse), append(t.Detect, r.Detect)
		if r.Err != nil {
			t.Failed = append(t.Failed, fmt.Sprintf("%s: %v", r.SHA, r.Err))
		}
		return nil
	})
	t.Total = time.Since(start)
	return found, t, err
}

// measurement is what one process found out about itself.
type measurement struct {
	Jobs       int
	Cold, Warm timing // the first run of a process, and the second
	PeakBytes  int64  // resident, after the first run
}

// measureHere mines dir twice in this process.
func measureHere(ctx context.Context, dir string, jobs int) (measurement, error) {
	m := measurement{Jobs: jobs}
	var err error
	if _, m.Cold, err = mineAll(ctx, dir, jobs); err != nil {
		return m, err
	}
	m.PeakBytes = peakMemory()
	debug.FreeOSMemory()
	_, m.Warm, err = mineAll(ctx, dir, jobs)
	return m, err
}

func peakMemory() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Maxrss * 1024 // Linux counts KiB
}

// measureApart does the same in a process of its own, so that the first run is a cold one and the memory is its own.
func measureApart(ctx context.Context, dir string, jobs int) (measurement, error) {
	self, err := os.Executable()
	if err != nil {
		return measurement{}, err
	}
	c := exec.CommandContext(ctx, self, "--cases", dir, "--measure", strconv.Itoa(jobs))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return measurement{}, fmt.Errorf("measure with %d jobs: %w", jobs, err)
	}
	var m measurement
	return m, json.Unmarshal(out, &m)
}

// spread is the figures of a list of durations.
type spread struct{ median, mean, p95, max, total time.Duration }

func spreadOf(list []time.Duration) spread {
	if len(list) == 0 {
		return spread{}
	}
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	at := func(q float64) time.Duration { return sorted[int(math.Ceil(q*float64(len(sorted))))-1] }
	var s spread
	for _, d := range list {
		s.total += d
	}
	s.median, s.p95, s.max = at(0.5), at(0.95), sorted[len(sorted)-1]
	s.mean = s.total / time.Duration(len(list))
	return s
}

// both adds the times of parsing and detecting, case by case.
func (t timing) both() []time.Duration { return sum(t.Parse, t.Detect) }

// all adds reading as well.
func (t timing) all() []time.Duration { return sum(t.Reading, t.both()) }

func sum(a, b []time.Duration) []time.Duration {
	out := make([]time.Duration, len(a))
	for i := range out {
		out[i] = a[i] + b[i]
	}
	return out
}
