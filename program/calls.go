package program

import "refract/java"

// call is a call being resolved.
type call struct {
	node, receiver, args java.NodeID
	text                 string
	name                 NameID
	types                []TypeRef // of the arguments
	of                   instance  // the type arguments of the receiver
	flags                UseFlags
}

// invocation resolves "receiver.name(args)".
func (r *Resolver) invocation(n java.NodeID) TypeRef {
	c := call{node: n, receiver: r.f.Child(n, java.FieldObject), args: r.f.Child(n, java.FieldArguments)}
	super := false
	ref := TypeRef{}
	for k := r.f.FirstChild(n); k >= 0; k = r.f.NextSibling(k) {
		switch {
		case k == c.receiver:
			ref = r.qualifier(k)
			c.of = r.last
		case r.f.At(k).Kind == java.TypeArguments:
			r.typeArguments(k)
		case r.f.At(k).Kind == java.Super: // X.super.f()
			super = true
			r.set(k, Use{Kind: UseThis, Flags: OuterThis, Ref: -1})
		case r.f.At(k).Field == java.FieldName:
			c.text = r.f.Text(k)
		}
	}
	c.name = r.l.find(c.text)
	mark := len(r.args)
	r.arguments(c.args)
	c.types = r.args[mark:]
	r.last = instance{}
	var result TypeRef
	switch {
	case c.receiver < 0:
		result = r.unqualified(c)
	case super:
		if t := ref.Type(); t != NoType && r.p.types[t].Kind != java.InterfaceType {
			ref = r.superRef(t) // of an enclosing class; an interface's name is that of the super itself
		}
		result = r.qualifiedCall(c, ref, 0)
	case r.useOf(c.receiver).Kind == UseType:
		result = r.qualifiedCall(c, ref, Static)
	default:
		result = r.qualifiedCall(c, ref, 0)
	}
	r.args = r.args[:mark]
	return result
}

// arguments resolves the arguments and pushes their types.
func (r *Resolver) arguments(list java.NodeID) {
	for a := r.f.FirstChild(list); a >= 0; a = r.f.NextSibling(a) {
		ref := r.visit(a)
		r.args = append(r.args, ref)
	}
}

// unqualified resolves "name(args)": the innermost type that has a method of that name, then static imports.
func (r *Resolver) unqualified(c call) TypeRef {
	open := false
	for t := r.ctx; t != NoType; t = r.p.types[t].Outer {
		ty := &r.p.types[t]
		if m := r.choose(t, c); m != NoMethod {
			if !r.p.methods[m].Static {
				c.flags = r.implicit(t)
			}
			return r.callOwn(c, m)
		}
		if ref, field, ok := r.implied(t, c); ok {
			c.flags = r.implicit(t) | Implied
			if field == NoField {
				c.flags = Static | Implied
			}
			return r.callImplied(c, ref, field)
		}
		open = open || ty.Open
	}
	im := &r.p.imports[r.file]
	api := im.apiStatics
	if c.name >= 0 {
		for _, s := range im.statics {
			if s.member != c.name {
				continue
			}
			if s.typ == NoType {
				api = true
			} else if m := r.choose(s.typ, c); m != NoMethod {
				return r.callOwn(c, m)
			}
		}
		for _, t := range im.staticTypes {
			if m := r.choose(t, c); m != NoMethod {
				return r.callOwn(c, m)
			}
		}
	}
	if !open && !api && !r.objectMethod(c) {
		c.flags |= Unresolved
	}
	if !api {
		c.flags |= r.inherited()
	}
	return r.callAPI(c, TypeRef{})
}

// qualifiedCall resolves a call on a value of type ref, or, with the flag Static, on the type itself.
func (r *Resolver) qualifiedCall(c call, ref TypeRef, flags UseFlags) TypeRef {
	t := ref.Type()
	if t == NoType {
		if ref.Kind == Unknown && r.useOf(c.receiver).Kind != UseType {
			c.flags |= Unresolved
		}
		c.flags |= flags
		return r.callAPI(c, ref)
	}
	if m := r.choose(t, c); m != NoMethod {
		return r.callOwn(c, m)
	}
	if result, field, ok := r.implied(t, c); ok {
		c.flags |= flags | Implied
		return r.callImplied(c, result, field)
	}
	if !r.p.types[t].Open && !r.objectMethod(c) {
		c.flags |= Unresolved
	}
	c.flags |= flags
	return r.callAPI(c, ref)
}

