package index

import (
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// Segment is the files that were put by one update, in the order they were put. It is never changed; files that are
// no longer current stay in it, and are skipped.
type Segment struct {
	Number uint32
	Files  []FileID
	// First has the number of the first row of each file within the segment, and the number of all rows at the end.
	First []uint32
}

// Rows is the number of rows of all files of the segment.
func (g *Segment) Rows() int { return int(g.First[len(g.First)-1]) }

func (g *Segment) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(g.Files)))
	last := FileID(0)
	for i, id := range g.Files {
		// Ids are given in the order of the files, so they ascend.
		b = binary.AppendUvarint(b, uint64(id-last))
		b = binary.AppendUvarint(b, uint64(g.First[i+1]-g.First[i]))
		last = id
	}
	return b
}

func decodeSegment(n uint32, payload []byte) (Segment, error) {
	d := decoder{b: payload}
	files := d.count(2)
	g := Segment{Number: n, Files: make([]FileID, files), First: make([]uint32, files+1)}
	id, rows := uint64(0), uint64(0)
	for i := range g.Files {
		id += uint64(d.uint32())
		rows += uint64(d.uint32())
		if id > 1<<32-1 || rows > 1<<32-1 {
			d.fail()
		}
		g.Files[i], g.First[i+1] = FileID(id), uint32(rows)
	}
	return g, d.err("segment")
}

// Segments returns the segments of the index, oldest first.
func (s *Store) Segments() ([]Segment, error) {
	var gs []Segment
	err := s.view(segmentBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			payload, err := unseal(k, v)
			if err != nil || len(k) != 4 {
				return damaged("segment %x: %v", k, err)
			}
			g, err := decodeSegment(binary.BigEndian.Uint32(k), payload)
			gs = append(gs, g)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return gs, nil
}

// keyBytes is the size of a stored key. Of 300,000 rows, 40 bits confuse one in four million questions.
const keyBytes = 5

// Column names the keys of one hash table of one rule: Table is 0 for a rule of equality, the number of the table for
// one that is hashed by distance.
type Column struct {
	Rule  Digest // of everything that the keys depend on: the rule, its parameters, its seed
	Table uint16
}

func (c Column) key(segment uint32) []byte {
	k := append([]byte{}, c.Rule[:]...)
	k = binary.BigEndian.AppendUint16(k, c.Table)
	return binary.BigEndian.AppendUint32(k, segment)
}

// Short is what is kept of a hash: 40 well-mixed bits of it, never 0. Rows with equal hashes have equal short keys;
// rows with equal short keys are to be compared by their vectors if being wrong once in 2⁴⁰ matters.
func Short(hash uint64) uint64 {
	// The product carries into the upper bits whatever is in the lower, where a 32-bit key has all it has.
	hash *= 0x9e3779b97f4a7c15
	return max((hash^hash>>29)*0xbf58476d1ce4e5b9>>24, 1)
}

// appendKeys encodes hashes, one a row; absent rows are those whose bit in present is not set.
func appendKeys(b []byte, hashes []uint64, present func(row int) bool) []byte {
	for i, h := range hashes {
		k := uint64(0)
		if present == nil || present(i) {
			k = Short(h)
		}
		b = append(b, byte(k), byte(k>>8), byte(k>>16), byte(k>>24), byte(k>>32))
	}
	return b
}

func keyAt(column []byte, row uint32) uint64 {
	b := column[int(row)*keyBytes:][:keyBytes]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32
}

// EachKey calls f for every current row that has a key in the column, with its short key, segment by segment in the
// order of the rows, until f returns false. complete is false if a segment with current rows has no such column: it
// was written before the rule was known, and SetKeys can supply it.
func (s *Store) EachKey(c Column, f func(ref RowRef, key uint64) bool) (complete bool, err error) {
	complete = true
	_, err = s.Files()
	if err != nil {
		return false, err
	}
	segments, err := s.Segments()
	if err != nil {
		return false, err
	}
	err = s.view(keysBucket, func(b *bbolt.Bucket) error {
		for i := range segments {
			g := &segments[i]
			column, err := columnOf(b, c, g)
			if err != nil {
				return err
			}
			if column == nil {
				complete = complete && !s.anyCurrent(g)
				continue
			}
			if !s.eachKey(g, column, f) {
				return nil
			}
		}
		return nil
	})
	return complete && err == nil, err
}

func (s *Store) eachKey(g *Segment, column []byte, f func(ref RowRef, key uint64) bool) bool {
	for i, id := range g.Files {
		if !s.isCurrent(id) {
			continue
		}
		for row := g.First[i]; row < g.First[i+1]; row++ {
			if k := keyAt(column, row); k != 0 && !f(RowRef{id, row - g.First[i]}, k) {
				return false
			}
		}
	}
	return true
}

func (s *Store) isCurrent(id FileID) bool { return int(id) < len(s.current) && s.current[id] }

func (s *Store) anyCurrent(g *Segment) bool {
	for i, id := range g.Files {
		if s.isCurrent(id) && g.First[i+1] > g.First[i] {
			return true
		}
	}
	return false
}

// columnOf returns the keys of segment g in column c, nil where there are none. They end with the transaction.
func columnOf(b *bbolt.Bucket, c Column, g *Segment) ([]byte, error) {
	key := c.key(g.Number)
	v := b.Get(key)
	if v == nil {
		return nil, nil
	}
	column, err := unseal(key, v)
	if err != nil {
		return nil, err
	}
	if len(column) != g.Rows()*keyBytes {
		return nil, damaged("%d bytes of keys for %d rows", len(column), g.Rows())
	}
	return column, nil
}

// Key returns the short key of a row in the column; ok is false if the row is not in the rule or the column is not
// there.
func (s *Store) Key(c Column, ref RowRef) (key uint64, ok bool, err error) {
	segments, err := s.Segments()
	if err != nil {
		return 0, false, err
	}
	err = s.view(keysBucket, func(b *bbolt.Bucket) error {
		for i := range segments {
			g := &segments[i]
			at, found := g.find(ref.File)
			if !found {
				continue
			}
			if ref.Row >= g.First[at+1]-g.First[at] {
				return fmt.Errorf("file %d has no row %d", ref.File, ref.Row)
			}
			column, err := columnOf(b, c, g)
			if column != nil {
				key = keyAt(column, g.First[at]+ref.Row)
			}
			return err
		}
		return nil
	})
	return key, key != 0 && err == nil, err
}

// find is a binary search for id, as ids ascend.
func (g *Segment) find(id FileID) (int, bool) {
	lo, hi := 0, len(g.Files)
	for lo < hi {
		if mid := (lo + hi) / 2; g.Files[mid] < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(g.Files) && g.Files[lo] == id
}

// Lookup returns the current rows whose short key in the column is key, in the order of EachKey. Cost: one pass over
// the column, 5 bytes a row.
func (s *Store) Lookup(c Column, key uint64) ([]RowRef, error) {
	var refs []RowRef
	_, err := s.EachKey(c, func(ref RowRef, k uint64) bool {
		if k == key {
			refs = append(refs, ref)
		}
		return true
	})
	return refs, err
}
