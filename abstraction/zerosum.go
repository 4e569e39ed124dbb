package abstraction

import (
	"math/bits"
	"slices"
)

// This file searches subsets of changes that cancel out.

// maxExact is the number of features among which all subsets are tried: 2¹⁶ sums a pair.
const maxExact = 16

// maxRivals bounds how many passed-over subsets are remembered for one that was chosen.
const maxRivals = 3

// subset is a chosen zero-sum subset, as indices into the list of changes.
type subset struct {
	members []int
	rivals  [][]int
}

// zeroSums returns disjoint subsets of changes, each of at least two rows, whose rows add up to zero in every column;
// the smallest first, among equally small ones the one with the lowest indices.
//
// Shapes: changes [features][pairs], no row all zero.
func zeroSums(changes [][]int) []subset {
	index := make([]int, len(changes))
	for i := range index {
		index[i] = i
	}
	var out []subset
	if len(changes) > maxExact {
		out, index = opposites(changes)
		index = index[:min(len(index), maxExact)]
	}
	rows := make([][]int, len(index))
	for i, x := range index {
		rows[i] = changes[x]
	}
	for _, s := range exactZeroSums(rows) {
		for i := range s.members {
			s.members[i] = index[s.members[i]]
		}
		for _, r := range s.rivals {
			for i := range r {
				r[i] = index[r[i]]
			}
		}
		out = append(out, s)
	}
	return out
}

// opposites pairs every row with the next later one that is its opposite, in linear passes, and returns the indices
// of the rows without partner.
func opposites(changes [][]int) (out []subset, rest []int) {
	taken := make([]bool, len(changes))
	for i := range changes {
		for j := i + 1; j < len(changes) && !taken[i]; j++ {
			if !taken[j] && opposite(changes[i], changes[j]) {
				taken[i], taken[j] = true, true
				out = append(out, subset{members: []int{i, j}})
			}
		}
		if !taken[i] {
			rest = append(rest, i)
		}
	}
	return out, rest
}

func opposite(a, b []int) bool {
	for k := range a {
		if a[k] != -b[k] {
			return false
		}
	}
	return true
}

// exactZeroSums tries all subsets of at most maxExact rows.
func exactZeroSums(rows [][]int) []subset {
	n := len(rows)
	if n < 2 {
		return nil
	}
	zero := zeroMasks(rows)
	// Smallest first; a mask of the same size with lower indices is the one that is lexicographically smaller when
	// written as a list, which is the larger one when its bits are reversed.
	slices.SortFunc(zero, func(a, b uint32) int {
		if d := bits.OnesCount32(a) - bits.OnesCount32(b); d != 0 {
			return d
		}
		return int(bits.Reverse32(b)>>16) - int(bits.Reverse32(a)>>16)
	})
	var out []subset
	var used uint32
	var chosen []uint32
	for _, m := range zero {
		if m&used == 0 {
			used |= m
			chosen = append(chosen, m)
			out = append(out, subset{members: members(m)})
		}
	}
	for i, c := range chosen {
		for _, m := range zero {
			if m&c != 0 && m != c && !unionOf(m, chosen) && len(out[i].rivals) < maxRivals {
				out[i].rivals = append(out[i].rivals, members(m))
			}
		}
	}
	return out
}

// unionOf reports whether m is a union of chosen subsets: a zero sum that says nothing new.
func unionOf(m uint32, chosen []uint32) bool {
	for _, c := range chosen {
		if c&m == c {
			m &^= c
		}
	}
	return m == 0
}

// zeroMasks returns the sets of at least two rows that sum to zero in every column.
func zeroMasks(rows [][]int) []uint32 {
	n := len(rows)
	isZero := make([]bool, 1<<n)
	for m := range isZero {
		isZero[m] = bits.OnesCount(uint(m)) >= 2
	}
	sums := make([]int, 1<<n)
	for k := range rows[0] {
		for m := 1; m < 1<<n; m++ {
			low := bits.TrailingZeros(uint(m))
			sums[m] = sums[m&(m-1)] + rows[low][k]
			isZero[m] = isZero[m] && sums[m] == 0
		}
	}
	var zero []uint32
	for m, ok := range isZero {
		if ok {
			zero = append(zero, uint32(m))
		}
	}
	return zero
}

func members(m uint32) []int {
	var list []int
	for ; m != 0; m &= m - 1 {
		list = append(list, bits.TrailingZeros32(m))
	}
	return list
}
