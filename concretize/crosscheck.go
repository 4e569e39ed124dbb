package concretize

import (
	"cmp"
	"slices"
)

// CrossCheck is rule (IV) after the witness: the results of one query must not say different things about how to
// refactor it. It returns those that count, the best first, and whether they agree.
//
// The paper removes all results as soon as two have different vectors, which is the only way it has to tell what
// they say. The witness tells more: results that differ elsewhere but have the same place and the same target agree,
// and a result that explains more of both bodies counts before one that explains less. Only among the best is a
// disagreement a reason to refuse.
//
// Source: Milea et al. 2014, §3.4 (IV).
func CrossCheck(kept []*Accepted) (best []*Accepted, agreed bool) {
	kept = slices.Clone(kept)
	slices.SortStableFunc(kept, func(x, y *Accepted) int {
		return cmp.Or(-cmp.Compare(x.Confidence, y.Confidence), cmp.Compare(x.away(), y.away()))
	})
	for _, acc := range kept {
		if acc.Confidence < kept[0].Confidence-1e-9 {
			break
		}
		if !kept[0].agrees(acc) {
			return nil, false
		}
		best = append(best, acc)
	}
	// The weaker ones are more samples of the same where they agree.
	for _, acc := range kept[len(best):] {
		if kept[0].agrees(acc) {
			best = append(best, acc)
		}
	}
	return best, true
}

// away is how far the sample is from the query, for people who will look at both: lines in one file, any other file,
// any other package.
func (acc *Accepted) away() int {
	q, c := acc.al.q.bodies[0], acc.al.c.bodies[0]
	qm, cm := acc.al.qp.Method(q.method), acc.al.cp.Method(c.method)
	switch {
	case q.file == c.file:
		x, y := q.file.Position(qm.Node).Line, c.file.Position(cm.Node).Line
		return abs(x - y)
	case q.file.Package == c.file.Package:
		return 1 << 30
	}
	return 1 << 31
}

// agrees reports whether two results of one query say the same: by their vectors, or by place and target.
func (acc *Accepted) agrees(o *Accepted) bool {
	rows := acc.judge.c.Rows
	if rows.Base(rows.Row(acc.Sample).Method).Equal(rows.Base(rows.Row(o.Sample).Method)) && rows.Vector(acc.Sample).Equal(rows.Vector(o.Sample)) {
		return true
	}
	if acc.target().Name != o.target().Name {
		return false
	}
	x, y := acc.places(), o.places()
	// One may show one place more than the other: that is no contradiction.
	return slices.ContainsFunc(x, func(p place) bool { return slices.Contains(y, p) })
}

// places are the places in the query that the result would change.
func (acc *Accepted) places() []place {
	out := make([]place, 0, len(acc.sites))
	for _, i := range acc.sites {
		out = append(out, acc.al.q.node(acc.al.sites[i].q).at)
	}
	return out
}
