package scan

import (
	"cmp"
	"slices"

	"refract/vectors"
)

// This file brings the candidates of a query into order, the nearest by concrete vectors first.

// nearness is what is known of the order of the candidates at hand.
type nearness struct {
	measured bool          // their distances are known
	news     answer        // one of them is new
	stays    answer        // they have the order that they had, if none is
	ordered  int           // how many of them, in front, are the nearest in their order
	inHit    []bool        // scratch: by bucket that was hit, that one of them is in it
	keys     []uint64      // scratch: of these
	count    [told]int32   // scratch: by distance
	counts   vectors.Dense // scratch, zero everywhere between two measurements: the counts of the query
}

// answer is an answer to a question of yes or no that may not have been asked.
type answer uint8

const (
	notAsked answer = iota
	yes
	no
)

func answerTo(is bool) answer {
	if is {
		return yes
	}
	return no
}

const (
	// few is how many candidates are brought into order at first. Most queries come to their alignments within them, and some have thousands.
	few = 16
	// told is how many distances are told apart when they are counted: the last stands for all that are longer as well.
	told = 256
)

// nearest brings the candidates of the query at hand into order, at least the first n: by distance, by bucket, by row. Most queries are refused before
// anybody asks for that.
func (w *worker) nearest(passed []candidate, n int) {
	if n <= w.near.ordered {
		return
	}
	if !w.near.measured && len(passed) > 1 {
		w.measure(passed)
	}
	w.near.measured = true
	rest := passed[w.near.ordered:]
	if w.near.ordered == 0 && len(rest) > 2*few {
		rest = w.near.front(rest)
	}
	slices.SortFunc(rest, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(x.distance, y.distance), cmp.Compare(x.hit, y.hit), cmp.Compare(x.rows[0], y.rows[0]))
	})
	w.near.ordered += len(rest)
}

// measure finds out how far the candidates are from the query at hand: in how many counts their vectors with what is inlined differ from its own.
func (w *worker) measure(passed []candidate) {
	q, rows := w.facts.QI, w.d.a.Rows
	counts := &w.near.counts
	counts.Add(q, 1)
	sum := q.Total()
	for i := range passed {
		p := &passed[i]
		p.distance = int32(sum + further(counts, rows.Vector(int(w.d.aRows.row[p.rows[0]]))))
	}
	counts.Add(q, -1)
}

// further is in how many more counts v differs from a vector than the zero vector does, where counts has that one's. Nothing is decided on the way from one
// entry to the next, as would be where the entries of two vectors are merged.
func further(counts *vectors.Dense, v vectors.Vector) int {
	more := int32(0)
	for _, e := range v {
		n, of := int32(e.Count()), counts[e.Feature()]
		more += max(n-of, of-n) - of
	}
	return int(more)
}

// front brings some of the nearest candidates to the front and returns them: all up to a distance within which there are enough. It takes one pass over
// all to count them by distance, and one to move those.
func (n *nearness) front(all []candidate) []candidate {
	clear(n.count[:])
	for i := range all {
		n.count[min(all[i].distance, told-1)]++
	}
	limit, within := int32(0), n.count[0]
	for within < few {
		limit++
		within += n.count[limit]
	}
	if limit == told-1 {
		return all
	}
	k := 0
	for i := range all {
		if all[i].distance <= limit {
			all[i], all[k] = all[k], all[i]
			k++
		}
	}
	return all[:k]
}
