package mapping

import (
	"strings"

	"refract/java"
)

// different aligns two expressions of different kinds.
func (d *differ) different(a, b Ref, cover bool) bool {
	ka, kb := a.Kind(), b.Kind()
	if !ka.IsExpression() || !kb.IsExpression() {
		return false
	}
	// A cast is part of neither the value nor its computation.
	if ka == java.CastExpression || kb == java.CastExpression {
		m := d.mark()
		x, y := a, b
		if ka == java.CastExpression {
			x = a.child(java.FieldValue)
		}
		if kb == java.CastExpression {
			y = b.child(java.FieldValue)
		}
		if x.Node >= 0 && y.Node >= 0 && d.align(x, y, cover) && d.replace(Wrapped, a, b) {
			return true
		}
		d.undo(m)
	}
	if ka == java.LambdaExpression || kb == java.LambdaExpression {
		if ok, done := d.functional(a, b); done {
			return ok
		}
	}
	if w := containment(a, b); w > 0 && (!cover || d.wrapped(a, b)) {
		d.common += w
		return d.replace(wrapKind(ka, kb), a, b)
	}
	if cover {
		return d.covering(a, b)
	}
	return d.replace(kindOf(ka, kb), a, b)
}

// wrapped reports whether one of two expressions that cover their statements is the other with something around it:
// a call, a creation or an array with it as argument, a conditional, a negation. A variable that merely occurs is not
// enough: "return data" is not "return data.isEmpty()".
func (d *differ) wrapped(a, b Ref) bool {
	if d.forms {
		return false // "f(g());" is rather "T x = g(); f(x);" than its declaration
	}
	if a.weight() > b.weight() {
		a, b = b, a
	}
	if !plain(a.Kind()) || a.Kind() == java.StringLiteral {
		return true
	}
	if d.m.opt.Inner && d.common == 0 {
		return false // an argument of the call may be anything
	}
	h := a.hash()
	list := operands(nil, b)
	switch b.Kind() {
	case java.MethodInvocation:
		list = childList(b.child(java.FieldArguments))
	case java.TernaryExpression:
		list = []Ref{b.child(java.FieldConsequence), b.child(java.FieldAlternative)}
	case java.UnaryExpression:
		list = childList(b)
	}
	for _, x := range list {
		if x.Node >= 0 && resolve(x).hash() == h {
			return true
		}
	}
	return false
}

// wrapKind keeps the kinds that variable analysis reads: a variable by an expression around it is still that.
func wrapKind(a, b java.Kind) ReplacementKind {
	if k := kindOf(a, b); k == VariableByExpression || k == ExpressionByVariable {
		return k
	}
	return Wrapped
}

// covering decides about two expressions of different kinds that are each the whole of their statement. The numbers
// are those of Table 3.
func (d *differ) covering(a, b Ref) bool {
	ka, kb := a.Kind(), b.Kind()
	switch {
	case plain(ka) && plain(kb): // a variable, a literal, an element of an array
		return d.replace(kindOf(ka, kb), a, b)
	case ka == java.AssignmentExpression && kb == java.MethodInvocation: // ⑩
		return d.setter(a, b) && d.replace(SetterCall, a, b)
	case ka == java.MethodInvocation && kb == java.AssignmentExpression:
		return d.setter(b, a) && d.replace(SetterCall, a, b)
	case ka == java.ObjectCreationExpression && kb == java.MethodInvocation, // ⑪
		ka == java.MethodInvocation && kb == java.ObjectCreationExpression:
		if (d.m.opt.Inner || d.common == 0) && len(links(nil, a)) < 2 && len(links(nil, b)) < 2 {
			return false // one may be the call of what the other was extracted to
		}
		return d.shareOperands(a, b) && d.replace(Invocation, a, b)
	case ka == java.TernaryExpression: // ⑫
		return d.arm(a, b, true)
	case kb == java.TernaryExpression:
		return d.arm(b, a, false)
	case ka == java.ArrayCreationExpression || kb == java.ArrayCreationExpression,
		ka == java.ArrayInitializer || kb == java.ArrayInitializer:
		return d.shareOperands(a, b) && d.replace(Other, a, b)
	}
	return false
}

// plain reports whether k is an expression without parts that compute.
func plain(k java.Kind) bool {
	return isVariable(k) || k.IsLiteral() || k == java.ArrayAccess
}

// setter reports whether assignment a and call b are this.f = v and setF(v).
func (d *differ) setter(a, b Ref) bool {
	name := b.child(java.FieldName).Text()
	args := childList(b.child(java.FieldArguments))
	left := resolve(a.child(java.FieldLeft))
	if len(args) != 1 || !isVariable(left.Kind()) || !strings.HasPrefix(name, "set") {
		return false
	}
	if !strings.EqualFold(name[3:], lastName(left)) {
		return false
	}
	if resolve(a.child(java.FieldRight)).hash() != resolve(args[0]).hash() {
		return false
	}
	d.common += args[0].weight() + 1
	return true
}

// shareOperands reports whether two expressions have an operand in common: an argument, a receiver, a size.
func (d *differ) shareOperands(a, b Ref) bool {
	w := 0
	for _, x := range operands(nil, a) {
		hx := resolve(x).hash()
		for _, y := range operands(nil, b) {
			if hx == resolve(y).hash() {
				w += x.weight()
				break
			}
		}
	}
	d.common += w
	return w > 0
}

