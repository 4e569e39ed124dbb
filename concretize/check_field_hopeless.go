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
	query, sample := j.q.Rows.Row(q), j.c.Rows.Row(c)
	if query.Mode != inline.None || j.allow&^pathsKept != 0 {
		return ok
	}
	reads := recall(&j.q.watch, j.reads, 1, query.Method, j.fieldReads)
	f, inlined := j.c.Program.File(j.c.Program.Method(sample.Method).File), j.c.Rows.Inlined(c)
	sites := j.c.Rows.Sites(sample.Method)
	for _, s := range sites {
		if !slices.Contains(inlined, s.Callee) || s.Receiver != inline.Implied && (s.Receiver != inline.OnThis || s.Names > 0) {
			continue // of another object
		}
		if getterOf(j.c.Program, s.Callee) < 0 {
			continue
		}
		moved := slices.ContainsFunc(sites, func(o inline.Site) bool {
			return o.Node < s.Node && s.Node < f.Nodes[o.Node].Next && slices.Contains(inlined, o.Callee)
		})
		if _, found := slices.BinarySearch(reads, pathOf(f, s.Node)); moved || found {
			return ok
		}
	}
	return refuse("no field is read where the sample calls a getter")
}

// fieldReads returns the paths in m of the names that are fields of its class, ascending.
func (j *Judge) fieldReads(m program.MethodID) (paths []uint64) {
	p := j.q.Program
	method := p.Method(m)
	f := p.File(method.File)
	for n := method.Body; n >= 0 && n < f.Nodes[method.Body].Next; n++ {
		if f.Nodes[n].Kind != java.Identifier || fieldOfType(p, method.Owner, f.Text(n)) < 0 {
			continue
		}
		at := n
		switch parent := f.Parent(n); {
		case f.Kind(parent) == java.MethodInvocation && f.Nodes[n].Field == java.FieldName:
			continue
		case f.Kind(parent) == java.FieldAccess && f.Nodes[n].Field == java.FieldField:
			if f.Kind(f.Child(parent, java.FieldObject)) != java.This {
				continue
			}
			at = parent
		}
		paths = append(paths, pathOf(f, at))
	}
	slices.Sort(paths)
	return paths
}

// pathOf returns a hash of what is around expression n up to its statement: equal for two nodes that are compared while
// unify compares their statements.
func pathOf(f *java.File, n java.NodeID) uint64 {
	h, decl := pathFrom(f, n, 1)
	if decl >= 0 {
		return mapping.Mix(h, uint64(java.LocalVariableDeclaration))
	}
	return h
}

// pathFrom is pathOf for what has the path h to node n already. Where the statement is a declaration it returns the declarator,
// and the path as far as it.
func pathFrom(f *java.File, n java.NodeID, h uint64) (path uint64, declarator java.NodeID) {
	for {
		p := f.Parent(n)
		for f.Kind(p) == java.ParenthesizedExpression {
			n, p = p, f.Parent(p)
		}
		slot := uint64(f.Nodes[n].Field)
		if f.Kind(p) == java.ArgumentList {
			slot = 1 << 8
			for a := f.FirstChild(p); a >= 0; a = f.NextSibling(a) {
				if slot++; a == n {
					slot <<= 16 // its own place; the rest counts on
				}
			}
			p = f.Parent(p)
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
		h = mapping.Mix(h, mapping.Mix(uint64(k)<<8|uint64(f.Nodes[p].Op), slot))
		n = p
	}
}
