package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports conditions that were split to several statements, or merged from them: "if(a && b)" and "if(a)" with
// "if(b)" in it or after it. What tells are the operands of && and ||, whether negated or not, since "if(a && b) f();"
// becomes "if(!a) return; if(b) f();" as well.

// conditional is a statement with a condition that is not the same on the other side.
type conditional struct {
	stmt mapping.StmtID
	// operands are the parts of the condition between && and ||, each in the form that it and its negation share.
	operands []string
	pair     *mapping.Pair
}

// conditionals lists the if and while statements of one side of u that changed.
func conditionals(u unit, after bool) []conditional {
	t, pair := u.m.Src, u.m.OfSrc
	if after {
		t, pair = u.m.Dst, u.m.OfDst
	}
	var list []conditional
	for i := range t.Stmts {
		s := mapping.StmtID(i)
		if k := t.Stmts[i].Kind; k != mapping.If && k != mapping.While || !ownBody(t, t.Stmts[i].Body) {
			continue
		}
		p := pair(s)
		if p != nil && p.Exact() {
			continue
		}
		list = append(list, conditional{stmt: s, operands: conditionOperands(t.File, nil, conditionNode(t, s)), pair: p})
	}
	return list
}

// conditionOperands appends the operands of condition n.
func conditionOperands(f *java.File, dst []string, n java.NodeID) []string {
	n = f.Unparen(n)
	switch {
	case f.Kind(n) == java.BinaryExpression && (f.Nodes[n].Op == java.AndAnd || f.Nodes[n].Op == java.OrOr):
		dst = conditionOperands(f, dst, f.Child(n, java.FieldLeft))
		return conditionOperands(f, dst, f.Child(n, java.FieldRight))
	case f.Kind(n) == java.UnaryExpression && f.Nodes[n].Op == java.Not:
		return conditionOperands(f, dst, f.Child(n, java.FieldOperand))
	}
	return append(dst, min(normalForm(f, n, false), normalForm(f, n, true)))
}

// regroupedConditions calls found for every statement of whole, and the two or more of parts among which its operands are
// distributed: each holds an operand that no other has, none holds all.
func regroupedConditions(whole, parts []conditional, found func(one conditional, many []conditional)) {
	having := map[string][]int{} // indices of parts by operand
	for i, p := range parts {
		for _, o := range p.operands {
			having[o] = append(having[o], i)
		}
	}
	for _, w := range whole {
		if len(w.operands) < 2 {
			continue
		}
		var many []conditional
		rest := slices.Clone(w.operands)
		var sharing []int
		for _, o := range w.operands {
			sharing = append(sharing, having[o]...)
		}
		slices.Sort(sharing)
		for _, i := range slices.Compact(sharing) {
			p := parts[i]
			// A statement mapped to another one has its own story.
			if p.pair != nil && p.pair != w.pair {
				continue
			}
			n := len(rest)
			left := slices.DeleteFunc(slices.Clone(rest), func(o string) bool { return slices.Contains(p.operands, o) })
			if len(left) < n && n-len(left) < len(w.operands) {
				rest, many = left, append(many, p)
			}
		}
		// The one that is mapped to it comes first, as RefactoringMiner lists them.
		slices.SortStableFunc(many, func(a, b conditional) int { return mappedFirst(w, a) - mappedFirst(w, b) })
		if len(many) >= 2 && (w.pair == nil || slices.ContainsFunc(many, func(p conditional) bool { return p.pair == w.pair })) {
			found(w, many)
		}
	}
}

func mappedFirst(w, part conditional) int {
	if part.pair != nil && part.pair == w.pair {
		return 0
	}
	return 1
}

func regroupedConditionals(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		before, after := conditionals(u, false), conditionals(u, true)
		regroupedConditions(before, after, func(w conditional, many []conditional) {
			texts, places := conditionalTexts(u.m.Dst, many, "split conditional")
			report(one("Split Conditional", statementText(u.m.Src, w.stmt)+" to "+list(texts)+inMethod(u.after),
				at(statementLocation(u.m.Src, w.stmt, "original conditional"), u.before.Location("original method declaration")),
				append(places, u.after.Location("method declaration with split conditional"))))
		})
		regroupedConditions(after, before, func(w conditional, many []conditional) {
			texts, places := conditionalTexts(u.m.Src, many, "merged conditional")
			report(one("Merge Conditional", list(texts)+" to "+statementText(u.m.Dst, w.stmt)+inMethod(u.after),
				append(places, u.before.Location("original method declaration")),
				at(statementLocation(u.m.Dst, w.stmt, "new conditional"), u.after.Location("method declaration with merged conditional"))))
		})
	}
}

func conditionalTexts(t *mapping.Tree, many []conditional, description string) (texts []string, places []finding.Location) {
	for _, c := range many {
		texts = append(texts, statementText(t, c.stmt))
		places = append(places, statementLocation(t, c.stmt, description))
	}
	return texts, places
}
