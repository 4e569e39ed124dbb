package concretize_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// A chain of inlined calls, of which each value holds its receiver, has no form with its callees beyond the bound: sixteen of them would be 2^16 of
// nodes for each node of one. One of three is judged.
func TestChainOfInlinedCalls(t *testing.T) {
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary(), NoSamples: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 16} {
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
		if large > 0 != (n == 16) {
			t.Errorf("a chain of %d calls is too large %d times", n, large)
		}
	}
}
