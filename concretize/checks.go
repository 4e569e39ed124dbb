package concretize

import (
	"refract/finding"
	"refract/rules"
	"refract/vectors"
)

// This file holds the filters and checks that look at vectors alone, after Milea et al. 2014, §3.3 and §3.4. Each is
// one function; vectorChecks lists them by cost, the cheapest first.

// A vectorCheck accepts or refuses a candidate by its vectors.
type vectorCheck struct {
	name, stage string
	source      string
	doc         string
	cost        int // relative: comparisons of counts
	check       func(r *rules.Rule, ev *rules.Evaluator, f *rules.Facts) finding.Verdict
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
	{"small", StageFilter, "§3.3 FilterSmall", "code of fewer elements or statements than the rule asks for is not worth refactoring", 2, filterSmall},
	{"clones", StageFilter, "§3.3 FilterClones", "if base and inlined vectors are equal, the result is a clone and shows no refactoring", 2, filterClones},
	{"removes", StageCheck, "§3.4 (I.1)", "the query has what the refactoring would remove", 5, removes},
	{"changes", StageCheck, "§3.4 (I.2)", "query and result differ at least as much as the refactoring changes", 5, changes},
	{"context", StageCheck, "§3.4 (I.3)", "the inlined code of both contains the context of the refactoring", 5, context},
	{"base-context", StageCheck, "§3.4 (II.1)", "the code of both contains the context of the refactoring", 5, baseContext},
	{"rule", StageCheck, "§3.4 (III), Table 3", "the rule's own conditions hold", 50, ownChecks},
}

// Checker runs the vector checks of one rule. It belongs to one goroutine.
type Checker struct {
	rule *rules.Rule
	ev   *rules.Evaluator
}

// NewChecker returns a checker of rule.
func NewChecker(rule *rules.Rule) *Checker { return &Checker{rule: rule, ev: rules.NewEvaluator()} }

// Refusal of a candidate by a check; the zero Outcome accepts.
type Outcome struct {
	Stage, Check string
	finding.Verdict
}

// Check runs the filters and checks in the order of their cost and returns the first refusal.
func (k *Checker) Check(f *rules.Facts) Outcome {
	for i := range vectorChecks {
		c := &vectorChecks[i]
		if v := c.check(k.rule, k.ev, f); v.Refused {
			return Outcome{c.stage, c.name, v}
		}
	}
	return Outcome{}
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
func filterSmall(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	if len(f.InlinedQuery) > 0 && Small(r, f.Q) {
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
func filterClones(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	if r.Filters.Clones && f.Q.Equal(f.C) && f.QI.Equal(f.CI) {
		return finding.Verdict{Refused: true, Reason: "the sample is a clone"}
	}
	return finding.Verdict{}
}

// removes: (I.1), for f ↦ n in 𝒟 with n < 0, v_q^I[f] ≥ |n|.
func removes(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	for _, d := range r.Difference {
		if d.By < 0 && f.QI.Count(d.Feature) < -d.By {
			return finding.Refuse("the method has fewer than %d %s to take away", -d.By, d.Feature)
		}
	}
	return finding.Verdict{}
}

// changes: (I.2), for f ↦ n in 𝒟, |𝒟_q^I[f]| ≥ |n|.
func changes(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	for _, d := range r.Difference {
		by := f.CI.Count(d.Feature) - f.QI.Count(d.Feature)
		if abs(by) < abs(d.By) {
			return finding.Refuse("%s changes by %d, not by %d", d.Feature, by, d.By)
		}
	}
	return finding.Verdict{}
}

// context: (I.3), v_q^I and v_c^I contain v^δ.
func context(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	return contains(r, f.QI, f.CI)
}

// baseContext: (II.1), v_q and v_c contain v^δ.
func baseContext(r *rules.Rule, _ *rules.Evaluator, f *rules.Facts) finding.Verdict {
	return contains(r, f.Q, f.C)
}

func contains(r *rules.Rule, q, c vectors.Vector) finding.Verdict {
	for _, e := range r.Context {
		if q.Count(e.Feature()) < e.Count() {
			return finding.Refuse("the method has fewer than %d %s", e.Count(), e.Feature())
		}
		if c.Count(e.Feature()) < e.Count() {
			return finding.Refuse("the sample has fewer than %d %s", e.Count(), e.Feature())
		}
	}
	return finding.Verdict{}
}

// ownChecks: (III), the expressions that the rule states.
func ownChecks(r *rules.Rule, ev *rules.Evaluator, f *rules.Facts) finding.Verdict {
	if len(r.Checks) == 0 {
		return finding.Verdict{}
	}
	ev.Load(f)
	for _, c := range r.Checks {
		holds, err := ev.Holds(c)
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
