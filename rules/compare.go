package rules

import (
	"fmt"
	"slices"

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

// least and most bound the values of l: counts are not below 0.
func (l *Linear) least() int {
	if anyFactor(l.base, -1) || anyFactor(l.inlined, -1) {
		return -unbounded
	}
	return l.Const
}

func (l *Linear) most() int {
	if anyFactor(l.base, 1) || anyFactor(l.inlined, 1) {
		return unbounded
	}
	return l.Const
}

// anyFactor reports whether a factor has that sign.
func anyFactor(weights *[vectors.Dims]int32, sign int32) bool {
	return weights != nil && slices.ContainsFunc(weights[:], func(w int32) bool { return w*sign > 0 })
}

// unbounded is beyond every sum of counts.
const unbounded = 1 << 50

// Value is a number of one side of a candidate: a sum of counts of the method and, where the check asks that of each method
// inlined into it, the greatest or the least of a sum of theirs.
type Value struct {
	Linear
	each  *Linear // of an inlined method; nil for none
	least bool    // the least of them counts, not the greatest
}

// Of returns the value for a method with these vectors. Without inlined methods the greatest of their sums is below all
// numbers and the least above.
func (v *Value) Of(base, inlined vectors.Vector, into []vectors.Vector) int {
	n := v.Linear.Of(base, inlined)
	if v.each == nil {
		return n
	}
	best := unbounded
	if !v.least {
		best = -unbounded
	}
	for _, m := range into {
		if x := v.each.Of(m, nil); v.least {
			best = min(best, x)
		} else {
			best = max(best, x)
		}
	}
	return n + best
}

// OfBase reports whether the value is one of the method as it stands: its own base vector decides it.
func (v *Value) OfBase() bool { return v.inlined == nil && v.each == nil }

// limits returns the least and the greatest value that any method has.
func (v *Value) limits() limits {
	if v.each != nil {
		return limits{-unbounded, unbounded}
	}
	return limits{v.Linear.least(), v.Linear.most()}
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

// not is the comparison that holds where op does not.
func (op CompareOp) not() CompareOp {
	return [...]CompareOp{NotEqual, Equal, GreaterOrEqual, Greater, LessOrEqual, Less}[op]
}

// Comparison is the condition Query(q) Op Sample(c) on a query q and a sample c.
type Comparison struct {
	Query, Sample Value
	Op            CompareOp
	// limits are the bounds of the sample's values and of the query's: every row of a program is held against one of them.
	limits [2]limits
}

// limits are the least and the greatest value that any method has.
type limits struct{ least, most int }

// settle works out the limits, once the two sides are what they are to be.
func (c *Comparison) settle() Comparison {
	c.limits = [2]limits{c.Sample.limits(), c.Query.limits()}
	return *c
}

// bounds are the limits of the query or of the sample.
func (c *Comparison) bounds(query bool) (least, most int) {
	l := &c.limits[0]
	if query {
		l = &c.limits[1]
	}
	return l.least, l.most
}

// Side returns the value of the query or of the sample.
func (c *Comparison) Side(query bool) *Value {
	if query {
		return &c.Query
	}
	return &c.Sample
}

// Possible reports whether there can be a sample for a query of that value, or a query for a sample of it, as far as it can be
// told from counts not being below 0: what must be greater than a count is at least 1.
func (c *Comparison) Possible(query bool, x int) bool {
	least, most := c.bounds(!query)
	return c.op(query).possible(x, least, most)
}

// op is Op as the query or the sample sees it.
func (c *Comparison) op(query bool) CompareOp {
	if query {
		return c.Op
	}
	return c.Op.mirrored()
}

// mirrored is the comparison of y and x that holds where op does of x and y.
func (op CompareOp) mirrored() CompareOp {
	return [...]CompareOp{Equal, NotEqual, Greater, GreaterOrEqual, Less, LessOrEqual}[op]
}

// possible reports whether x op y for some y from least to most.
func (op CompareOp) possible(x, least, most int) bool {
	switch op {
	case Equal:
		return least <= x && x <= most
	case NotEqual:
		return least != most || x != least
	case Less, LessOrEqual:
		return op.Holds(x, most)
	}
	return op.Holds(x, least)
}

// Bounded reports whether Possible is false of any value that a method may have.
func (c *Comparison) Bounded(query bool) bool {
	least, most := c.bounds(!query)
	low, high := c.bounds(query)
	switch op := c.op(query); op {
	case Less, LessOrEqual:
		return most < unbounded && !op.Holds(high, most)
	case Greater, GreaterOrEqual:
		return least > -unbounded && !op.Holds(low, least)
	case NotEqual:
		return least == most
	}
	return low < least || high > most
}

// Bound names what Possible asks of the query or of the sample: comparisons with equal names ask the same.
func (c *Comparison) Bound(query bool) string {
	v := c.Side(query)
	least, most := c.bounds(!query)
	op, sign := c.op(query), 1
	if op == Less || op == LessOrEqual { // x < y is -x > -y
		op, sign, least, most = op.mirrored(), -1, -most, -least
	}
	if op > NotEqual {
		most = 0 // does not matter
	}
	b := fmt.Sprint(op, least, most, sign*v.Const, v.each != nil && v.least == (sign > 0))
	sums := []*Linear{&v.Linear}
	if v.each != nil {
		sums = append(sums, v.each)
	}
	for _, l := range sums {
		for _, weights := range [...]*[vectors.Dims]int32{l.base, l.inlined} {
			b += ","
			for f := range vectors.Dims {
				if weights != nil && weights[f] != 0 {
					b += fmt.Sprintf(" %d*%d", sign*int(weights[f]), f)
				}
			}
		}
	}
	return b
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
	s := summer{table: t, constant: &c.Query.Const, query: &c.Query.Linear, sample: &c.Sample.Linear}
	if !s.add(b.Left, 1) || !s.add(b.Right, -1) {
		return nil
	}
	return []Comparison{c.settle()}
}

// alternativesOf returns conjunctions of comparisons of which one holds just where the rewritten expression n does; nil where n is
// no disjunction of such.
func (t *callTable) alternativesOf(n ast.Node) [][]Comparison {
	if list := t.comparisonsOf(n); list != nil {
		return [][]Comparison{list}
	}
	b, ok := n.(*ast.BinaryNode)
	if !ok || b.Operator != "or" && b.Operator != "||" {
		return nil
	}
	left, right := t.alternativesOf(b.Left), t.alternativesOf(b.Right)
	if left == nil || right == nil {
		return nil
	}
	return append(left, right...)
}

// summer takes a sum apart.
type summer struct {
	table         *callTable
	constant      *int
	query, sample *Linear // of the two sides; nil where they may not stand in the sum
	each          *Linear // of #; nil where there is none
	sign          int     // with which # counts in each
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
		*s.constant += factor * n.Value
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
	var at **[vectors.Dims]int32
	switch name := vectorName(n); {
	case name == "#" && s.each != nil:
		at, sign = &s.each.base, s.sign
	case name == "q" && s.query != nil:
		at, sign = &s.query.base, 1
	case name == "qi" && s.query != nil:
		at, sign = &s.query.inlined, 1
	case name == "c" && s.sample != nil:
		at, sign = &s.sample.base, -1
	case name == "ci" && s.sample != nil:
		at, sign = &s.sample.inlined, -1
	default:
		return nil, 0
	}
	if *at == nil {
		*at = new([vectors.Dims]int32)
	}
	return *at, sign
}

// vectorName is what a vector is called in an expression, "" for no vector.
func vectorName(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value
	case *ast.PointerNode:
		return "#"
	}
	return ""
}
