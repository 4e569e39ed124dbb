package scan

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"refract/concretize"
	"refract/index"
	"refract/inline"
	"refract/java"
	"refract/lsh"
	"refract/program"
	"refract/rules"
)

// keeper collects what a scan stores: the records of files that differ from those of the index, and the keys of their
// rows for each rule. A nil keeper does nothing.
type keeper struct {
	s      *store
	c      *Corpus
	update *index.Update
	trees  *writtenTrees
	// segment and first say, by file of the program, where its rows are in the index: in the segment of that number
	// and from that row on. firstRow is the file's first row in the corpus.
	segment, first []uint32
	firstRow       []int32
	signatures     []string        // by MethodID
	old            []index.Segment // with current rows
	put            int

	mu  sync.Mutex // guards what follows, and update while rules run
	ran int        // rules
	err error
}

// keep begins to store corpus: the records of its files.
func (s *store) keep(ctx context.Context, c *Corpus, p *Parsed, trees *writtenTrees, jobs int) (*keeper, error) {
	if s == nil || s.ix == nil {
		return nil, nil
	}
	if s.ix.ReadOnly() {
		s.trouble("index not written: %s can only be read", s.ix.Path())
		return nil, nil
	}
	k := &keeper{s: s, c: c, trees: trees}
	err := k.files(ctx, p, jobs)
	if errors.Is(err, index.ErrDamaged) {
		if s.reset(err); s.ix == nil {
			return nil, nil
		}
		k = &keeper{s: s, c: c, trees: trees}
		err = k.files(ctx, p, jobs)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		s.trouble("index not written: %v", err)
		return nil, nil
	}
	return k, nil
}

func (k *keeper) files(ctx context.Context, p *Parsed, jobs int) error {
	if !k.s.unchanged(p) {
		return errChanged
	}
	update, err := k.s.ix.Begin()
	if err != nil {
		return err
	}
	k.update = update
	if err := k.sign(ctx, jobs); err != nil {
		return err
	}
	files := k.c.Program.Files
	k.segment, k.first, k.firstRow = make([]uint32, len(files)), make([]uint32, len(files)), make([]int32, len(files))
	states := make(map[string]*index.State, len(k.s.states))
	for i := range k.s.states {
		states[k.s.states[i].Path] = &k.s.states[i]
	}
	held := map[index.FileID]int{}
	known := make(map[string]bool, len(files))
	var encoded [encodedFiles]index.Encoded
	for from := 0; from < len(files); from += encodedFiles {
		n := min(encodedFiles, len(files)-from)
		err := parallel(ctx, jobs, n, func(i int) {
			data := k.data(from + i)
			data.State = *states[files[from+i].Path]
			encoded[i] = index.Encode(data)
			k.trees.drop(from + i)
		})
		if err != nil {
			return err
		}
		for i := range encoded[:n] {
			if err := k.encoded(from+i, &encoded[i], held); err != nil {
				return err
			}
			known[files[from+i].Path] = true
		}
	}
	k.signatures = nil
	return k.place(held, known)
}

// encodedFiles is how many files are encoded before they are handed to the index.
const encodedFiles = 512

// encoded puts the records of file i, unless the index holds them.
func (k *keeper) encoded(i int, e *index.Encoded, held map[index.FileID]int) error {
	f, same, err := k.s.ix.Holds(e)
	if err != nil {
		return err
	}
	if same {
		held[f.ID] = i
		return nil
	}
	k.segment[i], k.first[i] = k.update.Segment(), uint32(k.update.Rows())
	k.update.PutEncoded(*e)
	k.put++
	return nil
}

// place finds the segments of the files that are held, removes the files that are gone, and notes new times.
func (k *keeper) place(held map[index.FileID]int, known map[string]bool) error {
	segments, err := k.s.ix.Segments()
	if err != nil {
		return err
	}
	for _, g := range segments {
		any := false
		for j, id := range g.Files {
			if i, ok := held[id]; ok {
				k.segment[i], k.first[i] = g.Number, g.First[j]
				any = true
			}
		}
		if any {
			k.old = append(k.old, g)
		}
	}
	changes, err := k.s.ix.Compare(k.s.states)
	if err != nil {
		return err
	}
	for _, i := range changes.Touched {
		k.update.Touch(k.s.states[i])
	}
	files, err := k.s.ix.Files()
	if err != nil {
		return err
	}
	for i := range files {
		if !known[files[i].Path] {
			k.update.Remove(files[i].Path)
		}
	}
	return nil
}

// sign writes the names of all methods, with jobs workers: a method is called from many places, and to write its name
// once saves half of the time.
func (k *keeper) sign(ctx context.Context, jobs int) error {
	k.signatures = make([]string, k.c.Program.NumMethods())
	return parallel(ctx, jobs, len(k.signatures), func(m int) {
		k.signatures[m] = concretize.Signature(k.c.Program, program.MethodID(m))
	})
}

