package scan

import (
	"slices"

	"refract/concretize"
	"refract/finding"
	"refract/index"
	"refract/internal/wire"
	"refract/program"
)

// This file asks for one query, and remembers the answer or takes it from the last scan.

// ask is query, which remembers what was decided, and takes over what the last scan decided on the same candidates of the same query, as
// far as all that this came from is as it was.
func (w *worker) ask(q int, passed []candidate) {
	if w.rec == nil {
		w.query(q, passed, nil)
		return
	}
	rec := &w.rec.record
	rec.refused = w.s.flush(rec.refused) // those by checks
	rec.asked = append(rec.asked, asked{})
	a := &rec.asked[len(rec.asked)-1]
	k := w.d.o.keep
	file := w.d.q.Program.Method(w.d.q.Rows.Row(q).Method).File
	a.file, a.row = k.slots[file], int32(q)-k.firstRow[file]
	a.rows = w.rows
	room := &w.rec.past.room
	before, then := w.s.sums(), w.rec.past.find(int32(q))
	if w.stands(q, then, passed) {
		w.standing(q, then, a)
	} else if old := w.rec.past.read(then); old != nil && old.whole {
		w.repeat(old, a)
	} else {
		n := &w.rec.notes
		n.reset()
		a.whole = w.query(q, passed, old)
		if n.repeats(old) {
			n.copy(a, old)
		} else {
			n.fill(a, w.d.q.Program, k.slots, old, room)
		}
	}
	after := w.s.sums()
	a.aligned, a.accepted = after[sumAligned]-before[sumAligned], after[sumAccepted]-before[sumAccepted]
	from := len(room.refused)
	room.refused = w.s.flush(room.refused)
	a.refused = tailOf(room.refused, from)
	for i := w.rec.found; i < len(w.s.found); i++ {
		if w.s.found[i].row < 0 {
			w.s.found[i].row = int32(q)
		}
	}
}

// stands reports whether query q is to be told what the last scan says of it, word for word: nothing differs that this came from or that is shown of it, and if the
// query itself was not refused its candidates are the same.
func (w *worker) stands(q int, then *forgottenQuery, passed []candidate) bool {
	if then == nil || then.becomes != holds || !w.d.redo.alike {
		return false
	}
	if then.whole {
		return true
	}
	// As many candidates as there were of which none is new are those that there were. If all of them were judged and none was accepted their order does not matter.
	if then.dropped || int(then.rows) != w.rows || w.meetsNew(passed) || (then.accepted > 0 || int(then.aligned) >= w.d.o.MaxAligned) && !w.inOrder(then, passed) {
		return false
	}
	res, shown := w.d.redo.results[int32(q)]
	return shown == (then.best > 0) && (!shown || len(res.opp.Samples) == int(then.best))
}

// meetsNew reports whether one of the candidates at hand is new.
func (w *worker) meetsNew(passed []candidate) bool {
	if w.near.news == notAsked {
		isNew, row := w.d.redo.past.isNew, w.d.aRows.row
		w.near.news = answerTo(slices.ContainsFunc(passed, func(c candidate) bool {
			return slices.ContainsFunc(c.rows, func(r uint32) bool { return isNew[row[r]] })
		}))
	}
	return w.near.news == yes
}

// inOrder reports whether candidates that were those of a query have the order that they had: the buckets that they are in have.
func (w *worker) inOrder(then *forgottenQuery, passed []candidate) bool {
	if w.near.stays == notAsked { // all queries at hand are in one bucket, and have the same candidates
		w.near.stays = answerTo(w.hitsInOrder(then, passed))
	}
	return w.near.stays == yes
}

// hitsInOrder is inOrder.
func (w *worker) hitsInOrder(then *forgottenQuery, passed []candidate) bool {
	near, r := &w.near, w.d.redo
	near.inHit, near.keys = append(near.inHit[:0], make([]bool, len(w.hits))...), near.keys[:0]
	for i := range passed {
		near.inHit[passed[i].hit] = true
	}
	for i, is := range near.inHit {
		if !is {
			continue
		}
		key := index.Short(w.d.aRows.buckets.Hash(w.hits[i].Bucket))
		if r.m.shares(key) {
			return false // which of the buckets with that key it was is not told
		}
		near.keys = append(near.keys, key)
	}
	return r.forgotten.hitInOrder(then, near.keys)
}

// standingHook, where not nil, is told of each query of which the last scan's answer stands. It is for tests.
var standingHook func(then *forgottenQuery)

