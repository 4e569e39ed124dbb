package mapping

import (
	"strings"

	"refract/java"
)

// statement aligns leaf statements a and b of m's trees, or parts. abstracted tells that the two are of different
// forms and were compared by the expression inside (§3.2, Abstraction).
func (d *differ) statement(a, b StmtID) (ok, abstracted bool) {
	sa, sb := &d.m.Src.Stmts[a], &d.m.Dst.Stmts[b]
	ra, rb := Ref{d.m.Src, sa.Node}, Ref{d.m.Dst, sb.Node}
	if sa.Kind == sb.Kind {
		if d.sameForm(sa.Kind, ra, rb) {
			return true, false
		}
		if sa.Kind != Expression {
			return false, false
		}
		d.reset()
	}
	va, vb := valueOf(ra.Tree.File, sa.Node), valueOf(rb.Tree.File, sb.Node)
	if va < 0 || vb < 0 || !d.m.opt.abstracts(sa.Kind, sb.Kind) {
		return false, false
	}
	xa, xb := Ref{ra.Tree, va}, Ref{rb.Tree, vb}
	if assigned(xa) != assigned(xb) || sa.Kind != sb.Kind {
		xa, xb = rightSide(xa), rightSide(xb)
	}
	xa, xb = resolve(xa), resolve(xb)
	if plain(xa.Kind()) && plain(xb.Kind()) && !d.m.opt.Inner {
		return false, false
	}
	text := xa.Kind() == java.StringLiteral || xb.Kind() == java.StringLiteral
	if plain(xa.Kind()) != plain(xb.Kind()) && sa.Kind != sb.Kind && !d.m.opt.Inner && !text {
		return false, false
	}
	d.forms = sa.Kind != sb.Kind && (sa.Kind == Declaration || sb.Kind == Declaration)
	return d.align(xa, xb, true), true
}

func assigned(r Ref) bool { return r.Kind() == java.AssignmentExpression }

func rightSide(r Ref) Ref {
	if assigned(r) && r.op() == java.Assign {
		return r.child(java.FieldRight)
	}
	return r
}

// valueOf returns the expression that a leaf statement wraps: its value, the value of its only declarator, or the
// expression itself; NoNode where there is none.
func valueOf(f *java.File, n java.NodeID) java.NodeID {
	switch k := f.Kind(n); k {
	case java.ExpressionStatement, java.ReturnStatement, java.YieldStatement:
		return f.FirstChild(n)
	case java.LocalVariableDeclaration:
		found := java.NoNode
		for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
			if f.Kind(c) == java.VariableDeclarator {
				if found >= 0 {
					return java.NoNode
				}
				found = f.Child(c, java.FieldValue)
			}
		}
		return found
	case java.Resource:
		return f.Child(n, java.FieldValue)
	default:
		if k.IsExpression() {
			return n
		}
	}
	return java.NoNode
}

// sameForm aligns two statements of one kind.
func (d *differ) sameForm(k Kind, a, b Ref) bool {
	switch k {
	case Declaration:
		return d.declaration(a, b)
	case Expression, Return, Throw, Yield:
		xa, xb := a.first(), b.first()
		return xa.Node >= 0 && xb.Node >= 0 && d.align(xa, xb, true)
	case ConstructorCall:
		if a.child(java.FieldConstructor).Kind() != b.child(java.FieldConstructor).Kind() {
			return false
		}
		d.common++
		aa, ab := a.child(java.FieldArguments), b.child(java.FieldArguments)
		return d.arguments(a, b, aa, ab, aa.hash() == ab.hash(), InvocationArguments)
	case Break, Continue:
		return a.first().Node >= 0 && b.first().Node >= 0 && d.children(a, b)
	case LocalType:
		return a.child(java.FieldName).Text() == b.child(java.FieldName).Text() && d.localType(a, b)
	case Header, LambdaBody, Initializer:
		if a.Kind() == java.LocalVariableDeclaration && b.Kind() == a.Kind() {
			return d.declaration(a, b)
		}
		if a.Kind() == java.Resource && b.Kind() == a.Kind() {
			return d.resource(a, b)
		}
		return d.align(a, b, true)
	}
	return d.children(a, b)
}

