package scan

import (
	"cmp"
	"slices"

	"refract/concretize"
	"refract/finding"
	"refract/program"
)

// This file makes an opportunity of the candidates of a query that were accepted. Where they are those of the last scan it says what it said, and only
// what stands elsewhere than it did is shown anew.

// disagreed is the refusal of candidates that were accepted, and contradict each other.
var disagreed = concretize.Outcome{Stage: concretize.StageCross, Check: "agree",
	Verdict: finding.Refuse("samples of equal weight say different things")}

// settle keeps what was accepted for query q: as it was where that is the same as in the last scan.
func (w *worker) settle(q int, old *recalled) {
	if len(w.proven) == 0 || w.settledBefore(q, old) {
		return
	}
	all, verdicts := make([]*concretize.Accepted, 0, len(w.proven)), make([]int, 0, len(w.proven))
	for _, k := range w.proven {
		if k.acc == nil { // it is needed after all
			var out concretize.Outcome
			if k.acc, out = w.judgedAgain(q, k.row); out.Refused {
				w.rec.notes.verdicts[k.verdict].said = saidOf(w.refuseOne(out), true)
				continue
			}
		}
		all, verdicts = append(all, k.acc), append(verdicts, k.verdict)
	}
	if len(all) > 0 {
		w.keep(w.d.q.Rows.Row(q).Method, all, verdicts)
	}
}

// judgedAgain judges a candidate that the last scan accepted for what is the same now. What that comes from is noted already, but for what is shown.
func (w *worker) judgedAgain(q, c int) (*concretize.Accepted, concretize.Outcome) {
	n := &w.rec.notes
	defer func(noted int) { n.units = n.units[:noted] }(len(n.units))
	return w.judged(q, c)
}

// keep applies rule (IV) to the results that remain for one query, of which the verdicts have those numbers, and reports them as one opportunity.
func (w *worker) keep(method program.MethodID, kept []*concretize.Accepted, verdicts []int) {
	w.s.accepted += len(kept)
	weighed := w.weighing()
	best, agreed := concretize.CrossCheck(kept)
	if !agreed {
		weighed(verdicts[0])
		w.count(disagreed, len(kept))
		for _, acc := range kept {
			w.explainOne(acc.Query, acc.Sample, disagreed, nil)
		}
		return
	}
	numberOf := func(acc *concretize.Accepted) int { return verdicts[slices.Index(kept, acc)] }
	weighed(numberOf(best[len(best)-1])) // any but the best, if there is one: of that no more need be known than what it came from
	weighed = w.weighing()
	opp := best[0].Opportunity()
	weighed(numberOf(best[0]))
	for _, acc := range kept {
		w.explainOne(acc.Query, acc.Sample, concretize.Outcome{}, acc)
	}
	showing := w.showing()
	for _, acc := range best[1:] {
		opp.Samples = append(opp.Samples, acc.SamplePlace())
	}
	showing()
	if w.rec != nil {
		for _, acc := range best {
			w.rec.notes.best = append(w.rec.notes.best, int32(numberOf(acc)))
		}
	}
	w.s.found = append(w.s.found, result{method: method, opp: &opp, weight: weightOf(&opp), row: -1})
}

// weighing begins to note what is read to weigh results against one another, or to show the best. What it returns ends that: it is part of what the verdict
// of that number came from.
func (w *worker) weighing() (end func(verdict int)) {
	if w.rec == nil {
		return func(int) {}
	}
	mark := w.judge.Begin()
	return func(verdict int) {
		n, from := &w.rec.notes, len(w.rec.notes.weighed)
		n.weighed = w.judge.End(mark, n.weighed)
		n.weighs = append(n.weighs, weigh{verdict, len(n.weighed)})
		n.shown = append(n.shown, n.weighed[from:]...)
	}
}

// showing begins to note what is read to show results, which the function that it returns ends.
func (w *worker) showing() (end func()) {
	if w.rec == nil {
		return func() {}
	}
	mark := w.judge.Begin()
	return func() { w.rec.notes.shown = w.judge.End(mark, w.rec.notes.shown) }
}

