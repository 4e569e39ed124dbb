package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// A view is a unit seen from the side on which a local is new, or on which it is gone: t is the tree of that side, o the
// other. Extract Variable and Inline Variable are one question asked from the two sides.
type view struct {
	*variables
	after   bool // t is the side after
	t, o    *mapping.Tree
	partner []int                 // of every local of t, its index in o; -1 for none
	known   map[int][]java.NodeID // what assignments found, by local
	index   *viewIndex
}

func (v *variables) view(after bool) view {
	w := view{variables: v, after: after, t: v.m.Src, o: v.m.Dst, partner: v.ofBefore, known: map[int][]java.NodeID{}, index: &viewIndex{}}
	if after {
		w.t, w.o, w.partner = v.m.Dst, v.m.Src, v.ofAfter
	}
	return w
}

// stmts returns the statements of p on this side and on the other.
func (w view) stmts(p *mapping.Pair) (here, there mapping.StmtID) {
	if w.after {
		return p.Dst, p.Src
	}
	return p.Src, p.Dst
}

// refs returns the nodes of r on this side and on the other.
func (w view) refs(r *mapping.Replacement) (here, there mapping.Ref) {
	if w.after {
		return r.Dst, r.Src
	}
	return r.Src, r.Dst
}

// pairOf returns the pair that statement s of this side is in, nil for none.
func (w view) pairOf(s mapping.StmtID) *mapping.Pair {
	if w.after {
		return w.m.OfDst(s)
	}
	return w.m.OfSrc(s)
}

// lone reports whether local i has no partner and can hold a value. What a for loop counts with is a part of the loop.
func (w view) lone(i int) bool {
	x := &w.t.Vars[i]
	return w.partner[i] < 0 && x.Kind == mapping.LocalVar && x.Decl >= 0 && w.t.Stmts[x.Decl].Kind == mapping.Declaration && ownBody(w.t, x.Body) && (x.Init >= 0 || len(w.assignments(i)) > 0)
}

// value is the initial value of local i, NoNode where it has none.
func (w view) value(i int) java.NodeID {
	if init := w.t.Vars[i].Init; init >= 0 {
		return w.t.File.Unparen(init)
	}
	return java.NoNode
}

// assignments are the values assigned to local i, where it is declared without a value or with a literal in its place.
func (w view) assignments(i int) []java.NodeID {
	if list, ok := w.known[i]; ok {
		return list
	}
	x := &w.t.Vars[i]
	f := w.t.File
	var list []java.NodeID
	if x.Init < 0 || f.Kind(x.Init).IsLiteral() {
		for l := range w.t.Named(x.Name, x.ScopeStart, x.ScopeEnd) {
			n := f.Parent(l)
			if f.Nodes[l].Field == java.FieldLeft && f.Kind(n) == java.AssignmentExpression && f.Nodes[n].Op == java.Assign && w.t.VarOf(l) == i {
				list = append(list, f.Unparen(f.Child(n, java.FieldRight)))
			}
		}
	}
	w.known[i] = list
	return list
}

// maxChain bounds how many locals are followed from one to the value of the next: "a = f(); b = a.g(); c = b.h();". It
// also ends "a = g(a)".
const maxChain = 4

// local returns the local without partner that identifier n of this side names, -1 for anything else.
func (w view) local(n java.NodeID) int {
	if w.t.File.Kind(n) != java.Identifier {
		return -1
	}
	if p := w.t.File.Parent(n); w.t.File.Kind(p) == java.MethodInvocation && w.t.File.Nodes[n].Field == java.FieldName {
		return -1
	}
	if i := w.t.VarOf(n); i >= 0 && n != w.t.Vars[i].NameNode && w.partner[i] < 0 {
		return i
	}
	return -1
}

// standsFor reports whether node n of this side is local i, or an element of the array that it names; with made also whether it is a local
// without partner whose value is made from i.
func (w view) standsFor(n java.NodeID, i int, made bool) bool {
	f := w.t.File
	for f.Kind(n) == java.ArrayAccess {
		n = f.Child(n, java.FieldArray)
	}
	if f.Kind(n) == java.FieldAccess && f.Kind(f.Child(n, java.FieldObject)) == java.Identifier {
		n = f.Child(n, java.FieldObject) // structure.length
	}
	k := w.local(n)
	if k < 0 || k == i || !made {
		return k == i
	}
	_, found := slices.BinarySearch(w.standIns(i), k)
	return found
}

