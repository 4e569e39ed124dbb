package scan

import (
	"encoding/binary"
	"slices"
	"strings"

	"refract/index"
	"refract/internal/wire"
	"refract/java"
	"refract/source"
)

// This file remembers which files a scan left out for what they say: tests and generated code. Nothing else is known of them,
// but that is enough not to read and parse them again.

// leftOutName is the name under which they lie in the index.
const leftOutName = "left out"

// leftOut is a file that was left out, with what it was taken for.
type leftOut struct {
	index.State
	test, generated bool
}

// Bits of what a file was taken for.
const (
	leftTest = 1 << iota
	leftGenerated
)

// file is the file with nothing but that.
func (l *leftOut) file() *java.File {
	return &java.File{Path: l.Path, Hash: l.Hash, Test: l.test, Generated: l.generated}
}

// in reports whether files like it are left out of a scan with these options as well.
func (l *leftOut) in(o *ReadOptions) bool { return l.test && !o.Tests || l.generated && !o.Generated }

// readLeftOut reads the files that the last scan left out. Bytes that are no such record hold none.
func (s *store) readLeftOut() {
	b, ok, err := s.ix.Result(leftOutName, index.Digest{})
	if !ok || err != nil {
		return // whether the index is damaged turns out when it is written
	}
	r := wire.Reader{B: b}
	s.left = map[string]*leftOut{}
	for range r.Count(20) {
		l := &leftOut{}
		l.Path = string(r.Bytes(r.Count(1)))
		l.Size, l.ModTime, l.Stamp = int64(fixed(&r)), int64(fixed(&r)), fixed(&r)
		copy(l.Hash[:], r.Bytes(len(source.Hash{})))
		kind := r.Uvarint()
		l.test, l.generated = kind&leftTest != 0, kind&leftGenerated != 0
		s.left[l.Path] = l
	}
	if r.Bad || len(r.B) > 0 {
		s.left = nil
	}
}

// state returns the state of the input of that path, nil where there is none.
func (s *store) state(path string) *index.State {
	at, ok := slices.BinarySearchFunc(s.states, path, func(st index.State, path string) int { return strings.Compare(st.Path, path) })
	if !ok {
		return nil
	}
	return &s.states[at]
}

// writeLeftOut has the update note the files that were left out.
func (s *store) writeLeftOut(u *index.Update, files []*java.File) {
	b := binary.AppendUvarint(nil, uint64(len(files)))
	for _, f := range files {
		st := index.State{Path: f.Path, Hash: f.Hash}
		if found := s.state(f.Path); found != nil && found.Hash == f.Hash {
			st = *found
		}
		kind := uint64(0)
		if f.Test {
			kind |= leftTest
		}
		if f.Generated {
			kind |= leftGenerated
		}
		b = append(binary.AppendUvarint(b, uint64(len(st.Path))), st.Path...)
		for _, n := range [...]uint64{uint64(st.Size), uint64(st.ModTime), st.Stamp} {
			b = binary.LittleEndian.AppendUint64(b, n)
		}
		b = binary.AppendUvarint(append(b, st.Hash[:]...), kind)
	}
	u.SetResult(leftOutName, index.Digest{}, b)
}