// operands appends the arguments and the receivers of r, through chains of calls.
func operands(dst []Ref, r Ref) []Ref {
	switch r.Kind() {
	case java.MethodInvocation:
		if o := r.child(java.FieldObject); o.Node >= 0 {
			if o.Kind() == java.MethodInvocation || o.Kind() == java.ObjectCreationExpression {
				dst = operands(dst, o)
			} else {
				dst = append(dst, o)
			}
		}
		return append(dst, childList(r.child(java.FieldArguments))...)
	case java.ObjectCreationExpression:
		return append(dst, childList(r.child(java.FieldArguments))...)
	case java.ArrayCreationExpression:
		f := r.Tree.File
		for c := f.FirstChild(r.Node); c >= 0; c = f.NextSibling(c) {
			switch f.Kind(c) {
			case java.DimensionsExpr, java.ArrayInitializer:
				dst = append(dst, childList(Ref{r.Tree, c})...)
			}
		}
		return dst
	case java.ArrayInitializer:
		return append(dst, childList(r)...)
	}
	return dst
}

// arm aligns one arm of conditional t with expression e.
func (d *differ) arm(t, e Ref, first bool) bool {
	for _, role := range [...]java.Field{java.FieldConsequence, java.FieldAlternative} {
		x := t.child(role)
		if x.Node < 0 {
			continue
		}
		m := d.mark()
		if first && d.align(x, e, true) && d.common > m.common && d.replace(Wrapped, t, e) ||
			!first && d.align(e, x, true) && d.common > m.common && d.replace(Wrapped, e, t) {
			return true
		}
		d.undo(m)
	}
	return false
}

// assignment aligns left sides freely and right sides as what covers the statement. Where the left side is another one, a
// value of another kind leaves nothing to match by, unless renames alone make it equal.
func (d *differ) assignment(a, b Ref, cover bool) bool {
	if a.op() != b.op() && !d.replace(Operator, a, b) {
		return false
	}
	la, lb := resolve(a.child(java.FieldLeft)), resolve(b.child(java.FieldLeft))
	if !d.align(la, lb, false) {
		return false
	}
	same := la.hash() == lb.hash() || isVariable(la.Kind()) && isVariable(lb.Kind()) && lastName(la) == lastName(lb)
	va, vb := a.child(java.FieldRight), b.child(java.FieldRight)
	m := d.mark()
	return d.align(va, vb, cover) && (same || !cover || resolve(va).Kind() == resolve(vb).Kind() || d.onlyRenames(m))
}

// binary aligns infix expressions. Chains of one operator are flattened, so that operands may be added and deleted.
func (d *differ) binary(a, b Ref, cover bool) bool {
	oa, ob := a.op(), b.op()
	la, lb := flatten(nil, a, oa), flatten(nil, b, ob)
	if len(la) > maxOperands || len(lb) > maxOperands {
		return !cover && d.replace(Other, a, b)
	}
	if len(la) == len(lb) {
		if oa != ob && !d.replace(Operator, a, b) {
			return false
		}
		if oa == ob {
			d.common++
		}
		m := d.mark()
		if d.permuted(la, lb) {
			return true
		}
		d.undo(m)
		for i := range la {
			if !d.align(la[i], lb[i], false) {
				return false
			}
		}
		return true
	}
	if d.someOperands(la, lb) {
		return d.replace(Operands, a, b)
	}
	return !cover && d.replace(Other, a, b)
}

// maxOperands bounds the operands of a chain. Where "a + a" is handed from one method to the next, with the parameter bound to what it was handed,
// a chain through forty methods has 2^40.
const maxOperands = 4096

// flatten appends the operands of a chain of op, the first maxOperands and a few: it is no chain to compare then.
func flatten(dst []Ref, r Ref, op java.Op) []Ref {
	if len(dst) > maxOperands {
		return dst
	}
	r = resolve(r)
	if r.Kind() == java.BinaryExpression && r.op() == op {
		dst = flatten(dst, r.child(java.FieldLeft), op)
		return flatten(dst, r.child(java.FieldRight), op)
	}
	return append(dst, r)
}

// permuted reports whether two operand lists are equal but for their order.
func (d *differ) permuted(la, lb []Ref) bool {
	var used uint64
	if len(la) > 64 {
		return false
	}
	w := 0
next:
	for _, x := range la {
		hx := x.hash()
		for j, y := range lb {
			if used&(1<<j) == 0 && y.hash() == hx {
				used |= 1 << j
				w += x.weight()
				continue next
			}
		}
		return false
	}
	d.common += w
	return true
}

// someOperands aligns the operands of two lists of different length in their order, equal ones first, and reports
// whether some have anything in common.
func (d *differ) someOperands(la, lb []Ref) bool {
	if len(la) > 64 || len(lb) > 64 {
		return false
	}
	var usedA, usedB uint64
	start := d.common
	for i, x := range la {
		hx := x.hash()
		for j, y := range lb {
			if usedB&(1<<j) == 0 && hx == y.hash() {
				usedA, usedB = usedA|1<<i, usedB|1<<j
				d.common += x.weight()
				break
			}
		}
	}
	for i, x := range la {
		if usedA&(1<<i) != 0 {
			continue
		}
		for j, y := range lb {
			if usedB&(1<<j) != 0 || x.Kind() != y.Kind() || x.weight() < 2 {
				continue
			}
			m := d.mark()
			if d.align(x, y, true) && d.common > m.common {
				usedB |= 1 << j
				break
			}
			d.undo(m)
		}
	}
	return d.common > start
}
