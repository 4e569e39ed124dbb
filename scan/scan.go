package scan

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/finding"
	"refract/internal/heappages"
	"refract/internal/memlimit"
	"refract/program"
	"refract/rules"
)

// Options of a scan. The zero Options scan hand-written, non-test code with every rule and report what is likely true.
type Options struct {
	Walk WalkOptions
	Read ReadOptions
	Jobs int // 0 means GOMAXPROCS
	// MinConfidence leaves out opportunities below it; 0 means DefaultMinConfidence, and a negative one reports all.
	MinConfidence float64
	// Explain asks for every candidate of the methods at this place.
	Explain *At
	Detect  DetectOptions
	// Last says that the process only prints what was found after this scan, and ends. The collector is set back by its next collection then,
	// which mostly never comes: to do it at once would collect all that the scan took.
	Last bool
	// Begun, where not nil, is what Begin began with the same roots and options.
	Begun *Begun
	// Index says where to keep what was worked out; nil for nowhere. An Explain is always worked out.
	Index *IndexOptions
	// broken is what ended the attempt before, which leaves nothing of the index to be used.
	broken *brokenError
	// Progress is told what begins and how much of it is done; nil for nobody. It is called from one goroutine at a
	// time for each stage, and from any.
	Progress func(stage string, done, of int)
}

// At is a place that the user names: a file, as a report prints it or as a suffix of that, and a 1-based line.
type At struct {
	Path string
	Line int
}

// ParseAt reads FILE:LINE.
func ParseAt(s string) (At, bool) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 {
		return At{}, false
	}
	line, err := strconv.Atoi(s[i+1:])
	return At{strings.TrimPrefix(s[:i], "./"), line}, err == nil && line > 0
}

// DefaultMinConfidence is the confidence from which an opportunity is reported.
//
// It is chosen so that nine in ten reports are refactorings that a maintainer could perform; docs/evaluation.md has
// the reading behind it.
const DefaultMinConfidence = 0.6

// Scan looks for opportunities below roots. The error is for what makes the whole scan impossible: a root that
// cannot be read, no Java file, a bad glob, a cancelled ctx, an Explain place where no method is.
//
// While it runs, the collector of the process is set as memlimit.KeepBelow and memlimit.Tighten say.
func Scan(ctx context.Context, roots []string, set *rules.Set, o Options) (*Result, error) {
	res, err := scanOnce(ctx, roots, set, o)
	if errors.As(err, &o.broken) {
		o.Begun = nil
		res, err = scanOnce(ctx, roots, set, o)
	}
	if !errors.Is(err, errChanged) && !errors.Is(err, errTooMuch) {
		return res, err
	}
	// What the index has cannot be used for sources that change while they are scanned, and where it is of no use and cannot be written another one cannot be either.
	if o.Index.Note != nil {
		o.Index.Note("scanned without an index: " + err.Error())
	}
	o.Index, o.Begun = nil, nil
	return scanOnce(ctx, roots, set, o)
}

// scanOnce is Scan. The error is errChanged as well, for sources that were written to while what the index has of them was used, and a brokenError.
func scanOnce(ctx context.Context, roots []string, set *rules.Set, o Options) (_ *Result, failed error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	res := &Result{Roots: roots, RuleHash: set.Hash()}
	clock := newClock(&res.Stages)
	o.Walk = o.walk()
	o.Read.began = time.Now()
	begun := o.Begun
	if begun == nil {
		begun = Begin(roots, o)
	}
	restore := begun.usual
	defer func() {
		if o.Last && failed == nil { // or there may be another one
			restore = memlimit.Later(restore)
		}
		restore()
	}()
	began := time.Now()
	st := begun.opened()
	st.of(set)
	defer func() {
		if res.writing == nil {
			st.close()
		}
	}()
	res.IndexTook = time.Since(began)
	clock.restart()
	walked, err := begun.walkedOver()
	if err != nil {
		return nil, err
	}
	clock.stop("walk", len(walked.Inputs)+walked.Ignored+walked.Generated, len(walked.Inputs))
	last(res).refuse("ignored", walked.Ignored)
	last(res).refuse("build output", walked.Generated)

	began = time.Now()
	if err := st.compare(ctx, roots, &walked, o); err != nil {
		return nil, err
	}
	found, missing, err := st.found(ctx, set, o.Jobs)
	if err != nil {
		return nil, err
	}
	if missing == 0 {
		return st.result(&walked, set, found, o, res), nil
	}
	res.IndexTook += time.Since(began)
	restore = begun.collect(st.again(), walked.bytes())
	if err := res.look(ctx, roots, &walked, set, st, found, o); err != nil {
		return nil, err
	}
	if res.writing == nil {
		res.Index = st.said()
	}
	return res, nil
}

