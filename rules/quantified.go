package rules

import (
	"github.com/expr-lang/expr/ast"

	"refract/vectors"
)

// This file understands the commonest checks of inlined methods, so that they need no machine either. What a check asks of
// each inlined method alone has one answer a method, whoever inlines it; what compares the sums of one with those of the
// other side compares the greatest or the least of them, which is one number again.

// Quantified is exists(inlined, p) or none(inlined, p), or the same of inlined_query, with a predicate that looks at nothing
// but the inlined method.
type Quantified struct {
	None bool // none, not exists
	cond *condition
}

// Has reports whether the predicate holds of an inlined method with that vector.
func (x *Quantified) Has(v vectors.Vector) bool { return x.cond.holds(v) }

// holds reports whether the check holds of these inlined methods.
func (x *Quantified) holds(inlined []vectors.Vector) bool {
	for _, v := range inlined {
		if x.cond.holds(v) {
			return !x.None
		}
	}
	return x.None
}

// condition is a comparison of a sum with 0, or what combines two conditions.
type condition struct {
	and, or     bool
	left, right *condition
	sum         Linear
	op          CompareOp
}

func (c *condition) holds(v vectors.Vector) bool {
	switch {
	case c.and:
		return c.left.holds(v) && c.right.holds(v)
	case c.or:
		return c.left.holds(v) || c.right.holds(v)
	}
	return c.op.Holds(c.sum.Of(v, nil), 0)
}

// predicateOf takes exists(list, p) or none(list, p) apart; p is nil where n is neither.
func predicateOf(n ast.Node) (query, none bool, p ast.Node) {
	b, ok := n.(*ast.BuiltinNode)
	if !ok || b.Name != "any" && b.Name != "none" || len(b.Arguments) != 2 {
		return false, false, nil
	}
	list, ok := b.Arguments[0].(*ast.IdentifierNode)
	if !ok {
		return false, false, nil
	}
	predicate, ok := b.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return false, false, nil
	}
	return list.Value == "inlined_query", b.Name == "none", predicate.Node
}

// quantifiedOf returns the rewritten expression n as a Quantified, nil where it is none.
func (t *callTable) quantifiedOf(n ast.Node) *Quantified {
	_, none, p := predicateOf(n)
	if p == nil {
		return nil
	}
	cond := t.conditionOf(p)
	if cond == nil {
		return nil
	}
	return &Quantified{None: none, cond: cond}
}

// conditionOf returns n as a condition on #, nil where it is none.
func (t *callTable) conditionOf(n ast.Node) *condition {
	b, ok := n.(*ast.BinaryNode)
	if !ok {
		return nil
	}
	c := &condition{and: b.Operator == "and" || b.Operator == "&&", or: b.Operator == "or" || b.Operator == "||"}
	if c.and || c.or {
		c.left, c.right = t.conditionOf(b.Left), t.conditionOf(b.Right)
		if c.left == nil || c.right == nil {
			return nil
		}
		return c
	}
	if c.op, ok = compareOps[b.Operator]; !ok {
		return nil
	}
	s := summer{table: t, constant: &c.sum.Const, each: &c.sum, sign: 1}
	if !s.add(b.Left, 1) || !s.add(b.Right, -1) {
		return nil
	}
	return c
}

// extremeOf returns the comparison that the rewritten expression n comes to, nil where it comes to none: exists(inlined, p)
// or none(inlined, p), or the same of inlined_query, where p is one inequality of sums of #, of the query and of the sample.
// That it holds for some inlined method is that it holds for the one with the greatest sum, or with the least.
func (t *callTable) extremeOf(n ast.Node) []Comparison {
	query, none, p := predicateOf(n)
	b, ok := p.(*ast.BinaryNode)
	if !ok {
		return nil
	}
	op, ok := compareOps[b.Operator]
	if !ok || op <= NotEqual {
		return nil
	}
	c := Comparison{Op: op}
	each := &Linear{}
	s := summer{table: t, constant: &c.Query.Const, query: &c.Query.Linear, sample: &c.Sample.Linear, each: each, sign: 1}
	below := op == Less || op == LessOrEqual // the query's side is to be the lesser one
	if query {
		c.Query.each, c.Query.least = each, below
	} else {
		s.sign = -1
		c.Sample.each, c.Sample.least = each, !below
	}
	if !s.add(b.Left, 1) || !s.add(b.Right, -1) {
		return nil
	}
	if none {
		c.Op = op.not()
	}
	return []Comparison{c.settle()}
}
