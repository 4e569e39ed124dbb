package concretize

import (
	"slices"

	"refract/finding"
	"refract/rules"
	"refract/vectors"
)

// This file holds the filters and checks that look at vectors alone, after Milea et al. 2014, §3.3 and §3.4. Each is
// one function, or two where it asks the same of the query and of the sample; vectorChecks lists them in order.

// A vectorCheck accepts or refuses a candidate by its vectors. What depends on one side is asked of a method once, not
// of every pair that it is in.
type vectorCheck struct {
	name, stage string
	source      string
	doc         string
	query       func(k *Checker, f *rules.Facts) finding.Verdict // of the query alone
	sample      func(k *Checker, f *rules.Facts) finding.Verdict // of the sample alone
	pair        func(k *Checker, f *rules.Facts) finding.Verdict // of both
}

// Stages of refusal, in order.
const (
	StageFilter     = "filter"
	StageCheck      = "check"
	StageStructural = "structural"
	StageWitness    = "witness"
	StageCross      = "cross-check"
)

var vectorChecks = []vectorCheck{
	{"small", StageFilter, "§3.3 FilterSmall", "code of fewer elements or statements than the rule asks for is not worth refactoring", filterSmall, nil, nil},
	{"clones", StageFilter, "§3.3 FilterClones", "if base and inlined vectors are equal, the result is a clone and shows no refactoring", nil, nil, filterClones},
	{"removes", StageCheck, "§3.4 (I.1)", "the query has what the refactoring would remove", removes, nil, nil},
	{"changes", StageCheck, "§3.4 (I.2)", "query and result differ at least as much as the refactoring changes", nil, nil, changes},
	{"context", StageCheck, "§3.4 (I.3)", "the inlined code of both contains the context of the refactoring", queryContext, sampleContext, nil},
	{"base-context", StageCheck, "§3.4 (II.1)", "the code of both contains the context of the refactoring", queryBaseContext, sampleBaseContext, nil},
	{"rule", StageCheck, "§3.4 (III), Table 3", "the rule's own conditions hold", queryChecks, sampleChecks, pairChecks},
}

// Checker runs the vector checks of one rule. It belongs to one goroutine.
type Checker struct {
	rule *rules.Rule
	ev   *rules.Evaluator
	// own are the rule's checks by what they depend on; values are the comparisons of the rule's checks of both sides
	// that need no evaluator, with the reason of their check.
	own    [rules.OfSample + 1][]*rules.Check
	values []comparison
	// ordered is the first inequality among them, -1 for none.
	ordered int
}

// comparison is a comparison of a rule's check.
type comparison struct {
	*rules.Comparison
	reason string
}

// NewChecker returns a checker of rule.
func NewChecker(rule *rules.Rule) *Checker {
	k := &Checker{rule: rule, ev: rules.NewEvaluator(), ordered: -1}
	for _, c := range rule.Checks {
		if c.Scope == rules.OfBoth && c.Comparisons != nil {
			for i := range c.Comparisons {
				k.values = append(k.values, comparison{&c.Comparisons[i], c.Reason})
			}
			continue
		}
		k.own[c.Scope] = append(k.own[c.Scope], c)
	}
	k.ordered = slices.IndexFunc(k.values, func(c comparison) bool { return c.Op > rules.NotEqual })
	return k
}

// Refusal of a candidate by a check; the zero Outcome accepts.
type Outcome struct {
	Stage, Check string
	finding.Verdict
}

// Query runs what is asked of the query alone and returns the first refusal. It needs the query's side of f.
func (k *Checker) Query(f *rules.Facts) Outcome {
	return k.first(f, func(c *vectorCheck) func(*Checker, *rules.Facts) finding.Verdict { return c.query })
}

// Sample runs what is asked of the sample alone and returns the first refusal. It needs the sample's side of f.
func (k *Checker) Sample(f *rules.Facts) Outcome {
	return k.first(f, func(c *vectorCheck) func(*Checker, *rules.Facts) finding.Verdict { return c.sample })
}

// Pair runs what is asked of both together, save the comparisons (see Compare), and returns the first refusal.
func (k *Checker) Pair(f *rules.Facts) Outcome {
	return k.first(f, func(c *vectorCheck) func(*Checker, *rules.Facts) finding.Verdict { return c.pair })
}

// OfPairs reports whether Pair asks for more than clones.
func (k *Checker) OfPairs() bool { return len(k.rule.Difference)+len(k.own[rules.OfBoth]) > 0 }

