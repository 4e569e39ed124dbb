package concretize

import (
	"refract/java"
	"refract/program"
)

// This file puts the bodies of callees in the place of their calls: what package inline does to vectors, done to
// forms.
//
//	callee is "return e;"        the call becomes e, wherever it stands
//	callee ends in its return    its statements go before the statement of the call, the call becomes the value
//	call is a whole statement    the statements take its place
//	"return call;"               the statements take its place, their returns stay
//	callee has other returns     only on request: its statements go before, the call becomes "the result of callee"
//
// A parameter becomes a hole that holds its argument, or, if the callee assigns to it, a local. A callee with other
// returns, and a call where no statement can go before it (in the head of a loop, in a lambda), are left as they are
// and noted.

type inliner struct {
	f      *form
	p      *program.Program
	forms  func(program.MethodID) *form // of a callee; nil for none
	callee func(program.MethodID) bool  // whether to inline it
	alias  map[int32]int32              // locals of the form that only take a callee's result → that local
	// returns says that callees with several returns are put before their calls: for rules where both sides are inlined.
	returns bool
}

// maxSubstituted bounds the nodes of a form with its callees, counted as often as they stand in it. A call whose value holds its receiver stands
// beside that value with its receiver once more, so that a chain of forty such calls would be 2^40 nodes.
const maxSubstituted = 1 << 16

// substitute inlines into f, which it changes, every call of a method that callee accepts. One level deep. It reports false where that makes
// more than maxSubstituted nodes: f is of no use then.
func substitute(f *form, p *program.Program, forms func(program.MethodID) *form, callee func(program.MethodID) bool, returns bool) bool {
	x := &inliner{f: f, p: p, forms: forms, callee: callee, alias: map[int32]int32{}, returns: returns}
	before := len(f.nodes)
	f.root = x.list(f.root)
	if most := before + maxSubstituted; f.sizeOf(f.root, most) > most {
		return false
	}
	if len(x.alias) > 0 {
		f.root = f.rewrite(f.root, func(id fid) (fid, bool) {
			n := f.nodes[id]
			to, ok := x.alias[n.ref]
			if n.sym != symLocal || !ok {
				return id, false
			}
			n.ref = to
			return f.add(n), true
		})
	}
	return true
}

func (x *inliner) list(id fid) fid {
	var kids []fid
	for _, s := range x.f.nodes[id].kids {
		kids = x.statement(kids, s)
	}
	return x.f.with(id, kids)
}

// statement appends s with its calls inlined to dst.
func (x *inliner) statement(dst []fid, s fid) []fid {
	f := x.f
	if call, form := x.wholeCall(s); form != nil {
		return append(dst, x.splice(call, form)...)
	}
	var before []fid
	s = x.head(s, &before, hoistable(f.nodes[s].kind))
	dst = append(dst, before...)
	if x.onlyTakesResult(s) {
		f.glue = append(f.glue, s)
		return dst
	}
	return append(dst, s)
}

// wholeCall returns the call and the callee's form where s is "call;" or "return call;" and can be replaced.
func (x *inliner) wholeCall(s fid) (fid, *form) {
	n := x.f.node(s)
	if len(n.kids) != 1 || n.kind != java.ExpressionStatement && n.kind != java.ReturnStatement {
		return noFid, nil
	}
	callee := x.calleeOf(n.kids[0])
	if callee == nil {
		return noFid, nil
	}
	if _, one := callee.expression(); one {
		return noFid, nil // in place of the call
	}
	if n.kind == java.ExpressionStatement && callee.returns() > 0 && !callee.endsInOnlyReturn() {
		return noFid, nil
	}
	return n.kids[0], callee
}

// calleeOf returns the form of the method that call calls where it is to be inlined, else nil.
func (x *inliner) calleeOf(call fid) *form {
	n := x.f.node(call)
	if n.kind != java.MethodInvocation || n.sym != symMethod || !x.callee(program.MethodID(n.ref)) {
		return nil
	}
	return x.forms(program.MethodID(n.ref))
}

