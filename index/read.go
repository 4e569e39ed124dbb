package index

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"

	"go.etcd.io/bbolt"
)

// Files returns the files of the index by path. The slice is shared and must not be changed.
func (s *Store) Files() ([]File, error) {
	s.once.Do(func() {
		// There are no more than records, which were counted when the index was opened.
		s.files = make([]File, 0, min(uint64(s.state.nextFile), s.state.tally.n))
		var paths pieces
		s.loadErr = s.eachFile(func(k, v []byte) error {
			f, err := s.decodeFile(k, paths.string(k), v)
			s.files = append(s.files, f)
			return err
		})
		if s.loadErr != nil {
			s.files = nil
		}
		s.current = make([]FileID, s.state.nextFile)
		for i := range s.files {
			s.current[s.files[i].ID] = s.files[i].slot
		}
	})
	return s.files, s.loadErr
}

// eachFile calls f with the records of files by path, in pages that the check has found: each of them is looked at once, and to read it is a fraction of what it takes to
// have it mapped.
func (s *Store) eachFile(f func(key, value []byte) error) error {
	if len(s.leaves) == 0 {
		return s.view(fileBucket, func(b *bbolt.Bucket) error { return b.ForEach(f) })
	}
	return contain(s.path, "read "+fileBucket, func() error {
		w := &pageWalk{file: s.file}
		r := pageReader{walk: w, record: recordsOnly(func(_ *pageReader, _ string, key, value []byte) error { return f(key, value) })}
		var room []byte
		for _, leaf := range s.leaves {
			of := leaf.run
			room = slices.Grow(room[:0], int(of.size))[:of.size]
			of.b = room
			if err := w.read(of.b, of.id, 0); err != nil {
				return err
			}
			if err := r.leaf(&of, fileBucket, nil, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// slot is where the body of a version of a file lies, 0 where it is not current.
func (s *Store) slot(id FileID) FileID {
	if _, err := s.Files(); err != nil || !isIn(s.current, id) {
		return 0
	}
	return s.current[id]
}

// pieces makes strings that lie many to a piece of memory.
type pieces struct{ piece strings.Builder }

const pieceSize = 64 << 10

func (p *pieces) string(b []byte) string {
	if p.piece.Len()+len(b) > p.piece.Cap() {
		p.piece.Reset()
		p.piece.Grow(max(pieceSize, len(b)))
	}
	from := p.piece.Len()
	p.piece.Write(b)
	return p.piece.String()[from:]
}

// decodeFile decodes the record of a file under key, which is path.
func (s *Store) decodeFile(key []byte, path string, value []byte) (File, error) {
	payload, err := unseal(key, value)
	if err != nil {
		return File{}, err
	}
	f, err := decodeFile(path, payload)
	if err == nil && (f.ID >= s.state.nextFile || f.slot == 0) {
		err = damaged("file %s has the id %d of %d, its body lies at %d", path, f.ID, s.state.nextFile, f.slot)
	}
	return f, err
}

// File returns the file at path; ok is false if the index does not know it.
func (s *Store) File(path string) (f File, ok bool, err error) {
	err = s.view(fileBucket, func(b *bbolt.Bucket) error {
		v := b.Get([]byte(path))
		if v == nil {
			return nil
		}
		ok = true
		f, err = s.decodeFile([]byte(path), path, v)
		return err
	})
	return f, ok && err == nil, err
}

// Body returns what the index holds of the file version id, ErrDamaged where it holds nothing. It is independent of the store once returned.
func (s *Store) Body(id FileID) (*Body, error) {
	var out *Body
	slot := s.slot(id)
	err := s.viewBodies(func(fronts *bbolt.Bucket, bodies *bodyReader) error {
		in, err := bodyIn(fronts, bodies, slot)
		if err == nil {
			err = in.checkBack()
		}
		if err != nil {
			return err
		}
		names, err := bodies.names(slot, &in)
		if err == nil {
			out = in.clone(id, names)
		}
		return err
	})
	if err == nil && out == nil {
		err = damaged("no body at %d", slot) // nor anything else
	}
	if err != nil {
		return nil, ofIndex(s.path, err)
	}
	return out, nil
}

// clone is the body with its names in memory of its own.
func (b *storedBody) clone(id FileID, names []byte) *Body {
	out := &Body{ID: id, Path: string(b.path), names: bytes.Clone(names)}
	size := 0
	for _, section := range b.section {
		size += len(section)
	}
	room := make([]byte, 0, size)
	for i, section := range b.section {
		from := len(room)
		room = append(room, section...)
		out.section[i] = room[from:len(room):len(room)]
	}
	return out
}

// Bodies calls f once with what Body returns of each of ids, but for their paths and names, in their order; one that cannot be read is the zero Body, which
// has no ID. Nothing is copied: what is in them ends with the call.
func (s *Store) Bodies(ids []FileID, f func(bodies []Body)) error {
	if _, err := s.Files(); err != nil {
		return err
	}
	return s.viewBodies(func(fronts *bbolt.Bucket, bodies *bodyReader) error {
		room := lists.Get().(*[]Body)
		defer putList(room)
		out := listOf(room, len(ids))
		bodies.expect(ids)
		front := finder{c: fronts.Cursor()}
		for i, id := range ids {
			slot := s.slot(id)
			key := number(uint32(slot))
			if stored, err := openWhole(key, front.find(key), bodies.read(slot)); err == nil && stored.checkBack() == nil {
				out[i] = Body{ID: id, section: stored.section}
			}
		}
		f(out)
		return nil
	})
}

// Fronts is Bodies of their vectors and Extra alone, which are a fifth of an index: nothing else of it is read.
func (s *Store) Fronts(ids []FileID, f func(bodies []Body)) error {
	if _, err := s.Files(); err != nil {
		return err
	}
	return s.view(frontBucket, func(b *bbolt.Bucket) error {
		room := lists.Get().(*[]Body)
		defer putList(room)
		out := listOf(room, len(ids))
		front := finder{c: b.Cursor()}
		for i, id := range ids {
			key := number(uint32(s.slot(id)))
			if vectors, extra, err := openFront(key, front.find(key)); err == nil {
				out[i].ID, out[i].section[vectorSection], out[i].section[extraSection] = id, vectors, extra
			}
		}
		f(out)
		return nil
	})
}

// Names calls f once with the Names that each of ids was put with, in their order, nil for those that cannot be read: nothing else of the index is. Nothing is
// copied: they end with the call.
func (s *Store) Names(ids []FileID, f func(names [][]byte)) error {
	if _, err := s.Files(); err != nil {
		return err
	}
	return s.view(namesBucket, func(b *bbolt.Bucket) error {
		out, record := make([][]byte, len(ids)), finder{c: b.Cursor()}
		for i, id := range ids {
			key := number(uint32(s.slot(id)))
			if v := record.find(key); v != nil {
				if names, err := unseal(key, v); err == nil {
					out[i] = names
				}
			}
		}
		f(out)
		return nil
	})
}

// lists are what Bodies and Fronts give to those who call them, and have back then: who asks for all, some at a time, asks hundreds of times.
var lists = sync.Pool{New: func() any { return new([]Body) }}

// listOf is n bodies, none of which is there, in the memory of a list of that kind.
func listOf(room *[]Body, n int) []Body {
	*room = slices.Grow((*room)[:0], n)[:n]
	return *room
}

// putList puts back a list, which holds nothing any more.
func putList(room *[]Body) {
	clear(*room)
	lists.Put(room)
}

// finder looks for records of a bucket, one after the other.
type finder struct {
	c  *bbolt.Cursor
	at bool // c is at a record
}

// find returns the record under key, nil where there is none. The one behind the last that was found is looked at first: who asks for all in their order
// need not look for each of them.
func (f *finder) find(key []byte) []byte {
	if f.at {
		if k, v := f.c.Next(); bytes.Equal(k, key) {
			return v
		}
	}
	k, v := f.c.Seek(key)
	if f.at = bytes.Equal(k, key); !f.at {
		return nil
	}
	return v
}

// bodyReader reads records of bodies, from where the check has found them: who asks for one here and one there has with each of them pages mapped that nobody
// looks at again, which takes several times as long as to read it. What it has read is valid as long as the transaction it was made for.
type bodyReader struct {
	s    *Store
	in   *bbolt.Tx
	room []byte
	runs []bodyRun // that were read and are yet to be asked for, in that order
}

// bodyRun is what lies in the file from a place on, with so many bodies that were not asked for yet.
type bodyRun struct {
	at   int64
	b    []byte
	left int
}

// body returns the record at p, nil where that is not in the run.
func (r *bodyRun) body(p extent) []byte {
	from := p.at - r.at
	if to := from + int64(p.size); from >= 0 && to <= int64(len(r.b)) {
		return r.b[from:to:to]
	}
	return nil
}

// maxGap is how many bytes may lie between two bodies that are read together: what is left of a page, and what the next one begins with.
const maxGap = 2 * pageSize

// expect makes room for the bodies of so many files, which are asked for in that order, and reads those that follow each other in the file together: a call of the system for
// each of them takes longer than to read it. Where that fails they are read one by one.
func (r *bodyReader) expect(ids []FileID) {
	stretches, size := r.s.stretches(ids)
	r.room = slices.Grow(r.room, int(size))
	for _, of := range stretches {
		if of.bodies == 1 {
			continue
		}
		from := len(r.room)
		b := r.room[from : from+int(of.end-of.at)]
		if r.s.readAt(b, extent{at: of.at}) == nil {
			r.room = r.room[:from+len(b)]
			r.runs = append(r.runs, bodyRun{of.at, b, of.bodies})
		}
	}
}

// stretch is a piece of the file with so many bodies.
type stretch struct {
	at, end int64
	bodies  int
}

// stretches divides the bodies of files into what lies together in the file, in their order, and returns how many bytes that is.
func (s *Store) stretches(ids []FileID) (all []stretch, size int64) {
	for _, id := range ids {
		slot := s.slot(id)
		if int(slot) >= len(s.places) || s.places[slot].size == 0 {
			continue
		}
		p := s.places[slot]
		last := len(all) - 1
		if last < 0 || p.at < all[last].end || p.at > all[last].end+maxGap {
			all = append(all, stretch{at: p.at, end: p.at})
			last++
		}
		of := &all[last]
		size += p.at + int64(p.size) - of.end
		of.end = p.at + int64(p.size)
		of.bodies++
	}
	return all, size
}

// read returns the record at slot, nil where there is none or it cannot be read.
func (r *bodyReader) read(slot FileID) []byte {
	if int(slot) >= len(r.s.places) || r.s.places[slot].size == 0 {
		bodies := r.in.Bucket([]byte(bodyBucket))
		if bodies == nil {
			return nil
		}
		return bodies.Get(number(uint32(slot)))
	}
	p := r.s.places[slot]
	if len(r.runs) > 0 {
		run := &r.runs[0]
		if record := run.body(p); record != nil {
			if run.left--; run.left == 0 {
				r.runs = r.runs[1:]
			}
			return record
		}
	}
	from := len(r.room)
	r.room = slices.Grow(r.room, int(p.size))[:from+int(p.size)]
	record := r.room[from:]
	if r.s.readAt(record, p) != nil {
		return nil
	}
	return record
}

// names returns the names at slot, which are those that the body there was written with.
func (r *bodyReader) names(slot FileID, body *storedBody) ([]byte, error) {
	b := r.in.Bucket([]byte(namesBucket))
	if b == nil {
		return nil, damaged("no bucket %s", namesBucket)
	}
	key := number(uint32(slot))
	return body.openNames(key, b.Get(key))
}

// readAt reads the record at p, which b has the size of.
func (s *Store) readAt(b []byte, p extent) error {
	if n, err := s.file.ReadAt(b, p.at); n < len(b) {
		return damaged("a record cannot be read: %v", err)
	}
	return nil
}

// viewBodies runs f on the bucket of fronts and a reader of bodies.
func (s *Store) viewBodies(f func(fronts *bbolt.Bucket, bodies *bodyReader) error) error {
	return s.readBodies(func(bodies *bodyReader) error {
		fronts := bodies.in.Bucket([]byte(frontBucket))
		if fronts == nil {
			return damaged("no bucket %s", frontBucket)
		}
		return f(fronts, bodies)
	})
}

// readBodies runs f on a reader of bodies.
func (s *Store) readBodies(f func(bodies *bodyReader) error) error {
	return s.viewTx("read "+bodyBucket, func(tx *bbolt.Tx) error {
		r := &bodyReader{s: s, in: tx, room: s.rooms.TakeAny()}
		defer func() { s.rooms.Give(r.room) }()
		return f(r)
	})
}

// bodyIn returns the body at slot, its front and its head checked.
func bodyIn(fronts *bbolt.Bucket, bodies *bodyReader, slot FileID) (storedBody, error) {
	key := number(uint32(slot))
	front, body := fronts.Get(key), bodies.read(slot)
	if front == nil || body == nil {
		return storedBody{}, damaged("no body at %d", slot)
	}
	return openWhole(key, front, body)
}

// Tail returns a copy of the Tail that the file version id was put with.
func (s *Store) Tail(id FileID) (tail []byte, err error) {
	slot := s.slot(id)
	err = s.readBodies(func(bodies *bodyReader) error {
		v := bodies.read(slot)
		if v == nil {
			return damaged("no body at %d", slot)
		}
		in, err := openBody(number(uint32(slot)), v)
		if err == nil {
			err = in.checkTail()
		}
		if err == nil {
			tail = bytes.Clone(in.tail)
		}
		return err
	})
	if err != nil {
		return nil, ofIndex(s.path, err)
	}
	return tail, nil
}

// FragmentAt returns the file at path, its body, and the index of the innermost fragment that contains line, -1 where
// no fragment does. ok is false if the index does not know the file.
func (s *Store) FragmentAt(path string, line int) (f File, b *Body, fragment int, ok bool, err error) {
	f, ok, err = s.File(path)
	if !ok {
		return f, nil, -1, false, err
	}
	if b, err = s.Body(f.ID); err != nil {
		return f, nil, -1, false, err
	}
	fs, err := b.Fragments()
	if err != nil {
		return f, nil, -1, false, ofIndex(s.path, err)
	}
	fragment = -1
	for i := range fs {
		if line < int(fs[i].Line) || line > int(fs[i].EndLine) {
			continue
		}
		// On one line several may stand: the shortest is the innermost.
		if fragment < 0 || fs[i].Span.Len() < fs[fragment].Span.Len() {
			fragment = i
		}
	}
	return f, b, fragment, true, nil
}

// Holds returns the file that is stored exactly as e, records and digests, but for size and time; ok is false if none
// is. Whoever has worked everything out anew finds with it what need not be written.
func (s *Store) Holds(e *Encoded) (f File, ok bool, err error) {
	f, ok, err = s.File(e.file.Path)
	if !ok || err != nil {
		return f, false, err
	}
	want := e.file
	want.ID, want.slot, want.Size, want.ModTime, want.Stamp = f.ID, f.slot, f.Size, f.ModTime, f.Stamp
	if f != want {
		return f, false, nil
	}
	key := number(uint32(f.slot))
	err = s.viewBodies(func(fronts *bbolt.Bucket, bodies *bodyReader) error {
		front, body := fronts.Get(key), bodies.read(f.slot)
		if front == nil || body == nil {
			return damaged("no body of file %d", f.ID)
		}
		in, err := openWhole(key, front, body)
		if err != nil {
			return err
		}
		names, err := bodies.names(f.slot, &in)
		ok = err == nil && bytes.Equal(front[crcSize:], e.records.front[crcSize:]) && bytes.Equal(names, e.records.names[crcSize:]) &&
			bytes.Equal(body[bodySums:], e.records.body[bodySums:])
		return err
	})
	return f, ok && err == nil, err
}

// Result returns the bytes that were stored under name, if they were stored with digest.
func (s *Store) Result(name string, digest Digest) (b []byte, ok bool, err error) {
	err = s.view(resultBucket, func(bucket *bbolt.Bucket) error {
		var v []byte
		v, ok, err = valueOf(bucket, name, digest)
		b = bytes.Clone(v)
		return err
	})
	return b, ok && err == nil, err
}

// Changes says how files on disk differ from those of the index. Same, Changed and Added are indices into the states
// that were compared, ascending; Removed are paths, sorted.
type Changes struct {
	Same    []int // path and hash are known
	Changed []int // the path is known with another hash
	Added   []int
	Removed []string
	// Touched are those of Same whose size, time or stamp differ from what is stored; see Update.Touch.
	Touched []int
}

// None reports whether the corpus is the one of the index.
func (c *Changes) None() bool { return len(c.Changed)+len(c.Added)+len(c.Removed) == 0 }

// Compare compares states, whose paths differ from each other, with the files of the index.
func (s *Store) Compare(states []State) (Changes, error) {
	files, err := s.Files()
	if err != nil {
		return Changes{}, err
	}
	var c Changes
	seen := make([]bool, len(files))
	next := 0 // where most are, as states are mostly in the order of their paths
	for i := range states {
		st := &states[i]
		at := next
		if at == len(files) || files[at].Path != st.Path {
			at = sort.Search(len(files), func(j int) bool { return files[j].Path >= st.Path })
		}
		if at == len(files) || files[at].Path != st.Path {
			c.Added = append(c.Added, i)
			continue
		}
		seen[at], next = true, at+1
		f := &files[at]
		if f.Hash != st.Hash {
			c.Changed = append(c.Changed, i)
			continue
		}
		c.Same = append(c.Same, i)
		if f.Size != st.Size || f.ModTime != st.ModTime || f.Stamp != st.Stamp {
			c.Touched = append(c.Touched, i)
		}
	}
	for j := range files {
		if !seen[j] {
			c.Removed = append(c.Removed, files[j].Path)
		}
	}
	return c, nil
}