func (k *Checker) first(f *rules.Facts, part func(*vectorCheck) func(*Checker, *rules.Facts) finding.Verdict) Outcome {
	for i := range vectorChecks {
		c := &vectorChecks[i]
		if check := part(c); check != nil {
			if v := check(k, f); v.Refused {
				return Outcome{c.stage, c.name, v}
			}
		}
	}
	return Outcome{}
}

// Check runs all filters and checks on one candidate and returns the first refusal: those of the query, those of the
// sample, then those of both.
func (k *Checker) Check(f *rules.Facts) Outcome {
	if out := k.Query(f); out.Refused {
		return out
	}
	if out := k.Sample(f); out.Refused {
		return out
	}
	if out := k.Compare(k.QueryValues(nil, f), k.SampleValues(nil, f)); out.Refused {
		return out
	}
	return k.Pair(f)
}

// Values is the number of comparisons: of the values that QueryValues and SampleValues append.
func (k *Checker) Values() int { return len(k.values) }

// QueryValues appends the query's side of every comparison.
func (k *Checker) QueryValues(dst []int, f *rules.Facts) []int {
	for i := range k.values {
		dst = append(dst, k.values[i].Query.Of(f.Q, f.QI, f.InlinedQuery))
	}
	return dst
}

// SampleValues appends the sample's side of every comparison.
func (k *Checker) SampleValues(dst []int, f *rules.Facts) []int {
	for i := range k.values {
		dst = append(dst, k.values[i].Sample.Of(f.C, f.CI, f.Inlined))
	}
	return dst
}

// NoSample refuses a query of these values if no sample can be its answer, whatever its values are.
func (k *Checker) NoSample(query []int) Outcome {
	for i := range k.values {
		if !k.values[i].Possible(true, query[i]) {
			return k.unequal(i)
		}
	}
	return Outcome{}
}

// Compare runs the comparisons on the values of a query and of a sample.
func (k *Checker) Compare(query, sample []int) Outcome {
	for i := range k.values {
		if !k.values[i].Op.Holds(query[i], sample[i]) {
			return k.unequal(i)
		}
	}
	return Outcome{}
}

func (k *Checker) unequal(i int) Outcome {
	return Outcome{StageCheck, "rule", finding.Verdict{Refused: true, Reason: k.values[i].reason}}
}

// Key is a number that a query and a sample have in common whose values hold all comparisons for equality. Without
// such a comparison all keys are equal.
func (k *Checker) Key(values []int) (key uint64) {
	for i := range k.values {
		if k.values[i].Op == rules.Equal {
			key = (key ^ uint64(values[i])) * 0x9E3779B97F4A7C15
			key ^= key >> 29
		}
	}
	return key
}

// OtherKey is the refusal of a pair with different keys.
func (k *Checker) OtherKey() Outcome {
	for i := range k.values {
		if k.values[i].Op == rules.Equal {
			return k.unequal(i)
		}
	}
	return Outcome{}
}

// Ordered is the value of a sample that Range compares, 0 where the rule has no inequality.
func (k *Checker) Ordered(sample []int) int {
	if k.ordered < 0 {
		return 0
	}
	return sample[k.ordered]
}

// Range returns the samples, by the value of Ordered and ascending, that the first inequality lets pass for a query.
func (k *Checker) Range(query []int, ordered []int) (from, to int) {
	if k.ordered < 0 {
		return 0, len(ordered)
	}
	x := query[k.ordered]
	below, _ := slices.BinarySearch(ordered, x)
	upTo, _ := slices.BinarySearch(ordered, x+1)
	switch k.values[k.ordered].Op {
	case rules.Less: // query < sample
		return upTo, len(ordered)
	case rules.LessOrEqual:
		return below, len(ordered)
	case rules.Greater:
		return 0, below
	}
	return 0, upTo
}

// OutOfRange is the refusal of a sample that Range leaves out.
func (k *Checker) OutOfRange() Outcome {
	if k.ordered < 0 {
		return Outcome{}
	}
	return k.unequal(k.ordered)
}

var (
	elements   = vectors.MustGroup(featureNames(vectors.Syntax)...)
	statements = vectors.MustGroup("syntax.*_statement", "syntax.var_declaration_statement", "syntax.explicit_constructor_invocation.*")
)

func featureNames(family vectors.Family) []string {
	var names []string
	for _, f := range vectors.Features() {
		if f.Feature.Family() == family {
			names = append(names, f.Name)
		}
	}
	return names
}

// filterSmall refuses code that is too small to be worth it: FilterSmall. Rows that are too small themselves have not
// come this far (see Size); what is asked here is whether the method without what was inlined into it is.
func filterSmall(k *Checker, f *rules.Facts) finding.Verdict {
	if len(f.InlinedQuery) > 0 && Small(k.rule, f.Q) {
		return finding.Verdict{Refused: true, Reason: "the method is too small"}
	}
	return finding.Verdict{}
}

