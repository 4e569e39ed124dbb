package lsh_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/lsh"
)

// build makes Rows from dense counts.
func build(dense [][]uint32, class []lsh.ClassID) *lsh.Rows {
	r := &lsh.Rows{Offsets: []uint32{0}, Class: class}
	for _, row := range dense {
		for f, c := range row {
			if c != 0 {
				r.Features = append(r.Features, uint16(f))
				r.Counts = append(r.Counts, c)
			}
		}
		r.Offsets = append(r.Offsets, uint32(len(r.Features)))
	}
	return r
}

// letters makes rows of one entry each: equal letters are equal rows.
func letters(s string, class ...lsh.ClassID) *lsh.Rows {
	var dense [][]uint32
	for _, c := range s {
		row := make([]uint32, 3)
		if c != '.' {
			row[1] = uint32(c - 'a' + 1)
		}
		dense = append(dense, row)
	}
	return build(dense, class)
}

// randomDense are n rows of dims counts each, drawn so that many are equal.
func randomDense(rng *rand.Rand, n, dims, most int) [][]uint32 {
	dense := make([][]uint32, n)
	for i := range dense {
		dense[i] = make([]uint32, dims)
		for f := range dense[i] {
			dense[i][f] = uint32(rng.IntN(most + 1))
		}
	}
	return dense
}

// methodLike are n rows that look like abstracted vectors of method bodies: a few hundred features of very unequal
// frequency, bodies from a handful to some hundred nodes, most in families whose members differ in a few counts.
func methodLike(rng *rand.Rand, n int) [][]uint32 {
	const dims = 180
	zipf := rand.NewZipf(rng, 1.3, 4, dims-1)
	place := rng.Perm(dims)
	dense := make([][]uint32, 0, n)
	for len(dense) < n {
		base := make([]uint32, dims)
		for range 5 + int(rng.ExpFloat64()*40) {
			base[place[zipf.Uint64()]]++
		}
		dense = append(dense, base)
		for range min(int(rng.ExpFloat64()*4), n-len(dense)) {
			member := slices.Clone(base)
			for range rng.IntN(4) {
				if f := place[zipf.Uint64()]; rng.IntN(2) == 0 || member[f] == 0 {
					member[f]++
				} else {
					member[f]--
				}
			}
			dense = append(dense, member)
		}
	}
	return dense
}

func TestHashIsSumOfTerms(t *testing.T) {
	rows := build([][]uint32{{0, 3, 1}, {0, 3, 0}, {0, 0, 0}, {1, 3, 0}}, nil)
	if got, want := rows.Hash(0)-lsh.Term(2, 1), rows.Hash(1); got != want {
		t.Errorf("hash less the term of feature 2 is %x, want the hash of the row without it, %x", got, want)
	}
	if got, want := rows.Hash(3)-lsh.Term(0, 1)+lsh.Term(0, 0), rows.Hash(1); got != want {
		t.Errorf("hash with feature 0 set to zero is %x, want %x", got, want)
	}
	if got := rows.Hash(2); got != 0 {
		t.Errorf("hash of the empty row is %x, want 0", got)
	}
	if lsh.Term(1, 2) == lsh.Term(2, 1) {
		t.Error("the terms of (1,2) and (2,1) are equal")
	}
}

func TestSqDistance(t *testing.T) {
	dense := randomDense(rand.New(rand.NewPCG(1, 1)), 60, 12, 4)
	rows := build(dense, nil)
	for i := range dense {
		for j := range dense {
			want := uint64(0)
			for f := range dense[i] {
				d := int64(dense[i][f]) - int64(dense[j][f])
				want += uint64(d * d)
			}
			if got := lsh.SqDistance(rows, i, rows, j, 1<<40); got != want {
				t.Fatalf("SqDistance(%v, %v) = %d, want %d", dense[i], dense[j], got, want)
			}
			if got := lsh.SqDistance(rows, i, rows, j, 5); (got <= 5) != (want <= 5) {
				t.Fatalf("SqDistance(%v, %v) with limit 5 = %d, the distance is %d", dense[i], dense[j], got, want)
			}
		}
	}
}

func TestWrongShapesPanic(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows lsh.Rows
	}{
		{"offsets past the entries", lsh.Rows{Offsets: []uint32{0, 2}, Features: []uint16{1}, Counts: []uint32{1}}},
		{"fewer counts than features", lsh.Rows{Offsets: []uint32{0, 1}, Features: []uint16{1}}},
		{"descending offsets", lsh.Rows{Offsets: []uint32{0, 1, 0, 1}, Features: []uint16{1}, Counts: []uint32{1}}},
		{"too few classes", lsh.Rows{Offsets: []uint32{0, 0, 0}, Class: []lsh.ClassID{1}}},
		{"too few hashes", lsh.Rows{Offsets: []uint32{0, 0, 0}, Hashes: []uint64{0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("NewBuckets(%+v) did not panic", tt.rows)
				}
			}()
			lsh.NewBuckets(&tt.rows)
		})
	}
}

// TestClassesOfBuckets: whatever the classes of many rows, those of a bucket are in the order of their first rows, and their rows ascend.
func TestClassesOfBuckets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 60 {
		n := 1 << (round % 12)
		dense, class := make([][]uint32, n), make([]lsh.ClassID, n)
		for i := range dense {
			dense[i] = []uint32{1 + rng.Uint32N(3)}
			class[i] = lsh.ClassID(rng.Uint64N(1+uint64(n)>>(round%5))) << (round % 60)
		}
		type key struct {
			count uint32
			class lsh.ClassID
		}
		rows, first := map[key][]uint32{}, map[uint32][]key{} // of a class, and the classes of a bucket
		for i := range dense {
			k := key{dense[i][0], class[i]}
			if rows[k] == nil {
				first[k.count] = append(first[k.count], k)
			}
			rows[k] = append(rows[k], uint32(i))
		}
		b := lsh.NewBuckets(build(dense, class))
		for id := range lsh.BucketID(b.Len()) {
			want := first[dense[b.First(id)][0]]
			if b.Classes(id) != len(want) {
				t.Fatalf("%d rows: %d classes, want %d", n, b.Classes(id), len(want))
			}
			for i, k := range want {
				if c := b.Class(id, i); !slices.Equal(c.Rows, rows[k]) || c.ID() != k.class {
					t.Fatalf("%d rows: class %d is %v, want %v", n, i, c.Rows, rows[k])
				}
			}
		}
	}
}
