package scan

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"refract/concretize"
	"refract/index"
	"refract/internal/spare"
	"refract/internal/wire"
	"refract/lsh"
	"refract/program"
)

// This file writes down what each bucket of queries contributed to what a rule found, and from what. A later scan judges
// only those buckets again for which something of that is different (redo.go), and takes over the others.

// sums are the counts of a shard that add up over buckets.
type sums [numSums]int

const (
	sumQueries = iota
	sumMatches
	sumOwn
	sumAnswers
	sumDropped
	sumPairs
	sumPassed
	sumRows
	sumAligned
	sumAccepted
	numSums
)

func (s *shard) sums() sums {
	return sums{s.join.Queries, s.join.Matches, s.join.Own, s.join.Answers, s.join.Dropped, s.pairs, s.passed, s.rows, s.aligned, s.accepted}
}

// add adds o to the counts of s.
func (s *shard) add(o *sums) {
	s.join.Add(lsh.Stats{Queries: o[sumQueries], Matches: o[sumMatches], Own: o[sumOwn], Answers: o[sumAnswers], Dropped: o[sumDropped]})
	s.pairs += o[sumPairs]
	s.passed += o[sumPassed]
	s.rows += o[sumRows]
	s.aligned += o[sumAligned]
	s.accepted += o[sumAccepted]
}

// record is what the buckets of queries with one key contributed. Nearly always that is one bucket; buckets of different
// vectors with equal short keys are looked at again together.
type record struct {
	key     uint64   // short
	hits    []uint64 // keys of other buckets with answers
	sums    sums
	refused []refusals // by checks
	asked   []asked    // the queries that had candidates, in their order
	room    room       // of what was read
}

// refusals are n refusals with the outcome of that number.
type refusals struct{ outcome, n int }

// plain reports whether r says no more than that one class of queries found nothing, or only itself if own is 1. Most
// buckets have no more to say, and are only counted.
func (r *record) plain(own int) bool {
	return r.sums == sums{sumQueries: 1, sumOwn: own} && len(r.hits)+len(r.refused) == 0
}

// asked is one query that had candidates: what became of them, and what that came from. The counts are not in those of the
// record.
type asked struct {
	file, row int32     // the query's row, counted from the first of its file, which has that slot
	rows      int       // candidates, as rows
	whole     bool      // the query itself was refused, whatever its candidates: the one refusal stands for all of them
	verdicts  []verdict // on the candidates that were judged, the nearest first; the others were left out because that was enough
	parts     []int32   // of verdicts
	best      []int32   // the verdicts on the samples that are shown, in their order; none where those that were accepted contradict each other
	aligned   int
	accepted  int
	refused   []refusals
	from      trace   // what was read for the query and its candidates, and all methods of candidates
	own       []int32 // the parts of from that decided on the query alone, ascending
	shown     trace   // the files of what was read for the candidates that were accepted, and to show them
	// traces are from and shown, and judgement what became of the candidates, as the last scan has them, where that is to be said again; nil elsewhere.
	traces, judgement []byte
}

const keySize = 5 // of a short key

func appendKey(b []byte, k uint64) []byte {
	return append(b, byte(k), byte(k>>8), byte(k>>16), byte(k>>24), byte(k>>32))
}

// append encodes r: its length, what decides whether it is to be looked at again, and then what it contributed. scratch is
// used for that, and returned for the next.
func (r *record) append(b, scratch []byte) (all, room []byte) {
	s := appendKey(scratch[:0], r.key)
	s = binary.AppendUvarint(s, uint64(len(r.hits)))
	for _, h := range r.hits {
		s = appendKey(s, h)
	}
	s = binary.AppendUvarint(s, uint64(len(r.asked)))
	for i := range r.asked {
		a := &r.asked[i]
		s = binary.AppendUvarint(binary.AppendUvarint(s, uint64(a.file)), uint64(a.row))
		if a.traces != nil {
			s = append(s, a.traces...)
		} else {
			s = a.shown.append(a.from.append(s))
		}
	}
	for _, n := range r.sums {
		s = binary.AppendUvarint(s, uint64(n))
	}
	s = appendRefusals(s, r.refused)
	for i := range r.asked {
		s = r.asked[i].append(s)
	}
	return appendRecord(b, s), s
}

