package scan

import (
	"cmp"
	"math/bits"
	"slices"

	"refract/concretize"
	"refract/index"
	"refract/internal/spare"
	"refract/internal/wire"
	"refract/lsh"
)

// This file adds to what was looked at what is taken over from the last scan, and keeps the records of both for the next.

// takeOver completes total, the sum of the shards, and has the records kept.
func (d *detector) takeOver(total *shard, shards []*shard) {
	if d.plain == nil {
		return
	}
	w := rewriter{total: total, own: d.ownHit(), files: d.o.keep.slots.count()}
	size := 0
	for _, s := range shards {
		size += len(s.records)
	}
	if d.redo != nil {
		size += d.redo.size()
	}
	memory := &d.o.keep.records
	w.out = memory.Take(size + size/16)
	for _, s := range shards {
		w.renumber(s.records, s.outcomes)
		memory.Give(s.records)
		s.records = nil
	}
	m := &memoRule{Shared: d.sharedKeys(index.Short)}
	w.plainBuckets(d, m.Shared)
	if d.redo != nil {
		r := d.redo
		w.takeOver(r)
		n := r.plain()
		w.plain += n
		total.add(&sums{sumQueries: n, sumOwn: n * w.own})
		total.found = append(total.found, r.found...)
		sortFound(total.found)
	}
	m.Plain, m.Taking, m.Small, m.Foreign = w.plain, d.taking, d.small, d.foreign
	m.Outcomes, m.Records, m.Sums, m.Refused = total.outcomes, w.out, total.sums(), total.total
	m.Sums[sumQueries] -= w.plain
	m.Sums[sumOwn] -= w.plain * w.own
	d.o.keep.remember(d, m, total.found)
}

// sortFound orders results by their buckets, and those that are taken over with their bucket by their places in it.
func sortFound(found []result) {
	slices.SortStableFunc(found, func(x, y result) int { return cmp.Or(cmp.Compare(x.first, y.first), cmp.Compare(x.place, y.place)) })
}

// rewriter writes records anew, in the numbers of total.
type rewriter struct {
	total *shard
	own   int // see detector.ownHit
	files int // slots are below this
	plain int // buckets without a record
	out   []byte
	// number is that of an outcome in total, plus one, by its number in the records at hand: what none of these has is not numbered.
	number  []int
	scratch []byte
}

// renumber appends records with the given outcomes, in the numbers of total.
func (w *rewriter) renumber(records []byte, outcomes []concretize.Outcome) {
	if w.sameNumbers(outcomes) {
		w.out = append(w.out, records...)
		return
	}
	w.number = make([]int, len(outcomes))
	in := recordReader{Skimmer: wire.Skimmer{B: records}, outcomes: len(outcomes), files: w.files}
	var rec record
	for in.read(&rec) {
		w.append(&rec, outcomes)
	}
}

// sameNumbers reports whether outcomes have the numbers in total that they have here.
func (w *rewriter) sameNumbers(outcomes []concretize.Outcome) bool {
	return len(outcomes) <= len(w.total.outcomes) && slices.Equal(outcomes, w.total.outcomes[:len(outcomes)])
}

// append appends a record with the given outcomes.
func (w *rewriter) append(rec *record, outcomes []concretize.Outcome) {
	number := func(outcome int) int {
		if w.number[outcome] == 0 {
			w.number[outcome] = w.total.of(outcomes[outcome]) + 1
		}
		return w.number[outcome] - 1
	}
	refused := func(list []refusals) {
		for i := range list {
			list[i].outcome = number(list[i].outcome)
		}
	}
	refused(rec.refused)
	for i := range rec.asked {
		refused(rec.asked[i].refused)
		for j := range rec.asked[i].verdicts {
			if v := &rec.asked[i].verdicts[j]; v.said != accepted {
				v.said = saidOf(number(int(v.refusal())), v.aligned())
			}
		}
	}
	w.out, w.scratch = rec.append(w.out, w.scratch)
}

// takeOver appends the records of the last scan that are not looked at again, and adds what they say to total. Most of them lie
// as they did: files have their slots, and total has the outcomes of the last scan first (see redo.numbering).
func (w *rewriter) takeOver(r *redo) {
	w.number = make([]int, len(r.m.Outcomes))
	asTheyLie := true
	for i, out := range r.m.Outcomes {
		if n := r.m.Refused[i] - r.forgotten.fewer[i]; n > 0 {
			w.number[i] = w.total.of(out) + 1
			w.total.total[w.number[i]-1] += n
			asTheyLie = asTheyLie && w.number[i] == i+1
		}
	}
	all := r.m.Sums
	for i := range all {
		all[i] -= r.forgotten.less[i]
	}
	w.total.add(&all)
	if r.stays {
		w.out = append(w.out, r.rest...)
		return
	}
	var rec record
	for _, in := range r.records() {
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			switch {
			case r.again.has(key) || in.dead.has(key):
			case asTheyLie && !r.moved.has(key):
				w.out = appendRecord(w.out, of)
			case in.whole(of, &rec):
				for i := range rec.asked {
					rec.asked[i].renumber(r.past)
				}
				w.append(&rec, r.m.Outcomes)
			}
		}
	}
}

