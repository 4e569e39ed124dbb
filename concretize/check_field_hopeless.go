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

// This file refuses candidates of Self Encapsulate Field that fieldReadHasGetter would refuse after any alignment: those
// in which no read of a field stands as a call of a getter does in the sample. How a node stands is its path: what is
// around it, up to its statement. Two nodes that an alignment compares have equal paths, if nothing that it lets differ
// moves them.

// pathsKept are the differences that leave every node where it is.
var pathsKept = allowedOf([]string{"getter-in-sample", "literal", "member"})

// fieldPlace is where a field of the object is read, or a getter of one called.
type fieldPlace struct {
	path  uint64 // see pathOf
	named uint64 // the same with the names of the calls that the place is inside of
	field string
}

// fieldPlaces are such places by their paths, ascending; unsure says that there may be others.
type fieldPlaces struct {
	at     []fieldPlace
	unsure bool
}

func (p *fieldPlaces) add(f *java.File, n java.NodeID, field string) {
	p.at = append(p.at, fieldPlace{pathOf(f, n, besides), pathOf(f, n, namedBesides), field})
}

func (p *fieldPlaces) sort() {
	slices.SortFunc(p.at, func(x, y fieldPlace) int { return cmp.Compare(x.path, y.path) })
}

// with returns the places with that path.
func (p *fieldPlaces) with(path uint64) []fieldPlace {
	byPath := func(x fieldPlace, path uint64) int { return cmp.Compare(x.path, path) }
	from, found := slices.BinarySearchFunc(p.at, path, byPath)
	if !found {
		return nil
	}
	to := from
	for to < len(p.at) && p.at[to].path == path {
		to++
	}
	return p.at[from:to]
}

func noReadAsGetter(j *Judge, q, c int) finding.Verdict {
	query := j.q.Rows.Row(q)
	if query.Mode != inline.None || j.allow&^pathsKept != 0 {
		return ok
	}
	reads := recall(&j.q.watch, j.reads, 1, query.Method, j.fieldReads)
	getters := recall(&j.c.watch, j.getters, maxCached, c, j.gettersOf)
	if getters.unsure {
		return ok
	}
	v, left := refuse("no field is read where the sample calls a getter"), maxLikened
	for _, g := range getters.at {
		for _, r := range reads.with(g.path) {
			if left--; left < 0 {
				return ok
			}
			// Without a getter the field must be all in which the two differ.
			if r.field == g.field || r.named == g.named || j.hasGetter(query.Method, r.field) {
				return ok
			}
			v = refuse("the field has no getter")
		}
	}
	return v
}

// fieldOf is a field of a method's object, by its name.
type fieldOf struct {
	method program.MethodID
	field  string
}

// hasGetter reports whether the object of query has a getter of a field of that name, beside the query itself.
func (j *Judge) hasGetter(query program.MethodID, field string) bool {
	return recall(&j.q.watch, j.gotten, maxCached, fieldOf{query, field}, j.findGetter)
}

func (j *Judge) findGetter(of fieldOf) bool {
	p := j.q.Program
	for t, depth := p.Method(of.method).Owner, 0; t >= 0 && depth < 100; t, depth = p.Type(t).Super, depth+1 {
		for _, m := range p.MethodsIn(t) {
			if id := getterOf(p, m); id >= 0 && m != of.method && p.FieldName(p.Field(id)) == of.field {
				return true
			}
		}
	}
	return false
}

// gettersOf returns the places where sample c calls getters of its own object that are inlined; they are not sure where
// such a call stands inside another that is inlined.
func (j *Judge) gettersOf(c int) (p fieldPlaces) {
	sample := j.c.Program.Method(j.c.Rows.Row(c).Method)
	f, inlined := j.c.Program.File(sample.File), j.c.Rows.Inlined(c)
	sites := j.c.Rows.Sites(j.c.Rows.Row(c).Method)
	for _, s := range sites {
		if !slices.Contains(inlined, s.Callee) || s.Receiver != inline.Implied && (s.Receiver != inline.OnThis || s.Names > 0) {
			continue // of another object
		}
		field := getterOf(j.c.Program, s.Callee)
		if field < 0 {
			continue
		}
		p.unsure = p.unsure || slices.ContainsFunc(sites, func(o inline.Site) bool {
			return o.Node < s.Node && s.Node < f.At(o.Node).Next && slices.Contains(inlined, o.Callee)
		})
		p.add(f, s.Node, j.c.Program.FieldName(j.c.Program.Field(field)))
	}
	p.sort()
	return p
}

// fieldReads returns the places in m of the names that are fields of its class.
func (j *Judge) fieldReads(m program.MethodID) (reads fieldPlaces) {
	p := j.q.Program
	method := p.Method(m)
	f := p.File(method.File)
	for n, nd := range f.Subtree(method.Body) {
		if nd.Kind != java.Identifier || fieldOfType(p, method.Owner, f.TextOf(nd)) < 0 {
			continue
		}
		at := n
		switch parent := f.Parent(n); {
		case f.Kind(parent) == java.MethodInvocation && nd.Field == java.FieldName:
			continue
		case f.Kind(parent) == java.FieldAccess && nd.Field == java.FieldField:
			if f.Kind(f.Child(parent, java.FieldObject)) != java.This {
				continue
			}
			at = parent
		}
		reads.add(f, at, f.Text(n))
	}
	reads.sort()
	return reads
}

