package index

import (
	"bytes"
	"errors"
	"math"
	"os"
	"slices"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// writer makes changes within a transaction and keeps the tally of records. It never changes a key or value after it
// was handed to bbolt, which holds on to them until the transaction ends.
type writer struct {
	tx    *bbolt.Tx
	state state
	live  []FileID // by id: where the bodies of current versions lie, 0 for others; nil where that is to be found out
}

// bucket returns a bucket, nil where there is none.
func (w *writer) bucket(name string) *bbolt.Bucket { return w.tx.Bucket([]byte(name)) }

// open returns a bucket, a new one where there is none.
func (w *writer) open(name string) (*bbolt.Bucket, error) {
	b, err := w.tx.CreateBucketIfNotExists([]byte(name))
	if err != nil {
		return nil, err
	}
	// Records come in the order of their keys, most of them once: pages may be full.
	b.FillPercent = 1
	return b, nil
}

// put stores v, which newValue began, under key.
func (w *writer) put(bucket string, key, v []byte) error {
	return w.putSealed(bucket, key, seal(key, v))
}

// putBody stores the records of a body, which newValue began, at slot.
func (w *writer) putBody(slot FileID, r bodyRecords) error {
	key := number(uint32(slot))
	_, head, err := splitBody(r.body[crcSize:])
	if err != nil {
		return err
	}
	// The front and the names that the body goes with.
	copy(r.body[crcSize:], seal(key, r.front)[:crcSize])
	copy(r.body[2*crcSize:], seal(key, r.names)[:crcSize])
	seal(key, r.body[:crcSize+head])
	return errors.Join(w.putSealed(frontBucket, key, r.front), w.putSealed(namesBucket, key, r.names), w.putSealed(bodyBucket, key, r.body))
}

// dropBody deletes the records of the body at slot.
func (w *writer) dropBody(slot FileID) error {
	key := number(uint32(slot))
	return errors.Join(w.delete(frontBucket, key), w.delete(namesBucket, key), w.delete(bodyBucket, key))
}

// putSealed stores v, which has its checksum, under key.
func (w *writer) putSealed(bucket string, key, v []byte) error {
	b, err := w.open(bucket)
	if err != nil {
		return err
	}
	if old := b.Get(key); old != nil {
		w.state.tally.remove(bucket, key, old)
	}
	w.state.tally.add(bucket, key, v)
	return b.Put(key, v)
}

func (w *writer) delete(bucket string, key []byte) error {
	b := w.bucket(bucket)
	if b == nil {
		return nil
	}
	old := b.Get(key)
	if old == nil {
		return nil
	}
	w.state.tally.remove(bucket, key, old)
	return b.Delete(key)
}

// current tells, by id, where the bodies of current versions of files lie. It holds until the next change of one.
func (w *writer) current() ([]FileID, error) {
	if w.live != nil {
		return w.live, nil
	}
	slots := make([]FileID, w.state.nextFile)
	err := w.bucket(fileBucket).ForEach(func(k, _ []byte) error {
		f, _, err := w.file(string(k))
		if err == nil && int(f.ID) < len(slots) {
			slots[f.ID] = f.slot
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	w.live = slots
	return slots, nil
}

// note says where the body of a version of a file lies, 0 for one that is not current any more.
func (w *writer) note(id, slot FileID) {
	if w.live == nil {
		return
	}
	if n := int(id) + 1 - len(w.live); n > 0 {
		w.live = append(w.live, make([]FileID, n)...)
	}
	w.live[id] = slot
}

func (w *writer) file(path string) (f File, ok bool, err error) {
	v := w.bucket(fileBucket).Get([]byte(path))
	if v == nil {
		return f, false, nil
	}
	payload, err := unseal([]byte(path), v)
	if err == nil {
		f, err = decodeFile(path, payload)
	}
	return f, err == nil, err
}

func (w *writer) segments() ([]Segment, error) { return decodeSegments(w.bucket(segmentBucket)) }

func (w *writer) keys(bucket string) [][]byte {
	var keys [][]byte
	// The function cannot fail, so neither can the walk.
	_ = w.bucket(bucket).ForEach(func(k, _ []byte) error {
		keys = append(keys, bytes.Clone(k))
		return nil
	})
	return keys
}

// finish writes what the index says about itself.
func (w *writer) finish() error {
	b := w.bucket(metaBucket)
	if err := b.Put([]byte(formatKey), FormatLine(FormatVersion)); err != nil {
		return err
	}
	return b.Put([]byte(stateKey), seal([]byte(stateKey), w.state.append(newValue(200))))
}

// change runs f and finish in one transaction of db, and returns the state that is in the index then. live is the writer's, nil where that is
// not known.
func change(db *bbolt.DB, st state, live []FileID, f func(w *writer) error) (state, error) {
	w := &writer{state: st, live: live}
	err := db.Update(func(tx *bbolt.Tx) error {
		w.tx = tx
		for _, name := range append([]string{metaBucket}, sharedBuckets...) {
			if _, err := w.open(name); err != nil {
				return err
			}
		}
		if err := f(w); err != nil {
			return err
		}
		return w.finish()
	})
	return w.state, err
}

// writeOptions are those of a file that will have about size bytes. To map it at that size at once saves bbolt from
// mapping it anew within the transaction, for which it copies every node it holds: a third of the time of a build.
func writeOptions(size int64) *bbolt.Options {
	o := &bbolt.Options{Timeout: wait, PageSize: pageSize, NoSync: true, NoGrowSync: true}
	if size < math.MaxInt {
		o.InitialMmapSize = int(size)
	}
	return o
}

// Commit writes the update, all of it or nothing, and ends the store: it can only be closed. An error leaves what was
// at the path before.
func (u *Update) Commit() error {
	defer u.discard()
	u.check()
	s := u.s
	if s.db == nil {
		return u.build()
	}
	if u.empty() {
		return nil
	}
	if _, err := s.Files(); err != nil {
		return err
	}
	s.closeDB()
	var waste bool
	err := contain(s.path, "write", func() error {
		info, err := os.Stat(s.path)
		if err != nil {
			return err
		}
		db, err := bbolt.Open(s.path, 0o600, writeOptions(info.Size()+u.Size()))
		if errors.Is(err, berrors.ErrTimeout) {
			return ErrLocked
		}
		if err != nil {
			return err
		}
		db.AllocSize = pageSize * 64
		_, err = change(db, s.state, slices.Clone(s.current), func(w *writer) error {
			if err := u.apply(w); err != nil {
				return err
			}
			var err error
			waste, err = wasteful(w)
			return err
		})
		return errors.Join(err, db.Close())
	})
	if err != nil {
		s.cutBack()
	}
	if err == nil && waste {
		// The update is safe already. To have it smaller is worth a try, and no error.
		_ = s.compact()
	}
	return err
}

// cutBack gives back what a failed commit has made the file grow by: on a full disk that may be all there is.
func (s *Store) cutBack() {
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return
	}
	// The meta page decides which pages are in use, whether the commit got as far as to write it or not.
	if _, _, high, err := readMeta(f, info.Size()); err == nil {
		_ = f.Truncate(int64(high) * pageSize)
	}
}
