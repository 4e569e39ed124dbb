package index

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"go.etcd.io/bbolt"
)

// Stat describes an index for people.
type Stat struct {
	Identity    Identity
	Format      int
	Files       int
	Segments    int
	Rows        int // of current files
	DeadRows    int // of file versions that are no longer current
	Columns     int // rules × tables × segments
	Results     int
	Bytes       int64            // of the file
	BucketBytes map[string]int64 // of keys and values, by bucket
}

// Stat returns the figures of the index. Those of an empty one are zero.
func (s *Store) Stat() (Stat, error) {
	st := Stat{Identity: s.state.identity, Format: FormatVersion, BucketBytes: map[string]int64{}}
	if s.db == nil {
		return st, nil
	}
	files, err := s.Files()
	if err != nil {
		return st, err
	}
	segments, err := s.Segments()
	if err != nil {
		return st, err
	}
	st.Files, st.Segments = len(files), len(segments)
	for i := range segments {
		g := &segments[i]
		for j, id := range g.Files {
			if n := int(g.First[j+1] - g.First[j]); s.isCurrent(id) {
				st.Rows += n
			} else {
				st.DeadRows += n
			}
		}
	}
	for _, name := range recordBuckets {
		n := 0
		err := s.viewKind(name, func(b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				st.BucketBytes[name] += int64(len(k) + len(v))
				n++
				return nil
			})
		})
		if err != nil {
			return st, err
		}
		switch name {
		case keysBucket:
			st.Columns = n
		case resultBucket:
			st.Results = n
		}
	}
	return st, s.view(metaBucket, func(b *bbolt.Bucket) error {
		st.Bytes = b.Tx().Size()
		return nil
	})
}

// Verify decodes every record of the index, beyond what opening it has checked, and joins what is wrong: nil, or
// errors that wrap ErrDamaged.
func (s *Store) Verify() error {
	files, err := s.Files()
	if err != nil {
		return err
	}
	segments, err := s.Segments()
	if err != nil {
		return err
	}
	rows := map[FileID]int{}
	for i := range segments {
		g := &segments[i]
		for j, id := range g.Files {
			if s.isCurrent(id) {
				rows[id] = int(g.First[j+1] - g.First[j])
			}
		}
	}
	var errs []error
	for i := range files {
		if err := s.verifyFile(&files[i], rows); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", files[i].Path, err))
		}
	}
	for _, name := range recordBuckets {
		errs = append(errs, s.viewKind(name, func(b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				if err := checkRecord(name, k, v); err != nil {
					errs = append(errs, ofIndex(s.path, fmt.Errorf("%s record %s: %w", name, keyText(k), err)))
				}
				return nil
			})
		}))
	}
	return errors.Join(append(errs, s.verifyColumns(segments))...)
}

// keyText is a key as people read it: a path or a name as it is, and numbers and digests in hexadecimal.
func keyText(key []byte) string {
	for _, r := range string(key) {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return fmt.Sprintf("%x", key)
		}
	}
	return string(key)
}

// checkRecord returns an error unless the checksums of a record are those of what is stored under key.
func checkRecord(bucket string, key, v []byte) error {
	if bucket != bodyBucket {
		_, err := unseal(key, v)
		return err
	}
	b, err := openBody(key, v)
	if err == nil {
		err = b.checkAll()
	}
	return err
}

func (s *Store) verifyFile(f *File, rows map[FileID]int) error {
	b, err := s.Body(f.ID)
	if err != nil {
		return err
	}
	fs, err1 := b.Fragments()
	vs, err2 := b.Vectors()
	rs, err3 := b.Rows()
	err = errors.Join(err1, err2, err3)
	n, known := rows[f.ID]
	switch {
	case err != nil:
		return err
	case b.Path != f.Path:
		return damaged("its body is of %s", b.Path)
	case len(vs) > 0 && len(vs) != len(fs):
		return damaged("%d vectors for %d fragments", len(vs), len(fs))
	case len(rs) > 0 && int(rs[len(rs)-1].Fragment) >= len(fs):
		return damaged("records of a fragment past the last")
	case !known || n != len(rs):
		return damaged("%d rows, its segment says %d", len(rs), n)
	}
	return nil
}

// verifyColumns decodes the columns.
func (s *Store) verifyColumns(segments []Segment) error {
	of := make(map[uint32]*Segment, len(segments))
	for i := range segments {
		of[segments[i].Number] = &segments[i]
	}
	return s.viewTx("read keys", func(tx *bbolt.Tx) error {
		var errs []error
		for _, name := range bucketsOf(tx, keysBucket) {
			c, segment, ok := parseKeysOf(name)
			if !ok || of[segment] == nil {
				errs = append(errs, damaged("column %s", keyText([]byte(name))))
				continue
			}
			_, ok, err := columnOf(tx, c, of[segment])
			if err == nil && !ok {
				err = damaged("no column there")
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("column of segment %d for rule %x: %w", segment, c.Rule[:8], err))
			}
		}
		return errors.Join(errs...)
	})
}

// Compact rewrites the index without what is no longer current, and ends the store: it can only be closed.
func (s *Store) Compact() error {
	if s.readOnly {
		return ofIndex(s.path, ErrReadOnly)
	}
	if s.db == nil {
		return nil
	}
	s.closeDB()
	return s.compact()
}
