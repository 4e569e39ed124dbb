package program

import (
	"math"

	"refract/java"
)

// unary applies an operator to a constant.
func unary(op java.Op, c Constant) (Constant, bool) {
	switch {
	case op == java.Not && c.Kind == Boolean:
		return truth(c.Int == 0), true
	case !c.numeric():
		return c, false
	}
	c, _ = c.convert(promoted(c.Kind, c.Kind))
	switch op {
	case java.Add:
		return c, true
	case java.Sub:
		c.Float = -c.Float
		c.Int = wrap(-c.Int, c.Kind)
		return c, true
	case java.Inv:
		c.Int = wrap(^c.Int, c.Kind)
		return c, !c.floating()
	}
	return c, false
}

// binary applies an operator to two constants, of which neither is a String where the operator is "+".
func binary(op java.Op, a, b Constant) (Constant, bool) {
	switch {
	case a.IsString() && b.IsString(): // constants are interned: == compares values
		return truth((a.Str == b.Str) == (op == java.Eq)), op == java.Eq || op == java.Ne
	case a.Kind == Boolean && b.Kind == Boolean:
		return logical(op, a.Int != 0, b.Int != 0)
	case !a.numeric() || !b.numeric():
		return a, false
	}
	switch op {
	case java.Shl, java.Shr, java.UShr:
		return shift(op, a, b)
	}
	k := promoted(a.Kind, b.Kind)
	a, _ = a.convert(k)
	b, _ = b.convert(k)
	if a.floating() {
		return floatOp(op, k, a.Float, b.Float)
	}
	return intOp(op, k, a.Int, b.Int)
}

func truth(v bool) Constant {
	if v {
		return Constant{Kind: Boolean, Int: 1}
	}
	return Constant{Kind: Boolean}
}

func logical(op java.Op, a, b bool) (Constant, bool) {
	switch op {
	case java.AndAnd, java.And:
		return truth(a && b), true
	case java.OrOr, java.Or:
		return truth(a || b), true
	case java.Xor, java.Ne:
		return truth(a != b), true
	case java.Eq:
		return truth(a == b), true
	}
	return Constant{}, false
}

// shift: the type is that of the left operand alone, and only the low bits of the right one count.
func shift(op java.Op, a, b Constant) (Constant, bool) {
	if a.floating() || b.floating() {
		return a, false
	}
	a, _ = a.convert(promoted(a.Kind, a.Kind))
	mask := int64(31)
	if a.Kind == Long {
		mask = 63
	}
	n := uint(b.Int & mask)
	switch {
	case op == java.Shl:
		a.Int = wrap(a.Int<<n, a.Kind)
	case op == java.Shr:
		a.Int >>= n
	case a.Kind == Long:
		a.Int = int64(uint64(a.Int) >> n)
	default:
		a.Int = int64(int32(uint32(a.Int) >> n))
	}
	return a, true
}

func intOp(op java.Op, k RefKind, a, b int64) (Constant, bool) {
	v := int64(0)
	switch op {
	case java.Add:
		v = a + b
	case java.Sub:
		v = a - b
	case java.Mul:
		v = a * b
	case java.Div, java.Rem:
		switch {
		case b == 0:
			return Constant{}, false // not a constant: it throws
		case b == -1: // the quotient of the smallest value overflows
			if op == java.Div {
				v = -a
			}
		case op == java.Div:
			v = a / b
		default:
			v = a % b
		}
	case java.And:
		v = a & b
	case java.Or:
		v = a | b
	case java.Xor:
		v = a ^ b
	default:
		return compare(op, a, b)
	}
	return Constant{Kind: k, Int: wrap(v, k)}, true
}

func floatOp(op java.Op, k RefKind, a, b float64) (Constant, bool) {
	v := 0.0
	switch op {
	case java.Add:
		v = a + b
	case java.Sub:
		v = a - b
	case java.Mul:
		v = a * b
	case java.Div:
		v = a / b
	case java.Rem:
		v = math.Mod(a, b)
	default:
		return compare(op, a, b)
	}
	if k == Float {
		v = float64(float32(v))
	}
	return Constant{Kind: k, Float: v}, true
}

func compare[T int64 | float64](op java.Op, a, b T) (Constant, bool) {
	switch op {
	case java.Eq:
		return truth(a == b), true
	case java.Ne:
		return truth(a != b), true
	case java.Lt:
		return truth(a < b), true
	case java.Le:
		return truth(a <= b), true
	case java.Gt:
		return truth(a > b), true
	case java.Ge:
		return truth(a >= b), true
	}
	return Constant{}, false
}
