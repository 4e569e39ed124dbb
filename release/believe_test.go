package release

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestWholeOfParts(t *testing.T) {
	for text, want := range map[string]bool{
		"Merge Parameter [x : int, y : int] to p : Point in method f() from class A":              true,
		"Split Parameter p : Point to [x : int, y : int] in method f() from class A":              true,
		"Merge Parameter [run : String, definition : String] to id : String in method f() from A": false, // one renamed, one removed
		"Split Parameter activate : boolean to [id : String, mode : int] in method f() from A":    false, // a boolean has no parts
	} {
		if got := wholeOfParts(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestCandidatesLoseNoneToPruning compares the pairs that the index yields with those of all pairs.
func TestCandidatesLoseNoneToPruning(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	component := func(names string) *Component {
		c := &Component{byName: map[string][]EntityID{}}
		for i := range 40 {
			e := Entity{Kind: Class, Parent: NoEntity, Name: names + string(rune('a'+i))}
			for range 6 + r.IntN(10) {
				e.Shingles = append(e.Shingles, uint64(r.IntN(30)))
			}
			slices.Sort(e.Shingles)
			c.Entities = append(c.Entities, e)
			c.byName[e.Name] = append(c.byName[e.Name], EntityID(i))
		}
		return c
	}
	const threshold = 0.5
	old, new := component("o"), component("n")
	var want []pair
	for n := range new.Entities {
		start := len(want)
		for o := range old.Entities {
			if s := overlap(old.Entities[o].Shingles, new.Entities[n].Shingles); s >= threshold {
				want = append(want, pair{EntityID(o), EntityID(n), s})
			}
		}
		byMerit(want[start:])
	}
	if got := candidates(t.Context(), old, new, Class, threshold); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d candidates, want %d", len(got), len(want))
	}
}

func TestWhatAnAccessorIsAbout(t *testing.T) {
	for name, want := range map[string]string{"a.A.getShortcutBar": "ShortcutBar", "a.A.isOpen": "Open", "a.A.settle": "settle", "a.A.get": "get"} {
		if got := subjectOf(&Entity{Kind: Method, Name: name}); got != want {
			t.Errorf("%s is about %s, want %s", name, got, want)
		}
	}
}
