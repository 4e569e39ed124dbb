package scan

import (
	"refract/concretize"
	"refract/finding"
	"refract/program"
)

// This file asks for one query, and remembers the answer or takes it from the last scan.

// ask is query, unless the last scan judged the same candidates of the same query, and all that its verdicts came from is
// as it was.
func (w *worker) ask(q int, passed []candidate) {
	if w.rec == nil {
		w.query(q, passed)
		return
	}
	rec := &w.rec.record
	rec.refused = w.s.flush(rec.refused) // those by checks
	rec.asked = append(rec.asked, asked{})
	a := &rec.asked[len(rec.asked)-1]
	k := w.d.o.keep
	a.file = w.d.q.Program.Method(w.d.q.Rows.Row(q).Method).File
	a.row = int32(q) - k.firstRow[a.file]
	for _, p := range passed {
		a.rows += len(p.rows)
	}
	if old := w.d.redo.asked(q); old != nil && w.sameAs(old, a.rows, passed) {
		w.repeat(q, old, a)
	} else {
		before := w.s.sums()
		mark := w.judge.Begin()
		a.judged, a.whole = w.query(q, passed)
		units := w.judge.End(mark)
		after := w.s.sums()
		a.aligned, a.accepted = after[sumAligned]-before[sumAligned], after[sumAccepted]-before[sumAccepted]
		a.from = traceOf(w.d.q.Program, units, a.accepted > 0)
		a.prefix = w.judgedOnes(passed, a.judged)
	}
	a.refused = w.s.flush(nil)
	for i := w.rec.found; i < len(w.s.found); i++ {
		if w.s.found[i].row < 0 {
			w.s.found[i].row = int32(q)
		}
	}
}

// judgedOnes is a hash of the first n candidates by what they are. Those that are new are known to be; what only the hash tells
// is that others are gone, or that MaxAnswers cut others.
func (w *worker) judgedOnes(passed []candidate, n int) (hash uint64) {
	for _, p := range passed {
		for _, row := range p.rows {
			if n == 0 {
				return hash
			}
			n--
			hash = program.Mix(hash, w.d.a.rowSum(int(w.d.aRows.row[row])))
		}
	}
	return hash
}

// sameAs reports whether old says what is to be said of a query with so many candidates.
func (w *worker) sameAs(old *asked, rows int, passed []candidate) bool {
	if old.whole {
		return true
	}
	if old.judged > rows || old.judged < rows && old.judged == old.rows {
		return false // there are others to judge
	}
	w.nearest(passed)
	n := old.judged
	for _, p := range passed {
		for _, row := range p.rows {
			if n == 0 {
				break
			}
			n--
			if w.d.redo.past.isNew[w.d.aRows.row[row]] {
				return false
			}
		}
	}
	return w.judgedOnes(passed, old.judged) == old.prefix
}

// repeat says of query q what old says, and fills in a.
func (w *worker) repeat(q int, old, a *asked) {
	r := w.d.redo
	a.judged, a.whole, a.prefix, a.aligned, a.accepted, a.from = old.judged, old.whole, old.prefix, old.aligned, old.accepted, old.from
	enough := w.d.enough
	for _, x := range old.refused {
		switch out := r.m.Outcomes[x.outcome]; {
		case old.whole:
			w.count(out, a.rows)
		case out != enough:
			w.count(out, x.n)
		}
	}
	if !old.whole {
		w.count(enough, a.rows-a.judged)
	}
	w.s.add(&sums{sumRows: a.rows, sumAligned: a.aligned, sumAccepted: a.accepted})
	if res, ok := r.results[int32(q)]; ok {
		w.s.found = append(w.s.found, res)
	}
}

// enough is the refusal of candidates that were not judged.
func enough(most int) concretize.Outcome {
	return concretize.Outcome{Stage: concretize.StageStructural, Check: "cap",
		Verdict: finding.Refuse("beyond the %d nearest candidates of one method", most)}
}
