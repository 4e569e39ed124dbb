package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/rules"
	"refract/vectors"
)

// TestAdjacent: rules that share rows follow the first of them, and all rules are there once.
func TestAdjacent(t *testing.T) {
	rule := func(id string, zero vectors.Feature, query, answer rules.Side) *rules.Rule {
		return &rules.Rule{ID: id, Query: query, Answer: answer, Abstraction: rules.Abstraction{Zero: []vectors.Feature{zero}}}
	}
	const load, store = 7, 8
	set := []*rules.Rule{
		rule("a", load, rules.Base, rules.Inlined),
		rule("b", store, rules.Base, rules.Base),
		rule("c", load, rules.Base, rules.Base),        // as a asks
		rule("d", store, rules.Inlined, rules.Inlined), // as nobody
		rule("e", load, rules.Both, rules.Inlined),     // as a answers
		rule("f", load, rules.Both, rules.Both),        // as e asks
	}
	if diff := cmp.Diff([]int{0, 2, 4, 5, 1, 3}, adjacent(set)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	var k *keeper
	if diff := cmp.Diff([]int{0, 2, 4, 5, 1, 3}, k.inTurn(set)); diff != "" {
		t.Errorf("order without an index (-want +got):\n%s", diff)
	}
	k = &keeper{past: &past{rules: map[string]*memoRule{"a": {}, "b": {Sums: sums{sumRows: 5}}, "d": {Sums: sums{sumRows: 9}}}}}
	if diff := cmp.Diff([]int{2, 4, 5, 3, 1, 0}, k.inTurn(set)); diff != "" {
		t.Errorf("order after a scan with three of the rules (-want +got):\n%s", diff)
	}
}