// objectMethod reports whether every type has a method of that name: those of Object, Enum, Record and annotations.
func (r *Resolver) objectMethod(c call) bool {
	switch c.text {
	case "toString", "equals", "hashCode", "getClass", "clone", "finalize", "notify", "notifyAll", "wait",
		"name", "ordinal", "compareTo", "getDeclaringClass", "annotationType", "describeConstable":
		return true
	}
	return false
}

// implied finds what the language declares in t: the accessor of a record's component, values and valueOf of an enum.
func (r *Resolver) implied(t TypeID, c call) (ref TypeRef, field FieldID, ok bool) {
	ty := &r.p.types[t]
	if ty.Kind == java.EnumConstantBody {
		t = ty.Outer
		ty = &r.p.types[t]
	}
	switch {
	case ty.Kind == java.RecordType && len(c.types) == 0:
		if id := r.p.fieldNamed(t, c.name); id != NoField && r.p.fields[id].Kind == java.RecordComponentField {
			ref = r.p.fields[id].Type.use()
			return ref, id, true
		}
	case ty.Kind == java.EnumType && c.text == "values" && len(c.types) == 0:
		return ownRef(t).array(1), NoField, true
	case ty.Kind == java.EnumType && c.text == "valueOf" && len(c.types) == 1:
		return ownRef(t), NoField, true
	}
	return TypeRef{}, NoField, false
}

func (r *Resolver) callOwn(c call, m MethodID) TypeRef {
	d := &r.p.methods[m]
	ref := d.Return
	node := java.NoNode
	if d.args || ref.Erased { // else the declaration need not be looked at
		node = r.p.MethodDecl(m).ReturnType
	}
	r.last = r.instanceOf(scope{d.File, d.Owner, m, node}, node)
	if ref.Erased {
		if of, ok := r.member(c.of, d.Owner, node); ok {
			ref = of
		} else if c.receiver >= 0 || r.p.genericMethod(d) {
			ref = ref.use()
		}
	}
	ref.Erased = false
	if d.Static {
		c.flags |= Static
	}
	r.body.Stats.Own++
	r.record(c, UseCallOwn, int32(m), m, ref)
	return ref
}

// genericMethod reports whether m has type parameters of its own: then a type variable that it returns may be one.
func (p *Program) genericMethod(m *Method) bool {
	return m.Return.Erased && p.File(m.File).Methods[m.Idx].TypeParams >= 0
}

func (r *Resolver) callImplied(c call, ref TypeRef, field FieldID) TypeRef {
	r.body.Stats.Implied++
	r.record(c, UseCallAPI, int32(field), NoMethod, ref)
	return ref
}

func (r *Resolver) callAPI(c call, receiver TypeRef) TypeRef {
	if c.flags&Unresolved != 0 {
		r.body.Stats.Unresolved++
	} else {
		r.body.Stats.API++
	}
	ref := r.p.libraryMember(receiver, c.name, c.types)
	if of := r.libraryGeneric(c.of, c.text); !ref.Known() {
		ref = of
	}
	switch {
	case receiver.Array() && c.text == "clone":
		ref = receiver
	case c.text == "toArray" && len(c.types) == 1 && c.types[0].Array():
		ref = c.types[0]
	case c.text == "toArray" && len(c.types) == 0:
		ref = r.p.object.array(1)
	}
	r.record(c, UseCallAPI, -1, NoMethod, ref)
	return ref
}

func (r *Resolver) record(c call, kind UseKind, ref int32, target MethodID, typ TypeRef) {
	r.set(c.node, Use{Kind: kind, Flags: c.flags, Ref: ref, Type: typ})
	r.body.Calls = append(r.body.Calls, Call{Node: c.node, Receiver: c.receiver, Args: c.args, Target: target, Kind: kind, Flags: c.flags})
}

