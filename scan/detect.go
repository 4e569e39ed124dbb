package scan

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/abstraction"
	"refract/concretize"
	"refract/finding"
	"refract/inline"
	"refract/lsh"
	"refract/program"
	"refract/rules"
)

// DetectOptions bound a detection.
type DetectOptions struct {
	Jobs int // workers; 0 means GOMAXPROCS
	// MaxAnswers is the most distinct results that are looked at for one distinct query; 0 means DefaultMaxAnswers.
	MaxAnswers int
	// MaxAligned is the most candidates of one query that are aligned statement by statement, the nearest by concrete
	// vectors first; 0 means DefaultMaxAligned.
	MaxAligned int
	// Successor turns on FilterNames, for two releases of one program: it gives the method of the answer corpus that
	// has the name of a method of the query corpus under the renamings between them, program.NoMethod where there is
	// none or nothing to ask. Methods without a successor do not ask, and others than successors do not answer.
	Successor func(program.MethodID) program.MethodID
	// slots, where not nil, is shared by detections that run side by side: each unit of work takes one, so that all
	// of them together have no more workers than slots. A slot is the desk to work at.
	slots chan *concretize.Desk
	// share, where not nil, has the rows that rules have in common: query and answer corpus are the same one, and
	// there is no Successor.
	share *sharing
	// keep, where not nil, is given the keys of the rows.
	keep *keeper
	// least is the confidence from which an opportunity is reported. Of those below it that are as they were in the last scan the detection says no more than their confidence.
	least float64
	// Explain, where not nil, chooses the query methods whose refusals are written down one by one.
	Explain func(program.MethodID) bool
}

// Bounds of the joins. A bucket of thousands of small equal methods would otherwise give millions of pairs: the
// results nearest to the query show best what to do, and a few of them are enough to show it. What is cut is counted. With
// 12, 40 and 200 candidates aligned, JMeter 1.7.3, Ant 1.5, XML Security 1.0.4 and Eclipse UI 3.0 give the same reports.
const (
	DefaultMaxAnswers = 2000
	DefaultMaxAligned = 12
)

// recall is the share of the results within a rule's radius that the hashing finds at least, for rules with a radius;
// equality finds all. The seed makes two runs the same.
const (
	recall = 0.99
	seed   = 1
)

// Detection is what one rule found.
type Detection struct {
	Rule          *rules.Rule
	Opportunities []finding.Opportunity // by query method; see DetectOptions.least
	Stages        []Stage
	Explained     []finding.Refusal
	kept          kept // where Opportunities lie in the index
}

// Detect asks the query corpus about the answer corpus with one rule. For a scan both are the same corpus. The error
// is that of ctx.
func Detect(ctx context.Context, query, answer *Corpus, rule *rules.Rule, o DetectOptions) (*Detection, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	o.MaxAnswers = cmp.Or(o.MaxAnswers, DefaultMaxAnswers)
	o.MaxAligned = cmp.Or(o.MaxAligned, DefaultMaxAligned)
	if o.slots == nil {
		o.slots = newSlots(o.Jobs)
	}
	d := &detector{rule: rule, q: query, a: answer, o: o, out: &Detection{Rule: rule}, enough: enough(o.MaxAligned)}
	if o.keep != nil {
		d.hash = rule.Hash()
	}
	d.filterNames()
	if !d.again() {
		d.abstract()
		d.taking = len(d.qRows.row)
	}
	d.out.Stages = append(d.out.Stages, Stage{Name: "abstract", In: query.Rows.Len(), Out: d.taking, Took: d.abstracting})
	d.out.Stages[0].refuse("too small", d.small)
	d.out.Stages[0].refuse("lacks what the rule asks of it", d.foreign)
	if err := d.join(ctx); err != nil {
		return nil, err
	}
	o.keep.keys(d)
	if d.redo != nil {
		d.redo.free()
		d.freeRows()
	}
	for i := range d.out.Stages {
		d.out.Stages[i].Rule = rule.ID
	}
	return d.out, nil
}

// newSlots returns n free slots.
func newSlots(n int) chan *concretize.Desk {
	slots := make(chan *concretize.Desk, n)
	for range n {
		slots <- concretize.NewDesk()
	}
	return slots
}

type detector struct {
	rule         *rules.Rule
	hash         string // of the rule, where something is kept
	q, a         *Corpus
	o            DetectOptions
	out          *Detection
	qRows, aRows *abstracted
	partners     *partners
	enough       concretize.Outcome // of candidates beyond MaxAligned
	taking       int                // rows that may ask
	small        int
	foreign      int
	plain        []bool                      // by query bucket, where records are kept: see record.plain
	redo         *redo                       // nil where all is looked at
	parts        *parts                      // to be written, nil where they stay as they are
	memo         *memoRule                   // to be written
	abstracting  time.Duration               // spent on tables of its own making
	asks         func(program.MethodID) bool // nil for all
	answers      func(program.MethodID) bool
}

