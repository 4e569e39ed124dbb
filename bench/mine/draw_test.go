package main

import (
	"fmt"
	"slices"
	"testing"
)

func TestDrawIsOfUnlabelledReportsAndOfItsSeed(t *testing.T) {
	var list []miss
	for i := range 20 {
		list = append(list, miss{unknownKind, "Rename Method", fmt.Sprint("case-", i), "report"}, miss{missedKind, "Rename Method", fmt.Sprint("case-", i), "label"})
	}
	turned := slices.Clone(list)
	slices.Reverse(turned)
	first, of := draw(list, 5, 1)
	again, _ := draw(turned, 5, 1)
	other, _ := draw(list, 5, 2)
	if of != 20 || len(first) != 5 || slices.ContainsFunc(first, func(m miss) bool { return m.kind != unknownKind }) {
		t.Errorf("drawn %v of %d, want 5 unlabelled ones of 20", first, of)
	}
	if !slices.Equal(first, again) {
		t.Errorf("one seed drew %v and %v", first, again)
	}
	if slices.Equal(first, other) {
		t.Errorf("two seeds drew the same: %v", first)
	}
	if all, _ := draw(list, 50, 1); len(all) != 20 {
		t.Errorf("drawn %d of 20, want all", len(all))
	}
}
