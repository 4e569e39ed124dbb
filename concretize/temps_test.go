package concretize_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// Temporaries that are each made of two reads of the one before are inlined as far as a form may grow: sixty of them would make 2^60 nodes,
// and the test would not end. Two of them are too many for the sample as well.
func TestTemporariesThatDouble(t *testing.T) {
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"temp-is-simple"}, Witness: []string{"temp-in-query", "literal", "member"}}
	for _, n := range []int{2, 60} {
		var doubling strings.Builder
		for i := range n {
			fmt.Fprintf(&doubling, "int d%d = d%d + d%d; ", i+1, i, i)
		}
		s := sideOf(t, "T.java", fmt.Sprintf(`class T { StringBuilder out;
			int q(String u, int d0) { %s String x = u.trim(); out.append(x); return d%d; }
			int c(String u, int d0) { out.append(u.trim()); return d0%s; } }`, doubling.String(), n, strings.Repeat(" + d0", n)))
		acc, out := concretize.NewJudge(rule, s, s, nil).Judge(row(t, s, "q", ""), row(t, s, "c", ""))
		if got := outcome(acc, out); strings.HasPrefix(got, "full") {
			t.Errorf("%d temporaries: %s", n, got)
		}
	}
}
