package sorted_test

import (
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
