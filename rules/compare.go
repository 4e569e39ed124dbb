package rules

import (
	"github.com/expr-lang/expr/ast"

	"refract/vectors"
)

// This file finds out what a check depends on. Most checks compare sums of counts of the query with sums of counts of
// the sample, so that each method has one number for each of them, and whether two methods fit is a comparison of
// two numbers: no pair of methods needs the machine of the expression library, and an equality decides which pairs
// are looked at at all.

// Scope is the sides that a check depends on.
type Scope uint8

const (
	OfBoth   Scope = iota
	OfQuery        // q, qi and inlined_query only
	OfSample       // c, ci and inlined only
)

// Linear is a sum of counts of one method, each with a factor, and a constant.
type Linear struct {
	Const         int
	base, inlined *[vectors.Dims]int32 // the factors by feature; nil for all zero
}

// Of returns the value of l for a method with a base vector and an inlined one. Cost: the entries of the vectors.
func (l *Linear) Of(base, inlined vectors.Vector) int {
	n := l.Const
	if l.base != nil {
		for _, e := range base {
			n += int(l.base[e.Feature()]) * e.Count()
		}
	}
	if l.inlined != nil {
		for _, e := range inlined {
			n += int(l.inlined[e.Feature()]) * e.Count()
		}
	}
	return n
}

// CompareOp is a comparison of two numbers.
type CompareOp uint8

const (
	Equal CompareOp = iota
	NotEqual
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
)

var compareOps = map[string]CompareOp{"==": Equal, "!=": NotEqual, "<": Less, "<=": LessOrEqual, ">": Greater, ">=": GreaterOrEqual}

// Holds reports whether x op y.
func (op CompareOp) Holds(x, y int) bool {
	switch op {
	case Equal:
		return x == y
	case NotEqual:
		return x != y
	case Less:
		return x < y
	case LessOrEqual:
		return x <= y
	case Greater:
		return x > y
	}
	return x >= y
}

// Comparison is the condition Query(q) Op Sample(c) on a query q and a sample c.
type Comparison struct {
	Query, Sample Linear
	Op            CompareOp
}

// scopeOf returns what the rewritten expression n depends on. A constant expression depends on the query, as any.
func scopeOf(n ast.Node) Scope {
	v := &sideVisitor{}
	ast.Walk(&n, v)
	switch {
	case !v.sample:
		return OfQuery
	case !v.query:
		return OfSample
	}
	return OfBoth
}

type sideVisitor struct{ query, sample bool }

// Visit implements ast.Visitor.
func (v *sideVisitor) Visit(n *ast.Node) {
	if id, ok := (*n).(*ast.IdentifierNode); ok {
		switch id.Value {
		case "q", "qi", "inlined_query":
			v.query = true
		case "c", "ci", "inlined":
			v.sample = true
		}
	}
}

// comparisonsOf returns the comparisons of which the rewritten expression n is the conjunction, nil where it is none.
func (t *callTable) comparisonsOf(n ast.Node) []Comparison {
	b, ok := n.(*ast.BinaryNode)
	if !ok {
		return nil
	}
	if b.Operator == "and" || b.Operator == "&&" {
		left, right := t.comparisonsOf(b.Left), t.comparisonsOf(b.Right)
		if left == nil || right == nil {
			return nil
		}
		return append(left, right...)
	}
	op, ok := compareOps[b.Operator]
	if !ok {
		return nil
	}
	c := Comparison{Op: op}
	// What the right side has goes to the left with the opposite sign, and what the sample has back to the right.
	s := summer{table: t, query: &c.Query, sample: &c.Sample}
	if !s.add(b.Left, 1) || !s.add(b.Right, -1) {
		return nil
	}
	return []Comparison{c}
}

// summer takes a sum apart.
type summer struct {
	table         *callTable
	query, sample *Linear
}

// maxFactor keeps sums of counts far from overflow; larger numbers are left to the expression library.
const maxFactor = 1 << 20

// add adds n, times factor, and reports whether it is a sum of counts.
func (s *summer) add(n ast.Node, factor int) bool {
	if max(factor, -factor) > maxFactor {
		return false
	}
	switch n := n.(type) {
	case *ast.IntegerNode:
		if max(n.Value, -n.Value) > maxFactor {
			return false
		}
		s.query.Const += factor * n.Value
		return true
	case *ast.UnaryNode:
		switch n.Operator {
		case "-":
			return s.add(n.Node, -factor)
		case "+":
			return s.add(n.Node, factor)
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "+":
			return s.add(n.Left, factor) && s.add(n.Right, factor)
		case "-":
			return s.add(n.Left, factor) && s.add(n.Right, -factor)
		case "*":
			if i, ok := n.Left.(*ast.IntegerNode); ok {
				return s.add(n.Right, factor*i.Value)
			}
			if i, ok := n.Right.(*ast.IntegerNode); ok {
				return s.add(n.Left, factor*i.Value)
			}
		}
	case *ast.CallNode:
		return s.call(n, factor)
	}
	return false
}

// call adds v["feature"], sum(v, "glob") or total(v), as they are after rewriting.
func (s *summer) call(n *ast.CallNode, factor int) bool {
	if len(n.Arguments) == 0 {
		return false
	}
	weights, sign := s.weights(n.Arguments[0])
	if weights == nil {
		return false
	}
	factor *= sign
	callee, _ := n.Callee.(*ast.IdentifierNode)
	switch {
	case callee == nil:
		return false
	case callee.Value == countFunc:
		weights[n.Arguments[1].(*ast.IntegerNode).Value] += int32(factor)
	case callee.Value == sumFunc:
		for _, f := range s.table.groups[n.Arguments[1].(*ast.IntegerNode).Value] {
			weights[f] += int32(factor)
		}
	case callee.Value == totalFunc:
		for f := range weights {
			weights[f] += int32(factor)
		}
	default:
		return false
	}
	return true
}

// weights returns the factors of the vector that n names, and the sign with which they count on their side; nil for
// another vector.
func (s *summer) weights(n ast.Node) (weights *[vectors.Dims]int32, sign int) {
	id, ok := n.(*ast.IdentifierNode)
	if !ok {
		return nil, 0
	}
	var at **[vectors.Dims]int32
	switch sign = 1; id.Value {
	case "q":
		at = &s.query.base
	case "qi":
		at = &s.query.inlined
	case "c":
		at, sign = &s.sample.base, -1
	case "ci":
		at, sign = &s.sample.inlined, -1
	default:
		return nil, 0
	}
	if *at == nil {
		*at = new([vectors.Dims]int32)
	}
	return *at, sign
}
