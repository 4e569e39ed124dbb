package scan

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"refract/index"
	"refract/java/parse"
	"refract/rules"
	"refract/source"
	"refract/vectors"
)

// This file opens the index of a scan, and keeps and finds whole results in it. keep.go writes the rest.

// IndexOptions say where a scan keeps what it worked out, so that the next one need not.
type IndexOptions struct {
	Path string // "" means index.DefaultPath of the roots
	// Tool is the version of the program. With size and time of the executable it decides whether an index is ours: two
	// builds of one version under development are two tools.
	Tool string
	// Prune drops what was stored for rules that are not of this scan.
	Prune bool
	// Note is told in one sentence what the index was good for, or why it was of no use; nil for nobody. It never goes
	// into a report: the report of a second scan is that of the first.
	Note func(message string)
}

// storeVersion is part of the schema of what a scan stores.
//
//	1  fragments, base vectors, own calls and rows; keys of all rows a rule looks at; results as gob; Deps is the
//	   digest of the classes of a file's rows, and Surface is not used
const storeVersion = 1

// resultName is the name under which the last result lies.
const resultName = "scan"

// store is the index of one scan. A nil store does nothing.
type store struct {
	o      *IndexOptions
	ix     *index.Store
	id     index.Identity
	states []index.State // of the inputs
	digest index.Digest  // of all that the result depends on
}

// openStore opens the index, if there is to be one. Trouble with it is noted and costs nothing but time.
func openStore(ctx context.Context, roots []string, set *rules.Set, w *Walked, o Options) (*store, error) {
	if o.Index == nil || o.Explain != nil {
		return nil, nil
	}
	s := &store{o: o.Index}
	root, err := index.Root(roots...)
	if err != nil {
		s.note("no index: %v", err)
		return nil, nil
	}
	path := o.Index.Path
	if path == "" {
		if path, err = index.DefaultPath(root); err != nil {
			s.note("no index: %v", err)
			return nil, nil
		}
	}
	s.id = identity(root, o.Index.Tool, set)
	ix, rebuilt, err := index.Use(path, s.id)
	if err != nil {
		s.note("scanned without an index: %v", err)
		return nil, nil
	}
	if rebuilt != nil {
		s.note("%v; it is built anew", rebuilt)
	}
	s.ix = ix
	if s.states, err = hashInputs(ctx, w.Inputs, o.Jobs); err != nil {
		ix.Close()
		return nil, err
	}
	s.digest = resultDigest(roots, set, w, s.states, o)
	return s, nil
}

func (s *store) note(format string, args ...any) {
	if s.o.Note != nil {
		s.o.Note(fmt.Sprintf(format, args...))
	}
}

func (s *store) close() {
	if s != nil && s.ix != nil {
		s.ix.Close()
	}
}

// identity is that of the index of root.
func identity(root, tool string, set *rules.Set) index.Identity {
	if self, err := os.Executable(); err == nil {
		if info, err := os.Stat(self); err == nil {
			tool += fmt.Sprintf(" (%x-%x)", info.Size(), info.ModTime().UnixNano())
		}
	}
	var features strings.Builder
	for f := range vectors.Feature(vectors.Dims) {
		fmt.Fprintln(&features, f.String())
	}
	return index.Identity{Root: root, Tool: tool,
		Schema: index.DigestOf([]byte{storeVersion}, []byte(features.String())),
		Rules:  index.DigestOf([]byte(set.Hash()))}
}

// resultDigest covers everything that a result depends on. A file that was not read has in its State what was found
// instead of its content.
func resultDigest(roots []string, set *rules.Set, w *Walked, states []index.State, o Options) index.Digest {
	corpus := index.CorpusDigest(states)
	options := fmt.Sprintf("%q %+v %+v %v %d %d", roots, o.Walk, ReadOptions{Tests: o.Read.Tests, Generated: o.Read.Generated,
		MaxBytes: o.Read.MaxBytes}, o.MinConfidence, o.Detect.MaxAnswers, o.Detect.MaxAligned)
	walked := fmt.Sprintf("%d %d %d %+v", w.Ignored, w.Generated, w.Links, w.Problems)
	return index.DigestOf(corpus[:], []byte(set.Hash()), []byte(options), []byte(walked))
}

