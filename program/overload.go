package program

// This file chooses between methods of one name (JLS §15.12.2), with what is known of the arguments' types.

// choose returns the method of t, its own or an inherited one, that call c means; NoMethod where t has none that it
// can mean.
func (r *Resolver) choose(t TypeID, c call) MethodID {
	if !r.p.names.has(c.name, namesMethod) {
		return NoMethod
	}
	r.candidates = r.l.methods(r.candidates[:0], t, c.name)
	if len(r.candidates) == 0 {
		return NoMethod
	}
	return r.applicable(c.types, r.p.types[t].Open)
}

// applicable chooses among r.candidates: first those with as many parameters as there are arguments, then those with a variable
// number. Where the types that are known rule all of them out, the first that has the right number is taken, unless
// strict: then the call means something that is not in the program.
func (r *Resolver) applicable(args []TypeRef, strict bool) MethodID {
	if len(r.candidates) > maxOverloads {
		return NoMethod
	}
	fallback := NoMethod
	for _, variadic := range [2]bool{false, true} {
		best, bestCost := NoMethod, 0
		for _, id := range r.candidates {
			m := &r.p.methods[id]
			n := int(m.numParams)
			if !variadic && n != len(args) || variadic && (!m.Variadic || len(args) < n-1) {
				continue
			}
			if fallback == NoMethod {
				fallback = id
			}
			cost, ok := r.cost(m, args, variadic)
			if ok && (best == NoMethod || cost < bestCost || cost == bestCost && r.moreSpecific(m, &r.p.methods[best])) {
				best, bestCost = id, cost
			}
		}
		if best != NoMethod {
			return best
		}
	}
	if strict {
		return NoMethod
	}
	return fallback
}

// moreSpecific reports whether m's parameters are all subtypes of o's and not all the same. It breaks ties that
// unknown and null arguments leave; a method that overrides the other comes first already.
func (r *Resolver) moreSpecific(m, o *Method) bool {
	if m.numParams != o.numParams {
		return false
	}
	different, theirs := false, r.p.Params(o)
	for i, a := range r.p.Params(m) {
		b := theirs[i]
		if same(a, b) {
			continue
		}
		if _, ok := r.conversion(a, b); !ok || a.Kind != Own && !same(b, r.p.object) {
			return false
		}
		different = true
	}
	return different
}

// cost sums the distances from the arguments' types to the parameters'; ok is false where one cannot be converted.
func (r *Resolver) cost(m *Method, args []TypeRef, variadic bool) (int, bool) {
	sum, params := 0, r.p.Params(m)
	for i, a := range args {
		q := TypeRef{}
		switch {
		case variadic && i >= len(params)-1:
			q = params[len(params)-1].element()
		default:
			q = params[i]
		}
		c, ok := r.conversion(a, q)
		if !ok {
			return 0, false
		}
		sum += c
	}
	return sum, true
}

// The costs of conversions. They only order candidates: identity, then subtypes and widening by distance, then what
// is not known to be impossible, then boxing.
const (
	costObject  = 40 // to Object, the farthest supertype
	costUnknown = 50
	costBoxing  = 1000
)

// conversion returns the cost of passing a value of type a as a parameter of type b; ok is false where it is known to
// be impossible.
func (r *Resolver) conversion(a, b TypeRef) (cost int, ok bool) {
	switch {
	case !b.Known():
		return 0, true
	case !a.Known():
		return r.unknown(b), true
	case same(a, b):
		return 0, true
	case a.Kind == Void:
		return 0, false
	case a.Kind == Null:
		return r.toReference(b)
	case a.Primitive() && b.Primitive():
		return widening(a.Kind, b.Kind)
	case a.Primitive():
		return r.boxing(a, b)
	case b.Primitive():
		return r.unboxing(a, b)
	case same(b, r.p.object):
		return costObject, true
	case a.Array() || b.Array():
		return r.arrays(a, b)
	}
	return r.reference(a, b)
}

// unknown is the cost of passing a value of unknown type. It rules nothing out, but what comes out of the library and
// out of generic types is an object more often than a number, and Object takes whatever it is.
func (r *Resolver) unknown(b TypeRef) int {
	switch {
	case same(b, r.p.object):
		return 0
	case b.Primitive():
		return 2
	}
	return 1
}

func (r *Resolver) toReference(b TypeRef) (int, bool) {
	if b.Primitive() {
		return 0, false
	}
	if same(b, r.p.object) {
		return costObject, true // every other type is more specific
	}
	return 0, true
}

// widening is the distance of primitive widening (JLS §5.1.2).
func widening(a, b RefKind) (int, bool) {
	switch {
	case a == Boolean || b == Boolean, b < a, b == Char, a == Char && b == Short:
		return 0, false
	}
	return int(b - a), true
}

func (r *Resolver) boxing(a, b TypeRef) (int, bool) {
	if b.Array() {
		return 0, false
	}
	if b.Kind == Own {
		return 0, b.Erased // a type variable bounded by a type of ours is not one of a box
	}
	if k := r.p.boxes[NameID(b.Ref)]; k != Unknown {
		return costBoxing, k == a.Kind
	}
	return costBoxing + costUnknown, !r.p.finals[NameID(b.Ref)]
}

func (r *Resolver) unboxing(a, b TypeRef) (int, bool) {
	if a.Array() || a.Kind == Own {
		return 0, false
	}
	if k := r.p.boxes[NameID(a.Ref)]; k != Unknown {
		c, ok := widening(k, b.Kind)
		return costBoxing + c, k == b.Kind || ok
	}
	return costBoxing + costUnknown, !r.p.finals[NameID(a.Ref)]
}

func (r *Resolver) arrays(a, b TypeRef) (int, bool) {
	switch {
	case a.Dims == 0:
		return costUnknown, a.Kind == API && a.Ref < 0
	case b.Dims == 0: // Cloneable, Serializable, or a type variable
		return costUnknown, b.Kind == API && !r.p.finals[NameID(b.Ref)]
	}
	a, b = a.element(), b.element()
	if a.Primitive() || b.Primitive() {
		return 0, same(a, b)
	}
	return r.conversion(a, b)
}

// reference compares two class or interface types.
func (r *Resolver) reference(a, b TypeRef) (int, bool) {
	if r.p.sameType(a, b) {
		return 1, true
	}
	if b.Erased {
		return costObject - 1, true // a type variable takes whatever its bound allows
	}
	switch {
	case a.Kind == Own && b.Kind == Own:
		if d := r.subtype(TypeID(a.Ref), TypeID(b.Ref)); d >= 0 {
			return min(d, costObject-1), true
		}
		return 0, false
	case a.Kind == Own: // to a library type: an ancestor, if any
		return costUnknown, r.p.types[a.Ref].Open
	case b.Kind == Own: // a library type does not know ours
		return 0, a.Ref < 0
	}
	if a.Ref >= 0 && b.Ref >= 0 && (r.p.finals[NameID(a.Ref)] && r.p.finals[NameID(b.Ref)] || r.p.finals[NameID(b.Ref)]) {
		return 0, false
	}
	return costUnknown, true
}

// subtype returns the place of s among the ancestors of t, 0 for t itself, -1 where it is none.
func (r *Resolver) subtype(t, s TypeID) int {
	if t == s {
		return 0
	}
	for i, a := range r.l.ancestors(t) {
		if a == s {
			return i
		}
	}
	return -1
}
