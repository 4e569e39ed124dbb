package mine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"refract/java"
	"refract/java/parse"
)

// job is one input on its way to its result: begun, parsed by several workers at a time, and compared by one.
type job struct {
	result  *Result
	options *RunOptions
	number  int // of the input
	ready   chan *Result

	ctx    context.Context
	cancel context.CancelFunc
	change Change
	sides  [2][]*java.File
	loaded time.Time
	failed atomic.Pointer[error] // the first

	// Of the pool, which guards them: the parts of the change, how many were taken, and how many are not parsed.
	pairs       []filePair
	taken, left int
}

// guard runs one step of j. An error or a panic is the error of this input and nobody else's; after one, no further
// step is run.
func (j *job) guard(step func() error) {
	defer func() {
		if x := recover(); x != nil {
			j.fail(fmt.Errorf("internal error: %v\n%s", x, debug.Stack()))
		}
	}()
	err := context.Cause(j.ctx)
	if err == nil {
		err = step()
	}
	if err != nil {
		j.fail(err)
	}
}

func (j *job) fail(err error) { j.failed.CompareAndSwap(nil, &err) }

// begin reads the files and splits the work.
func (j *job) begin(ctx context.Context) {
	j.ctx, j.cancel = context.WithCancel(ctx)
	if limit := j.options.Timeout; limit > 0 {
		j.ctx, j.cancel = context.WithTimeoutCause(ctx, limit, fmt.Errorf("timed out after %v", limit))
	}
	start := time.Now()
	j.guard(func() (err error) {
		if j.change, err = j.result.Load(j.ctx); err != nil {
			return err
		}
		before, after := bytes(j.change.Before), bytes(j.change.After)
		if most := j.options.MaxBytes; most > 0 && (before > most || after > most) {
			return fmt.Errorf("%w: %d and %d bytes of Java, more than %d", ErrTooLarge, before, after, most)
		}
		j.result.Files, j.result.Bytes = len(j.change.Before)+len(j.change.After), before+after
		j.sides = [2][]*java.File{make([]*java.File, len(j.change.Before)), make([]*java.File, len(j.change.After))}
		j.pairs = j.change.pairs()
		return nil
	})
	j.loaded = time.Now()
	j.result.Reading = j.loaded.Sub(start)
}

// parse parses f. Several workers do so at a time.
func (j *job) parse(p *parse.Parser, f *filePair) {
	if j.failed.Load() != nil {
		return
	}
	j.guard(func() error {
		defer p.Under(j.ctx)()
		switch {
		case f.after < 0:
			b := j.change.Before[f.before]
			j.sides[0][f.before] = p.File(b.Path, b.Content)
		case f.before < 0:
			a := j.change.After[f.after]
			j.sides[1][f.after] = p.File(a.Path, a.Content)
		default:
			b, a := j.change.Before[f.before], j.change.After[f.after]
			j.sides[0][f.before], j.sides[1][f.after] = p.Pair(b.Path, b.Content, a.Path, a.Content)
		}
		return nil
	})
}

// detect compares the sides.
func (j *job) detect() {
	if j.failed.Load() != nil {
		return
	}
	r, start := j.result, time.Now()
	r.Parse = start.Sub(j.loaded)
	j.guard(func() (err error) {
		for _, side := range j.sides {
			for _, f := range side {
				r.Problems = append(r.Problems, f.Problems...)
			}
		}
		options := j.options.Detect
		options.Renamed = j.change.Renamed
		r.Refactorings, err = Detect(j.ctx, j.sides[0], j.sides[1], options)
		return err
	})
	r.Detect = time.Since(start)
}

// end hands the result over.
func (j *job) end() {
	if failed := j.failed.Load(); failed != nil {
		j.result.Err, j.result.Refactorings = *failed, nil
		if cause := context.Cause(j.ctx); cause != nil && errors.Is(*failed, j.ctx.Err()) {
			j.result.Err = cause
		}
	}
	j.cancel()
	j.change, j.sides = Change{}, [2][]*java.File{}
	j.ready <- j.result
}
