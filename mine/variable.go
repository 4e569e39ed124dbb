package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file says which variables the matched statements of two methods speak of, and collects what became of each
// (§4.3).

// unit is two bodies that were mapped: of a method pair, a move, a method and what was extracted from it, or a method
// that was inlined and where it went.
type unit struct {
	before, after *Method
	m             *mapping.Mapping
	pair          *MethodPair // nil for extractions and inlinings
	// host is the pair out of which, or into which, the other method went; nil elsewhere. out tells extractions.
	host *MethodPair
	out  bool
	// calls are the calls of an extracted method in host.After.
	calls []java.NodeID
}

// units calls yield for all mapped bodies.
func (d *Diff) units(yield func(unit) bool) {
	for _, p := range d.Pairs {
		for _, list := range [][]*MethodPair{p.Methods, p.Initializers} {
			for _, q := range list {
				d.checkpoint()
				if q.Mapping != nil && !yield(unit{before: q.Before, after: q.After, m: q.Mapping, pair: q}) {
					return
				}
			}
		}
	}
	for _, q := range d.Moves {
		d.checkpoint()
		if q.Mapping != nil && !yield(unit{before: q.Before, after: q.After, m: q.Mapping, pair: q}) {
			return
		}
	}
	for _, e := range d.Extractions {
		d.checkpoint()
		if !yield(unit{before: e.Source.Before, after: e.Extracted, m: e.Mapping, host: e.Source, out: true, calls: e.Calls}) {
			return
		}
	}
	for _, e := range d.Inlinings {
		d.checkpoint()
		if !yield(unit{before: e.Inlined, after: e.Target.After, m: e.Mapping, host: e.Target}) {
			return
		}
	}
}

type refKind uint8

const (
	noRef refKind = iota
	localRef
	paramRef
	attributeRef
)

// ref is a variable of one side: a local by its index in the tree, a parameter by its index, an attribute by pointer.
type ref struct {
	kind  refKind
	index int
	attr  *Attribute
}

// refOf returns the variable that r names in method m, whose tree is t.
func refOf(m *Method, t *mapping.Tree, r mapping.Ref) ref {
	if r.Tree == nil || r.Node < 0 || r.Tree.Base() != t.Base() {
		return ref{}
	}
	f := t.File
	switch f.Kind(r.Node) {
	case java.FieldAccess:
		if f.Kind(f.Child(r.Node, java.FieldObject)) == java.This {
			return attributeNamed(m.Class, f.Text(f.Child(r.Node, java.FieldField)))
		}
	case java.Identifier:
		if i := t.VarOf(r.Node); i >= 0 {
			return ref{kind: localRef, index: i}
		}
		name := f.Text(r.Node)
		for i := range m.Params {
			if m.Params[i].Name == name {
				return ref{kind: paramRef, index: i}
			}
		}
		return attributeNamed(m.Class, name)
	}
	return ref{}
}

// attributeNamed returns the attribute of c, of an outer class, or of a known supertype, by that name.
func attributeNamed(c *Class, name string) ref {
	for o := c; o != nil; o = o.Outer {
		if a := o.attribute(name); a != nil {
			return ref{kind: attributeRef, attr: a}
		}
	}
	for s := range c.supers {
		if a := s.attribute(name); a != nil {
			return ref{kind: attributeRef, attr: a}
		}
	}
	return ref{}
}

// attribute returns the attribute of c by that name, the first of several, nil where there is none.
func (c *Class) attribute(name string) *Attribute {
	if c.memo.attributes == nil {
		c.memo.attributes = make(map[string]*Attribute, len(c.Attributes))
		for _, a := range slices.Backward(c.Attributes) {
			c.memo.attributes[a.Name] = a
		}
	}
	return c.memo.attributes[name]
}

// change is one variable before as another after, in Count places.
type change struct{ before, after ref }

// variables is what the mapping of a unit says about its variables.
type variables struct {
	unit
	changes  map[change]int
	order    []change
	from, to map[ref][]change // those of order by the variable before, and by the one after
	// declared pairs locals by their matched declarations; index by the local before and after, -1 for none.
	ofBefore, ofAfter []int
	// byExpression are replacements of a variable by something else, and back.
	inlined, extracted []mapping.Replacement
	// with are, of a name that was asked for, the locals before without a partner by the local after that they are used together with.
	with map[string]map[int][]int
	// abstracted are pairs of a statement with the declaration that now holds its value, or back.
	abstracted []*mapping.Pair
}

// variablesOf analyses a unit, once.
func (d *Diff) variablesOf(u unit) *variables {
	if v, ok := d.vars[u.m]; ok {
		return v
	}
	if d.vars == nil {
		d.vars = map[*mapping.Mapping]*variables{}
	}
	v := &variables{unit: u, changes: map[change]int{}, from: map[ref][]change{}, to: map[ref][]change{}, with: map[string]map[int][]int{}}
	v.ofBefore, v.ofAfter = none(len(u.m.Src.Vars)), none(len(u.m.Dst.Vars))
	for i := range u.m.Pairs {
		p := &u.m.Pairs[i]
		if !v.own(p) {
			continue
		}
		v.pairDeclarations(p)
		if p.Abstracted {
			v.abstracted = append(v.abstracted, p)
		}
		for _, r := range p.Replacements {
			v.add(r)
			v.addReplacedArgument(p, r)
		}
		v.addBound(p)
	}
	v.pairSameNames()
	v.pairByUse()
	v.addSameNames()
	d.vars[u.m] = v
	return v
}

