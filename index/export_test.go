package index

import (
	"bytes"
	"fmt"
	"os"
	"slices"

	"go.etcd.io/bbolt"
)

// PageSize is the size of a page of the file.
const PageSize = pageSize

// SetFormat overwrites the format of the index at path.
func SetFormat(path, format string) error {
	return rewrite(path, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).Put([]byte(formatKey), []byte(format))
	})
}

// DropRecord deletes the first record of a kind of bucket behind the back of the tally.
func DropRecord(path, kind string) error {
	return rewrite(path, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucketsOf(tx, kind)[0]))
		k, _ := b.Cursor().First()
		return b.Delete(bytes.Clone(k))
	})
}

// WithoutNames is b as Store.Bodies has it.
func WithoutNames(b *Body) *Body {
	b.names = nil
	return b
}

// PutFront stores the front of e at slot 1 of the index at path, and leaves the body that lies there. The tally knows of it.
func PutFront(path string, e Encoded) error { return putOne(path, frontBucket, e.records.front) }

// PutNames is PutFront of the names.
func PutNames(path string, e Encoded) error { return putOne(path, namesBucket, e.records.names) }

// putOne stores a record at slot 1 of the index at path.
func putOne(path, bucket string, record []byte) error {
	s, err := Inspect(path)
	if err != nil {
		return err
	}
	st := s.state
	s.Close()
	db, err := bbolt.Open(path, 0o600, writeOptions(0))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = change(db, st, nil, func(w *writer) error { return w.put(bucket, number(1), record) })
	return err
}

// Foreign makes a bbolt file that is no index.
func Foreign(path string) error {
	return rewrite(path, func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("accounts"))
		if err != nil {
			return err
		}
		return b.Put([]byte("anna"), []byte("100"))
	})
}

// ShortOf is the column of short keys of hashes, with a key for those that are present; nil stands for all.
func ShortOf(hashes []uint64, present func(row int) bool) []uint64 {
	keys := make([]uint64, len(hashes))
	for i, h := range hashes {
		if present == nil || present(i) {
			keys[i] = Short(h)
		}
	}
	return keys
}

func rewrite(path string, f func(tx *bbolt.Tx) error) error {
	db, err := bbolt.Open(path, 0o600, writeOptions(0))
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Update(f)
}

// ReadAll reads every record of the file at path with bbolt, then opens it for writing, which walks it again.
func ReadAll(path string) (records int, err error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: wait, PageSize: pageSize})
	if err != nil {
		return 0, err
	}
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				records++
				return nil
			})
		})
	})
	db.Close()
	if err != nil {
		return records, err
	}
	return records, rewrite(path, func(tx *bbolt.Tx) error { return nil })
}

// Stretches returns in how many pieces bodies are read.
func (s *Store) Stretches(ids []FileID) int {
	all, _ := s.stretches(ids)
	return len(all)
}

// FilesBothWays returns keys and values of the records of files: as they are read from where the check has found them, and as bbolt maps them.
func (s *Store) FilesBothWays() (read, mapped []string) {
	into := func(list *[]string) func(k, v []byte) error {
		return func(k, v []byte) error {
			*list = append(*list, string(k)+" "+string(v))
			return nil
		}
	}
	if s.eachFile(into(&read)) != nil || s.view(fileBucket, func(b *bbolt.Bucket) error { return b.ForEach(into(&mapped)) }) != nil {
		return nil, nil
	}
	return read, mapped
}

// CheckFile checks the bytes of an index, and panics where several workers do not come to what one does.
func CheckFile(b []byte) error {
	file, size := bytes.NewReader(b), int64(len(b))
	st, _, err := checkFile(file, size, 1)
	if other, _, otherErr := checkFile(file, size, 3); other != st || (err == nil) != (otherErr == nil) || err != nil && err.Error() != otherErr.Error() {
		panic(fmt.Sprintf("one worker says %v, %v, three %v, %v", st, err, other, otherErr))
	}
	return err
}

// DecodeAll runs every decoder over payload and returns how much they made: elements, and bytes of strings.
func DecodeAll(payload []byte) (elements, text int) {
	stored, _, _ := splitBody(payload)
	stored.section[vectorSection], stored.section[extraSection], _ = splitFront(payload)
	b := stored.clone(1, nil)
	all := []*Body{b}
	for i := range sections {
		only := &Body{}
		only.section[i] = payload
		all = append(all, only)
	}
	for _, b := range all {
		fs, err := b.Fragments()
		signatures, ok := b.Signatures()
		if err == nil && (!ok || signatures.Len() != len(fs)) {
			panic(fmt.Sprintf("%d signatures of %d fragments, %v", signatures.Len(), len(fs), ok))
		}
		for i := range min(signatures.Len(), 64) {
			if s, ok := signatures.At(i); err == nil && (!ok || s != fs[i].Signature) {
				panic(fmt.Sprintf("signature %d alone is %q, %v, want %q", i, s, ok, fs[i].Signature))
			}
		}
		vs, err := b.Vectors()
		n, _, _ := b.PackedVectors().Count()
		for i := range min(n, 64) {
			if v, alone := b.PackedVectors().AppendAt(nil, i); err == nil && (alone != nil || !slices.Equal(v, vs[i])) {
				panic(fmt.Sprintf("vector %d of %v alone is %v, %v", i, vs, v, alone))
			}
		}
		rs, err := b.Rows()
		ms, _ := b.Modes()
		if err == nil && len(ms) != len(rs) {
			panic(fmt.Sprintf("%d modes of %d rows", len(ms), len(rs)))
		}
		elements += len(fs) + len(vs) + len(rs) + len(ms)
		for _, f := range fs {
			text += len(f.Signature)
		}
		for _, v := range vs {
			elements += len(v)
		}
	}
	_, _ = decodeFile("x", payload)
	g, _ := decodeSegment(1, payload)
	elements += len(g.Files)
	_, _ = decodeState(payload)
	return elements, text
}

// Bytes returns the encoded front and body.
func Bytes(e Encoded) (front, body []byte) {
	return e.records.front[crcSize:], e.records.body[crcSize:]
}

// FreeList returns the page of the list of free pages of an index, and the pages in it.
func FreeList(b []byte) (page uint64, free []uint64) {
	_, page, _, _ = readMeta(bytes.NewReader(b), int64(len(b)))
	run := b[page*pageSize:]
	for i := range int(native.Uint16(run[10:])) {
		free = append(free, native.Uint64(run[pageHeader+8*i:]))
	}
	return page, free
}

// PagesEnd returns where the last page of the file at path ends, and where the file does.
func PagesEnd(path string) (pages, file int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	_, _, high, err := readMeta(f, info.Size())
	return int64(high) * pageSize, info.Size(), err
}

// LeaveTransaction leaves s with a lock that nobody gives back, as a fault in the middle of a transaction does.
func (s *Store) LeaveTransaction() error {
	_, err := s.db.Begin(false)
	return err
}
