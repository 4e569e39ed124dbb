package concretize

import (
	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about values that become objects or methods: Replace Method with Method
// Object, Replace Temp with Query.

var _ = register(&structuralCheck{
	name:   "method-object-in-sample",
	source: "Fowler 1999, p. 135; Milea et al. 2014, Table 3 row 6",
	doc:    "the sample makes an object of a class of its own and calls the one method that does the work, with the method's locals as fields",
	query:  manyLocals,
	sample: makesMethodObject,
	site:   localsAreFields,
})

func manyLocals(j *Judge, row int) finding.Verdict {
	c := j.q.code(j.q.Rows.Row(row).Method)
	switch {
	case len(c.meaning().Locals) < 3 || len(c.meaning().Locals)-c.meaning().Params < 2:
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
	for _, call := range c.meaning().Calls {
		if call.Kind != program.UseCallOwn || !hasMethod(j.c.Rows.Inlined(row), call.Target) {
			continue
		}
		made := f.Unparen(call.Receiver)
		if l := c.localAt(made); made >= 0 && l >= 0 {
			made = f.Unparen(f.Child(f.Parent(c.meaning().Locals[l].Decl), java.FieldValue))
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
	f := p.File(p.Method(m).File)
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
		if p := cf.Parent(at.node); cf.Kind(p) == java.AssignmentExpression && cf.At(at.node).Field == java.FieldLeft || cf.Kind(p) == java.UpdateExpression {
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
	name:   "temp-is-query",
	source: "Fowler 1999, p. 120",
	doc:    "the temporary's value is made of fields alone, which nothing changes while the temporary lives, and the sample asks a method for it",
	query:  hasQueryTemp,
	site:   tempIsQuery,
})

// hasQueryTemp refuses methods without a temporary that tempIsQuery could let pass.
func hasQueryTemp(j *Judge, row int) finding.Verdict {
	c := j.q.code(j.q.Rows.Row(row).Method)
	return c.anyTemp(c.queryTemp)
}

func tempIsQuery(x *siteCase) finding.Verdict {
	l, decl, _ := x.qTemp()
	if l < 0 {
		return refuse("the temporary is not one of the method's own")
	}
	c := x.q
	init := c.f.Child(decl, java.FieldValue)
	if v := c.queryTemp(l, init); v.Refused {
		return v
	}
	cn := x.al.c.node(x.s.c)
	if cn.sym != symInlined || len(x.al.c.node(cn.kids[1]).kids) > 0 {
		return refuse("the sample asks no method without arguments for the value")
	}
	return c.keptUntil(l, decl, init)
}

// queryTemp refuses temporaries whose value a method of this object could not be asked for.
func (c *code) queryTemp(l int32, init java.NodeID) finding.Verdict {
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
	for i := range c.f.Subtree(init) {
		if c.localAt(i) >= 0 {
			return refuse("the temporary's value depends on a parameter or another local")
		}
	}
	return ok
}

// keptUntil refuses temporaries whose value could change before their last read: a field that it is made of is
// assigned, or a method of this object that assigns one, or that nobody knows, is called.
func (c *code) keptUntil(l int32, decl, init java.NodeID) finding.Verdict {
	fields := map[int32]bool{}
	for i := range c.f.Subtree(init) {
		if u := c.use(i); u.Kind == program.UseField {
			fields[u.Ref] = true
		}
	}
	reads := c.reads(l)
	if len(reads) == 0 {
		return refuse("the temporary is never read")
	}
	for i := c.f.At(decl).Next; i < reads[len(reads)-1]; i++ {
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
	f := c.p.File(mm.File)
	for n, nd := range f.Subtree(mm.Body) {
		k := nd.Kind
		if k != java.AssignmentExpression && k != java.UpdateExpression {
			continue
		}
		target := f.Text(f.FirstChild(n))
		for id := range fields {
			if name := c.p.FieldName(c.p.Field(program.FieldID(id))); target == name || target == "this."+name {
				return true
			}
		}
	}
	return false
}
