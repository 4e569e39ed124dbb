package concretize

import (
	"cmp"
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/mapping"
	"refract/program"
)

// This file refuses candidates of Inline Temp and Introduce Explaining Variable of which no alignment would have a site: those
// in which one side reads no temporary at a place where the other has an expression of the kind of its value. A place is the
// path of a node (pathOf) with the kind of the expression that stands there; two expressions that an alignment compares have
// one place, since no difference that these rules let pass moves what it is in.

// spot is where a temporary is read, or where an expression stands that may be in the place of one.
type spot struct {
	place uint64
	node  java.NodeID // the read, or the expression
	value java.NodeID // of the temporary, or the expression
	moved bool        // read in the value of another temporary: what is around it there stands elsewhere
}

// places are the spots in one body by their places, ascending; unsure says that there may be others.
type places struct {
	f      *java.File
	at     []spot
	unsure bool
}

func (p *places) sort() {
	slices.SortFunc(p.at, func(x, y spot) int { return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(x.node, y.node)) })
}

// maxLikened is how many pairs of spots with one place are compared: in a body of equal statements all may have one.
const maxLikened = 10_000

// meet reports whether a read of p and an expression of o may stand for one another.
func (p *places) meet(o *places) bool {
	if p.unsure || o.unsure {
		return true
	}
	l, left := likeness{p.f, o.f}, maxLikened
	for i := range p.at {
		x := &p.at[i]
		from, found := slices.BinarySearchFunc(o.at, x.place, func(y spot, place uint64) int { return cmp.Compare(y.place, place) })
		for k := from; found && k < len(o.at) && o.at[k].place == x.place; k++ {
			if left--; left < 0 {
				return true // an alignment, which is bounded, will tell
			}
			if y := &o.at[k]; x.moved || y.moved || l.like(x.value, y.value) && l.around(x.node, y.node) {
				return true
			}
		}
	}
	return false
}

// noValueAtRead is hopeless of tempIsSimple: the query's simple temporaries, and all that the sample says.
func noValueAtRead(j *Judge, q, c int) finding.Verdict {
	if j.essential != tempInQuery || !j.comparesPlaces(q, c, tempInQuery) {
		return ok
	}
	reads := recall(&j.q.watch, j.places[0], 1, j.q.Rows.Row(q).Method, func(m program.MethodID) places {
		code := j.q.code(m)
		return code.readsOf(func(l int32, init java.NodeID) bool { return !code.simpleTemp(l, init).Refused })
	})
	values := recall(&j.c.watch, j.places[1], maxCached, j.c.Rows.Row(c).Method, func(m program.MethodID) places {
		return j.c.code(m).valuesWhere(func(java.NodeID) bool { return true })
	})
	if !reads.meet(&values) {
		return refuse("the sample has no such value where a temporary is read")
	}
	return ok
}

// noPartAtRead is hopeless of tempExplains: the sample's temporaries, and the query's expressions that could have a name.
func noPartAtRead(j *Judge, q, c int) finding.Verdict {
	if j.essential != tempInSample || !j.comparesPlaces(q, c, tempInSample) {
		return ok
	}
	values := recall(&j.q.watch, j.places[0], 1, j.q.Rows.Row(q).Method, func(m program.MethodID) places {
		code := j.q.code(m)
		return code.valuesWhere(func(e java.NodeID) bool { return code.operations(e) >= 2 && !code.part(e).Refused })
	})
	reads := recall(&j.c.watch, j.places[1], maxCached, j.c.Rows.Row(c).Method, func(m program.MethodID) places {
		code := j.c.code(m)
		return code.readsOf(func(l int32, init java.NodeID) bool { return init >= 0 && len(code.writes(l)) == 0 })
	})
	if !reads.meet(&values) {
		return refuse("no part of an expression stands where the sample reads a temporary")
	}
	return ok
}

// comparesPlaces reports whether an alignment of the two compares no expressions at different places: nothing is inlined, and
// the rule lets pass only the temporaries of one side beside other literals and members.
func (j *Judge) comparesPlaces(q, c int, temps allowance) bool {
	return j.q.Rows.Row(q).Mode == inline.None && j.c.Rows.Row(c).Mode == inline.None &&
		j.allow&^(placesKept|allowedOf([]string{temps.String()})) == 0
}

// placesKept are the differences that leave every node where it is and what it is.
var placesKept = allowedOf([]string{"literal", "member"})

// valuesWhere returns the places of the expressions that holds lets pass.
func (c *code) valuesWhere(holds func(java.NodeID) bool) (p places) {
	p.f = c.f
	if c.root < 0 {
		return p
	}
	for n, nd := range c.f.Subtree(c.root) {
		k := nd.Kind
		if (k.IsExpression() || k == java.Identifier) && k != java.ParenthesizedExpression && holds(n) {
			p.at = append(p.at, spot{place: c.place(pathOf(c.f, n, nil), n), node: n, value: n})
		}
	}
	p.sort()
	return p
}

// place is the place with that path where value stands, or something that may be compared with it.
func (c *code) place(path uint64, value java.NodeID) uint64 {
	n := c.f.Unparen(value)
	k := c.f.Kind(n)
	switch class := literalClass(k); {
	case class != 0:
		return mapping.Mix(path, uint64(class))
	case k == java.FieldAccess, k == java.ScopedIdentifier:
		k = java.Identifier
	}
	return mapping.Mix(path, 1<<32|uint64(k)<<8|uint64(c.f.At(n).Op))
}

// readsOf returns the places where the temporaries that holds lets pass are read, with their values.
func (c *code) readsOf(holds func(l int32, init java.NodeID) bool) (p places) {
	p.f = c.f
	for l := int32(c.meaning().Params); int(l) < len(c.meaning().Locals); l++ {
		init := c.initializer(l)
		if init < 0 || !holds(l, init) {
			continue
		}
		value := c.f.Unparen(init)
		p.unsure = p.unsure || c.f.Kind(value) == java.Identifier && c.localAt(value) >= 0 // that may be any value
		for _, r := range c.reads(l) {
			c.readAt(&p, r, 1, value, 0)
		}
	}
	p.sort()
	return p
}

// initializer returns the value in the declaration of local l, NoNode if it has none.
func (c *code) initializer(l int32) java.NodeID {
	decl := c.f.Parent(c.meaning().Locals[l].Decl)
	if c.f.Kind(decl) != java.VariableDeclarator {
		return java.NoNode
	}
	return c.f.Child(decl, java.FieldValue)
}

// readAt adds the place of value at read n, which has the path h there. What is read in the declaration of another temporary
// may stand, with the value of that, wherever that is read.
func (c *code) readAt(p *places, n java.NodeID, h uint64, value java.NodeID, depth int) {
	path, decl := pathFrom(c.f, n, h, nil)
	at := spot{node: n, value: value, moved: depth > 0}
	if decl < 0 {
		at.place = c.place(path, value)
		p.at = append(p.at, at)
		return
	}
	at.place = c.place(mapping.Mix(path, uint64(java.LocalVariableDeclaration)), value)
	p.at = append(p.at, at)
	if depth > 3 || len(p.at) > 1000 {
		p.unsure = true
		return
	}
	l := c.localAt(c.f.Child(decl, java.FieldName))
	if l < 0 {
		p.unsure = true
		return
	}
	for _, r := range c.reads(l) {
		c.readAt(p, r, path, value, depth+1)
	}
}