func (d *differ) localType(a, b Ref) bool {
	ba, bb := a.child(java.FieldBody), b.child(java.FieldBody)
	return ba.Kind() == java.ClassBody && bb.Kind() == java.ClassBody && d.align(ba, bb, false)
}

// declaration aligns declarations of local variables, declarator by declarator. One in which type, name and value
// are all replaced has nothing to match by.
func (d *differ) declaration(a, b Ref) bool {
	ta, tb := a.child(java.FieldType), b.child(java.FieldType)
	if !d.types2(ta, tb) {
		return false
	}
	da, db := firstDeclarator(a), firstDeclarator(b)
	for da.Node >= 0 && db.Node >= 0 {
		if !d.declarator(da, db, ta.hash() == tb.hash()) {
			return false
		}
		da, db = nextDeclarator(da), nextDeclarator(db)
	}
	return da.Node < 0 && db.Node < 0
}

func firstDeclarator(r Ref) Ref {
	return Ref{r.Tree, r.Tree.File.ChildOfKind(r.Node, java.VariableDeclarator)}
}

func nextDeclarator(r Ref) Ref {
	for n := r.next(); n.Node >= 0; n = n.next() {
		if n.Kind() == java.VariableDeclarator {
			return n
		}
	}
	return Ref{r.Tree, java.NoNode}
}

func (d *differ) declarator(a, b Ref, sameType bool) bool {
	na, nb := a.child(java.FieldName), b.child(java.FieldName)
	va, vb := a.child(java.FieldValue), b.child(java.FieldValue)
	sameName := na.hash() == nb.hash()
	switch {
	case sameName:
		d.common++
	case !d.replace(Variable, na, nb):
		return false
	}
	if va.Node < 0 || vb.Node < 0 {
		if va.Node == vb.Node {
			return sameName
		}
		return sameName && (d.m.opt.Same || trivial(va) || trivial(vb)) && d.replace(InitializerValue, va, vb)
	}
	m := d.mark()
	if d.align(va, vb, true) {
		// A value that is replaced as a whole says as little as a replaced name; where type and name are other ones, the
		// value must be the same but for variables and types, and more than null.
		if d.m.renamedCalls(va, vb) { // one method, whatever it is called
			d.common++
		}
		return sameName || d.common > m.common && !d.bothDeclare(na.Text(), nb.Text()) && (sameType || resolve(va).Kind() != java.NullLiteral && d.onlyRenames(m) && !d.otherConstant(m))
	}
	d.undo(m)
	return sameName && sameType && d.m.opt.Same && d.replace(InitializerValue, va, vb)
}

// bothDeclare reports whether each side declares a local called as the one of the other side: both are there still, and
// neither became the other.
func (d *differ) bothDeclare(a, b string) bool {
	return d.m.Src.declaresLocal(b) && d.m.Dst.declaresLocal(a)
}

// otherConstant reports whether a constant was replaced by another since mark m: what is read with another key is another value.
func (d *differ) otherConstant(m mark) bool {
	for i := m.reps; i < len(d.reps); i++ {
		r := &d.reps[i]
		if r.Kind == Variable && isConstant(lastName(r.Src)) && isConstant(lastName(r.Dst)) {
			return true
		}
	}
	return false
}

// isConstant reports whether a variable called name is a constant by convention.
func isConstant(name string) bool {
	return len(name) > 1 && name == strings.ToUpper(name)
}

