package concretize

import (
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/program"
)

// This file holds the structural check about casts: Encapsulate Downcast.

var _ = register(&structuralCheck{
	name:     "downcast-of-own-call",
	source:   "Fowler 1999, p. 308; Milea et al. 2014, Table 3 row 11",
	doc:      "the method casts what a method of the program returns, and there is or could be a method that returns it cast",
	query:    castsOwnCall,
	hopeless: castsNowhere,
	site:     downcastOfOwnCall,
})

// castsOwnCall refuses methods without a cast that downcastOfOwnCall could let pass.
func castsOwnCall(j *Judge, row int) finding.Verdict {
	_, v := ownCasts(nil, j.q.Program, j.q.Rows, j.q.Rows.Row(row).Method)
	return v
}

// ownCasts appends to list the types to which method m casts what it calls, where these casts could be encapsulated, and
// refuses methods without any.
func ownCasts(list []string, p *program.Program, rows *inline.Table, m program.MethodID) ([]string, finding.Verdict) {
	f := p.File(p.Method(m).File)
	last := refuse("the method casts the result of no method of the program")
	for _, s := range rows.Sites(m) {
		cast := f.Parent(s.Node)
		for f.Kind(cast) == java.ParenthesizedExpression {
			cast = f.Parent(cast)
		}
		if f.Kind(cast) != java.CastExpression {
			continue
		}
		want, v := encapsulable(p, f, cast, s.Callee)
		if last = v; !v.Refused {
			list = append(list, want)
		}
	}
	if len(list) > 0 {
		return list, ok
	}
	return nil, last
}

// castsNowhere refuses samples that call no method of a type to which the query casts.
func castsNowhere(j *Judge, q, c int) finding.Verdict {
	if j.c.Rows.Row(c).Mode != inline.None {
		return ok // its callees may call one
	}
	casts, _ := ownCasts(nil, j.q.Program, j.q.Rows, j.q.Rows.Row(q).Method)
	p := j.c.Program
	for _, s := range j.c.Rows.Sites(j.c.Rows.Row(c).Method) {
		d := p.MethodDecl(s.Callee)
		if f := p.File(p.Method(s.Callee).File); slices.Contains(casts, simpleType(f.TypeText(d.ReturnType, d.ReturnDims))) {
			return ok
		}
	}
	return refuse("the sample calls no method of a type that this one casts to")
}

func downcastOfOwnCall(x *siteCase) finding.Verdict {
	n := x.qNode()
	c := x.q
	if n < 0 || c.f.Kind(n) != java.CastExpression {
		return refuse("the cast is not in the method's own body")
	}
	u := c.use(c.f.Unparen(c.f.Child(n, java.FieldValue)))
	if u.Kind != program.UseCallOwn {
		return refuse("the cast is not of a call of the program's own")
	}
	m1 := program.MethodID(u.Ref)
	want, v := encapsulable(x.al.qp, c.f, n, m1)
	if v.Refused {
		return v
	}
	m2 := program.MethodID(x.al.c.node(x.s.c).ref)
	return x.castSample(m1, m2, want)
}

// encapsulable returns the type of the cast at n of what method m returns, and refuses casts that m could not make.
func encapsulable(p *program.Program, f *java.File, n java.NodeID, m program.MethodID) (want string, v finding.Verdict) {
	typ := f.Child(n, java.FieldType)
	if k := f.Kind(typ); k == java.IntegralType || k == java.FloatingPointType || k == java.BooleanType {
		return "", refuse("the cast is one of numbers")
	}
	want = simpleType(f.TypeText(typ, 0))
	d := p.MethodDecl(m)
	if of := p.File(p.Method(m).File); simpleType(of.TypeText(d.ReturnType, d.ReturnDims)) == want {
		return want, refuse("the method returns that type already")
	}
	if p.Method(m).Return.Erased {
		return want, refuse("the method returns a type variable")
	}
	return want, ok
}

// castSample refuses samples whose method is not the encapsulated form of the query's.
func (x *siteCase) castSample(m1, m2 program.MethodID, want string) finding.Verdict {
	p, cp := x.al.qp, x.al.cp
	d2 := cp.MethodDecl(m2)
	f2 := cp.File(cp.Method(m2).File)
	if simpleType(f2.TypeText(d2.ReturnType, d2.ReturnDims)) != want {
		return refuse("what the sample calls returns another type")
	}
	later := p != cp && methodKey(p, m1) == methodKey(cp, m2)
	if !later && !returnsCast(f2, d2.Body) && !returnsCallOf(f2, d2.Body, p.MethodName(p.Method(m1))) {
		return refuse("what the sample calls casts nothing")
	}
	if p != cp {
		return ok
	}
	o1, o2 := p.Method(m1).Owner, p.Method(m2).Owner
	if inherits(p, o1, o2) || inherits(p, o2, o1) {
		return ok
	}
	return x.castsAgree(m1, want)
}

// returnsCast reports whether a return of the body is of a cast.
func returnsCast(f *java.File, body java.NodeID) bool {
	for n, nd := range f.Subtree(body) {
		if nd.Kind == java.ReturnStatement && f.Kind(f.Unparen(f.FirstChild(n))) == java.CastExpression {
			return true
		}
	}
	return false
}

// returnsCallOf reports whether the body is one return of something made of the result of a method of that name:
// "return toText(get(key));" encapsulates as "return (String) get(key);" does.
func returnsCallOf(f *java.File, body java.NodeID, name string) bool {
	s := onlyStatement(f, body)
	if f.Kind(s) != java.ReturnStatement {
		return false
	}
	for n, nd := range f.Subtree(s) {
		if nd.Kind == java.MethodInvocation && f.Text(f.Child(n, java.FieldName)) == name {
			return true
		}
	}
	return false
}

// castsAgree refuses methods whose callers cast what they return to different types, or whose result nobody else
// casts.
func (x *siteCase) castsAgree(m program.MethodID, want string) finding.Verdict {
	p := x.al.qp
	for in, site := range x.j.q.callsOf(m) {
		f := p.File(p.Method(in).File)
		at := f.Parent(site.Node)
		for f.Kind(at) == java.ParenthesizedExpression {
			at = f.Parent(at)
		}
		if f.Kind(at) == java.CastExpression && simpleType(f.TypeText(f.Child(at, java.FieldType), 0)) != want {
			return refuse("other callers cast the result to another type")
		}
	}
	return ok
}