// parallel calls f for 0 to n-1, with jobs workers. The error is that of ctx.
func parallel(ctx context.Context, jobs, n int, f func(i int)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(jobs, 1))
	size := n/(8*max(jobs, 1)) + 1
	for from := 0; from < n; from += size {
		g.Go(func() error {
			for i := from; i < min(from+size, n) && ctx.Err() == nil; i++ {
				f(i)
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}

// data is the records of file i without its State.
func (k *keeper) data(i int) *index.FileData {
	p, t := k.c.Program, k.c.Rows
	f := p.Files[i]
	d := &index.FileData{Lines: uint32(f.Lines.Count())}
	k.firstRow[i] = -1
	var classes []byte
	lo, hi := p.MethodsOf(int32(i))
	for m := lo; m < hi; m++ {
		from, to := t.Rows(m)
		if from == to {
			continue
		}
		if k.firstRow[i] < 0 {
			k.firstRow[i] = int32(from)
		}
		fragment := uint32(len(d.Fragments))
		d.Fragments = append(d.Fragments, k.fragment(f, m))
		d.Vectors = append(d.Vectors, t.Base(m))
		for _, s := range t.Sites(m) {
			d.Calls = append(d.Calls, index.Call{Fragment: fragment, Offset: f.Nodes[s.Node].Start, Kind: index.OwnCall,
				Target: k.signatures[s.Callee]})
		}
		for r := from; r < to; r++ {
			row := index.Row{Fragment: fragment, Mode: uint8(t.Row(r).Mode)}
			if t.Row(r).Mode == inline.Single {
				row.Callee = k.signatures[t.Row(r).Callee]
			}
			d.Rows = append(d.Rows, row)
			classes = binary.LittleEndian.AppendUint64(classes, uint64(k.c.class[r]))
		}
	}
	d.Extra = k.trees.tree(i)
	// The class of a row stands for its vectors and those of its callees: all that its keys depend on.
	d.Deps = index.DigestOf(classes)
	return d
}

func (k *keeper) fragment(f *java.File, m program.MethodID) index.Fragment {
	method := k.c.Program.Method(m)
	span := f.Span(method.Node)
	return index.Fragment{Span: span, Kind: uint8(method.Kind), Name: method.Name, Signature: k.signatures[m],
		Line: uint32(f.Lines.Position(span.Start).Line), EndLine: uint32(f.Lines.Position(span.End).Line)}
}

// column names the keys of a rule. What decides them is the abstraction, the sides, and what FilterSmall lets pass,
// all of which are in the rule's hash.
func column(rule *rules.Rule) index.Column { return columnOf(rule.Hash()) }

func columnOf(hash string) index.Column { return index.Column{Rule: index.DigestOf([]byte(hash))} }

// keys stores the keys of the rows that a rule looked at, where the index has none. It may be called concurrently. They
// are those of equality for rules with a radius as well: a key is a sum over the features, so that those of the
// vectors that are one step away follow from it (see similar_near.go).
func (k *keeper) keys(rule *rules.Rule, sides ...*abstracted) {
	if k == nil {
		return
	}
	col := column(rule)
	targets := map[uint32]*keyRow{}
	if n := k.update.Rows(); n > 0 {
		targets[k.update.Segment()] = newKeyRow(n)
	}
	for i := range k.old {
		has, err := k.s.ix.HasKeys(col, k.old[i].Number)
		if err != nil {
			k.mu.Lock()
			k.err = err
			k.mu.Unlock()
			return
		}
		if !has {
			targets[k.old[i].Number] = newKeyRow(k.old[i].Rows())
		}
	}
	for i, side := range sides {
		if i == 0 || side != sides[0] {
			k.collect(targets, side)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ran++
	for segment, row := range targets {
		k.update.SetKeys(col, segment, row.hashes, func(i int) bool { return row.present[i] })
	}
}

// keyRow is a column of one segment in the making.
type keyRow struct {
	hashes  []uint64
	present []bool
}

func newKeyRow(n int) *keyRow { return &keyRow{make([]uint64, n), make([]bool, n)} }

func (k *keeper) collect(targets map[uint32]*keyRow, side *abstracted) {
	t, p := k.c.Rows, k.c.Program
	for b := range lsh.BucketID(side.buckets.Len()) {
		hash := side.buckets.Hash(b)
		for c := range side.buckets.Classes(b) {
			for _, r := range side.buckets.Class(b, c).Rows {
				row := side.row[r]
				file := p.Method(t.Row(int(row)).Method).File
				if target := targets[k.segment[file]]; target != nil {
					at := k.first[file] + uint32(row-k.firstRow[file])
					target.hashes[at], target.present[at] = hash, true
				}
			}
		}
	}
}

// commit stores the record of the scan and writes everything.
func (k *keeper) commit(record *keptScan) {
	if k == nil {
		return
	}
	if k.err != nil {
		k.s.reset(k.err)
		return
	}
	b, err := record.encode()
	if err != nil {
		k.s.trouble("index not written: %v", err)
		return
	}
	k.update.SetResult(resultName, k.s.digest, b)
	k.update.KeepRules(record.columns()...)
	if err := k.update.Commit(); err != nil {
		k.s.trouble("index not written: %v", err)
		return
	}
	files := len(k.c.Program.Files)
	k.s.note("index written: %d of %d files were parsed, %d were stored, %d of %d rules were run (%s)",
		files-k.s.known.taken(), files, k.put, k.ran, len(record.Rules), k.s.ix.Path())
}
