package concretize

import (
	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about conditions that stand where they stood: Reverse Conditional, Decompose
// Conditional.

var _ = register(&structuralCheck{
	name:   "condition-worth-reversing",
	source: "Milea et al. 2014, Table 3 row 10",
	doc:    "the condition is negative, or the longer branch comes first, and there is an else to exchange, written or implied",
	query:  hasConditionWorthReversing,
	site:   conditionWorthReversing,
})

// hasConditionWorthReversing refuses methods without a conditional that conditionWorthReversing could let pass.
func hasConditionWorthReversing(j *Judge, row int) finding.Verdict {
	c := j.q.code(j.q.Rows.Row(row).Method)
	v := refuse("the method has no conditional")
	for n, nd := range c.f.Subtree(c.root) {
		if k := nd.Kind; k == java.IfStatement || k == java.TernaryExpression {
			if v = worthReversing(c.f, n); !v.Refused {
				return ok
			}
		}
	}
	return v
}

func conditionWorthReversing(x *siteCase) finding.Verdict {
	n := x.qNode()
	if n < 0 {
		return refuse("the condition is not in the method's own body")
	}
	if x.q.f.Kind(n) == java.IfStatement && !inElseIf(x.q.f, n) {
		if c := x.cNode(); c >= 0 && inElseIf(x.c.f, c) {
			return refuse("the sample's condition is part of an else-if chain")
		}
	}
	return worthReversing(x.q.f, n)
}

// inElseIf reports whether the conditional at n is part of an else-if chain.
func inElseIf(f *java.File, n java.NodeID) bool {
	return f.At(n).Field == java.FieldAlternative || f.Kind(f.Child(n, java.FieldAlternative)) == java.IfStatement
}

// worthReversing refuses conditionals at n of which neither the condition nor the order of the branches is a reason to
// reverse them.
func worthReversing(f *java.File, n java.NodeID) finding.Verdict {
	cond := f.Unparen(f.Child(n, java.FieldCondition))
	then, other := f.Child(n, java.FieldConsequence), f.Child(n, java.FieldAlternative)
	if f.Kind(n) == java.IfStatement && inElseIf(f, n) {
		return refuse("the condition is part of an else-if chain")
	}
	if f.Kind(n) == java.IfStatement && other < 0 && (leavesAtOnce(f, then) || countStatements(f, then) < countAfter(f, n)) {
		return refuse("the conditional is a guard clause")
	}
	switch {
	case f.Kind(cond) == java.UnaryExpression && f.At(cond).Op == java.Not:
		return ok
	case f.Kind(cond) == java.BinaryExpression && f.At(cond).Op == java.Ne:
		return ok
	case f.Kind(cond) == java.BinaryExpression && f.Kind(n) == java.IfStatement && other >= 0:
		switch f.At(cond).Op {
		case java.Lt, java.Gt, java.Le, java.Ge:
			if countStatements(f, then) > countStatements(f, other) {
				return ok
			}
		}
	}
	return refuse("the condition is not negative and the branches are in a good order")
}

// leavesAtOnce reports whether a branch does nothing but to return nothing or a literal, or to throw.
func leavesAtOnce(f *java.File, branch java.NodeID) bool {
	s := branch
	if f.Kind(s) == java.Block {
		if s = f.FirstChild(s); s < 0 || f.NextSibling(s) >= 0 {
			return false
		}
	}
	value := f.Unparen(f.FirstChild(s))
	return f.Kind(s) == java.ThrowStatement || f.Kind(s) == java.ReturnStatement && (value < 0 || f.Kind(value).IsLiteral())
}

// countAfter counts the statements that follow n in its list.
func countAfter(f *java.File, n java.NodeID) int {
	count := 0
	for s := f.NextSibling(n); s >= 0; s = f.NextSibling(s) {
		count += countStatements(f, s)
	}
	return count
}

// countStatements counts the statements in the subtree of n, blocks aside.
func countStatements(f *java.File, n java.NodeID) int {
	count := 0
	for i, nd := range f.Subtree(n) {
		if nd.Kind != java.Block && f.IsStatementAt(i) {
			count++
		}
	}
	return count
}

var _ = register(&structuralCheck{
	name:     "compound-condition",
	source:   "Fowler 1999, p. 238",
	doc:      "the condition of an if has several operands, and the sample asks a method that says the same",
	query:    hasCompoundCondition,
	hopeless: asksNoSuchCondition,
	site:     compoundCondition,
})

// hasCompoundCondition refuses methods without a condition that compoundCondition could let pass.
func hasCompoundCondition(j *Judge, row int) finding.Verdict {
	if c := j.q.code(j.q.Rows.Row(row).Method); c.compoundOps() == [2]bool{} {
		return refuse("no condition of the method has several operands")
	}
	return ok
}

// asksNoSuchCondition refuses samples of which no called method returns a condition with the operator of one of the query's.
func asksNoSuchCondition(j *Judge, q, c int) finding.Verdict {
	if j.q.Rows.Row(q).Mode != inline.None || j.allow&^asksConditions != 0 {
		return ok
	}
	ops := recall(&j.q.watch, j.ops, 1, j.q.Rows.Row(q).Method, func(m program.MethodID) [2]bool { return j.q.code(m).compoundOps() })
	for _, m := range j.c.Rows.Inlined(c) {
		e, f := lastReturned(j.c.Program, m)
		switch op := f.At(max(e, 0)).Op; {
		case e < 0:
		case f.Kind(e) == java.Identifier: // a parameter may be anything
			return ok
		case f.Kind(e) == java.BinaryExpression && (op == java.AndAnd && ops[0] || op == java.OrOr && ops[1]):
			return ok
		}
	}
	return refuse("no called method of the sample returns such a condition")
}

// asksConditions are the differences under which a condition meets no other one than that which a method returns.
var asksConditions = allowedOf([]string{"condition-as-call", "inline-call-in-sample", "literal", "member"})

// lastReturned returns what the last statement of m returns, NoNode where it returns nothing.
func lastReturned(p *program.Program, m program.MethodID) (java.NodeID, *java.File) {
	mm := p.Method(m)
	f, s := p.File(mm.File), mm.Body
	for f.Kind(s) == java.Block {
		s = f.LastChild(s)
	}
	if f.Kind(s) != java.ReturnStatement {
		return java.NoNode, f
	}
	return f.Unparen(f.FirstChild(s)), f
}

// compoundOps says whether some condition is a compound one of && and of ||.
func (c *code) compoundOps() (ops [2]bool) {
	for n, nd := range c.f.Subtree(c.root) {
		if nd.Kind == java.BinaryExpression && !c.compound(n).Refused {
			ops[0] = ops[0] || nd.Op == java.AndAnd
			ops[1] = ops[1] || nd.Op == java.OrOr
		}
	}
	return ops
}

func compoundCondition(x *siteCase) finding.Verdict {
	n := x.qNode()
	if n < 0 {
		return refuse("the condition is not in the method's own body")
	}
	return x.q.compound(n)
}

// compound refuses expressions that are no compound condition of an if, or of a part of one.
func (c *code) compound(n java.NodeID) finding.Verdict {
	f := c.f
	if op := f.At(n).Op; f.Kind(n) != java.BinaryExpression || op != java.AndAnd && op != java.OrOr {
		return refuse("the condition has only one operand")
	}
	if c.operations(n) < 3 {
		return refuse("the condition is simple enough")
	}
	top := n
	for f.Kind(f.Parent(top)) == java.ParenthesizedExpression || f.Kind(f.Parent(top)) == java.UnaryExpression ||
		f.Kind(f.Parent(top)) == java.BinaryExpression && (f.At(f.Parent(top)).Op == java.AndAnd || f.At(f.Parent(top)).Op == java.OrOr) {
		top = f.Parent(top)
	}
	if f.Kind(f.Parent(top)) != java.IfStatement || f.At(top).Field != java.FieldCondition {
		return refuse("the expression is not the condition of an if")
	}
	for _, nd := range f.Subtree(n) {
		if k := nd.Kind; k == java.AssignmentExpression || k == java.UpdateExpression {
			return refuse("the condition assigns something")
		}
	}
	return ok
}
