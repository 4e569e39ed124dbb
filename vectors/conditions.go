package vectors

import "refract/java"

// This file counts tests: comparisons, and boolean values that decide where to go. A test has the direction that the
// source gives it, which is the opposite of the jump that javac emits; a negation turns it, and passes through && and
// || as De Morgan has it, for so it does in bytecode: !(a == b) and a != b are the same instructions.

// testing are the kinds whose children may be tests.
var testing = [256]bool{
	java.ParenthesizedExpression: true, // asked again of what is around it
	java.BinaryExpression:        true,
	java.UnaryExpression:         true,
	java.IfStatement:             true,
	java.WhileStatement:          true,
	java.DoStatement:             true,
	java.ForStatement:            true,
	java.TernaryExpression:       true,
	java.AssertStatement:         true,
	java.Guard:                   true,
}

// tested reports whether the value of n, which is no && or || or !, decides where control goes.
func (c *Counter) tested(n java.NodeID) bool {
	parent := c.f.At(n).Parent
	if !testing[c.f.At(parent).Kind] {
		return false
	}
	child := n
	if c.f.At(parent).Kind == java.ParenthesizedExpression {
		parent, child = c.outside(n)
	}
	switch p := c.f.At(parent); p.Kind {
	case java.BinaryExpression:
		return p.Op == java.AndAnd || p.Op == java.OrOr
	case java.UnaryExpression:
		return p.Op == java.Not
	case java.IfStatement, java.WhileStatement, java.DoStatement, java.ForStatement, java.TernaryExpression:
		return c.f.At(child).Field == java.FieldCondition
	case java.AssertStatement:
		return child == parent+1
	case java.Guard:
		return true
	}
	return false
}

// test counts the test of expression n; a comparison has been counted by itself.
func (c *Counter) test(n java.NodeID) {
	node := c.f.At(n)
	switch {
	case node.Kind == java.BinaryExpression && comparison[node.Op] != None:
	case c.negating():
		c.d[OpIfFalse]++
	default:
		c.d[OpIfTrue]++
	}
}

func (c *Counter) binary(n java.NodeID) {
	node := c.f.At(n)
	if comparison[node.Op] != None {
		c.compare(n)
		return
	}
	f := arithmetic[node.Op]
	if f == OpAdd && c.concatenates(n) {
		f = OpConcat
	}
	if f != None {
		c.d[f]++
	}
}

// concatenates reports whether the + at n makes a String. A sum of numbers has a primitive type; where no type is known,
// a string literal beside the + decides.
func (c *Counter) concatenates(n java.NodeID) bool {
	if t := c.use(n).Type; t.Known() {
		return !t.Primitive()
	}
	for child := c.f.FirstChild(n); child >= 0; child = c.f.NextSibling(child) {
		if c.f.Kind(c.f.Unparen(child)) == java.StringLiteral {
			return true
		}
	}
	return false
}

// compare counts the comparison n.
func (c *Counter) compare(n java.NodeID) {
	op := c.f.At(n).Op
	f := comparison[op]
	if c.negating() {
		f = negated[op]
	}
	if c.comparesNull(n) {
		switch f {
		case OpIfEq:
			f = OpIfNull
		case OpIfNe:
			f = OpIfNonNull
		}
	}
	c.d[f]++
}

func (c *Counter) comparesNull(n java.NodeID) bool {
	op := c.f.At(n).Op
	if op != java.Eq && op != java.Ne {
		return false
	}
	for child := c.f.FirstChild(n); child >= 0; child = c.f.NextSibling(child) {
		if c.f.Kind(c.f.Unparen(child)) == java.NullLiteral {
			return true
		}
	}
	return false
}

func (c *Counter) unary(n java.NodeID) {
	switch c.f.At(n).Op {
	case java.Sub:
		c.d[OpNeg]++
	case java.Inv:
		c.d[OpComplement]++
	case java.Not:
		c.negations = append(c.negations, negation{c.f.At(n).Next, !c.negating()})
	}
}
