package sorted_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/internal/sorted"
)

func TestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b []int
		want int
	}{
		{nil, []int{1}, 0},
		{[]int{1, 2, 3}, []int{2, 3, 4}, 2},
		{[]int{1, 1, 1, 2}, []int{1, 1, 2, 2}, 3},
		{[]int{5}, []int{1, 2, 3}, 0},
	} {
		if got, back := sorted.Common(tt.a, tt.b), sorted.Common(tt.b, tt.a); got != tt.want || back != tt.want {
			t.Errorf("%v and %v: %d and %d, want %d", tt.a, tt.b, got, back, tt.want)
		}
	}
}

// One list much longer than the other, with values that repeat.
func TestCommonFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	list := func(n int) []int {
		l := make([]int, n)
		for i := range l {
			l[i] = rng.IntN(60)
		}
		slices.Sort(l)
		return l
	}
	for range 200 {
		a, b := list(rng.IntN(6)), list(rng.IntN(300))
		want, left := 0, map[int]int{}
		for _, x := range b {
			left[x]++
		}
		for _, x := range a {
			if left[x] > 0 {
				left[x]--
				want++
			}
		}
		if got, back := sorted.Common(a, b), sorted.Common(b, a); got != want || back != want {
			t.Fatalf("%v and %v: %d and %d, want %d", a, b, got, back, want)
		}
	}
}