// hashInputs reads and hashes the inputs, with jobs workers. The error is that of ctx: a file that cannot be read gets
// the hash of the reason.
func hashInputs(ctx context.Context, inputs []Input, jobs int) ([]index.State, error) {
	states := make([]index.State, len(inputs))
	g, ctx := errgroup.WithContext(ctx)
	size := len(inputs)/(4*max(jobs, 1)) + 1
	g.SetLimit(max(jobs, 1))
	for from := 0; from < len(inputs); from += size {
		to := min(from+size, len(inputs))
		g.Go(func() error {
			var buf bytes.Buffer
			for i := from; i < to; i++ {
				states[i] = hashInput(&buf, inputs[i])
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		})
	}
	return states, g.Wait()
}

func hashInput(buf *bytes.Buffer, in Input) index.State {
	st := index.State{Path: in.Path, Size: in.Size}
	failed := func(err error) index.State {
		st.Hash = source.HashOf(fmt.Appendf(nil, "%d %v", in.Size, err))
		return st
	}
	f, err := os.Open(in.Abs)
	if err != nil {
		return failed(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return failed(err)
	}
	st.ModTime = info.ModTime().UnixNano()
	buf.Reset()
	if _, err := io.Copy(buf, f); err != nil {
		return failed(err)
	}
	st.Hash = source.HashOf(buf.Bytes())
	return st
}

// result returns the stored result, if it is that of what would be scanned now.
func (s *store) result(w *Walked) *Result {
	if s == nil {
		return nil
	}
	b, ok, err := s.ix.Result(resultName, s.digest)
	if err != nil {
		s.reset(err)
		return nil
	}
	if !ok {
		return nil
	}
	res := &Result{}
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(res); err != nil {
		s.note("index %s: a result that cannot be read; it is worked out again", s.ix.Path())
		return nil
	}
	res.fillLists()
	res.Text = textOf(w.Inputs)
	s.note("nothing changed: %d files as in the last scan (%s)", len(s.states), s.ix.Path())
	return res
}

// reset begins a new index in the place of one that turned out to be damaged only when it was read.
func (s *store) reset(why error) {
	path := s.ix.Path()
	s.ix.Close()
	s.ix = nil
	s.note("%v; it is built anew", why)
	err := os.Remove(path)
	if err == nil {
		s.ix, _, err = index.Use(path, s.id)
	}
	if err != nil {
		s.note("scanned without an index: %v", err)
	}
}

// fillLists makes every list present, empty or not, save Explained. Reports want it so, and gob does not tell an empty
// list from none: without it a kept result would not print as it did.
func (r *Result) fillLists() {
	explained := r.Explained
	fillLists(reflect.ValueOf(r).Elem())
	r.Explained = explained
}

// fillLists replaces every nil slice in v by an empty one.
func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillLists(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fillLists(v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			return
		}
		for i := range v.Len() {
			fillLists(v.Index(i))
		}
	}
}

// textOf reads sources again when a report wants to show them.
func textOf(inputs []Input) func(path string) []byte {
	return func(path string) []byte {
		at, ok := slices.BinarySearchFunc(inputs, path, func(in Input, p string) int { return strings.Compare(in.Path, p) })
		if !ok {
			return nil
		}
		content, err := os.ReadFile(inputs[at].Abs)
		if err != nil {
			return nil
		}
		// The parser decodes as it did when the places were found.
		p := parse.New()
		defer p.Close()
		return []byte(p.File(path, content).Source)
	}
}

// unchanged reports whether what was parsed is what was hashed: a file may be written to between the two.
func (s *store) unchanged(p *Parsed) bool {
	i := 0
	for _, f := range p.Files {
		for i < len(s.states) && s.states[i].Path != f.Path {
			i++
		}
		if i == len(s.states) || s.states[i].Hash != f.Hash {
			return false
		}
	}
	return true
}

// errChanged says that the sources changed during the scan. The result is as good as any; it is not kept.
var errChanged = errors.New("sources changed while they were scanned")
