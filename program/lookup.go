package program

import (
	"refract/internal/fresh"
	"refract/java"
)

// lookup finds types by name, and the ancestors of types. It remembers what it found, and so serves one goroutine.
type lookup struct {
	p     *Program
	types map[uint64]found // (context type, or ^file; name)
	depth int

	seen  []uint32 // by TypeID: the last walk that met it
	stamp uint32
	lines [2]line // remembered ancestors of the two types asked for last

	created map[TypeID][]MethodID // constructors of types with many methods

	linking bool // supertypes are being linked: nothing may be remembered
	within  int  // types of which the supertypes are being found, each for the one before

	recent recentNames
	pkg    NameID // of the package of file pkgOf - 1
	pkgOf  int32
}

// found is the answer to a lookup; known says that some declaration or import accounts for it.
type found struct {
	ref   TypeRef
	known bool
}

// line is a type and all its ancestors in the program, nearest first.
type line struct {
	of    TypeID
	types []TypeID
}

// scope is the place that a type is named from: in a file, in a type, and in a method of it where the name may be a
// type variable of that method or a local type.
type scope struct {
	file   int32
	ctx    TypeID
	method MethodID
	at     java.NodeID // local types that are not in scope there are not found; NoNode finds all
}

func newLookup(p *Program) *lookup {
	return &lookup{p: p, types: map[uint64]found{}, seen: fresh.Make[uint32](len(p.types)), lines: [2]line{{of: NoType}, {of: NoType}},
		created: map[TypeID][]MethodID{}}
}

// maxTypes is how many types of names are remembered, whatever files they were named in: bodies are not always asked for
// file by file, and to forget a few names takes as long as the map ever was large.
const maxTypes = 1 << 12

// reset makes room before another file is looked at.
func (l *lookup) reset() {
	if len(l.types) >= maxTypes {
		clear(l.types)
	}
}

// find is names.find, which it asks only once for names that come again soon.
func (l *lookup) find(name string) NameID {
	if l.linking {
		return l.p.names.find(name) // there will be more
	}
	return l.recent.find(&l.p.names, name)
}

// packageOf is the name of a file's package.
func (l *lookup) packageOf(file int32) NameID {
	if l.linking {
		return l.p.names.find(l.p.File(file).Package)
	}
	if l.pkgOf != file+1 {
		l.pkg, l.pkgOf = l.p.names.find(l.p.File(file).Package), file+1
	}
	return l.pkg
}

// ancestors returns t and all its ancestors in the program: superclasses first, then their interfaces. The slice is
// valid until two more calls.
func (l *lookup) ancestors(t TypeID) []TypeID {
	if l.lines[0].of == t {
		return l.lines[0].types
	}
	l.lines[0], l.lines[1] = l.lines[1], l.lines[0]
	if l.lines[0].of == t {
		return l.lines[0].types
	}
	ty := &l.p.types[t]
	l.stamp++
	list := append(l.lines[0].types[:0], t)
	l.seen[t] = l.stamp
	for s := ty.Super; s != NoType && l.seen[s] != l.stamp; s = l.p.types[s].Super {
		l.seen[s] = l.stamp
		list = append(list, s)
	}
	for i := 0; i < len(list); i++ {
		for _, s := range l.p.types[list[i]].Interfaces {
			if l.seen[s] != l.stamp {
				l.seen[s] = l.stamp
				list = append(list, s)
			}
		}
	}
	l.lines[0] = line{t, list}
	if l.linking {
		l.lines[0].of = NoType
	}
	return list
}

// simple finds the type of a simple name seen from the scope.
func (l *lookup) simple(s scope, name NameID) found {
	if s.method >= 0 {
		if ref, ok := l.inMethod(s, name); ok {
			return found{ref, true}
		}
	}
	k := key(int32(s.ctx), name)
	if s.ctx == NoType {
		k = key(^s.file, name)
	}
	if f, ok := l.types[k]; ok {
		return f
	}
	f := l.inTypes(s.ctx, s.file, name)
	if !l.linking && l.depth == 0 {
		l.types[k] = f
	}
	return f
}

