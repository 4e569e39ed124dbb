package concretize

import (
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

func noReadAsGetter(j *Judge, q, c int) finding.Verdict {
	query := j.q.Rows.Row(q)
	if query.Mode != inline.None || j.allow&^pathsKept != 0 {
		return ok
	}
	reads := recall(&j.q.watch, j.reads, 1, query.Method, j.fieldReads)
	if !recall(&j.c.watch, j.getters, maxCached, c, j.gettersOf).meet(reads) {
		return refuse("no field is read where the sample calls a getter")
	}
	return ok
}

// gettersOf returns the paths at which sample c calls getters of its own object that are inlined; the paths are not sure where
// such a call stands inside another that is inlined.
func (j *Judge) gettersOf(c int) (p places) {
	sample := j.c.Program.Method(j.c.Rows.Row(c).Method)
	f, inlined := j.c.Program.File(sample.File), j.c.Rows.Inlined(c)
	sites := j.c.Rows.Sites(j.c.Rows.Row(c).Method)
	for _, s := range sites {
		if !slices.Contains(inlined, s.Callee) || s.Receiver != inline.Implied && (s.Receiver != inline.OnThis || s.Names > 0) {
			continue // of another object
		}
		if getterOf(j.c.Program, s.Callee) < 0 {
			continue
		}
		p.unsure = p.unsure || slices.ContainsFunc(sites, func(o inline.Site) bool {
			return o.Node < s.Node && s.Node < f.At(o.Node).Next && slices.Contains(inlined, o.Callee)
		})
		p.at = append(p.at, pathOf(f, s.Node, besides))
	}
	slices.Sort(p.at)
	return p
}

// fieldReads returns the paths in m of the names that are fields of its class, ascending.
func (j *Judge) fieldReads(m program.MethodID) (reads places) {
	p := j.q.Program
	method := p.Method(m)
	f := p.File(method.File)
	for n := method.Body; n >= 0 && n < f.At(method.Body).Next; n++ {
		if f.At(n).Kind != java.Identifier || fieldOfType(p, method.Owner, f.Text(n)) < 0 {
			continue
		}
		at := n
		switch parent := f.Parent(n); {
		case f.Kind(parent) == java.MethodInvocation && f.At(n).Field == java.FieldName:
			continue
		case f.Kind(parent) == java.FieldAccess && f.At(n).Field == java.FieldField:
			if f.Kind(f.Child(parent, java.FieldObject)) != java.This {
				continue
			}
			at = parent
		}
		reads.at = append(reads.at, pathOf(f, at, besides))
	}
	slices.Sort(reads.at)
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
					h = mapping.Mix(h, shapeOf(f, f.Unparen(a)))
				}
			}
		} else if s := shapeOf(f, f.Unparen(c)); c != n && s != anyName {
			h = mapping.Mix(h, s) // what a method is called on need not be written
		}
	}
	return h
}

// anyName is the shape of what can be a name or a call.
const anyName = 1

// shapeOf is what expression n has in common with all that it may meet in that way.
func shapeOf(f *java.File, n java.NodeID) uint64 {
	k := f.Kind(n)
	switch class := literalClass(k); {
	case class != 0:
		return 2 + uint64(class)
	case !k.IsExpression(), k == java.Identifier, k == java.MethodInvocation, k == java.FieldAccess, k == java.This, k == java.Super:
		return anyName
	}
	return uint64(k)<<16 | uint64(f.At(n).Op)<<8
}
