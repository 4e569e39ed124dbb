package scan

import (
	"cmp"
	"slices"
	"sync/atomic"

	"refract/concretize"
	"refract/lsh"
	"refract/vectors"
)

// This file finds, among the answers that share a bucket with a query, those that the rule's checks let pass, without
// looking at every pair: what depends on the answer alone is asked once, answers with other numbers than an equality
// demands are not come across, and the first inequality cuts a range out of sorted numbers. So a bucket of thousands of
// small methods costs about as much as it has members, not the square of that, unless most of them really are
// results for each other.

// partners is the answers of one rule as the workers find them out, bucket by bucket. It is safe for concurrent use.
type partners struct {
	d *detector
	// of is by bucket of aRows; two workers may make the same one, of equal content. It is nil for a rule of equality: a bucket answers
	// one bucket of queries, which one worker looks at and then no one again.
	of []atomic.Pointer[answers]
}

// answers is what is known of one bucket: its classes that the sample checks let pass, ordered by the key of their
// values, by the value that Checker.Range compares, and by number.
type answers struct {
	class   []int32
	keys    []uint64
	ordered []int    // the value that Range compares
	vectors []uint64 // their sumOfBoth, where clones are left out
	values  []int    // Checker.Values for each class
	// refused are the other classes, by refusal.
	refused []refusedAnswers
	// at is where each class of the bucket is: the index in class, or ^ the index in refused.
	at []int32
	// ids are all classes by their ID, to find the query's own where queries are in other buckets.
	ids []classID
}

type refusedAnswers struct {
	out   concretize.Outcome
	count int
}

// classID is a class and where it is, as answers.at has it.
type classID struct {
	id lsh.ClassID
	at int32
}

func newPartners(d *detector) *partners {
	p := &partners{d: d}
	if d.rule.Radius > 0 {
		p.of = make([]atomic.Pointer[answers], d.aRows.buckets.Len())
	}
	return p
}

// looked is the bucket that a worker found out about last, and its memory for the next.
type looked struct {
	bucket  lsh.BucketID
	known   bool
	answers answers
	values  []int
	passed  []sortable
	rows    []int32       // of the corpus, of the classes that are read ahead
	touched vectors.Entry // says that what was read ahead is needed
}

// sortable is a class that passed, before it is in its place.
type sortable struct {
	key     uint64
	ordered int
	vectors uint64
	class   int32
	at      int // of its values
}

// in returns what is known of bucket b, where that is one of equality until w asks for another bucket.
func (p *partners) in(w *worker, b lsh.BucketID) *answers {
	if p.of == nil {
		if f := &w.looked; !f.known || f.bucket != b {
			f.answers.reset()
			p.find(w, b, &f.answers)
			f.bucket, f.known = b, true
		}
		return &w.looked.answers
	}
	if a := p.of[b].Load(); a != nil {
		return a
	}
	a := &answers{}
	p.find(w, b, a)
	p.of[b].Store(a)
	return a
}

// find fills a, which is empty, with what is known of bucket b.
func (p *partners) find(w *worker, b lsh.BucketID, a *answers) {
	buckets := p.d.aRows.buckets
	n, values, clones := buckets.Classes(b), w.checker.Values(), p.d.rule.Filters.Clones
	a.at = slices.Grow(a.at, n)[:n]
	found, passed := w.looked.values[:0], w.looked.passed[:0]
	for i := range n {
		if i%readAhead == 0 {
			w.looked.rows = p.firstRows(w.looked.rows[:0], b, i, min(i+readAhead, n))
			w.looked.touched += p.touch(w.looked.rows)
		}
		w.loadAnswer(int(w.looked.rows[i%readAhead]))
		if out := w.checker.Sample(&w.facts); out.Refused {
			a.at[i] = ^a.refuse(out)
			continue
		}
		s := sortable{class: int32(i), at: len(found)}
		found = w.checker.SampleValues(found, &w.facts)
		s.key, s.ordered = w.checker.Key(found[s.at:]), w.checker.Ordered(found[s.at:])
		if clones {
			s.vectors = sumOfBoth(w.facts.C, w.facts.CI)
		}
		passed = append(passed, s)
	}
	slices.SortFunc(passed, func(x, y sortable) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.ordered, y.ordered), cmp.Compare(x.class, y.class))
	})
	a.grow(len(passed), len(found))
	for i, s := range passed {
		a.class, a.keys, a.ordered, a.vectors = append(a.class, s.class), append(a.keys, s.key), append(a.ordered, s.ordered), append(a.vectors, s.vectors)
		a.values = append(a.values, found[s.at:s.at+values]...)
		a.at[s.class] = int32(i)
	}
	if clones && p.d.aRows != p.d.qRows {
		a.identify(buckets, b)
	}
	w.looked.values, w.looked.passed = found, passed
}

