package main

import (
	"context"
	"fmt"
	"strings"

	"refract/concretize"
	"refract/finding"
	"refract/java"
	"refract/java/parse"
	"refract/rules"
	"refract/scan"
)

// This file joins rules, which only name checks and samples, with the packages that run them.

// nameDocs documents these names.
func nameDocs() rules.Names {
	zip := func(names, docs []string) map[string]string {
		m := make(map[string]string, len(names))
		for i, n := range names {
			m[n] = docs[i]
		}
		return m
	}
	return rules.Names{Structural: zip(concretize.StructuralChecks()), Witness: zip(concretize.Allowances())}
}

// sampleResult is what came of running a rule over one of its samples.
type sampleResult struct {
	found      bool
	confidence float64 // of the best opportunity that is the sample's
	why        string  // why it was not found
}

// runSample asks whether rule r finds the code before sample s, with the code after it as the sample. For a near-miss
// anything that is found counts.
func runSample(ctx context.Context, r *rules.Rule, s *rules.Sample) (sampleResult, error) {
	p := parse.New()
	defer p.Close()
	corpus := func(path string, text []byte) (*scan.Corpus, error) {
		f := p.File(path, text)
		if len(f.Problems) > 0 {
			b := f.Problems[0]
			return nil, fmt.Errorf("%s:%d:%d: %s", b.Path, b.Line, b.Column, b.Message)
		}
		return scan.NewCorpus(ctx, []*java.File{f}, 1)
	}
	before, err := corpus(s.BeforePath, s.Before)
	if err != nil {
		return sampleResult{}, err
	}
	after, err := corpus(s.AfterPath, s.After)
	if err != nil {
		return sampleResult{}, err
	}
	d, err := scan.Detect(ctx, before, after, r, scan.DetectOptions{Jobs: 1})
	if err != nil {
		return sampleResult{}, err
	}
	wantBefore, wantAfter := s.Method, s.AfterMethod
	if wantAfter == "" {
		wantAfter = wantBefore
	}
	if s.Refused {
		wantBefore, wantAfter = "", ""
	}
	var out sampleResult
	for _, o := range d.Opportunities {
		for _, sample := range o.Samples {
			if called(o.Place, wantBefore) && called(sample.Place, wantAfter) {
				out.found, out.confidence = true, max(out.confidence, float64(o.Confidence))
			}
		}
	}
	if !out.found {
		out.why = lastRefusals(d)
	}
	return out, nil
}

// called reports whether the method at place is the one that a sample calls name: "m", "T.m", or "" for any.
func called(place finding.Location, name string) bool {
	element, _, _ := strings.Cut(place.Element, "(")
	return name == "" || element == name || strings.HasSuffix(element, "."+name)
}

// lastRefusals names the last stage that anything reached, and why nothing passed it.
func lastRefusals(d *scan.Detection) string {
	if len(d.Opportunities) > 0 {
		o := d.Opportunities[0]
		return fmt.Sprintf("found is %s, with %s as the sample", o.Place.Element, o.Samples[0].Place.Element)
	}
	why := "no code has the same abstracted vector"
	for _, st := range d.Stages {
		if st.In == 0 || len(st.Refused) == 0 {
			continue
		}
		var reasons []string
		for _, c := range st.Refused {
			reasons = append(reasons, c.Reason)
		}
		why = st.Name + ": " + strings.Join(reasons, "; ")
	}
	return why
}
