package scan

import (
	"slices"

	"refract/program"
)

// This file keeps the verdicts on the candidates of one query one by one, with what each came from: where one candidate of a method was
// edited the others need not be judged again, nor their files be read.

// verdict is what was decided on one candidate of a query.
type verdict struct {
	sample int32 // the part of asked.from that is the candidate's method
	row    int32 // the candidate's row, counted from the first of its method
	// said is 1 for a candidate that was accepted. For one that was refused it is twice the number of the outcome plus one, and one more where
	// the candidate was aligned for that.
	said int32
	end  int32 // of what it came from in asked.parts, beside asked.own; it begins at the end of the verdict before
}

const accepted = 1

// refusal is the number of the outcome, -1 for a candidate that was accepted.
func (v *verdict) refusal() int32 { return v.said>>1 - 1 }
func (v *verdict) aligned() bool  { return v.said&1 != 0 }

// partsOf is what verdict i came from, beside own: parts of from, ascending. To one of those that were accepted belongs what decided between them.
func (a *asked) partsOf(i int) []int32 {
	from := int32(0)
	if i > 0 {
		from = a.verdicts[i-1].end
	}
	return a.parts[from:a.verdicts[i].end]
}

// notes is what a worker writes down about the query at hand.
type notes struct {
	units    []program.Unit // read for the query alone, and then for one candidate after the other
	own      int            // how many for the query alone
	verdicts []noted
	shown    []program.Unit // read for what was accepted
	weighed  []program.Unit // of it what decided between those, or was read to show the best
	weighs   []weigh        // whose these are
	best     []int32        // see asked.best
	taken    int            // how many verdicts were taken over, each in its old place
	still    bool           // what was accepted is what the last scan accepted

	all   []program.Unit // scratch: all that was read, ascending
	parts []int32        // scratch: which parts of the trace these are
	part  unitParts      // scratch: the same by unit
	is    []bool         // scratch: by part, that it is one of own
}

// weigh says that the next of notes.weighed, up to end, are part of what a verdict came from.
type weigh struct{ verdict, end int }

// noted is a verdict with its candidate's method.
type noted struct {
	method program.Unit
	row    int32
	said   int32
	end    int // of what it came from in notes.units
}

func (n *notes) reset() {
	n.units, n.own, n.verdicts, n.shown, n.weighed, n.weighs, n.best, n.taken, n.still = n.units[:0], 0, n.verdicts[:0], n.shown[:0], n.weighed[:0], n.weighs[:0], nil, 0, false
}

// note adds a verdict on a row of a method, which came from the units that were added since the last one.
func (n *notes) note(method program.Unit, row, said int32) {
	n.verdicts = append(n.verdicts, noted{method, row, said, len(n.units)})
}

// takeOver adds verdict i of r.
func (n *notes) takeOver(r *recalled, i int, said int32) {
	for _, part := range r.partsOf(i) {
		n.units = append(n.units, r.units[part])
	}
	if i == len(n.verdicts) {
		n.taken++
	}
	n.note(r.units[r.verdicts[i].sample], r.verdicts[i].row, said)
}

// repeats reports whether all that is noted is what r says.
func (n *notes) repeats(r *recalled) bool {
	return r != nil && n.taken == len(n.verdicts) && n.taken == len(r.verdicts) && (n.still || r.accepted == 0)
}

// copy fills in a where r says the same.
func (n *notes) copy(a *asked, r *recalled) {
	a.from, a.own, a.shown, a.verdicts, a.parts, a.best = r.from, r.own, r.shown, r.verdicts, r.parts, r.best
	for i := range a.verdicts {
		a.verdicts[i].said = n.verdicts[i].said
	}
}

// saidOf is what a verdict says of a refusal with an outcome of that number.
func saidOf(number int, aligned bool) int32 {
	said := int32(number+1) << 1
	if aligned {
		said++
	}
	return said
}

