package mine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
	"time"

	"refract/finding"
	"refract/java"
	"refract/java/parse"
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
	Refactorings  []finding.Refactoring
	Problems      []finding.Problem
	Err           error
	Parse, Detect time.Duration
	Files, Bytes  int
}

// RunOptions control Run.
type RunOptions struct {
	Detect Options
	// Jobs is the number of inputs mined at a time; less than 1 means 1.
	Jobs int
	// Timeout is the longest that one input may take; 0 means no limit. A single file is parsed to its end, see
	// parse.Parser.
	Timeout time.Duration
	// MaxBytes is the size of one side in bytes above which an input is refused, 0 for no limit.
	MaxBytes int
}

// ErrTooLarge says that an input was refused for its size. The remedy is a higher limit.
var ErrTooLarge = errors.New("the change is too large")

// errStopped ends the producer when the consumer gave up.
var errStopped = errors.New("mine: stopped")

// Run mines inputs in parallel and calls emit with the results in the order of the inputs, from one goroutine. It
// stops at the first error of emit and returns it; when ctx is done it finishes nothing more and returns ctx's error.
// At most a few inputs a job are held at a time, so a long history takes no more memory than a short one.
func Run(ctx context.Context, inputs iter.Seq[Input], o RunOptions, emit func(*Result) error) error {
	jobs := max(o.Jobs, 1)
	type slot struct {
		in   Input
		done chan *Result
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errStopped)
	work, order := make(chan slot), make(chan slot, 4*jobs)
	var running sync.WaitGroup
	running.Go(func() {
		defer close(order)
		defer close(work)
		for in := range inputs {
			s := slot{in, make(chan *Result, 1)}
			select {
			case order <- s:
			case <-ctx.Done():
				return
			}
			select {
			case work <- s:
			case <-ctx.Done():
				return
			}
		}
	})
	for range jobs {
		running.Go(func() {
			p := parse.New()
			defer p.Close()
			for s := range work {
				s.done <- mineOne(ctx, p, s.in, o)
			}
		})
	}
	var err error
	for s := range order {
		select {
		case r := <-s.done:
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

// mineOne mines one input; a panic of a detector is that input's error and nobody else's.
func mineOne(ctx context.Context, p *parse.Parser, in Input, o RunOptions) (r *Result) {
	r = &Result{Input: in}
	defer func() {
		if x := recover(); x != nil {
			r.Err = fmt.Errorf("internal error: %v\n%s", x, debug.Stack())
			r.Refactorings = nil
		}
	}()
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("timed out after %v", o.Timeout))
		defer cancel()
	}
	if err := r.mine(ctx, p, o); err != nil {
		r.Err, r.Refactorings = err, nil
		if cause := context.Cause(ctx); cause != nil && errors.Is(err, ctx.Err()) {
			r.Err = cause
		}
	}
	return r
}

func (r *Result) mine(ctx context.Context, p *parse.Parser, o RunOptions) error {
	change, err := r.Load(ctx)
	if err != nil {
		return err
	}
	before, after := change.Before, change.After
	if o.MaxBytes > 0 && (bytes(before) > o.MaxBytes || bytes(after) > o.MaxBytes) {
		return fmt.Errorf("%w: %d and %d bytes of Java, more than %d", ErrTooLarge, bytes(before), bytes(after), o.MaxBytes)
	}
	r.Files, r.Bytes = len(before)+len(after), bytes(before)+bytes(after)
	start := time.Now()
	files, err := r.parse(ctx, p, before, after)
	r.Parse = time.Since(start)
	if err != nil {
		return err
	}
	start = time.Now()
	options := o.Detect
	options.Renamed = change.Renamed
	r.Refactorings, err = Detect(ctx, files[0], files[1], options)
	r.Detect = time.Since(start)
	return err
}

func (r *Result) parse(ctx context.Context, p *parse.Parser, before, after []Blob) (files [2][]*java.File, err error) {
	for i, side := range [][]Blob{before, after} {
		files[i] = make([]*java.File, len(side))
		for k, b := range side {
			if err := ctx.Err(); err != nil {
				return files, err
			}
			files[i][k] = p.File(b.Path, b.Content)
			r.Problems = append(r.Problems, files[i][k].Problems...)
		}
	}
	return files, nil
}

func bytes(side []Blob) int {
	n := 0
	for _, b := range side {
		n += len(b.Content)
	}
	return n
}
