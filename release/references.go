package release

import (
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"refract/java"
	"refract/program"
)

// edge is a reference of one entity to another with its multiplicity μ (§5.2).
type edge struct {
	from, to EntityID
	n        int32
}

// references is the reference graph of one component: every edge twice, by its target and by its source.
type references struct {
	in, out     []edge
	inAt, outAt []int32 // per entity: where its edges begin; one more at the end
}

func (r *references) incoming(id EntityID) []edge { return r.in[r.inAt[id]:r.inAt[id+1]] }
func (r *references) outgoing(id EntityID) []edge { return r.out[r.outAt[id]:r.outAt[id+1]] }

// references returns the reference graph, and makes it when first asked: releases without candidates never need it.
func (c *Component) references() *references {
	if c.refs == nil {
		c.refs = c.readReferences()
	}
	return c.refs
}

// readReferences resolves every body once, in parallel over ranges of methods; the order of the ranges is that of the
// result.
func (c *Component) readReferences() *references {
	const chunk = 512
	n := c.Program.NumMethods()
	parts := make([][]edge, (n+chunk-1)/chunk)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	pool := sync.Pool{New: func() any { return c.Program.NewResolver() }}
	for i := range parts {
		g.Go(func() error {
			r := pool.Get().(*program.Resolver)
			defer pool.Put(r)
			for m := i * chunk; m < min(n, (i+1)*chunk); m++ {
				parts[i] = c.methodReferences(parts[i], r, program.MethodID(m))
			}
			return nil
		})
	}
	_ = g.Wait() // resolving returns no errors
	all := c.declaredReferences()
	for _, p := range parts {
		all = append(all, p...)
	}
	return index(all, len(c.Entities))
}

// index sorts the edges by source and by target and adds up the multiplicities of equal ones.
func index(all []edge, entities int) *references {
	compare := func(first, second func(edge) EntityID) func(a, b edge) int {
		return func(a, b edge) int {
			if d := first(a) - first(b); d != 0 {
				return int(d)
			}
			return int(second(a) - second(b))
		}
	}
	from, to := func(e edge) EntityID { return e.from }, func(e edge) EntityID { return e.to }
	slices.SortFunc(all, compare(to, from))
	in := all[:0]
	for _, e := range all {
		if n := len(in); n > 0 && in[n-1].from == e.from && in[n-1].to == e.to {
			in[n-1].n += e.n
		} else {
			in = append(in, e)
		}
	}
	r := &references{in: in, out: slices.Clone(in)}
	slices.SortFunc(r.out, compare(from, to))
	r.inAt, r.outAt = offsets(r.in, to, entities), offsets(r.out, from, entities)
	return r
}

func offsets(edges []edge, of func(edge) EntityID, entities int) []int32 {
	at := make([]int32, entities+1)
	for _, e := range edges {
		at[of(e)+1]++
	}
	for i := range entities {
		at[i+1] += at[i]
	}
	return at
}

// methodReferences appends the edges that start in the body of m: calls, instantiations, types of locals, fields.
func (c *Component) methodReferences(dst []edge, r *program.Resolver, m program.MethodID) []edge {
	from := c.sourceOf(m)
	if from < 0 || c.Program.Method(m).Body < 0 {
		return dst
	}
	b := r.Body(m)
	add := func(to EntityID, ok bool) {
		if ok && to != from {
			dst = append(dst, edge{from, to, 1})
		}
	}
	for _, u := range b.Uses {
		switch u.Kind {
		case program.UseCallOwn, program.UseMethodRef:
			to, ok := c.methods[program.MethodID(u.Ref)]
			add(to, ok)
		case program.UseNewOwn:
			if to, ok := c.methods[program.MethodID(u.Ref)]; ok {
				add(to, true)
			}
			to, ok := c.classOf[u.Type.Type()]
			add(to, ok)
		case program.UseField, program.UseConstant:
			to, ok := c.fields[program.FieldID(u.Ref)]
			add(to, ok)
		}
	}
	for i := range b.Locals {
		if b.Locals[i].Kind != program.CapturedLocal {
			to, ok := c.classOf[b.Locals[i].Type.Type()]
			add(to, ok)
		}
	}
	return dst
}

