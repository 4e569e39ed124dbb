package scan

import (
	"slices"
	"testing"

	"refract/internal/wire"
)

// someRecords are records of files below 40, with outcomes below 3.
func someRecords() []record {
	return []record{
		{key: 1},
		{key: 2, hits: []uint64{7, 1 << 39}, sums: sums{sumQueries: 1, sumRows: 300}, refused: []refusals{{2, 5}}},
		{key: 3, hits: []uint64{8}, asked: []asked{
			{file: 39, row: 1000, rows: 3, verdicts: []verdict{{sample: 1, row: 2, said: accepted}, {sample: 2, said: 5, end: 2}}, parts: []int32{0, 3}, best: []int32{0},
				own: []int32{0, 4}, from: trace{3, 2 << traceBits, 5, 900, 4, traceWhole, 30, 0}, shown: trace{7, tracePlaces}, refused: []refusals{{0, 1}}},
			{file: 2, whole: true, from: trace{2, 1 << traceBits, 0}}}},
	}
}

// A recorder whose shard ended amid a bucket makes the records of the next one as a new recorder does, and has none of the last scan.
func TestRecorderIsUsedAgain(t *testing.T) {
	write := func(r *recorder) []byte {
		for _, rec := range someRecords() {
			r.record.key, r.record.hits, r.record.sums = rec.key, rec.hits, rec.sums
			r.record.refused, r.record.asked = append(r.record.refused, rec.refused...), append(r.record.asked, rec.asked...)
			r.records, r.scratch = r.record.append(r.records, r.scratch)
			r.record.refused, r.record.asked = r.record.refused[:0], r.record.asked[:0]
		}
		return slices.Clone(r.records)
	}
	var r recorder
	want := write(&r)
	last := someRecords()[2]
	r.last[sumRows], r.found, r.record.refused, r.record.asked = 3, 2, last.asked[0].refused, last.asked
	r.past.r, r.past.held, r.past.recalled.whole = &redo{}, map[int32]bool{1: true}, true
	r.past.room.numbers = append(r.past.room.numbers, 1)
	r.reset()
	if p := &r.past; r.last != (sums{}) || r.found != 0 || p.r != nil || p.held != nil || p.recalled.whole || len(p.room.numbers) > 0 {
		t.Errorf("something of the last shard is left: %+v", r)
	}
	if got := write(&r); !slices.Equal(got, want) {
		t.Errorf("records are %x, want %x", got, want)
	}
}

// somethingChanged is what a scan finds of so many files: some are gone, some have rows with other numbers, in some a method differs.
func somethingChanged(files int) *past {
	p := &past{files: make([]int32, files), changed: make([]*changed, files), rows: map[int32][]int32{}, firstRow: make([]int32, files), odd: make([]bool, files)}
	for i := range p.files {
		p.files[i] = int32(i)
	}
	p.files[11] = -1
	p.changed[4], p.changed[30] = &changed{methods: []int32{0, -1, 2, -1}}, &changed{methods: []int32{0}, members: true, text: true}
	p.changed[12] = &changed{methods: []int32{0, 2, -1, 3}}
	p.rows[39] = []int32{0, 2, -1, 4}
	for _, i := range []int{4, 11, 12, 30, 39} {
		p.odd[i] = true
	}
	return p
}

// fate is fateOf a record as it says it.
func (p *past) fate(r *record, changed *keySet) fate {
	becomes := holds
	differs := func(t trace) bool {
		moved := slices.Clone(t)
		if moved.renumber(p); !slices.Equal(moved, t) {
			becomes = shifts // or differs
		}
		for len(t) > 0 {
			file, methods, beside, rest := t.cut()
			t = rest
			if now := p.changed[file]; p.files[file] < 0 || now != nil &&
				(beside&traceWhole != 0 || beside&traceMembers != 0 && now.members || beside&tracePlaces != 0 && now.text ||
					slices.ContainsFunc(methods, func(m int32) bool { return now.now(m) < 0 })) {
				return true
			}
		}
		return false
	}
	for i := range r.asked {
		a := &r.asked[i]
		if p.files[a.file] < 0 || differs(a.from) || differs(a.shown) {
			return lookAgain
		}
		if p.shifts(a.file, a.row) {
			becomes = shifts
		}
	}
	if slices.ContainsFunc(r.hits, changed.has) {
		return lookAgain
	}
	return becomes
}

// addTo adds what r says to the counts of a rule, and its refusals by outcome to refused.
func (r *record) addTo(counts *sums, refused []int) {
	count := func(list []refusals) {
		for _, x := range list {
			refused[x.outcome] += x.n
		}
	}
	for i, n := range r.sums {
		counts[i] += n
	}
	count(r.refused)
	for i := range r.asked {
		a := &r.asked[i]
		counts[sumRows] += a.rows
		counts[sumAligned] += a.aligned
		counts[sumAccepted] += a.accepted
		count(a.refused)
	}
}

