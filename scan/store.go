package scan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

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
	// Note is told in one sentence what the index was good for, or why it was of no use; nil for nobody. The sentences
	// are in Result.Index as well, and in no report: the report of a second scan is that of the first.
	Note func(message string)
	// Beside has Scan return before the index is written, as far as it has most of the files already: who prints what was found meanwhile calls
	// Result.Wait before the process ends. Note is called from another goroutine until then.
	Beside bool
	// Rehash reads every file to find out whether it has changed, also those that seem untouched (see stamp.go).
	Rehash bool
}

// storeVersion is part of the schema of what a scan stores.
//
//	1  fragments, base vectors, own calls and rows; keys of all rows a rule looks at; results as gob; Deps is the
//	   digest of the classes of a file's rows, and Surface is not used
//	2  what each rule found by itself
//	3  Extra is the syntax tree, see parse.AppendTree
//	4  Deps is the digest of a file that digest.go makes
//	5  the records of all rules beside the result, see memo.go
//	6  Extra has a record of the bodies behind the tree, see bodies.go; Surface is the digest of what others see of a file
//	7  trees have the sizes of bodies, and what a file was classified as; Extra has the sums of rows behind the record
//	8  trees have the size of the text and no longer those of bodies; Extra has what linking made of the file behind the tree
//	9  no calls; Extra has classes and sizes of rows
//	10 trees are in Tail
//	11 Extra has digests of bodies and of parts; records have the methods that verdicts came from
//	12 results and records as package wire has values; records have their lengths, and their sum beside them
//	13 names of what linking made of a file are numbers in a table of all names, which is a result; digests are made of their sums
//	14 of what a rule found, and of its records, most lies in parts that are not written again, see base.go
//	15 the table of names is a part
//	16 records have a verdict for each candidate
//	17 the digest of the files that records are of
//	18 trees have pages of nodes, and the tables of declarations
//	19 records of bodies have the number of their sites
//	20 what is kept of rows has digests of them all, and what methods are as targets of calls
//	21 Extra has the names of a file apart from the record of its bodies
//	22 results stay in the part of their rule one by one
//	23 records of a rule have the short keys of rows that are not equal
//	24 what is asked for of few files lies in Aside
//	25 call sites tell callees in their file by their numbers in it
//	26 records have what each accepted candidate came from, and which of them are shown
//	27 methods that linking made have the modifiers of their declarations
//	28 what a rule has beside its parts is a part as well
//	29 in what was found a string that was there a moment ago is a byte
//	30 methods and fields that linking made are in rows of one length
//	31 what linking made has what overrides what, and where types were
//	32 call sites tell where their callees were
//	33 hashes of the methods of a file begin with how many there are
//	34 identities and hashes of texts are sums of names, eight bytes at a time
//	35 supertypes that are member types which an ancestor of an ancestor declares are found whatever the order of files
//	36 results say beside them what tells them from others of their method
//	37 parts of a file are its types, fields and methods one by one
//	38 of names that are not interned four bytes of their sums, and members by types
//	39 who calls a method is a part of its file by itself
//	40 what is shown of a file goes by its text
//	41 fields of types are told from their methods
//	42 types are known by the directory of their file and not by its path
//	43 of qualified names, what linking made has hashes
//	44 files with problems have trees, and the problems
//	45 records speak of files by slots
//	46 names lie by themselves
//	47 names of the program in two parts
const storeVersion = 47

// store is the index of one scan. A nil store does nothing.
type store struct {
	o      *IndexOptions
	path   string // of an index that is to be opened, "" once it is
	exists bool   // something lies there, which may be of use
	ix     *index.Store
	id     index.Identity
	anew   bool          // what lies at path is not to be used
	met    []int32       // by input: its number among the files of ix, -1 for none; nil where nobody has asked so far
	meets  bool          // some of these under another path
	states []index.State // of the inputs
	digest index.Digest  // of all that what a rule finds depends on, but the rule
	kept   *keptScan     // nil if the last scan was of something else
	known  *trees
	left   map[string]*leftOut // by path: files of the last scan
	notes  []IndexNote
	told   int  // how many of notes were told
	tells  bool // see of
}

