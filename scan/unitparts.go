package scan

import "refract/program"

// unitParts has a number for each of some units, by open addressing. The memory of the last ones is used again: a query has a few dozen, and there
// are hundreds of thousands of queries.
type unitParts struct {
	slots []unitPart // a power of two; at most half full
	round uint32     // of the units at hand
}

// unitPart is a unit of that round, with its number.
type unitPart struct {
	unit  program.Unit
	round uint32
	part  int32
}

// reset forgets all units, and makes room for n.
func (p *unitParts) reset(n int) {
	if p.round++; 2*n <= len(p.slots) && p.round > 0 {
		return
	}
	size := max(len(p.slots), 1<<7)
	for size < 2*n {
		size *= 2
	}
	p.slots, p.round = make([]unitPart, size), 1
}

// of returns the number of u, to be read or written: -1 for one that it was not asked for before. There must be no more than there is room for.
func (p *unitParts) of(u program.Unit) *int32 {
	mask := uint64(len(p.slots) - 1)
	for at := uint64(u) * 0x9E3779B97F4A7C15 >> 32 & mask; ; at = (at + 1) & mask {
		s := &p.slots[at]
		if s.round != p.round {
			*s = unitPart{u, p.round, -1}
			return &s.part
		}
		if s.unit == u {
			return &s.part
		}
	}
}
