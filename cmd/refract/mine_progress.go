package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"refract/mine"
)

// mineProgress shows how far a run of mine is: on a terminal a line that is written over, and at the end the commits
// that failed.
type mineProgress struct {
	w      io.Writer
	live   bool
	quiet  bool
	total  int // -1 where it is not known
	n      int
	found  int
	failed []string
	start  time.Time
	shown  time.Time
}

func newMineProgress(w io.Writer, total int, quiet bool) *mineProgress {
	return &mineProgress{w: w, live: !quiet && isTerminal(w), quiet: quiet, total: total, start: time.Now()}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	s, err := f.Stat()
	return err == nil && s.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// maxFailed is how many failed commits the summary lists; the output has them all.
const maxFailed = 20

func (p *mineProgress) add(r *mine.Result) {
	p.n++
	p.found += len(r.Refactorings)
	if r.Err != nil {
		p.failed = append(p.failed, fmt.Sprintf("%s: %s", r.SHA, firstLine(r.Err.Error())))
	}
	if !p.live || time.Since(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = time.Now()
	rate := float64(p.n) / time.Since(p.start).Seconds()
	line := fmt.Sprintf("%d commits, %d refactorings, %.0f commits/s", p.n, p.found, rate)
	if p.total > 0 {
		left := time.Duration(float64(p.total-p.n) / rate * float64(time.Second))
		line = fmt.Sprintf("%d/%d commits, %d refactorings, %.0f commits/s, %v left", p.n, p.total, p.found, rate, left.Round(time.Second))
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
}

// done ends the progress and returns the number of commits that failed.
func (p *mineProgress) done() int {
	if p.live {
		fmt.Fprintf(p.w, "\r\x1b[K%d commits, %d refactorings in %v\n", p.n, p.found, time.Since(p.start).Round(time.Millisecond))
	}
	if len(p.failed) > 0 && !p.quiet {
		fmt.Fprintf(p.w, "refract: %d of %d commits failed:\n", len(p.failed), p.n)
		for i, s := range p.failed {
			if i == maxFailed {
				fmt.Fprintf(p.w, "  and %d more\n", len(p.failed)-maxFailed)
				break
			}
			fmt.Fprintf(p.w, "  %s\n", s)
		}
	}
	return len(p.failed)
}

func firstLine(s string) string {
	for i := range s {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}
