package scan

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"refract/abstraction"
	"refract/concretize"
	"refract/index"
	"refract/inline"
	"refract/internal/wire"
	"refract/lsh"
)

// This file finds out which buckets of queries have to be looked at again after some files have changed.
//
// What a bucket of queries contributes (record) is decided by the rows in it, by the rows in the buckets that it hits, and by
// the files that verdicts on them came from. Files are told to be the same by their digests (digest.go), rows of a file that
// differs by their sums (Corpus.rowSum): what has not its old place among them is new or gone. What has to be looked at again are
//
//	(1) the buckets that a new row is in or that one that is gone was in;
//	(2) the buckets that hit one of these, or would have;
//	(3) the buckets with a verdict that came from a part of a file that differs (parts.go) or is gone.
//
// Buckets are known by their short keys, which the index has for all rows. Buckets that share a key by accident are looked at
// together. Looking at more buckets than these is never wrong: what is taken over is what the others contributed.

// redo is what one rule takes over, and what it looks at again.
type redo struct {
	d    *detector
	m    *memoRule
	past *past

	keys    []*index.Keys // by segment of past; nil once there is nothing to be asked of them
	base    base          // what the index has of the rule, likewise
	shifted []keyed       // the rows of files that differ, which are in the index with these keys
	fresh   []keyed       // the new rows that take part
	changed keySet        // keys with a row that is new or gone
	again   keySet        // of queries to look at again
	answers keySet        // of answers that these may hit
	gone    keySet        // keys that rows that are gone had as queries
	told    keySet        // those of again that have a record
	moved   keySet        // of records with queries whose rows have other numbers in their files
	less    sums          // what the records of told say, which are not taken over
	fewer   []int         // refusals of the same, by outcome
	found   []result      // the results that are taken over

	// stays says that the parts of the rule stay as they are, but for the keys of dead, which have keySize bytes each. rest are the
	// records that do not lie in a part and are taken over.
	stays      bool
	dead, rest []byte

	// queries are those of the last scan, by row of now, that are in the buckets of again, as far as they hold; results is what was found
	// for them.
	queries map[int32]*recalled
	results map[int32]result
}

// keyed is a row of the corpus with its key.
type keyed struct {
	row int32
	key uint64
}

// asked returns what the last scan found out about a query row, nil where that does not hold any more.
func (r *redo) asked(row int) *recalled {
	if r == nil {
		return nil
	}
	return r.queries[int32(row)]
}

// again prepares the detector to look only at what is new, where the index tells what that is. It reports false, and
// leaves everything as it was, where it does not.
func (d *detector) again() bool {
	k := d.o.keep
	if k == nil || k.past == nil || d.q != d.a || d.o.Successor != nil || d.o.Explain != nil {
		return false
	}
	m := k.past.rules[d.rule.ID]
	if m == nil || m.Hash != d.memoHash() || d.rule.Radius > 0 && !d.oneStep() {
		return false
	}
	desk := <-d.o.slots
	start := time.Now()
	defer func() {
		d.abstracting += time.Since(start)
		d.o.slots <- desk
	}()
	r := &redo{d: d, m: m, past: k.past}
	plan := abstraction.New(&d.rule.Abstraction)
	ok := false
	err := k.s.ix.Read(func(v *index.View) error {
		if ok = r.load(v) && r.seed(plan) && r.spread() && r.recall(k); ok {
			r.tables(plan)
		}
		return nil
	})
	if !ok || err != nil { // whether the index is damaged turns out when it is written
		d.taking, d.small, d.foreign = 0, 0, 0
		return false
	}
	r.keys = nil
	if r.stays {
		r.base.records = nil
	}
	d.redo = r
	return true
}

// oneStep reports whether the rule's radius takes in vectors one step away and no others.
func (d *detector) oneStep() bool { return d.rule.Radius >= 1 && d.rule.Radius*d.rule.Radius < 2 }