// look parses what was walked over, runs the rules that have found nothing yet, and stores what they find.
func (r *Result) look(ctx context.Context, roots []string, w *Walked, set *rules.Set, st *store, found []*Detection, o Options) error {
	o.Read.Jobs, o.Read.trees = o.Jobs, st.trees()
	prepared := st.prepare(roots, w, o)
	parsed, err := r.parse(ctx, w, o)
	if broken := prepared(); err == nil {
		err = broken
	}
	if err != nil {
		return err
	}
	if st.past().serves() {
		heappages.Populate(leastTaken(w.bytes())) // parsers have mapped what they need
	}
	st.settle(roots, w, parsed, o)
	written := st.writeFiles(ctx, parsed.Files, o.Jobs)
	corpus, err := newCorpus(ctx, parsed.Files, o.Jobs, st.writes(), st.past())
	written.wait()
	if errors.Is(err, errTooMuch) {
		return st.startOver(err)
	}
	if err != nil {
		return err
	}
	if st.past().serves() && w.bytes() > smallAgain {
		memlimit.Resume() // what the program was linked from is garbage, and what one rule needs is when the next one runs
	}
	r.Problems = append(r.Problems, corpus.Program.Problems...)
	r.Stages = append(r.Stages, corpus.Stages...)
	r.inputs(w, parsed, corpus)
	r.Text = textOf(w.Inputs)
	began := time.Now()
	k, err := st.keep(ctx, corpus, parsed, written, o.Jobs)
	if err != nil {
		return err
	}
	r.IndexTook += time.Since(began)
	// What was kept so far has names of all methods, which are read off their nodes.
	if err := packTrees(ctx, parsed.Files, written, o.Jobs); err != nil {
		return err
	}
	if err := r.detectBeside(ctx, corpus, set, found, k, o); err != nil {
		return err
	}
	if why := st.past().brokenBy(); why != nil {
		return st.broken(why)
	}
	if st.past().overtaken() {
		return errChanged
	}
	if k != nil {
		r.write(k, st.record(r, set, found), o)
	}
	r.gather(set, found, o)
	r.fillLists()
	return nil
}

// parse parses what was walked over.
func (r *Result) parse(ctx context.Context, w *Walked, o Options) (*Parsed, error) {
	clock := newClock(&r.Stages)
	usual := func() {}
	if !o.Read.trees.serves() {
		usual = memlimit.Loosen()
	}
	parsed, err := Parse(ctx, w.Inputs, o.Read)
	usual()
	if err != nil {
		return nil, err
	}
	clock.stop("parse", len(w.Inputs), len(parsed.Files))
	last(r).refuse("test code", parsed.Test)
	last(r).refuse("generated", parsed.Generated)
	last(r).refuse("unreadable or no Java", len(w.Inputs)-len(parsed.Files)-parsed.Test-parsed.Generated)
	r.Problems = append(w.Problems, parsed.Problems...)
	return &parsed, nil
}

// detectBeside is detect while files are put into the index, which are all there once it returns.
func (r *Result) detectBeside(ctx context.Context, c *Corpus, set *rules.Set, found []*Detection, k *keeper, o Options) error {
	o.Detect.keep, o.Detect.slots = k, newSlots(o.Jobs)
	k.putBeside(ctx, o.Detect.slots)
	err := r.detect(ctx, c, set, found, o)
	if put := k.wait(); err == nil { // also after an error: the index is closed then
		err = put
	}
	r.IndexBeside = k.beside()
	sortProblems(r.Problems)
	return err
}

