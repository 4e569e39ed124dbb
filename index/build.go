package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// This file makes an index from nothing.

// building is a new index while it is written, in a temporary file beside its path. What is written is written in as many
// transactions as it takes: a transaction holds its pages in memory until it ends, and nobody sees the file before it is
// complete and renamed.
type building struct {
	s    *Store
	name string
	db   *bbolt.DB
	st   state
	// room is written to ahead of db, up to roomy.
	room  *os.File
	roomy int64
}

// heldBytes is how much of a new index is held in memory before it is written: enough that transactions cost nothing.
const heldBytes = 4 << 20

// newBuilding begins an index of about size bytes, as far as that is known.
func (s *Store) newBuilding(st state, size int64) (*building, error) {
	dir, base := filepath.Split(s.path)
	removeStale(dir, base)
	temp, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	b := &building{s: s, name: temp.Name(), st: st, room: temp}
	err = contain(s.path, "write", func() (err error) {
		b.db, err = bbolt.Open(b.name, 0o600, writeOptions(size))
		return err
	})
	if err != nil {
		b.discard()
		return nil, err
	}
	b.db.AllocSize = pageSize * 64
	return b, nil
}

// change adds to the index what f writes.
func (b *building) change(f func(w *writer) error) error {
	return contain(b.s.path, "write", func() (err error) {
		b.st, err = change(b.db, b.st, nil, f)
		return err
	})
}

// emptySize is the size of a file in which bbolt has nothing yet.
const emptySize = 4 * pageSize

// zeros is what makeRoom writes at a time, to offsets that are a multiple of its size.
var zeros [1 << 20]byte

// makeRoom writes zeros to where the pages of the next transaction will lie, if these are many small ones, as those of files are. bbolt writes page by page,
// and a file that grows by pages is held by the system in as many pieces of memory, each of which whoever reads the index has to have mapped for himself:
// here the system gets large ones. What is large itself, as columns are, is written at once. An index of one transaction is small, and needs none of this. How many bytes a transaction will write is known about; what it needs more it gets in small pieces.
func (b *building) makeRoom() error {
	var end int64
	err := contain(b.s.path, "write", func() error {
		end = b.end()
		return nil
	})
	if err != nil || end <= emptySize {
		return err
	}
	b.roomy = max(b.roomy, end)
	for b.roomy < end+heldBytes+heldBytes/4 {
		at := (b.roomy + int64(len(zeros)) - 1) / int64(len(zeros)) * int64(len(zeros))
		if _, err := b.room.WriteAt(zeros[:], at); err != nil {
			_ = b.room.Truncate(b.roomy) // on a full disk what room there is is wanted; that it is too little bbolt will say
			return nil
		}
		b.roomy = at + int64(len(zeros))
	}
	return nil
}

// end is the size of the file as far as there are pages in it.
func (b *building) end() (end int64) {
	// The function cannot fail, so neither can the view.
	_ = b.db.View(func(tx *bbolt.Tx) error {
		end = tx.Size()
		return nil
	})
	return end
}

// finish puts the index where it belongs.
func (b *building) finish() error {
	db, end := b.db, b.end()
	b.db = nil
	if err := contain(b.s.path, "write", db.Close); err != nil {
		return err
	}
	if err := errors.Join(b.room.Truncate(end), b.room.Close()); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	if b.s.aside {
		to, err := asideOf(b.s.path)
		if err == nil {
			err = os.Rename(b.s.path, to)
		}
		if err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	if err := os.Rename(b.name, b.s.path); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// discard removes what was written; after finish there is nothing to be removed.
func (b *building) discard() {
	if b.db != nil {
		db := b.db
		b.db = nil
		// The file is thrown away.
		_ = contain(b.s.path, "close", db.Close)
	}
	b.room.Close()
	os.Remove(b.name) // which fails after the rename, as it should
}

// hold notes that n bytes more wait to be written, and writes them if the index is a new one and they are many. An error
// is kept for Commit.
func (u *Update) hold(n int) {
	if u.held += n; u.held < heldBytes || u.s.db != nil {
		return
	}
	if u.begin(0); u.err == nil && len(u.puts) > 0 {
		u.err = u.begun.makeRoom()
	}
	if u.err == nil {
		u.err = u.begun.change(u.applyHeld)
	}
	if u.err != nil {
		u.discard() // on a full disk the space is wanted at once
	}
	clear(u.puts)
	clear(u.columns)
	u.puts, u.held = u.puts[:0], 0
}

// begin begins the new index, of about size bytes or more, if it is not begun.
func (u *Update) begin(size int64) {
	if u.begun == nil && u.err == nil {
		u.begun, u.err = u.s.newBuilding(u.s.state, size)
	}
}

// build writes the rest of the new index.
func (u *Update) build() error {
	if u.begin(u.Size()); u.err != nil {
		return u.err
	}
	if len(u.puts) > 0 {
		if err := u.begun.makeRoom(); err != nil {
			return err
		}
	}
	if err := u.begun.change(u.apply); err != nil {
		return err
	}
	return u.begun.finish()
}

// discard forgets the update.
func (u *Update) discard() {
	if u.begun != nil {
		u.begun.discard()
		u.begun = nil
	}
}

// removeStale removes the temporary files of processes that were killed. The caller holds the writer's lock, so no
// other process has one there.
func removeStale(dir, base string) {
	stale, err := filepath.Glob(filepath.Join(globEscape(dir), "."+globEscape(base)+".*.tmp"))
	if err != nil {
		return
	}
	for _, name := range stale {
		os.Remove(name)
	}
}

func globEscape(s string) string {
	var b []byte
	for i := range len(s) {
		if c := s[i]; c == '*' || c == '?' || c == '[' || c == '\\' && os.PathSeparator != '\\' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}

// asideOf returns the first free of path.aside, path.aside2, ….
func asideOf(path string) (string, error) {
	for n := 1; ; n++ {
		to := path + ".aside"
		if n > 1 {
			to += fmt.Sprint(n)
		}
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return to, nil
		} else if err != nil {
			return "", err
		}
	}
}
