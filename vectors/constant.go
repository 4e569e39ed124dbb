package vectors

import (
	"strconv"

	"refract/java"
	"refract/program"
)

// This file finds constant expressions: literals, constant fields of the program, and what the operators of the
// language make of them (JLS 15.29). The largest constant expression around a node is one constant load, of its
// type; what is in it does nothing.
//
// Constant variables that are local or instance variables are not treated as constants: a read of one is a load.

// constants remembers how far the nodes have been looked at: every node from the start of the last look up to, not
// including, reach may stand in a constant expression, and the node at reach may not. So a subtree that begins before
// reach is constant exactly when it ends there or before, and no node is looked at twice.
type constants struct{ reach java.NodeID }

// startsConstant are the kinds that a constant expression may be of.
var startsConstant = [256]bool{
	java.DecimalIntegerLiteral:       true,
	java.HexIntegerLiteral:           true,
	java.OctalIntegerLiteral:         true,
	java.BinaryIntegerLiteral:        true,
	java.DecimalFloatingPointLiteral: true,
	java.HexFloatingPointLiteral:     true,
	java.True:                        true,
	java.False:                       true,
	java.CharacterLiteral:            true,
	java.StringLiteral:               true,
	java.Identifier:                  true,
	java.FieldAccess:                 true,
	java.BinaryExpression:            true,
	java.UnaryExpression:             true,
	java.TernaryExpression:           true,
	java.CastExpression:              true,
	java.ParenthesizedExpression:     true,
}

// isConstant reports whether the expression n is constant.
func (c *Counter) isConstant(n java.NodeID) bool {
	if !startsConstant[c.f.At(n).Kind] {
		return false
	}
	end := c.f.At(n).Next
	if n >= c.constants.reach {
		c.constants.reach = c.constantReach(n)
	}
	return end <= c.constants.reach
}

// constantReach returns the first node from n on that cannot stand in a constant expression.
func (c *Counter) constantReach(n java.NodeID) java.NodeID {
	for n < c.end {
		switch k := c.f.At(n).Kind; k {
		case java.Identifier, java.FieldAccess:
			if c.use(n).Kind != program.UseConstant {
				return n
			}
			n = c.f.At(n).Next
		case java.TypeIdentifier:
			if c.f.Text(n) != "String" {
				return n
			}
			n++
		case java.StringLiteral:
			if c.f.At(n).Next != n+1 {
				return n // a template's interpolations
			}
			n++
		case java.IntegralType, java.FloatingPointType, java.BooleanType:
			n++
		default:
			if !startsConstant[k] {
				return n
			}
			n++
		}
	}
	return n
}

// constant counts the constant expression n, if it is one. A condition that is constant is not loaded: javac decides
// it.
func (c *Counter) constant(n java.NodeID) bool {
	if !c.isConstant(n) {
		return false
	}
	if c.f.At(n).Field == java.FieldField && c.f.At(c.f.At(n).Parent).Kind == java.FieldAccess {
		return false // the name after the dot
	}
	if c.access(n) != read || c.tested(n) {
		return c.access(n) == read
	}
	c.d[constantOf(c.converted(n, c.constantKind(n)), OpConstantString)]++
	return true
}

// constantOf returns the feature of a constant of primitive type k, other for any other type.
func constantOf(k program.RefKind, other Feature) Feature {
	switch k {
	case program.Boolean:
		return OpConstantBoolean
	case program.Char:
		return OpConstantChar
	case program.Byte, program.Short, program.Int:
		return OpConstantInt
	case program.Long:
		return OpConstantLong
	case program.Float:
		return OpConstantFloat
	case program.Double:
		return OpConstantDouble
	}
	return other
}

// constantKind returns the type of constant expression n: a primitive type, or API for String.
func (c *Counter) constantKind(n java.NodeID) program.RefKind {
	node := c.f.At(n)
	switch node.Kind {
	case java.True, java.False:
		return program.Boolean
	case java.CharacterLiteral:
		return program.Char
	case java.StringLiteral:
		return program.API
	case java.Identifier, java.FieldAccess:
		return c.use(n).Type.Kind
	case java.ParenthesizedExpression:
		return c.constantKind(c.f.FirstChild(n))
	case java.UnaryExpression:
		if node.Op == java.Not {
			return program.Boolean
		}
		return max(c.constantKind(c.f.FirstChild(n)), program.Int)
	case java.CastExpression:
		return c.castKind(c.f.Child(n, java.FieldType))
	case java.TernaryExpression:
		a := c.constantKind(c.f.Child(n, java.FieldConsequence))
		b := c.constantKind(c.f.Child(n, java.FieldAlternative))
		return max(a, b)
	case java.BinaryExpression:
		return c.binaryKind(n)
	}
	switch c.literalSyntax(n) {
	case SyntaxLiteralLong:
		return program.Long
	case SyntaxLiteralFloat:
		return program.Float
	case SyntaxLiteralDouble:
		return program.Double
	}
	return program.Int
}

