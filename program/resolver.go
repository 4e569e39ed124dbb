package program

import "refract/java"

// Resolver finds out what names denote, one body after the other. It serves one goroutine and reuses its memory; any
// number of Resolvers can work on one Program.
type Resolver struct {
	p    *Program
	l    *lookup
	f    *java.File
	file int32
	body Body

	ctx     TypeID   // the type that the body stands in
	method  MethodID // NoMethod in a field's initializer
	static  bool     // there is no this
	scope   java.NodeID
	slot    int32
	visible []visible

	args       []TypeRef                              // types of the arguments of the calls being looked at
	candidates []MethodID                             // of the call being resolved
	captured   map[captureKey]int32                   // of the body: the answers of capture
	outers     map[java.NodeID]map[string][]outerDecl // of the file: the locals of members with classes in them

	last  instance // the type arguments of the expression resolved last
	stats CallStats
}

// visible is a local variable in scope, with a hash of its name that spares most comparisons.
type visible struct {
	hash  uint32
	local int32
}

// NewResolver returns a resolver of the bodies of p.
func (p *Program) NewResolver() *Resolver {
	return &Resolver{p: p, l: newLookup(p), file: -1}
}

// Stats are the counts of all bodies resolved so far, a body counted as often as it was resolved.
func (r *Resolver) Stats() CallStats { return r.stats }

// Body resolves the body of a method, constructor or initializer. A method without a body gives a Body with its
// parameters and nothing else.
func (r *Resolver) Body(id MethodID) *Body {
	m := &r.p.methods[id]
	r.begin(m.File, m.Owner, id, m.Body)
	r.static = m.Static
	r.body.Method = id
	r.scope = m.Node
	r.declareParams(m)
	if m.Body >= 0 {
		r.visit(m.Body)
	}
	return r.end()
}

// FieldInit resolves the initializer of a field; the arguments and not the class body of an enum constant. It is for
// those who count references: vectors have no row for it.
func (r *Resolver) FieldInit(id FieldID) *Body {
	v := &r.p.fields[id]
	d := r.p.FieldDecl(id)
	r.begin(v.File, v.Owner, NoMethod, d.Init)
	r.static = v.Static
	r.body.Field = id
	r.scope = d.Node
	if !v.Static {
		r.slot = 1
	}
	if d.Init >= 0 {
		mark := len(r.args)
		r.initializer(d.Init, v.Type)
		if v.Kind == java.EnumConstantField {
			r.args = r.args[:mark]
		}
	}
	return r.end()
}

func (r *Resolver) begin(file int32, owner TypeID, method MethodID, root java.NodeID) {
	if file != r.file {
		r.file = file
		r.l.reset()
		clear(r.outers)
	}
	r.f = r.p.File(file)
	r.ctx, r.method = owner, method
	b := &r.body
	*b = Body{Method: NoMethod, Field: NoField, Owner: owner, File: r.f, Root: root,
		Uses: b.Uses[:0], Locals: b.Locals[:0], Calls: b.Calls[:0]}
	if root >= 0 {
		n := int(r.f.At(root).Next - root)
		if cap(b.Uses) < n {
			b.Uses = make([]Use, n+n/4)
		}
		b.Uses = b.Uses[:n]
		clear(b.Uses)
	}
	r.visible = r.visible[:0]
	r.args = r.args[:0]
	r.slot = 0
	r.last = instance{}
	if len(r.captured) > 0 {
		clear(r.captured)
	}
}

func (r *Resolver) end() *Body {
	r.body.Slots = max(r.body.Slots, r.slot)
	r.stats.Add(r.body.Stats)
	return &r.body
}

// declareParams declares this and the parameters. The constructor of an enum has two hidden ones (name and ordinal),
// that of an inner class one (the enclosing instance).
func (r *Resolver) declareParams(m *Method) {
	if !m.Static {
		r.slot = 1
	}
	if m.Constructor() && m.Owner != NoType {
		switch t := &r.p.types[m.Owner]; {
		case t.Kind == java.EnumType:
			r.slot += 2
		case !t.Static && !t.Local:
			r.slot++
		}
	}
	d := r.p.MethodDecl(r.method)
	if m.Kind == java.CompactConstructor && m.Owner != NoType {
		r.declareComponents(m)
	}
	for i := range d.Params {
		q := &d.Params[i]
		r.declare(Local{Name: q.Name, Type: r.p.Params(m)[i], TypeNode: q.Type, Decl: q.NameNode, Init: java.NoNode, Scope: m.Node,
			Kind: ParamLocal, Dims: uint8(q.Dims), Variadic: q.Variadic, Final: q.Mods.Has(java.ModFinal)})
	}
	r.body.Params = len(r.body.Locals)
}

// declareComponents: the parameters of a compact constructor are the record's components.
func (r *Resolver) declareComponents(m *Method) {
	i := 0
	for _, id := range r.p.types[m.Owner].Fields {
		if v := &r.p.fields[id]; v.Kind == java.RecordComponentField && i < len(r.p.Params(m)) {
			d := r.p.FieldDecl(id)
			r.declare(Local{Name: r.p.FieldName(v), Type: r.p.Params(m)[i], TypeNode: d.Type, Decl: d.NameNode, Init: java.NoNode, Scope: m.Node,
				Kind: ParamLocal, Dims: uint8(d.Dims), Variadic: r.f.Kind(d.Node) == java.SpreadParameter})
			i++
		}
	}
}

// declare enters a local variable with the next free slot, and marks its name.
func (r *Resolver) declare(v Local) int32 {
	i := int32(len(r.body.Locals))
	v.Slot = r.slot
	r.slot++
	if v.Type.Wide() {
		r.slot++
	}
	r.body.Slots = max(r.body.Slots, r.slot)
	r.body.Locals = append(r.body.Locals, v)
	if v.Name != "_" {
		r.visible = append(r.visible, visible{nameHash(v.Name), i})
	}
	r.set(v.Decl, Use{Kind: UseDeclaration, Ref: i, Type: v.Type})
	return i
}

// set records the use of node n; nodes outside the body (the names of parameters) have none.
func (r *Resolver) set(n java.NodeID, u Use) {
	if i := int(n - r.body.Root); r.body.Root >= 0 && 0 <= i && i < len(r.body.Uses) {
		r.body.Uses[i] = u
	}
}

// local returns the index of the local variable of that name that is in scope, -1 where there is none.
func (r *Resolver) local(name string) int32 {
	h := nameHash(name)
	for i := len(r.visible) - 1; i >= 0; i-- {
		if v := r.visible[i]; v.hash == h && r.body.Locals[v.local].Name == name {
			return v.local
		}
	}
	return -1
}

// nameHash need not be good, only fast: it tells the few names of one body apart.
func nameHash(s string) uint32 {
	n := uint32(len(s))
	if n == 0 {
		return 0
	}
	return n<<24 | uint32(s[0])<<16 | uint32(s[n/2])<<8 | uint32(s[n-1])
}

// frame is the state that a block restores at its end.
type frame struct {
	visible int
	slot    int32
	scope   java.NodeID
}

// push opens the scope of node n, pop closes it.
func (r *Resolver) push(n java.NodeID) frame {
	fr := frame{len(r.visible), r.slot, r.scope}
	r.scope = n
	return fr
}

func (r *Resolver) pop(fr frame) {
	r.visible, r.slot, r.scope = r.visible[:fr.visible], fr.slot, fr.scope
}

// here is the place that a type named at node n is named from.
func (r *Resolver) here(n java.NodeID) scope { return scope{r.file, r.ctx, r.method, n} }
