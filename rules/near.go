package rules

// nearest returns the name of names that is closest to word, or "" where none is close: at most a third of the
// letters may differ (at least two, so that short slips are caught). Among equally close names the first wins.
func nearest(word string, names []string) string {
	limit := max(2, len([]rune(word))/3)
	best, found := limit+1, ""
	for _, name := range names {
		if d := editDistance(word, name, best); d < best {
			best, found = d, name
		}
	}
	return found
}

// editDistance is the number of insertions, deletions, substitutions and swaps of neighbours that turn a into b; it
// returns limit as soon as the distance cannot be less.
func editDistance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d >= limit || -d >= limit {
		return limit
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least >= limit {
			return limit
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], limit)
}
