package scan

import (
	"slices"
	"sync"
	"time"

	"refract/abstraction"
	"refract/concretize"
	"refract/finding"
	"refract/index"
	"refract/inline"
	"refract/internal/wire"
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

	keys      []*index.Keys      // by segment of past; nil once there is nothing to be asked of them
	base      base               // what the index has of the rule, likewise
	shifted   []uint64           // as past.moved: the keys that these rows have in the index, 0 for none
	fresh     []keyed            // the new rows that take part
	table     *abstraction.Table // of these, while tables are made
	changed   keySet             // keys with a row that is new or gone
	again     keySet             // of queries to look at again
	answers   keySet             // of answers that these may hit
	gone      keySet             // keys that rows that are gone had as queries
	told      keySet             // those of again that have a record
	moved     keySet             // of records with queries whose rows have other numbers in their files
	found     []result           // the results that are taken over
	values    wire.Values        // reads them
	forgotten forgotten          // the records of told, which are not
	known     recaller           // of these, while the index is read
	asking    []bool             // by slot of answers: rows of the last scan with that key ask
	twice     bool               // see sift

	// stays says that the parts of the rule stay as they are, but for the keys of dead, which have keySize bytes each. rest are the
	// records that do not lie in a part and are taken over.
	stays      bool
	alike      bool // outcomes have the numbers that they had
	dead, rest []byte

	results map[int32]result // what was found for queries of told, by row of now, where something of that holds
}

// keyed is a row of the corpus with its key.
type keyed struct {
	row int32
	key uint64
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
	r := &redo{d: d, m: m, past: k.past, table: takeTable()}
	r.known.r = r
	for _, set := range r.sets() {
		set.memory = &k.columns
	}
	defer func() {
		giveTable(r.table)
		r.table = nil
	}()
	plan := abstraction.New(&d.rule.Abstraction)
	ok := false
	err := k.s.ix.Read(func(v *index.View) error {
		if ok = r.load(v) && r.seed(plan) && r.readRecords(v) && r.readFound(v, k); ok {
			r.tables(plan)
		}
		return nil
	})
	if !ok || err != nil { // whether the index is damaged turns out when it is written
		r.free()
		d.taking, d.small, d.foreign = 0, 0, 0
		return false
	}
	r.keys = nil
	d.redo = r
	return true
}

// spareTables are tables of abstracted rows that serve one rule after the other.
var spareTables = sync.Pool{New: func() any { return abstraction.NewTable(0, 0) }}

// takeTable returns an empty table, until it is given back.
func takeTable() *abstraction.Table { return spareTables.Get().(*abstraction.Table) }

func giveTable(t *abstraction.Table) {
	t.Reset()
	spareTables.Put(t)
}

// sets are the sets of r.
func (r *redo) sets() [6]*keySet {
	return [...]*keySet{&r.changed, &r.again, &r.answers, &r.gone, &r.told, &r.moved}
}

// free gives back what the next rule can use, once nothing is asked of r any more.
func (r *redo) free() {
	for _, set := range r.sets() {
		set.free()
	}
	k := r.d.o.keep
	k.columns.Give(r.shifted)
	k.queries.Give(r.forgotten.queries)
	k.records.Give(r.forgotten.records)
	r.shifted, r.forgotten = nil, forgotten{}
}

// oneStep reports whether the rule's radius takes in vectors one step away and no others.
func (d *detector) oneStep() bool { return d.rule.Radius >= 1 && d.rule.Radius*d.rule.Radius < 2 }

