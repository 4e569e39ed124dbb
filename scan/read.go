package scan

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/finding"
	"refract/index"
	"refract/java"
	"refract/java/parse"
)

// DefaultMaxBytes is the size above which a file is not read: hand-written Java files end far below it (the largest
// of 4.7 million lines of Eclipse has 0.9 MB), and a tree takes about 20 times the space of its text.
const DefaultMaxBytes = 16 << 20

// ReadOptions choose what is kept of the files that were walked.
type ReadOptions struct {
	Tests, Generated bool  // keep files that declare themselves such
	MaxBytes         int64 // 0 means DefaultMaxBytes
	Jobs             int   // parallel parsers; 0 means 1
	// Done is called, from any goroutine, after each file; nil for nobody.
	Done func()
	// trees, where not nil, knows the trees of files that were parsed before.
	trees *trees
	began time.Time // of the scan
}

// Parsed is the files that a scan works on, in the order of their inputs.
type Parsed struct {
	Files           []*java.File
	Bytes           int64
	Lines           int
	Test, Generated int // left out
	Problems        []finding.Problem
	// leftOut are the test and generated files that were, without what is in them.
	leftOut []*java.File
	// states are of the inputs, in their order, where they were read; the others have no Path. There are none where the store knows those of all inputs.
	states []index.State
}

// Parse reads and parses the inputs, with one parser for each of o.Jobs workers. A file that cannot be read or used is
// a problem, not an error; the error is that of ctx.
func Parse(ctx context.Context, inputs []Input, o ReadOptions) (Parsed, error) {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	files := make([]*java.File, len(inputs))
	problems := make([][]finding.Problem, len(inputs))
	var states []index.State
	if o.trees == nil || o.trees.s.states == nil {
		states = make([]index.State, len(inputs))
	}
	jobs := min(max(o.Jobs, 1), max(len(inputs), 1))
	known := o.trees.ofInputs(inputs)
	if err := o.trees.untouched(ctx, inputs, known, files, o.MaxBytes, jobs); err != nil {
		return Parsed{}, err
	}
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for range jobs {
		g.Go(func() error {
			w := reader{p: parse.New(), o: &o}
			defer w.p.Close()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(inputs) {
					return nil
				}
				if files[i] == nil {
					var st index.State
					if files[i], st, problems[i] = w.read(inputs[i], known[i]); states != nil {
						states[i] = st
					}
				}
				if o.Done != nil {
					o.Done()
				}
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return Parsed{}, err
	}
	out, kept := keep(files, problems, o)
	out.states = states
	if o.trees != nil {
		o.trees.of = make([]*indexed, len(kept))
		for j, i := range kept {
			o.trees.of[j] = known[i]
		}
		o.trees.findRenamed(out.Files)
	}
	return out, nil
}

// keep leaves out test and generated files, unless they are wanted, and gathers the problems of the others. It returns their numbers as well.
func keep(files []*java.File, problems [][]finding.Problem, o ReadOptions) (out Parsed, kept []int) {
	out.Files, kept = make([]*java.File, 0, len(files)), make([]int, 0, len(files))
	for i, f := range files {
		out.Problems = append(out.Problems, problems[i]...)
		switch {
		case f == nil:
			continue
		case f.Generated && !o.Generated:
			out.Generated++
			out.leftOut = append(out.leftOut, &java.File{Path: f.Path, Hash: f.Hash, Test: f.Test, Generated: f.Generated})
			continue
		case f.Test && !o.Tests:
			out.Test++
			out.leftOut = append(out.leftOut, &java.File{Path: f.Path, Hash: f.Hash, Test: f.Test, Generated: f.Generated})
			continue
		}
		out.Files, kept = append(out.Files, f), append(kept, i)
		bytes, lines := f.Size()
		out.Bytes += int64(bytes)
		out.Lines += lines
		out.Problems = append(out.Problems, f.Problems...)
	}
	return out, kept
}

// reader reads and parses one file after the other.
type reader struct {
	p   *parse.Parser
	o   *ReadOptions
	buf bytes.Buffer // the bytes of the last file: a java.File has its own, as text
}

// read reads one file and parses it, as far as the index does not know it; known is what that has of its path. st has no Path unless the file was read.
func (r *reader) read(in Input, known *indexed) (f *java.File, st index.State, problems []finding.Problem) {
	if f := r.o.trees.leftOut(&in, r.o); f != nil {
		return f, st, nil
	}
	info, problems := readInto(&r.buf, in, r.o.MaxBytes)
	if info == nil {
		return nil, st, problems
	}
	content := r.buf.Bytes()
	if f = r.o.trees.same(&in, known, content); f == nil {
		f = r.p.File(in.Path, content)
		f.Lines.Count() // which finds the lines: here several do it at a time, and all are counted
	}
	st = index.State{Path: in.Path, Size: in.Size, ModTime: info.ModTime().UnixNano(), Stamp: stampToNote(info, r.o.began), Hash: f.Hash}
	return f, st, nil
}

// ReadInput returns the bytes of a file, and what the system said of it after they were read. What is larger than limit, or
// than DefaultMaxBytes for a limit of 0, is not read: content is nil, and why is in problems.
func ReadInput(in Input, limit int64) (content []byte, info fs.FileInfo, problems []finding.Problem) {
	var buf bytes.Buffer
	if info, problems = readInto(&buf, in, cmp.Or(limit, DefaultMaxBytes)); info == nil {
		return nil, nil, problems
	}
	return buf.Bytes(), info, nil
}

// LeftOut says, part by part, which files were not read and what reads them.
func LeftOut(tests, generated, ignored int) (parts []string) {
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(tests, "of test code (--tests)")
	add(generated, "generated or build output (--generated)")
	add(ignored, "ignored (.gitignore, globs)")
	return parts
}

// TooLargeRemedy is what to do about a file above the limit.
const TooLargeRemedy = "raise --max-file-size if this is a source file"

// readHook, where not nil, is told each file that is read to be parsed. It is for tests.
var readHook func(in Input)

// readInto is ReadInput into a buffer that may have been used before; info is nil for what was not read.
func readInto(buf *bytes.Buffer, in Input, limit int64) (info fs.FileInfo, problems []finding.Problem) {
	trouble := func(format string, args ...any) []finding.Problem {
		return []finding.Problem{{Path: in.Path, Severity: finding.Trouble, Message: fmt.Sprintf(format, args...)}}
	}
	if readHook != nil {
		readHook(in)
	}
	if in.Size > limit {
		ps := trouble("%d bytes are more than the limit of %d; not read", in.Size, limit)
		ps[0].Remedy = TooLargeRemedy
		return nil, ps
	}
	file, err := os.Open(in.Abs)
	if err != nil {
		return nil, []finding.Problem{unreadable(in.Path, err)}
	}
	defer file.Close()
	buf.Reset()
	buf.Grow(int(in.Size) + bytes.MinRead)
	// The file may have grown since it was listed: the limit holds for what is read, not for what was promised.
	if _, err := io.Copy(buf, io.LimitReader(file, limit+1)); err != nil {
		return nil, []finding.Problem{unreadable(in.Path, err)}
	}
	if int64(buf.Len()) > limit {
		return nil, trouble("more than the limit of %d bytes; not read", limit)
	}
	if info, err = file.Stat(); err != nil {
		return nil, []finding.Problem{unreadable(in.Path, err)}
	}
	return info, nil
}
