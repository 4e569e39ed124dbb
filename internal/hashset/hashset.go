// Package hashset is a set of hashes that is asked far more often for what it does not have than for what it has.
//
// What it does not do: it forgets nothing, and it mixes no bits. The lowest 16 of what is added must differ as those of a hash do.
package hashset

// Set is a set of hashes. The zero Set is empty. Of hashes that it does not have most are told from bits, as long as it has few of the 65,536
// that these tell apart; the rest costs a look into a map.
type Set struct {
	bits [1 << 10]uint64 // of the lowest 16 bits
	all  map[uint64]bool
}

// Add adds h.
func (s *Set) Add(h uint64) {
	if s.all == nil {
		s.all = map[uint64]bool{}
	}
	s.bits[h>>6&(1<<10-1)] |= 1 << (h & 63)
	s.all[h] = true
}

// Has reports whether h was added.
func (s *Set) Has(h uint64) bool {
	return s.bits[h>>6&(1<<10-1)]>>(h&63)&1 == 1 && s.all[h]
}

// Empty reports whether nothing was added.
func (s *Set) Empty() bool { return len(s.all) == 0 }

// Each calls f for each hash of the set, in no order.
func (s *Set) Each(f func(h uint64)) {
	for h := range s.all {
		f(h)
	}
}