// onlyRenames reports whether what was replaced since mark m are variables and types.
func (d *differ) onlyRenames(m mark) bool {
	for i := m.reps; i < len(d.reps); i++ {
		switch d.reps[i].Kind {
		case Variable, Type, InvocationReceiver:
		case Wrapped:
			// A value inside the other is what an extracted, or inlined, variable looks like.
			if !d.reps[i].onlyCast() {
				return false
			}
		case InvocationName:
			if d.m.opt.Renamed == nil || !d.m.opt.Renamed(d.reps[i].Src.child(java.FieldName).Text(), d.reps[i].Dst.child(java.FieldName).Text()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyCast reports whether the two sides of r differ by a cast around the whole.
func (r *Replacement) onlyCast() bool {
	return uncast(r.Src).Kind() == uncast(r.Dst).Kind()
}

// trivial reports whether r is a literal, as initial values of variables assigned later are.
func trivial(r Ref) bool { return r.Node >= 0 && resolve(r).Kind().IsLiteral() }

func (d *differ) resource(a, b Ref) bool {
	ta, tb := a.child(java.FieldType), b.child(java.FieldType)
	if ta.Node < 0 || tb.Node < 0 {
		return d.children(a, b)
	}
	if !d.types2(ta, tb) {
		return false
	}
	na, nb := a.child(java.FieldName), b.child(java.FieldName)
	if na.hash() == nb.hash() {
		d.common++
	} else if !d.replace(Variable, na, nb) {
		return false
	}
	return d.align(a.child(java.FieldValue), b.child(java.FieldValue), true)
}

// header aligns the headers of two composites of one kind.
func (d *differ) header(a, b StmtID) bool {
	sa, sb := &d.m.Src.Stmts[a], &d.m.Dst.Stmts[b]
	if sa.Kind != sb.Kind {
		return false
	}
	if sa.Hash == sb.Hash {
		d.common += 2
		return true
	}
	fa, fb := d.m.Src.File, d.m.Dst.File
	if sa.Kind == Try {
		return d.resources(Ref{d.m.Src, sa.Node}, Ref{d.m.Dst, sb.Node})
	}
	ca, cb := nextHeader(fa, fa.FirstChild(sa.Node)), nextHeader(fb, fb.FirstChild(sb.Node))
	for ca >= 0 && cb >= 0 {
		if fa.Nodes[ca].Field != fb.Nodes[cb].Field {
			return false
		}
		if !d.headerPart(Ref{d.m.Src, ca}, Ref{d.m.Dst, cb}) {
			return false
		}
		ca, cb = nextHeader(fa, fa.NextSibling(ca)), nextHeader(fb, fb.NextSibling(cb))
	}
	return ca < 0 && cb < 0
}

func (d *differ) headerPart(a, b Ref) bool {
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka == java.CatchFormalParameter && kb == ka:
		ta, tb := Ref{a.Tree, a.Tree.File.ChildOfKind(a.Node, java.CatchType)}, Ref{b.Tree, b.Tree.File.ChildOfKind(b.Node, java.CatchType)}
		if ta.hash() == tb.hash() {
			d.common += 2
		} else if !d.replace(Type, ta, tb) {
			return false
		}
		na, nb := a.child(java.FieldName), b.child(java.FieldName)
		return na.hash() == nb.hash() || d.replace(Variable, na, nb)
	case ka == java.LocalVariableDeclaration && kb == ka:
		return d.declaration(a, b)
	}
	// A condition covers its statement: another one is accepted as nothing in common, and then what is inside decides.
	m := d.mark()
	if d.align(a, b, true) {
		return true
	}
	d.undo(m)
	if !d.align(a, b, false) {
		return false
	}
	d.common = m.common
	return true
}

// nextHeader returns c or the first sibling after it that belongs to the header and counts.
func nextHeader(f *java.File, c java.NodeID) java.NodeID {
	for ; c >= 0; c = f.NextSibling(c) {
		if isHeaderPart(f, c) && f.Kind(c) != java.Modifiers {
			return c
		}
	}
	return java.NoNode
}

// resources aligns what two try statements open. They match whatever they open: their bodies decide.
func (d *differ) resources(a, b Ref) bool {
	fa, fb := a.Tree.File, b.Tree.File
	la := childList(Ref{a.Tree, fa.ChildOfKind(a.Node, java.ResourceSpecification)})
	lb := childList(Ref{b.Tree, fb.ChildOfKind(b.Node, java.ResourceSpecification)})
	if len(la) == len(lb) {
		for i := range la {
			m := d.mark()
			if !d.resource(la[i], lb[i]) {
				d.undo(m)
				if !d.replace(Other, la[i], lb[i]) {
					return false
				}
			}
		}
		return true
	}
	return d.replace(Other, a, b)
}