// same reports whether expression a of this side is expression b of the other: equal syntax, but that a local may have
// another name, that a local without partner stands for its value, and that a cast and this. say nothing. (Check 3
// tolerates overlapping refactorings.)
func (w view) same(a, b java.NodeID, depth int) bool {
	f, g := w.t.File, w.o.File
	a, b = plainValue(f, a), plainValue(g, b)
	if w.t.Hash(a) == w.o.Hash(b) {
		return true
	}
	if i := w.local(a); i >= 0 {
		value := w.value(i)
		return value >= 0 && depth > 0 && w.same(value, b, depth-1)
	}
	if f.Kind(a) != g.Kind(b) || f.Nodes[a].Op != g.Nodes[b].Op {
		return false
	}
	if f.Kind(a) == java.Identifier {
		i := w.t.VarOf(a)
		return i >= 0 && w.partner[i] >= 0 && w.o.VarOf(b) == w.partner[i]
	}
	c, d := f.FirstChild(a), g.FirstChild(b)
	if c < 0 || d < 0 {
		return false
	}
	for ; c >= 0 && d >= 0; c, d = f.NextSibling(c), g.NextSibling(d) {
		if !w.same(c, d, depth) {
			return false
		}
	}
	return c < 0 && d < 0
}

// plainValue steps through parentheses, casts and "this.".
func plainValue(f *java.File, n java.NodeID) java.NodeID {
	for {
		switch f.Kind(n) {
		case java.ParenthesizedExpression:
			n = f.Unparen(n)
		case java.CastExpression:
			n = f.Child(n, java.FieldValue)
		case java.FieldAccess:
			if f.Kind(f.Child(n, java.FieldObject)) != java.This {
				return n
			}
			n = f.Child(n, java.FieldField)
		default:
			return n
		}
	}
}

// find returns a node between from and to of the other side that is expression a of this side, NoNode where there is
// none. A chain of operators is found in a longer one of the same operator.
func (w view) find(a, from, to java.NodeID) java.NodeID {
	f, g := w.t.File, w.o.File
	a = plainValue(f, a)
	k := f.Kind(a)
	for n := from; n < to; n++ {
		if g.Nodes[n].Kind == k && w.same(a, n, maxChain) {
			return n
		}
		if k == java.BinaryExpression && g.Nodes[n].Kind == k && f.Nodes[a].Op == g.Nodes[n].Op && w.inChain(a, n) {
			return n
		}
	}
	return java.NoNode
}

// inChain reports whether the operands of chain a follow one another among those of chain b.
func (w view) inChain(a, b java.NodeID) bool {
	la, lb := chainOperands(w.t.File, nil, a), chainOperands(w.o.File, nil, b)
next:
	for i := 0; i+len(la) <= len(lb); i++ {
		for k := range la {
			if !w.same(la[k], lb[i+k], maxChain) {
				continue next
			}
		}
		return true
	}
	return false
}

// chainOperands appends the operands of the chain of one operator at n.
func chainOperands(f *java.File, dst []java.NodeID, n java.NodeID) []java.NodeID {
	n = f.Unparen(n)
	op := f.Nodes[n].Op
	for _, role := range [...]java.Field{java.FieldLeft, java.FieldRight} {
		c := f.Unparen(f.Child(n, role))
		if f.Kind(c) == java.BinaryExpression && f.Nodes[c].Op == op {
			dst = chainOperands(f, dst, c)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// calledElse reports whether node n of the other side, the value of local i, is the receiver of a call, and statement s
// uses i for other calls only: of "find(k).read()" and "e.store().read()" the value is e.store(), and not e.
func (w view) calledElse(s mapping.StmtID, i int, n java.NodeID) bool {
	name := receiverOf(w.o.File, n)
	if name == "" {
		return false
	}
	uses := 0
	from, to := headerNodes(w.t, s)
	for k := from; k < to; k++ {
		if w.local(k) != i {
			continue
		}
		if called := receiverOf(w.t.File, k); called == "" || called == name {
			return false
		}
		uses++
	}
	return uses > 0
}

// receiverOf returns the name of the method that is called on expression n, "" where none is.
func receiverOf(f *java.File, n java.NodeID) string {
	p := f.Parent(n)
	for f.Kind(p) == java.ParenthesizedExpression {
		n, p = p, f.Parent(p)
	}
	if f.Kind(p) == java.MethodInvocation && f.Nodes[n].Field == java.FieldObject {
		return f.Text(f.Child(p, java.FieldName))
	}
	return ""
}