// appendRecord appends a record of those bytes, as recordReader.cut returns them.
func appendRecord(b, of []byte) []byte {
	b = withRoom(b, binary.MaxVarintLen64+len(of))
	return append(binary.AppendUvarint(b, uint64(len(of))), of...)
}

// withRoom returns s with room for n elements more. Where it has to grow it doubles: append has a large slice grow by a quarter each time, and
// leaves behind four times what there is in the end.
func withRoom[T any](s []T, n int) []T {
	if n <= cap(s)-len(s) {
		return s
	}
	return slices.Grow(s, max(n, cap(s)))
}

// append encodes what became of the candidates.
func (a *asked) append(b []byte) []byte {
	if a.judgement != nil {
		return append(b, a.judgement...)
	}
	whole := 0
	if a.whole {
		whole = 1
	}
	for _, n := range [...]int{a.rows, whole, a.aligned, a.accepted, len(a.own)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = appendAscending(b, a.own)
	b = binary.AppendUvarint(b, uint64(len(a.verdicts)))
	for i := range a.verdicts {
		v := &a.verdicts[i]
		parts := a.partsOf(i)
		for _, n := range [...]int32{v.sample, v.row, v.said, int32(len(parts))} {
			b = binary.AppendUvarint(b, uint64(n))
		}
		b = appendAscending(b, parts)
	}
	b = binary.AppendUvarint(b, uint64(len(a.best)))
	for _, i := range a.best {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return appendRefusals(b, a.refused)
}

func appendRefusals(b []byte, refused []refusals) []byte {
	b = binary.AppendUvarint(b, uint64(len(refused)))
	for _, x := range refused {
		b = binary.AppendUvarint(b, uint64(x.outcome))
		b = binary.AppendUvarint(b, uint64(x.n))
	}
	return b
}

// recordReader reads records. What it reads is checked to lie in the bytes and in the bounds of the numbers.
type recordReader struct {
	wire.Skimmer
	outcomes, files int // numbers and slots are below these
}

// read reads the next record into r, whose memory it uses again. It reports false at the end.
func (d *recordReader) read(r *record) bool {
	of, _, ok := d.cut()
	return ok && d.whole(of, r)
}

// cut returns the bytes of the next record, and its key. It reports false at the end.
func (d *recordReader) cut() (of []byte, key uint64, ok bool) {
	if d.At >= len(d.B) {
		return nil, 0, false
	}
	if of = d.Bytes(d.Count(1)); len(of) < keySize {
		d.Fail()
		return nil, 0, false
	}
	return of, keyAt(of), true
}

// whole reads the record in those bytes.
func (d *recordReader) whole(of []byte, r *record) bool {
	in := recordReader{wire.Skimmer{B: of}, d.outcomes, d.files}
	m := &r.room
	m.reset()
	r.key, r.hits = in.key(), r.hits[:0]
	for range in.Count(keySize) {
		r.hits = append(r.hits, in.key())
	}
	n := in.Count(askedSize)
	r.asked = slices.Grow(r.asked[:0], n)[:n]
	for i := range r.asked {
		r.asked[i] = asked{file: in.number(in.files), row: in.number(math.MaxInt32)}
		in.readTraces(&r.asked[i], m)
	}
	for i := range r.sums {
		r.sums[i] = int(in.Uvarint())
	}
	r.refused = in.refusals(m)
	for i := range r.asked {
		in.readAsked(&r.asked[i], m)
	}
	if in.At != len(of) {
		d.Fail()
	}
	return !d.Bad()
}

// askedSize is how many bytes a query takes in a record, at least.
const askedSize = 11

// readTraces reads what verdicts on a query came from.
func (d *recordReader) readTraces(a *asked, m *room) {
	a.from = d.trace(m)
	a.shown = d.trace(m)
}

// readAsked reads what became of the candidates of a query, of which the traces are read.
func (d *recordReader) readAsked(a *asked, m *room) {
	a.rows, a.whole = int(d.Uvarint()), d.Uvarint() == 1
	a.aligned, a.accepted = int(d.Uvarint()), int(d.Uvarint())
	parts := a.from.parts()
	own := len(m.numbers)
	m.numbers = d.ascending(m.numbers, d.Count(1), parts)
	from, verdicts := len(m.numbers), len(m.verdicts)
	for range d.Count(4) {
		v := verdict{sample: d.number(parts), row: d.number(math.MaxInt32), said: d.number(2*d.outcomes + 2)}
		m.numbers = d.ascending(m.numbers, d.Count(1), parts)
		v.end = int32(len(m.numbers) - from)
		if m.verdicts = append(m.verdicts, v); v.said == 0 {
			d.Fail()
		}
	}
	a.own, a.parts, a.verdicts = m.numbers[own:from:from], tailOf(m.numbers, from), tailOf(m.verdicts, verdicts)
	d.readBest(a, m)
	a.refused = d.refusals(m)
}

func (d *recordReader) readBest(a *asked, m *room) {
	from := len(m.numbers)
	for range d.Count(1) {
		i := d.number(len(a.verdicts))
		if d.Bad() || a.verdicts[i].said != accepted {
			d.Fail()
			return
		}
		m.numbers = append(m.numbers, i)
	}
	a.best = tailOf(m.numbers, from)
}

func (d *recordReader) refusals(m *room) []refusals {
	from := len(m.refused)
	for range d.Count(2) {
		m.refused = append(m.refused, refusals{int(d.number(d.outcomes)), int(d.Uvarint())})
	}
	return tailOf(m.refused, from)
}

// room is memory for the lists of queries, which lie in it one behind the other. What was read into it stays valid until it is reset, also where it grows.
type room struct {
	numbers  []int32
	verdicts []verdict
	refused  []refusals
	units    []program.Unit
	methods  []program.MethodID // as many as there are units
}

// reset empties m and keeps its memory.
func (m *room) reset() {
	m.numbers, m.verdicts, m.refused = m.numbers[:0], m.verdicts[:0], m.refused[:0]
	m.units, m.methods = m.units[:0], m.methods[:0]
}

// tailOf is what s has from a place on, which nothing is appended to.
func tailOf[T any](s []T, from int) []T { return s[from:len(s):len(s)] }

// number reads a number below n.
func (d *recordReader) number(n int) int32 {
	i := d.Uvarint()
	if i >= uint64(max(n, 0)) {
		d.Fail()
		return 0
	}
	return int32(i)
}

func (d *recordReader) key() uint64 {
	b := d.Bytes(keySize)
	if b == nil {
		return 0
	}
	return keyAt(b)
}

// recorder makes the records of one shard, bucket by bucket.
type recorder struct {
	last    sums // of the shard, before the bucket at hand
	found   int  // results before it
	record  record
	records []byte
	scratch []byte
	memory  *spare.Slices[byte] // that records are taken from
	notes   notes               // of the query at hand
	past    recaller            // what the last scan says of the queries of the bucket at hand
}

// recorders are at rest: a scan has hundreds of shards, and what one wrote and read things in the next can use.
var recorders = sync.Pool{New: func() any { return new(recorder) }}

// newRecorder returns a recorder for a shard of a rule, of which r, which may be nil, is what the last scan left. It takes memory for the records, which are to be given
// back there.
func newRecorder(r *redo, memory *spare.Slices[byte]) *recorder {
	rec := recorders.Get().(*recorder)
	rec.past.r, rec.memory, rec.records = r, memory, memory.TakeAny()
	return rec
}

// end returns the records that were made, in memory of their size. Nobody uses r any more.
func (r *recorder) end() []byte {
	records := append(r.memory.Take(len(r.records)), r.records...)
	r.memory.Give(r.records)
	r.reset()
	recorders.Put(r)
	return records
}

// reset forgets all but memory, also of a bucket that was not ended.
func (r *recorder) reset() {
	r.last, r.found, r.records, r.memory = sums{}, 0, nil, nil
	r.record.refused, r.record.asked = r.record.refused[:0], r.record.asked[:0]
	r.past.room.reset()
	r.past = recaller{room: r.past.room}
}

// done ends the bucket at hand: query, which hit the buckets of hits.
func (w *worker) done(query lsh.BucketID, hits []lsh.Hit) {
	d, s, r := w.d, w.s, w.rec
	rec := &r.record
	rec.key, rec.hits = index.Short(d.qRows.buckets.Hash(query)), rec.hits[:0]
	for _, h := range hits {
		if k := index.Short(d.aRows.buckets.Hash(h.Bucket)); k != rec.key {
			rec.hits = append(rec.hits, k)
		}
	}
	now := s.sums()
	for i := range now {
		rec.sums[i] = now[i] - r.last[i]
	}
	r.last = now
	rec.sums[sumRows], rec.sums[sumAligned], rec.sums[sumAccepted] = 0, 0, 0 // these are those of the queries
	rec.refused = s.flush(rec.refused)
	if d.plain[query] = rec.plain(d.ownHit()); !d.plain[query] {
		r.records, r.scratch = rec.append(r.records, r.scratch)
	}
	rec.refused, rec.asked = rec.refused[:0], rec.asked[:0]
	r.past.room.reset()
	for i := r.found; i < len(s.found); i++ {
		s.found[i].key, s.found[i].first = rec.key, d.qRows.row[d.qRows.buckets.First(query)]
	}
	r.found = len(s.found)
}

// ownHit is 1 if a row that asks under the rule meets itself among the answers, and leaves itself out there.
func (d *detector) ownHit() int {
	q, a := d.rule.Query, d.rule.Answer
	if d.rule.Filters.Clones && (q.HasBase() && a.HasBase() || q.HasInlined() && a.HasInlined()) {
		return 1
	}
	return 0
}

// numbering is outcomes with their numbers, from 0. It is not written to once it is made, so that all shards of a rule can have it.
type numbering struct {
	outcomes []concretize.Outcome
	number   map[concretize.Outcome]int
}

func numberingOf(outcomes []concretize.Outcome) *numbering {
	n := &numbering{outcomes, make(map[concretize.Outcome]int, len(outcomes))}
	for i, out := range outcomes {
		n.number[out] = i
	}
	return n
}

// tallies counts refusals by outcome, and apart those of the bucket at hand.
type tallies struct {
	known    *numbering                 // the outcomes that had numbers before any was counted
	number   map[concretize.Outcome]int // of the others
	outcomes []concretize.Outcome       // all of them
	total    []int                      // by number, without the bucket at hand
	now      []int                      // of the bucket at hand
	some     []int                      // the numbers of which it has any
}

// newTallies returns tallies in which the outcomes of known have the numbers that they have there.
func newTallies(known *numbering) tallies {
	n := len(known.outcomes)
	counts := make([]int, 2*n)
	return tallies{known: known, outcomes: known.outcomes[:n:n], total: counts[:n:n], now: counts[n:]}
}

// of returns the number of an outcome.
func (t *tallies) of(out concretize.Outcome) int {
	if n, ok := t.known.number[out]; ok {
		return n
	}
	n, ok := t.number[out]
	if !ok {
		n = len(t.outcomes)
		if t.number == nil {
			t.number = map[concretize.Outcome]int{}
		}
		t.number[out] = n
		t.outcomes = append(t.outcomes, out)
		t.total, t.now = append(t.total, 0), append(t.now, 0)
	}
	return n
}

func (t *tallies) count(number, n int) {
	if t.now[number] == 0 {
		t.some = append(t.some, number)
	}
	t.now[number] += n
}

// flush ends the bucket at hand, and appends its refusals to dst.
func (t *tallies) flush(dst []refusals) []refusals {
	for _, i := range t.some {
		if n := t.now[i]; n != 0 {
			dst = append(dst, refusals{i, n})
			t.total[i] += n
			t.now[i] = 0
		}
	}
	t.some = t.some[:0]
	return dst
}
