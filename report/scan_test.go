package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"refract/finding"
	"refract/report"
	"refract/scan"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var tool = report.Tool{Name: "refract", Version: "0.0.0-test"}

// result is one group of two opportunities, one of them with everything that a report can show.
func result() *scan.Result {
	at := func(path string, start, end int, element string) finding.Location {
		return finding.Location{Path: path, StartLine: start, EndLine: end, StartColumn: 2, EndColumn: 3, ElementType: "METHOD_DECLARATION", Element: element}
	}
	fee := at("src/Fees.java", 5, 9, "a.Fees.fee(int)")
	line := func(n, depth int, text string) *finding.Fragment {
		return &finding.Fragment{Path: "src/Loan.java", StartLine: n, EndLine: n, Depth: depth, Text: text}
	}
	member := finding.Opportunity{
		Rule: "extract-method", Type: "Extract Method", Description: "the statements that Fees.fee(int) holds can be replaced by a call of it",
		Place:   at("src/Loan.java", 10, 20, "a.Loan.total()"),
		Samples: []finding.Sample{{Place: at("src/Fine.java", 30, 34, "a.Fine.total()"), Inlined: []finding.Location{fee}}},
		Target:  finding.Target{Kind: "callee", Name: "a.Fees.fee(int)", Place: &fee},
		Evidence: finding.Evidence{
			Differences: []finding.FeatureDifference{{Feature: "op.load", Query: 4, Sample: 3}},
			Checks:      []string{"total(q) > total(c)"},
			Witness: finding.Witness{Level: finding.FullWitness, QueryCovered: 1, SampleCovered: 0.875, Renamed: []string{"days -> n"},
				Notes: []string{"one literal differs"},
				Pairs: []finding.Pair{
					{Kind: finding.Same, Query: line(11, 0, "if (days > 0)"), Sample: line(31, 0, "if (n > 0)")},
					{Kind: finding.Allowed, Query: line(12, 1, "return days * RATE;"), Sample: line(32, 1, "return n * RATE;"), Why: "inlined call"},
					{Kind: finding.QueryOnly, Query: line(13, 0, "int unused = 0;")},
				}},
		},
		Confidence: 0.9, Gain: finding.Gain{Statements: 3, Duplicates: 2}, Fingerprint: "0123abcd",
	}
	second := member
	second.Place = at("src/Größe a.java", 40, 50, "a.Other.total(List<String>)")
	second.Fingerprint = "4567cdef"
	return &scan.Result{
		Roots:  []string{"."},
		Inputs: scan.Inputs{Files: 1234, Bytes: 50_000, Lines: 1_234_567, Methods: 99, Vectors: 120},
		Rules:  []scan.RuleSummary{{ID: "extract-method", Name: "Extract Method", Opportunities: 2, Groups: 1}, {ID: "inline-temp", Name: "Inline Temp"}},
		Groups: []finding.Group{{Rule: "extract-method", Type: "Extract Method", Target: member.Target, Score: 5.4,
			Gain: finding.Gain{Statements: 6, Duplicates: 3}, Members: []finding.Opportunity{member, second}}},
		Stages: []scan.Stage{{Name: "parse", In: 1240, Out: 1234},
			{Name: "filter", Rule: "extract-method", In: 30, Out: 2, Refused: []scan.Count{{Reason: "too small", Count: 28}}}},
		Problems: []finding.Problem{
			{Path: "src/Bad.java", Line: 3, Column: 7, Severity: finding.Warning, Message: `syntax error at "="`, Remedy: "correct the syntax"},
			{Path: "src/Big.java", Severity: finding.Trouble, Message: "too large"}},
		RuleHash: "feed",
		Explained: []finding.Refusal{{Rule: "extract-method", Query: member.Place, Sample: fee, Stage: "filter", Check: "FilterSmall", Reason: "the sample has 3 elements, fewer than 10"},
			{Rule: "extract-method", Query: member.Place, Sample: member.Samples[0].Place, Inlined: []finding.Location{fee}}},
	}
}

func golden(t *testing.T, name string, print func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := print(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
	return b.Bytes()
}

func TestScanText(t *testing.T) {
	golden(t, "scan.txt", func(w io.Writer) error { return report.ScanText(w, result(), tool, report.TextOptions{}) })
	golden(t, "scan-verbose.txt", func(w io.Writer) error {
		return report.ScanText(w, result(), tool, report.TextOptions{Verbose: true, All: true, Width: 100})
	})
}

func TestScanTextWithoutFindings(t *testing.T) {
	golden(t, "scan-empty.txt", func(w io.Writer) error { return report.ScanText(w, &scan.Result{}, tool, report.TextOptions{}) })
}

func TestScanJSON(t *testing.T) {
	text := golden(t, "scan.json", func(w io.Writer) error { return report.ScanJSON(w, result(), tool) })
	var back map[string]any
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
}

// TestScanSARIFIsValid checks the report against the library's own copy of the 2.1.0 schema.
func TestScanSARIFIsValid(t *testing.T) {
	text := golden(t, "scan.sarif", func(w io.Writer) error { return report.ScanSARIF(w, result(), tool) })
	doc, err := sarif.FromBytes(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
}