// load finds what the last scan left of the rule in v, with the keys of its rows, and takes those that are gone from its counts.
func (r *redo) load(v *index.View) bool {
	d := r.d
	if ok, err := r.base.open(v, r.m); !ok || err != nil {
		return false
	}
	for i := range r.past.segments {
		keys, ok, err := v.Keys(columnOf(d.hash), &r.past.segments[i])
		if !ok || err != nil {
			return false
		}
		r.keys = append(r.keys, keys)
	}
	for _, m := range r.past.moved {
		if key := r.keys[m.segment].At(m.row); key != 0 {
			r.shifted = append(r.shifted, keyed{int32(m.now), key})
		}
	}
	d.taking, d.small, d.foreign = r.m.Taking, r.m.Small, r.m.Foreign
	asks, on := r.asking(), r.sides()
	for _, g := range r.past.gone {
		switch key := r.keys[g.segment].At(g.row); {
		case key != 0:
			r.changed.add(key)
			if asks[g.mode] {
				r.gone.add(key)
				d.taking--
			}
		case on[g.mode] > 0 && g.size.Below(d.rule):
			d.small -= on[g.mode]
		default:
			d.foreign -= on[g.mode]
		}
	}
	return true
}

// sides is, by mode, how many sides a row is on.
func (r *redo) sides() (n [modes]int) {
	asks, replies := r.asking(), r.replying()
	for m := range modes {
		if asks[m] {
			n[m]++
		}
		if replies[m] && r.d.rule.Query != r.d.rule.Answer {
			n[m]++
		}
	}
	return n
}

func (d *detector) takes(base, inlined bool, mode inline.Mode) bool {
	if mode == inline.None {
		return base
	}
	return inlined
}

// modes are the modes that a row can have.
const modes = inline.All + 1

// asking and replying tell, by mode, the rows on the side of the queries, and of the answers.
func (r *redo) asking() (is [modes]bool) {
	for m := range modes {
		is[m] = r.d.takes(r.d.rule.Query.HasBase(), r.d.rule.Query.HasInlined(), m)
	}
	return is
}

func (r *redo) replying() (is [modes]bool) {
	for m := range modes {
		is[m] = r.d.takes(r.d.rule.Answer.HasBase(), r.d.rule.Answer.HasInlined(), m)
	}
	return is
}

// seed counts the new rows that take part as detector.choose does, and finds their keys. It reports false if the counts
// cannot be.
func (r *redo) seed(plan *abstraction.Plan) bool {
	d, c := r.d, r.d.q
	asks, on := r.asking(), r.sides()
	roles := concretize.NewRoles(d.rule, c.Rows)
	for _, i := range r.past.fresh {
		mode := c.Rows.Row(int(i)).Mode
		switch {
		case on[mode] == 0:
		case c.size[i].Below(d.rule):
			d.small += on[mode]
		case !roles.Fit(int(i)):
			d.foreign += on[mode]
		default:
			r.fresh = append(r.fresh, keyed{row: i})
			if asks[mode] {
				d.taking++
			}
		}
	}
	restricts := len(d.rule.Context) > 0 || roles.Restricts(false) || roles.Restricts(true)
	if d.taking < 0 || d.small < 0 || d.foreign < 0 || d.foreign > 0 && !restricts {
		return false
	}
	r.abstract(plan)
	r.changed.each(r.again.add)
	return true
}

// abstract finds the keys of new rows, and of those one step away that some of the known rows may have.
func (r *redo) abstract(plan *abstraction.Plan) {
	var filter keyFilter
	if r.d.rule.Radius > 0 && len(r.fresh) > 0 {
		n := 0
		for _, keys := range r.keys {
			n += keys.Len()
		}
		filter = newKeyFilter(n)
		for _, keys := range r.keys {
			for i := range keys.Len() {
				filter.add(keys.Key(i))
			}
		}
	}
	t := abstraction.NewTable(1, 0)
	var near []uint64
	for i := range r.fresh {
		t.Reset()
		plan.Append(t, r.d.q.Rows.Vector(int(r.fresh[i].row)))
		key := index.Short(hashOfFirst(t))
		r.fresh[i].key = key
		r.changed.add(key)
		if filter == nil {
			continue
		}
		near = appendSteps(near[:0], t)
		for _, k := range near {
			if filter.mayHave(k) {
				r.again.add(k)
			}
		}
	}
}

