//go:build !linux

// Package largepages lets the heap of a short process grow into large pages, on Linux.
package largepages

// Expect does nothing here.
func Expect(int64) {}

// Ahead does nothing here.
func Ahead(int64) {}
