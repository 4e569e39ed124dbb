package mapping

import "refract/java"

// This file pairs a statement with an expression inside a larger statement: "return f(a);" of an extracted method
// with "g(f(a), b);" that it was taken out of.

// PassInside names the pass that pairs a statement with a part of another: the weakest of all, since any call occurs
// inside something.
const PassInside = "expressions inside statements"

// minInside is the weight below which an expression inside a statement says nothing: a call without receiver and
// arguments has three nodes.
const minInside = 3

// insideExpressions pairs what is left over on either side with sub-expressions of the other: in an extraction, and between
// versions of one method, where "x.set(f(a)); return x;" may have become "return f(a);".
func insideExpressions(m *Mapping, s *scope, name string) {
	if !m.opt.Inner && !m.opt.Same || !s.whole {
		return
	}
	m.insideOf(name, true)
	m.insideOf(name, false)
}

// insideOf looks for the values of statements of one side inside statements of the other: of Dst inside Src when dst is
// true, else of Src inside Dst.
func (m *Mapping) insideOf(name string, dst bool) {
	small, large := m.Dst, m.Src
	if !dst {
		small, large = m.Src, m.Dst
	}
	for i := range small.Stmts {
		id := StmtID(i)
		if dst && !m.dstFree(id) || !dst && !m.srcFree(id) {
			continue
		}
		v := small.wrappedValue(id)
		if v < 0 {
			continue
		}
		for j := range large.Stmts {
			if st := &large.Stmts[j]; !st.Kind.Leaf() && !st.Kind.Part() {
				continue
			}
			a, b := StmtID(j), id
			if !dst {
				a, b = id, StmtID(j)
			}
			if m.srcFree(a) && m.dstFree(b) && m.matchInside(a, b, v, StmtID(j), dst, name) {
				break
			}
		}
	}
}

// wrappedValue returns the value of a return or expression statement if it is large enough to be found inside another.
func (t *Tree) wrappedValue(s StmtID) java.NodeID {
	st := &t.Stmts[s]
	if st.Kind != Return && st.Kind != Expression && st.Kind != LambdaBody && st.Kind != Declaration {
		return java.NoNode
	}
	v := valueOf(t.File, st.Node)
	if v < 0 {
		return v
	}
	v = t.File.Unparen(v)
	if int(t.File.Nodes[v].Next-v) < minInside {
		return java.NoNode
	}
	switch t.File.Kind(v) {
	case java.MethodInvocation, java.ObjectCreationExpression, java.BinaryExpression, java.TernaryExpression, java.CastExpression, java.InstanceofExpression, java.UnaryExpression:
		return v
	}
	return java.NoNode
}

// matchInside looks for value v in statement j of the large side and pairs a with b where it is found.
func (m *Mapping) matchInside(a, b StmtID, v java.NodeID, j StmtID, dst bool, name string) bool {
	small, large := m.Dst, m.Src
	if !dst {
		small, large = m.Src, m.Dst
	}
	f := large.File
	st := &large.Stmts[j]
	h := small.Hash(v)
	k := small.File.Kind(v)
	around := large.StmtAt(st.Node) // what stands in a lambda or a class inside is looked at as a statement of its own
	for n := st.Node; n < f.Nodes[st.Node].Next; n++ {
		if f.Nodes[n].Kind != k || large.StmtAt(n) != around {
			continue
		}
		if large.Hash(n) != h {
			d := &m.d
			d.reset()
			x, y := Ref{large, n}, Ref{small, v}
			if !dst {
				x, y = y, x
			}
			if !d.align(x, y, true) || d.common < minInside && !(d.common == minInside-1 && sameTarget(x, y)) || len(d.bodies) > 0 {
				continue
			}
			m.add(Pair{Src: a, Dst: b, Pass: name, Abstracted: true, Replacements: append([]Replacement(nil), d.reps...), Distance: m.distance(d.reps), Common: int32(d.common)})
			return true
		}
		m.add(Pair{Src: a, Dst: b, Pass: name, Abstracted: true, Common: int32(f.Nodes[n].Next - n)})
		return true
	}
	return false
}

// sameTarget reports whether two calls have one name, one receiver and as many arguments, at least two: with one argument,
// and that another one, any call of an object would do.
func sameTarget(x, y Ref) bool {
	if x.Kind() != java.MethodInvocation || y.Kind() != java.MethodInvocation {
		return false
	}
	a, b := x.child(java.FieldObject), y.child(java.FieldObject)
	n := len(childList(x.child(java.FieldArguments)))
	return n > 1 && n == len(childList(y.child(java.FieldArguments))) && a.Node >= 0 && b.Node >= 0 && a.hash() == b.hash() &&
		x.child(java.FieldName).Text() == y.child(java.FieldName).Text()
}
