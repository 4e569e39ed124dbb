package mapping

import (
	"cmp"
	"slices"

	"refract/java"
)

// This file pairs a statement with an expression inside a larger statement: "return f(a);" of an extracted method
// with "g(f(a), b);" that it was taken out of.

// PassInside names the pass that pairs a statement with a part of another: the weakest of all, since any call occurs
// inside something.
const PassInside = "expressions inside statements"

// minInside is the weight below which an expression inside a statement says nothing: a call without receiver and
// arguments has three nodes.
const minInside = 3

// maxWithin is how many statements, of lambdas and classes, a value may have in it to be aligned with a part of another; a larger one is found where it stands as it
// is. Each of hundreds of lambdas, one in the other, would be aligned with each, down to the innermost.
const maxWithin = 16

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
	var in *expressions // of large, once there is a value to look for
	for i := range small.Stmts {
		id := StmtID(i)
		if dst && !m.dstFree(id) || !dst && !m.srcFree(id) {
			continue
		}
		v := small.wrappedValue(id)
		if v < 0 {
			continue
		}
		if in == nil {
			in = large.expressions()
		}
		l := look{value: v, alike: small.stmtsIn(v) <= maxWithin}
		for j := range large.Stmts {
			if st := &large.Stmts[j]; !st.Kind.Leaf() && !st.Kind.Part() {
				continue
			}
			a, b := StmtID(j), id
			if !dst {
				a, b = id, StmtID(j)
			}
			if m.srcFree(a) && m.dstFree(b) && m.matchInside(a, b, l, in.of(large, StmtID(j)), dst, name) {
				break
			}
		}
	}
}

// stmtsIn counts the statements within node n, parts included.
func (t *Tree) stmtsIn(n java.NodeID) int {
	before := func(n java.NodeID) int {
		at, _ := slices.BinarySearchFunc(t.Stmts, n, func(s Stmt, n java.NodeID) int { return cmp.Compare(s.Node, n) })
		return at
	}
	return before(t.File.Nodes[n].Next) - before(n)
}

// isValue reports whether an expression of that kind can be the value of a statement that is looked for inside another.
func isValue(k java.Kind) bool {
	switch k {
	case java.MethodInvocation, java.ObjectCreationExpression, java.BinaryExpression, java.TernaryExpression, java.CastExpression, java.InstanceofExpression, java.UnaryExpression:
		return true
	}
	return false
}

// expressions are those of a tree that can be values, by the statement, not part, that is the innermost around them: what stands in a lambda or a class inside of a
// statement is looked at as a statement of its own. Nested ones share none, so that there are no more of them than nodes.
type expressions struct {
	first []int32 // by statement, where those of it begin in nodes; and the end of the last
	nodes []java.NodeID
}

// expressions lists them, in time of the nodes and statements.
func (t *Tree) expressions() *expressions {
	x := &expressions{first: make([]int32, len(t.Stmts)+1)}
	var owners []StmtID
	var open []StmtID // the statements around a node, the innermost last
	next := 0
	for n := t.Root; n < t.File.Nodes[t.Root].Next; n++ {
		for ; next < len(t.Stmts) && t.Stmts[next].Node <= n; next++ {
			if !t.Stmts[next].Kind.Part() {
				open = append(open, StmtID(next))
			}
		}
		for len(open) > 0 && n >= t.File.Nodes[t.Stmts[open[len(open)-1]].Node].Next {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && isValue(t.File.Kind(n)) {
			s := open[len(open)-1]
			owners, x.nodes = append(owners, s), append(x.nodes, n)
			x.first[s+1]++
		}
	}
	for s := range t.Stmts {
		x.first[s+1] += x.first[s]
	}
	sorted, at := make([]java.NodeID, len(x.nodes)), slices.Clone(x.first)
	for i, s := range owners {
		sorted[at[s]] = x.nodes[i]
		at[s]++
	}
	x.nodes = sorted
	return x
}

// of returns those of statement s of t; of a part, those of the statement around it that lie in the part.
func (x *expressions) of(t *Tree, s StmtID) []java.NodeID {
	st := &t.Stmts[s]
	if !st.Kind.Part() {
		return x.nodes[x.first[s]:x.first[s+1]]
	}
	around := t.StmtAt(st.Node)
	if around < 0 {
		return nil
	}
	list := x.nodes[x.first[around]:x.first[around+1]]
	from, _ := slices.BinarySearch(list, st.Node)
	to, _ := slices.BinarySearch(list, t.File.Nodes[st.Node].Next)
	return list[from:to]
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
	if !isValue(t.File.Kind(v)) {
		return java.NoNode
	}
	return v
}

// look is a value that is looked for.
type look struct {
	value java.NodeID
	alike bool // what is like it will do
}

// matchInside looks for a value among the expressions in of the large side and pairs a with b where it is found.
func (m *Mapping) matchInside(a, b StmtID, l look, in []java.NodeID, dst bool, name string) bool {
	small, large := m.Dst, m.Src
	if !dst {
		small, large = m.Src, m.Dst
	}
	f := large.File
	v := l.value
	h := small.Hash(v)
	k := small.File.Kind(v)
	for _, n := range in {
		if f.Nodes[n].Kind != k {
			continue
		}
		if large.Hash(n) != h {
			if !l.alike {
				continue
			}
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
