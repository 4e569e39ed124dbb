package concretize

import (
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/program"
)

// This file holds the structural check about methods that say no more than their names: Inline Method.

var _ = register(&structuralCheck{
	name:     "callee-is-trivial",
	source:   "Fowler 1999, p. 117",
	doc:      "the called method is one simple statement that says no less than its name, is called at three places at most, and is bound to no contract",
	query:    callsTrivial,
	hopeless: notWrittenOut,
	site:     calleeIsTrivial,
})

// callsTrivial refuses methods of whose inlined methods none is one that calleeIsTrivial could let pass.
func callsTrivial(j *Judge, row int) finding.Verdict {
	v := refuse("nothing is inlined here")
	for _, m := range j.q.Rows.Inlined(row) {
		if v = j.q.trivial(m); !v.Refused && !j.callsOwn(row, m) {
			v = refuse("the called method is one of another object, which it serves to hide")
		}
		if !v.Refused {
			break
		}
	}
	return v
}

// callsOwn reports whether query row calls m on this object, or without saying whose it is.
func (j *Judge) callsOwn(row int, m program.MethodID) bool {
	method := j.q.Rows.Row(row).Method
	f := j.q.Program.File(j.q.Program.Method(method).File)
	return slices.ContainsFunc(j.q.Rows.Sites(method), func(s inline.Site) bool { return s.Callee == m && ownCall(f, s.Node) })
}

// ownCall reports whether call n names no object but this.
func ownCall(f *java.File, n java.NodeID) bool {
	object := f.Child(n, java.FieldObject)
	return object < 0 || f.Kind(object) == java.This
}

// writesOut are the differences under which the sample has all words of what it writes out.
var writesOut = allowedOf([]string{"inline-call-in-query", "temp-in-query", "temp-in-sample", "literal", "member"})

// notWrittenOut refuses samples that lack a word of every trivial method that the query calls: a literal or a member would be
// another one there.
func notWrittenOut(j *Judge, q, c int) finding.Verdict {
	sample := j.c.Rows.Row(c)
	if sample.Mode != inline.None || j.allow&^writesOut != 0 {
		return ok
	}
	have, _ := j.c.wordsOf(sample.Method)
	for _, m := range j.q.Rows.Inlined(q) {
		if j.q.trivial(m).Refused || !j.callsOwn(q, m) {
			continue
		}
		if need := j.q.stepsOf(m).steps; len(need) != 1 || !have.lacks(need[0].fixed) {
			return ok
		}
	}
	return refuse("the sample does not say what the called method says")
}

// trivial refuses methods that say more than their names, wherever they are called.
func (h *half) trivial(m program.MethodID) finding.Verdict {
	p := h.Program
	mm := p.Method(m)
	f := p.File(mm.File)
	s := onlyStatement(f, mm.Body)
	k := f.Kind(s)
	if k != java.ReturnStatement && k != java.ExpressionStatement {
		return refuse("the called method has more than one simple statement")
	}
	e := f.Unparen(f.FirstChild(s))
	switch {
	case h.hasNamesakes(mm.Owner):
		return refuse("the called method's class exists more than once, and its methods are what the versions differ in")
	case mm.Mods.Has(java.ModSynchronized):
		return refuse("the called method is synchronized")
	case !p.UniqueTarget(m) || len(p.Overrides(m)) > 0:
		return refuse("the called method overrides or is overridden")
	case (mm.Mods.Has(java.ModPublic) || mm.Mods.Has(java.ModProtected)) && !mm.Static && !mm.Mods.Has(java.ModPrivate):
		return refuse("the called method is part of an interface others may use")
	case f.Kind(e) == java.Identifier || f.Kind(e) == java.FieldAccess || f.Kind(e).IsLiteral():
		return refuse("the called method encapsulates a field or a constant")
	case setter(p, m):
		return refuse("the called method is a setter")
	case h.callCount(m) > 3:
		return finding.Refuse("the called method has %d callers", h.callCount(m))
	}
	callee := h.code(m)
	if callee.operations(e) > 3 {
		return refuse("the called method's expression is not simple")
	}
	for i := range p.Params(mm) {
		if len(callee.writes(int32(i))) > 0 {
			return refuse("the called method assigns to a parameter")
		}
		if len(callee.reads(int32(i))) > 1 {
			return refuse("the called method reads a parameter twice")
		}
	}
	return ok
}

func calleeIsTrivial(x *siteCase) finding.Verdict {
	al := x.al
	m, body := program.NoMethod, int16(0)
	switch n := al.q.node(x.s.q); {
	case n.sym == symInlined:
		m, body = al.q.calls[n.ref].callee, al.q.calls[n.ref].body
	case n.at.body > 0:
		m, body = al.q.bodies[n.at.body].method, n.at.body
	}
	if m < 0 {
		return refuse("nothing is inlined here")
	}
	if !x.ownCall(body) {
		return refuse("the called method is one of another object, which it serves to hide")
	}
	if v := x.j.q.trivial(m); v.Refused {
		return v
	}
	mm := al.qp.Method(m)
	f := al.qp.File(mm.File)
	callee := x.j.q.code(m)
	e := f.Unparen(f.FirstChild(onlyStatement(f, mm.Body)))
	if v := x.writtenOut(body); v.Refused {
		return v
	}
	return x.membersVisible(callee, e)
}

// ownCall reports whether inlined body b of the query is that of a call on this object or of a static method of its own.
func (x *siteCase) ownCall(b int16) bool {
	for _, call := range x.al.q.calls {
		if call.body != b {
			continue
		}
		return ownCall(x.q.f, call.call.node)
	}
	return false
}

// writtenOut refuses samples that have something else where the query has the inlined body: another idle method, say,
// with its own call. Elsewhere query and sample may differ.
func (x *siteCase) writtenOut(body int16) finding.Verdict {
	for _, p := range x.al.pairs {
		for _, e := range p.events {
			if (e.kind == literal || e.kind == member) && x.al.q.node(e.q).at.body == body {
				return finding.Refuse("the called method has %s where the sample has %s", clip(x.al.q.text(e.q)), clip(x.al.c.text(e.c)))
			}
		}
	}
	return ok
}

// membersVisible refuses expressions with members that the query cannot name.
func (x *siteCase) membersVisible(callee *code, e java.NodeID) finding.Verdict {
	p := x.al.qp
	from := p.Method(x.qMethod).Owner
	for n := range callee.f.Subtree(e) {
		u := callee.use(n)
		switch u.Kind {
		case program.UseField, program.UseConstant:
			if fl := p.Field(program.FieldID(u.Ref)); !visible(p, fl.Owner, from, p.FieldDecl(program.FieldID(u.Ref)).Mods) {
				return finding.Refuse("%s is not visible here", p.FieldName(fl))
			}
		case program.UseCallOwn:
			if m := p.Method(program.MethodID(u.Ref)); !visibleMethod(p, program.MethodID(u.Ref), from) {
				return finding.Refuse("%s is not visible here", p.MethodName(m))
			}
		}
	}
	return ok
}
