package mine

import (
	"iter"
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file decides whether a local took over an expression of the other side (§4.3, extracted and inlined variables).

// taken reports whether local i of this side stands where the other side has its value.
func (w view) taken(d *Diff, i int) bool {
	for _, k := range w.standFor(i) {
		for _, p := range w.pairsNaming(k) {
			if here, _ := w.stmts(p); here != w.t.Vars[i].Decl && w.takenIn(i, p) {
				return true
			}
		}
	}
	for p := range w.holding(i) {
		here, there := w.stmts(p)
		if w.redeclared(i, there) {
			continue // it stayed, with a value that is made from the old one
		}
		if inLoop(w.t, here) && !inLoop(w.o, there) || w.otherForm(i, there) {
			continue
		}
		if w.host == nil && p.Pass == mapping.PassInside && w.standsIn(i, there) {
			return true // whatever became of the statements that used the local
		}
		if valueTakenOver(w.o, there, w.t, &w.t.Vars[i]) &&
			(w.host == nil && !w.o.Stmts[there].Kind.Part() || w.standsIn(i, there)) {
			return true
		}
	}
	return w.pair != nil && w.takenAcross(d, i)
}

// redeclared reports whether statement s of the other side declares a local of the name of i.
func (w view) redeclared(i int, s mapping.StmtID) bool {
	for k := range w.o.DeclaredIn(s) {
		if w.o.Vars[k].Name == w.t.Vars[i].Name {
			return true
		}
	}
	return false
}

// inLoop reports whether statement s runs again and again: what is computed for every element is not what is computed once.
func inLoop(t *mapping.Tree, s mapping.StmtID) bool {
	for p := t.Stmts[s].Parent; p >= 0; p = t.Stmts[p].Parent {
		switch t.Stmts[p].Kind {
		case mapping.While, mapping.Do, mapping.For, mapping.ForEach:
			return true
		}
	}
	return false
}

// otherForm reports whether statement s of the other side returns a new object and the value of local i is a call, or the
// other way round: an argument that the two share does not make them one.
func (w view) otherForm(i int, s mapping.StmtID) bool {
	value, other := w.value(i), w.o.File.FirstChild(w.o.Stmts[s].Node)
	if w.o.Stmts[s].Kind != mapping.Return || value < 0 || other < 0 {
		return false
	}
	a, b := w.t.File.Kind(plainValue(w.t.File, value)), w.o.File.Kind(plainValue(w.o.File, other))
	return a == java.MethodInvocation && b == java.ObjectCreationExpression || a == java.ObjectCreationExpression && b == java.MethodInvocation
}

// holding yields the abstracted pairs whose statement declares local i, or assigns to it the only value that it has.
func (w view) holding(i int) iter.Seq[*mapping.Pair] {
	return func(yield func(*mapping.Pair) bool) {
		places := []mapping.StmtID{w.t.Vars[i].Decl}
		if list := w.assignments(i); len(list) == 1 {
			if s := w.t.StmtAt(list[0]); s != places[0] {
				places = append(places, s)
			}
		}
		for _, s := range places {
			for _, p := range w.abstractedAt(s) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// becamePattern reports whether local i of this side, declared with a cast, is a pattern variable on the other: "T t = (T) x;"
// and "x instanceof T t".
func (w view) becamePattern(i int) bool {
	x := &w.t.Vars[i]
	if x.Kind != mapping.LocalVar || x.Init < 0 || w.t.File.Kind(w.t.File.Unparen(x.Init)) != java.CastExpression || !ownBody(w.t, x.Body) {
		return false
	}
	for k := range w.o.VarsNamed(x.Name) {
		y := &w.o.Vars[k]
		if y.Kind == mapping.PatternVar && w.o.TypeText(y) == w.t.TypeText(x) && (w.partner[i] == k || w.partner[i] < 0) {
			return true
		}
	}
	return false
}

// takenAcross looks for local i where it is an argument of what was extracted from the method, or inlined into it: a
// parameter there stands for it.
func (w view) takenAcross(d *Diff, i int) bool {
	for _, k := range w.standFor(i) {
		for _, r := range w.acrossNaming(d, k) {
			if w.takenBy(i, r) {
				return true
			}
		}
	}
	return false
}

// takenIn reports whether pair p shows that local i took over an expression: by a replacement, or because the other
// statement holds the value and this one the local.
func (w view) takenIn(i int, p *mapping.Pair) bool {
	for k := range p.Replacements {
		if w.takenBy(i, &p.Replacements[k]) {
			return true
		}
	}
	here, there := w.stmts(p)
	// What an inlined local was an ingredient of may be gone with it.
	if p.Exact() || !w.usesIn(here, i, w.after) {
		return false
	}
	from, to := headerNodes(w.o, there)
	value := w.value(i)
	if value < 0 || !w.telling(value) {
		return false
	}
	n := w.find(value, from, to)
	return n >= 0 && !w.calledElse(here, i, n)
}

// standsIn reports whether statement s of the other side holds the value of local i. Of a method that was extracted, or
// inlined, a part of the value is no evidence: the rest of it stayed where it was.
func (w view) standsIn(i int, s mapping.StmtID) bool {
	value := w.value(i)
	from, to := headerNodes(w.o, s)
	return value >= 0 && w.telling(value) && w.find(value, from, to) >= 0
}

// telling reports whether expression n of this side is one that does not occur by chance.
func (w view) telling(n java.NodeID) bool {
	f := w.t.File
	n = plainValue(f, n)
	return f.Kind(n) == java.StringLiteral || f.Nodes[n].Next-n >= 3
}

// takenBy reports whether replacement r shows that local i took over an expression.
func (w view) takenBy(i int, r *mapping.Replacement) bool {
	x, e := w.refs(r)
	if x.Tree == nil || e.Tree == nil || x.Tree.Base() != w.t.Base() || e.Tree.Base() != w.o.Base() || x.Node < 0 || e.Node < 0 {
		return false
	}
	value := w.value(i)
	if differentLists(*r) {
		return value >= 0 && w.takenInLists(i, x.Node, e.Node)
	}
	if !w.standsFor(x.Node, i, false) {
		return w.after && value >= 0 && w.standsFor(x.Node, i, true) && w.madeFrom(value, x.Node, e.Node)
	}
	if value >= 0 && w.madeFrom(value, x.Node, e.Node) {
		return true
	}
	for _, value := range w.assignments(i) {
		if w.telling(value) && w.same(value, e.Node, maxChain) {
			return true
		}
	}
	return false
}

// takenInLists is takenBy for two argument lists of different length.
func (w view) takenInLists(i int, list, other java.NodeID) bool {
	f, g := w.t.File, w.o.File
	for c := f.FirstChild(list); c >= 0; c = f.NextSibling(c) {
		if !w.standsFor(c, i, false) {
			continue
		}
		for e := g.FirstChild(other); e >= 0; e = g.NextSibling(e) {
			if w.same(w.value(i), e, maxChain) {
				return true
			}
		}
	}
	return false
}

// usesIn reports whether statement s of this side mentions local i, or with made a local made from it.
func (w view) usesIn(s mapping.StmtID, i int, made bool) bool {
	from, to := headerNodes(w.t, s)
	for n := from; n < to; n++ {
		if w.t.File.Nodes[n].Kind == java.Identifier && w.standsFor(n, i, made) {
			return true
		}
	}
	return false
}

// madeFrom reports whether value, of the local that stands at node x of this side, is made of expression e of the other side,
// or from variable e. Where the statement around x still uses e, a new local did not take its place there.
func (w view) madeFrom(value, x, e java.NodeID) bool {
	return w.madeOf(value, e) || w.ingredient(value, e, itself) && !(w.after && w.mentions(w.t.StmtAt(x), e))
}

// mentions reports whether statement s of this side uses variable e of the other side.
func (w view) mentions(s mapping.StmtID, e java.NodeID) bool {
	if s < 0 {
		return false
	}
	from, to := headerNodes(w.t, s)
	for n := from; n < to; n++ {
		if w.t.File.Nodes[n].Kind == w.o.File.Kind(e) && w.same(n, e, 0) {
			return true
		}
	}
	return false
}

// madeOf reports whether value, of this side, is expression e of the other side, is a part of it, or holds it.
func (w view) madeOf(value, e java.NodeID) bool {
	if w.same(value, e, maxChain) {
		return true
	}
	f, g := w.t.File, w.o.File
	e = plainValue(g, e)
	if k := g.Kind(e); k.IsLiteral() && k != java.StringLiteral || k == java.This {
		return k != java.This && w.wraps(value, e)
	}
	if g.Nodes[e].Next-e >= 3 && w.holds(value, e, maxChain) {
		return true
	}
	if w.telling(value) && w.find(value, e, g.Nodes[e].Next) >= 0 {
		return true
	}
	if namesVariable(g.Kind(e)) {
		return false
	}
	if w.renamedCall(value, e) {
		return true
	}
	if w.host != nil {
		return false // what resembles the value in another method shows nothing
	}
	if k, l := f.Kind(plainValue(f, value)), g.Kind(e); k != l && !k.IsLiteral() && !l.IsLiteral() {
		return false // a word inside, as in "s.split(c)" and "new T[] {s}"
	}
	src, dst, a, b := w.o, w.t, e, value
	if !w.after {
		src, dst, a, b = w.t, w.o, value, e
	}
	_, ok := mapping.Align(src, dst, a, b, mapping.Options{})
	return ok
}

// renamedCall reports whether two calls differ by their names alone, and those have a word in common.
func (w view) renamedCall(value, e java.NodeID) bool {
	f, g := w.t.File, w.o.File
	value = plainValue(f, value)
	if f.Kind(value) != java.MethodInvocation || g.Kind(e) != java.MethodInvocation {
		return false
	}
	r, q := f.Child(value, java.FieldObject), g.Child(e, java.FieldObject)
	return (r < 0) == (q < 0) && (r < 0 || w.same(r, q, maxChain)) &&
		w.t.Hash(f.Child(value, java.FieldArguments)) == w.o.Hash(g.Child(e, java.FieldArguments)) &&
		mapping.ShareWord(f.Text(f.Child(value, java.FieldName)), g.Text(g.Child(e, java.FieldName)))
}

// wraps reports whether value creates an object of literal e alone: "new Handler(null)" of null.
func (w view) wraps(value, e java.NodeID) bool {
	f := w.t.File
	value = plainValue(f, value)
	args := f.Child(value, java.FieldArguments)
	return f.Kind(value) == java.ObjectCreationExpression && countChildren(f, args) == 1 && w.t.Hash(f.Unparen(f.FirstChild(args))) == w.o.Hash(e)
}

func namesVariable(k java.Kind) bool { return k == java.Identifier || k == java.FieldAccess }

// holds reports whether e stands somewhere in value, or in the value of a local in it, of at most depth locals one in the other. What a call
// on that local gives is another value, whatever the local was made of.
func (w view) holds(value, e java.NodeID, depth int) bool {
	return w.holdsIn(value, e, depth, map[int]int{})
}

// holdsIn is holds; tried are the locals whose values do not hold e, with the depth to which that is known.
func (w view) holdsIn(value, e java.NodeID, depth int, tried map[int]int) bool {
	f, g := w.t.File, w.o.File
	for n := value; n < f.Nodes[value].Next; n++ {
		if f.Nodes[n].Kind == g.Kind(e) && w.same(n, e, maxChain) {
			return true
		}
		if i := w.local(n); i >= 0 && depth > tried[i] && w.after && !(f.Kind(f.Parent(n)) == java.MethodInvocation && f.Nodes[n].Field == java.FieldObject) {
			tried[i] = depth
			if inner := w.value(i); inner >= 0 && w.holdsIn(inner, e, depth-1, tried) {
				return true
			}
		}
	}
	return false
}

// position says where an ingredient stands in a value.
type position uint8

const (
	itself     position = iota
	ofCreation          // in an argument of what the value creates
	ofCall              // in an argument of what the value calls
)

// ingredient reports whether value is made from variable e by one step: "f(e, 1)", "e.f()", "e == null ? d : e", "new T(e.f())".
// What stands deeper, in an argument of an argument, is there for other reasons; and what "f(e.g())" gives is made of a part of e.
func (w view) ingredient(value, e java.NodeID, at position) bool {
	f := w.t.File
	value = plainValue(f, value)
	switch f.Kind(value) {
	case java.Identifier, java.FieldAccess:
		return namesVariable(w.o.File.Kind(e)) && w.same(value, e, 0)
	case java.MethodInvocation, java.ObjectCreationExpression:
		if at == ofCall {
			return false
		}
		if r := f.Child(value, java.FieldObject); r >= 0 && w.ingredient(r, e, at) {
			return true
		}
		if at != itself {
			return false
		}
		at = ofCreation
		if f.Kind(value) == java.MethodInvocation {
			at = ofCall
		}
		args := f.Child(value, java.FieldArguments)
		for c := f.FirstChild(args); c >= 0; c = f.NextSibling(c) {
			if w.ingredient(c, e, at) {
				return true
			}
		}
	case java.BinaryExpression, java.TernaryExpression, java.UnaryExpression, java.InstanceofExpression:
		for c := f.FirstChild(value); c >= 0; c = f.NextSibling(c) {
			if w.ingredient(c, e, at) {
				return true
			}
		}
	}
	return false
}

// replacesExactly reports whether local i stands where its initial value stood, or the value where the local stood.
func (w view) replacesExactly(i int) bool {
	init := w.t.Vars[i].Init
	return init >= 0 && w.t.File.Nodes[init].Next-init >= 3 && slices.Contains(w.exactly(i), w.t.Hash(init))
}

// differentLists reports whether r stands for two argument lists that differ in length.
func differentLists(r mapping.Replacement) bool {
	return r.Kind == mapping.InvocationArguments || r.Kind == mapping.CreationArguments
}

// valueTakenOver reports whether statement s of t, whose value variable x of o now holds, has a counterpart that uses
// x where s had its value: "return f();" and "T x = f(); return x;".
func valueTakenOver(t *mapping.Tree, s mapping.StmtID, o *mapping.Tree, x *mapping.Var) bool {
	st := &t.Stmts[s]
	f := t.File
	for n := range o.Named(x.Name, x.ScopeStart, x.ScopeEnd) {
		if n == x.NameNode {
			continue
		}
		p := o.File.Parent(n)
		switch st.Kind {
		case mapping.Return:
			if o.File.Kind(p) == java.ReturnStatement {
				return true
			}
		case mapping.Expression:
			c := f.FirstChild(st.Node)
			if f.Kind(c) == java.AssignmentExpression && o.File.Kind(p) == java.AssignmentExpression && o.File.Nodes[n].Field == java.FieldRight {
				return t.Hash(f.Child(c, java.FieldLeft)) == o.Hash(o.File.Child(p, java.FieldLeft))
			}
		case mapping.Header, mapping.LambdaBody:
			return true
		}
	}
	return false
}
