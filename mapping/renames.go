package mapping

import "refract/java"

// This file pairs statements that share no word, but differ only by renames that the declarations already show:
// "return x" with "return y" where x became y.

func leavesRenamed(m *Mapping, s *scope, name string) {
	src, dst := m.free(s.srcLeaves, true), m.free(s.dstLeaves, false)
	if len(src) == 0 || len(dst) == 0 {
		return
	}
	may := func(a, b StmtID) bool { return m.Src.Stmts[a].Kind == m.Dst.Stmts[b].Kind }
	m.settle(matchNodes(nil, src, m.partners(src, dst), may, m.renamed), func(c candidate) { m.accept(c.src, c.dst, name) })
}

// renamed is the match condition of this round.
func (m *Mapping) renamed(a, b StmtID) (candidate, bool) {
	d := &m.d
	d.reset()
	if ok, _ := d.statement(a, b); !ok || len(d.bodies) > 0 || !d.explained() && !m.lastReturns(a, b) {
		return candidate{}, false
	}
	c := m.newCandidate(a, b)
	c.distance = m.relative(a, b, m.distance(d.reps))
	return c, true
}

// renamedCalls reports whether two values are calls of one method, as far as the caller of the mapping knows already, that was renamed.
func (m *Mapping) renamedCalls(a, b Ref) bool {
	if m.opt.Renamed == nil || a.Node < 0 || b.Node < 0 {
		return false
	}
	a, b = uncast(a), uncast(b)
	return a.Kind() == java.MethodInvocation && b.Kind() == java.MethodInvocation &&
		m.opt.Renamed(a.child(java.FieldName).Text(), b.child(java.FieldName).Text())
}

// uncast steps out of casts and parentheses.
func uncast(r Ref) Ref {
	r = resolve(r)
	for r.Kind() == java.CastExpression {
		v := r.child(java.FieldValue)
		if v.Node < 0 {
			break
		}
		r = resolve(v)
	}
	return r
}

// explained reports whether all replacements are of variables, one of them known from its declaration and none known
// to be wrong.
func (d *differ) explained() bool {
	found := false
	for i := range d.reps {
		r := &d.reps[i]
		if r.Kind != Variable {
			return false
		}
		switch d.m.known(r) {
		case agrees:
			found = true
		case disagrees:
			return false
		}
	}
	return found
}

// lastReturns reports whether two return statements of variables end their bodies: what one version returned is what
// the other returns.
func (m *Mapping) lastReturns(a, b StmtID) bool {
	sa, sb := &m.Src.Stmts[a], &m.Dst.Stmts[b]
	return m.opt.Same && sa.Kind == Return && sb.Kind == Return && sa.Depth == 0 && sb.Depth == 0 &&
		len(m.d.reps) == 1 && m.d.reps[0].Kind == Variable
}