// load finds what the last scan left of the rule in v, with the keys of its rows, and takes those that are gone from its counts.
func (r *redo) load(v *index.View) bool {
	d := r.d
	if !r.base.open(r.m) {
		return false
	}
	for i := range r.past.segments {
		keys, ok, err := v.Keys(columnOf(d.hash), &r.past.segments[i])
		if !ok || err != nil {
			return false
		}
		r.keys = append(r.keys, keys)
	}
	r.shifted = d.o.keep.columns.Take(len(r.past.moved))
	for _, m := range r.past.moved {
		r.shifted = append(r.shifted, r.keys[m.segment].At(int(m.row)))
	}
	d.taking, d.small, d.foreign = r.m.Taking, r.m.Small, r.m.Foreign
	asks, on := r.asks(), r.sides()
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

// readRecords goes through the records, and readFound through the results, one after the other, so that what they lie in serves both. They report false
// if these cannot be read.
func (r *redo) readRecords(v *index.View) (ok bool) {
	_ = v.Within(func(v *index.View) error {
		ok = r.base.readRecords(v, r.m) && r.spread()
		r.base.records = nil
		return nil
	})
	return ok
}

func (r *redo) readFound(v *index.View, k *keeper) (ok bool) {
	_ = v.Within(func(v *index.View) error {
		ok = r.base.readFound(v, r.m) && r.recall(k)
		for i := range r.base.found {
			r.base.found[i].Opportunity = nil
		}
		return nil
	})
	if !ok || r.stays {
		return ok
	}
	_ = v.Within(func(v *index.View) error {
		ok = r.base.readRecords(v, r.m)
		r.base.records = slices.Clone(r.base.records)
		return nil
	})
	return ok
}

// sides is, by mode, how many sides a row is on.
func (r *redo) sides() (n [modes]int) {
	asks, replies := r.asks(), r.replies()
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

// asks and replies tell, by mode, the rows on the side of the queries, and of the answers.
func (r *redo) asks() (is [modes]bool) {
	for m := range modes {
		is[m] = r.d.takes(r.d.rule.Query.HasBase(), r.d.rule.Query.HasInlined(), m)
	}
	return is
}

func (r *redo) replies() (is [modes]bool) {
	for m := range modes {
		is[m] = r.d.takes(r.d.rule.Answer.HasBase(), r.d.rule.Answer.HasInlined(), m)
	}
	return is
}

// seed counts the new rows that take part as detector.choose does, and finds their keys. It reports false if the counts
// cannot be.
func (r *redo) seed(plan *abstraction.Plan) bool {
	d, c := r.d, r.d.q
	asks, on := r.asks(), r.sides()
	roles := concretize.NewRolesOfFew(d.rule, c.Rows)
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

// abstract finds the keys of new rows, and those one step away that some of the known rows have.
func (r *redo) abstract(plan *abstraction.Plan) {
	for i := range r.fresh {
		plan.Append(r.table, r.d.q.Rows.Vector(int(r.fresh[i].row)))
		r.fresh[i].key = index.Short(abstractedHash(r.table, i))
		r.changed.add(r.fresh[i].key)
	}
	if r.d.rule.Radius == 0 {
		return
	}
	known := 0
	for _, keys := range r.keys {
		known += keys.Len()
	}
	if steps := len(r.fresh) * len(plan.Image()); float64(steps) < stepsPerKnown*float64(known) {
		r.findKnown(plan, steps)
	} else {
		r.findSteps(plan, known)
	}
}

// stepsPerKnown is up to how many steps for a known row the rows are looked for among the steps, and not these among the rows: the set of the fewer is made. It is a
// variable for tests.
var stepsPerKnown = 1.

// findKnown looks for the known rows among the keys one step away from new ones, of which there are about so many.
func (r *redo) findKnown(plan *abstraction.Plan, about int) {
	near := keySet{memory: &r.d.o.keep.columns}
	defer near.free()
	near.reserve(about) // and some more
	r.eachStep(plan, near.add)
	for _, keys := range r.keys {
		near.findAll(keys.Bytes(), func(_, slot int) { r.again.add(near.slots[slot]) })
	}
}

// findSteps looks for the keys one step away from new rows among those of the known rows, of which there are at most so many: where there are more of the others.
func (r *redo) findSteps(plan *abstraction.Plan, most int) {
	known := keySet{memory: &r.d.o.keep.columns}
	defer known.free()
	known.reserve(most)
	for _, keys := range r.keys {
		known.addAll(keys.Bytes())
	}
	r.eachStep(plan, func(key uint64) {
		if known.has(key) {
			r.again.add(key)
		}
	})
}

// eachStep calls f with the keys one step away from each new row.
func (r *redo) eachStep(plan *abstraction.Plan, f func(key uint64)) {
	var steps []uint64
	for i := range r.fresh {
		steps = appendSteps(steps[:0], plan, r.table, i)
		for _, key := range steps {
			f(key)
		}
	}
}

// spread goes through the records: it finds out which buckets are to be looked at again, what they may hit, and takes over
// the rest. It reports false if the records cannot be read.
func (r *redo) spread() bool {
	told, moved, ok := r.sift()
	if ok && r.twice {
		told, moved, ok = r.sift()
	}
	if !ok {
		return false
	}
	r.again.each(r.answers.add)
	k := r.d.o.keep
	r.forgotten.files, r.forgotten.fewer = len(r.past.files), make([]int, len(r.m.Outcomes))
	size := 0 // that they take together: if they grew they would leave twice that behind
	for _, of := range told {
		size += len(of)
	}
	r.forgotten.records, r.forgotten.queries = k.records.Take(size), slices.Grow(k.queries.TakeAny(), len(told))
	for _, of := range told {
		if !r.forgotten.add(of, r.past, &r.answers) {
			return false
		}
	}
	r.forgotten.sort()
	return r.renumber(moved) && r.fits()
}

// sift divides the records into those of buckets to be looked at again, those that shift, and the rest. Where a bucket of some of them turns out to be one
// of these while others were passed by, it is to be called once more. It reports false if the records cannot be read.
func (r *redo) sift() (told, moved [][]byte, ok bool) {
	r.twice, r.rest, r.dead = false, nil, nil
	for i, in := range r.records() {
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			if in.dead.has(key) {
				continue
			}
			switch r.fateOf(of, key) {
			case lookAgain:
				told = append(told, of)
				r.told.add(key)
			case shifts:
				moved = append(moved, of)
			case holds:
				if i != inPart {
					r.rest = appendRecord(r.rest, of)
				}
				continue
			default:
				return nil, nil, false
			}
			if i == inPart {
				r.dead = appendKey(r.dead, key)
			}
		}
		if in.Bad() {
			return nil, nil, false
		}
	}
	return told, moved, true
}

// fateOf finds out what becomes of a record. All records with one key have the same fate, since they are told apart by it.
func (r *redo) fateOf(of []byte, key uint64) fate {
	if r.again.has(key) {
		return lookAgain
	}
	becomes, set := r.past.fateOf(of, &r.changed), &r.moved
	switch {
	case becomes == lookAgain:
		set = &r.again
	case r.moved.has(key):
		return max(becomes, shifts)
	case becomes != shifts:
		return becomes
	}
	set.add(key)
	r.twice = r.twice || r.m.shares(key)
	return becomes
}

// renumber appends to rest the records of buckets that shift.
func (r *redo) renumber(moved [][]byte) bool {
	in := r.reader(nil)
	var rec record
	var scratch []byte
	for _, of := range moved {
		if !in.whole(of, &rec) {
			return false
		}
		for j := range rec.asked {
			rec.asked[j].renumber(r.past)
		}
		r.rest, scratch = rec.append(r.rest, scratch)
	}
	return true
}

// inPart is the place in what redo.records returns of the records that lie in a part.
const inPart = 0

// records reads the records of the last scan: those in the part, of which some are dead, and those that are not there.
func (r *redo) records() [2]pastRecords {
	return [2]pastRecords{{r.reader(r.base.records), &r.base.dead}, {r.reader(r.m.Records), &keySet{}}}
}

func (r *redo) reader(b []byte) recordReader {
	return recordReader{Skimmer: wire.Skimmer{B: b}, outcomes: len(r.m.Outcomes), files: len(r.past.files)}
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
	for i, n := range r.forgotten.less {
		if n > r.m.Sums[i] {
			return false
		}
	}
	for i, n := range r.forgotten.fewer {
		if n > r.m.Refused[i] {
			return false
		}
	}
	return true
}

// shifts reports whether the row of a query, of which no file is gone, has another number in its file than it had.
func (p *past) shifts(file, row int32) bool {
	return p.rows[file] != nil && p.row(file, row) != p.firstRow[p.files[file]]+row
}

// recall takes over what was found for queries that are not looked at again. It reports false if the records do not agree
// with the files.
func (r *redo) recall(k *keeper) bool {
	r.stay()
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
	case again && (!ok || !r.known.holds(res.row)):
	case !ok, !again && res.first < 0:
		return false
	case !again && f.Weight.Confidence < r.d.o.least:
		if res.kept == nil {
			res.kept = slices.Clone(f.Opportunity) // should it come to lie elsewhere
		}
		res.place = place
		r.found = append(r.found, res)
	case !res.read(&r.values, f.Opportunity):
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

// read reads the opportunity of r.
func (r *result) read(values *wire.Values, of []byte) bool {
	r.opp = new(finding.Opportunity)
	return values.Read(of, r.opp)
}

// stay decides whether the parts of the rule stay as they are: where outcomes have the numbers that they had, and what there would
// be beside them is little.
func (r *redo) stay() {
	all, own := r.base.size, len(r.dead)+len(r.m.Dead)+len(r.rest)
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
	r.alike = r.numbersOutcomes()
	r.stays = r.alike && float64(own) <= besideParts*float64(all)
}

// leaves reports whether a result can hardly stay in the part: what it says may be another thing now, or its rows have other numbers.
func (r *redo) leaves(f *memoFound) bool {
	p := r.past
	if uint(f.File) >= uint(len(p.files)) || p.rows[f.File] != nil || p.rows[f.FirstFile] != nil {
		return true
	}
	return r.again.has(f.Key) && !r.known.holds(p.row(f.File, f.Row))
}

// besideParts is how much of what a rule has in the index need not lie in its parts, at most: that is what every scan writes again. It is a
// variable for tests.
var besideParts = 0.25