// newStore finds the index, if there is to be one, and makes room for what a scan with it takes. Trouble with it is noted and costs nothing but time.
// The store is nil where none is asked for, and its ix stays so where none can be had.
func newStore(roots []string, o Options) *store {
	if o.Index == nil || o.Explain != nil {
		return nil
	}
	s := &store{o: o.Index}
	if o.broken != nil {
		s.notes, s.told, s.anew = o.broken.said, len(o.broken.said), true
	}
	var err error
	if s.id.Root, err = index.Root(roots...); err != nil {
		s.trouble("no index: %v", err)
		return s
	}
	s.path = o.Index.Path
	if s.path == "" {
		if s.path, err = index.DefaultPath(s.id.Root); err != nil {
			s.path = ""
			s.trouble("no index: %v", err)
			return s
		}
	}
	if info, err := os.Stat(s.path); err == nil && !s.anew {
		s.exists = true
		makeRoom(info.Size())
	}
	return s
}

// open opens the index. One that is not there is begun by compare, once it is known that there is something to scan.
func (s *store) open() {
	if s == nil || s.path == "" {
		return
	}
	s.id = identity(s.id.Root, s.o.Tool)
	if s.exists {
		s.use()
	}
}

// of says of which rules the scan is, and tells what there was to say of the index until then.
func (s *store) of(set *rules.Set) {
	if s == nil {
		return
	}
	s.id.Rules = index.DigestOf([]byte(set.Hash()))
	if s.ix != nil {
		s.ix.SetRules(s.id.Rules)
	}
	s.tells = true
	s.tell()
}

// use opens the index at its path, or begins one.
func (s *store) use() {
	path, use := s.path, index.Use
	s.path = "" // once
	if s.anew {
		use = index.Anew
	}
	ix, rebuilt, err := use(path, s.id)
	if err != nil {
		s.trouble("scanned without an index: %v", err)
		return
	}
	if rebuilt != nil {
		note := fmt.Sprintf("%v; it is built anew", rebuilt)
		if to := ix.Aside(); to != "" {
			note += ", and what lies there is moved to " + to
		}
		s.trouble("%s", note)
	}
	s.ix = ix
	_, _ = ix.Files() // who asks again hears of the error
}

// compare finds out which inputs are those of the index. The error is that of ctx.
func (s *store) compare(ctx context.Context, roots []string, w *Walked, o Options) error {
	if s != nil && s.path != "" {
		s.use()
	}
	if s == nil || s.ix == nil {
		return nil
	}
	files, err := s.ix.Files()
	if err == nil && len(files) == 0 {
		return nil // nothing to compare the inputs with: they are hashed when they are parsed
	}
	s.readLeftOut()
	known, err := s.statesOf(ctx, w.Inputs, files, o.Jobs)
	if err != nil {
		return err
	}
	if s.ofOthers(known) {
		if s.ix.ReadOnly() {
			s.note("scanned without an index: that which there is is of other files")
			s.ix.Close()
			s.ix = nil
			return nil
		}
		s.note("the index is of other files; it is built anew")
		s.beginAnew()
		return nil
	}
	if s.states, err = hashInputs(ctx, w.Inputs, known, o); err != nil {
		return err
	}
	s.meetRenamed(files)
	if s.differs(known) {
		return nil // what the last scan found is of another corpus, and nobody waits for the digest of this one
	}
	s.digest = corpusDigest(roots, w, s.states, o)
	s.load()
	return nil
}

// differs reports whether an input that is known has another content now.
func (s *store) differs(known []*index.State) bool {
	for i, k := range known {
		if k != nil && k.Hash != s.states[i].Hash {
			return true
		}
	}
	return false
}