// readAhead is of how many classes the vectors are read ahead: as many as a processor can have memory on the way for.
const readAhead = 16

// firstRows appends the first rows of the classes from, …, to-1 of bucket b, as those of the corpus.
func (p *partners) firstRows(rows []int32, b lsh.BucketID, from, to int) []int32 {
	for i := from; i < to; i++ {
		rows = append(rows, p.d.aRows.row[p.d.aRows.buckets.Class(b, i).Rows[0]])
	}
	return rows
}

// touch reads of the vectors of rows what is waited for.
func (p *partners) touch(rows []int32) (touched vectors.Entry) {
	if len(rows) == 1 {
		return 0 // is read at once
	}
	for _, r := range rows {
		touched += p.d.a.Rows.Touch(int(r))
	}
	return touched
}

// identify fills ids.
func (a *answers) identify(buckets *lsh.Buckets, b lsh.BucketID) {
	a.ids = slices.Grow(a.ids, len(a.at))
	for i, at := range a.at {
		c := buckets.Class(b, i)
		a.ids = append(a.ids, classID{c.ID(), at})
	}
	slices.SortFunc(a.ids, func(x, y classID) int { return cmp.Compare(x.id, y.id) })
}

// grow makes room for so many classes, and values of theirs.
func (a *answers) grow(classes, values int) {
	a.class, a.keys, a.ordered = slices.Grow(a.class, classes), slices.Grow(a.keys, classes), slices.Grow(a.ordered, classes)
	a.vectors, a.values = slices.Grow(a.vectors, classes), slices.Grow(a.values, values)
}

// reset empties a and keeps its memory.
func (a *answers) reset() {
	a.class, a.keys, a.ordered, a.vectors, a.values = a.class[:0], a.keys[:0], a.ordered[:0], a.vectors[:0], a.values[:0]
	a.refused, a.at, a.ids = a.refused[:0], a.at[:0], a.ids[:0]
}

// sumOfBoth is a number that two rows have in common of which both the base vectors and the inlined ones are equal, and hardly any
// others.
func sumOfBoth(base, inlined vectors.Vector) (sum uint64) {
	for _, e := range base {
		sum += uint64(e)
	}
	sum += uint64(len(base)) << 56
	for _, e := range inlined {
		sum += uint64(e) << 20
	}
	return sum
}

// refuse counts one refused class and returns the index of its refusal.
func (a *answers) refuse(out concretize.Outcome) int32 {
	i := slices.IndexFunc(a.refused, func(r refusedAnswers) bool { return r.out == out })
	if i < 0 {
		i = len(a.refused)
		a.refused = append(a.refused, refusedAnswers{out: out})
	}
	a.refused[i].count++
	return int32(i)
}

// noClass is where a class is that is not in the bucket, and not in its refusals.
const noClass = int32(-1 << 31)

// own returns where the class of a query in the bucket hit is, noClass where it has none there. Equal vectors are in one bucket.
func (p *partners) own(a *answers, hit lsh.BucketID, query *lsh.Class) int32 {
	switch {
	case p.d.aRows != p.d.qRows:
		return a.withID(query.ID())
	case hit == query.Bucket:
		return a.at[query.Number]
	}
	return noClass
}

// withID returns where the class with that ID is, noClass where it is none of the bucket.
func (a *answers) withID(id lsh.ClassID) int32 {
	i, ok := slices.BinarySearchFunc(a.ids, id, func(c classID, id lsh.ClassID) int { return cmp.Compare(c.id, id) })
	if !ok {
		return noClass
	}
	return a.ids[i].at
}

