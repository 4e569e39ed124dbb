package scan

import (
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
//	(3) the buckets with a verdict that came from a file that differs or is gone.
//
// Buckets are known by their short keys, which the index has for all rows. Buckets that share a key by accident are looked at
// together. Looking at more buckets than these is never wrong: what is taken over is what the others contributed.

// redo is what one rule takes over, and what it looks at again.
type redo struct {
	d    *detector
	m    *memoRule
	past *past

	keyOf   []uint64 // by row of the corpus: its key, 0 for one that takes no part and for a new one
	isNew   []bool   // by row of the corpus
	changed keySet   // keys with a row that is new or gone
	again   keySet   // of queries to look at again
	answers keySet   // of answers that these may hit
	gone    keySet   // keys that rows that are gone had as queries
	told    keySet   // those of again that have a record
	found   []result // the results that are taken over

	// queries are those of the last scan, by row of now, that are in the buckets of again and of which all that their verdicts
	// came from is as it was; results is what was found for them.
	queries map[int32]*asked
	results map[int32]result
}

// asked returns what the last scan found out about a query row, nil where that does not hold any more.
func (r *redo) asked(row int) *asked {
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
	if m == nil || m.Hash != memoHash(d.rule, &d.o) || d.rule.Radius > 0 && !d.oneStep() {
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
	if !r.load(k) || !r.seed(plan) || !r.spread(k) || !r.recall(k) {
		d.taking, d.small, d.foreign = 0, 0, 0
		return false
	}
	r.tables(plan)
	d.redo = r
	return true
}

// oneStep reports whether the rule's radius takes in vectors one step away and no others.
func (d *detector) oneStep() bool { return d.rule.Radius >= 1 && d.rule.Radius*d.rule.Radius < 2 }

// load reads the keys of the rows of the last scan.
func (r *redo) load(k *keeper) bool {
	n := r.d.q.Rows.Len()
	r.keyOf, r.isNew = make([]uint64, n), r.past.isNew
	keys := make([][]uint64, len(r.past.segments))
	for i := range keys {
		var ok bool
		var err error
		if keys[i], ok, err = k.s.ix.Keys(column(r.d.rule), &r.past.segments[i]); !ok || err != nil {
			return false // whether the index is damaged turns out when it is written
		}
	}
	for _, run := range r.past.of {
		copy(r.keyOf[run.row:run.row+run.n], keys[run.segment][run.first:])
	}
	for _, g := range r.past.gone {
		if key := keys[g.segment][g.row]; key != 0 {
			r.changed.add(key)
			if r.d.takes(r.d.rule.Query.HasBase(), r.d.rule.Query.HasInlined(), g.mode) {
				r.gone.add(key)
			}
		}
	}
	return true
}

func (d *detector) takes(base, inlined bool, mode inline.Mode) bool {
	if mode == inline.None {
		return base
	}
	return inlined
}

// asks and replies report whether row i is on the side of the queries, and of the answers.
func (r *redo) asks(i int) bool {
	q := r.d.rule.Query
	return r.d.takes(q.HasBase(), q.HasInlined(), r.d.q.Rows.Row(i).Mode)
}

func (r *redo) replies(i int) bool {
	a := r.d.rule.Answer
	return r.d.takes(a.HasBase(), a.HasInlined(), r.d.q.Rows.Row(i).Mode)
}

// seed counts the rows that take part as detector.choose does, and finds the keys of the new ones. It reports false if
// the keys of the index are not those of the rows.
func (r *redo) seed(plan *abstraction.Plan) bool {
	d, c := r.d, r.d.q
	sides := 1
	if d.rule.Query != d.rule.Answer {
		sides = 2
	}
	d.taking, d.small, d.foreign = 0, 0, 0
	var fresh []int32 // new rows that take part
	roles := concretize.NewRoles(d.rule, c.Rows)
	known := 0
	for i := range c.Rows.Len() {
		on := 0
		asks := r.asks(i)
		if asks {
			on++
		}
		if sides == 2 && r.replies(i) {
			on++
		}
		isNew := r.isNew[i]
		switch {
		case on == 0:
			continue
		case !isNew && r.keyOf[i] != 0:
			known++
		case c.size[i].Below(d.rule):
			d.small += on
			continue
		case !isNew || !roles.Fit(i):
			d.foreign += on // one that had no key and was not too small was not fit
			continue
		default:
			fresh = append(fresh, int32(i))
		}
		if asks {
			d.taking++
		}
	}
	if d.foreign > 0 && len(d.rule.Context) == 0 && !roles.Restricts(false) && !roles.Restricts(true) {
		return false
	}
	r.abstract(plan, fresh, known)
	r.changed.each(r.again.add)
	return true
}

// abstract finds the keys of new rows, and of those one step away that some of the known rows may have.
func (r *redo) abstract(plan *abstraction.Plan, fresh []int32, known int) {
	var filter keyFilter
	if r.d.rule.Radius > 0 {
		filter = newKeyFilter(known)
		for i, k := range r.keyOf {
			if k != 0 && !r.isNew[i] {
				filter.add(k)
			}
		}
	}
	t := abstraction.NewTable(1, 0)
	var near []uint64
	for _, i := range fresh {
		t.Reset()
		plan.Append(t, r.d.q.Rows.Vector(int(i)))
		key := index.Short(hashOfFirst(t))
		r.keyOf[i] = key
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
func (r *redo) spread(k *keeper) bool {
	in := recordReader{Reader: wire.Reader{B: r.m.Records}, outcomes: len(r.m.Outcomes), files: len(r.past.files)}
	var rec record
	for in.next(&rec) {
		if r.again.has(rec.key) {
			continue
		}
		differs := func(a asked) bool { return r.differs(&a) }
		if slices.ContainsFunc(rec.hits, r.changed.has) || slices.ContainsFunc(rec.asked, differs) {
			r.again.add(rec.key)
		}
	}
	r.again.each(r.answers.add)
	if in.Bad {
		return false
	}
	in.B = r.m.Records
	for in.next(&rec) {
		if !r.again.has(rec.key) {
			continue
		}
		r.told.add(rec.key)
		for _, h := range rec.hits {
			r.answers.add(h)
		}
		for i := range rec.asked {
			r.remember(&rec.asked[i])
		}
	}
	return true
}

// differs reports whether a verdict on a query came from a file that differs or is gone.
func (r *redo) differs(a *asked) bool {
	return r.past.files[a.file] < 0 || slices.ContainsFunc(a.files, func(f int32) bool { return r.past.files[f] < 0 })
}

// remember keeps a query of a bucket that is looked at again, in the numbers of now.
func (r *redo) remember(a *asked) {
	row := r.past.row(a.file, a.row)
	if row < 0 || r.differs(a) {
		return
	}
	old := *a
	old.refused, old.files = slices.Clone(a.refused), make([]int32, len(a.files))
	for i, f := range a.files {
		old.files[i] = r.past.files[f]
	}
	if r.queries == nil {
		r.queries = map[int32]*asked{}
	}
	r.queries[row] = &old
}

// recall takes over what was found for queries that are not looked at again. It reports false if the records do not agree
// with the files.
func (r *redo) recall(k *keeper) bool {
	for i := range r.m.Found {
		f := &r.m.Found[i]
		res, ok := k.result(f, r.past)
		switch {
		case r.again.has(f.Key):
			if ok && r.queries[res.row] != nil {
				if r.results == nil {
					r.results = map[int32]result{}
				}
				r.results[res.row] = res
			}
		case ok && res.first >= 0:
			r.found = append(r.found, res)
		default:
			return false
		}
	}
	return true
}

// tables fills the detector's tables with the rows to be looked at.
func (r *redo) tables(plan *abstraction.Plan) {
	d := r.d
	same := d.rule.Query == d.rule.Answer && d.rule.Radius == 0
	d.qRows = r.table(plan, r.asks, &r.again)
	d.aRows = d.qRows
	if !same {
		d.aRows = r.table(plan, r.replies, &r.answers)
	}
}

// table is detector.choose for the rows of one side that are new or have one of the keys.
func (r *redo) table(plan *abstraction.Plan, side func(int) bool, keys *keySet) *abstracted {
	c := r.d.q
	out := &abstracted{}
	t := abstraction.NewTable(1, 0)
	rows := lsh.NewGrouper(0)
	for i, key := range r.keyOf {
		if key == 0 || !keys.has(key) || !side(i) {
			continue
		}
		t.Reset()
		plan.Append(t, c.Rows.Vector(i))
		rows.Add(t.Features, t.Counts)
		out.row = append(out.row, int32(i))
	}
	out.buckets = rows.Buckets(func(r uint32) lsh.ClassID { return c.class[out.row[r]] })
	out.steps = sync.OnceValue(func() *lsh.Steps { return lsh.NewSteps(out.buckets) })
	return out
}

// plain is the number of buckets that have no record and are not looked at again.
func (r *redo) plain() int {
	var then keySet // keys of queries of the last scan that are looked at again
	r.gone.each(then.add)
	for _, row := range r.d.qRows.row {
		if !r.isNew[row] {
			then.add(r.keyOf[row])
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