// prepare begins what one worker makes while others parse: the digest of the corpus where compare had no use for it, and the names that records
// of files speak of. The scan goes on once prepared has returned; its error is a brokenError.
func (s *store) prepare(roots []string, w *Walked, o Options) (prepared func() error) {
	if s == nil || s.ix == nil {
		return func() error { return nil }
	}
	var beside errgroup.Group
	if s.states != nil && s.digest == (index.Digest{}) {
		beside.Go(func() error {
			s.digest = corpusDigest(roots, w, s.states, o)
			return nil
		})
	}
	if known := s.known; known.serves() {
		beside.Go(func() (err error) {
			known.names, err = s.names()
			return err
		})
	}
	return func() error {
		if err := beside.Wait(); err != nil {
			return s.broken(err)
		}
		return nil
	}
}

// statesOf returns what the index, which has files, and the last scan have of the inputs: nil for one that neither knows, or that is to be hashed anyway. The
// error is that of ctx.
func (s *store) statesOf(ctx context.Context, inputs []Input, files []index.File, jobs int) ([]*index.State, error) {
	known := make([]*index.State, len(inputs))
	if s.o.Rehash {
		return known, ctx.Err()
	}
	s.met = make([]int32, len(inputs))
	err := parallel(ctx, jobs, (len(inputs)+chunkInputs-1)/chunkInputs, func(r int) {
		first := r * chunkInputs
		some := inputs[first:min(first+chunkInputs, len(inputs))]
		from, _ := slices.BinarySearchFunc(files, some[0].Path, func(f index.File, path string) int { return strings.Compare(f.Path, path) })
		for i := range some {
			s.met[first+i] = -1
		}
		meet(len(some), len(files)-from, func(i int) string { return some[i].Path }, func(j int) string { return files[from+j].Path },
			func(i, j int) { known[first+i], s.met[first+i] = &files[from+j].State, int32(from+j) })
	})
	for path, l := range s.left {
		i, ok := slices.BinarySearchFunc(inputs, path, func(in Input, path string) int { return strings.Compare(in.Path, path) })
		if ok {
			known[i] = &l.State
		}
	}
	return known, err
}

// chunkInputs is how many inputs a worker compares with the index at a time.
const chunkInputs = 1024

// ofOthers reports whether the index knows next to none of the inputs, which have these states there: a tree was moved, say. To take it
// forward, file by file, would cost more than to begin anew.
func (s *store) ofOthers(known []*index.State) bool {
	if s.o.Rehash {
		return false
	}
	n := 0
	for _, k := range known {
		if k != nil {
			n++
		}
	}
	return n < len(known)/leastKnown
}

// leastKnown is of how many files the index must know one.
const leastKnown = 8

// again reports whether the index has files of an earlier scan.
func (s *store) again() bool {
	if s == nil || s.ix == nil {
		return false
	}
	files, err := s.ix.Files()
	return err == nil && len(files) > 0
}

// settle makes the states of the inputs of what was parsed, where they were not needed before.
func (s *store) settle(roots []string, w *Walked, p *Parsed, o Options) {
	if s == nil || s.ix == nil || s.states != nil {
		return
	}
	var buf bytes.Buffer
	s.states = p.states
	for i := range s.states {
		if s.states[i].Path == "" {
			s.states[i] = hashInput(&buf, w.Inputs[i], o.Read.began)
		}
	}
	s.digest = corpusDigest(roots, w, s.states, o)
}

// writes reports whether the index is to be written.
func (s *store) writes() bool { return s != nil && s.ix != nil && !s.ix.ReadOnly() }

// past is what the index knows of the files, nil without one.
func (s *store) past() *trees {
	if s == nil {
		return nil
	}
	return s.known
}

// note tells what the index was good for, trouble what is wrong with it.
func (s *store) note(format string, args ...any)    { s.say(false, fmt.Sprintf(format, args...)) }
func (s *store) trouble(format string, args ...any) { s.say(true, fmt.Sprintf(format, args...)) }

func (s *store) say(trouble bool, message string) {
	s.notes = append(s.notes, IndexNote{message, trouble})
	if s.tells {
		s.tell()
	}
}

// tell tells what was not told yet.
func (s *store) tell() {
	for ; s.told < len(s.notes); s.told++ {
		if s.o.Note != nil {
			s.o.Note(s.notes[s.told].Message)
		}
	}
}

func (s *store) close() {
	if s != nil && s.ix != nil {
		s.ix.Close()
	}
}

