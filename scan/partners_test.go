package scan_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/program"
	"refract/rules"
	"refract/scan"
)

// What is asked once for each side, and what the keys and ranges leave out, must be what asking every pair refuses.
// A detection that explains everything asks every pair, and aligns what another refuses without an alignment.
func TestPartnersAreThoseOfEveryPair(t *testing.T) {
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	walked, err := scan.Walk([]string{"../examples/library", "../rules/catalog"}, scan.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := scan.Parse(ctx, walked.Inputs, scan.ReadOptions{Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	corpus, err := scan.NewCorpus(ctx, parsed.Files, 1)
	if err != nil {
		t.Fatal(err)
	}
	pairs, brief := 0, 0
	for _, rule := range set.Rules {
		o := scan.DetectOptions{Jobs: 2, MaxAnswers: 1 << 30, MaxAligned: 1 << 30}
		fast, err := scan.Detect(ctx, corpus, corpus, rule, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Explain = func(program.MethodID) bool { return true }
		each, err := scan.Detect(ctx, corpus, corpus, rule, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(each.Opportunities, fast.Opportunities); diff != "" {
			t.Errorf("%s: every pair (-) and partners (+) differ:\n%s", rule.ID, diff)
		}
		for i, st := range fast.Stages {
			for _, r := range st.Refused {
				if strings.HasSuffix(r.Reason, "no field is read where the sample calls a getter") {
					brief += r.Count
				}
			}
			if st.Name == "checks" {
				pairs += st.Out
				// Rows that can neither ask nor answer are left out of the tables where nobody wants to hear of them.
				if st.In > each.Stages[i].In || st.Out != each.Stages[i].Out {
					t.Errorf("%s: %d of %d pairs pass, of every pair %d of %d", rule.ID, st.Out, st.In, each.Stages[i].Out, each.Stages[i].In)
				}
				if got, want := refusals(st), st.In-st.Out; got != want {
					t.Errorf("%s: %d refusals are counted, %d pairs were refused", rule.ID, got, want)
				}
			}
		}
	}
	if pairs == 0 {
		t.Error("no pair passed any checks")
	}
	if brief == 0 {
		t.Error("no pair was refused without an alignment")
	}
}

func refusals(st scan.Stage) int {
	n := 0
	for _, r := range st.Refused {
		n += r.Count
	}
	return n
}
