package concretize

import (
	"refract/java"
	"refract/program"
)

// literalValue returns the value of the literal at node id, with a minus before it if there is one.
func literalValue(f *form, id fid) (program.Constant, bool) {
	n := f.node(id)
	if n.kind == java.UnaryExpression && n.op == java.Sub && len(n.kids) == 1 {
		c, ok := literalValue(f, n.kids[0])
		c.Int, c.Float = -c.Int, -c.Float
		return c, ok && !c.IsString() && c.Kind != program.Boolean
	}
	return program.Literal(f.bodies[n.at.body].file, n.at.node)
}

// sameValue reports whether the literal at id has the value v, of the same type up to the width of integers.
func sameValue(f *form, id fid, v *program.Constant) bool {
	c, ok := literalValue(f, id)
	if !ok {
		return false
	}
	if c.IsString() || v.IsString() {
		return c.IsString() && v.IsString() && c.Str == v.Str
	}
	if floating(c.Kind) != floating(v.Kind) || (c.Kind == program.Boolean) != (v.Kind == program.Boolean) ||
		(c.Kind == program.Char) != (v.Kind == program.Char) {
		return false
	}
	return c.Int == v.Int && c.Float == v.Float
}

func floating(k program.RefKind) bool { return k == program.Float || k == program.Double }