// identity is that of the index of root, but for the rules.
func identity(root, tool string) index.Identity {
	if self, err := os.Executable(); err == nil {
		if build := buildOf(self); build != "" {
			tool += " (" + build + ")"
		}
	}
	var features strings.Builder
	for f := range vectors.Feature(vectors.Dims) {
		fmt.Fprintln(&features, f.String())
	}
	return index.Identity{Root: root, Tool: tool,
		Schema: index.DigestOf([]byte{storeVersion}, []byte(features.String()))}
}

// corpusDigest covers everything that what a rule finds depends on, but the rule. A file that was not read has in its State what was found
// instead of its content.
func corpusDigest(roots []string, w *Walked, states []index.State, o Options) index.Digest {
	corpus := index.CorpusDigest(states)
	options := fmt.Sprintf("%q %+v %+v %d %d", roots, o.Walk, ReadOptions{Tests: o.Read.Tests, Generated: o.Read.Generated,
		MaxBytes: o.Read.MaxBytes}, o.Detect.MaxAnswers, o.Detect.MaxAligned)
	walked := fmt.Sprintf("%d %d %d %+v", w.Ignored, w.Generated, w.Links, w.Problems)
	return index.DigestOf(corpus[:], []byte(options), []byte(walked))
}

// hashInputs reads and hashes the inputs of which known, by input, has not the hash. The error is that of ctx: a file that
// cannot be read gets the hash of the reason.
func hashInputs(ctx context.Context, inputs []Input, known []*index.State, o Options) ([]index.State, error) {
	jobs := o.Jobs
	states := make([]index.State, len(inputs))
	g, ctx := errgroup.WithContext(ctx)
	size := len(inputs)/(4*max(jobs, 1)) + 1
	g.SetLimit(max(jobs, 1))
	for from := 0; from < len(inputs); from += size {
		to := min(from+size, len(inputs))
		g.Go(func() error {
			var buf bytes.Buffer
			for i := from; i < to; i++ {
				in := &inputs[i]
				if k := known[i]; k != nil && in.stamp != 0 && k.Stamp == in.stamp && k.Size == in.Size {
					states[i] = *k
					continue
				}
				states[i] = hashInput(&buf, *in, o.Read.began)
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		})
	}
	return states, g.Wait()
}

// hashInput reads and hashes a file in a scan that began at began.
func hashInput(buf *bytes.Buffer, in Input, began time.Time) index.State {
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
	st.Hash, st.Stamp = source.HashOf(buf.Bytes()), stampToNote(info, began)
	return st
}

// reset begins a new index in the place of one that turned out to be damaged only when it was read.
func (s *store) reset(why error) {
	s.trouble("%v; it is built anew", why)
	s.beginAnew()
}

// beginAnew begins a new index in the place of that which there is.
func (s *store) beginAnew() {
	path := s.ix.Path()
	s.ix.Close()
	s.ix, s.met, s.meets = nil, nil, false
	err := os.Remove(path)
	if err == nil {
		s.ix, _, err = index.Use(path, s.id)
	}
	if err != nil {
		s.trouble("scanned without an index: %v", err)
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

// brokenError says that the index turned out to be damaged, or of no use, after some of it was used. The scan is to begin again, with a new one.
type brokenError struct {
	why  error
	said []IndexNote // what there was to say of it
}

func (e *brokenError) Error() string { return e.why.Error() }

// broken begins a new index in the place of one of which some was used already.
func (s *store) broken(why error) error {
	s.reset(why)
	return &brokenError{why, s.notes}
}

// startOver has the scan begin again with a new index in the place of one of which some was used, and that is sound: it stays until the new one is written. One that cannot be
// written is left alone.
func (s *store) startOver(why error) error {
	if s.ix.ReadOnly() {
		return why
	}
	s.note("%v; it is built anew", why)
	return &brokenError{why, s.notes}
}

// errTree says that a syntax tree of the index turned out to be none after a file was made of it.
var errTree = errors.New("a syntax tree in the index is damaged")

// errRecord says that the index lacks what it has to have of one of its files.
var errRecord = errors.New("a record of the index is damaged")