// inMethod finds a type variable or a local type of the method.
func (l *lookup) inMethod(s scope, name NameID) (TypeRef, bool) {
	p := l.p
	f := p.File(s.file)
	d := &f.Methods[int32(s.method)-p.methodBase[s.file]]
	if d.TypeParams >= 0 {
		if ref, ok := l.typeVariable(s, d.TypeParams, name); ok {
			return ref, true
		}
	}
	if len(p.locals) == 0 || !p.names.has(name, namesType) {
		return TypeRef{}, false
	}
	best := NoType
	for _, t := range p.locals[s.method] {
		if p.types[t].name != name {
			continue
		}
		// The declaration's block must enclose the place; the innermost one, the last in preorder, wins.
		block := f.Parent(p.TypeDecl(t).Node)
		if s.at <= 0 || block <= s.at && s.at < f.At(block).Next {
			best = t
		}
	}
	return ownRef(best), best != NoType
}

// typeVariable finds a type variable in a type_parameters node and returns its erasure: its first bound, or Object.
func (l *lookup) typeVariable(s scope, params java.NodeID, name NameID) (TypeRef, bool) {
	f := l.p.File(s.file)
	text := l.p.names.text(name)
	for c := f.FirstChild(params); c >= 0; c = f.NextSibling(c) {
		id := f.ChildOfKind(c, java.TypeIdentifier)
		if id < 0 {
			id = f.ChildOfKind(c, java.Identifier)
		}
		if id < 0 || f.Text(id) != text {
			continue
		}
		ref := l.p.object
		if bound := f.FirstChild(f.ChildOfKind(c, java.TypeBound)); bound >= 0 && l.depth < 8 { // T extends U, U extends T
			l.depth++
			if b := l.typeNode(s, f, bound); b.Known() {
				ref = b
			}
			l.depth--
		}
		ref.Erased = true
		return ref, true
	}
	return TypeRef{}, false
}

// inTypes looks through the type, its enclosing types, and then the file.
func (l *lookup) inTypes(ctx TypeID, file int32, name NameID) found {
	p := l.p
	declared := p.names.has(name, namesType)
	for t := ctx; t != NoType; t = p.types[t].Outer {
		ty := &p.types[t]
		d := &p.File(ty.File).Types[ty.Idx]
		if d.TypeParams >= 0 {
			if ref, ok := l.typeVariable(scope{ty.File, t, NoMethod, java.NoNode}, d.TypeParams, name); ok {
				return found{ref, true}
			}
		}
		if declared {
			if ty.name == name {
				return found{ownRef(t), true}
			}
			if m := l.memberType(t, name); m != NoType {
				return found{ownRef(m), true}
			}
		}
		if d.In >= 0 {
			if ref, ok := l.inMethod(scope{ty.File, ty.Outer, p.MethodOf(ty.File, d.In), d.Node}, name); ok {
				return found{ref, true}
			}
		}
	}
	return l.inFile(file, name)
}

// inFile finds a type by the imports, the package, and what every Java program sees.
func (l *lookup) inFile(file int32, name NameID) found {
	p := l.p
	im := &p.imports[file]
	declared := p.names.has(name, namesType)
	pkg := l.packageOf(file)
	if p.names.has(name, sharedType) {
		if t, ok := p.near[nearKey{ofFile(file), key(int32(pkg), name)}]; ok {
			return found{ownRef(t), true}
		}
	}
	for i := range im.types {
		if im.types[i].simple == name {
			return found{im.types[i].ref, true}
		}
	}
	if declared {
		if t := p.topLevel(file, pkg, name); t != NoType {
			return found{ownRef(t), true}
		}
		for _, d := range im.demand {
			t := NoType
			if d.typ != NoType {
				t = l.memberType(d.typ, name)
			} else {
				t = p.topLevel(file, d.pkg, name)
			}
			if t != NoType {
				return found{ownRef(t), true}
			}
		}
		// A program that is itself the library (the sources of java.lang) declares these.
		if t := p.topLevel(file, p.names.find("java.lang"), name); t != NoType {
			return found{ownRef(t), true}
		}
	}
	if id := p.names.find("java.lang." + p.names.text(name)); id >= 0 && isJavaLang(p.names.text(name)) {
		return found{apiRef(id), true}
	}
	for _, d := range im.demand { // some other file may import the type by its full name
		if d.typ == NoType {
			if id := p.names.find(p.names.text(d.pkg) + "." + p.names.text(name)); id >= 0 {
				return found{apiRef(id), true}
			}
		}
	}
	return found{apiRef(name), false}
}

