package scan

import (
	"cmp"
	"math"
	"slices"

	"refract/internal/wire"
)

// This file reads the records of the last scan as they lie: what becomes of each is found out without a decoder, since nearly all hold, and of those that do
// not only what is to be counted is read. What else they say of a query is read when it is asked again.

// fate is what becomes of a record.
type fate uint8

const (
	holds     fate = iota
	shifts         // it holds, but the row of a query or a method that it speaks of has another number in its file
	lookAgain      // its bucket is to be looked at again
	noRecord       // it is no record
)

// fateOf finds out what becomes of a record, of which cut returned the bytes, unless its key has decided that. Nothing is written to memory. What is no record
// may have any fate.
func (p *past) fateOf(of []byte, changed *keySet) fate {
	in := wire.Skimmer{B: of, At: keySize}
	for range in.Count(keySize) {
		if changed.has(keyAt(of[in.At:])) {
			return lookAgain
		}
		in.At += keySize
	}
	becomes := holds
	for range in.Count(askedSize) {
		file, row := in.Uvarint(), in.Uvarint()
		if file >= uint64(len(p.odd)) || row > math.MaxInt32 {
			return noRecord
		}
		if p.odd[file] {
			if p.files[file] < 0 {
				return lookAgain
			}
			if p.shifts(int32(file), int32(row)) {
				becomes = shifts
			}
		}
		for range 2 { // what it came from, and what is shown
			if becomes = max(becomes, p.passes(&in, false)); becomes == lookAgain {
				return lookAgain
			}
		}
	}
	if in.Bad() {
		return noRecord
	}
	return becomes
}

// passes passes by a trace, and tells what becomes of what came from it: it is to be looked at again where one of the parts differs or is gone. It ends with the
// first that does, unless it is to go to the end.
func (p *past) passes(in *wire.Skimmer, toEnd bool) (becomes fate) {
	file := uint64(0)
	for range in.Count(2) {
		file += uint64(in.Varint())
		n := in.Uvarint()
		if file >= uint64(len(p.odd)) {
			in.Fail()
			return becomes // nothing is there that could differ
		}
		if !p.odd[file] {
			in.Skip(n >> traceBits)
			continue
		}
		at := in.At
		if becomes = max(becomes, p.passesOdd(in, file, n)); becomes != lookAgain {
			continue
		}
		if !toEnd {
			return lookAgain
		}
		in.At = at
		in.Skip(n >> traceBits)
	}
	return becomes
}

// passesOdd is passes by the methods of a file that is not as it was, of which n is said. Where they are to be looked at again it may end before the last.
func (p *past) passesOdd(in *wire.Skimmer, file, n uint64) (becomes fate) {
	changed := p.changed[file]
	if p.files[file] < 0 || changed.touches(int32(n&(1<<traceBits-1))) {
		return lookAgain
	}
	if changed == nil {
		in.Skip(n >> traceBits)
		return holds
	}
	method := uint64(0)
	for range in.Bounded(n>>traceBits, 1) {
		if method += in.Uvarint(); method >= uint64(len(changed.methods)) || changed.methods[method] < 0 {
			return lookAgain
		}
		if changed.methods[method] != int32(method) {
			becomes = shifts
		}
	}
	return becomes
}

// forgotten is the records of a rule that are not taken over: what they say all together, and where that is what each query was told.
type forgotten struct {
	files   int // slots are below these
	records []byte
	queries []forgottenQuery // by row, once they are sorted
	less    sums             // what the records say
	fewer   []int            // refusals of the same, by outcome
}

// forgottenQuery is a query of the last scan: its row of now, and where in the records its traces lie, and what became of its candidates.
type forgottenQuery struct {
	row, rows, aligned, accepted     int32 // see asked
	best                             int32 // how many samples are shown
	traces, tracesEnd                uint32
	judgement, refused, judgementEnd uint32
	record, end                      uint32 // its record
	whole                            bool
	becomes                          fate // of all that it came from
	dropped                          bool // some answers of its bucket were left out
}

// add adds a record, and its hits to those of all. It reports false if it is no record.
func (f *forgotten) add(of []byte, p *past, hits *keySet) bool {
	from := len(f.records)
	f.records = append(f.records, of...)
	in := wire.Skimmer{B: f.records, At: from + keySize}
	for range in.Count(keySize) {
		hits.add(keyAt(in.B[in.At:]))
		in.At += keySize
	}
	first, asked := len(f.queries), in.Count(askedSize)
	f.queries = withRoom(f.queries, asked)
	for range asked {
		file, row := in.Uvarint(), in.Uvarint()
		if file >= uint64(f.files) || row > math.MaxInt32 {
			return false
		}
		q := forgottenQuery{row: p.row(int32(file), int32(row)), record: uint32(from), traces: uint32(in.At), end: uint32(len(f.records))}
		q.becomes = max(p.passes(&in, true), p.passes(&in, true))
		q.tracesEnd = uint32(in.At)
		f.queries = append(f.queries, q)
	}
	var said sums
	for i := range said {
		said[i] = int(in.Uvarint())
		f.less[i] += said[i]
	}
	f.refused(&in)
	for i := first; i < len(f.queries); i++ {
		f.queries[i].dropped = said[sumDropped] > 0
		f.judged(&in, &f.queries[i])
	}
	return in.At == len(in.B)
}

