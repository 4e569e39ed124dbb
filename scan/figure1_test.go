package scan_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/finding"
	"refract/scan"
)

// The example of Milea et al. 2014, Figure 1: getControllers could call getVector, as getVisualizers does.
func TestFigure1(t *testing.T) {
	corpora := os.Getenv("REFRACT_CORPORA")
	if corpora == "" {
		t.Skip("REFRACT_CORPORA names no folder of releases")
	}
	sub, unknown := loadCatalog(t).Select("extract-method")
	if len(unknown) > 0 {
		t.Fatalf("no rule %v", unknown)
	}
	res, err := scan.Scan(context.Background(), []string{filepath.Join(corpora, "jmeter", "v1-1.8")}, sub, scan.Options{})
	must(t, err)
	for _, g := range res.Groups {
		for _, m := range g.Members {
			if !strings.Contains(m.Place.Element, "JMeterUtils.getControllers(") {
				continue
			}
			if s := m.Samples[0]; !strings.Contains(s.Place.Element, "JMeterUtils.getVisualizers(") ||
				len(s.Inlined) != 1 || !strings.Contains(s.Inlined[0].Element, "JMeterUtils.getVector(") {
				t.Errorf("sample: got %s with %v, want getVisualizers with getVector", s.Place.Element, s.Inlined)
			}
			if !strings.Contains(g.Target.Name, "getVector") {
				t.Errorf("target: got %s, want getVector", g.Target.Name)
			}
			w := m.Evidence.Witness
			if w.Level == finding.NoWitness || w.QueryCovered < 1 || w.SampleCovered < 1 {
				t.Errorf("witness: %s, %.2f of the query and %.2f of the sample covered", w.Level, w.QueryCovered, w.SampleCovered)
			}
			return
		}
	}
	t.Error("getControllers was not found")
}
