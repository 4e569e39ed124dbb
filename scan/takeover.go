package scan

import (
	"cmp"
	"maps"
	"slices"

	"refract/concretize"
	"refract/index"
	"refract/internal/wire"
	"refract/lsh"
)

// This file adds to what was looked at what is taken over from the last scan, and keeps the records of both for the next.

// takeOver completes total, the sum of the shards, and has the records kept.
func (d *detector) takeOver(total *shard, shards []*shard) {
	if d.plain == nil {
		return
	}
	w := rewriter{total: total, own: d.ownHit(), files: len(d.q.Program.Files)}
	size := 0
	for _, s := range shards {
		size += len(s.records)
	}
	if d.redo != nil {
		size += d.redo.size()
	}
	w.out = make([]byte, 0, size+size/16)
	for _, s := range shards {
		w.renumber(s.records, s.outcomes)
	}
	w.plainBuckets(d)
	if d.redo != nil {
		r := d.redo
		w.takeOver(r)
		n := r.plain()
		w.plain += n
		total.add(&sums{sumQueries: n, sumOwn: n * w.own})
		total.found = append(total.found, r.found...)
		sortFound(total.found)
	}
	m := &memoRule{Plain: w.plain, Taking: d.taking, Small: d.small, Foreign: d.foreign, Outcomes: total.outcomes, Records: w.out,
		Sums: total.sums(), Refused: total.total}
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
	files int // of the program
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
	in := recordReader{Reader: wire.Reader{B: records}, outcomes: len(outcomes), files: w.files}
	var rec record
	for in.next(&rec) {
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
// as they did: files are numbered by path, and total has the outcomes of the last scan first (see redo.outcomes).
func (w *rewriter) takeOver(r *redo) {
	w.number = make([]int, len(r.m.Outcomes))
	asTheyLie := r.past.sameFiles()
	for i, out := range r.m.Outcomes {
		if n := r.m.Refused[i] - r.fewer[i]; n > 0 {
			w.number[i] = w.total.of(out) + 1
			w.total.total[w.number[i]-1] += n
			asTheyLie = asTheyLie && w.number[i] == i+1
		}
	}
	all := r.m.Sums
	for i := range all {
		all[i] -= r.less[i]
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

// outcomes numbers those of the last scan in the tallies of all shards as they were then, so that records need not be rewritten for that. If
// most of them are counted no more they are numbered as they come.
func (r *redo) outcomes(t *tallies) {
	if r == nil || !r.numbersOutcomes() {
		return
	}
	for _, out := range r.m.Outcomes {
		t.of(out)
	}
}

// numbersOutcomes reports whether outcomes keep the numbers that they had.
func (r *redo) numbersOutcomes() bool {
	used := 0
	for i, n := range r.m.Refused {
		if n > r.fewer[i] {
			used++
		}
	}
	return 2*used >= len(r.m.Outcomes)
}

// sameFiles reports whether all files of then have the numbers that they had, those aside that no record that is taken over is of.
func (p *past) sameFiles() bool {
	for then, now := range p.files {
		if now >= 0 && int(now) != then {
			return false
		}
	}
	return true
}

// renumber gives the files and the row of a the numbers that they have now.
func (a *asked) renumber(p *past) {
	row := p.row(a.file, a.row)
	a.file = p.files[a.file]
	a.row = row - p.firstRow[a.file]
	a.from.renumber(p.files)
	a.shown.renumber(p.files)
}

// plainBuckets counts the buckets of d without a record. Those that share their short key with another one get a record
// after all, so that a key without one stands for one bucket.
func (w *rewriter) plainBuckets(d *detector) {
	shared := sharedKeys(d.qRows.buckets)
	for b, plain := range d.plain {
		if !plain {
			continue
		}
		if len(shared) > 0 {
			k := index.Short(d.qRows.buckets.Hash(lsh.BucketID(b)))
			if n, ok := shared[k]; ok {
				shared[k] = n + 1
				continue
			}
		}
		w.plain++
	}
	for _, k := range slices.Sorted(maps.Keys(shared)) {
		if n := shared[k]; n > 0 {
			rec := record{key: k, sums: sums{sumQueries: n, sumOwn: n * w.own}}
			w.out, w.scratch = rec.append(w.out, w.scratch)
		}
	}
}

// sharedKeys returns the short keys that two or more buckets have, each with 0.
func sharedKeys(b *lsh.Buckets) map[uint64]int {
	size := 16
	for size < 2*b.Len() {
		size *= 2
	}
	var shared map[uint64]int
	slots := make([]uint64, size) // open addressing; no short key is 0
	for id := range lsh.BucketID(b.Len()) {
		k := index.Short(b.Hash(id))
		at := int(k) & (size - 1)
		for slots[at] != 0 && slots[at] != k {
			at = (at + 1) & (size - 1)
		}
		if slots[at] == k {
			if shared == nil {
				shared = map[uint64]int{}
			}
			shared[k] = 0
		}
		slots[at] = k
	}
	return shared
}
