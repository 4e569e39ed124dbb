package scan_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract/finding"
	"refract/java"
	"refract/java/parse"
	"refract/rules"
	"refract/scan"
)

// TestCatalog runs every built-in rule over its own samples: the code before the refactoring must be found in the
// named method, with the named method of the code after it as the sample; a near-miss must not be found at all. It
// also holds that the catalogue is complete: 21 rules, each with a page, two samples and a near-miss.
func TestCatalog(t *testing.T) {
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(set.Rules), 21; got != want {
		t.Errorf("%d built-in rules, want %d", got, want)
	}
	for _, r := range set.Rules {
		samples, misses := 0, 0
		for i := range r.Samples {
			s := &r.Samples[i]
			if s.Refused {
				misses++
			} else {
				samples++
			}
			t.Run(r.ID+"/"+s.Name, func(t *testing.T) { checkSample(t, r, s) })
		}
		if samples < 2 || misses < 1 || r.Doc == "" {
			t.Errorf("%s: %d samples, %d near-misses, %d bytes of documentation; want at least 2, 1 and some", r.ID, samples, misses, len(r.Doc))
		}
	}
}

func checkSample(t *testing.T, r *rules.Rule, s *rules.Sample) {
	t.Parallel()
	found := detectSample(t, r, s)
	if s.Refused {
		for _, o := range found {
			t.Errorf("%s is found, with %s as the sample; it must be refused: %s", o.Place.Element, o.Samples[0].Place.Element, s.Note)
		}
		return
	}
	after := s.AfterMethod
	if after == "" {
		after = s.Method
	}
	var others []string
	for _, o := range found {
		if names(o.Place, s.Method) {
			for _, sample := range o.Samples {
				if names(sample.Place, after) {
					return
				}
			}
		}
		others = append(others, fmt.Sprintf("%s with %s", o.Place.Element, o.Samples[0].Place.Element))
	}
	t.Errorf("%s is not found with %s as its sample (%s); found: %v%s", s.Method, after, s.Note, others, explained(t, r, s))
}

// names reports whether the method at place has that name: "m", "T.m" or nothing, which is any name.
func names(place finding.Location, name string) bool {
	element, _, _ := strings.Cut(place.Element, "(")
	return name == "" || element == name || strings.HasSuffix(element, "."+name)
}

func detectSample(t *testing.T, r *rules.Rule, s *rules.Sample) []finding.Opportunity {
	t.Helper()
	d, err := scan.Detect(context.Background(), sampleCorpus(t, s.BeforePath, s.Before), sampleCorpus(t, s.AfterPath, s.After), r,
		scan.DetectOptions{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return d.Opportunities
}

// explained lists why the candidates of the sample's method were refused, for the message of a failing test.
func explained(t *testing.T, r *rules.Rule, s *rules.Sample) string {
	t.Helper()
	d, err := scan.Detect(context.Background(), sampleCorpus(t, s.BeforePath, s.Before), sampleCorpus(t, s.AfterPath, s.After), r,
		scan.DetectOptions{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, st := range d.Stages {
		fmt.Fprintf(&b, "\n  %-12s in %d, out %d", st.Name, st.In, st.Out)
		for _, c := range st.Refused {
			fmt.Fprintf(&b, "; %d: %s", c.Count, c.Reason)
		}
	}
	return b.String()
}

func sampleCorpus(t *testing.T, path string, text []byte) *scan.Corpus {
	t.Helper()
	p := parse.New()
	defer p.Close()
	f := p.File(path, text)
	for _, problem := range f.Problems {
		t.Errorf("%s: %v", path, problem)
	}
	c, err := scan.NewCorpus(context.Background(), []*java.File{f}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
