package index

import (
	"go.etcd.io/bbolt"
)

// This file has the large values of an index, which are read where they lie. A part is what results refer to: where little of a large
// result has changed it is said in the result, and the part that it was made from stays as it is.

// View is an index within one transaction. All that it returns lies in the file, is not to be changed, and ends with the transaction.
type View struct {
	s  *Store
	tx *bbolt.Tx // nil while there is nothing to read
}

// Read calls f with the index. An access to what f was given that fails, as after a truncation by others, ends f with ErrDamaged; a
// panic of its own is not held up.
func (s *Store) Read(f func(v *View) error) error {
	if s.db == nil {
		return f(&View{s: s})
	}
	return containFaults(s.path, "read", func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return f(&View{s, tx}) })
	})
}

// InPlace runs f, which reads what a View has returned that is over: that lies where it lay until the store is updated or closed. A fault becomes ErrDamaged, as in Read, which
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

// Part returns the bytes that were stored as the part of that name, if they were stored with digest.
func (v *View) Part(name string, digest Digest) (part []byte, ok bool, err error) {
	err = v.read("read part", func(tx *bbolt.Tx) (err error) {
		if b := tx.Bucket([]byte(partOf(name))); b != nil {
			part, ok, err = valueOf(b, name, digest)
		}
		return err
	})
	return part, ok && err == nil, err
}

// Keys returns the keys of a segment in a column; ok is false if the column has none for it.
func (v *View) Keys(c Column, g *Segment) (keys *Keys, ok bool, err error) {
	err = v.read("read keys", func(tx *bbolt.Tx) error {
		column, found, err := columnOf(tx, c, g)
		if found && err == nil {
			keys, ok = newKeys(column), true
		}
		return err
	})
	return keys, ok && err == nil, err
}

// valueOf returns what was stored under a name, if it was stored with digest.
func valueOf(b *bbolt.Bucket, name string, digest Digest) (value []byte, ok bool, err error) {
	v := b.Get([]byte(name))
	if v == nil {
		return nil, false, nil
	}
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
