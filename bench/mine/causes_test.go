package main

import (
	"slices"
	"testing"

	"refract/finding"
)

// What stands in the place of a miss is told by the texts: a report of the type with most of its words, the element in
// another type, its method, or nothing. Types that are found well enough are left out.
func TestCausesOf(t *testing.T) {
	const typ = "Rename Variable"
	missed := func(name, text string) miss { return miss{missedKind, typ, name, typ + " " + text} }
	r := result{
		per: []typeTally{{typ, tally{TP: 1, FN: 4}}, {"Move Class", tally{TP: 99, FN: 1}}},
		misses: []miss{
			missed("near", "a : int to b : int in method public f(x int) : void from class p.C"),
			missed("other", "a : int to b : int in method public f(x int) : void from class p.C"),
			missed("host", "a : int to b : int in method public f(x int) : void from class p.C"),
			missed("none", "a : int to b : int in method public f(x int) : void from class p.C"),
			{"unknown", typ, "none", typ + " c : int to d : int in method public g() : void from class p.C"},
		},
	}
	say := func(typ, text string) finding.Refactoring {
		return finding.Refactoring{Type: typ, Description: typ + " " + text}
	}
	got := causesOf(r, map[string][]finding.Refactoring{
		"near":  {say(typ, "a : int to c : int in method public f(x int) : void from class p.C")},
		"other": {say("Inline Variable", "a : int in method public f(x int) : void from class p.C")},
		"host":  {say("Add Parameter", "x : int in method public f(x int) : void from class p.C")},
		"none":  {say("Add Parameter", "y : int in method public g(y int) : void from class p.C")},
	})
	want := []causes{{typeTally: r.per[0], alike: 1, otherwise: 1, host: 1, silent: 1}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