// FuzzRecords: whatever bytes are read as records, reading ends, and what becomes of them, and what they say, is found out as they lie as it is where they are
// decoded.
func FuzzRecords(f *testing.F) {
	const files, outcomes = 40, 3
	var all, scratch []byte
	for _, r := range someRecords() {
		all, scratch = r.append(all, scratch)
	}
	f.Add(all)
	f.Add(all[:len(all)-3])
	f.Add([]byte{6, 1, 0, 0, 0, 0, 0x80})
	none, _ := (&record{key: 3, hits: []uint64{0, 7}}).append(nil, nil)
	f.Add(none)
	for _, a := range []asked{ // each with something that has changed
		{file: 11}, {file: 39, row: 1}, {file: 39, row: 2}, {from: trace{4, 1 << traceBits, 1}}, {from: trace{4, 2 << traceBits, 0, 2}}, {from: trace{4, traceWhole}}, {from: trace{30, 1 << traceBits, 7}},
		{from: trace{11, 0}}, {from: trace{30, traceMembers}}, {from: trace{4, traceMembers}}, {from: trace{12, 1 << traceBits, 0}}, {from: trace{12, 2 << traceBits, 0, 1}}, {shown: trace{12, 1 << traceBits, 2}},
		{shown: trace{4, traceWhole}}, {shown: trace{39, traceWhole}}, {shown: trace{4, tracePlaces}}, {shown: trace{30, tracePlaces}}, {shown: trace{11, tracePlaces}},
	} {
		b, _ := (&record{key: 5, asked: []asked{a}}).append(nil, nil)
		f.Add(b)
	}
	var changed keySet
	for _, k := range []uint64{7, 9, 1 << 38} {
		changed.add(k)
	}
	p := somethingChanged(files)
	f.Fuzz(func(t *testing.T, b []byte) {
		in := recordReader{Skimmer: wire.Skimmer{B: b}, outcomes: outcomes, files: files}
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			fate, said, hits := p.fateOf(of, &changed), forgotten{files: files, fewer: make([]int, outcomes)}, keySet{}
			counted := said.add(of, p, &hits)
			whole := in
			var rec record
			if !whole.whole(of, &rec) {
				continue // what is counted of it nonetheless is held against the sum of all records
			}
			if rec.key != key {
				t.Fatalf("%x: key %x, cut as %x", of, rec.key, key)
			}
			if want := p.fate(&rec, &changed); fate != want {
				t.Fatalf("%x: becomes %d, want %d: %+v", of, fate, want, rec)
			}
			checkParts(t, &rec, outcomes)
			if !counted || slices.ContainsFunc(rec.hits, func(h uint64) bool { return h != 0 && !hits.has(h) }) { // 0 is no short key
				t.Fatalf("%x: counted %t, with %d hits: %+v", of, counted, hits.n, rec)
			}
			var less sums
			fewer := make([]int, outcomes)
			if rec.addTo(&less, fewer); said.less != less || !slices.Equal(said.fewer, fewer) {
				t.Fatalf("%x: %v %v is counted, want %v %v", of, said.less, said.fewer, less, fewer)
			}
			checkForgotten(t, p, &said, &rec)
		}
	})
}

// checkParts fails t where verdicts are of parts or outcomes that there are not.
func checkParts(t *testing.T, rec *record, outcomes int32) {
	t.Helper()
	for i := range rec.asked {
		a := &rec.asked[i]
		parts := int32(a.from.parts())
		for j, v := range a.verdicts {
			if v.sample >= parts || v.refusal() >= outcomes || v.refusal() < 0 && v.said != accepted ||
				slices.ContainsFunc(a.partsOf(j), func(part int32) bool { return part >= parts }) {
				t.Fatalf("%+v", a)
			}
		}
		if slices.ContainsFunc(a.best, func(v int32) bool { return int(v) >= len(a.verdicts) || a.verdicts[v].said != accepted }) {
			t.Fatalf("%+v", a)
		}
	}
}

// checkForgotten fails t where a query is read from where it lies as something else than it is in its record, or would be said again as something else.
func checkForgotten(t *testing.T, p *past, f *forgotten, rec *record) {
	t.Helper()
	if len(f.queries) != len(rec.asked) {
		t.Fatalf("%d queries, want %d", len(f.queries), len(rec.asked))
	}
	for i := range rec.asked {
		got, want := asked{}, rec.asked[i]
		want.file, want.row = 0, 0
		if !f.read(&f.queries[i], &got, &room{}) || !equalAsked(&got, &want) {
			t.Fatalf("query %d is read as %+v, want %+v", i, got, want)
		}
		q := &f.queries[i]
		if int(q.rows) != int(int32(want.rows)) || q.whole != want.whole || int(q.aligned) != int(int32(want.aligned)) || int(q.accepted) != int(int32(want.accepted)) || int(q.best) != len(want.best) || q.dropped != (rec.sums[sumDropped] > 0) {
			t.Fatalf("query %d is %+v, want %+v", i, q, want)
		}
		if alone := (record{asked: rec.asked[i : i+1]}); p.files[rec.asked[i].file] >= 0 && (q.becomes != lookAgain) != (p.fate(&alone, &keySet{}) != lookAgain) {
			t.Fatalf("query %d becomes %d of %+v", i, q.becomes, want)
		}
		again := asked{file: rec.asked[i].file, row: rec.asked[i].row, traces: f.records[q.traces:q.tracesEnd], judgement: f.records[q.judgement:q.judgementEnd]}
		said, _ := (&record{asked: []asked{again}}).append(nil, nil)
		in := recordReader{Skimmer: wire.Skimmer{B: said}, outcomes: len(f.fewer), files: f.files}
		var read record
		if !in.read(&read) || len(read.asked) != 1 || !equalAsked(&read.asked[0], &rec.asked[i]) {
			t.Fatalf("query %d is said again as %+v, want %+v", i, read.asked, rec.asked[i])
		}
	}
}

