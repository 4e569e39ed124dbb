package program

import (
	"strings"

	"refract/java"
)

// expression resolves expression n, records its type, and returns it.
func (r *Resolver) expression(n java.NodeID) TypeRef {
	ref := TypeRef{}
	switch k := r.f.At(n).Kind; k {
	case java.Identifier:
		return r.identifier(n)
	case java.FieldAccess: // these say themselves what r.last is
		return r.fieldAccess(n, false)
	case java.MethodInvocation:
		return r.invocation(n)
	case java.ObjectCreationExpression:
		return r.creation(n)
	case java.BinaryExpression:
		return r.binary(n)
	case java.ParenthesizedExpression:
		return r.parenthesized(n)
	case java.LambdaExpression:
		r.lambda(n)
	case java.MethodReference:
		r.methodReference(n)
	case java.This, java.Super:
		r.last = instance{}
		return r.this(n)
	case java.AssignmentExpression:
		ref = r.assignment(n)
	case java.UnaryExpression, java.UpdateExpression:
		ref = r.unary(n)
	case java.InstanceofExpression:
		r.instanceof(n)
		ref = primitive(Boolean)
	case java.TernaryExpression:
		ref = r.ternary(n)
	case java.CastExpression:
		ref = r.cast(n)
	case java.ArrayCreationExpression:
		ref = r.arrayCreation(n)
	case java.ArrayAccess:
		ref = r.arrayAccess(n)
	case java.ClassLiteral:
		r.children(n)
		ref = apiRef(r.p.names.find("java.lang.Class"))
	case java.StringLiteral:
		r.children(n) // a template's interpolations
		ref = r.p.str
	case java.ArrayInitializer, java.TemplateExpression, java.StringInterpolation:
		r.children(n)
	default:
		if lit := literalKind(k, r.f.Text(n)); lit != Unknown {
			ref = primitive(lit)
		}
	}
	if r.f.At(n).Kind == java.CastExpression {
		r.last = r.instanceOf(r.here(n), r.f.Child(n, java.FieldType))
	} else {
		r.last = instance{}
	}
	if ref.Known() {
		r.set(n, Use{Ref: -1, Type: ref})
	}
	return ref
}

// typeUse resolves a type node and marks the names in it.
func (r *Resolver) typeUse(n java.NodeID) TypeRef {
	ref := r.l.typeNode(r.here(n), r.f, n)
	u := Use{Ref: -1, Type: ref}
	switch r.f.At(n).Kind {
	case java.TypeIdentifier, java.Identifier, java.ScopedTypeIdentifier, java.ScopedIdentifier:
		if r.f.Text(n) != "var" {
			u.Kind, u.Ref = UseType, int32(ref.Type())
		}
		r.typeArguments(n)
	default:
		for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
			switch k := r.f.At(c).Kind; {
			case k.IsType():
				r.typeUse(c)
			case k == java.TypeArguments, k == java.Wildcard:
				r.typeArguments(c)
			}
		}
	}
	r.set(n, u)
	return ref
}

// typeArguments resolves the types among the children of n, through wildcards. Of a scoped type it is the arguments
// in the middle: Map<K, V>.Entry.
func (r *Resolver) typeArguments(n java.NodeID) {
	scoped := r.f.At(n).Kind == java.ScopedTypeIdentifier
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch k := r.f.At(c).Kind; {
		case k == java.Wildcard:
			r.typeArguments(c)
		case k.IsType() && (!scoped || k == java.GenericType):
			r.typeUse(c)
		}
	}
}

// binary resolves a chain of binary operators. Its left operands are gone down by a loop: a chain may be very long.
func (r *Resolver) binary(n java.NodeID) TypeRef {
	top := n
	for r.f.At(n).Kind == java.BinaryExpression && r.f.At(n).Next > n+1 {
		n++ // the left operand
	}
	ref := r.visit(n)
	for n != top {
		left := n
		n = r.f.At(n).Parent
		right := TypeRef{}
		for c := r.f.NextSibling(left); c >= 0; c = r.f.NextSibling(c) {
			right = r.visit(c)
		}
		ref = r.binaryType(r.f.At(n).Op, ref, right)
		r.set(n, Use{Ref: -1, Type: ref})
	}
	r.last = instance{}
	return ref
}

func (r *Resolver) binaryType(op java.Op, a, b TypeRef) TypeRef {
	switch op {
	case java.AndAnd, java.OrOr, java.Eq, java.Ne, java.Lt, java.Gt, java.Le, java.Ge:
		return primitive(Boolean)
	case java.Shl, java.Shr, java.UShr:
		if k := r.unboxed(a); k >= Byte {
			return primitive(promoted(k, k))
		}
		return TypeRef{}
	}
	if op == java.Add && (same(a, r.p.str) || same(b, r.p.str)) {
		return r.p.str
	}
	x, y := r.unboxed(a), r.unboxed(b)
	switch {
	case x == Boolean && y == Boolean:
		return primitive(Boolean)
	case x >= Byte && y >= Byte:
		return primitive(promoted(x, y))
	case op == java.Add:
		return TypeRef{} // one side unknown: a number or a String
	case x == Double || y == Double:
		return primitive(Double)
	}
	return TypeRef{}
}

// unboxed is the primitive kind that t is or unboxes to, Unknown where it is neither.
func (r *Resolver) unboxed(t TypeRef) RefKind {
	switch {
	case t.Primitive():
		return t.Kind
	case t.Kind == API && t.Dims == 0:
		return r.p.boxes[NameID(t.Ref)]
	}
	return Unknown
}

