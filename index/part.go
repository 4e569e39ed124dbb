package index

import (
	"go.etcd.io/bbolt"
)

// This file has the large values of an index, which are read into memory that is used again: to have them mapped for one look takes several times as long. A part is what results refer to: where little of a large
// result has changed it is said in the result, and the part that it was made from stays as it is.

// View is an index within one transaction, of one goroutine. All that it returns is not to be changed, and ends with the transaction.
type View struct {
	s     *Store
	tx    *bbolt.Tx // nil while there is nothing to read
	rooms [][]byte  // what was read lies in them
}

// Read calls f with the index. An access to what f was given that fails, as after a truncation by others, ends f with ErrDamaged; a
// panic of its own is not held up.
func (s *Store) Read(f func(v *View) error) error {
	if s.db == nil {
		return f(&View{s: s})
	}
	return containFaults(s.path, "read", func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			v := &View{s: s, tx: tx}
			defer v.free()
			return f(v)
		})
	})
}

// Within calls f with a View of its own of the same transaction: what that returns ends with the call, and its memory serves who reads next.
func (v *View) Within(f func(v *View) error) error {
	in := &View{s: v.s, tx: v.tx}
	defer in.free()
	return f(in)
}

// free gives back what v has read to.
func (v *View) free() {
	for _, room := range v.rooms {
		v.s.rooms.Give(room)
	}
	v.rooms = nil
}

// InPlace runs f, which reads what a call of Fronts that is over was given: that lies where it lay until the store is updated or closed. A fault becomes ErrDamaged, as in Read, which
// costs more.
func (s *Store) InPlace(f func()) error {
	return containFaults(s.path, "read", func() error {
		f()
		return nil
	})
}

// read runs f on the transaction, if there is one.
func (v *View) read(what string, f func(tx *bbolt.Tx) error) error {
	if v.tx == nil {
		return nil
	}
	return contain(v.s.path, what, func() error { return f(v.tx) })
}

// PartInPlace is Part where it lies in the file: for who reads few parts, for which memory would have to be made first.
func (v *View) PartInPlace(name string, digest Digest) (part []byte, ok bool, err error) {
	err = v.read("read part", func(tx *bbolt.Tx) (err error) {
		if b := tx.Bucket([]byte(partOf(name))); b != nil {
			part, ok, err = valueOf(b, name, digest)
		}
		return err
	})
	return part, ok && err == nil, err
}

// Part returns the bytes that were stored as the part of that name, if they were stored with digest.
func (v *View) Part(name string, digest Digest) (part []byte, ok bool, err error) {
	err = v.read("read part", func(tx *bbolt.Tx) (err error) {
		value, err := v.value(tx, recordKey{partOf(name), name})
		if value != nil && err == nil {
			part, ok, err = openValue(value, name, digest)
		}
		return err
	})
	return part, ok && err == nil, err
}

// Keys returns the keys of a segment in a column; ok is false if the column has none for it.
func (v *View) Keys(c Column, g *Segment) (keys *Keys, ok bool, err error) {
	err = v.read("read keys", func(tx *bbolt.Tx) error {
		key := c.key(g.Number)
		value, err := v.value(tx, recordKey{keysOf(c, g.Number), string(key)})
		if value == nil || err != nil {
			return err
		}
		column, err := openColumn(key, value, g.Rows())
		if err == nil {
			keys, ok = newKeys(column), true
		}
		return err
	})
	return keys, ok && err == nil, err
}

// roomSize is what the size of memory that is read to is a multiple of, so that what one rule leaves serves another with a little more.
const roomSize = 1 << 20

// value returns the value of a record that has a bucket of its own, nil where there is none.
func (v *View) value(tx *bbolt.Tx, key recordKey) ([]byte, error) {
	p, ok := v.s.apart[key]
	if !ok { // or it is so small that it lies in the root
		if b := tx.Bucket([]byte(key.bucket)); b != nil {
			return b.Get([]byte(key.key)), nil
		}
		return nil, nil
	}
	room := v.s.rooms.TakeLarge((int(p.size) + roomSize - 1) / roomSize * roomSize)[:p.size]
	v.rooms = append(v.rooms, room)
	return room, v.s.readAt(room, p)
}

// valueOf returns what was stored under a name, if it was stored with digest.
func valueOf(b *bbolt.Bucket, name string, digest Digest) (value []byte, ok bool, err error) {
	v := b.Get([]byte(name))
	if v == nil {
		return nil, false, nil
	}
	return openValue(v, name, digest)
}

// openValue returns what v says that was stored under a name, if it was stored with digest.
func openValue(v []byte, name string, digest Digest) (value []byte, ok bool, err error) {
	payload, err := unseal([]byte(name), v)
	if err != nil {
		return nil, false, err
	}
	d := newDecoder(payload)
	if d.digest() != digest || d.Bad {
		return nil, false, nil
	}
	return d.B, true, nil
}

// Part is a part ready to be stored. MakePart makes it without the index, so that workers can.
type Part struct {
	name  string
	value []byte // as newValue begins it
}

// MakePart makes the part of that name of what the call of write appends, about size bytes.
func MakePart(name string, digest Digest, size int, write func(b []byte) []byte) Part {
	return Part{name, write(append(newValue(len(digest)+size), digest[:]...))}
}

// SetPart stores what MakePart makes.
func (u *Update) SetPart(name string, digest Digest, size int, write func(b []byte) []byte) {
	u.PutPart(MakePart(name, digest, size, write))
}

// PutPart stores p instead of what was there under its name. It is held no longer than it takes to write it where the index is a new one.
func (u *Update) PutPart(p Part) {
	u.columns[recordKey{partOf(p.name), p.name}] = p.value
	u.hold(len(p.value))
}

// KeepParts drops the parts of all other names, when it commits.
func (u *Update) KeepParts(names ...string) {
	u.keepParts = map[string]bool{}
	for _, name := range names {
		u.keepParts[name] = true
	}
}