// withKey returns the range of the classes with that key.
func (a *answers) withKey(key uint64) (from, to int) {
	from, _ = slices.BinarySearch(a.keys, key)
	if key+1 == 0 {
		return from, len(a.keys)
	}
	to, _ = slices.BinarySearch(a.keys, key+1)
	return from, to
}

// question is the query of a match while its answers are looked at.
type question struct {
	query   lsh.Class
	values  []int
	own     bool   // the query's own class is no answer
	vectors uint64 // its sumOfBoth; 0 until somebody asks
	left    int    // pairs that may still be checked
}

// meet appends the answers in one bucket, by its number among those that were hit, that pass all checks for the query, and counts
// the others.
func (w *worker) meet(passed []candidate, ask *question, hit lsh.Hit, number int32) []candidate {
	d := w.d
	if ask.own && d.aRows == d.qRows && hit.Bucket == ask.query.Bucket && d.aRows.buckets.Classes(hit.Bucket) == 1 {
		w.s.join.Own++
		return passed // nobody is there but the query
	}
	a := d.partners.in(w, hit.Bucket)
	st := lsh.Stats{Answers: d.aRows.buckets.Classes(hit.Bucket)}
	own := noClass
	if ask.own {
		if own = d.partners.own(a, hit.Bucket, &ask.query); own != noClass {
			st.Answers, st.Own = st.Answers-1, 1
		}
	}
	for i, r := range a.refused {
		if int(^own) == i {
			r.count--
		}
		w.count(r.out, r.count)
	}
	// less is n, the number of classes in [from, to), without the query's own.
	less := func(from, to int) int {
		if int(own) >= from && int(own) < to {
			return to - from - 1
		}
		return to - from
	}
	from, to := a.withKey(w.checker.Key(ask.values))
	w.count(w.checker.OtherKey(), less(0, len(a.class))-less(from, to))
	lo, hi := w.checker.Range(ask.values, a.ordered[from:to])
	w.count(w.checker.OutOfRange(), less(from, to)-less(from+lo, from+hi))
	n := len(ask.values)
	for i := from + lo; i < from+hi; i++ {
		if i == int(own) {
			continue
		}
		out := w.checker.Compare(ask.values, a.values[i*n:i*n+n])
		if out.Refused {
			w.count(out, 1)
			continue
		}
		if ask.left == 0 {
			st.Dropped, st.Answers = st.Dropped+1, st.Answers-1
			continue
		}
		ask.left--
		rows := d.aRows.buckets.Class(hit.Bucket, int(a.class[i])).Rows
		if w.comparesVectors(ask, a.vectors[i]) {
			w.loadAnswer(int(d.aRows.row[rows[0]]))
			if out := w.checker.Pair(&w.facts); out.Refused {
				w.count(out, 1)
				continue
			}
		}
		w.s.passed++
		passed = append(passed, candidate{rows: rows, hit: number})
	}
	st.Capped = min(st.Dropped, 1)
	w.s.pairs += st.Answers
	w.s.join.Add(st)
	return passed
}

// comparesVectors reports whether Checker.Pair may refuse a class with that sumOfBoth: if the rule has more to ask of both than
// comparisons, or the class is a clone. Vectors are memory that is waited for.
func (w *worker) comparesVectors(ask *question, vectors uint64) bool {
	if w.checker.OfPairs() {
		return true
	}
	if !ask.own {
		return false
	}
	if ask.vectors == 0 {
		ask.vectors = sumOfBoth(w.facts.Q, w.facts.QI)
	}
	return ask.vectors == vectors
}

// answersOf is how many answers there are to a match, without the query's own class.
func (w *worker) answersOf(m *lsh.Match, own bool) int {
	n := m.Classes
	if own && w.d.aRows == w.d.qRows { // equal vectors are in one bucket, which answers itself
		w.s.join.Own++
		return n - 1
	}
	if own {
		for _, hit := range m.Hits() {
			if w.d.partners.own(w.d.partners.in(w, hit.Bucket), hit.Bucket, &m.Query) != noClass {
				n--
				w.s.join.Own++
			}
		}
	}
	return n
}