// judged adds what became of the candidates of q; see asked.append.
func (f *forgotten) judged(in *wire.Skimmer, q *forgottenQuery) {
	q.judgement = uint32(in.At)
	rows, whole, aligned, accepted := in.Uvarint(), in.Uvarint(), in.Uvarint(), in.Uvarint()
	q.rows, q.whole, q.aligned, q.accepted = int32(rows), whole == 1, int32(aligned), int32(accepted)
	f.less[sumRows] += int(rows)
	f.less[sumAligned] += int(aligned)
	f.less[sumAccepted] += int(accepted)
	in.Skip(in.Uvarint())
	for range in.Count(4) {
		in.Skip(3)
		in.Skip(in.Uvarint())
	}
	best := in.Uvarint()
	q.best = int32(best)
	in.Skip(best)
	q.refused = uint32(in.At)
	f.refused(in)
	q.judgementEnd = uint32(in.At)
}

// refused adds refusals.
func (f *forgotten) refused(in *wire.Skimmer) {
	for range in.Count(2) {
		outcome, n := in.Uvarint(), in.Uvarint()
		if outcome >= uint64(len(f.fewer)) {
			in.Fail()
			return
		}
		f.fewer[outcome] += int(n)
	}
}

// sort brings the queries into the order of their rows, and drops those that are gone.
func (f *forgotten) sort() {
	f.queries = slices.DeleteFunc(f.queries, func(q forgottenQuery) bool { return q.row < 0 })
	slices.SortFunc(f.queries, func(x, y forgottenQuery) int { return cmp.Compare(x.row, y.row) })
}

// read reads what the records say of a query, but for its file and row, into a, which has nothing. It reports false if it cannot be read.
func (f *forgotten) read(q *forgottenQuery, a *asked, m *room) bool {
	in := recordReader{wire.Skimmer{B: f.records[:q.end], At: int(q.traces)}, len(f.fewer), f.files}
	in.readTraces(a, m)
	if in.Bad() {
		return false
	}
	in.At = int(q.judgement)
	in.readAsked(a, m)
	return !in.Bad()
}

// hitInOrder reports whether the bucket of q hit buckets with these keys one after the other, others before, between and behind them. Itself it hits first.
func (f *forgotten) hitInOrder(q *forgottenQuery, keys []uint64) bool {
	in := wire.Skimmer{B: f.records[q.record:q.end], At: keySize}
	own, n := keyAt(in.B), in.Count(keySize)
	hits := in.Bytes(n * keySize)
	if len(keys) > 0 && keys[0] == own {
		keys = keys[1:]
	}
	for ; len(keys) > 0 && len(hits) > 0; hits = hits[keySize:] {
		if keyAt(hits) == keys[0] {
			keys = keys[1:]
		}
	}
	return len(keys) == 0
}

// recaller reads what the last scan found out about queries, for one goroutine. The zero recaller knows of none.
type recaller struct {
	r        *redo
	held     map[int32]bool // what holds said
	room     room           // of what was recalled, and of what is remembered of the bucket at hand, until it is reset
	recalled recalled
}

// find returns where what the last scan found out about a query row lies, nil where that says nothing of it.
func (c *recaller) find(row int32) *forgottenQuery {
	if c.r == nil {
		return nil
	}
	of := c.r.forgotten.queries
	i, ok := slices.BinarySearchFunc(of, row, func(q forgottenQuery, row int32) int { return cmp.Compare(q.row, row) })
	if !ok {
		return nil
	}
	return &of[i]
}

// read returns what the last scan found out about a query, of which find returned where that lies, nil where nothing of it holds any more. It is valid until the
// next call, its lists until room is reset.
func (c *recaller) read(q *forgottenQuery) *recalled {
	if q == nil {
		return nil
	}
	c.recalled = recalled{}
	if !c.r.forgotten.read(q, &c.recalled.asked, &c.room) || !c.r.past.recallAsked(c.r.d.q, &c.recalled, &c.room) {
		return nil
	}
	return &c.recalled
}

// holds reports whether something holds of what the last scan found out about a query row. It is asked twice of each, before anybody asks for more.
func (c *recaller) holds(row int32) bool {
	q := c.find(row)
	if q == nil || q.becomes != lookAgain {
		return q != nil
	}
	holds, ok := c.held[row]
	if ok {
		return holds
	}
	if c.held == nil {
		c.held = map[int32]bool{}
	}
	holds = c.read(q) != nil
	c.held[row] = holds
	c.room.reset()
	return holds
}
