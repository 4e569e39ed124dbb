package concretize

import (
	"fmt"
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
	rule      *rules.Rule
	q, c      *half
	allow     allowed
	essential allowance
	checks    []*structuralCheck
	samples   map[int]Outcome // of checkSample, by row
	aligner   *aligner
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

// half is one side with the caches of one desk.
type half struct {
	*Side
	resolver *program.Resolver
	forms    map[program.MethodID]*form
	codes    map[program.MethodID]*code
	rows     map[int]*form
	returns  bool // see inliner.returns
}

// maxCached bounds each cache of a half: a form has about 10 KB, and candidates come query by query.
const maxCached = 1024

// NewJudge returns a judge of rule for queries of q and samples of c, which may be the same side. A nil desk gives it
// one of its own.
func NewJudge(rule *rules.Rule, q, c *Side, desk *Desk) *Judge {
	if desk == nil {
		desk = NewDesk()
	}
	j := &Judge{rule: rule, allow: allowedOf(rule.Witness), samples: map[int]Outcome{}}
	j.q, j.c = desk.half(q, j.allow.has(movedArgument)), desk.half(c, j.allow.has(movedArgument))
	if len(rule.Witness) > 0 {
		j.essential = allowanceByName(rule.Witness[0])
	}
	j.aligner = &aligner{qp: q.Program, cp: c.Program, allow: j.allow, essential: j.essential, order: &desk.order}
	for _, name := range rule.Structural {
		if c := structuralByName(name); c != nil {
			j.checks = append(j.checks, c)
		}
	}
	return j
}

func newHalf(s *Side) *half {
	return &half{Side: s, resolver: s.Program.NewResolver(), forms: map[program.MethodID]*form{},
		codes: map[program.MethodID]*code{}, rows: map[int]*form{}}
}

// form returns the form of m's body, nil where it has none.
func (h *half) form(m program.MethodID) *form {
	f, ok := h.forms[m]
	if !ok {
		if len(h.forms) >= maxCached {
			clear(h.forms)
		}
		f = newForm(h.Program, h.resolver, m)
		h.forms[m] = f
	}
	return f
}

// code returns what is known of m's body.
func (h *half) code(m program.MethodID) *code {
	c, ok := h.codes[m]
	if !ok {
		if len(h.codes) >= maxCached {
			clear(h.codes)
		}
		c = newCode(h.Program, h.resolver, m)
		h.codes[m] = c
	}
	return c
}

// row returns the form of a row: the body with the row's callees in the place of their calls.
func (h *half) row(r int) *form {
	f, ok := h.rows[r]
	if ok {
		return f
	}
	if len(h.rows) >= maxCached {
		clear(h.rows)
	}
	row := h.Rows.Row(r)
	f = h.form(row.Method)
	if f != nil && row.Mode != inline.None {
		f = f.clone()
		callees := h.Rows.Inlined(r)
		substitute(f, h.Program, h.form, func(m program.MethodID) bool {
			for _, c := range callees {
				if c == m {
					return true
				}
			}
			return false
		}, h.returns)
	}
	h.rows[r] = f
	return f
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
	if out, ok := j.samples[c]; ok {
		return out
	}
	out := Outcome{}
	for _, ch := range j.checks {
		if ch.sample != nil {
			if v := ch.sample(j, c); v.Refused {
				out = Outcome{StageFilter, ch.name, v}
				break
			}
		}
	}
	j.samples[c] = out
	return out
}

// Judge decides on the candidate of query row q with answer row c.
func (j *Judge) Judge(q, c int) (*Accepted, Outcome) {
	qr, cr := j.q.Rows.Row(q), j.c.Rows.Row(c)
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
	qf, cf := j.q.row(q), j.c.row(c)
	if qf == nil || cf == nil {
		return nil, Outcome{StageWitness, "body", finding.Refuse("one of the methods has no body")}
	}
	al := j.align(qf, cf)
	acc := &Accepted{Query: q, Sample: c, al: al, judge: j}
	if out := j.askSites(acc); out.Refused {
		return nil, out
	}
	acc.rate()
	return acc, Outcome{}
}

// align aligns two forms, and again without the temporaries of either side that found no partner, as long as that
// explains more. Transformations of whole statements that the rule is about are tried first.
func (j *Judge) align(q, c *form) *alignment {
	best := j.aligner.align(q, c)
	for _, t := range q.transformed(j.allow) {
		if al := j.aligner.align(t, c); al.better(best) {
			best = al
		}
	}
	if j.essential == reversedConditional {
		// Either side may leave the else unwritten.
		for _, x := range [][2]*form{{q.impliedElse(), c.impliedElse()}, {q.impliedElse(), c}, {q, c.impliedElse()}} {
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
				nq = nq.withoutTemps(t)
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
