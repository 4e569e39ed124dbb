package scan_test

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/abstraction"
	"refract/concretize"
	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/lsh"
	"refract/program"
	"refract/rules"
	"refract/scan"
	"refract/vectors"
)

// This file runs a scan as a distributed engine would, each stage on shards that know nothing but what was sent to them
// as bytes, and expects what one process finds. docs/scaling.md describes the stages under the same names.

const shards = 3

// sharded is a scan in pieces. Its fields are what was sent, by stage.
type sharded struct {
	t         *testing.T
	texts     []text              // the input: the text of every file
	skeletons []text              // of declare: the side input of all later stages
	bodies    map[int32][]counted // of count, by file
	sent      map[string]int      // bytes, by stage
	full, all int                 // files of which concretize had the text, and all files, over all shards and rules
}

type text struct{ Path, Text string }

// counted is the value of one body.
type counted struct {
	Method program.MethodID
	Vector vectors.Vector
	Sites  []inline.Site
}

// inlined is the value of one row, keyed by its abstracted vector for the join.
type inlined struct {
	Method, Callee program.MethodID
	Mode           inline.Mode
	Vector         vectors.Vector
}

// equateEmpty: bytes do not tell an empty list from none.
var equateEmpty = cmpopts.EquateEmpty()

// send gives a value to another shard: through bytes.
func send[T any](s *sharded, stage string, v T) T {
	s.t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		s.t.Fatal(err)
	}
	s.sent[stage] += b.Len()
	var out T
	if err := gob.NewDecoder(&b).Decode(&out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s *sharded) shardOf(file int32) int { return int(file) % shards }

// parseMixed parses the texts of the files that full names, and the skeletons of all others.
func (s *sharded) parseMixed(full func(file int32) bool) []*java.File {
	p := parse.New()
	defer p.Close()
	files := make([]*java.File, len(s.texts))
	for i := range files {
		from := s.skeletons
		if full(int32(i)) {
			from = s.texts
		}
		files[i] = p.File(from[i].Path, []byte(from[i].Text))
	}
	return files
}

// declare maps the text of a file to its skeleton.
func (s *sharded) declare() {
	p := parse.New()
	defer p.Close()
	for _, x := range s.texts {
		x = send(s, "texts", x)
		s.skeletons = append(s.skeletons, send(s, "skeletons", text{x.Path, p.File(x.Path, []byte(x.Text)).Skeleton()}))
	}
}

// count maps the text of a file, with all skeletons beside it, to the vectors and calls of its bodies.
func (s *sharded) count() {
	s.bodies = map[int32][]counted{}
	for shard := range shards {
		p := program.Link(s.parseMixed(func(file int32) bool { return s.shardOf(file) == shard }))
		r := p.NewResolver()
		for m := range program.MethodID(p.NumMethods()) {
			file := p.Method(m).File
			if s.shardOf(file) != shard || p.Method(m).Body < 0 {
				continue
			}
			b := r.Body(m)
			s.bodies[file] = append(s.bodies[file], send(s, "bodies", counted{m, vectors.Of(nil, b), inline.SitesOf(nil, b)}))
		}
	}
}

// inline groups bodies with the bodies that they call, which is one join by MethodID, and maps each to its rows.
func (s *sharded) inline() []inlined {
	p := program.Link(s.parseMixed(func(int32) bool { return false }))
	by := map[program.MethodID]counted{}
	for _, list := range s.bodies {
		for _, b := range list {
			by[b.Method] = b
		}
	}
	var out []inlined
	for shard := range shards {
		own := map[program.MethodID]bool{}
		var take []program.MethodID
		for m, b := range by {
			if s.shardOf(p.Method(m).File) != shard {
				continue
			}
			own[m] = true
			take = append(take, m)
			for _, c := range b.Sites {
				if _, ok := by[c.Callee]; ok {
					take = append(take, c.Callee)
				}
			}
		}
		slices.Sort(take)
		take = slices.Compact(take)
		bodies := inline.Bodies{Methods: take, Vectors: vectors.NewTable(0, 0), Sites: &inline.SiteTable{}}
		for _, m := range take {
			b := send(s, "callees", by[m])
			bodies.Vectors.Append(b.Vector)
			bodies.Sites.Append(b.Sites)
		}
		t := inline.Build(p, bodies, 1)
		for i := range t.Len() {
			if r := t.Row(i); own[r.Method] {
				out = append(out, send(s, "rows", inlined{r.Method, r.Callee, r.Mode, t.Vector(i)}))
			}
		}
	}
	slices.SortStableFunc(out, func(x, y inlined) int { return cmp.Compare(x.Method, y.Method) })
	return out
}