// creation resolves "new T(args)", with or without a class body, qualified or not.
func (r *Resolver) creation(n java.NodeID) TypeRef {
	typeNode := r.f.Child(n, java.FieldType)
	c := call{node: n, receiver: java.NoNode, args: r.f.Child(n, java.FieldArguments)}
	outer := TypeRef{}
	for k := r.f.FirstChild(n); k >= 0 && k < typeNode; k = r.f.NextSibling(k) {
		switch {
		case r.f.At(k).Kind == java.TypeArguments:
			r.typeArguments(k)
		case r.f.At(k).Kind.IsExpression():
			c.receiver = k
			outer = r.visit(k)
		}
	}
	ref := TypeRef{}
	if typeNode >= 0 {
		ref = r.typeUse(typeNode)
		if t := outer.Type(); t != NoType { // outer.new Inner()
			if m := r.l.memberType(t, r.p.names.find(r.f.Text(typeNode))); m != NoType {
				ref = ownRef(m)
				r.set(typeNode, Use{Kind: UseType, Ref: int32(m), Type: ref})
			}
		}
	}
	ref.Erased = false
	mark := len(r.args)
	r.arguments(c.args)
	c.types = r.args[mark:]
	r.construct(c, ref)
	r.args = r.args[:mark]
	r.last = r.instanceOf(r.here(n), typeNode)
	return ref
}

// explicitConstructor resolves this(args) and super(args).
func (r *Resolver) explicitConstructor(n java.NodeID) {
	c := call{node: n, receiver: r.f.Child(n, java.FieldObject), args: r.f.Child(n, java.FieldArguments)}
	if c.receiver >= 0 {
		r.visit(c.receiver)
	}
	ref := TypeRef{}
	if k := r.f.Child(n, java.FieldConstructor); r.ctx != NoType {
		ref = ownRef(r.ctx)
		if r.f.Kind(k) == java.Super {
			ref = r.superRef(r.ctx)
		}
		r.set(k, Use{Kind: UseThis, Ref: int32(ref.Type()), Type: ref})
	}
	c.flags = ImplicitThis
	mark := len(r.args)
	r.arguments(c.args)
	c.types = r.args[mark:]
	r.construct(c, ref)
	r.args = r.args[:mark]
}

// construct resolves the constructor of type ref.
func (r *Resolver) construct(c call, ref TypeRef) {
	t := ref.Type()
	if t == NoType {
		r.body.Stats.NewAPI++
		r.record(c, UseNewAPI, -1, NoMethod, ref)
		return
	}
	r.candidates = r.l.constructors(r.candidates[:0], t)
	m := r.applicable(c.types, false)
	r.body.Stats.Constructor++
	r.record(c, UseNewOwn, int32(m), m, ref)
}

// methodReference resolves "X::name" as far as one method only can be meant.
func (r *Resolver) methodReference(n java.NodeID) {
	first := r.f.FirstChild(n)
	if first < 0 {
		return
	}
	ref := TypeRef{}
	if r.f.At(first).Kind.IsType() {
		ref = r.typeUse(first)
	} else {
		ref = r.qualifier(first)
	}
	u := Use{Kind: UseMethodRef, Ref: -1}
	name := java.NoNode
	for c := r.f.NextSibling(first); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind == java.TypeArguments {
			r.typeArguments(c)
		} else if r.f.At(c).Kind == java.Identifier {
			name = c
		}
	}
	if t := ref.Type(); t != NoType {
		if name >= 0 {
			r.candidates = r.l.methods(r.candidates[:0], t, r.p.names.find(r.f.Text(name)))
		} else {
			r.candidates = r.l.constructors(r.candidates[:0], t)
		}
		u.Ref = int32(r.only())
	}
	r.set(n, u)
}

// only returns the candidate that all others are overridden by, NoMethod where there is none.
func (r *Resolver) only() MethodID {
	if len(r.candidates) == 0 {
		return NoMethod
	}
	first := r.candidates[0]
	for _, m := range r.candidates[1:] {
		if !r.p.sameParameters(&r.p.methods[first], &r.p.methods[m]) {
			return NoMethod
		}
	}
	return first
}
