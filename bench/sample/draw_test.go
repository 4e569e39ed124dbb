package main

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/finding"
)

func entries() []entry {
	var all []entry
	for rule, n := range map[string]int{"often": 40, "rare": 2, "some": 9} {
		for i := range n {
			all = append(all, entry{opportunity: &finding.Opportunity{Rule: rule, Fingerprint: fmt.Sprint(rule, i)}})
		}
	}
	return all
}

func prints(es []entry) []string {
	var s []string
	for _, e := range es {
		s = append(s, e.opportunity.Fingerprint)
	}
	return s
}

// The types take turns, and the draw depends on the seed and not on the order in which the opportunities come.
func TestDraw(t *testing.T) {
	drawn := draw(entries(), 12, 7)
	if diff := cmp.Diff([]string{"often 5", "rare 2", "some 5"}, tally(drawn)); diff != "" {
		t.Errorf("drawn per type (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(prints(drawn), prints(draw(entries(), 12, 7))); diff != "" {
		t.Errorf("the same seed draws otherwise:\n%s", diff)
	}
	if cmp.Equal(prints(drawn), prints(draw(entries(), 12, 8))) {
		t.Error("another seed draws the same")
	}
	if got := len(draw(entries(), 100, 7)); got != 51 {
		t.Errorf("drawing more than there are gives %d, want 51", got)
	}
}
