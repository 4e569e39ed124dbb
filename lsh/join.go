package lsh

import "iter"

// An Index answers which of its buckets equal a row or are near it. Buckets and Tables are indexes.
type Index interface {
	Buckets() *Buckets
	// Searcher returns a searcher for one goroutine.
	Searcher() Searcher
}

// A Searcher finds buckets for one row at a time. It belongs to one goroutine.
type Searcher interface {
	// Search returns the buckets that row i of rows hits, the nearest first and then the first; they are valid until
	// the next call. It computes at most examine distances, all if examine is 0.
	Search(rows *Rows, i, examine int) ([]Hit, SearchStats)
}

// readsAhead is a Searcher that can read what the searches for rows of so many hashes, at most atOnce, will read first, so that this
// is waited for at once. It changes no result.
type readsAhead interface{ ahead(hashes []uint64) }

// Hit is a bucket and the square of its distance from the row that asked.
type Hit struct {
	Bucket     BucketID
	SqDistance uint64
}

// SearchStats is the work of one search.
type SearchStats struct {
	Examined int  // distances computed
	Capped   bool // there were more to compute than was allowed
}

// Buckets returns b: buckets are the index of radius 0.
func (b *Buckets) Buckets() *Buckets { return b }

// Searcher returns a Searcher that finds equal rows.
func (b *Buckets) Searcher() Searcher { return &equalSearcher{b: b} }

type equalSearcher struct {
	b       *Buckets
	hit     [1]Hit
	touched uint64 // says that what was read ahead is needed
}

func (s *equalSearcher) ahead(hashes []uint64) { s.touched += s.b.touch(hashes) }

func (s *equalSearcher) Search(rows *Rows, i, _ int) ([]Hit, SearchStats) {
	id, ok := s.b.Find(rows, i)
	if !ok {
		return nil, SearchStats{}
	}
	s.hit[0] = Hit{Bucket: id}
	return s.hit[:], SearchStats{}
}

// Options bound a Join. The zero Options bound nothing.
type Options struct {
	// MaxAnswers is the most classes that a Match produces, 0 for all.
	MaxAnswers int
	// MaxExamined is the most distances that are computed for one distinct query row, 0 for all. Equality computes
	// none.
	MaxExamined int
	// SkipOwn leaves out the answer class with the ID of the query class. Where the class stands for all concrete
	// vectors of a row this is Milea's FilterClones, at no cost. A query that only its own class answers gets no Match.
	SkipOwn bool
	// From and To are the query buckets that ask, [From, To); To 0 stands for all. A join cut into ranges yields, in
	// their order, what the whole yields.
	From, To BucketID
	// Stats, where not nil, is added to.
	Stats *Stats
	// Done, where not nil, is called after the last Match of each query bucket, also of one without any, with the buckets
	// that it hit, which are valid until it returns. Stats are those of all that is done by then.
	Done func(query BucketID, hits []Hit)
}

// Stats counts the work of joins.
type Stats struct {
	Queries  int // query classes that asked
	Matches  int // of which had a class to answer that is not left out by SkipOwn
	Answers  int // answer classes that were produced
	Own      int // answer classes left out by SkipOwn
	Dropped  int // answer classes left out by MaxAnswers, perhaps the own one among them; what a caller did not take is not counted
	Examined int // distances computed
	Capped   int // query classes that MaxAnswers or MaxExamined cut short, those left without a Match included
	Largest  int // the most classes in one bucket that was hit
}

// Add adds o to s.
func (s *Stats) Add(o Stats) {
	s.Queries += o.Queries
	s.Matches += o.Matches
	s.Answers += o.Answers
	s.Own += o.Own
	s.Dropped += o.Dropped
	s.Examined += o.Examined
	s.Capped += o.Capped
	s.Largest = max(s.Largest, o.Largest)
}

// Match is a class of query rows and the classes that answer it. It is valid until the next turn of the join.
type Match struct {
	Query Class
	// Classes is the number of classes in all buckets that were hit, whatever Options leave out.
	Classes int

	hits   []Hit
	answer *Buckets
	o      *Options
	capped bool
}

// Answer is a class of answer rows and its distance from the query.
type Answer struct {
	Class
	SqDistance uint64
}

