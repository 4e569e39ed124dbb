package concretize

import (
	"refract/finding"
	"refract/program"
)

// This file says what opportunities share (the target, by the rule's group) and what they gain.

// target finds what the rule's group names: by the first essential site, so that one opportunity has one target.
func (acc *Accepted) target() finding.Target {
	j := acc.judge
	kind := j.rule.Group
	q := j.q.Rows.Row(acc.Query)
	var s *site
	if len(acc.sites) > 0 {
		s = &acc.al.sites[acc.sites[0]]
	}
	switch kind {
	case "callee":
		if m, p := acc.callee(s); m >= 0 {
			return methodTarget(kind, p, m)
		}
	case "field", "constant":
		if t, found := acc.memberTarget(kind, s); found {
			return t
		}
	case "class":
		if m, p := acc.callee(s); m >= 0 {
			t := p.Type(p.Method(m).Owner)
			f := p.File(t.File)
			loc := locate(f, f.Span(f.Types[t.Idx].Node))
			loc.Element, loc.ElementType = p.QualifiedName(t), "TYPE_DECLARATION"
			return finding.Target{Kind: kind, Name: p.QualifiedName(t), Place: &loc}
		}
	}
	return methodTarget("method", j.q.Program, q.Method)
}

func methodTarget(kind string, p *program.Program, m program.MethodID) finding.Target {
	loc := Place(p, m)
	return finding.Target{Kind: kind, Name: loc.Element, Place: &loc}
}

// callee is the method that the site is about: the inlined one around it, or the called one.
func (acc *Accepted) callee(s *site) (program.MethodID, *program.Program) {
	if s == nil {
		return program.NoMethod, nil
	}
	al := acc.al
	for _, side := range []struct {
		f  *form
		p  *program.Program
		id fid
	}{{al.c, al.cp, s.c}, {al.q, al.qp, s.q}} {
		n := side.f.node(side.id)
		switch {
		case n.sym == symInlined:
			return side.f.calls[n.ref].callee, side.p
		case n.at.body > 0:
			return side.f.bodies[n.at.body].method, side.p
		case n.sym == symMethod:
			return program.MethodID(n.ref), side.p
		}
	}
	j := acc.judge
	if in := j.c.Rows.Inlined(acc.Sample); len(in) > 0 {
		return in[0], j.c.Program
	}
	return program.NoMethod, nil
}

// memberTarget is the field or constant that the site is about.
func (acc *Accepted) memberTarget(kind string, s *site) (finding.Target, bool) {
	if s == nil {
		return finding.Target{}, false
	}
	al := acc.al
	qn, cn := al.q.node(s.q), al.c.node(s.c)
	switch {
	case kind == "field" && qn.sym == symField:
		return fieldTarget(kind, al.qp, program.FieldID(qn.ref)), true
	case kind == "constant" && cn.sym == symConst && al.cp.Field(program.FieldID(cn.ref)).Constant != nil &&
		!sameValue(al.q, s.q, al.cp.Field(program.FieldID(cn.ref)).Constant):
		// The constant is still to be made: the class and the literal name it.
		owner := al.qp.Type(outermost(al.qp, al.qp.Method(al.q.bodies[0].method).Owner))
		return finding.Target{Kind: kind, Name: al.qp.QualifiedName(owner) + " " + al.q.text(s.q)}, true
	case cn.sym == symConst || cn.sym == symField:
		return fieldTarget(kind, al.cp, program.FieldID(cn.ref)), true
	case cn.sym == symInlined:
		return methodTarget(kind, al.cp, al.c.calls[cn.ref].callee), true
	}
	return finding.Target{}, false
}

func fieldTarget(kind string, p *program.Program, id program.FieldID) finding.Target {
	fl := p.Field(id)
	f := p.File(fl.File)
	loc := locate(f, f.Span(fl.Node))
	loc.Element = p.QualifiedName(p.Type(fl.Owner)) + "." + p.FieldName(fl)
	loc.ElementType = "FIELD_DECLARATION"
	return finding.Target{Kind: kind, Name: loc.Element, Place: &loc}
}

// gain counts what the refactoring saves in the query: the statements of the extracted callee but for its call, or
// one for each site of the other types.
func (acc *Accepted) gain() finding.Gain {
	saved := 0
	al := acc.al
	for _, p := range al.pairs {
		if al.c.node(p.c).at.body > 0 {
			saved++ // stands in an inlined method of the sample
		}
	}
	if saved > 1 {
		saved-- // the call itself stays
	}
	return finding.Gain{Statements: max(saved, len(acc.sites)), Duplicates: 2}
}