// standing says of query q, of which a is filled in, what then does.
func (w *worker) standing(q int, then *forgottenQuery, a *asked) {
	if standingHook != nil {
		standingHook(then)
	}
	f := &w.d.redo.forgotten
	in := recordReader{wire.Skimmer{B: f.records, At: int(then.refused)}, len(f.fewer), f.files}
	for range in.Count(2) {
		outcome, n := in.number(in.outcomes), int(in.Uvarint())
		if then.whole {
			n = a.rows // all of them
		}
		w.s.tallies.count(int(outcome), n)
	}
	w.s.rows += a.rows
	w.s.aligned += int(then.aligned)
	w.s.accepted += int(then.accepted)
	if then.best > 0 {
		w.s.found = append(w.s.found, w.d.redo.results[int32(q)])
	}
	a.traces, a.whole = f.records[then.traces:then.tracesEnd], then.whole
	if !then.whole {
		a.judgement = f.records[then.judgement:then.judgementEnd]
	}
}

// repeat says of a query, of which a is filled in, that it is refused as before.
func (w *worker) repeat(old *recalled, a *asked) {
	for _, x := range old.refused {
		w.s.tallies.count(w.number(int32(x.outcome)), a.rows)
	}
	w.s.rows += a.rows
	a.whole, a.from = true, old.from
}

// checkQuery asks what is asked of a query alone, unless old says that it passed.
func (w *worker) checkQuery(q int, old *recalled) concretize.Outcome {
	if w.rec == nil {
		return w.judge.CheckQuery(q)
	}
	n := &w.rec.notes
	if old != nil {
		for _, part := range old.own {
			n.units = append(n.units, old.units[part])
		}
		n.own = len(n.units)
		return concretize.Outcome{}
	}
	mark := w.judge.Begin()
	out := w.judge.CheckQuery(q)
	n.units = w.judge.End(mark, n.units)
	n.own = len(n.units)
	return out
}

// candidate decides on candidate c of query q, by what old says of it if it says anything. It reports whether it was aligned for that.
func (w *worker) candidate(q, c int, old *recalled) (aligned bool) {
	if i := old.verdict(int32(c)); i >= 0 {
		v := &old.verdicts[i]
		said := v.said
		if said == accepted {
			w.proven = append(w.proven, proven{row: c, verdict: len(w.rec.notes.verdicts), then: int32(i)})
		} else {
			number := w.number(v.refusal())
			w.s.tallies.count(number, 1)
			said = saidOf(number, v.aligned())
		}
		w.rec.notes.takeOver(old, i, said)
		return v.aligned()
	}
	acc, out := w.judged(q, c)
	aligned = out.Stage != concretize.StageFilter
	if !out.Refused {
		k := proven{row: c, acc: acc}
		if w.rec != nil {
			k.verdict = len(w.rec.notes.verdicts)
			w.note(c, accepted)
		}
		w.proven = append(w.proven, k)
		return aligned
	}
	w.explainOne(q, c, out, nil)
	number := w.refuseOne(out)
	if w.rec != nil {
		w.note(c, saidOf(number, aligned))
	}
	return aligned
}

// refuseOne counts the refusal of one candidate, and returns its number.
func (w *worker) refuseOne(out concretize.Outcome) int {
	out.Stage = concretize.StageStructural // a filter of methods is no filter of their vectors
	w.count(out, 1)
	return w.lastNumber
}

// judged judges one candidate, and notes what that came from.
func (w *worker) judged(q, c int) (*concretize.Accepted, concretize.Outcome) {
	if w.rec == nil {
		return w.judgeOne(q, c)
	}
	n, mark, from := &w.rec.notes, w.judge.Begin(), len(w.rec.notes.units)
	acc, out := w.judgeOne(q, c)
	if n.units = w.judge.End(mark, n.units); !out.Refused {
		n.shown = append(n.shown, n.units[from:]...)
	}
	return acc, out
}

// note notes what was said of candidate c.
func (w *worker) note(c int, said int32) {
	m := w.d.a.Rows.Row(c).Method
	first, _ := w.d.a.Rows.Rows(m)
	file, method := w.d.o.keep.ordinal(w.d.a.Program, m)
	w.rec.notes.note(w.d.a.Program.UnitOf(file, program.PartMethod(method)), int32(c-first), said)
}

// enough is the refusal of candidates that were not judged.
func enough(most int) concretize.Outcome {
	return concretize.Outcome{Stage: concretize.StageStructural, Check: "cap",
		Verdict: finding.Refuse("beyond the %d nearest candidates of one method", most)}
}
