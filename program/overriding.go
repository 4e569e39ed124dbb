package program

import (
	"slices"

	"refract/java"
)

// linkOverriding finds for each method the methods of its owner's ancestors that it overrides or implements: same
// name, same number of parameters, and parameter types that do not differ for certain. Those of a file with a record are there, unless something has
// changed in it or in an ancestor of one of its types.
func (p *Program) linkOverriding(jobs int) {
	p.traceLineages()
	parts := make([][]pair, len(p.Files)/fileRun+1)
	workInRuns(jobs, len(p.Files), fileRun, func() func(from, to int) {
		l := newLookup(p)
		var up []pair
		return func(from, to int) {
			up = up[:0]
			known := make([]bool, to-from)
			p.readLinked(from, to, func(i int, f *linkedFile) {
				if known[i-from] = f.lineage == p.lineageOf(int32(i)); known[i-from] {
					up = f.overridden(p, l, int32(i), up)
				}
			})
			for i := from; i < to; i++ {
				if !known[i-from] {
					up = p.overriddenBy(up, l, p.typeBase[i], p.typeBase[i+1])
				}
			}
			parts[from/fileRun] = slices.Clone(up)
		}
	})
	p.overrides = newCSR(len(p.methods), parts...)
	p.overriders = p.overrides.transposed(len(p.methods))
}

// signaturesOf is a hash of the methods of a file as far as overriding asks for it: which types they stand in, names, parameters, and who is static or private.
func (p *Program) signaturesOf(file int32) uint64 {
	d := Digests{names: p.names.sums, types: p.identities.types}
	h := uint64(p.methodBase[file+1] - p.methodBase[file]) // a constructor without parameters is all zeros, which a hash of zero would not notice
	for id := p.methodBase[file]; id < p.methodBase[file+1]; id++ {
		m := &p.methods[id]
		h = Mix(Mix(h, uint64(uint32(m.Owner-TypeID(p.typeBase[file])))), at(d.names, int32(m.name)))
		h = Mix(h, uint64(m.numParams)<<2|bit(m.Static)<<1|bit(m.private()))
		for _, t := range p.Params(m) {
			h = Mix(h, d.ref(t))
		}
	}
	return h
}

// traceLineages makes the lineages of all types with supertypes, and of those: hashes of the methods of a type and of all its ancestors as far as overriding
// asks for them.
func (p *Program) traceLineages() {
	p.lineages = make([]uint64, len(p.types))
	var trace func(id TypeID) uint64
	trace = func(id TypeID) uint64 {
		if h := p.lineages[id]; h != 0 {
			return h
		}
		t := &p.types[id]
		h := Mix(p.identities.types[id], p.signatures[t.File])
		if t.Super != NoType {
			h = Mix(h, trace(t.Super))
		}
		for _, i := range t.Interfaces {
			h = Mix(Mix(h, 1), trace(i))
		}
		p.lineages[id] = h
		return h
	}
	for i := range p.types {
		if p.types[i].derived() {
			trace(TypeID(i))
		}
	}
}

// lineageOf is a hash of the lineages of the types of a file that have supertypes: what their methods override is the same where it is.
func (p *Program) lineageOf(file int32) uint64 {
	h := uint64(0)
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		if p.types[id].derived() {
			h = Mix(h, p.lineages[id])
		}
	}
	return h
}

// derived reports whether t has supertypes in the program.
func (t *Type) derived() bool { return t.Super != NoType || len(t.Interfaces) > 0 }

// overriddenBy appends to up the methods of the types from number from to to with those that they override. Only of a method of which the name stands in an
// ancestor is more looked at than that.
func (p *Program) overriddenBy(up []pair, l *lookup, from, to int32) []pair {
	for t := from; t < to; t++ {
		if !p.types[t].derived() {
			continue
		}
		ancestors, names := l.ancestors(TypeID(t))[1:], uint64(0) // names of the methods of ancestors
		for _, a := range ancestors {
			names |= p.methodNames[a]
		}
		if names&p.methodNames[t] == 0 {
			continue
		}
		for _, e := range p.methodsOf(TypeID(t)) {
			if names&nameBit(e.name) != 0 && (!p.marked || p.names.has(e.name, sharedMethod)) {
				up = p.overridden(up, e, ancestors)
			}
		}
	}
	return up
}

