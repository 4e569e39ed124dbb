package concretize

import (
	"refract/java"
	"refract/program"
)

// This file names the differences between two expressions that a rule may allow.

// differ reports whether q and c differ in one of the allowed ways, and says so with an event.
func (a *aligner) differ(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	switch {
	case qn.sym == symTemp:
		return a.tempValue(q, c)
	case cn.sym == symTemp:
		return a.try(func() bool { return a.unify(q, cn.kids[0]) && a.event(tempInSample, q, c, costSite) }) ||
			a.unify(q, cn.kids[1])
	case cn.sym == symInlined:
		return a.sampleCall(q, c)
	case qn.sym == symInlined:
		return a.queryCall(q, c)
	case cn.sym == symHole:
		return a.hole(q, c, cn.ref)
	case qn.sym == symHole:
		return a.holeQ(q, c, qn.ref)
	}
	return a.initialized(q, c) || a.getterAsField(q, c) || a.constant(q, c) || a.downcast(q, c) || a.asField(q, c) || a.component(q, c) || a.reversedTernary(q, c) ||
		a.wrapped(q, c)
}

// tempValue compares a read of a temporary of the query by its value, or else by its name.
func (a *aligner) tempValue(q, c fid) bool {
	n := a.q.node(q)
	if cn := a.c.node(c); cn.sym == symInlined && a.allow.has(tempAsQuery) {
		if a.try(func() bool { return a.unify(n.kids[0], cn.kids[0]) && a.event(tempAsQuery, q, c, costSite) }) {
			return true
		}
	}
	return a.try(func() bool { return a.unify(n.kids[0], c) && a.event(tempInQuery, q, c, costSite) }) || a.unify(n.kids[1], c)
}

// sampleCall compares q with a call of the sample whose callee is one expression: with the call where q is one of the
// same name, with the expression otherwise.
func (a *aligner) sampleCall(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	call := cn.kids[1]
	if qn.kind == java.MethodInvocation && qn.text == a.c.node(call).text {
		if a.try(func() bool { return a.unify(q, call) }) {
			return true
		}
	}
	if a.allow.has(constantMethodInSample) && a.constantValue(q, cn.kids[0]) {
		return a.event(constantMethodInSample, q, c, costSite)
	}
	if !a.unify(q, cn.kids[0]) {
		return false
	}
	if a.throughGetter(a.c, a.cp, cn) {
		return true
	}
	kind := a.kindOfCall(a.c, a.cp, q, cn)
	if a.event(kind, q, c, costSite) {
		return true
	}
	return kind != inlineCallInSample && a.event(inlineCallInSample, q, c, costSite)
}

// kindOfCall says what a call with its callee inlined is in the terms of the rules.
func (a *aligner) kindOfCall(f *form, p *program.Program, q fid, wrap *fnode) allowance {
	switch a.essential {
	case conditionAsCall, delegateChain:
		return a.essential
	}
	value := f.node(wrap.kids[0])
	switch {
	case a.allow.has(getterInSample) && value.sym == symField && len(f.node(wrap.kids[1]).kids) == 0:
		return getterInSample
	}
	return inlineCallInSample
}

// queryCall is sampleCall with the sides exchanged.
func (a *aligner) queryCall(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	call := qn.kids[1]
	if cn.kind == java.MethodInvocation && cn.text == a.q.node(call).text {
		if a.try(func() bool { return a.unify(call, c) }) {
			return true
		}
	}
	if !a.unify(qn.kids[0], c) {
		return false
	}
	if a.throughGetter(a.q, a.qp, qn) {
		return true
	}
	kind := inlineCallInQuery
	value := a.q.node(qn.kids[0])
	switch {
	case a.essential == middleManCall:
		kind = middleManCall
	case a.allow.has(getterInQuery) && value.sym == symField && len(a.q.node(call).kids) == 0:
		kind = getterInQuery
	}
	return a.event(kind, q, c, costSite)
}

// aboutDelegates reports whether the rule is about calls through another object, where it makes no difference whether
// that object is reached by its field or by the field's getter.
func (a *aligner) aboutDelegates() bool {
	return a.essential == delegateChain || a.essential == middleManCall
}

// throughGetter reports whether wrap is a call of a getter in a rule about delegates.
func (a *aligner) throughGetter(f *form, p *program.Program, wrap *fnode) bool {
	return a.aboutDelegates() && getterOf(p, f.calls[wrap.ref].callee) >= 0
}