// fill fills in a, where old is what the last scan says of the query, or nil, and files have these slots. Its lists are made in m.
func (n *notes) fill(a *asked, p *program.Program, of slots, old *recalled, m *room) {
	n.collect()
	a.from, n.parts = m.traceOf(p, of, n.all, n.parts[:0])
	if n.still {
		a.shown = old.shown
	} else {
		slices.Sort(n.shown)
		a.shown = m.placesIn(p, of, n.shown)
	}
	if len(n.verdicts) == 0 {
		return // all of it is the query's own
	}
	for i, u := range n.all {
		*n.part.of(u) = n.parts[i]
	}
	n.is = append(n.is[:0], make([]bool, n.parts[len(n.parts)-1]+1)...)
	first := len(m.numbers)
	for _, u := range n.units[:n.own] {
		if part := *n.part.of(u); !n.is[part] {
			n.is[part] = true
			m.numbers = append(m.numbers, part)
		}
	}
	a.own = tailOf(m.numbers, first)
	slices.Sort(a.own)
	n.fillVerdicts(a, m)
	a.best = n.best
}

// collect makes all and part of all that was read. Candidates of one query have much of it in common.
func (n *notes) collect() {
	n.all = n.all[:0]
	n.part.reset(len(n.units) + len(n.weighed) + len(n.verdicts))
	for _, list := range [...][]program.Unit{n.units, n.weighed} {
		for _, u := range list {
			n.add(u)
		}
	}
	for i := range n.verdicts {
		n.add(n.verdicts[i].method)
	}
	slices.Sort(n.all)
}

// add adds u to all unless it is there.
func (n *notes) add(u program.Unit) {
	if part := n.part.of(u); *part < 0 {
		*part = 0
		n.all = append(n.all, u)
	}
}

// fillVerdicts fills in the verdicts of a, and what each came from.
func (n *notes) fillVerdicts(a *asked, m *room) {
	verdicts, parts, from := len(m.verdicts), len(m.numbers), n.own
	for i := range n.verdicts {
		v := &n.verdicts[i]
		first := len(m.numbers)
		n.addParts(m, n.units[from:v.end])
		at := 0
		for _, x := range n.weighs {
			if x.verdict == i {
				n.addParts(m, n.weighed[at:x.end])
			}
			at = x.end
		}
		slices.Sort(m.numbers[first:]) // what it was weighed by came last
		m.numbers = m.numbers[:first+len(slices.Compact(m.numbers[first:]))]
		from = v.end
		m.verdicts = append(m.verdicts, verdict{sample: *n.part.of(v.method), row: v.row, said: v.said, end: int32(len(m.numbers) - parts)})
	}
	a.verdicts, a.parts = tailOf(m.verdicts, verdicts), tailOf(m.numbers, parts)
}

// addParts adds to m the parts that units are, but those that are the query's own.
func (n *notes) addParts(m *room, units []program.Unit) {
	for _, u := range units {
		if part := *n.part.of(u); !n.is[part] {
			m.numbers = append(m.numbers, part)
		}
	}
}

// recalled is a query of the last scan that is asked again, of which what decided on it alone is as it was. Outcomes have the numbers of
// then.
type recalled struct {
	asked
	units []program.Unit // by part of from; -1 for one that is different
	// methods are, likewise, those that parts are of, program.NoMethod for one that is of none.
	methods []program.MethodID
	rows    []int32       // by verdict: the candidate's row of now, -1 where the verdict holds no more
	shows   bool          // what is shown of what was accepted stands where it stood
	next    int           // the verdict behind the one that was found last
	byRow   map[int32]int // nil until a row comes out of turn
}

