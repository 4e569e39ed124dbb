package scan

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"refract/concretize"
	"refract/index"
	"refract/inline"
	"refract/internal/spare"
	"refract/java"
	"refract/lsh"
	"refract/program"
	"refract/rules"
)

// keeper collects what a scan stores: the records of files that differ from those of the index, and the keys of their
// rows for each rule. A nil keeper does nothing.
type keeper struct {
	s       *store
	c       *Corpus
	update  *index.Update
	written *writtenFiles
	// segment and first say, by file of the program, where its rows are in the index: in the segment of that number
	// and from that row on. firstRow is the file's first row in the corpus.
	segment, first []uint32
	firstRow       []int32
	in             *indexedFiles
	then           []int32  // by file of the program: its number in what the index has, -1 where that has it not
	slots          slots    // by file of the program
	parts          [][]byte // by file that is put in the place of another version: the digests of its parts
	// signatures are, by file, those of its methods, "" for one without a body, and stored those that the index has, where all have not been asked for;
	// nil until one of them is.
	signatures []atomic.Pointer[[]string]
	stored     []atomic.Pointer[storedSignatures]
	old        []index.Segment // with current rows
	put        int
	later      []int               // the files that are put, once the rules run
	putting    *putting            // that of later, once it began
	past       *past               // what the last scan left; nil where there is nothing
	digest     func() index.Digest // see memoDigest; it needs the program the first time
	movedTo    func() []int32      // placesOfMoved, once all files are put
	// Memory that one rule has used, for the next: columns of keys and sets of them, records, and queries that are looked at again.
	columns spare.Slices[uint64]
	records spare.Slices[byte]
	queries spare.Slices[forgottenQuery]

	mu   sync.Mutex // guards what follows, and update while rules run
	ran  int        // rules
	part int        // of them, only on what is new
	memo memo       // the rules that were run
	err  error
}

