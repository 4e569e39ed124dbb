package mapping

import (
	"slices"

	"refract/java"
)

// This file computes edit distances, the first criterion of best-match selection.

// maxEdit is the length up to which the edit distance is exact, in bytes. Above it, what lies between the common
// ends counts in full: such statements differ by enough for any order of candidates to be right.
const maxEdit = 128

// distance is the sum of the edit distances of replacements. A local variable replaced by the one that its matched
// declaration says it became costs nothing; replaced by another one it costs wrongVariable besides, since two
// statements about different variables look alike by accident only.
func (m *Mapping) distance(reps []Replacement) int32 {
	sum := int32(0)
	for i := range reps {
		r := &reps[i]
		switch r.Kind {
		case Operator:
			sum++
		case InvocationName:
			sum += int32(Levenshtein(r.Src.child(java.FieldName).Text(), r.Dst.child(java.FieldName).Text()))
		case Variable:
			switch m.known(r) {
			case agrees:
			case disagrees:
				sum += wrongVariable
				fallthrough
			default:
				sum += int32(Levenshtein(r.Src.Text(), r.Dst.Text()))
			}
		case Wrapped:
			// What is inside was compared already.
			sum += abs(int32(len(r.Src.Text()) - len(r.Dst.Text())))
		default:
			sum += int32(Levenshtein(r.Src.Text(), r.Dst.Text()))
		}
	}
	return sum
}

// relative returns distance for a whole of the longer of two statements, composites counted by their headers.
func (m *Mapping) relative(a, b StmtID, distance int32) int32 {
	return int32(int64(distance) * Whole / int64(max(1, m.Src.size(a), m.Dst.size(b))))
}

// size is the length of a statement in bytes; of a composite, of its header.
func (t *Tree) size(s StmtID) int {
	st := &t.Stmts[s]
	nd := &t.File.Nodes[st.Node]
	if st.Kind.Composite() {
		if b := t.bodyOf(st.Node); b >= 0 {
			return int(t.File.Nodes[b].Start - nd.Start)
		}
	}
	return int(nd.End - nd.Start)
}

const wrongVariable = 16

type knowledge uint8

const (
	nothing knowledge = iota
	agrees
	disagrees
)

// known tells what the matched declarations say about a replacement of one name by another.
func (m *Mapping) known(r *Replacement) knowledge {
	if r.Src.Tree != m.Src || r.Dst.Tree != m.Dst || r.Src.Kind() != java.Identifier || r.Dst.Kind() != java.Identifier {
		return nothing
	}
	i, j := m.Src.VarOf(r.Src.Node), m.Dst.VarOf(r.Dst.Node)
	var to, from int32 = -1, -1
	if i >= 0 && m.varTo != nil {
		to = m.varTo[i] - 1
	}
	if j >= 0 && m.varFrom != nil {
		from = m.varFrom[j] - 1
	}
	switch {
	case to >= 0 && int(to) == j:
		return agrees
	case to >= 0 || from >= 0:
		return disagrees
	}
	return nothing
}

// noteVars records the variables that a pair of statements declares.
func (m *Mapping) noteVars(a, b StmtID) {
	if len(m.Src.Vars) == 0 || len(m.Dst.Vars) == 0 {
		return
	}
	var after []int // from the first declaration on
	for i := range m.Src.DeclaredIn(a) {
		if after == nil {
			after = slices.Collect(m.Dst.DeclaredIn(b))
		}
		if len(after) == 0 {
			return
		}
		if m.varTo == nil {
			m.varTo, m.varFrom = make([]int32, len(m.Src.Vars)), make([]int32, len(m.Dst.Vars))
		}
		j := after[0]
		m.varTo[i], m.varFrom[j] = int32(j)+1, int32(i)+1
		after = after[1:]
	}
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
