package program

import (
	"math"
	"strconv"
)

// Constant is the value of a constant expression (JLS §15.29).
type Constant struct {
	// Kind is the type: Boolean to Double, or API for String.
	Kind  RefKind
	Int   int64   // the value of an integral type, a char's code unit, 1 for true
	Float float64 // the value of a float or a double
	Str   string  // the value of a String
}

// IsString reports whether c is a String.
func (c *Constant) IsString() bool { return c.Kind == API }

func (c Constant) floating() bool { return c.Kind == Float || c.Kind == Double }
func (c Constant) numeric() bool  { return Byte <= c.Kind && c.Kind <= Double }

// String returns the value as Java's string concatenation writes it, except that floating-point values are in Go's
// shortest form.
func (c Constant) String() string {
	switch c.Kind {
	case API:
		return c.Str
	case Boolean:
		return strconv.FormatBool(c.Int != 0)
	case Char:
		return string(rune(c.Int))
	case Float:
		return floatText(c.Float, 32)
	case Double:
		return floatText(c.Float, 64)
	}
	return strconv.FormatInt(c.Int, 10)
}

func floatText(v float64, bits int) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == math.Trunc(v) && math.Abs(v) < 1e7:
		return strconv.FormatFloat(v, 'f', 1, bits)
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}

// convert returns c as a value of primitive kind k, or of String, as a cast does; ok is false where Java has no such
// conversion.
func (c Constant) convert(k RefKind) (Constant, bool) {
	switch {
	case c.Kind == k:
		return c, true
	case !c.numeric() || k < Byte || k > Double:
		return c, false
	case k == Float:
		return Constant{Kind: k, Float: float64(float32(c.asFloat()))}, true
	case k == Double:
		return Constant{Kind: k, Float: c.asFloat()}, true
	}
	v := c.Int
	if c.floating() {
		v = truncate(c.Float, k)
	}
	return Constant{Kind: k, Int: wrap(v, k)}, true
}

func (c Constant) asFloat() float64 {
	if c.floating() {
		return c.Float
	}
	return float64(c.Int)
}

// truncate converts a floating-point value to long, or to int for everything narrower (JLS §5.1.3): NaN is 0, and
// what is out of range is the nearest end of the range.
func truncate(v float64, k RefKind) int64 {
	lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
	if k == Long {
		lo, hi = math.MinInt64, math.MaxInt64
	}
	switch {
	case math.IsNaN(v):
		return 0
	case v >= float64(hi):
		return hi
	case v <= float64(lo):
		return lo
	}
	return int64(v)
}

// wrap reduces v to the range of an integral kind.
func wrap(v int64, k RefKind) int64 {
	switch k {
	case Byte:
		return int64(int8(v))
	case Short:
		return int64(int16(v))
	case Char:
		return int64(uint16(v))
	case Int:
		return int64(int32(v))
	}
	return v
}

// promoted is the type of arithmetic between two kinds; with itself, of unary arithmetic.
func promoted(a, b RefKind) RefKind {
	switch {
	case a == Double || b == Double:
		return Double
	case a == Float || b == Float:
		return Float
	case a == Long || b == Long:
		return Long
	}
	return Int
}
