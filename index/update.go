package index

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Update collects changes to a Store; Commit writes them. It belongs to one goroutine. Changes of an existing index are
// held, encoded, until then: about one byte for each byte of the sources that were put. A new index is begun beside its
// path as soon as there is much to be written (see building), so that it takes as good as no memory whatever its size.
type Update struct {
	s         *Store
	files     Segment   // those put, with the segment they form
	puts      []Encoded // of these, those that were not written yet
	put       map[string]bool
	removed   map[string]bool
	touched   map[string]State
	columns   map[recordKey][]byte // columns and parts, those that were not written yet
	keyRows   int                  // rows that a column of the new segment was made for; -1 without one
	keep      map[Digest]bool      // rules whose columns stay; nil for all
	keepParts map[string]bool      // parts that stay; nil for all
	results   map[string][]byte    // values by name, nil for one that is dropped
	rules     Digest

	held  int       // bytes of puts and columns
	begun *building // nil while nothing is written
	err   error     // of writing; nothing more is written after one
}

// recordKey is where a record lies.
type recordKey struct{ bucket, key string }

// sortedKeys returns the keys of m in the order in which they lie.
func sortedKeys[V any](m map[recordKey]V) []recordKey {
	return slices.SortedFunc(maps.Keys(m), func(x, y recordKey) int {
		return cmp.Or(cmp.Compare(x.bucket, y.bucket), cmp.Compare(x.key, y.key))
	})
}

// Begin starts an update. A store is updated once: after Commit it has to be opened again.
func (s *Store) Begin() (*Update, error) {
	if s.readOnly {
		return nil, ofIndex(s.path, ErrReadOnly)
	}
	s.update = &Update{
		s: s, files: Segment{Number: s.state.nextSegment, First: []uint32{0}}, rules: s.identity.Rules,
		put: map[string]bool{}, removed: map[string]bool{}, touched: map[string]State{},
		columns: map[recordKey][]byte{}, keyRows: -1, results: map[string][]byte{},
	}
	return s.update, nil
}

// Put stores a file, or another version of it. A file may be put once in an update; the order of the puts is that of
// the rows for SetKeys.
func (u *Update) Put(f *FileData) { u.PutEncoded(Encode(f)) }

// PutEncoded is Put of what Encode returned.
func (u *Update) PutEncoded(e Encoded) {
	if u.put[e.file.Path] {
		panic("index: " + e.file.Path + " is put twice")
	}
	u.put[e.file.Path] = true
	u.puts = append(u.puts, e)
	u.files.First = append(u.files.First, uint32(u.Rows()+e.rows))
	u.hold(e.records.size() + len(e.header))
}

// Remove drops the file at path; one that the index does not know is none of its business.
func (u *Update) Remove(path string) { u.removed[path] = true }

// Touch replaces size, time and stamp of a file whose content is the same, so that the hint is good the next time.
func (u *Update) Touch(s State) { u.touched[s.Path] = s }

// Segment is the number of the segment that the files of this update will form.
func (u *Update) Segment() uint32 { return u.files.Number }

// Rows is the number of rows of the files put so far.
func (u *Update) Rows() int { return u.files.Rows() }

// SetKeys stores the keys of a segment in a column: of the new one, u.Segment(), after all files are put; or of an
// older one that lacks them. keys has one element a row of the segment, in the order of the files and their rows: the short
// key of those that the rule is asked about, and 0 for the others.
//
// Keys of an older segment may be computed for its current files only: the rest may be absent.
func (u *Update) SetKeys(c Column, segment uint32, keys []uint64) {
	if segment == u.Segment() {
		if len(keys) != u.Rows() {
			panic(fmt.Sprintf("index: %d keys for the %d rows of the segment", len(keys), u.Rows()))
		}
		u.keyRows = len(keys)
	}
	v := encodeColumn(keys)
	u.columns[recordKey{keysOf(c, segment), string(c.key(segment))}] = v
	u.hold(len(v))
}

// KeepRules drops the columns of all rules but these, when it commits.
func (u *Update) KeepRules(rules ...Digest) {
	u.keep = map[Digest]bool{}
	for _, r := range rules {
		u.keep[r] = true
	}
}

// SetResult stores b under name for whoever asks with the same digest, instead of what was stored under name.
func (u *Update) SetResult(name string, digest Digest, b []byte) {
	u.WriteResult(name, digest, len(b), func(v []byte) []byte { return append(v, b...) })
}

// WriteResult is SetResult of what the call of write appends, about size bytes.
func (u *Update) WriteResult(name string, digest Digest, size int, write func(b []byte) []byte) {
	u.results[name] = write(append(newValue(len(digest)+size), digest[:]...))
}

// DropResult removes what was stored under name.
func (u *Update) DropResult(name string) { u.results[name] = nil }

