// Package spare keeps slices that are needed no longer for who needs some of that length next: large ones, which would wait for the collector
// while others are allocated.
//
// What it does not do: it never gives anything back. A Slices is dropped with the work that it is of.
package spare

import (
	"math"
	"sync"

	"refract/internal/fresh"
)

// Slices are slices of T that nobody uses. It is safe for concurrent use; a nil Slices keeps none. T must hold no pointers, or what
// they point to stays as well.
type Slices[T any] struct {
	mu   sync.Mutex
	free [][]T
}

// roomy is how many times as large as it need be a slice may be that Take returns.
const roomy = 2

// Take returns an empty slice with room for n elements, whose content is anything. Of those that fit it is the smallest.
func (s *Slices[T]) Take(n int) []T {
	if x, ok := s.take(n, roomy*n); ok {
		return x
	}
	return make([]T, 0, n)
}

// TakeLarge is Take for who gives back soon: it may be much larger.
func (s *Slices[T]) TakeLarge(n int) []T {
	if x, ok := s.take(n, math.MaxInt); ok {
		return x
	}
	return make([]T, 0, n)
}

// TakeAny returns an empty slice for who does not know how much room it takes: the one with the most, which may be none.
func (s *Slices[T]) TakeAny() []T {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	best := -1
	for i, x := range s.free {
		if best < 0 || cap(x) > cap(s.free[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return s.remove(best)
}

func (s *Slices[T]) take(least, most int) (x []T, ok bool) {
	if s == nil {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	best := -1
	for i, x := range s.free {
		if n := cap(x); least <= n && n <= most && (best < 0 || n < cap(s.free[best])) {
			best = i
		}
	}
	if best < 0 {
		return nil, false
	}
	return s.remove(best), true
}

// remove takes a slice out of the list.
func (s *Slices[T]) remove(i int) []T {
	x, last := s.free[i], len(s.free)-1
	s.free[i], s.free[last] = s.free[last], nil
	s.free = s.free[:last]
	return x[:0]
}

// Zeroed is Take(n) with n elements, all zero, for who writes to most of them, in any order.
func (s *Slices[T]) Zeroed(n int) []T {
	if x, ok := s.take(n, roomy*n); ok {
		x = x[:n]
		clear(x)
		return x
	}
	return fresh.Make[T](n)
}

// Fit returns x in room of about its own size, and keeps the room that it was in if that was much larger.
func (s *Slices[T]) Fit(x []T) []T {
	if cap(x) <= roomy*len(x) {
		return x
	}
	y := append(s.Take(len(x)), x...)
	s.Give(x)
	return y
}

// Give keeps x, which its caller uses no more.
func (s *Slices[T]) Give(x []T) {
	if s == nil || cap(x) == 0 {
		return
	}
	s.mu.Lock()
	s.free = append(s.free, x)
	s.mu.Unlock()
}
