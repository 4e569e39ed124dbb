package inline

import "refract/vectors"

// replace puts a callee with base vector w in the place of the call s in d: the arithmetic of the package comment.
func replace(d *vectors.Dense, s *Site, w vectors.Vector) {
	for _, e := range w {
		f := e.Feature()
		if isReturn[f] || s.Receiver == OnValue && isThis[f] {
			continue
		}
		d[f] += int32(e.Count())
	}
	d[vectors.SyntaxInvokeOwn]--
	d[vectors.OpInvokeOwn]--
	d[vectors.SyntaxSimpleName]--
	d[vectors.SyntaxArgumentList]--
	if s.Statement {
		d[vectors.SyntaxExpressionStatement]--
	}
	names, dots := int32(s.Names), int32(s.Names)
	switch s.Receiver {
	case Implied:
		if s.LoadsThis {
			d[vectors.OpLoadThis]--
		}
	case OnThis:
		d[vectors.SyntaxThis]--
		d[vectors.OpLoadThis]--
	case OnSuper:
		d[vectors.SyntaxSuper]--
		d[vectors.OpLoadThis]--
		dots = max(dots-1, 0) // the grammar has no field_access for A.super
	case OnType:
		dots = max(dots-1, 0)
	}
	d[vectors.SyntaxSimpleName] -= names
	d[vectors.SyntaxFieldAccess] -= dots
}

// isReturn are the features of the returns of a body, isThis those of its uses of this.
var (
	isReturn = set(vectors.SyntaxReturn, vectors.OpReturnValue, vectors.OpReturnVoid)
	isThis   = set(vectors.SyntaxThis, vectors.OpLoadThis)
)

func set(features ...vectors.Feature) (is [vectors.Dims]bool) {
	for _, f := range features {
		is[f] = true
	}
	return is
}
