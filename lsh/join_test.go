package lsh_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/lsh"
)

// lines writes a join as "class rows -> class rows, …", a line a match.
func lines(query *lsh.Buckets, index lsh.Index, o lsh.Options) []string {
	var out []string
	for m := range lsh.Join(query, index, o) {
		var to []string
		for a := range m.Answers() {
			s := fmt.Sprintf("%d%v", a.ID(), a.Rows)
			if a.SqDistance > 0 {
				s += fmt.Sprintf("@%d", a.SqDistance)
			}
			to = append(to, s)
		}
		if m.Capped() {
			to = append(to, "…")
		}
		out = append(out, fmt.Sprintf("%d%v -> %s", m.Query.ID(), m.Query.Rows, strings.Join(to, ", ")))
	}
	return out
}

func TestJoinByClass(t *testing.T) {
	rows := letters("aaabab", 7, 7, 9, 5, 7, 6)
	other := letters("ba.c", 5, 7, 1, 2)
	for _, tt := range []struct {
		name          string
		query, answer *lsh.Rows
		o             lsh.Options
		want          []string
	}{
		{"with itself", rows, rows, lsh.Options{}, []string{
			"7[0 1 4] -> 7[0 1 4], 9[2]", "9[2] -> 7[0 1 4], 9[2]", "5[3] -> 5[3], 6[5]", "6[5] -> 5[3], 6[5]"}},
		{"without the own class", rows, rows, lsh.Options{SkipOwn: true}, []string{
			"7[0 1 4] -> 9[2]", "9[2] -> 7[0 1 4]", "5[3] -> 6[5]", "6[5] -> 5[3]"}},
		{"capped", rows, rows, lsh.Options{MaxAnswers: 1}, []string{
			"7[0 1 4] -> 7[0 1 4], …", "9[2] -> 7[0 1 4], …", "5[3] -> 5[3], …", "6[5] -> 5[3], …"}},
		{"the own class does not count towards the cap", rows, rows, lsh.Options{MaxAnswers: 1, SkipOwn: true}, []string{
			"7[0 1 4] -> 9[2]", "9[2] -> 7[0 1 4]", "5[3] -> 6[5]", "6[5] -> 5[3]"}},
		{"with others", other, rows, lsh.Options{SkipOwn: true}, []string{"5[0] -> 6[5]", "7[1] -> 9[2]"}},
		{"others with these", rows, other, lsh.Options{}, []string{
			"7[0 1 4] -> 7[1]", "9[2] -> 7[1]", "5[3] -> 5[0]", "6[5] -> 5[0]"}},
		{"no classes", letters("abab"), letters("bb"), lsh.Options{}, []string{"1[1] -> 0[0], 1[1]", "3[3] -> 0[0], 1[1]"}},
		{"the empty row equals the empty row", letters(".", 3), other, lsh.Options{}, []string{"3[0] -> 1[2]"}},
		{"no rows", &lsh.Rows{}, rows, lsh.Options{}, nil},
		{"in no rows", rows, &lsh.Rows{Offsets: []uint32{0}}, lsh.Options{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := lines(lsh.NewBuckets(tt.query), lsh.NewBuckets(tt.answer), tt.o)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("join (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEqualHashesAreVerified gives every row the same hash: equality must still decide.
func TestEqualHashesAreVerified(t *testing.T) {
	rows := letters("abcab", 1, 2, 3, 4, 5)
	rows.Hashes = make([]uint64, rows.Len())
	b := lsh.NewBuckets(rows)
	want := []string{"1[0] -> 4[3]", "4[3] -> 1[0]", "2[1] -> 5[4]", "5[4] -> 2[1]"}
	if diff := cmp.Diff(want, lines(b, b, lsh.Options{SkipOwn: true})); diff != "" {
		t.Errorf("join (-want +got):\n%s", diff)
	}
}

// TestBucketsAgainstMap groups random rows by their text and compares.
func TestBucketsAgainstMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for round := range 40 {
		dense := randomDense(rng, rng.IntN(400), 1+rng.IntN(5), 1+rng.IntN(3))
		class := make([]lsh.ClassID, len(dense))
		for i := range class {
			class[i] = lsh.ClassID(rng.IntN(6))
		}
		want := map[string][]uint32{}
		for i, row := range dense {
			key := fmt.Sprint(row)
			want[key] = append(want[key], uint32(i))
		}
		b := lsh.NewBuckets(build(dense, class))
		if b.Len() != len(want) {
			t.Fatalf("round %d: %d buckets, want %d", round, b.Len(), len(want))
		}
		last := -1
		for id := range lsh.BucketID(b.Len()) {
			if b.First(id) <= last {
				t.Fatalf("round %d: bucket %d begins with row %d after %d", round, id, b.First(id), last)
			}
			last = b.First(id)
			var got []uint32
			firstOf := -1
			for c := range b.Classes(id) {
				cl := b.Class(id, c)
				if cl.Bucket != id || cl.Number != c || !slices.Equal(cl.Rows, b.Rows(id)[len(got):len(got)+len(cl.Rows)]) {
					t.Fatalf("bucket %d, class %d: number %d of bucket %d with rows %v of %v", id, c, cl.Number, cl.Bucket, cl.Rows, b.Rows(id))
				}
				if int(cl.Rows[0]) <= firstOf || !slices.IsSorted(cl.Rows) {
					t.Fatalf("round %d: class %d of bucket %d is out of order: %v", round, c, id, cl.Rows)
				}
				firstOf = int(cl.Rows[0])
				for _, r := range cl.Rows {
					if class[r] != cl.ID() {
						t.Fatalf("round %d: row %d of class %d is in class %d", round, r, class[r], cl.ID())
					}
				}
				got = append(got, cl.Rows...)
			}
			slices.Sort(got)
			if diff := cmp.Diff(want[fmt.Sprint(dense[last])], got); diff != "" {
				t.Fatalf("round %d: bucket %d (-want +got):\n%s", round, id, diff)
			}
		}
	}
}

func TestRangesJoinToTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	b := lsh.NewBuckets(build(randomDense(rng, 500, 4, 2), nil))
	var parts []string
	var whole, sum lsh.Stats
	for from := 0; from < b.Len(); from += 7 {
		parts = append(parts, lines(b, b, lsh.Options{From: lsh.BucketID(from), To: lsh.BucketID(from + 7), Stats: &sum})...)
	}
	if diff := cmp.Diff(lines(b, b, lsh.Options{Stats: &whole}), parts); diff != "" {
		t.Errorf("ranges differ from the whole (-whole +ranges):\n%s", diff)
	}
	if diff := cmp.Diff(whole, sum); diff != "" {
		t.Errorf("statistics (-whole +ranges):\n%s", diff)
	}
}

// TestManyEqualRows joins 60,000 equal rows of three classes: the work is the pairs of classes, not of rows.
func TestManyEqualRows(t *testing.T) {
	dense := make([][]uint32, 60000)
	class := make([]lsh.ClassID, len(dense))
	for i := range dense {
		dense[i] = []uint32{1, 1}
		class[i] = lsh.ClassID(i % 3)
	}
	b := lsh.NewBuckets(build(dense, class))
	var got lsh.Stats
	for m := range lsh.Join(b, b, lsh.Options{SkipOwn: true, Stats: &got}) {
		for range m.Answers() {
		}
	}
	if diff := cmp.Diff(lsh.Stats{Queries: 3, Matches: 3, Answers: 6, Own: 3, Largest: 3}, got); diff != "" {
		t.Errorf("statistics (-want +got):\n%s", diff)
	}
}

// TestStoppingEarlyCostsNothing has a bucket of many classes and a caller who takes two of them.
func TestStoppingEarlyCostsNothing(t *testing.T) {
	b := lsh.NewBuckets(letters(strings.Repeat("a", 2000)))
	var got lsh.Stats
	for m := range lsh.Join(b, b, lsh.Options{Stats: &got}) {
		n := 0
		for range m.Answers() {
			if n++; n == 2 {
				break
			}
		}
		if m.Classes != 2000 || m.Capped() {
			t.Fatalf("match of %d classes, capped %v; want 2000, not capped", m.Classes, m.Capped())
		}
	}
	if got.Answers != 4000 {
		t.Errorf("%d answers were produced, want 4000", got.Answers)
	}
}
