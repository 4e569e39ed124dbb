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
	for _, s := range shards {
		w.copy(s.records, s.outcomes, nil, nil)
	}
	w.plainBuckets(d)
	if d.redo != nil {
		r := d.redo
		w.copy(r.m.Records, r.m.Outcomes, r.past, &r.again)
		n := r.plain()
		w.plain += n
		total.add(&sums{sumQueries: n, sumOwn: n * w.own})
		total.found = append(total.found, r.found...)
		slices.SortStableFunc(total.found, func(x, y result) int { return cmp.Compare(x.first, y.first) })
	}
	d.o.keep.remember(d, &memoRule{Plain: w.plain, Taking: d.taking, Small: d.small, Foreign: d.foreign, Outcomes: total.outcomes, Records: w.out}, total.found)
}

// rewriter writes records anew, in the numbers of total.
type rewriter struct {
	total *shard
	own   int // see detector.ownHit
	files int // of the program
	plain int // buckets without a record
	out   []byte
}

// copy appends records with the given outcomes. Those of the past are renumbered, but for those with a key in without, which
// are left out; and what they say is added to total.
func (w *rewriter) copy(records []byte, outcomes []concretize.Outcome, past *past, without *keySet) {
	number := make([]int, len(outcomes)) // plus one; what no record has any more is not numbered
	in := recordReader{Reader: wire.Reader{B: records}, outcomes: len(outcomes), files: w.files}
	count := past != nil
	if count {
		in.files = len(past.files)
	}
	var rec record
	for in.next(&rec) {
		if without != nil && without.has(rec.key) {
			continue
		}
		renumber := func(refused []refusals) {
			for i := range refused {
				x := &refused[i]
				if number[x.outcome] == 0 {
					number[x.outcome] = w.total.of(outcomes[x.outcome]) + 1
				}
				x.outcome = number[x.outcome] - 1
				if count {
					w.total.total[x.outcome] += x.n
				}
			}
		}
		renumber(rec.refused)
		if count {
			w.total.add(&rec.sums)
		}
		for i := range rec.asked {
			a := &rec.asked[i]
			renumber(a.refused)
			a.renumber(past)
			if count {
				w.total.add(&sums{sumRows: a.rows, sumAligned: a.aligned, sumAccepted: a.accepted})
			}
		}
		w.out = rec.append(w.out)
	}
}

// renumber gives the files and the row of a the numbers that they have now.
func (a *asked) renumber(p *past) {
	if p == nil {
		return
	}
	row := p.row(a.file, a.row)
	a.file = p.files[a.file]
	a.row = row - p.firstRow[a.file]
	a.from.renumber(p.files)
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
			w.out = rec.append(w.out)
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
