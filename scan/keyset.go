package scan

import (
	"encoding/binary"

	"refract/internal/spare"
)

// keySet is a set of short keys, by open addressing: at most half full, and 0, which is no short key, for a free slot.
type keySet struct {
	slots []uint64
	n     int
	bits  []uint64 // of all keys: most that are not there are told from these
	// memory is where those come from, and where free gives them back to; nil for anywhere.
	memory *spare.Slices[uint64]
}

// free gives back the memory of s, which is empty then.
func (s *keySet) free() {
	s.memory.Give(s.slots)
	s.memory.Give(s.bits)
	s.slots, s.bits, s.n = nil, nil, 0
}

// leastBits is how many words of bits a set has at least: 64 bits for each of a thousand keys. Of a larger set they are an eighth of the slots, so that they
// stay at hand while hundreds of thousands of keys are looked for.
const leastBits = 1 << 10

// bit returns the word with the bit of k, and the bit. A set without slots has none.
func (s *keySet) bit(k uint64) (word *uint64, bit uint64) {
	return &s.bits[k>>20&uint64(len(s.bits)-1)], 1 << (k & 63)
}

// mayHave reports whether k, which a set with keys is asked for, can be one of them.
func (s *keySet) mayHave(k uint64) bool {
	word, bit := s.bit(k)
	return *word&bit != 0
}

// slot is where the search for k begins. The bits of short keys are well mixed.
func (s *keySet) slot(k uint64) int { return int(k) & (len(s.slots) - 1) }

func (s *keySet) add(k uint64) {
	if 2*(s.n+1) > len(s.slots) {
		s.reserve(max(32, 2*s.n))
	}
	word, bit := s.bit(k)
	*word |= bit
	at := s.slot(k)
	for ; s.slots[at] != 0; at = (at + 1) & (len(s.slots) - 1) {
		if s.slots[at] == k {
			return
		}
	}
	s.slots[at] = k
	s.n++
}

// addAll adds the keys that lie in b, those aside that are 0.
func (s *keySet) addAll(b []byte) {
	for ; len(b) >= keySize; b = b[keySize:] {
		if k := keyAt(b); k != 0 {
			s.add(k)
		}
	}
}

// reserve makes room for so many keys, at least those that there are.
func (s *keySet) reserve(n int) {
	old, slots := *s, 64
	for slots < 2*n {
		slots *= 2
	}
	if slots <= len(old.slots) {
		return
	}
	s.slots, s.bits, s.n = s.memory.Zeroed(slots), s.memory.Zeroed(max(leastBits, slots/8)), 0
	for _, k := range old.slots {
		if k != 0 {
			s.add(k)
		}
	}
	old.free()
}

func (s *keySet) has(k uint64) bool { return s.find(k) >= 0 }

// find returns the slot of k, -1 if it is not in s. It holds until a key is added.
func (s *keySet) find(k uint64) int {
	if s.n == 0 || !s.mayHave(k) {
		return -1
	}
	for at := s.slot(k); s.slots[at] != 0; at = (at + 1) & (len(s.slots) - 1) {
		if s.slots[at] == k {
			return at
		}
	}
	return -1
}

// findAll calls f for each i of which the key at b[keySize*i:] is in s, with its slot.
func (s *keySet) findAll(b []byte, f func(i, slot int)) {
	if s.n == 0 {
		return
	}
	n := len(b) / keySize
	i := 0
	for ; keySize*i+8 <= len(b); i++ {
		k := binary.LittleEndian.Uint64(b[keySize*i:]) & (1<<(8*keySize) - 1)
		if s.mayHave(k) {
			if slot := s.find(k); slot >= 0 {
				f(i, slot)
			}
		}
	}
	for ; i < n; i++ { // behind the last there are less than eight bytes
		if slot := s.find(keyAt(b[keySize*i:])); slot >= 0 {
			f(i, slot)
		}
	}
}

// each calls f for every key, in no particular order.
func (s *keySet) each(f func(k uint64)) {
	for _, k := range s.slots {
		if k != 0 {
			f(k)
		}
	}
}
