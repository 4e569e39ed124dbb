// Package fresh makes large tables that are read before they are written to, such as hash tables and lists of what is made when it is asked for.
//
// Memory that the system has just given to the process is not there yet. A page that is read first is mapped to one of zeros that all
// share, and when it is written to it is mapped again, for which all processors that run the process are interrupted. One that is written to first is there
// at once. In a table that is entered at random each page is read first.
package fresh

import (
	"os"
	"unsafe"
)

// Make is make([]T, n), with all pages there. It writes to each of them, so that it is only for tables of which most pages will be used.
func Make[T any](n int) []T {
	s := make([]T, n)
	var zero T
	step := max(os.Getpagesize()/max(int(unsafe.Sizeof(zero)), 1), 1)
	for i := 0; i < n; i += step {
		s[i] = zero
	}
	return s
}