// settledBefore keeps what the last scan made of the same candidates, if it accepted these and no others, in this order, and they weigh what they weighed. It
// reports whether it did.
func (w *worker) settledBefore(q int, old *recalled) bool {
	if old == nil || len(w.proven) != old.accepted || slices.ContainsFunc(w.proven, func(k proven) bool { return k.acc != nil }) ||
		!old.shows && w.liesElsewhere(q) || !slices.IsSortedFunc(w.proven, func(x, y proven) int { return cmp.Compare(x.then, y.then) }) {
		return false // candidates that weigh the same are shown in the order in which they are judged
	}
	var best []int32
	for _, then := range old.best {
		i := slices.IndexFunc(w.proven, func(k proven) bool { return k.then == then })
		if i < 0 {
			return false
		}
		best = append(best, int32(w.proven[i].verdict))
	}
	res, shown := w.d.redo.results[int32(q)]
	if shown != (len(old.best) > 0) || shown && len(old.best) != len(res.opp.Samples) || shown && !old.shows && !w.showAgain(q, old, &res) {
		return false
	}
	if shown {
		w.s.found = append(w.s.found, res)
	} else {
		w.count(disagreed, len(w.proven))
	}
	w.s.accepted += len(w.proven)
	w.rec.notes.still, w.rec.notes.best = true, best
	return true
}

// liesElsewhere reports whether a candidate that was accepted is in the file of query q, and something in that is not as it was: how far a sample is away
// tells between samples of equal weight.
func (w *worker) liesElsewhere(q int) bool {
	p, method := w.d.q.Program, w.d.q.Rows.Row(q).Method
	return w.moved(method) && slices.ContainsFunc(w.proven, func(k proven) bool {
		return p.Method(w.d.a.Rows.Row(k.row).Method).File == p.Method(method).File
	})
}

// moved reports whether something in the file of m is not as it was.
func (w *worker) moved(m program.MethodID) bool {
	return !w.d.redo.past.hasItsText(w.d.o.keep, w.d.q.Program.Method(m).File)
}

// hasItsText reports whether file now has the text of the last scan.
func (p *past) hasItsText(k *keeper, now int32) bool {
	slot := k.slots[now]
	return k.then[now] >= 0 && p.files[slot] == now && !p.changed[slot].touches(tracePlaces)
}

// showAgain makes of a result of the last scan, on which old.best are the verdicts, what is to be shown now: what stands in files that are not as they
// were is read there. It reports false where the best sample is none any more.
func (w *worker) showAgain(q int, old *recalled, res *result) bool {
	opp, rows := res.opp, w.d.a.Rows
	anew := false
	if w.partsMoved(old, old.own) || w.partsMoved(old, old.partsOf(int(old.best[0]))) {
		acc, out := w.judgedAgain(q, int(old.rows[old.best[0]]))
		if out.Refused {
			return false
		}
		samples := opp.Samples[1:]
		*opp = acc.Opportunity()
		opp.Samples, anew = append(opp.Samples, samples...), true
	}
	for i, v := range old.best[1:] {
		row := int(old.rows[v])
		if w.moved(rows.Row(row).Method) || slices.ContainsFunc(rows.Inlined(row), w.moved) {
			opp.Samples[i+1], anew = w.judge.SamplePlace(row), true
		}
	}
	if anew {
		res.inPart, res.kept, res.row, res.weight = 0, nil, -1, weightOf(opp)
	}
	return true
}

// partsMoved reports whether something in the files of parts of old.from is not as it was.
func (w *worker) partsMoved(old *recalled, parts []int32) bool {
	return slices.ContainsFunc(parts, func(part int32) bool {
		file, _ := w.d.q.Program.Part(old.units[part])
		return !w.d.redo.past.hasItsText(w.d.o.keep, file)
	})
}
