package scan

import (
	"context"
	"fmt"
	"strings"

	"refract/finding"
	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/rules"
)

// SampleResult says whether a rule treats one of its samples as it promises.
type SampleResult struct {
	Sample *rules.Sample
	// Wrong is "" where the sample was found, or the near-miss refused; else it says what went wrong.
	Wrong string
	// Found are the opportunities, and Refusals what was refused and why.
	Found    []finding.Opportunity
	Refusals []finding.Refusal
	Problems []finding.Problem
}

// CheckSamples runs a rule over its own samples: what is before asks, what is after answers. Every before must be
// found with its after as the sample, and every near-miss refused. The error is that of ctx.
//
// Source: Milea et al. 2014, §5.1: "we tested our approach on a set of examples taken from Fowler's catalog".
func CheckSamples(ctx context.Context, rule *rules.Rule) ([]SampleResult, error) {
	p := parse.New()
	defer p.Close()
	out := make([]SampleResult, len(rule.Samples))
	for i := range rule.Samples {
		s := &rule.Samples[i]
		r := &out[i]
		r.Sample = s
		before := p.File(s.BeforePath, s.Before)
		after := p.File(s.AfterPath, s.After)
		r.Problems = append(append(r.Problems, before.Problems...), after.Problems...)
		q, err := NewCorpus(ctx, []*java.File{before}, 1)
		if err != nil {
			return nil, err
		}
		a, err := NewCorpus(ctx, []*java.File{after}, 1)
		if err != nil {
			return nil, err
		}
		d, err := Detect(ctx, q, a, rule, DetectOptions{Jobs: 1, Explain: func(program.MethodID) bool { return true }})
		if err != nil {
			return nil, err
		}
		r.Found, r.Refusals = d.Opportunities, d.Explained
		r.Wrong = r.judge()
	}
	return out, nil
}

// judge compares what was found with what the sample promises.
func (r *SampleResult) judge() string {
	s := r.Sample
	for i := range r.Found {
		o := &r.Found[i]
		if !named(o.Place.Element, s.Method) {
			continue
		}
		if s.Refused {
			return fmt.Sprintf("%s was found although it is a near-miss", o.Place.Element)
		}
		want := s.AfterMethod
		if want == "" {
			want = s.Method
		}
		for _, sample := range o.Samples {
			if named(sample.Place.Element, want) {
				return ""
			}
		}
	}
	if s.Refused {
		return ""
	}
	if s.Method != "" {
		return s.Method + " was not found" + r.nearest()
	}
	return "nothing was found" + r.nearest()
}

// nearest adds the refusal that came closest, for people.
func (r *SampleResult) nearest() string {
	order := map[string]int{"filter": 1, "check": 2, "structural": 4, "witness": 3, "cross-check": 5}
	best := -1
	want := r.Sample.AfterMethod
	if want == "" {
		want = r.Sample.Method
	}
	for i := range r.Refusals {
		f := &r.Refusals[i]
		if !named(f.Query.Element, r.Sample.Method) || !named(f.Sample.Element, want) {
			continue
		}
		if best < 0 || order[f.Stage] > order[r.Refusals[best].Stage] {
			best = i
		}
	}
	if best < 0 {
		return ": the abstracted vectors differ"
	}
	return fmt.Sprintf(" (%s %s: %s)", r.Refusals[best].Stage, r.Refusals[best].Check, r.Refusals[best].Reason)
}

// named reports whether a signature is of the method called name or Type.name; every signature is of "".
func named(signature, name string) bool {
	if name == "" {
		return true
	}
	if i := strings.IndexByte(signature, '('); i >= 0 {
		signature = signature[:i]
	}
	return signature == name || strings.HasSuffix(signature, "."+name)
}