// heldPerByte is about how many bytes a scan holds at its height for a byte of source; docs/performance.md has the parts.
const heldPerByte = 7

// mostPerByte is how many bytes a cold scan of a large corpus takes for a byte of source, garbage included.
const mostPerByte = 10

// smallAgain is the source whose scan again asks for large pages alone. With more of it that can take more than it saves, and they are asked for one by one, as
// long as it does not: see heappages.Reserve.
const smallAgain = 32 << 20

// leastAgain is how many bytes of heap a scan again takes for a byte of source whatever has changed: some two where it is little.
const leastAgain = 7. / 4

// indexPerByte is how many bytes an index has for a byte of source, or a few less.
const indexPerByte = 3. / 2

// makeRoom gets ready for the heap of a scan again with an index of so many bytes. It collects garbage, so it is for a moment when there is little.
func makeRoom(index int64) {
	source := int64(float64(index) / indexPerByte)
	if source <= smallAgain {
		heappages.Expect(heldPerByte * source)
	} else {
		heappages.Reserve(leastTaken(source))
		heappages.Populate(leastTaken(source) / 16) // more of it in collect and look
	}
}

// leastTaken is how many bytes of heap a scan again of so many bytes of source takes at least.
func leastTaken(source int64) int64 { return int64(leastAgain * float64(source)) }

// collect sets how often memory is collected while a scan of so many bytes works, again or not, until restore is called.
func (b *Begun) collect(again bool, bytes int64) (restore func()) {
	if !again {
		b.usual()
		heappages.Prefer(mostPerByte * bytes) // rules come back to all of it in no order
		return memlimit.Tighten(heldPerByte * bytes)
	}
	heappages.Further(mostPerByte*bytes, leastTaken(bytes)) // in case that much means something else than it did
	heappages.Populate(leastTaken(bytes) / 6)               // until files are parsed
	// Nearly all that such a scan allocates stays until its program is linked, and all of it is less than a cold scan takes. Where more has changed than that, or all rules are
	// to be run, it is collected as often as it takes to stay there.
	below := memlimit.KeepBelow(mostPerByte * bytes)
	return func() { // the usual last, which collects at once
		below()
		b.usual()
	}
}

func last(r *Result) *Stage { return &r.Stages[len(r.Stages)-1] }

func (r *Result) inputs(w *Walked, p *Parsed, c *Corpus) {
	r.Inputs = Inputs{Files: len(p.Files), Bytes: p.Bytes, Lines: p.Lines, Types: c.Program.NumTypes(),
		Methods: c.Rows.Bodies(), Vectors: c.Rows.Len(), Test: p.Test, Generated: p.Generated + w.Generated, Ignored: w.Ignored,
		Calls: Calls{Own: c.Calls.Own, API: c.Calls.API + c.Calls.Implied + c.Calls.Unresolved,
			Constructor: c.Calls.Constructor + c.Calls.NewAPI, Unresolvable: c.Calls.Unresolved}}
}

// detect runs, side by side and with o.Jobs workers in all, the rules that have found nothing yet.
func (r *Result) detect(ctx context.Context, c *Corpus, set *rules.Set, found []*Detection, o Options) error {
	o.Detect.Jobs, o.Detect.least = o.Jobs, minConfidence(o.MinConfidence)
	if o.Explain != nil {
		methods := c.methodsAt(*o.Explain)
		if len(methods) == 0 {
			return &NoMethodError{At: *o.Explain}
		}
		o.Detect.Explain = func(m program.MethodID) bool { return slices.Contains(methods, m) }
		r.Explained = []finding.Refusal{}
	}
	clock := newClock(&r.Stages)
	if err := detectAll(ctx, c, set, found, o); err != nil {
		return err
	}
	clock.stop(stageRules, len(set.Rules), len(found))
	return nil
}

// stageRules is the stage of all rules together.
const stageRules = "rules"

