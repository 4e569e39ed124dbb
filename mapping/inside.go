package mapping

import (
	"cmp"
	"iter"
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
// versions of one method, where "x.set(f(a)); return x;" may have become "return f(a);". No more than maxPairs of them are aligned; beyond that
// only values that stand in the other as they are, which are looked up.
func insideExpressions(m *Mapping, s *scope, name string) {
	if !m.opt.Inner && !m.opt.Same || !s.whole {
		return
	}
	budget := maxPairs
	m.insideOf(name, true, &budget)
	m.insideOf(name, false, &budget)
}

// insideOf looks for the values of statements of one side inside statements of the other: of Dst inside Src when dst is
// true, else of Src inside Dst.
func (m *Mapping) insideOf(name string, dst bool, budget *int) {
	small, large := m.Dst, m.Src
	smallFree, largeFree := m.dstFree, m.srcFree
	if !dst {
		small, large = m.Src, m.Dst
		smallFree, largeFree = m.srcFree, m.dstFree
	}
	var in *places // of large, once there is a value to look for
	for i := range small.Stmts {
		if !smallFree(StmtID(i)) {
			continue
		}
		v := small.wrappedValue(StmtID(i))
		if v < 0 {
			continue
		}
		if in == nil {
			in = large.places(largeFree)
		}
		p, at := m.matchInside(v, in, dst, budget)
		if at < 0 {
			continue
		}
		p.Src, p.Dst, p.Pass, p.Abstracted = at, StmtID(i), name, true
		if !dst {
			p.Src, p.Dst = p.Dst, p.Src
		}
		m.add(p)
	}
}

// stmtsIn counts the statements within node n, parts included.
func (t *Tree) stmtsIn(n java.NodeID) int { return t.stmtsFrom(t.File.Nodes[n].Next) - t.stmtsFrom(n) }

// stmtsFrom returns the first statement that begins at node n or behind it.
func (t *Tree) stmtsFrom(n java.NodeID) int {
	at, _ := slices.BinarySearchFunc(t.Stmts, n, func(s Stmt, n java.NodeID) int { return cmp.Compare(s.Node, n) })
	return at
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

// A place is an expression of a statement, or of a part of one.
type place struct {
	stmt StmtID
	node java.NodeID
}

// line is a list of places in the order of their statements, parts among these.
type line struct {
	places []place
	next   []int32 // of each, where the next one can be that is free
}

func (l *line) add(p place) {
	l.places = append(l.places, p)
	l.next = append(l.next, int32(len(l.places)))
}

// places are the expressions of the statements of a tree that are free.
type places struct {
	tree   *Tree
	free   func(StmtID) bool // what is not free once is never free again
	ofKind map[java.Kind]*line
	equal  map[uint64]*line // by hash; nil until asked
}

func (t *Tree) places(free func(StmtID) bool) *places {
	x := t.expressions()
	in := &places{tree: t, free: free, ofKind: map[java.Kind]*line{}}
	for i := range t.Stmts {
		s := StmtID(i)
		if k := t.Stmts[i].Kind; !k.Leaf() && !k.Part() || !free(s) {
			continue
		}
		for _, n := range x.of(t, s) {
			file(in.ofKind, t.File.Kind(n), place{s, n})
		}
	}
	return in
}

// equalTo returns the places with what has hash h.
func (in *places) equalTo(h uint64) *line {
	if in.equal == nil {
		in.equal = map[uint64]*line{}
		for _, l := range in.ofKind {
			for _, p := range l.places {
				file(in.equal, in.tree.Hash(p.node), p)
			}
		}
	}
	return in.equal[h]
}

func file[K comparable](lines map[K]*line, key K, p place) {
	l := lines[key]
	if l == nil {
		l = &line{}
		lines[key] = l
	}
	l.add(p)
}

// all yields the places of l that are free, which may be nil. Those that are not are gone through once, and left out from then on.
func (in *places) all(l *line) iter.Seq[place] {
	return func(yield func(place) bool) {
		if l == nil {
			return
		}
		for i := in.skip(l, 0); int(i) < len(l.places); i = in.skip(l, i+1) {
			if !yield(l.places[i]) {
				return
			}
		}
	}
}

// skip returns the index of the first place of l from i on that is free, and lets all on the way to it know.
func (in *places) skip(l *line, i int32) int32 {
	to := i
	for int(to) < len(l.places) && !in.free(l.places[to].stmt) {
		to = l.next[to]
	}
	for i < to {
		i, l.next[i] = l.next[i], to
	}
	return to
}

// matchInside looks for value v of a statement of the other tree among the places in, and returns the statement that has it, with the
// pair as far as it is known; or NoStmt.
func (m *Mapping) matchInside(v java.NodeID, in *places, dst bool, budget *int) (Pair, StmtID) {
	small, large := m.Dst, in.tree
	if !dst {
		small = m.Src
	}
	h, d := small.Hash(v), &m.d
	if small.File.Nodes[v].Next-v > maxWithin && small.stmtsIn(v) > maxWithin { // a statement has a node, at least
		return in.asItIs(in.equalTo(h))
	}
	for p := range in.all(in.ofKind[small.File.Kind(v)]) {
		if large.Hash(p.node) == h {
			return in.pair(p)
		}
		if *budget == 0 {
			return in.asItIs(in.equalTo(h))
		}
		*budget--
		d.reset()
		x, y := Ref{large, p.node}, Ref{small, v}
		if !dst {
			x, y = y, x
		}
		if d.align(x, y, true) && len(d.bodies) == 0 && (d.common >= minInside || d.common == minInside-1 && sameTarget(x, y)) {
			return Pair{Replacements: slices.Clone(d.reps), Distance: m.distance(d.reps), Common: int32(d.common)}, p.stmt
		}
	}
	return Pair{}, NoStmt
}

// asItIs returns the first place of l, where there is one, as matchInside does.
func (in *places) asItIs(l *line) (Pair, StmtID) {
	for p := range in.all(l) {
		return in.pair(p)
	}
	return Pair{}, NoStmt
}

// pair is what is found of a value that stands in a place without a difference.
func (in *places) pair(p place) (Pair, StmtID) {
	return Pair{Common: int32(Ref{in.tree, p.node}.weight())}, p.stmt
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