// Size estimates how many bytes of pages the update makes, by what was put into it so far.
func (u *Update) Size() int64 {
	n := 0
	for i := range u.puts {
		n += u.puts[i].records.size() + len(u.puts[i].header) + len(u.puts[i].file.Path) + 64
	}
	for _, v := range u.columns {
		n += len(v) + pageSize
	}
	for _, v := range u.results {
		n += len(v) + pageSize
	}
	return int64(n + n/4 + 64*pageSize)
}

// empty reports whether there is nothing to write.
func (u *Update) empty() bool {
	return len(u.put)+len(u.removed)+len(u.touched)+len(u.columns)+len(u.results) == 0 && u.keep == nil && u.keepParts == nil &&
		u.rules == u.s.state.identity.Rules
}

// check panics if files were put after the keys of their segment.
func (u *Update) check() {
	if u.keyRows >= 0 && u.keyRows != u.Rows() {
		panic("index: files were put after SetKeys")
	}
}

// apply makes the changes of u, those that were not written before, through w.
func (u *Update) apply(w *writer) error {
	if err := u.applyPuts(w); err != nil {
		return err
	}
	if len(u.files.Files) > 0 {
		w.state.nextSegment = u.Segment() + 1
		if err := w.put(segmentBucket, number(u.Segment()), u.files.append(newValue(3*len(u.files.Files)+5))); err != nil {
			return err
		}
	}
	if err := u.applyPaths(w); err != nil {
		return err
	}
	return u.applyRest(w)
}

// applyPuts makes the changes that files are.
func (u *Update) applyPuts(w *writer) error {
	for _, e := range u.puts {
		id := w.state.nextFile
		w.state.nextFile++
		slot := id
		if old, ok, err := w.file(e.file.Path); err != nil {
			return err
		} else if ok {
			slot = old.slot
			w.note(old.ID, 0)
		}
		header := append(newFile(id, slot, len(e.header)), e.header...)
		if err := w.put(fileBucket, []byte(e.file.Path), header); err != nil {
			return err
		}
		if err := w.putBody(slot, e.records); err != nil {
			return err
		}
		w.note(id, slot)
		u.files.Files = append(u.files.Files, id)
	}
	return nil
}

// drop removes the file at path with its body, if there is one.
func (u *Update) drop(w *writer, path string) error {
	old, ok, err := w.file(path)
	if !ok || err != nil {
		return err
	}
	if err := w.dropBody(old.slot); err != nil {
		return err
	}
	w.note(old.ID, 0)
	return w.delete(fileBucket, []byte(path))
}

func (u *Update) applyPaths(w *writer) error {
	for _, path := range slices.Sorted(maps.Keys(u.removed)) {
		if u.put[path] {
			continue
		}
		if err := u.drop(w, path); err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(u.touched)) {
		f, ok, err := w.file(path)
		if err != nil {
			return err
		}
		t := u.touched[path]
		if !ok || f.Hash != t.Hash {
			continue
		}
		f.State = t
		header := appendHeader(newFile(f.ID, f.slot, 140), &f)
		if err := w.put(fileBucket, []byte(path), header); err != nil {
			return err
		}
	}
	return nil
}

// applyHeld makes those changes that need not wait for the others.
func (u *Update) applyHeld(w *writer) error {
	if err := u.applyPuts(w); err != nil {
		return err
	}
	return u.applyColumns(w)
}

// applyColumns makes the changes that columns and parts are.
func (u *Update) applyColumns(w *writer) error {
	for _, k := range sortedKeys(u.columns) {
		if err := w.put(k.bucket, []byte(k.key), u.columns[k]); err != nil {
			return err
		}
	}
	return nil
}

func (u *Update) applyRest(w *writer) error {
	if err := u.applyColumns(w); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(u.results)) {
		var err error
		if b := u.results[name]; b == nil {
			err = w.delete(resultBucket, []byte(name))
		} else {
			err = w.put(resultBucket, []byte(name), b)
		}
		if err != nil {
			return err
		}
	}
	w.state.identity = u.s.identity
	w.state.identity.Rules = u.rules
	if err := u.prune(w); err != nil || u.keepParts == nil {
		return err
	}
	return w.dropParts(u.keepParts)
}

// prune drops segments without current files, and the columns of such segments and of rules that are not kept.
func (u *Update) prune(w *writer) error {
	live := map[uint32]bool{}
	current, err := w.current()
	if err != nil {
		return err
	}
	segments, err := w.segments()
	if err != nil {
		return err
	}
	for _, g := range segments {
		if slices.ContainsFunc(g.Files, func(id FileID) bool { return isIn(current, id) }) {
			live[g.Number] = true
			continue
		}
		if err := w.delete(segmentBucket, number(g.Number)); err != nil {
			return err
		}
	}
	if len(live) == len(segments) && u.keep == nil {
		return nil
	}
	return w.dropColumns(live, u.keep)
}
