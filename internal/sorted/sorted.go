// Package sorted asks about lists that are sorted already.
package sorted

import (
	"cmp"
	"slices"
)

// far is how many times as long one list is as the other from where it is cheaper to look for each value of the short one.
const far = 16

// Common counts the values that two sorted multisets have in common, each as often as both have it. Cost: the sum of their lengths, and where one is much the shorter,
// its length times the logarithm of the other's.
func Common[T cmp.Ordered](a, b []T) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	n := 0
	if len(b) > far*len(a) {
		for _, x := range a {
			at, found := slices.BinarySearch(b, x)
			b = b[at:]
			if found {
				n, b = n+1, b[1:]
			}
		}
		return n
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