// pair is a query and an answer of a join, as numbers of rows.
type pair struct{ Query, Answer int }

// join groups the abstracted rows by key. For equality the key is the row. Rows at distance 1 differ by one in one count,
// so that each row answers, and asks, also under every key that it has with one count less by one.
func (s *sharded) join(rule *rules.Rule, rows []inlined) []pair {
	if rule.Radius*rule.Radius >= 2 {
		s.t.Fatalf("%s: no key for radius %v", rule.ID, rule.Radius)
	}
	plan := abstraction.New(&rule.Abstraction)
	queries, answers := map[string][]int{}, map[string][]int{}
	at := make([]vectors.Vector, len(rows))
	for i, r := range rows {
		at[i] = plan.Apply(nil, r.Vector)
		if !takesPart(rule, rule.Query, r) && !takesPart(rule, rule.Answer, r) {
			continue
		}
		for _, key := range keys(at[i], rule.Radius >= 1) {
			if takesPart(rule, rule.Query, r) {
				queries[key] = append(queries[key], i)
			}
			if takesPart(rule, rule.Answer, r) {
				answers[key] = append(answers[key], i)
			}
			s.sent["keys"] += len(key) + 4
		}
	}
	found := map[pair]bool{}
	for key, list := range queries { // each key is a shard of its own
		for _, q := range list {
			for _, a := range answers[key] {
				if sqDistance(at[q], at[a]) <= int(rule.Radius*rule.Radius) {
					found[pair{q, a}] = true
				}
			}
		}
	}
	return sortedPairs(found)
}

// takesPart reports whether a row is on a side of a rule: of the right mode, and not too small.
func takesPart(rule *rules.Rule, side rules.Side, r inlined) bool {
	if concretize.SizeOf(r.Vector).Below(rule) {
		return false
	}
	return r.Mode == inline.None && side.HasBase() || r.Mode != inline.None && side.HasInlined()
}

func sortedPairs(set map[pair]bool) []pair {
	out := make([]pair, 0, len(set))
	for p := range set {
		out = append(out, p)
	}
	slices.SortFunc(out, func(x, y pair) int { return cmp.Or(cmp.Compare(x.Query, y.Query), cmp.Compare(x.Answer, y.Answer)) })
	return out
}

func keys(v vectors.Vector, near bool) []string {
	write := func(less int) string {
		var b strings.Builder
		for i, e := range v {
			n := e.Count()
			if i == less {
				n--
			}
			if n > 0 {
				fmt.Fprintf(&b, "%d:%d ", e.Feature(), n)
			}
		}
		return b.String()
	}
	out := []string{write(-1)}
	for i := 0; near && i < len(v); i++ {
		out = append(out, write(i))
	}
	return out
}