// spread goes through the records: it finds out which buckets are to be looked at again, what they may hit, and takes over
// the rest. It reports false if the records cannot be read.
func (r *redo) spread() bool {
	var rec record
	for _, in := range r.records() {
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			if r.again.has(key) || in.dead.has(key) || !in.touched(of, &r.changed, r.past.odd) || !in.head(of, &rec) {
				continue
			}
			switch {
			case slices.ContainsFunc(rec.hits, r.changed.has), slices.ContainsFunc(rec.asked, func(a asked) bool { return r.past.differs(&a) }):
				r.again.add(key)
			case slices.ContainsFunc(rec.asked, func(a asked) bool { return r.past.shifts(&a) }):
				r.moved.add(key)
			}
		}
		if in.Bad {
			return false
		}
	}
	r.again.each(r.answers.add)
	return r.divide()
}

// divide reads the records that are not taken over as they lie. It reports false if they cannot be read.
func (r *redo) divide() bool {
	r.fewer = make([]int, len(r.m.Outcomes))
	var rec record
	var scratch []byte
	for i, in := range r.records() {
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			again, moved := r.again.has(key), r.moved.has(key)
			switch {
			case in.dead.has(key):
				continue
			case !again && !moved:
				if i != inPart {
					r.rest = appendRecord(r.rest, of)
				}
				continue
			case !in.whole(of, &rec):
			case again:
				r.forget(&rec)
			default:
				for j := range rec.asked {
					rec.asked[j].renumber(r.past)
				}
				r.rest, scratch = rec.append(r.rest, scratch)
			}
			if i == inPart {
				r.dead = appendKey(r.dead, key)
			}
		}
		if in.Bad {
			return false
		}
	}
	return r.fits()
}

// forget notes what a record says that is not taken over.
func (r *redo) forget(rec *record) {
	r.told.add(rec.key)
	rec.addTo(&r.less, r.fewer)
	for _, h := range rec.hits {
		r.answers.add(h)
	}
	for i := range rec.asked {
		r.remember(&rec.asked[i])
	}
}

// inPart is the place in what redo.records returns of the records that lie in a part.
const inPart = 0

// records reads the records of the last scan: those in the part, of which some are dead, and those that are not there.
func (r *redo) records() [2]pastRecords {
	reader := func(b []byte) recordReader {
		return recordReader{Reader: wire.Reader{B: b}, outcomes: len(r.m.Outcomes), files: len(r.past.files)}
	}
	return [2]pastRecords{{reader(r.base.records), &r.base.dead}, {reader(r.m.Records), &keySet{}}}
}

// pastRecords reads records of the last scan.
type pastRecords struct {
	recordReader
	dead *keySet // keys of those that do not hold
}

// fits reports whether the records that are not taken over say no more than all of them together are said to.
func (r *redo) fits() bool {
	if len(r.m.Refused) != len(r.m.Outcomes) {
		return false
	}
	for i, n := range r.less {
		if n > r.m.Sums[i] {
			return false
		}
	}
	for i, n := range r.fewer {
		if n > r.m.Refused[i] {
			return false
		}
	}
	return true
}

// addTo adds what r says to the counts of a rule, and its refusals by outcome to refused.
func (r *record) addTo(counts *sums, refused []int) {
	for i, n := range r.sums {
		counts[i] += n
	}
	for _, x := range r.refused {
		refused[x.outcome] += x.n
	}
	for i := range r.asked {
		a := &r.asked[i]
		counts[sumRows] += a.rows
		counts[sumAligned] += a.aligned
		counts[sumAccepted] += a.accepted
		for _, x := range a.refused {
			refused[x.outcome] += x.n
		}
	}
}

