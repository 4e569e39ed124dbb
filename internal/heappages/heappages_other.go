//go:build !linux

// Package heappages lets the heap of a short process grow into large pages, on Linux.
package heappages

// Expect does nothing here.
func Expect(int64) {}

// Reserve does nothing here.
func Reserve(int64) {}

// Populate does nothing here.
func Populate(int64) {}

// Prefer does nothing here.
func Prefer(int64) (large bool) { return false }

// Further does nothing here.
func Further(int64, int64) {}

// Ahead does nothing here.
func Ahead(int64) {}
