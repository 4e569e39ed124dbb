package inline

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"refract/vectors"
)

// TestArena: what several add at once, in many pieces, is there once for each slot, however often it was made, and stays where it is; among it empty vectors, and one that is longer than a piece.
func TestArena(t *testing.T) {
	vector := func(i int) vectors.Vector {
		n := i % vectors.Dims
		if i == 1000 {
			n = pieceEntries + 1
		}
		v := make(vectors.Vector, n)
		for j := range v {
			v[j] = vectors.Entry(i<<8 + j)
		}
		return v
	}
	var a arena
	slots := make([]atomic.Uint64, 4000)
	made := make([]atomic.Int32, len(slots))
	first := make([]vectors.Vector, len(slots))
	var all sync.WaitGroup
	for worker := range 3 {
		all.Go(func() {
			for i := range slots {
				v := a.add(&slots[i], func(to vectors.Vector) vectors.Vector {
					made[i].Add(1)
					return append(to, vector(i)...)
				})
				if !slices.Equal(v, vector(i)) {
					t.Errorf("vector %d is %v", i, v)
				}
				if worker == 0 {
					first[i] = v
				}
			}
		})
	}
	all.Wait()
	if n := len(*a.pieces.Load()); n < 6 {
		t.Errorf("%d pieces show too little", n)
	}
	for i := range slots {
		if v := a.at(slots[i].Load()); !slices.Equal(v, vector(i)) || len(v) > 0 && &first[i][0] != &v[0] || !slices.Equal(first[i], v) || made[i].Load() == 0 {
			t.Fatalf("vector %d, made %d times, is %v, at first %v", i, made[i].Load(), v, first[i])
		}
	}
}
