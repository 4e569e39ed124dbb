package concretize

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/mapping"
	"refract/program"
	"refract/rules"
)

// A Judge decides on the candidates of one rule that have passed the checks on vectors: it aligns the two bodies and
// asks the rule's structural checks. It belongs to one goroutine.
type Judge struct {
	// Brief asks for less to be said of a refusal where that is cheaper: what no alignment can show is refused without
	// one. It changes no result.
	Brief bool

	rule       *rules.Rule
	q, c       *half
	allow      allowed
	essential  allowance
	checks     []*structuralCheck
	ofSamples  bool                    // some of them need the sample alone
	samples    map[int]cached[Outcome] // of checkSample, by row
	reads      map[program.MethodID]cached[fieldPlaces]
	getters    map[int]cached[fieldPlaces]               // by row
	gotten     map[fieldOf]cached[bool]                  // of hasGetter
	names      map[int]cached[[]string]                  // of parameterNames, by row
	parts      map[int]cached[map[string]bool]           // of componentNames, by row
	asked      map[int]cached[map[program.MethodID]bool] // of askedThroughGetter, by row
	ops        map[program.MethodID]cached[[2]bool]      // of compoundOps
	places     [2]map[program.MethodID]cached[places]    // of temporaries and of values, see noValueAtRead
	statements keptCounts
	aligner    *aligner
	shaped     shaped
	implied    derived // the query with its implied else
	lacking    derived // the query without temporaries
}

// derived is what was made of a form, for the next candidates of one query.
type derived struct {
	of, form *form
	locals   []int32 // that it is without
}

// impliedElse is that of a query.
func (j *Judge) impliedElse(q *form) *form {
	if j.implied.of != q {
		j.implied = derived{of: q, form: q.impliedElse()}
	}
	return j.implied.form
}

// withoutTemps is that of a query.
func (j *Judge) withoutTemps(q *form, locals []int32) *form {
	if j.lacking.of != q || !slices.Equal(j.lacking.locals, locals) {
		j.lacking = derived{q, q.withoutTemps(locals), locals}
	}
	return j.lacking.form
}

// shaped is a query in the shapes that transformations of whole statements give it.
type shaped struct {
	of    *form
	forms []*form
}

// transforms are the differences that only statements have which a transformation made.
var transforms = allowedOf([]string{"moved-fragment", "consolidated-conditional", "guard-clause"})

// shapedOf returns q in the shapes that the rule is about, which are made once for all its candidates.
func (j *Judge) shapedOf(q *form) []*form {
	if j.shaped.of != q {
		j.shaped = shaped{q, q.transformed(j.allow)}
	}
	return j.shaped.forms
}

// A Desk is what one worker has looked up of the sides it works on: bodies, and what is known of them. Judges of
// different rules use it one after the other, since most rules ask about the same few methods. It belongs to one
// goroutine at a time.
type Desk struct {
	sides map[*Side]*half
	order mapping.InOrder // memory of the alignments
}

// NewDesk returns an empty desk.
func NewDesk() *Desk { return &Desk{sides: map[*Side]*half{}} }

func (d *Desk) half(s *Side, returns bool) *half {
	h := d.sides[s]
	if h == nil {
		h = newHalf(s)
		d.sides[s] = h
	}
	if h.returns != returns {
		clear(h.rows) // rows are inlined in another way
		h.returns = returns
	}
	return h
}

// half is one side with the caches of one desk. Everything that a judge asks the program it asks through here, so that
// Judge.End can tell which files a verdict came from.
type half struct {
	*Side
	Program  *program.Program // that of the side, watched
	watch    program.Watch
	resolver *program.Resolver
	forms    map[program.MethodID]cached[*form]
	codes    map[program.MethodID]cached[*code]
	rows     map[int]cached[*form]
	steps    map[program.MethodID]cached[*stepOutline]
	words    wordCollector // of one method after the other
	returns  bool          // see inliner.returns
}

// cached is what a cache keeps: a value and what it came from.
type cached[T any] struct {
	value T
	from  []program.Unit
}

