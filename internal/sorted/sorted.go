// Package sorted asks about lists that are sorted already.
package sorted

import "cmp"

// Common counts the values that two sorted multisets have in common, each as often as both have it.
func Common[T cmp.Ordered](a, b []T) int {
	n := 0
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