// recallAsked finds out what of r.asked holds for those who ask the query again, and gives it the numbers of now. It reports false where nothing
// does. Its lists are made in m.
func (p *past) recallAsked(c *Corpus, r *recalled, m *room) bool {
	r.units, r.methods = p.unitsOf(c.Program, r.from, m)
	differs := func(part int32) bool { return r.units[part] < 0 }
	if slices.ContainsFunc(r.own, differs) || r.whole && slices.Contains(r.units, -1) {
		return false
	}
	shown, _ := p.unitsOf(c.Program, r.shown, m)
	r.shows = !slices.Contains(shown, -1)
	r.from.renumber(p)
	r.shown.renumber(p)
	from := len(m.numbers)
	for i := range r.verdicts {
		v := &r.verdicts[i]
		holds := int32(-1)
		if !differs(v.sample) && !slices.ContainsFunc(r.partsOf(i), differs) {
			// A row of a method that is as it was is new where what is inlined into it is not: who looks at vectors alone reads no method.
			if row := c.rowOfMethod(r.methods[v.sample], v.row); row >= 0 && !p.isNew[row] {
				holds = row
			}
		}
		m.numbers = append(m.numbers, holds)
	}
	r.rows = tailOf(m.numbers, from)
	return true
}

// rowOfMethod is the row of that number among those of a method; -1 where m is none, or has no such row.
func (c *Corpus) rowOfMethod(m program.MethodID, row int32) int32 {
	if m == program.NoMethod {
		return -1
	}
	first, end := c.Rows.Rows(m)
	if int(row) >= end-first {
		return -1
	}
	return int32(first) + row
}

// unitsOf is what the parts of a trace are now: -1 for one that is different or gone. Of each that is of a method it says which. The lists lie in m.
func (p *past) unitsOf(prog *program.Program, t trace, m *room) ([]program.Unit, []program.MethodID) {
	from := len(m.units)
	for len(t) > 0 {
		file, methods, beside, rest := t.cut()
		t = rest
		now := p.files[file]
		var changed *changed
		if p.odd[file] { // which takes less memory to ask
			changed = p.changed[file]
		}
		if now < 0 {
			for range 1 + len(methods) {
				m.add(-1, program.NoMethod)
			}
			continue
		}
		switch {
		case changed.touches(beside):
			m.add(-1, program.NoMethod)
		case beside&traceWhole != 0:
			m.add(prog.UnitOf(now, program.PartWhole), program.NoMethod)
		case beside&traceMembers != 0:
			m.add(prog.UnitOf(now, program.PartMembers), program.NoMethod)
		default:
			m.add(prog.UnitOf(now, program.PartDeclarations), program.NoMethod)
		}
		lo, hi := prog.MethodsOf(now)
		for _, n := range methods {
			if n = changed.now(n); n < 0 || n >= program.PartMethod(int32(hi-lo)) {
				m.add(-1, program.NoMethod)
			} else {
				m.add(prog.UnitOf(now, n), lo+program.MethodID(program.MethodOfPart(n)))
			}
		}
	}
	return tailOf(m.units, from), tailOf(m.methods, from)
}

// add adds a part of a trace.
func (m *room) add(u program.Unit, method program.MethodID) {
	m.units, m.methods = append(m.units, u), append(m.methods, method)
}

// verdict returns the number of the verdict on row c, -1 where there is none that holds.
func (r *recalled) verdict(c int32) int {
	if r == nil {
		return -1
	}
	if r.next < len(r.rows) && r.rows[r.next] == c {
		r.next++
		return r.next - 1
	}
	if r.byRow == nil {
		r.byRow = make(map[int32]int, len(r.rows))
		for i, row := range r.rows {
			if row >= 0 {
				r.byRow[row] = i
			}
		}
	}
	i, ok := r.byRow[c]
	if !ok {
		return -1
	}
	r.next = i + 1
	return i
}

// number returns the number that an outcome of the last scan has in s.
func (w *worker) number(then int32) int {
	m := w.d.redo.m
	if w.numbers == nil {
		w.numbers = slices.Repeat([]int{-1}, len(m.Outcomes))
	}
	if w.numbers[then] < 0 {
		w.numbers[then] = w.s.of(m.Outcomes[then])
	}
	return w.numbers[then]
}