// recall returns what the cache has under key, and makes it where it has nothing. The cache never has more than bound.
func recall[K comparable, T any](w *program.Watch, cache map[K]cached[T], bound int, key K, make func(K) T) T {
	if k, ok := cache[key]; ok {
		w.Add(k.from)
		return k.value
	}
	if len(cache) >= bound {
		clear(cache)
	}
	mark := w.Begin()
	value := make(key)
	cache[key] = cached[T]{value, w.End(mark)}
	return value
}

// maxCached bounds each cache of a half: a form has about 10 KB, and candidates come query by query.
const maxCached = 1024

// NewJudge returns a judge of rule for queries of q and samples of c, which may be the same side. A nil desk gives it
// one of its own.
func NewJudge(rule *rules.Rule, q, c *Side, desk *Desk) *Judge {
	if desk == nil {
		desk = NewDesk()
	}
	j := &Judge{rule: rule, allow: allowedOf(rule.Witness), samples: map[int]cached[Outcome]{},
		reads: map[program.MethodID]cached[fieldPlaces]{}, getters: map[int]cached[fieldPlaces]{}, gotten: map[fieldOf]cached[bool]{},
		names: map[int]cached[[]string]{}, parts: map[int]cached[map[string]bool]{}, asked: map[int]cached[map[program.MethodID]bool]{}, ops: map[program.MethodID]cached[[2]bool]{}}
	j.places = [2]map[program.MethodID]cached[places]{{}, {}}
	j.q, j.c = desk.half(q, j.allow.has(movedArgument)), desk.half(c, j.allow.has(movedArgument))
	if len(rule.Witness) > 0 {
		j.essential = allowanceByName(rule.Witness[0])
	}
	j.aligner = &aligner{qp: j.q.Program, cp: j.c.Program, allow: j.allow, essential: j.essential, order: &desk.order, members: map[named]string{}}
	for _, name := range rule.Structural {
		if c := structuralByName(name); c != nil {
			j.checks = append(j.checks, c)
			j.ofSamples = j.ofSamples || c.sample != nil
		}
	}
	return j
}

func newHalf(s *Side) *half {
	h := &half{Side: s, resolver: s.Program.NewResolver(), forms: map[program.MethodID]cached[*form]{},
		codes: map[program.MethodID]cached[*code]{}, rows: map[int]cached[*form]{}, steps: map[program.MethodID]cached[*stepOutline]{}}
	h.Program = s.Program.Watched(&h.watch)
	return h
}

// form returns the form of m's body, nil where it has none.
func (h *half) form(m program.MethodID) *form {
	return recall(&h.watch, h.forms, maxCached, m, h.newForm)
}

func (h *half) newForm(m program.MethodID) *form {
	if h.Program.Method(m).Body < 0 {
		return nil
	}
	if k, ok := h.codes[m]; ok && k.value.known != nil {
		return newForm(h.Program, &k.value.known.Body) // it is resolved already
	}
	return newForm(h.Program, h.resolver.Body(m))
}

// code returns what is known of m's body.
func (h *half) code(m program.MethodID) *code {
	return recall(&h.watch, h.codes, maxCached, m, h.newCode)
}

func (h *half) newCode(m program.MethodID) *code {
	h.Program.Method(m) // watched: the resolver is not
	return newCode(h.Program, h.resolver, m)
}

// row returns the form of a row: the body with the row's callees in the place of their calls.
func (h *half) row(r int) *form { return recall(&h.watch, h.rows, maxCached, r, h.newRow) }

func (h *half) newRow(r int) *form {
	row := h.Rows.Row(r)
	f := h.form(row.Method)
	if f == nil || row.Mode == inline.None {
		return f
	}
	f = f.clone()
	callees := h.Rows.Inlined(r)
	inlined := func(m program.MethodID) bool { return slices.Contains(callees, m) }
	if !substitute(f, h.Program, h.form, inlined, h.returns) {
		return nil
	}
	return f
}