// pathOf returns a hash of what is around expression n up to its statement: equal for two nodes that are compared while
// unify compares their statements. What is beside the nodes on the way counts where beside is not nil.
func pathOf(f *java.File, n java.NodeID, beside func(f *java.File, n, in java.NodeID) uint64) uint64 {
	h, decl := pathFrom(f, n, 1, beside)
	if decl >= 0 {
		return mapping.Mix(h, uint64(java.LocalVariableDeclaration))
	}
	return h
}

// pathFrom is pathOf for what has the path h to node n already. Where the statement is a declaration it returns the declarator,
// and the path as far as it.
func pathFrom(f *java.File, n java.NodeID, h uint64, beside func(f *java.File, n, in java.NodeID) uint64) (path uint64, declarator java.NodeID) {
	for {
		p := f.Parent(n)
		for f.Kind(p) == java.ParenthesizedExpression {
			n, p = p, f.Parent(p)
		}
		from, slot := n, uint64(f.At(n).Field)
		switch {
		case f.Kind(p) == java.ArgumentList:
			slot = 1 << 8
			for a := f.FirstChild(p); a >= 0; a = f.NextSibling(a) {
				if slot++; a == n {
					slot <<= 16 // its own place; the rest counts on
				}
			}
			p = f.Parent(p)
		case f.Kind(p) == java.MethodInvocation: // what it is called on: there are as many arguments
			list := f.Child(p, java.FieldArguments)
			for a := f.FirstChild(list); a >= 0; a = f.NextSibling(a) {
				slot += 1 << 8
			}
		}
		k := f.Kind(p)
		switch {
		case k == java.VariableDeclarator:
			return h, p
		case k == java.ForStatement, k == java.SwitchExpression, k == java.SwitchLabel, k == java.LambdaExpression,
			k == java.CatchClause, k == java.Block, k == java.ConstructorBody, k == java.ClassBody, p < 0:
			return h, java.NoNode // what the two are in may differ from here on, or in more than a path says
		case k.IsStatement():
			return mapping.Mix(h, uint64(mapping.StatementKind(k))<<32|slot), java.NoNode
		case k == java.ScopedIdentifier:
			k = java.FieldAccess
		}
		h = mapping.Mix(h, mapping.Mix(uint64(k)<<8|uint64(f.At(p).Op), slot))
		if beside != nil {
			h = mapping.Mix(h, beside(f, from, p))
		}
		n = p
	}
}

// besides returns a hash of what stands beside n in expression in, as far as it must be the same where only members, literals of
// a kind and calls of getters differ.
func besides(f *java.File, n, in java.NodeID) uint64 {
	h := uint64(0)
	for c := f.FirstChild(in); c >= 0; c = f.NextSibling(c) {
		if f.Kind(c) == java.ArgumentList {
			for a := f.FirstChild(c); a >= 0; a = f.NextSibling(a) {
				if a != n {
					h = mapping.Mix(h, shapeOf(f, a, shapeDepth))
				}
			}
		} else if s := shapeOf(f, c, shapeDepth); c != n && s != anyName {
			h = mapping.Mix(h, s) // what a method is called on need not be written
		}
	}
	return h
}

// namedBesides is besides with the name of what is called where in is a call.
func namedBesides(f *java.File, n, in java.NodeID) uint64 {
	h := besides(f, n, in)
	if f.Kind(in) == java.MethodInvocation {
		h = mapping.Mix(h, mapping.HashString(f.Text(f.Child(in, java.FieldName))))
	}
	return h
}

const (
	// anyName is the shape of what can be a name or a call.
	anyName = 1
	// shapeDepth is how far a shape goes into an expression.
	shapeDepth = 3
)

// shapeOf is what expression n has in common with all that it may meet in that way, as far as so many steps into it.
func shapeOf(f *java.File, n java.NodeID, depth int) uint64 {
	n = f.Unparen(n)
	k := f.Kind(n)
	if class := literalClass(k); class != 0 {
		return 2 + uint64(class)
	}
	list := n // of what must be alike as well
	switch {
	case k == java.MethodInvocation:
		if list = f.Child(n, java.FieldArguments); f.FirstChild(list) < 0 {
			return anyName // it may be a getter
		}
	case !k.IsExpression(), k == java.Identifier, k == java.FieldAccess, k == java.This, k == java.Super:
		return anyName
	case k != java.BinaryExpression && k != java.UnaryExpression:
		list = java.NoNode
	}
	h := uint64(k)<<16 | uint64(f.At(n).Op)<<8
	if list >= 0 && depth > 0 {
		for c := f.FirstChild(list); c >= 0; c = f.NextSibling(c) {
			h = mapping.Mix(h, shapeOf(f, c, depth-1))
		}
	}
	return h
}
