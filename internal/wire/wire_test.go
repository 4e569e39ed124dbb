package wire_test

import (
	"encoding/binary"
	"testing"

	"refract/internal/wire"
)

func TestReader(t *testing.T) {
	b := binary.AppendUvarint([]byte{7}, 1<<40)
	b = append(b, 2, 'a', 'b')
	r := wire.Reader{B: b}
	if n := r.Uvarint(); n != 7 {
		t.Errorf("%d, want 7", n)
	}
	if n := r.Uvarint(); n != 1<<40 {
		t.Errorf("%d, want 1<<40", n)
	}
	if s := string(r.Bytes(r.Count(1))); s != "ab" || r.Bad || len(r.B) > 0 {
		t.Errorf("%q, %+v", s, r)
	}
	if r.Uvarint() != 0 || !r.Bad {
		t.Error("reads past the end")
	}
}

// TestReaderFaults: a fault drops what is left, and nothing is promised that the bytes do not hold.
func TestReaderFaults(t *testing.T) {
	for name, read := range map[string]func(r *wire.Reader) int{
		"more elements than bytes":  func(r *wire.Reader) int { return r.Count(2) },
		"a number without an end":   func(r *wire.Reader) int { r.B = []byte{0x80, 0x80}; return int(r.Uvarint()) },
		"more bytes than there are": func(r *wire.Reader) int { return len(r.Bytes(9)) },
		"fewer bytes than none":     func(r *wire.Reader) int { return len(r.Bytes(-1)) },
	} {
		r := wire.Reader{B: []byte{3, 1, 1, 1, 1}}
		if n := read(&r); n != 0 || !r.Bad || len(r.B) > 0 {
			t.Errorf("%s: %d, %+v", name, n, r)
		}
	}
}
