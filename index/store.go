package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"refract/internal/spare"
)

// wait is how long a lock is waited for. Two locks may be waited for in turn, within the two seconds that a user is
// promised.
const wait = 900 * time.Millisecond

// Store is an open index. Its reading methods may be called concurrently.
type Store struct {
	path     string
	identity Identity
	readOnly bool
	// anyIdentity reads an index of whatever identity; see Inspect.
	anyIdentity bool
	lock        *os.File  // the writer's, nil for a reader
	db          *bbolt.DB // nil while there is nothing to read
	state       state
	file        *os.File             // db's own
	places      []extent             // by slot: where in it the records of bodies lie, as they were checked; zero where that is not known
	apart       map[recordKey]extent // likewise of columns and parts
	leaves      []leafExtent         // those with records of files, by path; none where they lie in the root
	rooms       *spare.Slices[byte]  // memory that is read to
	aside       bool                 // what lies at path is not an index: it is moved, not overwritten
	update      *Update              // nil before Begin

	once    sync.Once
	files   []File   // current files by path
	current []FileID // by FileID: where the body lies, 0 for a version that is not current
	loadErr error

	segmentsOnce sync.Once
	segments     []Segment
	segmentsErr  error
}

// Use opens the index at path for a scan, which may read it and update it.
//
// rebuilt is nil if the index holds what an earlier scan under id stored, or if there was none. Otherwise it says why
// what was there is not used (ErrFormat, ErrForeign or ErrDamaged): the store is empty, Update.Commit will replace the
// file, and the user should be told. A file that is not an index at all is moved aside then, not lost.
//
// err is not nil if there is no index to use: ErrLocked, ErrNewer, or the error of the file system; scan without one.
// In a directory that cannot be written an existing index can still be read: Store.ReadOnly.
func Use(path string, id Identity) (s *Store, rebuilt, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, nil, fmt.Errorf("index: %w", err)
	}
	held, err := lock(path, wait)
	if errors.Is(err, fs.ErrPermission) || isReadOnlyFS(err) {
		if s, readErr := OpenReadOnly(path, id); readErr == nil {
			return s, nil, nil
		}
	}
	if err != nil {
		return nil, nil, ofIndex(path, err)
	}
	s = &Store{path: path, identity: id, lock: held}
	switch err := s.open(); {
	case err == nil:
		return s, nil, nil
	case errors.Is(err, fs.ErrNotExist):
		s.clear()
		return s, nil, nil
	case errors.Is(err, ErrFormat), errors.Is(err, ErrForeign), errors.Is(err, ErrDamaged):
		s.clear()
		return s, err, nil
	default:
		s.Close()
		return nil, nil, err
	}
}

// Aside is where a Commit moves what lies at the path of a store that Use has said is to be rebuilt; "" where that is an index, which is replaced.
func (s *Store) Aside() string {
	if !s.aside {
		return ""
	}
	to, _ := asideOf(s.path) // what fails here fails again, and is told, when it is moved
	return to
}

// Anew begins an index at path for a scan, whatever lies there: that stays as it is until Update.Commit replaces it.
// rebuilt is nil, and err as that of Use.
func Anew(path string, id Identity) (s *Store, rebuilt, err error) {
	held, err := lock(path, wait)
	if err != nil {
		return nil, nil, ofIndex(path, err)
	}
	s = &Store{path: path, identity: id, lock: held}
	s.clear()
	return s, nil, nil
}

