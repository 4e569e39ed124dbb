package mine

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"refract/finding"
)

// A Blob is one file of one side of a change.
type Blob struct {
	Path    string // slash-separated, relative to the root of the repository
	Content []byte
}

// An Input is one change to mine: a commit, a case, or two directories.
type Input struct {
	Repository string // the clone URL, or "" where there is none
	SHA        string // the commit, or the case's name
	URL        string // the commit's page, "" where there is none
	// Load reads the Java files of both sides. It runs on a worker.
	Load func(ctx context.Context) (Change, error)
}

// A Change is the Java files that differ between two sides.
type Change struct {
	Before, After []Blob
	// Renamed maps paths before to paths after, as git found them; nil where nobody looked.
	Renamed map[string]string
}

// A Result is what mining one Input gave. Err is set where the input failed or ran over its time; Refactorings are
// empty then.
type Result struct {
	Input
	Refactorings []finding.Refactoring
	Problems     []finding.Problem
	Err          error
	// Times by the clock: Reading until all files are read, Parse from then until all are parsed, Detect from then to the
	// result. Waiting for a worker counts.
	Reading, Parse, Detect time.Duration
	Files, Bytes           int
}

// RunOptions control Run.
type RunOptions struct {
	Detect Options
	// Jobs is the number of workers; less than 1 means 1. They parse the files of one input together, and while one of
	// them compares its sides, the others go on with the next.
	Jobs int
	// Timeout is the longest that one input may take; 0 means no limit. It is noticed within tenths of a second, but for
	// what goes through all of a file once after it was parsed.
	Timeout time.Duration
	// MaxBytes is the size of one side in bytes above which an input is refused, 0 for no limit.
	MaxBytes int
}

// HeapFloor is what a program that runs Run should let the heap grow by between two collections, in bytes: a commit makes a few
// megabytes and drops them.
const HeapFloor = 64 << 20

// ErrTooLarge says that an input was refused for its size. The remedy is a higher limit.
var ErrTooLarge = errors.New("the change is too large")

// errStopped ends the producer when the consumer gave up.
var errStopped = errors.New("mine: stopped")

// Run mines inputs in parallel and calls emit with the results in the order of the inputs, from one goroutine. It
// stops at the first error of emit and returns it; when ctx is done it finishes nothing more and returns ctx's error.
// At most a few inputs a worker are held at a time, so a long history takes no more memory than a short one.
func Run(ctx context.Context, inputs iter.Seq[Input], o RunOptions, emit func(*Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errStopped)
	workers, p := max(o.Jobs, 1), newPool()
	defer context.AfterFunc(ctx, p.stop)()
	order := make(chan *job, 4*workers)
	var running sync.WaitGroup
	running.Go(func() {
		defer close(order)
		defer p.close()
		n := 0
		for in := range inputs {
			j := &job{result: &Result{Input: in}, options: &o, number: n, ready: make(chan *Result, 1)}
			select {
			case order <- j:
			case <-ctx.Done():
				return
			}
			p.put(j)
			n++
		}
	})
	for range workers {
		running.Go(func() { p.work(ctx) })
	}
	var err error
	for j := range order {
		select {
		case r := <-j.ready:
			err = emit(r)
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			break
		}
	}
	cancel(errStopped)
	running.Wait()
	return err
}

func bytes(side []Blob) int {
	n := 0
	for _, b := range side {
		n += len(b.Content)
	}
	return n
}