// getterAsField lets x.getF() and x.f meet in rules about delegates.
func (a *aligner) getterAsField(q, c fid) bool {
	if !a.aboutDelegates() {
		return false
	}
	qn, cn := a.q.node(q), a.c.node(c)
	switch {
	case qn.sym == symMethod && qn.kind == java.MethodInvocation && cn.sym == symField && len(qn.kids) == len(cn.kids):
		g := getterOf(a.qp, program.MethodID(qn.ref))
		return g >= 0 && a.sameField(int32(g), cn.ref) && (len(qn.kids) == 0 || a.unify(qn.kids[0], cn.kids[0]))
	case cn.sym == symMethod && cn.kind == java.MethodInvocation && qn.sym == symField && len(qn.kids) == len(cn.kids):
		g := getterOf(a.cp, program.MethodID(cn.ref))
		return g >= 0 && a.sameField(qn.ref, int32(g)) && (len(qn.kids) == 0 || a.unify(qn.kids[0], cn.kids[0]))
	}
	return false
}

// hole compares q with a parameter of a method inlined into the sample: whatever it is, it is the same everywhere.
// Where it differs from the sample's own argument it would be another argument of the same method.
func (a *aligner) hole(q, c fid, ref int32) bool {
	if b := a.bound[ref]; b != noFid {
		return sameTree(a.q, b, q)
	}
	h := &a.c.holes[ref]
	if !a.try(func() bool { return a.unify(q, h.arg) }) {
		if a.essential != inlineCallInSample {
			return false
		}
		if a.q.node(q).sym == symType || a.q.isList(q) {
			return false
		}
		a.events = append(a.events, event{kind: inlineCallInSample, q: q, c: c, cost: costArg})
	}
	a.bound[ref] = q
	a.trail = append(a.trail, ref)
	return true
}

func (a *aligner) holeQ(q, c fid, ref int32) bool {
	if b := a.boundQ[ref]; b != noFid {
		return sameTree(a.c, b, c)
	}
	if !a.unify(a.q.holes[ref].arg, c) {
		return false
	}
	a.boundQ[ref] = c
	if cn := a.c.node(c); a.allow.has(movedArgument) && cn.kind == java.MethodInvocation && len(cn.kids) == 0 && cn.at.body > 0 {
		a.events = append(a.events, event{kind: movedArgument, q: a.q.holes[ref].arg, c: c, cost: costSite})
	}
	a.trail = append(a.trail, ^ref)
	return true
}

// sameTree reports whether two trees of one form say the same with the same variables.
func sameTree(f *form, x, y fid) bool {
	if x == y {
		return true
	}
	m, n := f.node(x), f.node(y)
	if m.kind != n.kind || m.op != n.op || m.sym != n.sym || m.ref != n.ref || len(m.kids) != len(n.kids) || m.text != n.text {
		return false
	}
	for i := range m.kids {
		if !sameTree(f, m.kids[i], n.kids[i]) {
			return false
		}
	}
	return true
}

// constantValue reports whether q is a literal with the value of c, a literal or constant of the sample.
func (a *aligner) constantValue(q, c fid) bool {
	if !isLiteral(a.q, q) {
		return false
	}
	if n := a.c.node(c); n.sym == symConst {
		v := a.cp.Field(program.FieldID(n.ref)).Constant
		return v != nil && sameValue(a.q, q, v)
	}
	v, ok := literalValue(a.c, c)
	return ok && sameValue(a.q, q, &v)
}

// isLiteral reports whether id is a literal, or a number with a minus.
func isLiteral(f *form, id fid) bool {
	n := f.node(id)
	return literalClass(n.kind) != 0 || n.kind == java.UnaryExpression && n.op == java.Sub && literalClass(f.node(n.kids[0]).kind) == 1
}

// constant lets a literal meet a constant of that value or, at a higher cost, a string meet another string's constant.
func (a *aligner) constant(q, c fid) bool {
	n := a.c.node(c)
	if !a.allow.has(constantInSample) || n.sym != symConst {
		return false
	}
	if a.constantValue(q, c) {
		return a.event(constantInSample, q, c, costSite)
	}
	v := a.cp.Field(program.FieldID(n.ref)).Constant
	return v != nil && v.IsString() && a.q.node(q).kind == java.StringLiteral && a.event(constantInSample, q, c, costLiteral)
}

// downcast lets (T) m() meet n().
func (a *aligner) downcast(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if !a.allow.has(downcastInQuery) || qn.kind != java.CastExpression || cn.kind != java.MethodInvocation || cn.sym != symMethod {
		return false
	}
	call := a.q.child(q, java.FieldValue)
	if call == noFid {
		return false
	}
	in := a.q.node(call)
	if in.kind != java.MethodInvocation || in.sym != symMethod || len(in.kids) != len(cn.kids) {
		return false
	}
	for i, k := range in.kids {
		if !a.unify(k, cn.kids[i]) {
			return false
		}
	}
	return a.event(downcastInQuery, q, c, costSite)
}