// callsOf returns every call of m in the program's bodies with the method that it stands in, by that and place.
func (h *half) callsOf(m program.MethodID) iter.Seq2[program.MethodID, *inline.Site] {
	h.Program.ReadCallers(m)
	return h.Side.callers().Of(m)
}

// callCount returns how many calls there are of m.
func (h *half) callCount(m program.MethodID) int {
	h.Program.ReadCallers(m)
	return h.Side.callers().Count(m)
}

// hasNamesakes is that of the side. What it says is told of the file of t.
func (h *half) hasNamesakes(t program.TypeID) bool {
	h.Program.Type(t)
	return h.Side.hasNamesakes(t)
}

// wordsOf is that of the side.
func (h *half) wordsOf(m program.MethodID) (all, fixed words) {
	h.Program.Method(m)
	return h.Side.wordsOf(m, &h.words)
}

// stepsOf returns the steps of m.
func (h *half) stepsOf(m program.MethodID) *stepOutline {
	return recall(&h.watch, h.steps, maxCached, m, h.newSteps)
}

func (h *half) newSteps(m program.MethodID) *stepOutline {
	h.Program.Method(m)
	return h.Side.stepsOf(m, &h.words)
}

// Begin begins to record what verdicts come from.
func (j *Judge) Begin() program.Mark { return j.q.watch.Begin() }

// End ends the recording and returns what of the queries' program was read since: what was decided holds
// while nothing has changed in these declarations and bodies, and nothing that their names denote. Where in its file something stands
// is read for what is accepted alone. They are appended to units, ascending.
func (j *Judge) End(m program.Mark, units []program.Unit) []program.Unit {
	return j.q.watch.AppendEnd(units, m)
}

// Accepted is a candidate that passed everything.
type Accepted struct {
	Query, Sample int // rows
	Level         finding.WitnessLevel
	Confidence    float64

	al    *alignment
	sites []int // indices in al.sites of the essential ones that passed
	judge *Judge
}

// CheckQuery runs the structural checks that need the query alone. Callers ask it once for each query row.
func (j *Judge) CheckQuery(q int) Outcome {
	j.q.Program.Method(j.q.Rows.Row(q).Method)
	for _, c := range j.checks {
		if c.query != nil {
			if v := c.query(j, q); v.Refused {
				return Outcome{StageStructural, c.name, v}
			}
		}
	}
	return Outcome{}
}

// checkSample runs the structural checks that need the sample alone, once for each row.
func (j *Judge) checkSample(c int) Outcome {
	if !j.ofSamples {
		return Outcome{}
	}
	return recall(&j.c.watch, j.samples, math.MaxInt, c, j.newSample)
}

func (j *Judge) newSample(c int) Outcome {
	for _, ch := range j.checks {
		if ch.sample != nil {
			if v := ch.sample(j, c); v.Refused {
				return Outcome{StageFilter, ch.name, v}
			}
		}
	}
	return Outcome{}
}

// Judge decides on the candidate of query row q with answer row c.
func (j *Judge) Judge(q, c int) (*Accepted, Outcome) {
	qr, cr := j.q.Rows.Row(q), j.c.Rows.Row(c)
	j.q.Program.Method(qr.Method)
	j.c.Program.Method(cr.Method)
	if j.q.Side == j.c.Side && qr.Method == cr.Method {
		return nil, Outcome{StageFilter, "same-method", finding.Refuse("query and sample are the same method")}
	}
	// An overload that passes on to the query looks like it once the query is inlined, and shows nothing.
	if j.q.Side == j.c.Side && slices.Contains(j.c.Rows.Inlined(c), qr.Method) {
		return nil, Outcome{StageFilter, "same-method", finding.Refuse("the sample calls the method itself")}
	}
	if out := j.checkSample(c); out.Refused {
		return nil, out
	}
	for _, ch := range j.checks {
		if ch.pair != nil {
			if v := ch.pair(j, q, c); v.Refused {
				return nil, Outcome{StageFilter, ch.name, v}
			}
		}
	}
	for _, ch := range j.checks {
		if j.Brief && ch.hopeless != nil {
			if v := ch.hopeless(j, q, c); v.Refused {
				return nil, Outcome{StageStructural, ch.name, v}
			}
		}
	}
	qf := j.q.row(q)
	var shapes []*form
	if qf != nil {
		if shapes = j.shapedOf(qf); len(shapes) == 0 && j.essential != noAllowance && transforms.has(j.essential) {
			return nil, j.nowhere()
		}
	}
	cf := j.c.row(c)
	if qf == nil || cf == nil {
		return nil, Outcome{StageWitness, "body", finding.Refuse("one of the methods has no body, or is too large with its callees")}
	}
	al := j.align(qf, cf, shapes)
	acc := &Accepted{Query: q, Sample: c, al: al, judge: j}
	if out := j.askSites(acc); out.Refused {
		return nil, out
	}
	acc.rate()
	return acc, Outcome{}
}

