package scan

import "slices"

// This file gives files slots: the numbers by which records speak of them. A file keeps its slot from scan to scan, whatever files come and go before it by path, or
// records of a whole corpus would have to be written again for each that does. The slot of one that is gone is free for another: what was found out about it does not hold
// any more, so that no record that does speaks of that slot.

// slots are the slots of files in the order of their paths. All differ.
type slots []int32

// placesAsSlots are those of files of which nothing is known so far: each has its place.
func placesAsSlots(files int) slots {
	s := make(slots, files)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// count is how many slots there are, free ones among them: all of s are below.
func (s slots) count() int {
	if len(s) == 0 {
		return 0
	}
	return int(slices.Max(s)) + 1
}

// free lists the slots below count that none of s is, ascending.
func (s slots) free() (list []int32) {
	taken := make([]bool, s.count())
	for _, slot := range s {
		taken[slot] = true
	}
	for slot, is := range taken {
		if !is {
			list = append(list, int32(slot))
		}
	}
	return list
}

// next are the slots of the files of now: then is, by these, the number of each in s, -1 for one that is new. New ones get free slots first, so that there are never more slots
// than there were files at a time, and those that came with one scan.
func (s slots) next(then []int32) slots {
	out, kept := make(slots, len(then)), make(slots, 0, len(s))
	for i, n := range then {
		if n >= 0 {
			out[i] = s[n]
			kept = append(kept, s[n])
		}
	}
	free, end := kept.free(), int32(kept.count())
	for i, n := range then {
		switch {
		case n >= 0:
		case len(free) > 0:
			out[i], free = free[0], free[1:]
		default:
			out[i] = end
			end++
		}
	}
	return out
}

// slotsPerFile bounds slots: with more of them to a file, of a corpus that has shrunk, everything is worked out again. leastSlots may be there in any case.
const (
	slotsPerFile = 4
	leastSlots   = 1 << 10
)

// areOf reports whether s, which the index has, can be the slots of so many files, and are not too many.
func (s slots) areOf(files int) bool {
	if len(s) != files {
		return false
	}
	taken := make([]bool, slotsPerFile*files+leastSlots)
	for _, slot := range s {
		if uint(slot) >= uint(len(taken)) || taken[slot] {
			return false
		}
		taken[slot] = true
	}
	return true
}

// inSlots gives p, which has files by the order of their paths, slots instead.
func (p *past) inSlots(s slots) {
	n := s.count()
	files, changedIn, odd, rows := slices.Repeat([]int32{-1}, n), make([]*changed, n), slices.Repeat([]bool{true}, n), make(map[int32][]int32, len(p.rows))
	for then, slot := range s {
		files[slot], changedIn[slot], odd[slot] = p.files[then], p.changed[then], p.odd[then]
	}
	for then, of := range p.rows {
		rows[s[then]] = of
	}
	p.files, p.changed, p.odd, p.rows = files, changedIn, odd, rows
}