// Answers produces the answers, the nearest bucket first and in it the class with the first row first. Each walk is
// counted in Options.Stats.
func (m *Match) Answers() iter.Seq[Answer] {
	return func(yield func(Answer) bool) {
		produced, left := 0, m.Classes
		var own ClassID
		if m.o.SkipOwn {
			own = m.Query.ID()
		}
		var st Stats
		defer func() {
			if st.Dropped > 0 {
				m.capped = true
			}
			m.o.record(st)
		}()
		for _, hit := range m.hits {
			for i := range m.answer.Classes(hit.Bucket) {
				c := m.answer.Class(hit.Bucket, i)
				left--
				if m.o.SkipOwn && c.ID() == own {
					st.Own++
					continue
				}
				if m.o.MaxAnswers > 0 && produced == m.o.MaxAnswers {
					st.Dropped, st.Capped = left+1, 1
					return
				}
				produced++
				st.Answers++
				if !yield(Answer{c, hit.SqDistance}) {
					return
				}
			}
		}
	}
}

// Hits are the buckets that answer, the nearest first, for callers that keep what they know of a bucket from one query
// to the next; they see to the Options for answers, and to the Stats, themselves. All classes of one query bucket have
// the same hits. They are valid until the next turn of the join.
func (m *Match) Hits() []Hit { return m.hits }

// Capped reports whether a bound of the Options cut the answers short. MaxAnswers is known to have done so only when
// Answers has run to its end.
func (m *Match) Capped() bool { return m.capped }

func (o *Options) record(st Stats) {
	if o.Stats != nil {
		o.Stats.Add(st)
	}
}

// Join yields, for every class of query rows that index has an answer for, a Match: in the order of the query buckets
// and, in a bucket, of its classes. Searching is done once a distinct query row. query and index may be of the same
// rows.
func Join(query *Buckets, index Index, o Options) iter.Seq[*Match] {
	return func(yield func(*Match) bool) {
		search := index.Searcher()
		reader, _ := search.(readsAhead)
		on := index.Buckets()
		end := BucketID(query.Len())
		if o.To > 0 {
			end = min(end, o.To)
		}
		m := Match{answer: on, o: &o}
		// A bucket of rows that are joined with themselves is its own answer.
		self, _ := index.(*Buckets)
		var own [1]Hit
		var asking Rows
		for id := o.From; id < end; id++ {
			var hits []Hit
			var found SearchStats
			if self == query {
				own[0].Bucket, hits = id, own[:]
			} else {
				if reader != nil && (id-o.From)%atOnce == 0 {
					reader.ahead(query.hash[id:min(id+atOnce, end)])
				}
				query.distinct.unpack(&asking, id, query.hash[id])
				hits, found = search.Search(&asking, 0, o.MaxExamined)
			}
			st := Stats{Queries: query.Classes(id), Examined: found.Examined}
			if found.Capped {
				st.Capped = st.Queries
			}
			m.Classes = 0
			for _, h := range hits {
				n := on.Classes(h.Bucket)
				m.Classes += n
				st.Largest = max(st.Largest, n)
			}
			o.record(st)
			m.hits, m.capped = hits, found.Capped
			if m.Classes > 0 && !m.each(query, id, yield) {
				return
			}
			if o.Done != nil {
				o.Done(id, hits)
			}
		}
	}
}

// each yields m for every class of query bucket id. It reports false where yield does.
func (m *Match) each(query *Buckets, id BucketID, yield func(*Match) bool) bool {
	capped := m.capped
	// Most rows of a program equal no other: their own class is all they find.
	if m.o.SkipOwn && m.Classes == 1 && m.answer == query && m.hits[0].Bucket == id {
		m.o.record(Stats{Own: 1})
		return true
	}
	for c := range query.Classes(id) {
		m.Query, m.capped = query.Class(id, c), capped
		if m.o.SkipOwn && m.Classes == 1 {
			if only := m.answer.Class(m.hits[0].Bucket, 0); only.ID() == m.Query.ID() {
				m.o.record(Stats{Own: 1})
				continue
			}
		}
		m.o.record(Stats{Matches: 1})
		if !yield(m) {
			return false
		}
	}
	return true
}