// check maps each pair, with the vectors of both sides, to itself if what a rule says of vectors holds of it.
func (s *sharded) check(rule *rules.Rule, rows []inlined, pairs []pair) []pair {
	base, callees := map[program.MethodID]vectors.Vector{}, map[program.MethodID][]program.MethodID{}
	for _, r := range rows {
		switch r.Mode {
		case inline.None:
			base[r.Method] = r.Vector
		case inline.Single:
			callees[r.Method] = append(callees[r.Method], r.Callee)
		}
	}
	in := func(r inlined) (out []vectors.Vector) {
		list := []program.MethodID{r.Callee}
		if r.Mode == inline.All {
			list = callees[r.Method]
		}
		for _, m := range list {
			if r.Mode != inline.None {
				out = append(out, base[m])
			}
		}
		return out
	}
	checker := concretize.NewChecker(rule)
	var out []pair
	for _, x := range pairs {
		q, a := rows[x.Query], rows[x.Answer]
		s.sent["pairs' vectors"] += 4 * (len(q.Vector) + len(a.Vector))
		facts := rules.Facts{Q: base[q.Method], C: base[a.Method], QI: q.Vector, CI: a.Vector, InlinedQuery: in(q), Inlined: in(a)}
		if !checker.Check(&facts).Refused {
			out = append(out, x)
		}
	}
	return out
}

func sqDistance(v, w vectors.Vector) int {
	sum := 0
	for _, e := range v {
		d := e.Count() - w.Count(e.Feature())
		sum += d * d
	}
	for _, e := range w {
		if v.Count(e.Feature()) == 0 {
			sum += e.Count() * e.Count()
		}
	}
	return sum
}

// concretize groups the pairs by the file of their query, and maps each group, with the texts of the files that its
// methods, their callees and their callers stand in, to opportunities.
func (s *sharded) concretize(rule *rules.Rule, rows []inlined, pairs []pair) []finding.Opportunity {
	p := program.Link(s.parseMixed(func(int32) bool { return false }))
	callers := map[program.MethodID][]program.MethodID{}
	callees := map[program.MethodID][]program.MethodID{}
	for _, list := range s.bodies {
		for _, b := range list {
			for _, c := range b.Sites {
				callers[c.Callee] = append(callers[c.Callee], b.Method)
				callees[b.Method] = append(callees[b.Method], c.Callee)
			}
		}
	}
	var out []finding.Opportunity
	for shard := range shards {
		need := map[int32]bool{}
		add := func(m program.MethodID) {
			need[p.Method(m).File] = true
			for _, o := range append(slices.Clone(callers[m]), callees[m]...) {
				need[p.Method(o).File] = true
			}
		}
		for _, x := range pairs {
			if s.shardOf(p.Method(rows[x.Query].Method).File) == shard {
				add(rows[x.Query].Method)
				add(rows[x.Answer].Method)
			}
		}
		for file := range need {
			s.sent["pairs' texts"] += len(s.texts[file].Text)
		}
		s.full, s.all = s.full+len(need), s.all+len(s.texts)
		c, err := scan.NewCorpus(s.t.Context(), s.parseMixed(func(file int32) bool { return need[file] }), 1)
		if err != nil {
			s.t.Fatal(err)
		}
		d, err := scan.Detect(s.t.Context(), c, c, rule, scan.DetectOptions{Jobs: 1})
		if err != nil {
			s.t.Fatal(err)
		}
		for _, o := range d.Opportunities {
			file := slices.IndexFunc(s.texts, func(x text) bool { return x.Path == o.Place.Path })
			if s.shardOf(int32(file)) == shard {
				out = append(out, send(s, "opportunities", o))
			}
		}
	}
	sortOpportunities(out)
	return out
}

func sortOpportunities(list []finding.Opportunity) {
	slices.SortStableFunc(list, func(x, y finding.Opportunity) int {
		return cmp.Or(cmp.Compare(x.Place.Path, y.Place.Path), cmp.Compare(x.Place.StartLine, y.Place.StartLine), cmp.Compare(x.Place.StartColumn, y.Place.StartColumn))
	})
}

// readTexts reads the Java files below dir, in the order of a scan.
func readTexts(t *testing.T, dir string) []text {
	t.Helper()
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out []text
	for _, in := range walked.Inputs {
		content, err := os.ReadFile(in.Abs)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text{in.Path, string(content)})
	}
	return out
}