// gather ranks what the rules found, by position, and counts it.
func (r *Result) gather(set *rules.Set, found []*Detection, o Options) {
	least := minConfidence(o.MinConfidence)
	ranked, took := make([][]finding.Group, len(found)), make([]time.Duration, len(found))
	// It is too late for the scan to be cancelled.
	_ = parallel(context.Background(), o.Jobs, len(found), func(i int) {
		began := time.Now()
		ranked[i] = Rank(found[i].Opportunities, least)
		took[i] = time.Since(began)
	})
	r.Groups = []finding.Group{}
	r.Rules = []RuleSummary{}
	for i, rule := range set.Rules {
		d := found[i]
		sum := RuleSummary{ID: rule.ID, Name: rule.Name, Groups: len(ranked[i])}
		for g := range ranked[i] {
			sum.Opportunities += len(ranked[i][g].Members)
		}
		r.Stages = append(append(r.Stages, d.Stages...),
			Stage{Name: "group", Rule: rule.ID, In: len(d.Opportunities), Out: sum.Opportunities, Took: took[i]})
		last(r).refuse("confidence too low", len(d.Opportunities)-sum.Opportunities)
		r.Groups = append(r.Groups, ranked[i]...)
		r.Rules = append(r.Rules, sum)
		r.explain(d.Explained, least)
	}
	sortGroups(r.Groups)
}

// detectAll fills found with what each rule finds, by position, where it is nil.
func detectAll(ctx context.Context, c *Corpus, set *rules.Set, found []*Detection, o Options) error {
	var run []*rules.Rule
	for i, rule := range set.Rules {
		if found[i] == nil {
			run = append(run, rule)
		}
	}
	if o.Detect.Successor == nil {
		o.Detect.share = newSharing(run)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(o.Jobs + 1) // one may wait for a table that another makes
	var mu sync.Mutex
	done := 0
	for _, i := range o.Detect.keep.inTurn(set.Rules) {
		rule := set.Rules[i]
		g.Go(func() error {
			if found[i] == nil {
				d, err := Detect(ctx, c, c, rule, o.Detect)
				if o.Detect.share != nil {
					o.Detect.share.release(rule)
				}
				if err != nil {
					return err
				}
				found[i] = d
			}
			if o.Progress != nil {
				mu.Lock()
				defer mu.Unlock()
				done++
				o.Progress("rules", done, len(set.Rules))
			}
			return nil
		})
	}
	return g.Wait()
}

// explain adds what became of candidates; those that passed but are not sure enough to be reported say so.
func (r *Result) explain(candidates []finding.Refusal, least float64) {
	for _, c := range candidates {
		if c.Check == "" && float64(c.Confidence) < least {
			c.Stage, c.Check = "group", "min-confidence"
			c.Reason = "its confidence of " + percent(float64(c.Confidence)) + " is below " + percent(least)
		}
		r.Explained = append(r.Explained, c)
	}
}

func minConfidence(c float64) float64 { return cmp.Or(c, DefaultMinConfidence) }

// NoMethodError is returned by Scan where no method stands at the place to explain. The remedy is another place.
type NoMethodError struct{ At At }

func (e *NoMethodError) Error() string {
	return e.At.Path + ":" + strconv.Itoa(e.At.Line) + ": no method with a body stands here"
}

// methodsAt returns the innermost methods at a place: several where several files end in its path.
func (c *Corpus) methodsAt(at At) []program.MethodID {
	var out []program.MethodID
	for i, f := range c.Program.Files {
		if f.Path != at.Path && !strings.HasSuffix(f.Path, "/"+at.Path) && !strings.HasSuffix(at.Path, "/"+f.Path) {
			continue
		}
		best, size := program.NoMethod, 1<<62
		lo, hi := c.Program.MethodsOf(int32(i))
		for m := lo; m < hi; m++ {
			s := f.Span(c.Program.Method(m).Node)
			from, to := f.Lines.Position(s.Start).Line, f.Lines.Position(s.End).Line
			if from <= at.Line && at.Line <= to && c.Program.Method(m).Body >= 0 && s.Len() < size {
				best, size = m, s.Len()
			}
		}
		if best >= 0 {
			out = append(out, best)
		}
	}
	return out
}

func sortProblems(ps []finding.Problem) {
	slices.SortStableFunc(ps, func(x, y finding.Problem) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column), cmp.Compare(x.Message, y.Message))
	})
}