// sourceOf returns the entity that a body belongs to: its method, or for the methods of local and anonymous classes and
// for initializers what these stand in.
func (c *Component) sourceOf(m program.MethodID) EntityID {
	for {
		if id, ok := c.methods[m]; ok {
			return id
		}
		owner := c.Program.Method(m).Owner
		if owner < 0 {
			return NoEntity
		}
		if id, ok := c.classOf[owner]; ok {
			return id // an initializer
		}
		t, d := c.Program.Type(owner), c.Program.TypeDecl(owner)
		switch {
		case d.In >= 0:
			m = c.Program.MethodOf(t.File, d.In)
		case d.InField >= 0:
			if id, ok := c.fields[c.Program.FieldOf(t.File, d.InField)]; ok {
				return id
			}
			return NoEntity
		default:
			return NoEntity
		}
	}
}

// declaredReferences lists the edges of declarations: return types and fields, subclasses, imports. Parameters are
// locals of their bodies; those of methods without one are counted here.
func (c *Component) declaredReferences() []edge {
	var out []edge
	add := func(from EntityID, t program.TypeID) {
		if to, ok := c.classOf[t]; ok && to != from {
			out = append(out, edge{from, to, 1})
		}
	}
	for i := range c.Entities {
		e, id := &c.Entities[i], EntityID(i)
		switch e.Kind {
		case Method:
			m := c.Program.Method(c.methodRef(e))
			add(id, m.Return.Type())
			if m.Body < 0 {
				for _, p := range c.Program.Params(m) {
					add(id, p.Type())
				}
			}
		case Field:
			add(e.Parent, c.Program.Field(c.fieldRef(e)).Type.Type())
		case Class:
			t := c.Program.Type(program.TypeID(e.Ref))
			add(id, t.Super)
			for _, s := range t.Interfaces {
				add(id, s)
			}
			if t.Outer < 0 {
				out = c.imports(out, id, c.Program.Files[t.File])
			}
		}
	}
	return out
}

// imports appends an edge to a package for every class that is imported from it.
func (c *Component) imports(dst []edge, from EntityID, f *java.File) []edge {
	for _, im := range f.Imports {
		name := im.Name
		if !im.OnDemand {
			name = pre(name)
		}
		if im.Static {
			name = pre(name)
		}
		if ids := c.named(name, Package); len(ids) > 0 {
			dst = append(dst, edge{from, ids[0], 1})
		}
	}
	return dst
}

// sigma is σ(n₁, n₂, log) of §5.3: the average of the two directed similarities. known is false where neither has an
// incoming reference that counts: σ would be 0/0.
func (d *detector) sigma(p pair) (sigma float64, known bool) {
	before, after := d.callers(d.old, p.old), d.callers(d.new, p.new)
	if len(before) == 0 && len(after) == 0 {
		return 0, false
	}
	return (directed(before, after, d.log.Rho) + directed(after, before, d.log.Inverse)) / 2, true
}

// callers returns the incoming references of an entity, added up by the name of where they come from; overloads share a
// name. References from test code and from what is deprecated itself do not count: neither needs to follow a change.
func (d *detector) callers(c *Component, id EntityID) map[string]int32 {
	out := map[string]int32{}
	for _, e := range c.references().incoming(id) {
		from := &c.Entities[e.from]
		if from.Test && !d.o.Tests || from.Deprecated || from.Name == c.Entities[id].Name {
			continue
		}
		out[from.Name] += e.n
	}
	return out
}

// directed is δ(n, n', log): the share of the references to n that the corresponding entities make to n'. It is 0 for
// an n without references.
func directed(n, other map[string]int32, rho func(string) string) float64 {
	var both, all int32
	for name, m := range n {
		both += min(m, other[rho(name)])
		all += m
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

// declaredBy returns the method farthest up that m overrides, m itself where it overrides none: what was called directly
// in the class is called through its interface from outside.
func (c *Component) declaredBy(m EntityID) EntityID {
	if above := c.overridden(m); len(above) > 0 {
		return above[len(above)-1]
	}
	return m
}

// updated asks whether the references that the body of p.old makes to own methods are made by p.new as well, under ρ, or
// those of p.new were made by p.old: the better part of them must. What was added on top says nothing against a move.
// Bodies that refer to nothing of the program pass.
func (d *detector) updated(p pair) bool {
	callees := func(c *Component, id EntityID) map[string]int32 {
		out := map[string]int32{}
		for _, e := range c.references().outgoing(id) {
			if c.Entities[e.to].Kind == Method {
				out[c.Entities[c.declaredBy(e.to)].Name] += e.n
			}
		}
		return out
	}
	before, after := callees(d.old, p.old), callees(d.new, p.new)
	if len(before) == 0 || len(after) == 0 {
		return true
	}
	return max(directed(before, after, d.log.Rho), directed(after, before, d.log.Inverse)) >= d.o.ReferenceThreshold
}