// asField lets a local of the query meet a field of the sample's method object.
func (a *aligner) asField(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if !a.allow.has(localAsField) {
		return false
	}
	onObject := len(cn.kids) == 0 || len(cn.kids) == 1 && a.c.node(cn.kids[0]).sym == symLocal
	if qn.sym == symLocal && cn.sym == symField && onObject {
		return a.event(localAsField, q, c, costSite)
	}
	// A member of the query's own object is read through the object that was passed as this.
	if len(cn.kids) > 0 && qn.text == cn.text && (qn.sym == symField && cn.kind == java.FieldAccess || qn.kind == java.MethodInvocation && cn.kind == java.MethodInvocation) {
		if obj := a.c.node(cn.kids[0]); obj.role != java.FieldObject || obj.sym != symField || len(cn.kids)-1 != len(qn.kids) {
			return false
		}
		for i, k := range qn.kids {
			if !a.unify(k, cn.kids[i+1]) {
				return false
			}
		}
		return true
	}
	return false
}

// component lets a parameter meet a component of one parameter object.
func (a *aligner) component(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if !a.allow.has(parameterAsComponent) || qn.sym != symLocal || !a.q.locals[qn.ref].param || len(cn.kids) != 1 {
		return false
	}
	if cn.kind != java.FieldAccess && cn.kind != java.MethodInvocation {
		return false
	}
	obj := a.c.node(cn.kids[0])
	if obj.role != java.FieldObject || obj.sym != symLocal || !a.c.locals[obj.ref].param {
		return false
	}
	return a.event(parameterAsComponent, q, c, costSite)
}

func (a *aligner) reversedTernary(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if !a.allow.has(reversedConditional) || qn.kind != java.TernaryExpression || cn.kind != java.TernaryExpression ||
		len(qn.kids) != 3 || len(cn.kids) != 3 {
		return false
	}
	return a.complement(qn.kids[0], cn.kids[0]) && a.unify(qn.kids[1], cn.kids[2]) && a.unify(qn.kids[2], cn.kids[1]) &&
		a.event(reversedConditional, q, c, costSite)
}

// complements maps a comparison to the one that holds exactly where it does not (NaN aside).
var complements = map[java.Op]java.Op{java.Eq: java.Ne, java.Ne: java.Eq, java.Lt: java.Ge, java.Ge: java.Lt, java.Gt: java.Le, java.Le: java.Gt}

// mirrored maps a comparison to the one with its operands exchanged.
var mirrored = map[java.Op]java.Op{java.Eq: java.Eq, java.Ne: java.Ne, java.Lt: java.Gt, java.Gt: java.Lt, java.Le: java.Ge, java.Ge: java.Le}

// complement reports whether condition c holds exactly where q does not.
func (a *aligner) complement(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if qn.kind == java.UnaryExpression && qn.op == java.Not && a.try(func() bool { return a.unify(qn.kids[0], c) }) {
		return true
	}
	if cn.kind == java.UnaryExpression && cn.op == java.Not && a.try(func() bool { return a.unify(q, cn.kids[0]) }) {
		return true
	}
	if qn.kind != java.BinaryExpression || cn.kind != java.BinaryExpression || len(qn.kids) != 2 || len(cn.kids) != 2 {
		return false
	}
	if to, ok := complements[qn.op]; ok {
		if to == cn.op && a.try(func() bool { return a.unify(qn.kids[0], cn.kids[0]) && a.unify(qn.kids[1], cn.kids[1]) }) {
			return true
		}
		return mirrored[to] == cn.op && a.unify(qn.kids[0], cn.kids[1]) && a.unify(qn.kids[1], cn.kids[0])
	}
	if qn.op == java.AndAnd && cn.op == java.OrOr || qn.op == java.OrOr && cn.op == java.AndAnd {
		return a.complement(qn.kids[0], cn.kids[0]) && a.complement(qn.kids[1], cn.kids[1])
	}
	return false
}

// wrapped lets m(X) meet X; the same m must stand around another expression of the other side (see judge).
func (a *aligner) wrapped(q, c fid) bool {
	qn, cn := a.q.node(q), a.c.node(c)
	if !a.allow.has(wrappedCall) || a.wrapping || qn.kind == java.MethodInvocation && cn.kind == java.MethodInvocation && qn.text == cn.text {
		return false // two calls of one method differ in their arguments, neither stands around the other
	}
	a.wrapping = true
	defer func() { a.wrapping = false }()
	return a.wrappedOn(a.q, q, func(k fid) bool { return a.unify(k, c) }, q, c, true) ||
		a.wrappedOn(a.c, c, func(k fid) bool { return a.unify(q, k) }, q, c, false)
}

func (a *aligner) wrappedOn(f *form, call fid, rest func(fid) bool, q, c fid, inQuery bool) bool {
	n := f.node(call)
	if n.kind != java.MethodInvocation || n.sym != symMethod {
		return false
	}
	for _, k := range n.kids {
		if kk := f.node(k).kind; kk.IsLiteral() {
			continue // a literal argument is not what the call is around
		}
		if a.try(func() bool { return rest(k) }) {
			a.events = append(a.events, event{kind: wrappedCall, q: q, c: c, cost: costWrapped, wrapped: n.text, inQuery: inQuery})
			return true
		}
	}
	return false
}