// binaryKind is constantKind of a binary expression. The kinds are ordered so that the larger of two is what both
// are promoted to, and a String is larger than all of them.
func (c *Counter) binaryKind(n java.NodeID) program.RefKind {
	op := c.f.At(n).Op
	if comparison[op] != None || op == java.AndAnd || op == java.OrOr {
		return program.Boolean
	}
	a := c.constantKind(c.f.Child(n, java.FieldLeft))
	if isShift(op) {
		return max(a, program.Int)
	}
	b := c.constantKind(c.f.Child(n, java.FieldRight))
	if a == program.Boolean && b == program.Boolean {
		return program.Boolean
	}
	return max(a, b, program.Int)
}

func (c *Counter) castKind(t java.NodeID) program.RefKind {
	switch c.f.Text(t) {
	case "boolean":
		return program.Boolean
	case "char":
		return program.Char
	case "byte", "short", "int":
		return program.Int
	case "long":
		return program.Long
	case "float":
		return program.Float
	case "double":
		return program.Double
	}
	return program.API
}

// converted returns the type that the constant n of type k has where it stands, if the place is one whose type is
// seen at once: the operand of an arithmetic operator or comparison beside a wider one; the initializer of a variable,
// what is assigned, an element of an array initializer, or what is returned, where that has a wider primitive type.
// javac converts such a constant when it compiles, so that "double d = 1" and "double d = 1.0" are the same.
func (c *Counter) converted(n java.NodeID, k program.RefKind) program.RefKind {
	if k < program.Byte || k > program.Float {
		return k
	}
	parent, child := c.outside(n)
	to := program.Unknown
	switch p := c.f.At(parent); p.Kind {
	case java.BinaryExpression:
		if isShift(p.Op) {
			return k
		}
		other := c.f.Child(parent, java.FieldLeft)
		if other == child {
			other = c.f.Child(parent, java.FieldRight)
		}
		return max(k, c.numericKind(other))
	case java.AssignmentExpression:
		if !isShift(p.Op.Binary()) {
			to = c.numericKind(c.f.Child(parent, java.FieldLeft))
		}
	case java.VariableDeclarator:
		to = c.numericKind(c.f.Child(parent, java.FieldName))
	case java.ArrayInitializer:
		if t := c.use(parent).Type; t.Dims == 1 && program.Byte <= t.Kind && t.Kind <= program.Double {
			to = t.Kind
		}
	case java.ReturnStatement:
		if method := c.f.At(c.root).Parent; parent >= c.lambdaEnd && method >= 0 {
			to = c.castKind(c.f.Child(method, java.FieldType))
		}
	}
	if to == program.Unknown || to > program.Double {
		return k
	}
	return to
}

func isShift(op java.Op) bool { return op == java.Shl || op == java.Shr || op == java.UShr }

// numericKind returns the primitive type of expression or variable n if it is a number, Unknown otherwise.
func (c *Counter) numericKind(n java.NodeID) program.RefKind {
	if n >= 0 && c.use(n).Type.Numeric() {
		return c.use(n).Type.Kind
	}
	return program.Unknown
}

// fitsIinc reports whether the constant expression n is an int that the operand of iinc holds.
func (c *Counter) fitsIinc(n java.NodeID) bool {
	if !c.isConstant(n) || c.constantKind(n) > program.Int {
		return false
	}
	if n = c.f.Unparen(n); c.f.At(n).Kind.IsLiteral() && c.f.At(n).Kind != java.CharacterLiteral {
		v, err := strconv.ParseInt(c.f.Text(n), 0, 64)
		return err == nil && v <= 1<<15-1
	}
	return true
}

// null counts the literal null unless it is compared, which needs no load.
func (c *Counter) null(n java.NodeID) {
	parent, _ := c.outside(n)
	if p := c.f.At(parent); p.Kind == java.BinaryExpression && (p.Op == java.Eq || p.Op == java.Ne) {
		return
	}
	c.d[OpConstantNull]++
}
