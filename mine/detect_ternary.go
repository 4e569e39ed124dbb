package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports if statements that became conditional expressions: "if(c) x = a; else x = b;" and "x = c ? a : b;"; and
// returns that took in the condition they stood under.

func ternaries(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		var gone []conditional
		for _, c := range conditionals(u, false) {
			if c.pair == nil && u.m.Src.Stmts[c.stmt].Kind == mapping.If {
				gone = append(gone, c)
			}
		}
		for i := range u.m.Dst.Stmts {
			a := mapping.StmtID(i)
			if len(gone) == 0 {
				break
			}
			p := u.m.OfDst(a)
			if !u.m.Dst.Stmts[a].Kind.Leaf() || !ownBody(u.m.Dst, u.m.Dst.Stmts[a].Body) || p != nil && p.Exact() {
				continue
			}
			t := ternaryIn(u.m.Dst, a)
			if t < 0 {
				continue
			}
			for k, c := range gone {
				if !becameTernary(u.m, c.stmt, t) {
					continue
				}
				report(one("Replace Conditional With Ternary", statementText(u.m.Src, c.stmt)+" to "+statementText(u.m.Dst, a)+inMethod(u.after),
					at(statementLocation(u.m.Src, c.stmt, "original conditional"), u.before.Location("original method declaration")),
					at(statementLocation(u.m.Dst, a, "ternary conditional"), u.after.Location("method declaration with ternary conditional"))))
				gone = append(gone[:k:k], gone[k+1:]...)
				break
			}
		}
	}
}

// ternaryIn returns the first conditional expression in statement s, NoNode where there is none.
func ternaryIn(t *mapping.Tree, s mapping.StmtID) java.NodeID {
	from, to := headerNodes(t, s)
	for n := from; n < to; n++ {
		switch t.File.Kind(n) {
		case java.TernaryExpression:
			return n
		case java.LambdaExpression, java.ClassBody:
			return java.NoNode
		}
	}
	return java.NoNode
}

// becameTernary reports whether the if statement s has the condition of conditional expression t, or its negation, and one of
// the values of t stands in a branch of s or, where a branch ends the method, after it.
func becameTernary(m *mapping.Mapping, s mapping.StmtID, t java.NodeID) bool {
	f, g := m.Src.File, m.Dst.File
	b, a := conditionNode(m.Src, s), g.Unparen(g.Child(t, java.FieldCondition))
	want := normalForm(g, a, false)
	if normalForm(f, b, false) != want && normalForm(f, b, true) != want {
		return false
	}
	end := f.Nodes[m.Src.Stmts[s].Node].Next
	for n := f.Child(m.Src.Stmts[s].Node, java.FieldConsequence); n >= 0 && n < end; n++ {
		for _, role := range [...]java.Field{java.FieldConsequence, java.FieldAlternative} {
			if m.Src.Hash(n) == m.Dst.Hash(g.Child(t, role)) {
				return true
			}
		}
	}
	return false
}

// mergedReturns reports an if statement and a return in it, or after it, that became one return: "if(a == null) return b;
// return c;" and "return a == null ? b : c;", or "return a != null && c;".
func mergedReturns(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		var changed map[uint64][]changedReturn // once it is asked for
		for _, c := range conditionals(u, false) {
			if c.pair != nil || u.m.Src.Stmts[c.stmt].Kind != mapping.If {
				continue
			}
			for _, r := range returnsAt(u.m.Src, c.stmt) {
				if changed == nil {
					changed = changedReturns(u.m)
				}
				a := mergedReturn(u.m, changed, c, r)
				if a < 0 {
					continue
				}
				report(one("Merge Conditional", list([]string{statementText(u.m.Src, r), statementText(u.m.Src, c.stmt)})+" to "+statementText(u.m.Dst, a)+inMethod(u.after),
					at(statementLocation(u.m.Src, r, "merged conditional"), statementLocation(u.m.Src, c.stmt, "merged conditional"), u.before.Location("original method declaration")),
					at(statementLocation(u.m.Dst, a, "new conditional"), u.after.Location("method declaration with merged conditional"))))
			}
		}
	}
}

// returnsAt lists the returns directly in statement s and the one right after it.
func returnsAt(t *mapping.Tree, s mapping.StmtID) []mapping.StmtID {
	var found []mapping.StmtID
	st := &t.Stmts[s]
	for i := s + 1; i < st.End; i++ {
		if t.Stmts[i].Kind == mapping.Return && t.Stmts[i].Parent == s {
			found = append(found, i)
		}
	}
	if int(st.End) < len(t.Stmts) && t.Stmts[st.End].Kind == mapping.Return && t.Stmts[st.End].Parent == st.Parent {
		found = append(found, st.End)
	}
	return found
}

// changedReturn is a return after of a condition and what depends on it, that was not the same before.
type changedReturn struct {
	stmt      mapping.StmtID
	condition []string // operands
}

// changedReturns lists those of m by the hash of each value in them that depends on the condition, in their order.
func changedReturns(m *mapping.Mapping) map[uint64][]changedReturn {
	g := m.Dst.File
	by := map[uint64][]changedReturn{}
	for i := range m.Dst.Stmts {
		a := mapping.StmtID(i)
		p := m.OfDst(a)
		if m.Dst.Stmts[i].Kind != mapping.Return || !ownBody(m.Dst, m.Dst.Stmts[i].Body) || p != nil && p.Exact() {
			continue
		}
		n := g.Unparen(g.FirstChild(m.Dst.Stmts[i].Node))
		var condition []string
		var values []java.NodeID
		switch {
		case g.Kind(n) == java.TernaryExpression:
			condition = conditionOperands(g, nil, g.Child(n, java.FieldCondition))
			values = []java.NodeID{g.Child(n, java.FieldConsequence), g.Child(n, java.FieldAlternative)}
		case g.Kind(n) == java.BinaryExpression && (g.Nodes[n].Op == java.AndAnd || g.Nodes[n].Op == java.OrOr):
			condition = conditionOperands(g, nil, n)
			values = chainOperands(g, nil, n)
		}
		for _, v := range values {
			if v >= 0 {
				h := m.Dst.Hash(v)
				by[h] = append(by[h], changedReturn{a, condition})
			}
		}
	}
	return by
}

// mergedReturn returns the one of changed whose value has the condition of c and the value of return r as operands;
// NoStmt for none. null, true and false are no values to go by.
func mergedReturn(m *mapping.Mapping, changed map[uint64][]changedReturn, c conditional, r mapping.StmtID) mapping.StmtID {
	f := m.Src.File
	value := f.Unparen(f.FirstChild(m.Src.Stmts[r].Node))
	switch f.Kind(value) {
	case java.None, java.NullLiteral, java.True, java.False:
		return mapping.NoStmt
	}
	for _, a := range changed[m.Src.Hash(value)] {
		if containsAll(a.condition, c.operands) {
			return a.stmt
		}
	}
	return mapping.NoStmt
}

func containsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}
