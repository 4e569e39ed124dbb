package program

import (
	"sort"
	"strings"

	"refract/java"
)

// This file resolves simple and qualified names in expressions (JLS §6.5).

// identifier resolves a simple name where a value stands.
func (r *Resolver) identifier(n java.NodeID) TypeRef {
	if r.f.Text(n) == "" { // put in by error recovery
		return TypeRef{}
	}
	return r.simpleName(n, false)
}

// simpleName resolves a simple name: a variable if there is one in scope, from the innermost scope outwards, else a
// type, else, where it qualifies another name, a package.
func (r *Resolver) simpleName(n java.NodeID, qualifies bool) TypeRef {
	r.last = instance{}
	text := r.f.Text(n)
	if i := r.local(text); i >= 0 {
		return r.useLocal(n, i)
	}
	name := r.l.find(text)
	open := false
	for t := r.ctx; t != NoType; t = r.p.types[t].Outer {
		if id := r.l.field(t, name); id != NoField {
			return r.useMember(n, id, t)
		}
		if r.p.types[t].Local {
			if i := r.capture(t, text); i >= 0 {
				return r.useLocal(n, i)
			}
		}
		open = open || r.p.types[t].Open
	}
	api := r.p.imports[r.file].apiStatics
	if name >= 0 {
		id, static := r.l.staticField(r.file, name)
		if id != NoField {
			return r.useField(n, id, Static)
		}
		api = static
	}
	if qualifies {
		if ref, ok := r.qualifierName(n, text, name, open || api); ok {
			return ref
		}
	}
	u := Use{Kind: UseUnknown, Ref: -1}
	switch {
	case api && !open:
		u.Kind, u.Flags = UseAPIField, Static
	case open:
		u.Kind, u.Flags = UseAPIField, r.inherited()
	}
	r.set(n, u)
	return TypeRef{}
}

// qualifierName resolves a simple name before a dot that is no variable of the program. inherited says that some library
// type may declare a variable of that name: then only what looks like a type or a package is one.
func (r *Resolver) qualifierName(n java.NodeID, text string, name NameID, inherited bool) (TypeRef, bool) {
	if name >= 0 {
		if f := r.l.simple(r.here(n), name); f.known {
			r.set(n, Use{Kind: UseType, Ref: int32(f.ref.Type()), Type: f.ref})
			return f.ref, true
		}
	}
	if typeLike(text) && (!inherited || wordLike(text)) || !inherited && text != "" && 'A' <= text[0] && text[0] <= 'Z' {
		ref := apiRef(name)
		r.set(n, Use{Kind: UseType, Ref: -1, Type: ref})
		return ref, true
	}
	if r.f.Kind(r.f.Parent(n)) == java.FieldAccess && (!inherited || r.p.names.has(name, namesPackage) || rootPackages[text]) {
		r.set(n, Use{Kind: UsePackage, Ref: -1})
		return TypeRef{}, true
	}
	return TypeRef{}, false
}

// wordLike reports whether a name that is written as types are cannot be a short constant as well: Font and Name, but
// not URL.
func wordLike(text string) bool { return len(text) > 4 || strings.ToUpper(text) != text }

// rootPackages are the usual first segments of library packages.
var rootPackages = map[string]bool{"java": true, "javax": true, "jakarta": true, "org": true, "com": true, "net": true, "sun": true, "edu": true, "io": true}

func (r *Resolver) useLocal(n java.NodeID, i int32) TypeRef {
	v := &r.body.Locals[i]
	kind := UseLocal
	switch v.Kind {
	case ParamLocal:
		kind = UseParam
	case CapturedLocal:
		kind = UseCaptured
	}
	r.set(n, Use{Kind: kind, Ref: i, Type: v.Type})
	r.last = r.instanceOf(r.here(n), v.TypeNode)
	return v.Type
}

// useMember records the unqualified use of field id, found in t or inherited by it.
func (r *Resolver) useMember(n java.NodeID, id FieldID, t TypeID) TypeRef {
	if r.p.fields[id].Static {
		return r.useField(n, id, Static)
	}
	return r.useField(n, id, r.implicit(t))
}

// implicit is the flag of an unqualified instance member of t.
func (r *Resolver) implicit(t TypeID) UseFlags {
	if t == r.ctx {
		return ImplicitThis
	}
	return OuterThis
}

// inherited is the flag of an unqualified member that a library ancestor must have: in a static method it can only be
// static.
func (r *Resolver) inherited() UseFlags {
	if r.static {
		return Static
	}
	return ImplicitThis
}

func (r *Resolver) useField(n java.NodeID, id FieldID, flags UseFlags) TypeRef {
	v := &r.p.fields[id]
	u := Use{Kind: UseField, Flags: flags, Ref: int32(id), Type: v.Type}
	if v.Constant != nil {
		u.Kind = UseConstant
	}
	receiver := r.last
	node := java.NoNode
	if v.args || v.Type.Erased { // else the declaration need not be looked at
		node = r.p.FieldDecl(id).Type
	}
	r.last = r.instanceOf(scope{v.File, v.Owner, NoMethod, node}, node)
	if v.Type.Erased && flags&(ImplicitThis|OuterThis) == 0 {
		if ref, ok := r.member(receiver, v.Owner, node); ok {
			u.Type = ref
		} else if v.Owner != r.ctx {
			u.Type = u.Type.use()
		}
	}
	u.Type.Erased = false
	r.set(n, u)
	return u.Type
}