func none(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// own reports whether p stands in the methods themselves and not in methods of anonymous classes in them, which are
// pairs of their own.
func (v *variables) own(p *mapping.Pair) bool {
	return ownBody(v.m.Src, v.m.Src.Stmts[p.Src].Body) && ownBody(v.m.Dst, v.m.Dst.Stmts[p.Dst].Body)
}

func ownBody(t *mapping.Tree, body int32) bool {
	for body != 0 {
		b := &t.Bodies[body]
		if b.Kind == mapping.AnonymousMethod {
			return false
		}
		body = t.Stmts[b.Owner].Body
	}
	return true
}

// pairDeclarations pairs the variables that two matched statements declare: by name, then by kind and order.
func (v *variables) pairDeclarations(p *mapping.Pair) {
	src, dst := slices.Collect(v.m.Src.DeclaredIn(p.Src)), slices.Collect(v.m.Dst.DeclaredIn(p.Dst))
	if len(src) == 0 || len(dst) == 0 {
		return
	}
	if p.Abstracted {
		return
	}
	b, a := v.m.Src.Vars, v.m.Dst.Vars
	for _, i := range src {
		for _, j := range dst {
			if v.ofBefore[i] < 0 && v.ofAfter[j] < 0 && b[i].Name == a[j].Name && b[i].Kind == a[j].Kind {
				v.ofBefore[i], v.ofAfter[j] = j, i
			}
		}
	}
	if len(src) != len(dst) {
		return
	}
	for k, i := range src {
		if j := dst[k]; v.ofBefore[i] < 0 && v.ofAfter[j] < 0 && b[i].Kind == a[j].Kind {
			v.ofBefore[i], v.ofAfter[j] = j, i
			v.count(change{ref{kind: localRef, index: i}, ref{kind: localRef, index: j}})
		}
	}
}

func (v *variables) add(r mapping.Replacement) {
	switch r.Kind {
	case mapping.Variable:
		b, a := refOf(v.before, v.m.Src, r.Src), refOf(v.after, v.m.Dst, r.Dst)
		if b.kind != noRef && a.kind != noRef {
			v.count(change{b, a})
		}
	case mapping.VariableByExpression:
		v.inlined = append(v.inlined, r)
	case mapping.ExpressionByVariable:
		v.extracted = append(v.extracted, r)
	case mapping.Literal, mapping.Invocation, mapping.Other, mapping.Wrapped:
	}
}

// addReplacedArgument counts a local that the argument bound to a parameter stands for: "if (!s)" and, of the call f(x.t()), "if (!t)".
// The replacement names the argument; the variable in the local's place is the parameter.
func (v *variables) addReplacedArgument(p *mapping.Pair, r mapping.Replacement) {
	t := v.m.Dst
	if !v.out || !t.IsBound() || r.Dst.Tree == nil || r.Dst.Tree.Base() == t.Base() {
		return
	}
	b := refOf(v.before, v.m.Src, r.Src)
	if b.kind != localRef {
		return
	}
	from, to := headerNodes(t, p.Dst)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind != java.Identifier {
			continue
		}
		if arg, ok := t.Bound(n); !ok || arg != r.Dst {
			continue
		}
		if a := refOf(v.after, t, mapping.Ref{Tree: t, Node: n}); a.kind == paramRef {
			v.count(change{b, a})
			return
		}
	}
}

// addBound counts the variables whose names a parameter took over: the argument of the call on the one side, the
// parameter on the other. The binding made the two equal, so that no replacement shows them.
func (v *variables) addBound(p *mapping.Pair) {
	t, m, s, other := v.m.Dst, v.after, p.Dst, v.m.Src
	if !v.out {
		t, m, s, other = v.m.Src, v.before, p.Src, v.m.Dst
	}
	if v.host == nil || !t.IsBound() {
		return
	}
	from, to := headerNodes(t, s)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind != java.Identifier {
			continue
		}
		arg, ok := t.Bound(n)
		if !ok {
			continue
		}
		param := refOf(m, t, mapping.Ref{Tree: t, Node: n})
		if param.kind != paramRef {
			continue
		}
		name := arg.Text()
		if arg.Kind() != java.Identifier {
			// The argument is an expression: a local of the parameter's name held it.
			name = m.Params[param.index].Name
		}
		host, o := v.before, p.Src
		if !v.out {
			host, o = v.after, p.Dst
		}
		q, end := headerNodes(other, o)
		for q := range other.Named(name, q, end) {
			x := refOf(host, other, mapping.Ref{Tree: other, Node: q})
			if x.kind != localRef && x.kind != paramRef {
				continue
			}
			if v.out {
				v.count(change{x, param})
			} else {
				v.count(change{param, x})
			}
			break
		}
	}
}

func (v *variables) count(c change) {
	if v.changes[c] == 0 {
		v.order = append(v.order, c)
		v.from[c.before], v.to[c.after] = append(v.from[c.before], c), append(v.to[c.after], c)
	}
	v.changes[c]++
}