// head rebuilds what s has beside its parts, and its parts as lists of their own.
func (x *inliner) head(s fid, before *[]fid, hoist bool) fid {
	f := x.f
	kids := append([]fid(nil), f.nodes[s].kids...)
	for i, k := range kids {
		if f.isPart(k) || f.compound(k) {
			kids[i] = x.inPart(k)
		} else {
			kids[i] = x.expr(k, before, hoist)
		}
	}
	return f.with(s, kids)
}

// inPart inlines in a list, a clause or a group.
func (x *inliner) inPart(id fid) fid {
	if x.f.isList(id) {
		return x.list(id)
	}
	var none []fid
	return x.head(id, &none, false)
}

// hoistable reports whether what a statement of kind k evaluates in its head is evaluated once and first, so that
// statements may be put before it.
func hoistable(k java.Kind) bool {
	switch k {
	case java.WhileStatement, java.DoStatement, java.ForStatement, java.TryWithResourcesStatement:
		return false
	}
	return true
}

func (x *inliner) expr(id fid, before *[]fid, hoist bool) fid {
	f := x.f
	n := f.nodes[id]
	if n.kind == java.LambdaExpression || n.kind == java.ClassBody {
		hoist = false
	}
	kids := append([]fid(nil), n.kids...)
	for i, k := range kids {
		// What stands to the right of && || ? may not be evaluated at all.
		sure := hoist && !(i > 0 && (n.kind == java.TernaryExpression || n.op == java.AndAnd || n.op == java.OrOr))
		if f.isList(k) {
			kids[i] = x.list(k)
		} else {
			kids[i] = x.expr(k, before, sure)
		}
	}
	if len(kids) > 0 {
		id = f.with(id, kids)
	}
	callee := x.calleeOf(id)
	if callee == nil {
		return id
	}
	if value, ok := callee.expression(); ok {
		c := x.copyIn(id, callee, true)
		return c.wrap(c.tree(value))
	}
	if hoist && x.returns && callee.returns() > 1 {
		c := x.copyIn(id, callee, false)
		*before = append(append(*before, c.params...), x.all(c)...)
		return f.add(fnode{kind: java.Identifier, role: n.role, sym: symAPI, text: "the result of " + n.text, at: n.at})
	}
	if !hoist || !callee.endsInOnlyReturn() {
		f.failed = append(f.failed, x.p.MethodName(x.p.Method(program.MethodID(n.ref)))+" returns from more than one place, or is called where no statement can stand")
		return id
	}
	c := x.copyIn(id, callee, false)
	list := callee.nodes[callee.root].kids
	*before = append(*before, c.params...)
	for _, s := range list[:len(list)-1] {
		*before = append(*before, c.tree(s))
	}
	return c.wrap(c.tree(callee.nodes[list[len(list)-1]].kids[0]))
}

// splice returns the statements of the callee for the statement call.
func (x *inliner) splice(call fid, callee *form) []fid {
	c := x.copyIn(call, callee, false)
	return append(append([]fid(nil), c.params...), x.all(c)...)
}

// all returns copies of all statements of the callee, a last "return;" aside.
func (x *inliner) all(c *copier) []fid {
	var out []fid
	for _, s := range c.from.nodes[c.from.root].kids {
		if n := c.from.node(s); n.kind == java.ReturnStatement && len(n.kids) == 0 {
			continue
		}
		out = append(out, c.tree(s))
	}
	return out
}

// onlyTakesResult reports whether s is "T x = v;" with v a local of an inlined callee, and makes x another name of v.
func (x *inliner) onlyTakesResult(s fid) bool {
	f := x.f
	if f.nodes[s].kind != java.LocalVariableDeclaration {
		return false
	}
	v := f.child(s, java.FieldValue)
	if v == noFid || f.nodes[v].sym != symInlined {
		return false
	}
	value := f.node(f.nodes[v].kids[0])
	name := f.node(f.child(s, java.FieldName))
	if value.sym != symLocal || name.sym != symLocal || f.locals[value.ref].body == 0 {
		return false
	}
	x.alias[name.ref] = value.ref
	return true
}