// differs reports whether a verdict on a query, or what is shown of it, came from a part of a file that differs or is gone.
func (p *past) differs(a *asked) bool {
	return p.files[a.file] < 0 || p.hasChanged(a.from) || p.hasChanged(a.shown)
}

// hasChanged reports whether a part of t differs or is gone.
func (p *past) hasChanged(t trace) bool {
	for len(t) > 0 {
		file, methods, all, rest := t.cut()
		t = rest
		if p.files[file] < 0 {
			return true
		}
		changed := p.changed[file]
		if changed == nil {
			continue
		}
		if all || slices.ContainsFunc(methods, func(m int32) bool { return int(m) >= len(changed) || changed[m] }) {
			return true
		}
	}
	return false
}

// shifts reports whether the row of a query, of which no file is gone, has another number in its file than it had.
func (p *past) shifts(a *asked) bool {
	return p.rows[a.file] != nil && p.row(a.file, a.row) != p.firstRow[p.files[a.file]]+a.row
}

// remember keeps a query of a bucket that is looked at again, as far as what is known of it holds.
func (r *redo) remember(a *asked) {
	row := r.past.row(a.file, a.row)
	if row < 0 {
		return
	}
	old := r.past.recallAsked(r.d.q, a)
	if old == nil {
		return
	}
	if r.queries == nil {
		r.queries = map[int32]*recalled{}
	}
	r.queries[row] = old
}

// recall takes over what was found for queries that are not looked at again. It reports false if the records do not agree
// with the files.
func (r *redo) recall(k *keeper) bool {
	r.stay()
	if !r.stays {
		r.base.records = slices.Clone(r.base.records)
	}
	for i := range r.base.found {
		f := &r.base.found[i]
		if r.base.gone.has(i) {
			continue
		}
		at := int32(0)
		if r.stays {
			at = int32(i) + 1
		} else {
			f.Opportunity = slices.Clone(f.Opportunity)
		}
		if !r.recallOne(k, f, at, 2*int64(i)+1) {
			return false
		}
	}
	for i := range r.m.Found {
		if f := &r.m.Found[i]; !r.recallOne(k, f, 0, 2*int64(f.Before)) {
			return false
		}
	}
	return true
}

// recallOne takes over a result, which may stay in the part, where its number plus one is at. In its bucket its place is among the others.
func (r *redo) recallOne(k *keeper, f *memoFound, at int32, place int64) bool {
	res, ok := k.result(f, r.past)
	if res.inPart = at; at > 0 {
		res.kept = nil // which lies in the index
	}
	again := r.again.has(f.Key)
	switch {
	case again && (!ok || r.queries[res.row] == nil):
	case !ok, !again && res.first < 0, !wire.ReadValue(f.Opportunity, &res.opp):
		return false
	case again:
		if r.results == nil {
			r.results = map[int32]result{}
		}
		r.results[res.row] = res
	default:
		res.place = place
		r.found = append(r.found, res)
	}
	return true
}

// stay decides whether the parts of the rule stay as they are: where files and outcomes have the numbers that they had, and what there would
// be beside them is little.
func (r *redo) stay() {
	all, own := len(r.base.records), len(r.dead)+len(r.m.Dead)+len(r.rest)
	for i := range r.base.found {
		f := &r.base.found[i]
		if r.base.gone.has(i) {
			continue
		}
		if all += len(f.Opportunity); r.leaves(f) {
			own += len(f.Opportunity)
		}
	}
	for i := range r.m.Found {
		n := len(r.m.Found[i].Opportunity)
		all, own = all+n, own+n
	}
	r.stays = r.past.sameFiles() && r.numbersOutcomes() && float64(own) <= besideParts*float64(all)
}

// leaves reports whether a result can hardly stay in the part: what it says may be another thing now, or its rows have other numbers.
func (r *redo) leaves(f *memoFound) bool {
	p := r.past
	if uint(f.File) >= uint(len(p.files)) || p.rows[f.File] != nil || p.rows[f.FirstFile] != nil {
		return true
	}
	return r.again.has(f.Key) && r.queries[p.row(f.File, f.Row)] == nil
}

