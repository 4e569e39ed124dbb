package concretize

import (
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about delegation: Hide Delegate, Remove Middle Man.

var _ = register(&structuralCheck{
	name:     "delegate-hidden-by-server",
	source:   "Fowler 1999, p. 157",
	doc:      "the method reaches through a getter of another object for what that object, in the sample, offers itself",
	query:    reachesThroughGetter,
	hopeless: hidesOtherDelegate,
	site:     delegateHiddenByServer,
})

// reachesThroughGetter refuses methods that nowhere call a method on what a getter of another object gives.
func reachesThroughGetter(j *Judge, row int) finding.Verdict {
	if len(recall(&j.q.watch, j.asked, 1, row, j.askedThroughGetter)) > 0 {
		return ok
	}
	return refuse("the method does not call through another object")
}

// askedThroughGetter returns the methods that a query calls on what a getter of another object gives.
func (j *Judge) askedThroughGetter(row int) map[program.MethodID]bool {
	asked := map[program.MethodID]bool{}
	m := j.q.Rows.Row(row).Method
	c, sites := j.q.code(m), j.q.Rows.Sites(m)
	for _, s := range sites {
		inner := c.f.Unparen(c.f.Child(s.Node, java.FieldObject))
		if c.f.Kind(inner) != java.MethodInvocation {
			continue
		}
		// The call sites are the calls of methods of the program: no name need be resolved again.
		i := slices.IndexFunc(sites, func(o inline.Site) bool { return o.Node == inner })
		if i < 0 {
			continue
		}
		if _, v := c.server(inner, sites[i].Callee); !v.Refused {
			asked[s.Callee] = true
		}
	}
	return asked
}

// hidesOtherDelegate refuses samples of which no called method delegates to what the query asks for through a getter.
func hidesOtherDelegate(j *Judge, q, c int) finding.Verdict {
	if j.q.Program != j.c.Program {
		return ok // methods of two programs are compared by more than their numbers
	}
	asked := recall(&j.q.watch, j.asked, 1, q, j.askedThroughGetter)
	for _, m := range j.c.Rows.Inlined(c) {
		if d := delegateOf(j.c.Program, m); d.method >= 0 && asked[d.method] {
			return ok
		}
	}
	return refuse("the sample's delegating method asks the delegate for something else")
}

// throughGetter returns the class of the getter through which the call at n reaches its object: its server.
func (c *code) throughGetter(n java.NodeID) (server program.TypeID, v finding.Verdict) {
	inner := c.f.Unparen(c.f.Child(n, java.FieldObject))
	if c.f.Kind(n) != java.MethodInvocation || c.f.Kind(inner) != java.MethodInvocation {
		return program.NoType, refuse("the method does not call through another object")
	}
	u := c.use(inner)
	if u.Kind != program.UseCallOwn || c.use(n).Kind != program.UseCallOwn {
		return program.NoType, refuse("the delegate is not one of the program's objects")
	}
	return c.server(inner, program.MethodID(u.Ref))
}

// server returns the class of getter g that the call at inner calls.
func (c *code) server(inner java.NodeID, g program.MethodID) (server program.TypeID, v finding.Verdict) {
	if getterOf(c.p, g) < 0 {
		return program.NoType, refuse("the object is not reached by a getter")
	}
	if r := c.f.Child(inner, java.FieldObject); r < 0 || c.f.Kind(r) == java.This {
		return program.NoType, refuse("the server is this object itself")
	}
	if server = c.p.Method(g).Owner; server == c.p.Method(c.method).Owner {
		return program.NoType, refuse("the method belongs to the server's class")
	}
	return server, ok
}

func delegateHiddenByServer(x *siteCase) finding.Verdict {
	cn := x.al.c.node(x.s.c)
	n := x.qNode()
	if cn.sym != symInlined || n < 0 {
		return refuse("the sample calls no delegating method")
	}
	c := x.q
	p := x.al.qp
	server, v := c.throughGetter(n)
	if v.Refused {
		return v
	}
	callee := x.al.c.calls[cn.ref].callee
	if x.al.cp.QualifiedName(x.al.cp.Type(x.al.cp.Method(callee).Owner)) != p.QualifiedName(p.Type(server)) {
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
	f := p.File(mm.File)
	s := onlyStatement(f, mm.Body)
	if k := f.Kind(s); k != java.ReturnStatement && k != java.ExpressionStatement {
		return none
	}
	call := f.Unparen(f.FirstChild(s))
	if f.Kind(call) != java.MethodInvocation {
		return none
	}
	field := delegatee(p, f, mm.Owner, f.Unparen(f.Child(call, java.FieldObject)))
	params := p.MethodDecl(m).Params
	if field < 0 || !passesOn(f, f.Child(call, java.FieldArguments), params) {
		return none
	}
	t := p.Field(field).Type.Type()
	if t < 0 {
		return none
	}
	target := program.NoMethod
	for depth := 0; t >= 0 && target < 0 && depth < 100; depth++ {
		for _, c := range p.MethodsByName(t, f.Text(f.Child(call, java.FieldName))) {
			if len(p.Params(p.Method(c))) == len(params) {
				target = c
			}
		}
		t = p.Type(t).Super
	}
	return delegation{field, target}
}

// delegatee returns the field of t that object, an expression in f, reads, by its name or by its getter; NoField where it is anything else.
func delegatee(p *program.Program, f *java.File, t program.TypeID, object java.NodeID) program.FieldID {
	field := program.NoField
	switch f.Kind(object) {
	case java.Identifier:
		return fieldOfType(p, t, f.Text(object))
	case java.FieldAccess:
		if f.Kind(f.FirstChild(object)) == java.This {
			return fieldOfType(p, t, f.Text(f.LastChild(object)))
		}
	case java.MethodInvocation:
		if f.Child(object, java.FieldObject) >= 0 || f.FirstChild(f.Child(object, java.FieldArguments)) >= 0 {
			return field
		}
		for _, g := range p.MethodsByName(t, f.Text(f.Child(object, java.FieldName))) {
			if id := getterOf(p, g); id >= 0 {
				field = id
			}
		}
	}
	return field
}

// passesOn reports whether arguments are the parameters, in their order.
func passesOn(f *java.File, arguments java.NodeID, params []java.Param) bool {
	i := 0
	for a := f.FirstChild(arguments); a >= 0; a = f.NextSibling(a) {
		if i >= len(params) || f.Text(a) != params[i].Name {
			return false
		}
		i++
	}
	return i == len(params)
}

// middleMan reports whether at least three methods of t, and half of those that are no accessors or constructors,
// delegate to one field.
func middleMan(p *program.Program, t program.TypeID) bool {
	all, by := 0, map[program.FieldID]int{}
	most := 0
	for _, m := range p.MethodsIn(t) {
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
	f := p.File(mm.File)
	s := onlyStatement(f, mm.Body)
	return len(p.Params(mm)) == 1 && f.Kind(s) == java.ExpressionStatement && f.Kind(f.FirstChild(s)) == java.AssignmentExpression
}

var _ = register(&structuralCheck{
	name:   "server-is-middle-man",
	source: "Fowler 1999, p. 160",
	doc:    "the method calls a method of a class that does little but delegate, where the sample calls the delegate",
	query:  callsMiddleMan,
	site:   serverIsMiddleMan,
})

// callsMiddleMan refuses methods of whose inlined methods none is a delegating one of a middle man.
func callsMiddleMan(j *Judge, row int) finding.Verdict {
	v := refuse("the method calls no delegating method")
	for _, n := range j.q.Rows.Inlined(row) {
		if v = delegating(j.q.Program, j.q.Rows.Row(row).Method, n); !v.Refused {
			break
		}
	}
	return v
}

// delegating refuses methods n that method from could not do without by asking the delegate itself.
func delegating(p *program.Program, from, n program.MethodID) finding.Verdict {
	if delegateOf(p, n).method < 0 {
		return refuse("what the method calls does more than to delegate")
	}
	server := p.Method(n).Owner
	switch {
	case server == p.Method(from).Owner:
		return refuse("the method belongs to the server's class")
	case len(p.Overrides(n)) > 0:
		return refuse("the delegating method fulfils a contract")
	case !middleMan(p, server):
		return refuse("the server does more than to delegate")
	}
	return ok
}

func serverIsMiddleMan(x *siteCase) finding.Verdict {
	qn := x.al.q.node(x.s.q)
	if qn.sym != symInlined {
		return refuse("the method calls no delegating method")
	}
	p := x.al.qp
	n := x.al.q.calls[qn.ref].callee
	if v := delegating(p, x.qMethod, n); v.Refused {
		return v
	}
	cn := x.al.c.node(x.s.c)
	if cn.sym != symMethod || !x.al.sameCallee(delegateOf(p, n).method, program.MethodID(cn.ref)) {
		return refuse("the sample asks the delegate for something else")
	}
	call := x.al.q.calls[qn.ref].call.node
	if r := x.q.f.Child(call, java.FieldObject); r < 0 || x.q.f.Kind(r) == java.This {
		return refuse("the server is this object itself")
	}
	return ok
}