// memberType finds a member type of t by name, inherited ones included.
func (l *lookup) memberType(t TypeID, name NameID) TypeID {
	if m := l.p.declaredMember(t, name); m != NoType {
		return m
	}
	if l.linking {
		l.p.linkAncestors(l, t)
	}
	if l.p.types[t].Super == NoType && len(l.p.types[t].Interfaces) == 0 {
		return NoType
	}
	for _, a := range l.ancestors(t)[1:] {
		if m := l.p.declaredMember(a, name); m != NoType {
			return m
		}
	}
	return NoType
}

// typeNode returns the type that a type node denotes, unknown for NoNode and for "var".
func (l *lookup) typeNode(s scope, f *java.File, n java.NodeID) TypeRef {
	switch f.Kind(n) {
	case java.IntegralType, java.FloatingPointType, java.BooleanType, java.VoidType:
		return primitive(primitiveKind(f.Text(n)))
	case java.TypeIdentifier, java.Identifier:
		text := f.Text(n)
		if text == "var" {
			return TypeRef{}
		}
		if name := l.find(text); name >= 0 {
			return l.simple(s, name).ref
		}
		return apiRef(NoName)
	case java.ScopedTypeIdentifier, java.ScopedIdentifier:
		return l.scoped(s, f, n)
	case java.GenericType:
		return l.typeNode(s, f, f.FirstChild(n))
	case java.ArrayType:
		return l.typeNode(s, f, f.Child(n, java.FieldElement)).array(countDims(f.Text(f.Child(n, java.FieldDimensions))))
	case java.AnnotatedType:
		return l.typeNode(s, f, f.LastChild(n))
	case java.CatchType:
		return l.typeNode(s, f, f.FirstChild(n)) // of a union: the first; nobody knows the common ancestor
	}
	return TypeRef{}
}

// scoped resolves A.B, a.b.C and Map<K,V>.Entry.
func (l *lookup) scoped(s scope, f *java.File, n java.NodeID) TypeRef {
	p := l.p
	text := f.Text(n)
	if !java.Dotted(text) {
		outer := l.typeNode(s, f, f.FirstChild(n)).Type()
		if outer == NoType {
			return apiRef(p.names.find(text))
		}
		if m := l.memberType(outer, l.find(f.Text(f.LastChild(n)))); m != NoType {
			return ownRef(m)
		}
		return apiRef(NoName)
	}
	head := segment(text)
	if name := l.find(head); name >= 0 {
		if t := l.simple(s, name).ref.Type(); t != NoType {
			return l.path(t, text[len(head):])
		}
	}
	if t := p.qualified(s.file, text); t != NoType {
		return ownRef(t)
	}
	return apiRef(p.names.find(text))
}

// path goes from t along ".B.C" through member types, inherited ones included.
func (l *lookup) path(t TypeID, rest string) TypeRef {
	for rest != "" {
		rest = rest[1:]
		head := segment(rest)
		if t = l.memberType(t, l.find(head)); t == NoType {
			return apiRef(NoName)
		}
		rest = rest[len(head):]
	}
	return ownRef(t)
}

func primitiveKind(text string) RefKind {
	for k := Void; k <= Double; k++ {
		if refKindNames[k] == text && k != Null {
			return k
		}
	}
	return Unknown
}

// countDims counts the pairs of brackets of a dimensions node, annotations in it or not.
func countDims(text string) int {
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] == '[' {
			n++
		}
	}
	return n
}
