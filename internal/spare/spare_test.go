package spare_test

import (
	"slices"
	"testing"

	"refract/internal/spare"
)

func TestTakeReturnsTheSmallestThatFits(t *testing.T) {
	var s spare.Slices[int]
	for _, n := range []int{100, 40, 10, 60} {
		s.Give(make([]int, n))
	}
	for _, want := range []struct{ ask, got int }{{30, 40}, {30, 60}, {30, 30}, {1, 1}, {5, 10}, {50, 100}} {
		if got := s.Take(want.ask); len(got) != 0 || cap(got) != want.got {
			t.Errorf("Take(%d) has length %d and room for %d, want 0 and %d", want.ask, len(got), cap(got), want.got)
		}
	}
	if got := s.TakeAny(); got != nil {
		t.Errorf("TakeAny of nothing has room for %d", cap(got))
	}
}

func TestTakeAny(t *testing.T) {
	var s spare.Slices[int]
	if got := s.TakeAny(); got != nil {
		t.Errorf("of nothing: room for %d", cap(got))
	}
	for _, n := range []int{3, 9, 5} {
		s.Give(make([]int, n))
	}
	for _, want := range []int{9, 5, 3, 0} {
		if got := s.TakeAny(); len(got) != 0 || cap(got) != want {
			t.Errorf("length %d and room for %d, want 0 and %d", len(got), cap(got), want)
		}
	}
}

func TestTakeLarge(t *testing.T) {
	var s spare.Slices[int]
	for _, n := range []int{100, 40, 10} {
		s.Give(make([]int, n))
	}
	for _, want := range []struct{ ask, got int }{{5, 10}, {5, 40}, {5, 100}, {5, 5}} {
		if got := s.TakeLarge(want.ask); len(got) != 0 || cap(got) != want.got {
			t.Errorf("TakeLarge(%d) has length %d and room for %d, want 0 and %d", want.ask, len(got), cap(got), want.got)
		}
	}
}

func TestZeroed(t *testing.T) {
	var s spare.Slices[uint32]
	s.Give([]uint32{1, 2, 3, 4})
	for range 2 {
		got := s.Zeroed(3)
		if len(got) != 3 || got[0]+got[1]+got[2] != 0 {
			t.Errorf("Zeroed(3) is %v", got)
		}
	}
}

func TestFit(t *testing.T) {
	var s spare.Slices[int]
	x := append(make([]int, 0, 100), 1, 2, 3)
	if got := s.Fit(x); !slices.Equal(got, x) || cap(got) > 6 {
		t.Errorf("3 elements with room for 100 are %v with room for %d", got, cap(got))
	}
	if got := s.TakeAny(); cap(got) != 100 {
		t.Errorf("room for %d is kept, want 100", cap(got))
	}
	if got := s.Fit(x[:50]); cap(got) != 100 {
		t.Errorf("50 elements with room for 100 have room for %d", cap(got))
	}
}

func TestNilKeepsNothing(t *testing.T) {
	var s *spare.Slices[byte]
	s.Give(make([]byte, 8))
	if got := s.TakeAny(); got != nil {
		t.Errorf("TakeAny of nil has room for %d", cap(got))
	}
	if got := s.Take(3); cap(got) < 3 {
		t.Errorf("Take(3) has room for %d", cap(got))
	}
}
