package scan

import (
	"time"

	"refract/internal/heappages"
)

// This file writes the index while what was found is ranked and printed: that takes one processor, and so does this.

// writing is an index that is written beside other work.
type writing struct {
	s    *store
	done chan struct{}
}

// write writes the index, or begins to. It uses nothing of what is in r any more.
func (r *Result) write(k *keeper, record *keptScan, o Options) {
	if !o.Index.Beside || k.anew(len(k.c.Program.Files)) { // that takes memory, which what is printed takes as well
		began := time.Now()
		k.commit(record)
		r.IndexTook += time.Since(began)
		return
	}
	w := &writing{s: k.s, done: make(chan struct{})}
	r.writing = w
	heappages.Ahead(k.update.Size()) // that much memory is taken for it at once, by one processor
	go func() {
		defer close(w.done)
		defer w.s.close()
		k.commit(record)
	}()
}

// Wait returns once the index is written, which goes on after Scan where IndexOptions.Beside says so. Index and IndexTook tell all then. It
// may be called again.
func (r *Result) Wait() {
	if r.writing == nil {
		return
	}
	began := time.Now()
	<-r.writing.done
	r.IndexTook += time.Since(began)
	r.Index = r.writing.s.said()
	r.writing = nil
}