// align aligns two forms, and again without the temporaries of either side that found no partner, as long as that
// explains more. Transformations of whole statements that the rule is about are tried first.
func (j *Judge) align(q, c *form, shapes []*form) *alignment {
	best := j.aligner.align(q, c)
	for _, t := range shapes {
		if al := j.aligner.align(t, c); al.better(best) {
			best = al
		}
	}
	if j.essential == reversedConditional {
		// Either side may leave the else unwritten.
		qe, ce := j.impliedElse(q), c.impliedElse()
		for _, x := range [...][2]*form{{qe, ce}, {qe, c}, {q, ce}} {
			if x[0] == nil || x[1] == nil {
				continue
			}
			if al := j.aligner.align(x[0], x[1]); al.better(best) {
				best = al
			}
		}
	}
	for range 3 {
		nq, nc := best.q, best.c
		if j.allow.has(tempInQuery) || j.allow.has(tempAsQuery) {
			if t := nq.inlinableTemps(best.qOnly); len(t) > 0 {
				nq = j.withoutTemps(nq, t)
			}
		}
		if j.allow.has(tempInSample) {
			if t := nc.inlinableTemps(best.cOnly); len(t) > 0 {
				nc = nc.withoutTemps(t)
			}
		}
		if nq == best.q && nc == best.c {
			break
		}
		next := j.aligner.align(nq, nc)
		if !next.better(best) {
			break
		}
		best = next
	}
	return best
}

// better reports whether al leaves fewer statements unexplained than o, or as few with a higher score.
func (al *alignment) better(o *alignment) bool {
	x, y := len(al.qOnly)+len(al.cOnly), len(o.qOnly)+len(o.cOnly)
	return x < y || x == y && al.score > o.score
}

// askSites keeps the essential sites that pass the rule's structural checks; without one the candidate is refused.
func (j *Judge) askSites(acc *Accepted) Outcome {
	if j.essential == noAllowance {
		return Outcome{}
	}
	var last Outcome
	for i := range acc.al.sites {
		if acc.al.sites[i].kind != j.essential {
			continue
		}
		if out := j.askSite(acc.al, i); out.Refused {
			last = out
			continue
		}
		acc.sites = append(acc.sites, i)
	}
	switch {
	case len(acc.sites) > 0:
		return Outcome{}
	case last.Refused:
		return last
	}
	return j.nowhere()
}

// nowhere is the refusal of a candidate without an essential site.
func (j *Judge) nowhere() Outcome {
	info := &allowances[j.essential]
	return Outcome{StageWitness, info.name, finding.Verdict{Refused: true,
		Reason: fmt.Sprintf("nowhere stands %s where the sample has %s", info.query, info.sample)}}
}

func (j *Judge) askSite(al *alignment, i int) Outcome {
	x := &siteCase{j: j, al: al, s: &al.sites[i]}
	x.qMethod, x.cMethod = al.q.bodies[0].method, al.c.bodies[0].method
	x.q, x.c = j.q.code(x.qMethod), j.c.code(x.cMethod)
	for _, c := range j.checks {
		if c.site == nil {
			continue
		}
		if v := c.site(x); v.Refused {
			return Outcome{StageStructural, c.name, v}
		}
	}
	return Outcome{}
}
