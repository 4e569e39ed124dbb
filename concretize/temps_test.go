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

// A chain of inlined calls, of which each value holds its receiver, has no form with its callees beyond the bound: sixty of them would be 2^60
// nodes, and the test would not end. One of three is judged.
func TestChainOfInlinedCalls(t *testing.T) {
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary(), NoSamples: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 60} {
		s := sideOf(t, "A.java", fmt.Sprintf("class A { A n; A a() { return this.n; } A g() { return a()%s; } A h() { return this.n%s; } }", strings.Repeat(".a()", n-1), strings.Repeat(".n", n-1)))
		g, h := row(t, s, "g", "a"), row(t, s, "h", "")
		large := 0
		for _, rule := range set.Rules {
			j := concretize.NewJudge(rule, s, s, nil)
			for _, pair := range [][2]int{{g, h}, {h, g}, {g, g}} {
				if _, out := j.Judge(pair[0], pair[1]); strings.Contains(out.Reason, "too large") {
					large++
				}
			}
		}
		if large > 0 != (n == 60) {
			t.Errorf("a chain of %d calls is too large %d times", n, large)
		}
	}
}
