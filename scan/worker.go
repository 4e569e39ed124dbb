package scan

import (
	"context"
	"slices"
	"sync"
	"time"

	"refract/concretize"
	"refract/finding"
	"refract/inline"
	"refract/lsh"
	"refract/rules"
	"refract/vectors"
)

// This file is the work on one shard of a join: checks, alignment, and what is kept for each query.

// worker is the state of one shard while it runs.
type worker struct {
	d       *detector
	s       *shard
	checker *concretize.Checker
	judge   *concretize.Judge
	facts   rules.Facts
	rows    int       // of the candidates at hand, all together
	near    nearness  // of the candidates at hand
	hits    []lsh.Hit // in which they are
	*scratch
	// last is the refusal that was counted last, and lastNumber its number in the shard, -1 for none: they come in runs.
	last       concretize.Outcome
	lastNumber int
	rec        *recorder // nil where nothing is kept
	proven     []proven  // scratch: of the query at hand
	numbers    []int     // see number
}

// scratch is memory of a worker for one query after the other, and then of another worker: a scan again has hundreds of shards of few queries each.
type scratch struct {
	values []int // of the query
	passed []candidate
	looked looked // see partners.in
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// proven is a candidate that was accepted.
type proven struct {
	row     int
	acc     *concretize.Accepted // nil where the last scan accepted it
	verdict int                  // its number in the notes of the query
	then    int32                // its number in what the last scan says of the query, where that accepted it
}

// candidate is a class of results that passed the checks, with its distance from the query once that is asked for.
type candidate struct {
	rows     []uint32 // of aRows
	hit      int32    // the number of the bucket among those that were hit
	distance int32
}

func (d *detector) shard(ctx context.Context, s *shard, index lsh.Index, desk *concretize.Desk) {
	start := time.Now()
	defer func() { s.took[0] = time.Since(start) }()
	w := &worker{d: d, s: s, checker: concretize.NewChecker(d.rule), judge: concretize.NewJudge(d.rule, d.q.Side, d.a.Side, desk), lastNumber: -1}
	w.scratch = scratches.Get().(*scratch)
	defer func() {
		w.looked.known = false // nothing is, of another rule
		scratches.Put(w.scratch)
	}()
	o := lsh.Options{MaxAnswers: d.o.MaxAnswers, SkipOwn: d.rule.Filters.Clones, From: s.from, To: s.to, Stats: &s.join}
	if d.plain != nil {
		w.rec = newRecorder(d.redo, &d.o.keep.records)
		o.Done = w.done
		defer func() { s.records = w.rec.end() }()
	}
	for m := range lsh.Join(d.qRows.buckets, index, o) {
		if ctx.Err() != nil {
			return
		}
		w.match(m)
	}
}

// match looks at one class of queries and all its answers.
func (w *worker) match(m *lsh.Match) {
	start := time.Now()
	w.loadQuery(int(w.d.qRows.row[m.Query.Rows[0]]))
	passed := w.check(m)
	w.s.took[1] += time.Since(start)
	if len(passed) == 0 {
		return
	}
	start = time.Now()
	w.near.measured, w.near.ordered, w.near.news, w.near.stays, w.rows = false, 0, notAsked, notAsked, 0
	w.hits = m.Hits()
	for i := range passed {
		w.rows += len(passed[i].rows)
	}
	for _, row := range m.Query.Rows {
		w.ask(int(w.d.qRows.row[row]), passed)
	}
	w.s.took[2] += time.Since(start)
}

// check returns the answers of m that pass the checks. They are valid until the next call.
func (w *worker) check(m *lsh.Match) []candidate {
	d := w.d
	if d.o.Explain != nil && slices.ContainsFunc(m.Query.Rows, func(r uint32) bool { return d.explains(d.q.Rows.Row(int(d.qRows.row[r])).Method) }) {
		return w.checkEach(m)
	}
	own := d.rule.Filters.Clones
	out := w.checker.Query(&w.facts)
	if !out.Refused {
		w.values = w.checker.QueryValues(w.values[:0], &w.facts)
		out = w.checker.NoSample(w.values)
	}
	if out.Refused {
		n := w.answersOf(m, own)
		w.s.join.Answers += n
		w.s.pairs += n
		w.count(out, n)
		return nil
	}
	ask := &question{query: m.Query, values: w.values, own: own, left: d.o.MaxAnswers}
	w.passed = w.passed[:0]
	for i, hit := range m.Hits() {
		w.passed = w.meet(w.passed, ask, hit, int32(i))
	}
	return w.passed
}

// checkEach is check for a query of which every refused answer is to be written down.
func (w *worker) checkEach(m *lsh.Match) []candidate {
	w.passed = w.passed[:0]
	for ans := range m.Answers() {
		w.loadAnswer(int(w.d.aRows.row[ans.Rows[0]]))
		w.s.pairs++
		if out := w.checker.Check(&w.facts); out.Refused {
			w.refuse(out, m.Query.Rows, ans.Rows)
			continue
		}
		w.s.passed++
		w.passed = append(w.passed, candidate{rows: ans.Rows, hit: int32(len(w.passed))})
	}
	return w.passed
}

func (w *worker) loadQuery(q int) {
	w.facts.Q, w.facts.QI, w.facts.InlinedQuery = load(w.d.q.Rows, q, w.facts.InlinedQuery[:0])
}

func (w *worker) loadAnswer(c int) {
	w.facts.C, w.facts.CI, w.facts.Inlined = load(w.d.a.Rows, c, w.facts.Inlined[:0])
}

// load returns the vectors of row r: of its method as it stands, with what is inlined, and of what is inlined, which are appended
// to into.
func load(t *inline.Table, r int, into []vectors.Vector) (base, row vectors.Vector, inlined []vectors.Vector) {
	row = t.Vector(r)
	if t.Row(r).Mode == inline.None {
		return row, row, into
	}
	for _, m := range t.Inlined(r) {
		into = append(into, t.Base(m))
	}
	return t.Base(t.Row(r).Method), row, into
}

// query aligns one query with the nearest of its candidates and keeps what holds; what old, which may be nil, says of it is not found out
// again. It reports whether the query itself was refused.
func (w *worker) query(q int, passed []candidate, old *recalled) (whole bool) {
	d := w.d
	w.s.rows += w.rows
	if out := w.checkQuery(q, old); out.Refused {
		w.count(out, w.rows)
		w.explainAll(q, passed, out)
		return true
	}
	w.proven = w.proven[:0]
	w.count(d.enough, w.candidates(q, passed, old))
	w.settle(q, old)
	return false
}

// candidates decides on the candidates of query q, the nearest first, until enough of them were aligned. It returns how many are left, as rows.
func (w *worker) candidates(q int, passed []candidate, old *recalled) (left int) {
	d, aligned := w.d, 0
	most := d.o.MaxAligned
	if d.explains(d.q.Rows.Row(q).Method) {
		most = w.rows
	}
	left = w.rows
	for at := 0; at < len(passed) && aligned < most; at++ {
		w.nearest(passed, at+1)
		for _, row := range passed[at].rows {
			if aligned >= most {
				return left
			}
			left--
			if w.candidate(q, int(d.aRows.row[row]), old) {
				aligned++
				w.s.aligned++
			}
		}
	}
	return left
}

// judgeHook, where not nil, is told of each candidate that is judged. It is for tests.
var judgeHook func()

func (w *worker) judgeOne(q, c int) (*concretize.Accepted, concretize.Outcome) {
	d := w.d
	if judgeHook != nil {
		judgeHook()
	}
	if d.o.Successor != nil && d.o.Successor(d.q.Rows.Row(q).Method) != d.a.Rows.Row(c).Method {
		return nil, concretize.Outcome{Stage: concretize.StageFilter, Check: "names", Verdict: finding.Refuse("the names differ")}
	}
	w.judge.Brief = !d.explains(d.q.Rows.Row(q).Method)
	return w.judge.Judge(q, c)
}
