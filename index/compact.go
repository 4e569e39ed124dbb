package index

import (
	"bytes"
	"errors"
	"os"

	"go.etcd.io/bbolt"
)

const (
	// maxSegments bounds how many columns a question runs down.
	maxSegments = 64
	// A file of fewer dead rows than this is not worth the writing.
	minDeadRows = 1000
)

// wasteful reports whether more rows are dead than are current, or there are too many segments.
func wasteful(w *writer) (bool, error) {
	segments, err := w.segments()
	if err != nil {
		return false, err
	}
	current, err := w.current()
	if err != nil {
		return false, err
	}
	dead, live := 0, 0
	for i := range segments {
		g := &segments[i]
		for j, id := range g.Files {
			n := int(g.First[j+1] - g.First[j])
			if isIn(current, id) {
				live += n
			} else {
				dead += n
			}
		}
	}
	return len(segments) > maxSegments || dead > max(live, minDeadRows), nil
}

// compact writes the current records of the index at s.path into a new file, as one segment of files in the order of
// their paths, and replaces the old one.
func (s *Store) compact() error {
	old := &Store{path: s.path, identity: s.identity, readOnly: true}
	if err := old.open(); err != nil {
		return err
	}
	defer old.Close()
	files, err := old.Files()
	if err != nil {
		return err
	}
	segments, err := old.Segments()
	if err != nil {
		return err
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	b, err := s.newBuilding(state{identity: old.state.identity, nextFile: 1, nextSegment: 1}, info.Size())
	if err != nil {
		return err
	}
	defer b.discard()
	c := compaction{old: old, b: b, place: map[FileID]place{}}
	for i := range segments {
		g := &segments[i]
		for j, id := range g.Files {
			if old.isCurrent(id) {
				c.place[id] = place{g, j}
			}
		}
	}
	if err := c.files(files); err != nil {
		return err
	}
	err = b.change(func(w *writer) error {
		c.w = w
		return errors.Join(c.columns(files, segments), c.values(resultBucket), c.parts())
	})
	if err != nil {
		return err
	}
	return b.finish()
}

// compaction copies from old to b.
type compaction struct {
	old   *Store
	b     *building
	w     *writer // of the transaction at hand
	place map[FileID]place
}

// place is where the rows of a file are.
type place struct {
	g  *Segment
	at int
}

func (p place) rows() (from, to uint32) { return p.g.First[p.at], p.g.First[p.at+1] }

// files copies the files in transactions of some size, and then the one segment that they form.
func (c *compaction) files(files []File) error {
	segment := Segment{Number: c.b.st.nextSegment, First: []uint32{0}}
	for at := 0; at < len(files); {
		err := c.b.change(func(w *writer) error {
			c.w = w
			for held := 0; at < len(files) && held < heldBytes; at++ {
				n, err := c.file(&files[at], &segment)
				if err != nil {
					return err
				}
				held += n
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return c.b.change(func(w *writer) error {
		w.state.nextSegment++
		return w.put(segmentBucket, number(segment.Number), segment.append(newValue(3*len(files)+5)))
	})
}

// file copies one file and returns the size of its records.
func (c *compaction) file(f *File, segment *Segment) (int, error) {
	records, err := c.body(f.slot)
	if err != nil {
		return 0, err
	}
	p, ok := c.place[f.ID]
	if !ok {
		return 0, damaged("file %s has no body", f.Path)
	}
	id := c.w.state.nextFile
	c.w.state.nextFile++
	header := appendHeader(newFile(id, id, 140), f)
	if err := c.w.put(fileBucket, []byte(f.Path), header); err != nil {
		return 0, err
	}
	if err := c.w.putBody(id, records); err != nil {
		return 0, err
	}
	from, to := p.rows()
	segment.Files = append(segment.Files, id)
	segment.First = append(segment.First, uint32(segment.Rows())+to-from)
	return records.size(), nil
}

// body returns copies of the records of a body, to be put under another key.
func (c *compaction) body(slot FileID) (records bodyRecords, err error) {
	err = c.old.viewBodies(func(fronts *bbolt.Bucket, bodies *bodyReader) error {
		in, err := bodyIn(fronts, bodies, slot)
		if err == nil {
			err = in.checkAll()
		}
		if err != nil {
			return err
		}
		names, err := bodies.names(slot, &in)
		if err == nil {
			records = bodyRecords{bytes.Clone(fronts.Get(number(uint32(slot)))), append(newValue(len(names)), names...), bytes.Clone(bodies.read(slot))}
		}
		return err
	})
	return records, err
}

// columns joins every column that all current rows have; one that is incomplete is left out, to be supplied again.
func (c *compaction) columns(files []File, segments []Segment) error {
	done := map[Column]bool{} // each may have keys of many segments
	return c.old.viewKind(keysBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(k, _ []byte) error {
			col, _, ok := parseColumnKey(k)
			if !ok {
				return damaged("column %x", k)
			}
			if done[col] {
				return nil
			}
			done[col] = true
			return c.column(b.Tx(), col, files, segments)
		})
	})
}

func (c *compaction) column(tx *bbolt.Tx, col Column, files []File, segments []Segment) error {
	parts := map[uint32]column{}
	for i := range segments {
		part, ok, err := columnOf(tx, col, &segments[i])
		if err != nil {
			return err
		}
		if !ok && c.old.anyCurrent(&segments[i]) {
			return nil
		}
		parts[segments[i].Number] = part
	}
	rows := 0
	for i := range files {
		from, to := c.place[files[i].ID].rows()
		rows += int(to - from)
	}
	joined := newValue(rows * keyBytes)[:crcSize+(rows+7)/8]
	row := 0
	for i := range files {
		p := c.place[files[i].ID]
		part := parts[p.g.Number]
		from, to := p.rows()
		if from == to {
			continue
		}
		at := part.rank(int(from))
		for r := from; r < to; r++ {
			if part.has(int(r)) {
				joined[crcSize+row/8] |= 1 << (row % 8)
				joined = append(joined, part.keys[at*keyBytes:][:keyBytes]...)
				at++
			}
			row++
		}
	}
	segment := c.w.state.nextSegment - 1
	return c.w.put(keysOf(col, segment), col.key(segment), joined)
}

// parts copies the parts.
func (c *compaction) parts() error {
	var names []string
	err := c.old.viewTx("read part", func(tx *bbolt.Tx) error {
		names = bucketsOf(tx, partBucket)
		return nil
	})
	for _, name := range names {
		if err == nil {
			err = c.values(name)
		}
	}
	return err
}

// values copies the values of a bucket as they are.
func (c *compaction) values(bucket string) error {
	return c.old.view(bucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			payload, err := unseal(k, v)
			if err != nil {
				return err
			}
			return c.w.put(bucket, bytes.Clone(k), append(newValue(len(payload)), payload...))
		})
	})
}
