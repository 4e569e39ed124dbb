package scan

import (
	"context"
	"sync/atomic"
	"time"

	"refract/concretize"
)

// putting is the encoding of files for the index, beside the rules: a record is encoded by one worker and handed to the
// index by one, so that the others would wait for it, and nothing that the rules do depends on it. Only their keys are
// stored behind the files.
type putting struct {
	done  chan struct{}
	err   error        // that of the context; set when done is closed
	spent atomic.Int64 // nanoseconds, of all workers together
}

// putBeside begins to put the files that are to be put. Each is a unit of work that takes a slot, as those of the rules do.
func (k *keeper) putBeside(ctx context.Context, slots chan *concretize.Desk) {
	if k == nil || len(k.later) == 0 {
		return
	}
	p := &putting{done: make(chan struct{})}
	k.putting = p
	go func() {
		defer close(p.done)
		p.err = k.putAll(ctx, k.later, cap(slots), func(work func()) {
			desk := <-slots
			defer func() { slots <- desk }()
			if putHook != nil {
				putHook()
			}
			defer p.spend(time.Now())
			work()
		})
		k.later, k.signatures, k.stored = nil, nil, nil
	}()
}

// putHook, where not nil, is called before each unit of putting. It is for tests.
var putHook func()

// spend adds the time since began.
func (p *putting) spend(began time.Time) { p.spent.Add(int64(time.Since(began))) }

// wait returns once all files are put. A nil keeper, and one without anything to put, have put all.
func (k *keeper) wait() error {
	if k == nil || k.putting == nil {
		return nil
	}
	<-k.putting.done
	return k.putting.err
}

// beside is what workers spent on files that were put beside the rules, all of them together.
func (k *keeper) beside() time.Duration {
	if k == nil || k.putting == nil {
		return 0
	}
	return time.Duration(k.putting.spent.Load())
}