// besideParts is how much of what a rule has in the index need not lie in its parts, at most: that is what every scan writes again. It is a
// variable for tests.
var besideParts = 0.25

// tables fills the detector's tables with the rows to be looked at.
func (r *redo) tables(plan *abstraction.Plan) {
	d := r.d
	rows := r.rows()
	same := d.rule.Query == d.rule.Answer && d.rule.Radius == 0
	a := abstracter{c: d.q, plan: plan, of: map[lsh.ClassID]int32{}}
	d.qRows = r.table(&a, rows, r.asking(), &r.again)
	d.aRows = d.qRows
	if !same {
		d.aRows = r.table(&a, rows, r.replying(), &r.answers)
	}
}

// abstracter abstracts rows, those of one class once: three in four of the rows that are looked at again are like others.
type abstracter struct {
	c     *Corpus
	plan  *abstraction.Plan
	table abstraction.Table
	of    map[lsh.ClassID]int32 // numbers in table
}

// row returns the number in the table of a row of the corpus.
func (a *abstracter) row(row int32) int32 {
	n, ok := a.of[a.c.class[row]]
	if !ok {
		n = int32(a.plan.Append(&a.table, a.c.Rows.Vector(int(row))))
		a.of[a.c.class[row]] = n
	}
	return n
}

// rows returns the rows that are new or have a key of answers, which has those of again as well, in their order.
func (r *redo) rows() []keyed {
	var rows []keyed
	rest := slices.Clone(r.fresh)
	for s, keys := range r.keys {
		list, rowOf, of := &rest, r.past.rowOf[s], keys.Rows()
		if s == 0 {
			list = &rows // where most of them are, in their order
		}
		r.answers.find(keys.Bytes(), func(i int, key uint64) {
			if row := rowOf[of.Row(i)]; row >= 0 {
				*list = append(*list, keyed{row, key})
			}
		})
	}
	byRow := func(x, y keyed) int { return cmp.Compare(x.row, y.row) }
	slices.SortFunc(rest, byRow)
	if !slices.IsSortedFunc(rows, byRow) {
		slices.SortFunc(rows, byRow)
	}
	return mergeRows(rows, rest)
}

// mergeRows merges two lists that are ordered by row.
func mergeRows(x, y []keyed) []keyed {
	out := make([]keyed, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		if x[0].row < y[0].row {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return append(append(out, x...), y...)
}

// table is detector.choose for those of rows that are on one side and have one of the keys.
func (r *redo) table(a *abstracter, from []keyed, side [modes]bool, keys *keySet) *abstracted {
	c := r.d.q
	out := &abstracted{}
	rows := lsh.NewGrouper(0)
	var like []int32 // by row of a: the first of rows that is like it, plus one
	for _, k := range from {
		if !side[c.Rows.Row(int(k.row)).Mode] || !keys.has(k.key) {
			continue
		}
		n := a.row(k.row)
		if more := int(n) + 1 - len(like); more > 0 {
			like = append(like, make([]int32, more)...)
		}
		if like[n] > 0 {
			rows.AddLike(int(like[n]) - 1)
		} else {
			like[n] = int32(len(out.row)) + 1
			rows.Add(a.table.Row(int(n)))
		}
		out.row = append(out.row, k.row)
		out.keys = append(out.keys, k.key)
	}
	out.buckets = rows.Buckets(func(r uint32) lsh.ClassID { return c.class[out.row[r]] })
	out.steps = sync.OnceValue(func() *lsh.Steps { return lsh.NewSteps(out.buckets) })
	return out
}

// plain is the number of buckets that have no record and are not looked at again.
func (r *redo) plain() int {
	var then keySet // keys of queries of the last scan that are looked at again
	r.gone.each(then.add)
	for i, row := range r.d.qRows.row {
		if !r.past.isNew[row] {
			then.add(r.d.qRows.keys[i])
		}
	}
	n := r.m.Plain
	then.each(func(k uint64) {
		if !r.told.has(k) {
			n--
		}
	})
	return n
}