// parenthesized: parentheses nest without limit, so they are a loop too.
func (r *Resolver) parenthesized(n java.NodeID) TypeRef {
	inner := n
	for r.f.At(inner).Kind == java.ParenthesizedExpression && r.f.At(inner).Next > inner+1 {
		inner++
	}
	ref := TypeRef{}
	if r.f.At(inner).Kind != java.ParenthesizedExpression {
		ref = r.visit(inner)
		r.siblings(r.f.NextSibling(inner))
	}
	for ; inner != n && ref.Known(); inner = r.f.At(inner).Parent {
		r.set(r.f.At(inner).Parent, Use{Ref: -1, Type: ref})
	}
	return ref
}

func (r *Resolver) assignment(n java.NodeID) TypeRef {
	left, right := r.f.Child(n, java.FieldLeft), r.f.Child(n, java.FieldRight)
	ref := TypeRef{}
	if left >= 0 {
		ref = r.visit(left)
	}
	if right >= 0 {
		if of := r.initializer(right, ref); !ref.Known() {
			ref = of
		}
	}
	return ref
}

func (r *Resolver) unary(n java.NodeID) TypeRef {
	ref := TypeRef{}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		ref = r.visit(c)
	}
	switch r.f.At(n).Op {
	case java.Not:
		return primitive(Boolean)
	case java.Add, java.Sub, java.Inv:
		if k := r.unboxed(ref); k >= Byte {
			return primitive(promoted(k, k))
		}
		return TypeRef{}
	}
	return ref
}

func (r *Resolver) instanceof(n java.NodeID) {
	right, name := java.NoNode, java.NoNode
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch {
		case r.f.At(c).Field == java.FieldName:
			name = c
		case r.f.At(c).Field == java.FieldRight:
			right = c
		case r.f.At(c).Field == java.FieldPattern:
			r.pattern(c)
		default:
			r.visit(c)
		}
	}
	ref := TypeRef{}
	if right >= 0 {
		ref = r.typeUse(right)
	}
	if name >= 0 {
		r.declarePattern(name, right, ref)
	}
}

// ternary: the type of the branches where they agree, of arithmetic where both are numbers, else of the one that is
// known. A pattern in the condition is in scope in the first branch.
func (r *Resolver) ternary(n java.NodeID) TypeRef {
	cond := r.f.Child(n, java.FieldCondition)
	yes, no := r.f.Child(n, java.FieldConsequence), r.f.Child(n, java.FieldAlternative)
	var a, b TypeRef
	for i, c := range [3]java.NodeID{cond, yes, no} {
		if c < 0 {
			continue
		}
		switch ref := r.visit(c); i {
		case 1:
			a = ref
		case 2:
			b = ref
		}
	}
	switch {
	case same(a, b), b.Kind == Null, !b.Known():
		return a
	case a.Kind == Null, !a.Known():
		return b
	case a.Numeric() && b.Numeric():
		return primitive(promoted(a.Kind, b.Kind))
	case a.Kind == Own && b.Kind == Own && a.Dims == 0 && b.Dims == 0 && r.subtype(TypeID(a.Ref), TypeID(b.Ref)) >= 0:
		return b
	}
	return a
}

func (r *Resolver) cast(n java.NodeID) TypeRef {
	ref := TypeRef{}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Field == java.FieldType {
			if t := r.typeUse(c); !ref.Known() { // of an intersection: the first
				ref = t
			}
			continue
		}
		r.visit(c)
	}
	return ref
}

func (r *Resolver) arrayCreation(n java.NodeID) TypeRef {
	ref, dims := TypeRef{}, 0
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch {
		case r.f.At(c).Field == java.FieldType:
			ref = r.typeUse(c)
		case r.f.At(c).Kind == java.Dimensions:
			dims += countDims(r.f.Text(c))
		case r.f.At(c).Kind == java.DimensionsExpr:
			dims++
			r.children(c)
		default:
			r.initializer(c, ref.array(dims))
		}
	}
	return ref.array(dims)
}

func (r *Resolver) arrayAccess(n java.NodeID) TypeRef {
	ref := TypeRef{}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if of := r.visit(c); r.f.At(c).Field == java.FieldArray {
			ref = of.element()
		}
	}
	return ref
}

// this resolves this and super alone.
func (r *Resolver) this(n java.NodeID) TypeRef {
	u := Use{Kind: UseThis, Ref: int32(r.ctx)}
	if r.ctx != NoType {
		u.Type = ownRef(r.ctx)
		if r.f.At(n).Kind == java.Super {
			u.Type = r.superRef(r.ctx)
			u.Ref = int32(u.Type.Type())
		}
	}
	r.set(n, u)
	return u.Type
}

// superRef is the type of super in t.
func (r *Resolver) superRef(t TypeID) TypeRef {
	if ty := &r.p.types[t]; ty.Super != NoType {
		return ownRef(ty.Super)
	} else if ty.SuperRef.Known() {
		return ty.SuperRef
	}
	return r.p.object
}

// hasWord reports whether word stands in text between blanks or at its ends.
func hasWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(word)
		if (i == 0 || text[i-1] <= ' ' || text[i-1] == '/') && (end == len(text) || text[end] <= ' ' || text[end] == '/' || text[end] == '@') {
			return true
		}
		at = end
	}
}
