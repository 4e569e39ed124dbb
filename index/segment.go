package index

import (
	"encoding/binary"
	"fmt"
	"math/bits"

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
	d := newDecoder(payload)
	files := d.Count(2)
	g := Segment{Number: n, Files: make([]FileID, files), First: make([]uint32, files+1)}
	id, rows := uint64(0), uint64(0)
	for i := range g.Files {
		id += uint64(d.uint32())
		rows += uint64(d.uint32())
		if id > 1<<32-1 || rows > 1<<32-1 {
			d.Fail()
		}
		g.Files[i], g.First[i+1] = FileID(id), uint32(rows)
	}
	return g, d.err("segment")
}

// Segments returns the segments of the index, oldest first. The slice is shared and must not be changed.
func (s *Store) Segments() ([]Segment, error) {
	s.segmentsOnce.Do(func() {
		s.segmentsErr = s.view(segmentBucket, func(b *bbolt.Bucket) (err error) {
			s.segments, err = decodeSegments(b)
			return err
		})
	})
	return s.segments, s.segmentsErr
}

func decodeSegments(b *bbolt.Bucket) ([]Segment, error) {
	var gs []Segment
	err := b.ForEach(func(k, v []byte) error {
		payload, err := unseal(k, v)
		if err != nil || len(k) != 4 {
			return damaged("segment %x: %v", k, err)
		}
		g, err := decodeSegment(binary.BigEndian.Uint32(k), payload)
		gs = append(gs, g)
		return err
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
	k := append(number(segment), c.Rule[:]...)
	return binary.BigEndian.AppendUint16(k, c.Table)
}

// parseColumnKey is the inverse of Column.key.
func parseColumnKey(k []byte) (c Column, segment uint32, ok bool) {
	if len(k) != len(c.Rule)+6 {
		return c, 0, false
	}
	segment, k = binary.BigEndian.Uint32(k), k[4:]
	c.Rule, c.Table = Digest(k[:len(c.Rule)]), binary.BigEndian.Uint16(k[len(c.Rule):])
	return c, segment, true
}

// Short is what is kept of a hash: 40 well-mixed bits of it, never 0. Rows with equal hashes have equal short keys;
// rows with equal short keys are to be compared by their vectors if being wrong once in 2⁴⁰ matters.
func Short(hash uint64) uint64 {
	// The product carries into the upper bits whatever is in the lower, where a 32-bit key has all it has.
	hash *= 0x9e3779b97f4a7c15
	return max((hash^hash>>29)*0xbf58476d1ce4e5b9>>24, 1)
}

// A column is a bit for every row, set for those that the rule is asked about, and the short keys of these.

// encodeColumn returns the value of a column of short keys, 0 for a row without one.
func encodeColumn(keys []uint64) []byte {
	bitmap, rows := (len(keys)+7)/8, 0
	for _, k := range keys {
		if k != 0 {
			rows++
		}
	}
	b := newValue(bitmap + keyBytes*rows)[:crcSize+bitmap]
	for i, k := range keys {
		if k == 0 {
			continue
		}
		b[crcSize+i/8] |= 1 << (i % 8)
		b = append(b, byte(k), byte(k>>8), byte(k>>16), byte(k>>24), byte(k>>32))
	}
	return b
}

// column is a decoded column; both parts alias the stored bytes.
type column struct {
	bitmap []byte
	keys   []byte
}

func decodeColumn(b []byte, rows int) (column, error) {
	n := (rows + 7) / 8
	if len(b) < n {
		return column{}, damaged("%d bytes of keys for %d rows", len(b), rows)
	}
	c := columnIn(b, n)
	if c.rank(n*8)*keyBytes != len(c.keys) || rows%8 != 0 && c.bitmap[n-1]>>(rows%8) != 0 {
		return column{}, damaged("%d bytes of keys for other rows than have them", len(c.keys))
	}
	return c, nil
}

// rank is the number of keys of the rows before row.
func (c column) rank(row int) int {
	n := 0
	for _, b := range c.bitmap[:row/8] {
		n += bits.OnesCount8(b)
	}
	if row%8 != 0 {
		n += bits.OnesCount8(c.bitmap[row/8] << (8 - row%8))
	}
	return n
}

func (c column) has(row int) bool { return c.bitmap[row/8]&(1<<(row%8)) != 0 }

// at returns key i.
func (c column) at(i int) uint64 {
	b := c.keys[i*keyBytes:][:keyBytes]
	return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32
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
	err = s.viewTx("read keys", func(tx *bbolt.Tx) error {
		for i := range segments {
			g := &segments[i]
			column, ok, err := columnOf(tx, c, g)
			if err != nil {
				return err
			}
			if !ok {
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

func (s *Store) eachKey(g *Segment, c column, f func(ref RowRef, key uint64) bool) bool {
	at := 0
	for i, id := range g.Files {
		current := s.isCurrent(id)
		for row := g.First[i]; row < g.First[i+1]; row++ {
			if !c.has(int(row)) {
				continue
			}
			if current && !f(RowRef{id, row - g.First[i]}, c.at(at)) {
				return false
			}
			at++
		}
	}
	return true
}

func (s *Store) isCurrent(id FileID) bool { return isIn(s.current, id) }

// isIn reports whether id is among those of which slots, by id, says where the body lies.
func isIn(slots []FileID, id FileID) bool { return int(id) < len(slots) && slots[id] != 0 }

func (s *Store) anyCurrent(g *Segment) bool {
	for i, id := range g.Files {
		if s.isCurrent(id) && g.First[i+1] > g.First[i] {
			return true
		}
	}
	return false
}

// HasKeys reports whether the column has keys for the segment.
func (s *Store) HasKeys(c Column, segment uint32) (ok bool, err error) {
	err = s.viewTx("read keys", func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(keysOf(c, segment)))
		ok = b != nil && b.Get(c.key(segment)) != nil
		return nil
	})
	return ok, err
}

// Keys are the short keys of a segment's rows in a column, those of files that are no longer current among them.
type Keys struct {
	column column
	ranks  []uint32 // by eight bytes of the bitmap: the number of keys before them
}

// Len is the number of rows with a key.
func (k *Keys) Len() int { return len(k.column.keys) / keyBytes }

// At returns the key of a row, 0 for one that the rule is not asked about.
func (k *Keys) At(row int) uint64 {
	if !k.column.has(row) {
		return 0
	}
	n := int(k.ranks[row/64])
	for _, b := range k.column.bitmap[row/64*8 : row/8] {
		n += bits.OnesCount8(b)
	}
	return k.column.at(n + bits.OnesCount8(k.column.bitmap[row/8]<<(8-row%8)))
}

// Key returns key i of all, which are in the order of their rows.
func (k *Keys) Key(i int) uint64 { return k.column.at(i) }

// Bytes returns all keys one behind the other, KeyBytes each, the lowest byte first. They are not to be changed.
func (k *Keys) Bytes() []byte { return k.column.keys }

// KeyBytes is the size of a key in Keys.Bytes.
const KeyBytes = keyBytes

// RowFinder finds the rows of keys, which it is asked for in ascending order.
type RowFinder struct {
	k  *Keys
	at int // eight bytes of the bitmap
}

// Rows returns a RowFinder.
func (k *Keys) Rows() RowFinder { return RowFinder{k: k} }

// Row returns the row that has key i. No call before was for a later one.
func (f *RowFinder) Row(i int) int {
	ranks := f.k.ranks
	for f.at+1 < len(ranks) && int(ranks[f.at+1]) <= i {
		f.at++
	}
	left := i - int(ranks[f.at])
	for at := 8 * f.at; ; at++ {
		b := f.k.column.bitmap[at]
		if n := bits.OnesCount8(b); left >= n {
			left -= n
			continue
		}
		for range left {
			b &= b - 1
		}
		return 8*at + bits.TrailingZeros8(b)
	}
}

// newKeys makes the keys of a column, which alias it.
func newKeys(c column) *Keys {
	k := &Keys{column: c, ranks: make([]uint32, 0, len(c.bitmap)/8+1)}
	n := 0
	for i, b := range c.bitmap {
		if i%8 == 0 {
			k.ranks = append(k.ranks, uint32(n))
		}
		n += bits.OnesCount8(b)
	}
	return k
}

// columnIn is the column with a bitmap of n bytes and the keys behind it.
func columnIn(b []byte, n int) column { return column{bitmap: b[:n:n], keys: b[n:]} }

// columnOf returns the keys of segment g in column c; ok is false where there are none. They end with the transaction.
func columnOf(tx *bbolt.Tx, c Column, g *Segment) (keys column, ok bool, err error) {
	b, key := tx.Bucket([]byte(keysOf(c, g.Number))), c.key(g.Number)
	if b == nil {
		return column{}, false, nil
	}
	v := b.Get(key)
	if v == nil {
		return column{}, false, nil
	}
	keys, err = openColumn(key, v, g.Rows())
	return keys, err == nil, err
}

// openColumn returns the keys in the value under a key of a column. They alias it.
func openColumn(key, v []byte, rows int) (column, error) {
	payload, err := unseal(key, v)
	if err != nil {
		return column{}, err
	}
	return decodeColumn(payload, rows)
}

// Key returns the short key of a row in the column; ok is false if the row is not in the rule or the column is not
// there.
func (s *Store) Key(c Column, ref RowRef) (key uint64, ok bool, err error) {
	segments, err := s.Segments()
	if err != nil {
		return 0, false, err
	}
	err = s.viewTx("read keys", func(tx *bbolt.Tx) error {
		for i := range segments {
			g := &segments[i]
			at, found := g.find(ref.File)
			if !found {
				continue
			}
			if ref.Row >= g.First[at+1]-g.First[at] {
				return fmt.Errorf("file %d has no row %d", ref.File, ref.Row)
			}
			row := int(g.First[at] + ref.Row)
			column, found, err := columnOf(tx, c, g)
			if found && column.has(row) {
				key = column.at(column.rank(row))
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
