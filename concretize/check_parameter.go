package concretize

import (
	"slices"
	"strings"

	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about parameters: Replace Parameter with Method, Introduce Parameter Object.

var _ = register(&structuralCheck{
	name:   "argument-is-query",
	source: "Fowler 1999, p. 292; Milea et al. 2014, §5.2 (b)",
	doc:    "the argument is the result of a method that the called method could ask itself, and every caller passes the same",
	query:  passesQueries,
	site:   argumentIsQuery,
})

// passesQueries refuses methods that pass no result of a method without parameters to what is inlined into them.
func passesQueries(j *Judge, row int) finding.Verdict {
	p := j.q.Program
	m := j.q.Rows.Row(row).Method
	for _, s := range j.q.Rows.Sites(m) {
		if !slices.Contains(j.q.Rows.Inlined(row), s.Callee) || !p.UniqueTarget(s.Callee) || len(p.Overrides(s.Callee)) > 0 {
			continue
		}
		for i := range p.Params(p.Method(s.Callee)) {
			if g := j.q.queriedBy(m, s.Node, i); g >= 0 && len(p.Params(p.Method(g))) == 0 {
				return ok
			}
		}
	}
	return refuse("no argument is the result of a method without parameters")
}

func argumentIsQuery(x *siteCase) finding.Verdict {
	p := x.al.qp
	var call inlinedCall
	param := -1
	for _, h := range x.al.q.holes {
		if h.arg == x.s.q {
			for _, cl := range x.al.q.calls {
				if cl.callee == h.callee {
					call = cl
				}
			}
			param = paramIndex(p, h.callee, h.name)
		}
	}
	if param < 0 {
		return refuse("the value is no argument of an inlined call")
	}
	m := call.callee
	if !p.UniqueTarget(m) || len(p.Overrides(m)) > 0 {
		return refuse("the called method overrides or is overridden")
	}
	g := x.j.q.queriedBy(x.qMethod, call.call.node, param)
	if g < 0 {
		return refuse("the argument is not the result of a method without parameters")
	}
	gm, mm := p.Method(g), p.Method(m)
	switch {
	case len(p.Params(gm)) > 0:
		return refuse("the method asked for the argument has parameters itself")
	case !gm.Static && mm.Static:
		return refuse("the called method is static, the one it would ask is not")
	case !inherits(p, mm.Owner, gm.Owner):
		return refuse("the called method cannot ask the other's method")
	}
	callee := x.j.q.code(m)
	if len(callee.writes(int32(param))) > 0 || callee.captured(int32(param)) {
		return refuse("the parameter is assigned or captured")
	}
	for in, site := range x.j.q.callsOf(m) {
		if x.j.q.queriedBy(in, site.Node, param) != g {
			return refuse("another caller passes something else")
		}
	}
	return x.fieldsKept(g, m)
}

func paramIndex(p *program.Program, m program.MethodID, name string) int {
	for i, prm := range p.MethodDecl(m).Params {
		if prm.Name == name {
			return i
		}
	}
	return -1
}

// queriedBy returns the method g where argument i of the call at node in method m is "g()" on this, or a local that is
// initialized by it and used for nothing else; NoMethod otherwise.
func (h *half) queriedBy(m program.MethodID, node java.NodeID, i int) program.MethodID {
	c := h.code(m)
	args := c.f.Child(node, java.FieldArguments)
	a := c.f.FirstChild(args)
	for ; i > 0 && a >= 0; i-- {
		a = c.f.NextSibling(a)
	}
	a = c.f.Unparen(a)
	if a < 0 {
		return program.NoMethod
	}
	if l := c.localAt(a); l >= 0 {
		decl := c.f.Parent(c.meaning().Locals[l].Decl)
		if int(l) < c.meaning().Params || c.f.Kind(decl) != java.VariableDeclarator || len(c.writes(l)) > 0 || len(c.reads(l)) != 1 {
			return program.NoMethod
		}
		a = c.f.Unparen(c.f.Child(decl, java.FieldValue))
	}
	if a < 0 || c.f.Kind(a) != java.MethodInvocation || c.use(a).Kind != program.UseCallOwn {
		return program.NoMethod
	}
	if object := c.f.Child(a, java.FieldObject); object >= 0 && c.f.Kind(object) != java.This {
		return program.NoMethod
	}
	if c.f.FirstChild(c.f.Child(a, java.FieldArguments)) >= 0 {
		return program.NoMethod
	}
	return program.MethodID(c.use(a).Ref)
}

// fieldsKept refuses queries that read a field the called method or the caller assigns: asked later they might
// answer something else.
func (x *siteCase) fieldsKept(g, m program.MethodID) finding.Verdict {
	read := x.j.q.code(g).fields(false)
	for _, c := range []*code{x.j.q.code(m), x.q} {
		for f := range c.fields(true) {
			if read[f] {
				return finding.Refuse("%s changes while the method runs", x.al.qp.FieldName(x.al.qp.Field(f)))
			}
		}
	}
	return ok
}

// fields returns the fields that the body writes, or those it mentions.
func (c *code) fields(written bool) map[program.FieldID]bool {
	out := map[program.FieldID]bool{}
	for n := range c.f.Subtree(c.root) {
		if u := c.use(n); u.Kind == program.UseField {
			if _, w := c.access(n); w || !written {
				out[program.FieldID(u.Ref)] = true
			}
		}
	}
	return out
}

var _ = register(&structuralCheck{
	name:     "parameters-of-one-object",
	source:   "Fowler 1999, p. 295",
	doc:      "several parameters of the method are, in the sample, components of one object of the program's",
	query:    severalParameters,
	hopeless: noParameterObject,
	site:     parametersOfOneObject,
})

func severalParameters(j *Judge, row int) finding.Verdict {
	p, m := j.q.Program, j.q.Rows.Row(row).Method
	mm := p.Method(m)
	switch {
	case len(p.Params(mm)) < 2:
		return refuse("the method has fewer than two parameters")
	case len(p.Overrides(m)) > 0 || p.Overridden(m):
		return refuse("the method overrides or is overridden")
	case mm.Kind == java.Constructor:
		return refuse("a constructor takes what its object consists of")
	}
	return ok
}

func parametersOfOneObject(x *siteCase) finding.Verdict {
	al := x.al
	object := al.component(x.s.c)
	if object.local < 0 {
		return refuse("the component is not one of a parameter")
	}
	if len(al.cp.Params(al.cp.Method(x.cMethod))) >= len(al.qp.Params(al.qp.Method(x.qMethod))) {
		return refuse("the sample has no fewer parameters")
	}
	byParam, byName := map[int32]string{}, map[string]int32{}
	for _, s := range al.sites {
		if s.kind != parameterAsComponent {
			continue
		}
		comp := al.component(s.c)
		if comp.local != object.local {
			continue
		}
		l := al.q.node(s.q).ref
		if name, seen := byParam[l]; seen && name != comp.name {
			return refuse("one parameter is two components")
		}
		if prm, seen := byName[comp.name]; seen && prm != l {
			return refuse("two parameters are one component")
		}
		if len(x.q.writes(l)) > 0 {
			return refuse("a parameter is assigned")
		}
		if comp.typ != "" && comp.typ != simpleType(al.q.locals[l].typ) {
			return refuse("a component has another type than the parameter")
		}
		if bareName(comp.name) != bareName(al.q.locals[l].name) {
			return finding.Refuse("%s is not called like the component %s", al.q.locals[l].name, comp.name)
		}
		byParam[l], byName[comp.name] = comp.name, l
	}
	if len(byParam) < 2 {
		return refuse("only one parameter is a component of the object")
	}
	t := al.cp.Params(al.cp.Method(x.cMethod))[object.local].Type()
	switch {
	case t < 0:
		return refuse("the object is not one of the program's types")
	case !x.callersHaveObject(byParam) && !x.madeOf(t, byParam):
		return refuse("no caller has such an object, and none can be made of the values")
	}
	return ok
}

// madeOf reports whether type t of the sample's program has a constructor that takes just the values of those parameters
// of the query, in any order. A class that extends another is more than its values.
func (x *siteCase) madeOf(t program.TypeID, params map[int32]string) bool {
	p := x.al.cp
	if p.Type(t).Super >= 0 {
		return false
	}
	for _, m := range p.MethodsIn(t) {
		if !p.Method(m).Constructor() || len(p.Params(p.Method(m))) != len(params) {
			continue
		}
		want := map[string]int{}
		for l := range params {
			want[simpleType(x.al.q.locals[l].typ)]++
		}
		f := p.File(p.Method(m).File)
		for _, prm := range p.MethodDecl(m).Params {
			want[simpleType(f.TypeText(prm.Type, prm.Dims))]--
		}
		fits := true
		for _, n := range want {
			fits = fits && n == 0
		}
		if fits {
			return true
		}
	}
	return false
}

// callersHaveObject reports whether every call of the query passes two of the parameters as components of one object, so
// that there is an object to pass in their place. Without a known call nobody can say, and it is false.
func (x *siteCase) callersHaveObject(params map[int32]string) bool {
	for in, site := range x.j.q.callsOf(x.qMethod) {
		if !x.passesObject(in, site.Node, params) {
			return false
		}
	}
	return x.j.q.callCount(x.qMethod) > 0
}

// passesObject reports whether two arguments of a call in that method are those components of one object that the parameters are called
// after.
func (x *siteCase) passesObject(in program.MethodID, call java.NodeID, params map[int32]string) bool {
	c := x.j.q.code(in)
	from := map[string]int{}
	arg := c.f.FirstChild(c.f.Child(call, java.FieldArguments))
	for i := int32(0); arg >= 0; i, arg = i+1, c.f.NextSibling(arg) {
		a := c.f.Unparen(arg)
		if k := c.f.Kind(a); k != java.MethodInvocation && k != java.FieldAccess {
			continue
		}
		object, member := c.f.Child(a, java.FieldObject), c.f.Child(a, java.FieldField)
		if member < 0 {
			member = c.f.Child(a, java.FieldName)
		}
		if name, wanted := params[i]; !wanted || object < 0 || bareName(c.f.Text(member)) != bareName(name) {
			continue
		}
		if from[c.f.Text(object)]++; from[c.f.Text(object)] == 2 {
			return true
		}
	}
	return false
}

// bareName is the name of a field, getter or parameter without what conventions add to it: getFrom, m_from, aFrom and
// from are one name. Types alone do not make a group of parameters: half of all parameters are ints and Strings.
func bareName(name string) string {
	name = strings.TrimLeft(strings.TrimPrefix(name, "m_"), "_")
	for _, prefix := range []string{"get", "is", "my", "the", "a", "f"} {
		if rest, found := strings.CutPrefix(name, prefix); found && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z' {
			name = rest
			break
		}
	}
	return strings.ToLower(name)
}

// componentOf is a component of a parameter of the sample.
type componentOf struct {
	local     int32 // -1 for none
	name, typ string
}

func (al *alignment) component(id fid) componentOf {
	n := al.c.node(id)
	out := componentOf{local: -1, name: n.text}
	if len(n.kids) != 1 {
		return out
	}
	obj := al.c.node(n.kids[0])
	if obj.sym != symLocal || !al.c.locals[obj.ref].param {
		return out
	}
	out.local = obj.ref
	switch n.sym {
	case symField:
		d := al.cp.FieldDecl(program.FieldID(n.ref))
		out.typ = simpleType(al.cp.File(al.cp.Field(program.FieldID(n.ref)).File).TypeText(d.Type, d.Dims))
	case symMethod:
		d := al.cp.MethodDecl(program.MethodID(n.ref))
		out.typ = simpleType(al.cp.File(al.cp.Method(program.MethodID(n.ref)).File).TypeText(d.ReturnType, d.ReturnDims))
	}
	return out
}