// keep begins to store corpus: the records of its files.
func (s *store) keep(ctx context.Context, c *Corpus, p *Parsed, written *writtenFiles, jobs int) (*keeper, error) {
	if s == nil || s.ix == nil {
		return nil, nil
	}
	if s.ix.ReadOnly() {
		s.trouble("index not written: %s can only be read", s.ix.Path())
		return nil, nil
	}
	k := &keeper{s: s, c: c, written: written, firstRow: c.firstRows()}
	err := k.files(ctx, p, jobs)
	if errors.Is(err, index.ErrDamaged) {
		if s.known.serves() {
			return nil, s.broken(err) // what is to be written of the files that it knows lies there
		}
		if s.reset(err); s.ix == nil {
			return nil, nil
		}
		k = &keeper{s: s, c: c, written: written, firstRow: c.firstRows()}
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
	k.update, k.digest, k.movedTo = update, sync.OnceValue(k.memoDigest), sync.OnceValue(k.placesOfMoved)
	k.c.survey.writeNames(k.s.ix, update, k.c.Program)
	k.s.writeLeftOut(update, p.leftOut)
	put, err := k.compare()
	if err != nil {
		return err
	}
	files := len(k.c.Program.Files)
	k.signatures, k.stored = make([]atomic.Pointer[[]string], files), make([]atomic.Pointer[storedSignatures], files)
	if err := k.sign(ctx, put, jobs); err != nil {
		return err
	}
	k.segment, k.first, k.put, k.later = make([]uint32, files), make([]uint32, files), len(put), put
	k.slots = placesAsSlots(files) // unless lookBack finds others
	if k.s.known.serves() {
		k.past, err = k.lookBack(ctx, jobs)
	}
	return err
}

// encodedFiles is how many files are encoded before they are handed to the index. It is a variable for tests.
var encodedFiles = 512

// putAll encodes files, each as one call of do by one of so many workers, and puts them: those that are encoded while the next ones are.
func (k *keeper) putAll(ctx context.Context, put []int, jobs int, do func(work func())) error {
	// Who hands on one of these has the other back, since handed waits for who takes it.
	most := min(encodedFiles, len(put))
	rooms := [2][]index.Encoded{make([]index.Encoded, most), make([]index.Encoded, most)}
	handed := make(chan []index.Encoded)
	var putter sync.WaitGroup
	putter.Go(func() {
		left := put
		for encoded := range handed {
			do(func() { k.putEncoded(left[:len(encoded)], encoded) })
			left = left[len(encoded):]
		}
	})
	defer putter.Wait()
	defer close(handed)
	turn := 0
	for some := range slices.Chunk(put, encodedFiles) {
		encoded := rooms[turn%len(rooms)][:len(some)]
		err := parallel(ctx, jobs, len(some), func(j int) {
			do(func() {
				encoded[j] = k.encodeOnce(some[j], k.s.state(k.c.Program.Files[some[j]].Path))
				k.written.drop(some[j])
			})
		})
		if err != nil {
			return err
		}
		handed <- encoded
		turn++
	}
	return nil
}

// putEncoded puts files that are encoded.
func (k *keeper) putEncoded(files []int, encoded []index.Encoded) {
	for j, i := range files {
		k.segment[i], k.first[i] = k.update.Segment(), uint32(k.update.Rows())
		k.update.PutEncoded(encoded[j])
	}
}

// compare finds which files the index holds as they are, and which are to be put.
func (k *keeper) compare() (put []int, err error) {
	old, err := k.s.ix.Files()
	if err != nil {
		return nil, err
	}
	k.in, k.then = besideFiles(old, k.c, k.c.survey.past), slices.Repeat([]int32{-1}, len(k.c.Program.Files))
	for i, now := range k.in.now {
		if now < 0 {
			k.update.Remove(old[i].Path)
			continue
		}
		k.then[now] = int32(i)
		if old[i].Path != k.c.Program.Files[now].Path {
			k.update.Remove(old[i].Path) // and put under the other name
			continue
		}
		k.in.held[i] = old[i].Hash == k.c.Program.Files[now].Hash && old[i].Deps == k.deps(int(now)) &&
			old[i].Surface == surfaceDigest(k.c.survey.sums[now])
	}
	for i, then := range k.then {
		if then < 0 || !k.in.held[then] {
			put = append(put, i)
		}
	}
	return put, nil
}

// deps is the digests of file i as the index has them.
func (k *keeper) deps(i int) (d index.Digest) {
	binary.LittleEndian.PutUint64(d[:], k.c.digests[i].meaning)
	binary.LittleEndian.PutUint64(d[8:], k.c.digests[i].rows)
	return d
}

// meaningOf is the first of the two digests in deps.
func meaningOf(deps index.Digest) uint64 { return binary.LittleEndian.Uint64(deps[:]) }

// place finds the segments of the files that are held, and notes new times.
func (k *keeper) place() error {
	segments, err := k.s.ix.Segments()
	if err != nil {
		return err
	}
	for _, g := range segments {
		any := false
		for j, id := range g.Files {
			if i := k.in.heldAs(id); i >= 0 {
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
	return nil
}

// sign finds the signatures of files that are put, with jobs workers, where the index has not their text: before their nodes are packed.
func (k *keeper) sign(ctx context.Context, put []int, jobs int) error {
	return parallel(ctx, jobs, len(put), func(n int) {
		if i := int32(put[n]); k.indexed(i) == nil {
			k.signaturesOf(i)
		}
	})
}

// signature is that of m, which has a body. Few methods are called by files that are put, so that those beside m are not made where the index has them.
func (k *keeper) signature(m program.MethodID) string {
	p := k.c.Program
	file := p.Method(m).File
	lo, _ := p.MethodsOf(file)
	if list := k.signatures[file].Load(); list != nil {
		return (*list)[m-lo]
	}
	if stored := k.storedSignatures(file); stored != nil && stored.left.Add(-int64(m-lo)) >= 0 {
		at := 0
		for other := lo; other < m; other++ {
			if p.Method(other).Body >= 0 {
				at++
			}
		}
		if s, ok := stored.At(at); ok {
			return s
		}
	}
	return k.signaturesOf(file)[m-lo]
}

// storedSignatures are signatures of a file as the index has them. To find one is to go through those before it: left is how many methods may still be gone through before all
// are made at once, so that no file takes more than a few times its methods, whoever calls them.
type storedSignatures struct {
	index.Signatures
	left atomic.Int64
}

// storedSignatures are the signatures of the bodies of a file as the index has them; nil where it does not know the file.
func (k *keeper) storedSignatures(file int32) *storedSignatures {
	if s := k.stored[file].Load(); s != nil {
		return s
	}
	in := k.indexed(file)
	if in == nil {
		return nil
	}
	s, ok := &storedSignatures{}, false
	err := k.s.ix.Bodies([]index.FileID{in.ID}, func(bodies []index.Body) { s.Signatures, ok = bodies[0].Signatures() })
	if err != nil || !ok || s.Len() != bodiesIn(k.c.Program, file) {
		return nil
	}
	lo, hi := k.c.Program.MethodsOf(file)
	s.left.Store(2 * int64(hi-lo))
	k.stored[file].Store(s)
	return s
}

// signaturesOf are the signatures of the methods of a file: those that the index has where it has the text of the file, which need not be read then.
func (k *keeper) signaturesOf(file int32) []string {
	if list := k.signatures[file].Load(); list != nil {
		return *list
	}
	p := k.c.Program
	lo, hi := p.MethodsOf(file)
	list, kept := make([]string, hi-lo), k.keptFragments(file)
	for m := lo; m < hi; m++ {
		switch {
		case p.Method(m).Body < 0:
		case kept != nil:
			list[m-lo], kept = kept[0].Signature, kept[1:]
		default:
			list[m-lo] = concretize.Signature(p, m)
		}
	}
	k.signatures[file].Store(&list)
	return list
}

// indexed is what the index has of a file, nil where it has not its text.
func (k *keeper) indexed(file int32) *indexed {
	f := k.c.Program.Files[file]
	if in := k.s.known.find(f.Path); in.knows(f) {
		return in
	}
	return nil
}

// keptFragments are the bodies of a file as the index has them, as many as there are; nil where it does not know the file.
func (k *keeper) keptFragments(file int32) (list []index.Fragment) {
	in := k.indexed(file)
	if in == nil {
		return nil
	}
	err := k.s.ix.Bodies([]index.FileID{in.ID}, func(bodies []index.Body) {
		list, _ = bodies[0].Fragments()
	})
	if err != nil || len(list) != bodiesIn(k.c.Program, file) {
		return nil
	}
	return list
}

// parallel calls f for 0 to n-1, with jobs workers, of which the caller is one: work that takes a millisecond or two is done before another thread
// has been woken for the second time. The error is that of ctx.
func parallel(ctx context.Context, jobs, n int, f func(i int)) error {
	size := n/(8*max(jobs, 1)) + 1
	var taken atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			to := int(taken.Add(int64(size)))
			if to-size >= n {
				return
			}
			for i := to - size; i < min(to, n) && ctx.Err() == nil; i++ {
				f(i)
			}
		}
	}
	var others sync.WaitGroup
	for range min(max(jobs, 1), (n+size-1)/size) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	return ctx.Err()
}

// encode encodes the records of file i.
func (k *keeper) encode(i int, state *index.State) index.Encoded {
	r := k.c.survey.readers()
	defer k.c.survey.idle.Put(r)
	d := k.data(r, i)
	d.State = *state
	return index.Encode(d)
}

// encodeOnce is encode, or encodeAgain where that will do.
func (k *keeper) encodeOnce(i int, state *index.State) index.Encoded {
	e, ok := k.encodeAgain(i, state)
	if !ok {
		return k.encode(i, state)
	}
	if checkAgain != nil {
		checkAgain(k, i, e)
	}
	return e
}

// checkAgain, where not nil, is given what encodeAgain made of a file. It is for tests.
var checkAgain func(k *keeper, i int, again index.Encoded)

// meansTheSame reports whether nothing is different in the index's records of file i but what vectors say of rows into which others are inlined.
func (k *keeper) meansTheSame(i int) bool {
	if k.then[i] < 0 || !k.c.survey.known[i] {
		return false
	}
	old := &k.in.files[k.then[i]]
	return old.Hash == k.c.Program.Files[i].Hash && meaningOf(old.Deps) == k.c.digests[i].meaning
}

// partsOf are the digests of the parts of file i. The file is not read where they are those that the index has.
func (k *keeper) partsOf(i int) (parts []byte) {
	if k.meansTheSame(i) {
		k.c.survey.past.beside(k.c.survey.in[i], func(a aside) { parts = slices.Clone(a.parts) })
	}
	if len(parts) > 0 {
		return parts
	}
	return k.c.appendParts(nil, int32(i))
}

// encodeAgain is encode of a file that means the same. Then neither its text nor its tree is needed. ok is false for other files.
func (k *keeper) encodeAgain(i int, state *index.State) (e index.Encoded, ok bool) {
	if !k.meansTheSame(i) {
		return e, false
	}
	old := &k.in.files[k.then[i]]
	r := k.c.survey.readers()
	defer k.c.survey.idle.Put(r)
	d := &index.FileData{State: *state, Lines: old.Lines, Attrs: old.Attrs, Deps: k.deps(i), Surface: surfaceDigest(k.c.survey.sums[i])}
	// Whether the index is damaged turns out when it is written.
	e, ok, _ = k.s.ix.EncodeAgain(old.ID, d, func(b *index.Body) bool {
		kept, beside := splitExtra(b.Extra()), splitAside(b.Aside())
		kept.rows = k.c.appendRows(r.e.rows[:0], int32(i))
		r.e.rows, r.extra = kept.rows, kept.join(r.extra[:0])
		beside.rowIDs = k.c.appendRowIDs(r.a.rowIDs[:0], int32(i))
		r.a.rowIDs, r.aside = beside.rowIDs, beside.join(r.aside[:0])
		d.Extra, d.Aside = r.extra, r.aside
		return len(kept.bodies) > 0
	})
	return e, ok
}

// data is the records of file i without its State. They are r's until it reads another file.
func (k *keeper) data(r *readers, i int) *index.FileData {
	p, t := k.c.Program, k.c.Rows
	f := p.File(int32(i))
	d := &r.data
	*d = index.FileData{Lines: uint32(f.Lines.Count()), Deps: k.deps(i), Fragments: d.Fragments[:0], Vectors: d.Vectors[:0], Rows: d.Rows[:0]}
	lo, hi := p.MethodsOf(int32(i))
	for m := lo; m < hi; m++ {
		from, to := t.Rows(m)
		if from == to {
			continue
		}
		fragment := uint32(len(d.Fragments))
		d.Fragments = append(d.Fragments, k.fragment(f, m))
		d.Vectors = append(d.Vectors, t.Base(m))
		for r := from; r < to; r++ {
			row := index.Row{Fragment: fragment, Mode: uint8(t.Row(r).Mode)}
			if t.Row(r).Mode == inline.Single {
				row.Callee = k.signature(t.Row(r).Callee)
			}
			d.Rows = append(d.Rows, row)
		}
	}
	d.Tail = k.written.tree(i)
	if k.parts != nil && k.parts[i] != nil {
		r.a.parts = append(r.a.parts[:0], k.parts[i]...)
	} else {
		r.a.parts = k.c.appendParts(r.a.parts[:0], int32(i))
	}
	sum := k.c.survey.record(r, k.c, i, d.Tail, k.written)
	d.Surface, d.Extra, d.Names, d.Aside = surfaceDigest(sum), r.extra, r.names, r.aside
	return d
}

func (k *keeper) fragment(f *java.File, m program.MethodID) index.Fragment {
	method := k.c.Program.Method(m)
	lo, _ := k.c.Program.MethodsOf(method.File)
	span := f.Span(method.Node)
	return index.Fragment{Span: span, Kind: uint8(method.Kind), Name: k.c.Program.MethodName(method), Signature: k.signaturesOf(method.File)[m-lo],
		Line: uint32(f.Lines.Position(span.Start).Line), EndLine: uint32(f.Lines.Position(span.End).Line)}
}

// column names the keys of a rule. What decides them is the abstraction, the sides, and what FilterSmall lets pass,
// all of which are in the rule's hash.
func column(rule *rules.Rule) index.Column { return columnOf(rule.Hash()) }

func columnOf(hash string) index.Column { return index.Column{Rule: index.DigestOf([]byte(hash))} }

// keys stores the keys of the rows that a rule looked at, where the index has none, once all files are put. It may be
// called concurrently, and not by one that has a slot: the files may wait for that. They
// are those of equality for rules with a radius as well: a key is a sum over the features, so that those of the
// vectors that are one step away follow from it (see similar_near.go).
func (k *keeper) keys(d *detector) {
	if k == nil || k.wait() != nil {
		return
	}
	col, sides := columnOf(d.hash), [2]*abstracted{d.qRows, d.aRows}
	targets := map[uint32][]uint64{}
	if n := k.update.Rows(); n > 0 {
		targets[k.update.Segment()] = k.columns.Zeroed(n)
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
			targets[k.old[i].Number] = k.columns.Zeroed(k.old[i].Rows())
		}
	}
	if d.redo != nil {
		k.take(targets[k.update.Segment()], d.redo)
	} else {
		for i, side := range sides {
			if i == 0 || side != sides[0] {
				k.collect(targets, side)
			}
		}
	}
	records := k.encodeRecords(d)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ran++
	for _, p := range records {
		k.update.PutPart(p)
	}
	for segment, row := range targets {
		k.update.SetKeys(col, segment, row)
		k.columns.Give(row)
	}
}

// encodeRecords makes of what a rule is to have in the index what is put there, and forgets it.
func (k *keeper) encodeRecords(d *detector) (records []index.Part) {
	if p := d.parts; p != nil {
		records = p.encode(d.rule.ID)
		k.records.Give(p.records)
	}
	if m := d.memo; m != nil {
		records = append(records, m.encode(k.digest()))
		k.records.Give(m.Records)
	}
	d.parts, d.memo = nil, nil
	return records
}

// take fills in the keys of files that are put, where those of all rows are known already. Older segments have theirs.
func (k *keeper) take(target []uint64, r *redo) {
	for i, at := range k.movedTo() {
		target[at] = r.shifted[i]
	}
	for _, f := range r.fresh {
		target[k.placeOf(f.row)] = f.key
	}
}

// placeOf is where a row of a file that is put lies in the segment of these files, once all are put.
func (k *keeper) placeOf(row int32) int32 {
	file := k.c.Program.Method(k.c.Rows.Row(int(row)).Method).File
	return int32(k.first[file]) + row - k.firstRow[file]
}

// placesOfMoved is placeOf for past.moved, of which all rules ask.
func (k *keeper) placesOfMoved() []int32 {
	places := make([]int32, len(k.past.moved))
	for i, m := range k.past.moved {
		places[i] = k.placeOf(m.now)
	}
	return places
}

// collect fills in the keys of the rows of one side. The rows of a bucket lie anywhere: their keys are brought into the order of
// the rows first, so that what is known of rows is read as it lies.
func (k *keeper) collect(targets map[uint32][]uint64, side *abstracted) {
	keys := k.columns.Take(len(side.row))[:len(side.row)]
	defer k.columns.Give(keys)
	for b := range lsh.BucketID(side.buckets.Len()) {
		key := index.Short(side.buckets.Hash(b))
		for _, r := range side.buckets.Rows(b) {
			keys[r] = key
		}
	}
	// Nearly all rows are in one segment.
	segment, target := k.update.Segment(), targets[k.update.Segment()]
	file, next, end, offset := int32(-1), k.withRows(0), int32(0), uint32(0)
	for r, row := range side.row {
		if row >= end { // rows lie in the order of their files
			for row >= end {
				file, next = next, k.withRows(next+1)
				end = k.endOf(next)
			}
			offset = k.first[file] - uint32(k.firstRow[file])
			if s := k.segment[file]; s != segment {
				segment, target = s, targets[s]
			}
		}
		if target != nil {
			target[uint32(row)+offset] = keys[r]
		}
	}
}

// withRows returns the first file from that one on that has rows, or how many files there are.
func (k *keeper) withRows(file int32) int32 {
	for int(file) < len(k.firstRow) && k.firstRow[file] < 0 {
		file++
	}
	return file
}

// endOf is the row behind all rows of the files before next.
func (k *keeper) endOf(next int32) int32 {
	if int(next) < len(k.firstRow) {
		return k.firstRow[next]
	}
	return int32(k.c.Rows.Len())
}
