package concretize

import "refract/java"

// This file tells of two expressions, by their trees alone, that no alignment would call them equal where nothing may differ but
// literals of a kind, members, and the temporaries of one side. What a name means is not asked: a name of the side with the
// temporaries may stand for anything.

// likeness compares expressions of a file with temporaries with expressions of another one.
type likeness struct{ temps, other *java.File }

// like reports whether x may be y.
func (l likeness) like(x, y java.NodeID) bool {
	x, y = l.temps.Unparen(x), l.other.Unparen(y)
	j, k := l.temps.Kind(x), l.other.Kind(y)
	switch {
	case j == java.Identifier || !j.IsExpression() && literalClass(j) == 0 || !k.IsExpression() && k != java.Identifier && literalClass(k) == 0:
		return true
	case isName(j) || isName(k):
		return isName(j) && isName(k)
	case literalClass(j) != 0 || literalClass(k) != 0:
		return literalClass(j) == literalClass(k)
	case j != k || l.temps.At(x).Op != l.other.At(y).Op:
		return false
	case j == java.MethodInvocation:
		return l.receivers(x, y) && l.arguments(x, y, java.NoNode, java.NoNode)
	case j == java.ObjectCreationExpression:
		return l.arguments(x, y, java.NoNode, java.NoNode)
	case operator(j):
		return l.children(x, y, java.NoNode, java.NoNode)
	}
	return true
}

// isName reports whether an expression of kind k may be compared as a name.
func isName(k java.Kind) bool {
	switch k {
	case java.Identifier, java.FieldAccess, java.ScopedIdentifier, java.This, java.Super:
		return true
	}
	return false
}

// operator reports whether an expression of kind k is compared part by part.
func operator(k java.Kind) bool {
	switch k {
	case java.BinaryExpression, java.UnaryExpression, java.TernaryExpression, java.AssignmentExpression, java.ArrayAccess:
		return true
	}
	return false
}

// receivers reports whether two calls may be of the same object, as far as both say of which.
func (l likeness) receivers(x, y java.NodeID) bool {
	r, s := l.temps.Child(x, java.FieldObject), l.other.Child(y, java.FieldObject)
	return r < 0 || s < 0 || l.like(r, s)
}

// arguments reports whether two calls may have the same arguments; those at the nodes a and b, where there are such, are not looked at.
func (l likeness) arguments(x, y, a, b java.NodeID) bool {
	return l.children(l.temps.Child(x, java.FieldArguments), l.other.Child(y, java.FieldArguments), a, b)
}

// children reports whether the children of x may be those of y, one by one, save a and b.
func (l likeness) children(x, y, a, b java.NodeID) bool {
	c, d := l.temps.FirstChild(x), l.other.FirstChild(y)
	for c >= 0 && d >= 0 {
		if c != a && d != b && !l.like(c, d) {
			return false
		}
		c, d = l.temps.NextSibling(c), l.other.NextSibling(d)
	}
	return c < 0 && d < 0
}

// around reports whether what is beside x, on the way to its statement, may be what is beside y. Both have one path there.
func (l likeness) around(x, y java.NodeID) bool {
	for {
		p, q := l.temps.Parent(x), l.other.Parent(y)
		for l.temps.Kind(p) == java.ParenthesizedExpression {
			x, p = p, l.temps.Parent(p)
		}
		for l.other.Kind(q) == java.ParenthesizedExpression {
			y, q = q, l.other.Parent(q)
		}
		k := l.temps.Kind(p)
		switch {
		case k != l.other.Kind(q):
			return true
		case k == java.ArgumentList:
			if !l.children(p, q, x, y) {
				return false
			}
			x, y = p, q
			if p, q = l.temps.Parent(p), l.other.Parent(q); l.temps.Kind(p) == java.MethodInvocation && l.other.Kind(q) == java.MethodInvocation && !l.receivers(p, q) {
				return false
			}
		case k == java.MethodInvocation:
			if !l.arguments(p, q, java.NoNode, java.NoNode) {
				return false
			}
		case operator(k):
			if !l.children(p, q, x, y) {
				return false
			}
		case k != java.CastExpression && k != java.FieldAccess:
			return true
		}
		x, y = p, q
	}
}