// Small reports whether code with vector v is below the rule's thresholds.
func Small(r *rules.Rule, v vectors.Vector) bool { return SizeOf(v).Below(r) }

// Size is how large code is, as FilterSmall counts: program elements and statements. 4 bytes, since every row has one.
type Size struct{ Elements, Statements uint16 }

// SizeOf returns the size of code with vector v; counts saturate.
func SizeOf(v vectors.Vector) Size {
	return Size{uint16(min(v.Sum(&elements), 1<<16-1)), uint16(min(v.Sum(&statements), 1<<16-1))}
}

// Below reports whether s is below the rule's thresholds. Callers ask it once for each row before any join.
func (s Size) Below(r *rules.Rule) bool {
	return int(s.Elements) < r.Filters.MinElements || int(s.Statements) < r.Filters.MinStatements
}

// filterClones refuses results that are clones of the query: FilterClones.
func filterClones(k *Checker, f *rules.Facts) finding.Verdict {
	if k.rule.Filters.Clones && f.Q.Equal(f.C) && f.QI.Equal(f.CI) {
		return finding.Verdict{Refused: true, Reason: "the sample is a clone"}
	}
	return finding.Verdict{}
}

// removes: (I.1), for f ↦ n in 𝒟 with n < 0, v_q^I[f] ≥ |n|.
func removes(k *Checker, f *rules.Facts) finding.Verdict {
	for _, d := range k.rule.Difference {
		if d.By < 0 && f.QI.Count(d.Feature) < -d.By {
			return finding.Refuse("the method has fewer than %d %s to take away", -d.By, d.Feature)
		}
	}
	return finding.Verdict{}
}

// changes: (I.2), for f ↦ n in 𝒟, |𝒟_q^I[f]| ≥ |n|.
func changes(k *Checker, f *rules.Facts) finding.Verdict {
	for _, d := range k.rule.Difference {
		by := f.CI.Count(d.Feature) - f.QI.Count(d.Feature)
		if abs(by) < abs(d.By) {
			return finding.Refuse("%s changes by %d, not by %d", d.Feature, by, d.By)
		}
	}
	return finding.Verdict{}
}

// queryContext and sampleContext: (I.3), v_q^I and v_c^I contain v^δ.
func queryContext(k *Checker, f *rules.Facts) finding.Verdict {
	return contains(k.rule, "method", f.QI)
}
func sampleContext(k *Checker, f *rules.Facts) finding.Verdict {
	return contains(k.rule, "sample", f.CI)
}

// queryBaseContext and sampleBaseContext: (II.1), v_q and v_c contain v^δ.
func queryBaseContext(k *Checker, f *rules.Facts) finding.Verdict {
	return contains(k.rule, "method", f.Q)
}
func sampleBaseContext(k *Checker, f *rules.Facts) finding.Verdict {
	return contains(k.rule, "sample", f.C)
}

func contains(r *rules.Rule, who string, v vectors.Vector) finding.Verdict {
	for _, e := range r.Context {
		if v.Count(e.Feature()) < e.Count() {
			return finding.Refuse("the %s has fewer than %d %s", who, e.Count(), e.Feature())
		}
	}
	return finding.Verdict{}
}

// queryChecks, sampleChecks and pairChecks: (III), the expressions that the rule states.
func queryChecks(k *Checker, f *rules.Facts) finding.Verdict  { return k.ownChecks(rules.OfQuery, f) }
func sampleChecks(k *Checker, f *rules.Facts) finding.Verdict { return k.ownChecks(rules.OfSample, f) }
func pairChecks(k *Checker, f *rules.Facts) finding.Verdict   { return k.ownChecks(rules.OfBoth, f) }

func (k *Checker) ownChecks(scope rules.Scope, f *rules.Facts) finding.Verdict {
	if len(k.own[scope]) == 0 {
		return finding.Verdict{}
	}
	k.ev.Load(f)
	for _, c := range k.own[scope] {
		holds, err := k.ev.Holds(c)
		if err != nil {
			return finding.Verdict{Refused: true, Reason: err.Error()}
		}
		if !holds {
			return finding.Verdict{Refused: true, Reason: c.Reason}
		}
	}
	return finding.Verdict{}
}

// FilterNames refuses results of another name: for releases, where a method and its later state share their name.
// Source: Milea et al. 2014, §3.3 FilterNames; off for a scan of one program.
func FilterNames(query, sample string) finding.Verdict {
	if query != sample {
		return finding.Verdict{Refused: true, Reason: "the names differ"}
	}
	return finding.Verdict{}
}

func abs(n int) int { return max(n, -n) }
