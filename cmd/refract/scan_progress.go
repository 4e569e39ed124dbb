package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// scanProgress shows on one line of a terminal what a scan is doing. On anything else it shows nothing.
type scanProgress struct {
	mu   sync.Mutex
	w    io.Writer
	last time.Time
	used bool
}

func newScanProgress(stderr io.Writer, off bool) *scanProgress {
	f, ok := stderr.(*os.File)
	if off || !ok || !term.IsTerminal(int(f.Fd())) {
		return &scanProgress{}
	}
	return &scanProgress{w: stderr}
}

// show prints a stage, at most ten times a second. It may be called from any goroutine.
func (p *scanProgress) show(stage string, done, of int) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.last) > 100*time.Millisecond {
		p.last, p.used = now, true
		fmt.Fprintf(p.w, "\r\x1b[K%s %d/%d", stage, done, of)
	}
}

// done clears the line.
func (p *scanProgress) done() {
	if p.w != nil && p.used {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
