package concretize

import (
	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about objects: Replace Method with Method Object, Hide Delegate, Remove Middle
// Man, Replace Temp with Query.

var _ = register(&structuralCheck{
	name:   "method-object-in-sample",
	source: "Fowler 1999, p. 135; Milea et al. 2014, Table 3 row 6",
	doc:    "the sample makes an object of a class of its own and calls the one method that does the work, with the method's locals as fields",
	query:  manyLocals,
	sample: makesMethodObject,
	site:   localsAreFields,
})

func manyLocals(j *Judge, m program.MethodID) finding.Verdict {
	c := j.q.code(m)
	switch {
	case len(c.locals) < 3 || len(c.locals)-c.params < 2:
		return refuse("the method has too few locals")
	case countStatements(c.f, c.root) < 5:
		return refuse("the method has too few statements")
	}
	return ok
}

func makesMethodObject(j *Judge, row int) finding.Verdict {
	c := j.c.code(j.c.Rows.Row(row).Method)
	f := c.f
	if first := f.FirstChild(c.root); first < 0 || f.NextSibling(first) >= 0 && f.NextSibling(f.NextSibling(first)) >= 0 ||
		f.NextSibling(first) >= 0 && f.Kind(first) != java.LocalVariableDeclaration {
		return refuse("the sample does more than to make an object and call it")
	}
	for _, call := range c.calls {
		if call.Kind != program.UseCallOwn || !hasMethod(j.c.Rows.Inlined(row), call.Target) {
			continue
		}
		made := f.Unparen(call.Receiver)
		if l := c.localAt(made); made >= 0 && l >= 0 {
			made = f.Unparen(f.Child(f.Parent(c.locals[l].Decl), java.FieldValue))
		}
		if f.Kind(made) != java.ObjectCreationExpression {
			continue
		}
		if u := c.use(made); u.Kind != program.UseNewOwn || u.Ref < 0 || !onlyAssigns(j.c.Program, program.MethodID(u.Ref)) {
			return refuse("the constructor of the sample's object does more than to take its arguments")
		}
		return ok
	}
	return refuse("the sample makes no object for the work")
}

func hasMethod(list []program.MethodID, m program.MethodID) bool {
	for _, x := range list {
		if x == m {
			return true
		}
	}
	return false
}

// onlyAssigns reports whether every statement of constructor m is an assignment.
func onlyAssigns(p *program.Program, m program.MethodID) bool {
	f := p.Files[p.Method(m).File]
	for s := f.FirstChild(p.Method(m).Body); s >= 0; s = f.NextSibling(s) {
		if f.Kind(s) == java.ExplicitConstructorInvocation {
			continue
		}
		if f.Kind(s) != java.ExpressionStatement || f.Kind(f.FirstChild(s)) != java.AssignmentExpression {
			return false
		}
	}
	return true
}

func localsAreFields(x *siteCase) finding.Verdict {
	locals := map[int32]bool{}
	written := false
	for _, s := range x.al.sites {
		n := x.al.q.node(s.q)
		if s.kind != localAsField || n.sym != symLocal {
			continue
		}
		locals[n.ref] = true
		at := x.al.c.node(s.c).at
		cf := x.al.c.bodies[at.body].file
		if p := cf.Parent(at.node); cf.Kind(p) == java.AssignmentExpression && cf.Nodes[at.node].Field == java.FieldLeft || cf.Kind(p) == java.UpdateExpression {
			written = true
		}
	}
	switch {
	case len(locals) < 2:
		return refuse("fewer than two locals are fields of the sample's object")
	case !written:
		return refuse("the sample's object never changes")
	}
	return ok
}

var _ = register(&structuralCheck{
	name:   "delegate-hidden-by-server",
	source: "Fowler 1999, p. 157",
	doc:    "the method reaches through a getter of another object for what that object, in the sample, offers itself",
	site:   delegateHiddenByServer,
})

func delegateHiddenByServer(x *siteCase) finding.Verdict {
	cn := x.al.c.node(x.s.c)
	n := x.qNode()
	if cn.sym != symInlined || n < 0 {
		return refuse("the sample calls no delegating method")
	}
	c := x.q
	inner := c.f.Unparen(c.f.Child(n, java.FieldObject))
	if c.f.Kind(n) != java.MethodInvocation || c.f.Kind(inner) != java.MethodInvocation {
		return refuse("the method does not call through another object")
	}
	p := x.al.qp
	u := c.use(inner)
	if u.Kind != program.UseCallOwn || c.use(n).Kind != program.UseCallOwn {
		return refuse("the delegate is not one of the program's objects")
	}
	g := program.MethodID(u.Ref)
	if getterOf(p, g) < 0 {
		return refuse("the object is not reached by a getter")
	}
	if r := c.f.Child(inner, java.FieldObject); r < 0 || c.f.Kind(r) == java.This {
		return refuse("the server is this object itself")
	}
	server := p.Method(g).Owner
	if server == p.Method(x.qMethod).Owner {
		return refuse("the method belongs to the server's class")
	}
	callee := x.al.c.calls[cn.ref].callee
	if x.al.cp.Type(x.al.cp.Method(callee).Owner).QualifiedName != p.Type(server).QualifiedName {
		return refuse("the sample's delegating method belongs to another class")
	}
	d := delegateOf(x.al.cp, callee)
	if d.method < 0 {
		return refuse("what the sample calls does more than to delegate")
	}
	if !x.al.sameCallee(program.MethodID(c.use(n).Ref), d.method) {
		return refuse("the sample's delegating method asks the delegate for something else")
	}
	if middleMan(p, server) {
		return refuse("the server is a middle man already")
	}
	return ok
}

// sameCallee reports whether a method of the query's program is one of the sample's.
func (al *alignment) sameCallee(q, c program.MethodID) bool {
	if al.qp == al.cp {
		return q == c
	}
	return methodKey(al.qp, q) == methodKey(al.cp, c)
}

// delegation is what a delegating method does: it calls method on what field holds, with its parameters in order.
type delegation struct {
	field  program.FieldID
	method program.MethodID
}

// delegateOf returns the delegation of m; NoMethod where m does anything else.
func delegateOf(p *program.Program, m program.MethodID) delegation {
	none := delegation{program.NoField, program.NoMethod}
	mm := p.Method(m)
	if mm.Static || mm.Body < 0 {
		return none
	}
	f := p.Files[mm.File]
	s := onlyStatement(f, mm.Body)
	if k := f.Kind(s); k != java.ReturnStatement && k != java.ExpressionStatement {
		return none
	}
	call := f.Unparen(f.FirstChild(s))
	if f.Kind(call) != java.MethodInvocation {
		return none
	}
	field := program.NoField
	switch object := f.Unparen(f.Child(call, java.FieldObject)); f.Kind(object) {
	case java.Identifier:
		field = fieldOfType(p, mm.Owner, f.Text(object))
	case java.FieldAccess:
		if f.Kind(f.FirstChild(object)) == java.This {
			field = fieldOfType(p, mm.Owner, f.Text(f.LastChild(object)))
		}
	case java.MethodInvocation:
		if f.Child(object, java.FieldObject) < 0 && f.FirstChild(f.Child(object, java.FieldArguments)) < 0 {
			for _, g := range p.MethodsByName(mm.Owner, f.Text(f.Child(object, java.FieldName))) {
				if id := getterOf(p, g); id >= 0 {
					field = id
				}
			}
		}
	}
	if field < 0 {
		return none
	}
	d := p.MethodDecl(m)
	i := 0
	for a := f.FirstChild(f.Child(call, java.FieldArguments)); a >= 0; a = f.NextSibling(a) {
		if i >= len(d.Params) || f.Text(a) != d.Params[i].Name {
			return none
		}
		i++
	}
	if i != len(d.Params) {
		return none
	}
	t := p.Field(field).Type.Type()
	if t < 0 {
		return none
	}
	target := program.NoMethod
	for depth := 0; t >= 0 && target < 0 && depth < 100; depth++ {
		for _, c := range p.MethodsByName(t, f.Text(f.Child(call, java.FieldName))) {
			if len(p.Method(c).Params) == i {
				target = c
			}
		}
		t = p.Type(t).Super
	}
	return delegation{field, target}
}

// middleMan reports whether at least three methods of t, and half of those that are no accessors or constructors,
// delegate to one field.
func middleMan(p *program.Program, t program.TypeID) bool {
	all, by := 0, map[program.FieldID]int{}
	most := 0
	for _, m := range p.Type(t).Methods {
		mm := p.Method(m)
		if mm.Kind != java.OrdinaryMethod || getterOf(p, m) >= 0 || setter(p, m) {
			continue
		}
		all++
		if d := delegateOf(p, m); d.method >= 0 {
			by[d.field]++
			most = max(most, by[d.field])
		}
	}
	return most >= 3 && 2*most >= all
}

// setter reports whether the body of m is one assignment of its only parameter.
func setter(p *program.Program, m program.MethodID) bool {
	mm := p.Method(m)
	f := p.Files[mm.File]
	s := onlyStatement(f, mm.Body)
	return len(mm.Params) == 1 && f.Kind(s) == java.ExpressionStatement && f.Kind(f.FirstChild(s)) == java.AssignmentExpression
}

var _ = register(&structuralCheck{
	name:   "server-is-middle-man",
	source: "Fowler 1999, p. 160",
	doc:    "the method calls a method of a class that does little but delegate, where the sample calls the delegate",
	site:   serverIsMiddleMan,
})

func serverIsMiddleMan(x *siteCase) finding.Verdict {
	qn := x.al.q.node(x.s.q)
	if qn.sym != symInlined {
		return refuse("the method calls no delegating method")
	}
	p := x.al.qp
	n := x.al.q.calls[qn.ref].callee
	d := delegateOf(p, n)
	if d.method < 0 {
		return refuse("what the method calls does more than to delegate")
	}
	cn := x.al.c.node(x.s.c)
	if cn.sym != symMethod || !x.al.sameCallee(d.method, program.MethodID(cn.ref)) {
		return refuse("the sample asks the delegate for something else")
	}
	server := p.Method(n).Owner
	switch {
	case server == p.Method(x.qMethod).Owner:
		return refuse("the method belongs to the server's class")
	case len(p.Overrides(n)) > 0:
		return refuse("the delegating method fulfils a contract")
	case !middleMan(p, server):
		return refuse("the server does more than to delegate")
	}
	call := x.al.q.calls[qn.ref].call.node
	if r := x.q.f.Child(call, java.FieldObject); r < 0 || x.q.f.Kind(r) == java.This {
		return refuse("the server is this object itself")
	}
	return ok
}

var _ = register(&structuralCheck{
	name:   "temp-is-query",
	source: "Fowler 1999, p. 120",
	doc:    "the temporary's value is made of fields alone, which nothing changes while the temporary lives, and the sample asks a method for it",
	site:   tempIsQuery,
})

func tempIsQuery(x *siteCase) finding.Verdict {
	l, decl, _ := x.qTemp()
	if l < 0 {
		return refuse("the temporary is not one of the method's own")
	}
	c := x.q
	init := c.f.Child(decl, java.FieldValue)
	switch {
	case init < 0 || len(c.writes(l)) > 0:
		return refuse("the temporary is assigned more than once")
	case c.captured(l):
		return refuse("the temporary is used in a lambda or an inner class")
	case c.operations(init) < 1:
		return refuse("the temporary is a mere name for a field")
	case c.sideEffect(init) >= 0:
		return refuse("the temporary's value has a side effect or is not known to have none")
	}
	if k := c.f.Unparen(init); c.f.Kind(k) == java.MethodInvocation && c.use(k).Kind == program.UseCallOwn && getterOf(c.p, program.MethodID(c.use(k).Ref)) >= 0 {
		return refuse("the temporary is a mere name for a field")
	}
	for i := init; i < c.f.Nodes[init].Next; i++ {
		if c.localAt(i) >= 0 {
			return refuse("the temporary's value depends on a parameter or another local")
		}
	}
	cn := x.al.c.node(x.s.c)
	if cn.sym != symInlined || len(x.al.c.node(cn.kids[1]).kids) > 0 {
		return refuse("the sample asks no method without arguments for the value")
	}
	return c.keptUntil(l, decl, init)
}

// keptUntil refuses temporaries whose value could change before their last read: a field that it is made of is
// assigned, or a method of this object that assigns one, or that nobody knows, is called.
func (c *code) keptUntil(l int32, decl, init java.NodeID) finding.Verdict {
	fields := map[int32]bool{}
	for i := init; i < c.f.Nodes[init].Next; i++ {
		if u := c.use(i); u.Kind == program.UseField {
			fields[u.Ref] = true
		}
	}
	reads := c.reads(l)
	if len(reads) == 0 {
		return refuse("the temporary is never read")
	}
	for i := c.f.Nodes[decl].Next; i < reads[len(reads)-1]; i++ {
		u := c.use(i)
		if u.Kind == program.UseField && fields[u.Ref] {
			if _, w := c.access(i); w {
				return refuse("a field that the value is made of is assigned before the last read")
			}
		}
		if u.Kind == program.UseCallOwn && c.f.Kind(i) == java.MethodInvocation && c.assignsOne(program.MethodID(u.Ref), fields) {
			return refuse("a called method assigns a field that the value is made of")
		}
	}
	return ok
}

// assignsOne reports whether the body of m mentions one of the fields by name on the left of an assignment.
func (c *code) assignsOne(m program.MethodID, fields map[int32]bool) bool {
	mm := c.p.Method(m)
	if mm.Body < 0 {
		return true
	}
	f := c.p.Files[mm.File]
	for n := mm.Body; n < f.Nodes[mm.Body].Next; n++ {
		k := f.Kind(n)
		if k != java.AssignmentExpression && k != java.UpdateExpression {
			continue
		}
		target := f.Text(f.FirstChild(n))
		for id := range fields {
			if name := c.p.Field(program.FieldID(id)).Name; target == name || target == "this."+name {
				return true
			}
		}
	}
	return false
}
