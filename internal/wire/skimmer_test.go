package wire_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"refract/internal/wire"
)

// TestSkimmer: whatever is read of whatever bytes, a Skimmer reads what a Reader does, and has nothing left once something was not there.
func TestSkimmer(t *testing.T) {
	rng, faults := rand.New(rand.NewPCG(1, 2)), 0
	for range 20000 {
		b := make([]byte, rng.IntN(24))
		for i := range b {
			b[i] = byte(rng.IntN(1 << (1 + rng.IntN(8))))
		}
		r, s := wire.Reader{B: b}, wire.Skimmer{B: b}
		for range 8 {
			n := rng.IntN(6)
			var want, got uint64
			switch op := rng.IntN(5); op {
			case 0:
				want, got = r.Uvarint(), s.Uvarint()
			case 1:
				want, got = uint64(r.Byte()), uint64(s.Byte())
			case 2:
				want, got = uint64(r.Count(n+1)), uint64(s.Count(n+1))
			case 3:
				if x, y := r.Bytes(n), s.Bytes(n); !bytes.Equal(x, y) {
					t.Fatalf("%x: %d bytes are %x, want %x", b, n, y, x)
				}
			case 4:
				for range n {
					r.Uvarint()
				}
				s.Skip(uint64(n))
			}
			if got != want || r.Bad != s.Bad() || !r.Bad && len(r.B) != len(b)-s.At {
				t.Fatalf("%x: %d, bad %t, at %d; want %d, %t, %d left", b, got, s.Bad(), s.At, want, r.Bad, len(r.B))
			}
			if r.Bad {
				faults++
				if s.Uvarint() != 0 || s.Byte() != 0 || s.Count(1) != 0 || s.Bytes(0) != nil || !s.Bad() {
					t.Fatalf("%x: something is read behind a fault", b)
				}
				break
			}
		}
	}
	if faults < 1000 {
		t.Errorf("only %d faults", faults)
	}
	for _, n := range []int64{0, -1, 63, -1 << 63, 1<<63 - 1} {
		s := wire.Skimmer{B: binary.AppendVarint(nil, n)}
		if got := s.Varint(); got != n || s.At != len(s.B) {
			t.Errorf("%d is read as %d", n, got)
		}
	}
}
