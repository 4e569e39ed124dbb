package release

import "strings"

// pairUp finds for each file of new the one of old that is most likely its earlier revision: that with the same path,
// or else the same last four, three, two components of it, or the same name. Each place is in one pair; -1 stands for
// none. Only the time of parsing depends on it. It is linear in the number of files.
func pairUp(old, new []listed) [][2]int {
	pairs := make([][2]int, 0, len(old)+len(new))
	of := make([]int, len(new)) // place in old plus one
	taken := make([]bool, len(old))
	for _, components := range []int{-1, 4, 3, 2, 1} {
		free := map[string][]int{}
		for i := range old {
			if !taken[i] {
				k := lastOf(old[i].path, components)
				free[k] = append(free[k], i)
			}
		}
		for j := range new {
			if of[j] > 0 {
				continue
			}
			k := lastOf(new[j].path, components)
			if at := free[k]; len(at) > 0 {
				of[j], taken[at[0]], free[k] = at[0]+1, true, at[1:]
			}
		}
	}
	for j := range new {
		pairs = append(pairs, [2]int{of[j] - 1, j})
	}
	for i := range old {
		if !taken[i] {
			pairs = append(pairs, [2]int{i, -1})
		}
	}
	return pairs
}

// lastOf returns the last n components of a path; all of it where it has fewer, or where n is negative.
func lastOf(path string, n int) string {
	for at := len(path); n > 0; n-- {
		at = strings.LastIndexByte(path[:at], '/')
		if at < 0 {
			return path
		}
		if n == 1 {
			return path[at+1:]
		}
	}
	return path
}