// copier copies a callee's nodes into the form for one call.
type copier struct {
	x      *inliner
	from   *form
	call   fid
	index  int32 // in form.calls
	body   int16
	local  int32   // what is added to the number of a local
	hole   []int32 // of each parameter, -1 where it became a local
	this   fid     // the receiver, noFid for this
	params []fid   // declarations of parameters that became locals
}

func (x *inliner) copyIn(call fid, callee *form, whole bool) *copier {
	f := x.f
	n := f.nodes[call]
	c := &copier{x: x, from: callee, call: call, body: int16(len(f.bodies)), local: int32(len(f.locals)), this: noFid, index: int32(len(f.calls))}
	m := program.MethodID(n.ref)
	f.bodies = append(f.bodies, callee.bodies[0])
	f.calls = append(f.calls, inlinedCall{callee: m, body: c.body, call: n.at, whole: whole})
	var args []fid
	for _, k := range n.kids {
		switch nd := f.node(k); {
		case nd.role == java.FieldArguments:
			args = append(args, k)
		case nd.role == java.FieldObject && nd.kind != java.Super && nd.kind != java.ObjectCreationExpression:
			// The fields of an object made for this call alone are told from locals by nothing but their name.
			c.this = k
		}
	}
	for _, l := range callee.locals {
		l.body = c.body
		l.param = false
		f.locals = append(f.locals, l)
	}
	c.bindParams(args)
	return c
}

func (c *copier) bindParams(args []fid) {
	f := c.x.f
	writes := c.from.writes()
	for i := range c.from.locals {
		if !c.from.locals[i].param {
			break
		}
		l := c.from.locals[i]
		if i >= len(args) || writes[i] > 1 {
			c.hole = append(c.hole, -1)
			if i < len(args) {
				c.params = append(c.params, c.parameterLocal(int32(i), l, args[i]))
			}
			continue
		}
		c.hole = append(c.hole, int32(len(f.holes)))
		f.holes = append(f.holes, hole{callee: c.from.bodies[0].method, name: l.name, typ: l.typ, arg: args[i]})
	}
}

// parameterLocal declares the local that takes an argument the callee assigns to: glue, as far as statements go.
func (c *copier) parameterLocal(i int32, l formLocal, arg fid) fid {
	f := c.x.f
	at := place{0, f.nodes[c.call].at.node}
	typ := f.add(fnode{kind: java.TypeIdentifier, role: java.FieldType, sym: symType, ref: -1, text: l.typ, at: at})
	name := f.add(fnode{kind: java.Identifier, role: java.FieldName, sym: symLocal, ref: c.local + i, text: l.name, at: at})
	return f.add(fnode{kind: java.LocalVariableDeclaration, kids: []fid{typ, name, f.as(arg, java.FieldValue)}, at: at})
}

// tree copies the callee's tree id.
func (c *copier) tree(id fid) fid {
	f := c.x.f
	n := c.from.nodes[id]
	n.at.body = c.body
	kids := make([]fid, 0, len(n.kids)+1)
	switch {
	case n.sym == symLocal && int(n.ref) < len(c.hole) && c.hole[n.ref] >= 0:
		n.sym, n.ref = symHole, c.hole[n.ref]
	case n.sym == symLocal:
		n.ref += c.local
	case c.this == noFid:
	case n.kind == java.This:
		return f.as(c.this, n.role)
	case n.kind == java.Identifier && n.sym == symField && !c.x.p.Field(program.FieldID(n.ref)).Static:
		n.kind = java.FieldAccess
		kids = append(kids, c.this)
	case n.kind == java.MethodInvocation && n.sym == symMethod && !c.x.p.Method(program.MethodID(n.ref)).Static &&
		(len(n.kids) == 0 || c.from.nodes[n.kids[0]].role != java.FieldObject):
		kids = append(kids, c.this)
	}
	for _, k := range n.kids {
		kids = append(kids, c.tree(k))
	}
	n.kids = kids
	return f.add(n)
}

// wrap marks value as the value of the call.
func (c *copier) wrap(value fid) fid {
	f := c.x.f
	n := f.nodes[c.call]
	return f.add(fnode{kind: f.nodes[value].kind, role: n.role, sym: symInlined, ref: c.index, kids: []fid{value, c.call}, at: n.at})
}
