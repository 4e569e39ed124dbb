package concretize

import (
	"slices"

	"refract/java"
)

// This file takes temporaries out of a form: the declaration goes, and its value stands at every read.

// inlinableTemps returns the locals of f, among the unmatched declarations given, that get a value only in their
// declaration and are read at least once: those that Inline Temp could take away, as far as data flow by names tells.
func (f *form) inlinableTemps(decls []fid) []int32 {
	w := f.writes()
	var out []int32
	for _, d := range decls {
		if f.nodes[d].kind != java.LocalVariableDeclaration || f.child(d, java.FieldValue) == noFid {
			continue
		}
		name := f.node(f.child(d, java.FieldName))
		if name.sym == symLocal && w[name.ref] == 1 && f.nodes[f.child(d, java.FieldValue)].kind != java.ArrayInitializer {
			out = append(out, name.ref)
		}
	}
	return out
}

// clone copies f so that it can be changed; nodes are never changed in place, so they can be shared up to here.
func (f *form) clone() *form {
	g := *f
	g.shape = nil
	g.nodes = f.nodes[:len(f.nodes):len(f.nodes)]
	g.bodies = f.bodies[:len(f.bodies):len(f.bodies)]
	g.locals = f.locals[:len(f.locals):len(f.locals)]
	g.holes = slices.Clone(f.holes) // their arguments are rewritten
	g.made = f.made[:len(f.made):len(f.made)]
	g.calls = f.calls[:len(f.calls):len(f.calls)]
	g.temps = f.temps[:len(f.temps):len(f.temps)]
	g.glue = f.glue[:len(f.glue):len(f.glue)]
	g.failed = f.failed[:len(f.failed):len(f.failed)]
	return &g
}

const (
	// maxInlining bounds the nodes that are gone through to inline the temporaries of one form: those of a method of 4,000 statements for a
	// hundred of them. What is beyond it stays.
	maxInlining = 1 << 22
	// maxGrowth bounds the nodes by which a form grows. A temporary that is read twice doubles its value, and forty of them, each made of two
	// reads of the one before, would make more nodes than any memory holds.
	maxGrowth = 1 << 16
)

// withoutTemps returns a copy of f in which the reads of the locals are replaced by their values, as far as the bounds go.
func (f *form) withoutTemps(locals []int32) *form {
	g := f.clone()
	work := inlining{form: g, left: maxInlining, growth: maxGrowth}
	for _, l := range locals {
		work.inline(l)
	}
	return g
}

// inlining is how temporaries are taken out of a form, one after the other.
type inlining struct {
	*form
	left, growth int // of maxInlining and maxGrowth
}

// inline replaces the reads of local l by its value, where the bounds allow it.
func (f *inlining) inline(l int32) {
	decl := noFid
	f.walk(f.root, func(id fid) bool {
		f.left--
		if f.nodes[id].kind == java.LocalVariableDeclaration && decl == noFid {
			if name := f.child(id, java.FieldName); f.nodes[name].sym == symLocal && f.nodes[name].ref == l {
				decl = id
			}
		}
		return decl == noFid && f.left > 0
	})
	if decl == noFid {
		return
	}
	value := f.child(decl, java.FieldValue)
	at := len(f.temps)
	f.temps = append(f.temps, temp{local: l, decl: decl})
	read := func(id fid) (fid, bool) {
		if f.left--; f.left < 0 {
			return id, true
		}
		if id == decl {
			return noFid, true
		}
		n := f.node(id)
		if n.sym != symLocal || n.ref != l {
			return id, false
		}
		f.temps[at].reads++
		return f.add(fnode{kind: f.nodes[value].kind, role: n.role, sym: symTemp, ref: int32(at), kids: []fid{value, id}, at: n.at}), true
	}
	root, holes := f.rewrite(f.root, read), make([]fid, len(f.holes))
	for i := range f.holes {
		holes[i] = f.rewrite(f.holes[i].arg, read)
	}
	if f.left < 0 || !f.mayGrow(value, f.temps[at].reads-1) {
		f.temps = f.temps[:at]
		return
	}
	f.root = root
	for i := range f.holes {
		f.holes[i].arg = holes[i]
	}
}

// mayGrow reports whether value may stand in so many places more, and takes them off the bound.
func (f *inlining) mayGrow(value fid, times int) bool {
	if times <= 0 {
		return true // it moves
	}
	most := f.growth / times
	size := f.sizeOf(value, most)
	if size > most {
		return false
	}
	f.growth -= times * size
	return true
}