// overridden appends the methods of ancestors that a method overrides.
func (p *Program) overridden(up []pair, e member, ancestors []TypeID) []pair {
	m := &p.methods[e.id]
	if m.Static || m.private() {
		return up
	}
	bit := nameBit(e.name)
	for _, a := range ancestors {
		if p.methodNames[a]&bit == 0 {
			continue
		}
		inherited := p.methodsNamed(a, e.name)
		if len(inherited) > maxOverloads {
			continue
		}
		for _, i := range inherited {
			if o := &p.methods[i.id]; !o.Static && !o.private() && p.sameParameters(m, o) {
				up = append(up, pair{e.id, i.id})
			}
		}
	}
	return up
}

// sameParameters compares erased parameter types; a type variable matches whatever stands for it.
func (p *Program) sameParameters(m, o *Method) bool {
	if m.numParams != o.numParams {
		return false
	}
	theirs := p.Params(o)
	for i, a := range p.Params(m) {
		if b := theirs[i]; !p.sameType(a, b) && !(a.Erased || b.Erased) {
			return false
		}
	}
	return true
}

// sameType compares types; library types by as much of their names as both sides have.
func (p *Program) sameType(a, b TypeRef) bool {
	if same(a, b) {
		return true
	}
	if a.Dims != b.Dims || a.Kind != API || b.Kind != API || a.Ref < 0 || b.Ref < 0 {
		return false
	}
	x, y := p.names.text(NameID(a.Ref)), p.names.text(NameID(b.Ref))
	sx, sy := simple(x), simple(y)
	return sx == sy && (len(sx) == len(x) || len(sy) == len(y))
}

// Overrides returns the methods of the program that m overrides or implements, the nearest ancestor's first.
func (p *Program) Overrides(m MethodID) []MethodID {
	p.Method(m)
	return rowOf[MethodID](&p.overrides, int32(m))
}

// Overriders returns the methods of the program that override or implement m, in their order.
func (p *Program) Overriders(m MethodID) []MethodID {
	p.Method(m)
	return rowOf[MethodID](&p.overriders, int32(m))
}

// Overridden reports whether some method of the program overrides or implements m.
func (p *Program) Overridden(m MethodID) bool {
	p.Method(m)
	return !p.overriders.empty(int32(m))
}

// UniqueTarget reports whether a call that resolves to m can run no other method of the program: m has a body and
// nothing overrides it.
func (p *Program) UniqueTarget(m MethodID) bool {
	return p.methods[m].Body >= 0 && !p.Overridden(m)
}

// Getter returns the field that m does nothing but return: "T f() { return x; }" or "return this.x;". The field must
// be declared in m's own type. It is NoField for every other method.
func (p *Program) Getter(id MethodID) FieldID {
	m := p.Method(id)
	if m.Body < 0 || len(p.Params(m)) != 0 || m.Owner == NoType || m.Kind != java.OrdinaryMethod {
		return NoField
	}
	f := p.File(m.File)
	ret := f.FirstChild(m.Body)
	if f.Kind(ret) != java.ReturnStatement || f.NextSibling(ret) >= 0 {
		return NoField
	}
	n := f.Unparen(f.FirstChild(ret))
	if f.Kind(n) == java.FieldAccess && f.Kind(f.Child(n, java.FieldObject)) == java.This {
		n = f.Child(n, java.FieldField)
	}
	if f.Kind(n) != java.Identifier {
		return NoField
	}
	return p.FieldByName(m.Owner, f.Text(n))
}
