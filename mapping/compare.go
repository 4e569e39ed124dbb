package mapping

// This file compares statements of two versions of code, as they are written: the Comparer of mine and compare.

// versions compares the statements of a mapping's trees; the replacements it finds are left in the mapping's differ.
type versions struct{ m *Mapping }

// Equal is true: the hash of a statement holds all that its text does.
func (v versions) Equal(a, b StmtID) bool { return true }

// Leaf looks for replacements that make a and b equal. Statements without anything in common do not agree, nor do those
// whose lambdas and anonymous classes do not match.
func (v versions) Leaf(a, b StmtID) (Agreement, bool) {
	m := v.m
	d := &m.d
	d.reset()
	ok, abstracted := d.statement(a, b)
	if !ok || d.common == 0 && m.Src.Stmts[a].Kind != Case {
		return Agreement{}, false
	}
	for _, bp := range d.bodies {
		if !m.bodiesMatch(bp) {
			return Agreement{}, false
		}
	}
	return Agreement{Distance: m.relative(a, b, m.distance(d.reps)), Abstracted: abstracted}, true
}

// Head looks for replacements that make the headers of a and b equal. Crossed it finds none: a commit that turns a
// conditional round moves the statements of its arms, and these are found wherever they are.
func (v versions) Head(a, b StmtID, crossed bool) (Agreement, bool) {
	m := v.m
	m.d.reset()
	if crossed || !m.d.header(a, b) {
		return Agreement{}, false
	}
	return Agreement{Distance: m.relative(a, b, m.distance(m.d.reps))}, true
}