// TestHitInOrder: of the buckets that were hit some may be asked for, in their order.
func TestHitInOrder(t *testing.T) {
	var f forgotten
	if p := somethingChanged(40); !func() bool { of, _ := (&record{key: 1}).append(nil, nil); return f.add(of[1:], p, &keySet{}) }() {
		t.Fatal("a record cannot be read")
	}
	from := len(f.records)
	of, _ := (&record{key: 9, hits: []uint64{7, 3, 8, 1}}).append(nil, nil)
	f.records = append(f.records, of[1:]...) // behind its length
	q := &forgottenQuery{record: uint32(from), end: uint32(len(f.records))}
	for _, tt := range []struct {
		keys []uint64
		want bool
	}{
		{nil, true}, {[]uint64{9}, true}, {[]uint64{7, 3, 8, 1}, true}, {[]uint64{9, 7, 3, 8, 1}, true}, {[]uint64{9, 3, 1}, true}, {[]uint64{3, 7}, false}, {[]uint64{9, 8, 3}, false},
		{[]uint64{7, 9}, false}, {[]uint64{2}, false}, {[]uint64{7, 2}, false}, {[]uint64{1}, true}, {[]uint64{1, 1}, false},
	} {
		if got := f.hitInOrder(q, tt.keys); got != tt.want {
			t.Errorf("%v in order: %t", tt.keys, got)
		}
	}
}

func equalAsked(x, y *asked) bool {
	return x.file == y.file && x.row == y.row && x.rows == y.rows && x.whole == y.whole && x.aligned == y.aligned && x.accepted == y.accepted &&
		slices.Equal(x.verdicts, y.verdicts) && slices.Equal(x.parts, y.parts) && slices.Equal(x.best, y.best) && slices.Equal(x.refused, y.refused) && slices.Equal(x.from, y.from) &&
		slices.Equal(x.own, y.own) && slices.Equal(x.shown, y.shown)
}

// TestSharedKeyIsLookedAtTogether: where one of two buckets with the same key has to be looked at again, or has rows with other numbers, so has the other, also
// where that is found out behind it.
func TestSharedKeyIsLookedAtTogether(t *testing.T) {
	const key = 77
	for _, tt := range []struct {
		name  string
		asked asked
		shared,
		again, moved bool
		records int // that are not taken over as they lie
	}{
		{"nothing", asked{file: 1}, true, false, false, 0},
		{"a candidate", asked{file: 1, from: trace{4, 1 << traceBits, 1}}, true, true, false, 2},
		{"the number of a row", asked{file: 39, row: 1}, true, false, true, 2},
		{"a candidate of the only bucket that has the key, as the index says", asked{file: 1, from: trace{4, 1 << traceBits, 1}}, false, true, false, 1},
	} {
		r := &redo{d: &detector{o: DetectOptions{keep: &keeper{}}}, m: &memoRule{}, past: somethingChanged(40)}
		if tt.shared {
			r.m.Shared = []uint64{3, key}
		}
		for _, rec := range []record{{key: key, asked: []asked{{file: 2}}}, {key: 5}, {key: key, asked: []asked{tt.asked}}} {
			r.base.records, _ = rec.append(r.base.records, nil)
		}
		if !r.spread() {
			t.Fatalf("%s: cannot be read", tt.name)
		}
		if again, moved := r.again.has(key), r.moved.has(key); again != tt.again || moved != tt.moved {
			t.Errorf("%s differs: looked at again %t, moved %t", tt.name, again, moved)
		}
		in, moved := r.reader(r.rest), 0
		for _, _, ok := in.cut(); ok; _, _, ok = in.cut() {
			moved++
		}
		if n := moved + len(r.forgotten.queries); n != tt.records || len(r.dead) != n*keySize {
			t.Errorf("%s differs: %d records are not taken over as they lie, %d bytes of keys; want %d", tt.name, n, len(r.dead), tt.records)
		}
	}
}

// TestWithRoom: what a slice grows from is no more than what it is in the end, and nothing in it is lost.
func TestWithRoom(t *testing.T) {
	var s []byte
	grown := 0
	for i := range 100_000 {
		before := cap(s)
		s = append(withRoom(s, 1), byte(i))
		if cap(s) != before {
			grown += cap(s)
		}
	}
	if grown > 3*cap(s) {
		t.Errorf("%d bytes were allocated for %d", grown, cap(s))
	}
	for i, b := range s {
		if b != byte(i) {
			t.Fatalf("element %d is %d", i, b)
		}
	}
}
