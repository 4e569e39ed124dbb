package program

// field finds a field of t by name, inherited ones included.
func (l *lookup) field(t TypeID, name NameID) FieldID {
	p := l.p
	if !p.names.has(name, namesField) {
		return NoField
	}
	if f := p.fieldNamed(t, name); f != NoField {
		return f
	}
	ty := &p.types[t]
	if ty.Super == NoType && len(ty.Interfaces) == 0 {
		return NoField
	}
	for _, a := range l.ancestors(t)[1:] {
		if f := p.fieldNamed(a, name); f != NoField {
			return f
		}
	}
	return NoField
}

// staticField finds a field by the static imports of a file. api says that a library's field may be meant.
func (l *lookup) staticField(file int32, name NameID) (id FieldID, api bool) {
	im := &l.p.imports[file]
	for _, s := range im.statics {
		if s.member != name {
			continue
		}
		if s.typ == NoType {
			return NoField, true
		}
		if f := l.field(s.typ, name); f != NoField {
			return f, false
		}
	}
	for _, t := range im.staticTypes {
		if f := l.field(t, name); f != NoField {
			return f, false
		}
	}
	return NoField, im.apiStatics
}

// fieldInScope finds a field by its simple name: in the type, in what it inherits, in the enclosing types, and by
// static imports.
func (l *lookup) fieldInScope(file int32, ctx TypeID, name NameID) FieldID {
	if !l.p.names.has(name, namesField) {
		return NoField
	}
	for t := ctx; t != NoType; t = l.p.types[t].Outer {
		if f := l.field(t, name); f != NoField {
			return f
		}
	}
	f, _ := l.staticField(file, name)
	return f
}

// maxOverloads is the greatest number of methods of one name, or of constructors, among which a call is resolved. Each of
// n overloads may call the name, so that resolving costs the square of their number. Generated visitors have some
// hundreds; where there are more than this a call means none of them, and nothing overrides them.
const maxOverloads = 1000

// methods appends to dst the methods of that name that t has, its own first, then the inherited ones from the
// nearest ancestor outwards. Overridden ones are among them. It stops once there are too many to choose from.
func (l *lookup) methods(dst []MethodID, t TypeID, name NameID) []MethodID {
	p := l.p
	if !p.names.has(name, namesMethod) {
		return dst
	}
	own := p.methodsNamed(t, name)
	for _, e := range own[:min(len(own), maxOverloads+1)] {
		dst = append(dst, MethodID(e.id))
	}
	ty := &p.types[t]
	if ty.Super == NoType && len(ty.Interfaces) == 0 {
		return dst
	}
	for _, a := range l.ancestors(t)[1:] {
		if len(dst) > maxOverloads {
			break
		}
		inherited := p.methodsNamed(a, name)
		for _, e := range inherited[:min(len(inherited), maxOverloads+1)] {
			dst = append(dst, MethodID(e.id))
		}
	}
	return dst
}

// constructors appends the constructors of t, or as many as are too many to choose from.
func (l *lookup) constructors(dst []MethodID, t TypeID) []MethodID {
	methods := l.p.types[t].Methods
	if len(methods) <= manyMethods {
		return l.p.constructorsAmong(dst, methods)
	}
	// A class with many methods may be created in each of them.
	list, ok := l.created[t]
	if !ok {
		list = l.p.constructorsAmong(nil, methods)
		l.created[t] = list
	}
	return append(dst, list...)
}

// manyMethods is from where on the constructors of a class are remembered.
const manyMethods = 100

func (p *Program) constructorsAmong(dst, methods []MethodID) []MethodID {
	for _, m := range methods {
		if p.methods[m].Constructor() && len(dst) <= maxOverloads {
			dst = append(dst, m)
		}
	}
	return dst
}
