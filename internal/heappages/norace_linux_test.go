//go:build !race

package heappages

// Raced says that the race detector is on, which has pages of its own for every page of the heap.
const Raced = false