// filterNames is FilterNames where it can be had before the join: what has no counterpart takes no part.
func (d *detector) filterNames() {
	if d.o.Successor == nil {
		return
	}
	answers := map[program.MethodID]bool{}
	for m := range program.MethodID(d.q.Program.NumMethods()) {
		if to := d.o.Successor(m); to >= 0 {
			answers[to] = true
		}
	}
	d.asks = func(m program.MethodID) bool { return d.o.Successor(m) >= 0 }
	d.answers = func(m program.MethodID) bool { return answers[m] }
}

// abstracted is the rows of one corpus that take part, abstracted and put into buckets.
type abstracted struct {
	row     []int32 // the row of the corpus behind each row that was abstracted
	buckets *lsh.Buckets
	small   int               // rows left out by FilterSmall
	foreign int               // rows left out because they can neither ask nor answer; see concretize.Roles
	near    *lsh.Steps        // see steps
	steps   func() *lsh.Steps // over buckets, made when first asked for
}

// group makes the buckets of a of rows, which are those of a and have the classes of class, by row of the corpus. Where they are few of these their classes are brought together
// first: they are asked for in the order of the buckets, and each would be waited for.
func (a *abstracted) group(rows *lsh.Grouper, class []lsh.ClassID) {
	of := func(r uint32) lsh.ClassID { return class[a.row[r]] }
	if len(a.row) < len(class)/8 {
		few := make([]lsh.ClassID, len(a.row))
		for i, row := range a.row {
			few[i] = class[row]
		}
		of = func(r uint32) lsh.ClassID { return few[r] }
	}
	a.buckets = rows.Buckets(of)
	a.steps = sync.OnceValue(func() *lsh.Steps {
		a.near = lsh.NewSteps(a.buckets)
		return a.near
	})
}

// free gives the memory of the buckets back to where it is from. Nobody may use them any more.
func (a *abstracted) free() {
	if a.near != nil {
		a.near.Free()
	}
	a.buckets.Free()
}

// freeRows gives back the memory of tables that no other rule has.
func (d *detector) freeRows() {
	if s := d.o.share; s != nil {
		s.free(d.qRows)
		if d.aRows != d.qRows {
			s.free(d.aRows)
		}
		d.qRows, d.aRows = nil, nil
	}
}

// abstract fills qRows and aRows.
func (d *detector) abstract() {
	plan := abstraction.New(&d.rule.Abstraction)
	if d.o.share != nil {
		d.qRows, d.aRows = d.shared(plan, d.rule.Query), d.shared(plan, d.rule.Answer)
		if d.aRows != d.qRows {
			d.small, d.foreign = d.aRows.small, d.aRows.foreign
		}
	} else if d.a == d.q && d.rule.Answer == d.rule.Query {
		d.qRows = d.choose(plan, d.q, d.rule.Query, d.asks)
		d.aRows = d.qRows
	} else {
		d.qRows = d.choose(plan, d.q, d.rule.Query, d.asks)
		d.aRows = d.choose(plan, d.a, d.rule.Answer, d.answers)
		d.small, d.foreign = d.aRows.small, d.aRows.foreign
	}
	d.small, d.foreign = d.small+d.qRows.small, d.foreign+d.qRows.foreign
}

// shared is choose for a side of which another rule may have the rows already.
func (d *detector) shared(plan *abstraction.Plan, side rules.Side) *abstracted {
	return d.o.share.take(keyOf(plan, d.rule, side), func() *abstracted { return d.choose(plan, d.q, side, nil) })
}

// choose abstracts the rows of c that take part on a side: base rows, inlined rows, or both, less those that would be
// refused whatever they are compared with. Of the rows of one class, whose vectors are equal, the first is looked at, and the others are like it.
func (d *detector) choose(plan *abstraction.Plan, c *Corpus, side rules.Side, takesPart func(program.MethodID) bool) *abstracted {
	// The slot is taken here and not before, so that none is held by who waits for a table that another rule makes.
	desk := <-d.o.slots
	start := time.Now()
	defer func() {
		d.abstracting += time.Since(start)
		d.o.slots <- desk
	}()
	out := &abstracted{}
	n, alike := c.Rows.Len(), c.alike()
	standings := d.standings(n)
	roles := concretize.NewRoles(d.rule, c.Rows)
	t := abstraction.NewTable(1, 0)
	rows := d.room(out, n, n/2)
	for body := range c.Rows.Bodies() {
		lo, hi := rowsOnSide(c.Rows, body, side)
		if lo < hi && takesPart != nil && !takesPart(c.Rows.Row(lo).Method) {
			continue
		}
		for r := lo; r < hi; r++ {
			standing := &standings[alike[r]]
			if *standing == undecided {
				*standing = d.decide(c, roles, r)
			}
			switch *standing {
			case tooSmall:
				out.small++
				continue
			case unfit:
				out.foreign++
				continue
			case takesItsPart:
				*standing = standingOf(len(out.row))
				t.Reset()
				plan.Append(t, c.Rows.Vector(r))
				rows.Add(t.Features, t.Counts)
			default:
				rows.AddLike(standing.row())
			}
			out.row = append(out.row, int32(r))
		}
	}
	if s := d.o.share; s != nil {
		s.standings.Give(standings)
		out.row = s.lists.Fit(out.row)
	} else if len(out.row) < n-n/8 {
		out.row = slices.Clone(out.row)
	}
	out.group(rows, c.class)
	return out
}

