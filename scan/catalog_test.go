package scan_test

import (
	"context"
	"testing"

	"refract/concretize"
	"refract/rules"
	"refract/scan"
)

// loadCatalog returns the built-in rules.
func loadCatalog(t *testing.T) *rules.Set {
	t.Helper()
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Every built-in rule finds all its samples and refuses all its near-misses.
func TestCatalogSamples(t *testing.T) {
	for _, rule := range loadCatalog(t).Rules {
		results, err := scan.CheckSamples(context.Background(), rule)
		if err != nil {
			t.Fatal(err)
		}
		if len(results) < 3 {
			t.Errorf("%s: %d samples and near-misses, want at least 3", rule.ID, len(results))
		}
		for _, r := range results {
			t.Run(rule.ID+"/"+r.Sample.Name, func(t *testing.T) {
				if r.Wrong != "" {
					t.Errorf("%s", r.Wrong)
				}
				for _, p := range r.Problems {
					t.Errorf("%s:%d: %s", p.Path, p.Line, p.Message)
				}
			})
		}
	}
}
