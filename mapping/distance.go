package mapping

// This file computes edit distances, the first criterion of best-match selection.

// maxEdit is the length up to which the edit distance is exact, in bytes. Above it, what lies between the common
// ends counts in full: such statements differ by enough for any order of candidates to be right.
const maxEdit = 128

// distance is the sum of the edit distances of replacements.
func distance(reps []Replacement) int32 {
	sum := int32(0)
	for i := range reps {
		r := &reps[i]
		switch r.Kind {
		case Operator:
			sum++
		default:
			sum += int32(Levenshtein(r.Src.Text(), r.Dst.Text()))
		}
	}
	return sum
}

// Levenshtein returns the edit distance of two strings in bytes; of what lies between their common ends when that is
// longer than 128 bytes, the longer length.
func Levenshtein(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if len(a) > maxEdit || len(b) > maxEdit {
		return max(len(a), len(b))
	}
	var row [maxEdit + 1]int16
	for j := range len(b) + 1 {
		row[j] = int16(j)
	}
	for i := 0; i < len(a); i++ {
		diagonal := row[0]
		row[0] = int16(i + 1)
		for j := 0; j < len(b); j++ {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal = row[j+1]
			row[j+1] = cost
		}
	}
	return int(row[len(b)])
}
