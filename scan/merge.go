package scan

import (
	"cmp"
	"slices"
	"time"

	"refract/concretize"
	"refract/finding"
	"refract/lsh"
	"refract/program"
)

// This file counts what the shards of a join did, and brings their results together.

// count adds n refusals.
func (w *worker) count(out concretize.Outcome, n int) {
	if n == 0 {
		return
	}
	if w.lastNumber < 0 || out != w.last {
		w.last, w.lastNumber = out, w.s.of(out)
	}
	w.s.tallies.count(w.lastNumber, n)
}

// refuse counts a refused pair of classes, and explains it where one of its queries was asked for.
func (w *worker) refuse(out concretize.Outcome, queries, answers []uint32) {
	w.count(out, 1)
	if w.d.o.Explain == nil {
		return
	}
	for _, q := range queries {
		if row := int(w.d.qRows.row[q]); w.d.explains(w.d.q.Rows.Row(row).Method) {
			for _, c := range answers {
				w.explainOne(row, int(w.d.aRows.row[c]), out, nil)
			}
		}
	}
}

func (d *detector) explains(m program.MethodID) bool { return d.o.Explain != nil && d.o.Explain(m) }

func (w *worker) explainAll(q int, passed []candidate, out concretize.Outcome) {
	if !w.d.explains(w.d.q.Rows.Row(q).Method) {
		return
	}
	w.nearest(passed, len(passed))
	for _, p := range passed {
		for _, row := range p.rows {
			w.explainOne(q, int(w.d.aRows.row[row]), out, nil)
		}
	}
}

// explainOne writes down what became of one candidate of a method that was asked for.
func (w *worker) explainOne(q, c int, out concretize.Outcome, acc *concretize.Accepted) {
	d := w.d
	m := d.q.Rows.Row(q).Method
	if !d.explains(m) {
		return
	}
	r := finding.Refusal{Rule: d.rule.ID, Query: concretize.Place(d.q.Program, m), Stage: out.Stage, Check: out.Check, Reason: out.Reason,
		Sample: concretize.Place(d.a.Program, d.a.Rows.Row(c).Method)}
	for _, in := range d.a.Rows.Inlined(c) {
		r.Inlined = append(r.Inlined, concretize.Place(d.a.Program, in))
	}
	if acc != nil {
		r.Reason = "accepted with confidence " + percent(acc.Confidence)
		r.Confidence = finding.Confidence(acc.Confidence)
	}
	w.s.explain = append(w.s.explain, r)
}

// merge brings the shards together in their order: results, counts, and what all workers together spent on each stage. It numbers outcomes as known does.
func (d *detector) merge(shards []*shard, known *numbering) {
	total := shard{tallies: newTallies(known)}
	var spent [3]time.Duration
	for _, s := range shards {
		sum := s.sums()
		total.add(&sum)
		s.flush(nil)
		for i, n := range s.total {
			total.total[total.of(s.outcomes[i])] += n
		}
		for i := range spent {
			spent[i] += s.took[i]
		}
		total.found = append(total.found, s.found...)
		d.out.Explained = append(d.out.Explained, s.explain...)
	}
	d.takeOver(&total, shards)
	byStage := map[string]tally{}
	for i, out := range total.outcomes {
		if total.total[i] == 0 {
			continue // of the last scan
		}
		if byStage[out.Stage] == nil {
			byStage[out.Stage] = tally{}
		}
		byStage[out.Stage][out.Check+": "+out.Reason] += total.total[i]
	}
	best := bestOfMethod(total.found)
	d.out.Opportunities = slices.Grow(d.out.Opportunities, len(best))
	for i := range best {
		if best[i].opp == nil {
			d.out.Opportunities = append(d.out.Opportunities, finding.Opportunity{Confidence: finding.Confidence(best[i].weight.Confidence)})
			continue
		}
		d.out.Opportunities = append(d.out.Opportunities, *best[i].opp)
	}
	d.place(best)
	d.out.Stages = append(d.out.Stages,
		joinStage(total.join, spent[0]-spent[1]-spent[2]),
		stageOf("checks", total.pairs, total.passed, spent[1], byStage, concretize.StageFilter, concretize.StageCheck),
		stageOf("witness", total.rows, total.accepted, spent[2], byStage, concretize.StageStructural, concretize.StageWitness),
		stageOf("cross-check", total.accepted, len(best), 0, byStage, concretize.StageCross))
}

func joinStage(st lsh.Stats, took time.Duration) Stage {
	s := Stage{Name: "join", In: st.Queries, Out: st.Answers, Took: took}
	s.refuse("no answer", st.Queries-st.Matches)
	s.refuse("clones", st.Own)
	s.refuse("beyond the nearest answers of one query", st.Dropped)
	return s
}

func stageOf(name string, in, out int, took time.Duration, byStage map[string]tally, stages ...string) Stage {
	all := tally{}
	for _, s := range stages {
		all.add(byStage[s])
	}
	return Stage{Name: name, In: in, Out: out, Took: took, Refused: all.counts()}
}

// bestOfMethod keeps for each query method the opportunity of the highest confidence: its rows (inlined in several
// ways) ask separately. The order is that of the methods.
func bestOfMethod(found []result) []result {
	slices.SortStableFunc(found, func(x, y result) int {
		return cmp.Or(cmp.Compare(x.method, y.method), x.weight.compare(&y.weight))
	})
	return slices.CompactFunc(found, func(x, y result) bool { return x.method == y.method })
}
