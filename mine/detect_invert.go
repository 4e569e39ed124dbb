package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports conditions that were turned round: an if whose condition is the negation of that of an if before,
// where neither is the same as one on the other side.

func invertedConditions(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		src, dst := conditionsOf(u.m.Src), conditionsOf(u.m.Dst)
		if len(src) == 0 || len(dst) == 0 {
			continue
		}
		// An if that stayed as it was is nobody's inversion; one that was mapped with changes may be.
		kept := [2]map[mapping.StmtID]bool{{}, {}}
		for i := range u.m.Pairs {
			if p := &u.m.Pairs[i]; p.Exact() {
				kept[0][p.Src], kept[1][p.Dst] = true, true
			}
		}
		gone, fresh := byCondition(u.m.Src, src, kept[0]), byCondition(u.m.Dst, dst, kept[1])
		if len(fresh) == 0 {
			continue
		}
		for _, b := range src {
			if kept[0][b] {
				continue
			}
			negated := normalCondition(u.m.Src, b, true)
			if len(gone[negated]) > 0 {
				continue // what is there after is rather that one
			}
			if len(fresh[negated]) == 0 || len(fresh[normalCondition(u.m.Src, b, false)]) > 0 {
				continue // none is, or it is there still
			}
			a := fresh[negated][0]
			fresh[negated] = fresh[negated][1:]
			report(one("Invert Condition", statementText(u.m.Src, b)+" to "+statementText(u.m.Dst, a)+inMethod(u.after),
				at(statementLocation(u.m.Src, b, "original conditional"), u.before.Location("original method declaration")),
				at(statementLocation(u.m.Dst, a, "inverted conditional"), u.after.Location("method declaration with inverted conditional"))))
		}
	}
}

// byCondition are those of the if statements list that were not kept, by their normal conditions.
func byCondition(t *mapping.Tree, list []mapping.StmtID, kept map[mapping.StmtID]bool) map[string][]mapping.StmtID {
	by := map[string][]mapping.StmtID{}
	for _, s := range list {
		if !kept[s] {
			form := normalCondition(t, s, false)
			by[form] = append(by[form], s)
		}
	}
	return by
}

// conditionsOf are the if statements of the body itself.
func conditionsOf(t *mapping.Tree) []mapping.StmtID {
	var list []mapping.StmtID
	for i := range t.Stmts {
		if t.Stmts[i].Kind == mapping.If && ownBody(t, t.Stmts[i].Body) {
			list = append(list, mapping.StmtID(i))
		}
	}
	return list
}

func conditionNode(t *mapping.Tree, s mapping.StmtID) java.NodeID {
	return t.File.Unparen(t.File.Child(t.Stmts[s].Node, java.FieldCondition))
}

func normalCondition(t *mapping.Tree, s mapping.StmtID, negated bool) string {
	return normalForm(t.File, conditionNode(t, s), negated)
}

// opposites are the comparisons that negate each other. (For floating-point numbers < and >= do not quite: a comparison with
// NaN is false; people invert them all the same.)
var opposites = map[java.Op]java.Op{
	java.Eq: java.Ne, java.Ne: java.Eq, java.Lt: java.Ge, java.Ge: java.Lt, java.Gt: java.Le, java.Le: java.Gt,
	java.AndAnd: java.OrOr, java.OrOr: java.AndAnd,
}

// normalForm prints a condition, or its negation, with negations pushed down to what is not itself a condition.
func normalForm(f *java.File, n java.NodeID, negated bool) string {
	n = f.Unparen(n)
	switch f.Kind(n) {
	case java.UnaryExpression:
		if f.Nodes[n].Op == java.Not {
			return normalForm(f, f.Child(n, java.FieldOperand), !negated)
		}
	case java.BinaryExpression:
		op := f.Nodes[n].Op
		opposite, ok := opposites[op]
		if !ok {
			break
		}
		if negated {
			op = opposite
		}
		l, r := f.Child(n, java.FieldLeft), f.Child(n, java.FieldRight)
		if op == java.AndAnd || op == java.OrOr {
			return "(" + normalForm(f, l, negated) + op.String() + normalForm(f, r, negated) + ")"
		}
		return "(" + allCode(f, l) + op.String() + allCode(f, r) + ")"
	}
	if negated {
		return "!" + allCode(f, n)
	}
	return allCode(f, n)
}