// fieldAccess resolves "object.field". qualifies says that it stands before another dot, where it may be a type or a
// package.
func (r *Resolver) fieldAccess(n java.NodeID, qualifies bool) TypeRef {
	object, field := r.f.Child(n, java.FieldObject), r.f.Child(n, java.FieldField)
	if object < 0 || field < 0 {
		r.children(n)
		return TypeRef{}
	}
	ref := r.qualifier(object)
	u := r.useOf(object)
	if u.Kind == UseType || u.Kind == UsePackage {
		r.last = instance{}
	}
	switch {
	case r.f.At(field).Kind == java.This:
		return r.outerThis(n, ref)
	case r.f.ChildOfKind(n, java.Super) > object && u.Kind == UseType: // X.super.f
		if t := ref.Type(); t != NoType {
			ref = r.superRef(t)
		}
		return r.memberOf(n, ref, r.f.Text(field), OuterThis)
	case u.Kind == UsePackage:
		return r.inPackage(n, field, qualifies)
	case u.Kind == UseType:
		return r.staticMember(n, ref, r.f.Text(field), qualifies)
	case ref.Array() && r.f.Text(field) == "length":
		r.last = instance{}
		r.set(n, Use{Kind: UseArrayLength, Ref: -1, Type: primitive(Int)})
		return primitive(Int)
	}
	return r.memberOf(n, ref, r.f.Text(field), 0)
}

// qualifier resolves what stands before a dot.
func (r *Resolver) qualifier(n java.NodeID) TypeRef {
	switch r.f.At(n).Kind {
	case java.Identifier:
		return r.simpleName(n, true)
	case java.FieldAccess:
		return r.fieldAccess(n, true)
	}
	ref := r.visit(n)
	if e := r.f.Unparen(n); r.f.At(e).Kind == java.ObjectCreationExpression {
		if t := r.anonymous(e); t != NoType { // it may have members that its superclass has not
			return ownRef(t)
		}
	}
	return ref
}

// anonymous returns the anonymous class that the object creation n declares, NoType where it has no class body.
func (r *Resolver) anonymous(n java.NodeID) TypeID {
	types := r.f.Types
	i := sort.Search(len(types), func(i int) bool { return types[i].Node >= n })
	if i == len(types) || types[i].Node != n {
		return NoType
	}
	return r.p.TypeOf(r.file, java.TypeIdx(i))
}

func (r *Resolver) useOf(n java.NodeID) Use { return r.body.Use(n) }

func (r *Resolver) outerThis(n java.NodeID, ref TypeRef) TypeRef {
	u := Use{Kind: UseThis, Ref: int32(ref.Type()), Type: ref}
	if ref.Type() != r.ctx {
		u.Flags = OuterThis
	}
	r.set(n, u)
	return ref
}

// inPackage resolves "a.b.C" where a.b is a package, or is taken for one.
func (r *Resolver) inPackage(n, field java.NodeID, qualifies bool) TypeRef {
	text, last := r.f.Text(n), r.f.Text(field)
	if t := r.p.qualified(r.file, text); t != NoType {
		r.set(n, Use{Kind: UseType, Ref: int32(t), Type: ownRef(t)})
		return ownRef(t)
	}
	if qualifies && last != "" && last[0] >= 'A' && last[0] <= 'Z' {
		ref := apiRef(r.l.find(text))
		r.set(n, Use{Kind: UseType, Ref: -1, Type: ref})
		return ref
	}
	u := Use{Kind: UsePackage, Ref: -1}
	if !qualifies {
		u.Kind = UseAPIField // the last part of a name that is a value
	}
	r.set(n, u)
	return TypeRef{}
}

// staticMember resolves "T.name": a field, or a member type.
func (r *Resolver) staticMember(n java.NodeID, ref TypeRef, text string, qualifies bool) TypeRef {
	t := ref.Type()
	name := r.l.find(text)
	if t != NoType {
		if id := r.l.field(t, name); id != NoField {
			return r.useField(n, id, Static)
		}
		if m := r.l.memberType(t, name); m != NoType {
			r.set(n, Use{Kind: UseType, Ref: int32(m), Type: ownRef(m)})
			return ownRef(m)
		}
	}
	u := Use{Kind: UseAPIField, Flags: Static, Ref: -1, Type: r.p.libraryMember(ref, name, nil)}
	if qualifies && typeLike(text) && wordLike(text) { // Map.Entry.comparingByKey()
		u = Use{Kind: UseType, Ref: -1, Type: apiRef(NoName)}
	} else if t != NoType && !r.p.types[t].Open {
		u.Kind = UseUnknown
	}
	r.set(n, u)
	return u.Type
}

// memberOf resolves a field of a value of type ref.
func (r *Resolver) memberOf(n java.NodeID, ref TypeRef, text string, flags UseFlags) TypeRef {
	if t := ref.Type(); t != NoType {
		if id := r.l.field(t, r.l.find(text)); id != NoField {
			if r.p.fields[id].Static {
				flags |= Static
			}
			return r.useField(n, id, flags)
		}
		if !r.p.types[t].Open {
			r.set(n, Use{Kind: UseUnknown, Ref: -1})
			return TypeRef{}
		}
	}
	r.last = instance{}
	r.set(n, Use{Kind: UseAPIField, Flags: flags, Ref: -1})
	return TypeRef{}
}