// rowsOnSide returns the rows of a body that are on a side: from lo up to, not including, hi.
func rowsOnSide(rows *inline.Table, body int, side rules.Side) (lo, hi int) {
	lo, hi = rows.RowsOf(body)
	if !side.HasInlined() {
		hi = lo + 1
	}
	if !side.HasBase() {
		lo++
	}
	return lo, hi
}

// room makes room for n rows in out and returns a grouper of them, of which about so many are distinct.
func (d *detector) room(out *abstracted, n, distinct int) *lsh.Grouper {
	var memory lsh.Memory
	if s := d.o.share; s != nil {
		out.row, memory = s.lists.Take(n), s.memory
	} else {
		out.row = make([]int32, 0, n)
	}
	return memory.NewGrouper(n, distinct)
}

// shard is the work and the results of one range of query buckets.
type shard struct {
	from, to lsh.BucketID
	found    []result
	join     lsh.Stats
	pairs    int // of classes that were checked
	passed   int // of these
	rows     int // candidates (pairs of methods) that came out of the checks
	aligned  int
	accepted int
	tallies
	explain []finding.Refusal
	records []byte           // of its buckets, where they are kept
	took    [3]time.Duration // in all, on checks, on alignment: of one worker each, summed up
}

// result is one opportunity with the query method it is of, and where records are kept the row of its query with the short key
// and the first row of its bucket.
type result struct {
	method program.MethodID
	opp    *finding.Opportunity // nil where that is not to be reported, and kept has it
	weight weight               // of opp
	kept   []byte               // opp as the index has it, nil where it was not there
	key    uint64
	first  int32
	row    int32 // of the query
	inPart int32 // its number in the part that the index keeps, plus one; 0 for one that is not there
	place  int64 // in its bucket, among those that are taken over with it as they were
}

// weight is by what opportunities of one method are told apart.
type weight struct {
	Confidence float64
	Inlined    int    // methods
	Sample     string // the element that the best is
}

func weightOf(o *finding.Opportunity) weight {
	return weight{float64(o.Confidence), len(o.Inlined), o.Samples[0].Place.Element}
}

// compare orders the better one first.
func (w *weight) compare(o *weight) int {
	return cmp.Or(-cmp.Compare(w.Confidence, o.Confidence), cmp.Compare(w.Inlined, o.Inlined), cmp.Compare(w.Sample, o.Sample))
}

// join runs the shards and merges them in order.
func (d *detector) join(ctx context.Context) error {
	d.partners = newPartners(d)
	if d.o.keep != nil {
		d.plain = make([]bool, d.qRows.buckets.Len())
	}
	n := lsh.BucketID(d.qRows.buckets.Len())
	var index lsh.Index = d.aRows.buckets
	switch r := d.rule.Radius; {
	case r >= 1 && r*r < 2:
		index = d.aRows.steps() // counts are whole numbers: nothing lies between 1 and the root of 2
	case r > 0:
		index = lsh.NewTables(d.aRows.buckets, lsh.Choose(d.rule.Radius, recall, d.aRows.buckets.Len(), seed))
	}
	size := max(lsh.BucketID(64), n/lsh.BucketID(d.o.Jobs*16+1)+1)
	known := d.redo.numbering()
	var shards []*shard
	for from := lsh.BucketID(0); from < n; from += size {
		shards = append(shards, &shard{from: from, to: min(from+size, n), tallies: newTallies(known)})
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(d.o.Jobs)
	run := func(s *shard) error {
		desk := <-d.o.slots
		defer func() { d.o.slots <- desk }()
		d.shard(ctx, s, index, desk)
		return ctx.Err()
	}
	rest := shards
	if d.plain != nil && d.redo == nil && len(shards) > 1 {
		// The others number outcomes as the first does, which has nearly all of them, so that their records need not be rewritten.
		if err := run(shards[0]); err != nil {
			return err
		}
		rest = shards[1:]
		first := numberingOf(shards[0].outcomes)
		for _, s := range rest {
			s.tallies = newTallies(first)
		}
	}
	for _, s := range rest {
		g.Go(func() error { return run(s) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	d.merge(shards, known)
	return nil
}
