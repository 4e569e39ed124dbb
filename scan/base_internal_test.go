package scan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/finding"
)

// TestResultsStay: over many scans, in which results come, go and change their order, what lies in the part and beside it is what was found in its order,
// and what was as it is and in its order is not written again.
func TestResultsStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	stayed, beside := 0, 0
	for range 200 {
		// A result is of a query, here its row, in a bucket, here its first row.
		var found []result
		next := int32(0)
		add := func(at int, first int32) {
			next++
			found = slices.Insert(found, at, result{first: first, row: next, opp: &finding.Opportunity{Gain: finding.Gain{Statements: int(next)}}})
		}
		for first := range int32(3) {
			for range rng.IntN(6) {
				add(len(found), first)
			}
		}
		var b base
		var m memoRule
		as := func(r *result) memoFound { return memoFound{FirstRow: r.first, Row: r.row} }
		b.remember(found, &m, as)
		b.found, m = m.Found, memoRule{}
		for i := range found {
			found[i].inPart = int32(i) + 1
		}
		for range 5 {
			for range rng.IntN(3) {
				switch n := rng.IntN(3); {
				case len(found) == 0 || n == 0:
					add(len(found), 2)
				case n == 1:
					at := rng.IntN(len(found))
					add(at, found[at].first)
				default:
					at := rng.IntN(len(found))
					found = slices.Delete(found, at, at+1)
				}
			}
			if at := rng.IntN(len(found) + 1); at+1 < len(found) && found[at].first == found[at+1].first && rng.IntN(3) == 0 {
				found[at], found[at+1] = found[at+1], found[at]
			}
			before := len(m.Found)
			m = memoRule{}
			b.remember(found, &m, as)
			// The next scan takes them over.
			var again []result
			take := func(f *memoFound, inPart int32, place int64) {
				again = append(again, result{first: f.FirstRow, row: f.Row, inPart: inPart, place: place})
			}
			for i := range b.found {
				if !m.Gone.has(i) {
					take(&b.found[i], int32(i)+1, 2*int64(i)+1)
				}
			}
			stayed, beside = stayed+len(again), beside+len(m.Found)-before
			for i := range m.Found {
				take(&m.Found[i], 0, 2*int64(m.Found[i].Before))
			}
			sortFound(again)
			if !slices.EqualFunc(found, again, func(x, y result) bool { return x.row == y.row && x.first == y.first }) {
				t.Fatalf("found\n%+v\ntaken over\n%+v", found, again)
			}
			for i := range found {
				found[i].inPart = again[i].inPart
			}
		}
	}
	if stayed < 2000 || beside < 200 {
		t.Errorf("%d results stayed, %d did not, which shows little", stayed, beside)
	}
}