// wholePairs is the join of one process.
func wholePairs(rule *rules.Rule, rows []inlined) []pair {
	plan := abstraction.New(&rule.Abstraction)
	side := func(side rules.Side) (*lsh.Buckets, []int) {
		t := abstraction.NewTable(len(rows), 0)
		var at []int
		for i, r := range rows {
			if takesPart(rule, side, r) {
				plan.Append(t, r.Vector)
				at = append(at, i)
			}
		}
		return lsh.NewBuckets(&lsh.Rows{Offsets: t.Offsets, Features: t.Features, Counts: t.Counts}), at
	}
	q, qAt := side(rule.Query)
	a, aAt := side(rule.Answer)
	var index lsh.Index = a
	if rule.Radius >= 1 {
		index = lsh.NewSteps(a)
	}
	found := map[pair]bool{}
	for m := range lsh.Join(q, index, lsh.Options{}) {
		for ans := range m.Answers() {
			for _, x := range m.Query.Rows {
				for _, y := range ans.Rows {
					found[pair{qAt[x], aAt[y]}] = true
				}
			}
		}
	}
	return sortedPairs(found)
}

// TestShardsFindWhatTheWholeFinds: every stage on shards gives what it gives on the whole.
func TestShardsFindWhatTheWholeFinds(t *testing.T) {
	dir := filepath.Join("..", "examples")
	if corpora := os.Getenv("REFRACT_SHARDED"); corpora != "" {
		dir = corpora // a directory with sources, for figures of docs/scaling.md
	}
	set := builtin(t)
	s := &sharded{t: t, texts: readTexts(t, dir), sent: map[string]int{}}
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, x := range s.texts {
		files = append(files, p.File(x.Path, []byte(x.Text)))
	}
	whole, err := scan.NewCorpus(t.Context(), files, 1)
	if err != nil {
		t.Fatal(err)
	}

	s.declare()
	s.count()
	rows := s.inline()
	var want []inlined
	for i := range whole.Rows.Len() {
		r := whole.Rows.Row(i)
		want = append(want, inlined{r.Method, r.Callee, r.Mode, whole.Rows.Vector(i)})
	}
	if diff := gocmp.Diff(want, rows); diff != "" {
		t.Fatalf("%d rows of the whole, %d of the shards (-whole +shards):\n%s", len(want), len(rows), diff)
	}
	found, joined, checked := 0, 0, 0
	for _, rule := range set.Rules {
		pairs := s.join(rule, rows)
		if diff := gocmp.Diff(wholePairs(rule, rows), pairs); diff != "" {
			t.Errorf("%s: pairs (-whole +shards):\n%s", rule.ID, diff)
		}
		d, err := scan.Detect(t.Context(), whole, whole, rule, scan.DetectOptions{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(d.Opportunities)
		sortOpportunities(want)
		passed := s.check(rule, rows, pairs)
		got := s.concretize(rule, rows, passed)
		if diff := gocmp.Diff(want, got, equateEmpty); diff != "" {
			t.Errorf("%s: opportunities (-whole +shards):\n%s", rule.ID, diff)
		}
		found, joined, checked = found+len(want), joined+len(pairs), checked+len(passed)
	}
	if len(s.texts) < 2*shards || found < 8 || 2*s.full > s.all {
		t.Errorf("%d files, %d opportunities, %d of %d files with their texts: the test shows little", len(s.texts), found, s.full, s.all)
	}
	t.Logf("%d files, %d bodies, %d rows, %d pairs, %d after checks, %d opportunities; texts for %d of %d files; bytes: %v",
		len(files), bodiesOf(s), len(rows), joined, checked, found, s.full, s.all, s.sent)
}

func bodiesOf(s *sharded) int {
	n := 0
	for _, list := range s.bodies {
		n += len(list)
	}
	return n
}