// size is about how many bytes the records take that are taken over.
func (r *redo) size() int {
	if r.stays {
		return len(r.rest)
	}
	return len(r.base.records) + len(r.m.Records)
}

// numbering is that of the last scan, in which all shards number outcomes, so that records need not be rewritten for that. If most of them are counted no more
// they are numbered as they come.
func (r *redo) numbering() *numbering {
	if r == nil || !r.numbersOutcomes() {
		return numberingOf(nil)
	}
	return numberingOf(r.m.Outcomes)
}

// numbersOutcomes reports whether outcomes keep the numbers that they had.
func (r *redo) numbersOutcomes() bool {
	used := 0
	for i, n := range r.m.Refused {
		if n > r.forgotten.fewer[i] {
			used++
		}
	}
	return 2*used >= len(r.m.Outcomes)
}

// renumber gives the row of a, and the methods that it speaks of, the numbers that they have now.
func (a *asked) renumber(p *past) {
	a.row = p.row(a.file, a.row) - p.firstRow[p.files[a.file]]
	a.from.renumber(p)
	a.shown.renumber(p)
}

// plainBuckets counts the buckets of d without a record. Those that share their short key with another one get a record
// after all, so that a key without one stands for one bucket.
func (w *rewriter) plainBuckets(d *detector, shared []uint64) {
	counts := make([]int, len(shared))
	for b, plain := range d.plain {
		if !plain {
			continue
		}
		if len(shared) > 0 {
			if i, ok := slices.BinarySearch(shared, index.Short(d.qRows.buckets.Hash(lsh.BucketID(b)))); ok {
				counts[i]++
				continue
			}
		}
		w.plain++
	}
	for i, n := range counts {
		if n > 0 {
			rec := record{key: shared[i], sums: sums{sumQueries: n, sumOwn: n * w.own}}
			w.out, w.scratch = rec.append(w.out, w.scratch)
		}
	}
}

// sharedKeys returns the short keys of rows that are not equal, ascending: those of the last scan, some of which may be so no more, and those of the tables at hand,
// which have all rows with a key that a new one has. short makes them of hashes.
func (d *detector) sharedKeys(short func(hash uint64) uint64) []uint64 {
	sides := []*lsh.Buckets{d.qRows.buckets}
	if d.aRows != d.qRows {
		sides = append(sides, d.aRows.buckets)
	}
	var memory *spare.Slices[uint64]
	if d.o.keep != nil {
		memory = &d.o.keep.columns
	}
	shared := sharedKeys(short, memory, sides...)
	if d.redo != nil {
		shared = append(shared, d.redo.m.Shared...)
	}
	slices.Sort(shared)
	return slices.Compact(shared)
}

// sharedKeys returns the short keys that two or more buckets have of one side, or of two with different hashes, in any order and some of them twice. It
// takes memory from where it gives it back to, which may be nil.
func sharedKeys(short func(hash uint64) uint64, memory *spare.Slices[uint64], sides ...*lsh.Buckets) (shared []uint64) {
	p := partedHashes(short, memory, sides)
	defer memory.Give(p.hashes)
	var slots []uint32 // open addressing by key: the number of a hash, plus one
	for i := range keyParts {
		from, other, to := p.start[2*i], p.start[2*i+1], p.start[2*i+2]
		size := 1 << bits.Len(uint(2*(to-from)))
		slots = slices.Grow(slots[:0], size)[:size]
		clear(slots)
		for n := from; n < to; n++ {
			hash := p.hashes[n]
			k := short(hash)
			at := int(k) & (size - 1)
			for ; slots[at] != 0; at = (at + 1) & (size - 1) {
				known := int(slots[at] - 1)
				h, oneSide := p.hashes[known], (known < other) == (n < other)
				if short(h) == k && (oneSide || h != hash) {
					shared = append(shared, k)
				}
			}
			slots[at] = uint32(n) + 1
		}
	}
	return shared
}

// keyParts is into how many parts hashes are divided before their keys are looked up: a table of a part is at hand, one of all would be waited for with
// each of them.
const keyParts = 256

// parted is the hashes of one or two sides by part: first those of the one in hashes[start[2*i]:start[2*i+1]], then those of the other up to start[2*i+2].
type parted struct {
	hashes []uint64
	start  [2*keyParts + 1]int
}

// partedHashes divides the hashes of sides by the upper bits of their keys.
func partedHashes(short func(hash uint64) uint64, memory *spare.Slices[uint64], sides []*lsh.Buckets) *parted {
	const shift = 40 - 8 // a key has 40 bits
	p, n := &parted{}, 0
	part := func(side int, hash uint64) int { return int(short(hash)>>shift%keyParts)*2 + side }
	for s, b := range sides {
		n += b.Len()
		for id := range lsh.BucketID(b.Len()) {
			p.start[part(s, b.Hash(id))+1]++
		}
	}
	for i := range 2 * keyParts {
		p.start[i+1] += p.start[i]
	}
	p.hashes = memory.Take(n)[:n]
	next := p.start
	for s, b := range sides {
		for id := range lsh.BucketID(b.Len()) {
			hash := b.Hash(id)
			at := &next[part(s, hash)]
			p.hashes[*at] = hash
			*at++
		}
	}
	return p
}