// OpenReadOnly opens an existing index for reading beside other readers and a scan that is computing. The error wraps
// fs.ErrNotExist where there is none, and otherwise one of the sentinels.
func OpenReadOnly(path string, id Identity) (*Store, error) {
	s := &Store{path: path, identity: id, readOnly: true}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open opens the file for reading and checks it: format, structure, completeness, identity.
func (s *Store) open() error {
	info, err := os.Stat(s.path)
	switch {
	case err != nil:
		return fmt.Errorf("index: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("index %s: not a regular file", s.path)
	case info.Size() == 0:
		return ofIndex(s.path, damaged("empty file"))
	}
	err = contain(s.path, "open", func() error {
		var file *os.File
		open := func(path string, flags int, mode fs.FileMode) (f *os.File, err error) {
			file, err = os.OpenFile(path, flags, mode)
			return file, err
		}
		db, err := bbolt.Open(s.path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: wait, PageSize: pageSize, OpenFile: open})
		switch {
		case errors.Is(err, berrors.ErrTimeout):
			return ErrLocked
		case errors.Is(err, fs.ErrPermission):
			return err
		case err != nil:
			return damaged("%v", err)
		}
		s.db = db
		return s.check(file)
	})
	if err != nil && (errors.Is(err, ErrDamaged) || errors.Is(err, ErrForeign)) {
		s.aside = !mentionsIndex(s.path)
	}
	return err
}

// check walks the pages of the file, which is locked by the open db, and takes over its state.
func (s *Store) check(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	st, records, err := checkFile(file, info.Size(), runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	if s.anyIdentity {
		s.identity = st.identity
	} else if err := st.identity.admits(s.identity); err != nil {
		return err
	}
	s.state, s.file = st, file
	s.places = make([]extent, st.nextFile)
	for _, p := range records.bodies {
		if p.slot < st.nextFile {
			s.places[p.slot] = p
		}
	}
	slices.SortFunc(records.leaves, func(x, y leafExtent) int { return strings.Compare(x.first, y.first) })
	s.leaves = records.leaves
	s.rooms = new(spare.Slices[byte])
	s.apart = make(map[recordKey]extent, len(records.apart))
	for _, p := range records.apart {
		s.apart[p.key] = p.extent
	}
	return nil
}

// checkFile checks everything about an index that can be checked without decoding its records, and returns where some of them lie. Where that is not sound the error is the same whatever the number of
// workers.
func checkFile(file io.ReaderAt, size int64, workers int) (state, found, error) {
	st, records, err := checkFileWith(file, size, workers)
	if err != nil && workers > 1 {
		return checkFileWith(file, size, 1) // which has come to another page first
	}
	return st, records, err
}

func checkFileWith(file io.ReaderAt, size int64, workers int) (state, found, error) {
	var st state
	var format, decoded bool
	others, err := checkPages(file, size, metaBucket, workers, func(key, value []byte) error {
		var err error
		switch string(key) {
		case formatKey:
			format = true
			err = parseFormat(value)
		case stateKey:
			var payload []byte
			if payload, err = unseal(key, value); err == nil {
				st, err = decodeState(payload)
				decoded = true
			}
		}
		return err
	}, func() error {
		if !format {
			return fmt.Errorf("%w: a database without a format", ErrForeign)
		}
		return nil
	})
	switch {
	case err != nil:
		return st, found{}, err
	case !format && !decoded && others.count.n == 0: // as bbolt begins a file, and as it is again without its last meta page
		return st, found{}, damaged("no records")
	case !format || !decoded:
		return st, found{}, fmt.Errorf("%w: a database without a format", ErrForeign)
	case others.count != st.tally:
		return st, found{}, damaged("%d records where %d were written, or not the same ones", others.count.n, st.tally.n)
	}
	return st, others, nil
}

// mentionsIndex reports whether the file contains the words that every index begins its format with: whether it is, or
// was before it was damaged, an index, which may be replaced.
func mentionsIndex(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	buf := make([]byte, 1<<16)
	keep := 0
	for {
		n, err := f.Read(buf[keep:])
		if bytes.Contains(buf[:keep+n], []byte(formatPrefix)) {
			return true
		}
		if err != nil {
			return false
		}
		keep = copy(buf, buf[max(keep+n-len(formatPrefix), 0):keep+n])
	}
}

// clear makes s an empty index that is to be written anew.
func (s *Store) clear() {
	s.closeDB()
	s.state = state{identity: s.identity, nextFile: 1, nextSegment: 1}
}

// Path returns the path of the index.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether s cannot be updated.
func (s *Store) ReadOnly() bool { return s.readOnly }

// SetRules says under which Identity.Rules s is updated, where that was not known yet when s was opened.
func (s *Store) SetRules(rules Digest) {
	s.identity.Rules = rules
	if s.db == nil {
		s.state.identity.Rules = rules
	}
}

// Rules returns Identity.Rules as it was stored, zero for an empty index.
func (s *Store) Rules() Digest {
	if s.db == nil {
		return Digest{}
	}
	return s.state.identity.Rules
}

func (s *Store) closeDB() {
	if s.db != nil {
		db := s.db
		s.db, s.rooms, s.leaves = nil, nil, nil
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			// What the close of a file that was only read could say is of no use to anybody.
			_ = contain(s.path, "close", db.Close)
		}()
		// A fault while bbolt begins or ends a transaction, as where the file was truncated by others, leaves it with a lock that nobody gives back, and
		// to close it would take for ever. Then it stays open: the mapping until the process ends, and the lock of a file that is damaged.
		select {
		case <-closed:
		case <-time.After(wait):
		}
	}
}

// Close releases the file and its lock. It discards an update that was not committed.
func (s *Store) Close() error {
	if s.update != nil {
		s.update.discard()
	}
	s.closeDB()
	if s.lock != nil {
		// Closing the file releases the lock.
		s.lock.Close()
		s.lock = nil
	}
	return nil
}

// view runs f on a bucket. The bytes it sees end with the call.
func (s *Store) view(bucket string, f func(b *bbolt.Bucket) error) error {
	return s.viewTx("read "+bucket, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		if b == nil {
			return damaged("no bucket %s", bucket)
		}
		return f(b)
	})
}

// viewTx runs f in a transaction, if there is something to read.
func (s *Store) viewTx(what string, f func(tx *bbolt.Tx) error) error {
	if s.db == nil {
		return nil
	}
	return contain(s.path, what, func() error { return s.db.View(f) })
}

// get returns a copy of the payload under key, nil where there is none.
func (s *Store) get(bucket string, key []byte) ([]byte, error) {
	var payload []byte
	err := s.view(bucket, func(b *bbolt.Bucket) error {
		v := b.Get(key)
		if v == nil {
			return nil
		}
		p, err := unseal(key, v)
		payload = bytes.Clone(p)
		return err
	})
	return payload, err
}

// slotSize is how many bytes a number takes as a key.
const slotSize = 4

// number is the key of a numbered record: big-endian, so that keys are in the order of the numbers.
func number(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }
