package concretize

import (
	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file is the registry of the structural checks: conditions that counts cannot state. A check may ask about the
// query's row alone, about the sample's row alone, about both rows by their vectors, or about each essential site of the alignment; a
// site that fails is dropped, and a candidate without a site left is refused. What no site could pass is asked of the
// rows where that is possible: most methods take part in many candidates, and an alignment costs a thousand times more.

// structuralCheck is one named check.
type structuralCheck struct {
	name, source, doc string
	query             func(j *Judge, row int) finding.Verdict
	sample            func(j *Judge, row int) finding.Verdict
	pair              func(j *Judge, q, c int) finding.Verdict // of both rows, before any alignment
	// hopeless is asked by a brief judge before the alignment: it refuses candidates of which no alignment would have a
	// site that passes. They have been looked at as those that are aligned.
	hopeless func(j *Judge, q, c int) finding.Verdict
	site     func(x *siteCase) finding.Verdict
}

// siteCase is what a check of a site looks at.
type siteCase struct {
	j                *Judge
	al               *alignment
	s                *site
	q, c             *code
	qMethod, cMethod program.MethodID
}

// structuralChecks lists the checks by name; each stands in the file of its refactoring.
var structuralChecks []*structuralCheck

func register(c *structuralCheck) *structuralCheck {
	structuralChecks = append(structuralChecks, c)
	return c
}

func structuralByName(name string) *structuralCheck {
	for _, c := range structuralChecks {
		if c.name == name {
			return c
		}
	}
	return nil
}

// StructuralChecks lists the names that a rule may use under structural, in a fixed order, with what each demands.
func StructuralChecks() (names, docs []string) {
	for _, c := range structuralChecks {
		names = append(names, c.name)
		docs = append(docs, c.doc+" ("+c.source+")")
	}
	return names, docs
}

// ok accepts.
var ok finding.Verdict

func refuse(reason string) finding.Verdict { return finding.Verdict{Refused: true, Reason: reason} }

// qNode returns the source node of the query's side of the site, NoNode where it stands in an inlined callee.
func (x *siteCase) qNode() java.NodeID {
	if at := x.al.q.node(x.s.q).at; at.body == 0 {
		return at.node
	}
	return java.NoNode
}

func (x *siteCase) cNode() java.NodeID {
	if at := x.al.c.node(x.s.c).at; at.body == 0 {
		return at.node
	}
	return java.NoNode
}

// qTemp returns the temporary of the query that the site is a read of, with its declaration and the read; -1 if the site is
// no read of one.
func (x *siteCase) qTemp() (local int32, decl, read java.NodeID) {
	return tempOf(x.al.q, x.s.q)
}

func tempOf(f *form, id fid) (local int32, decl, read java.NodeID) {
	n := f.node(id)
	if n.sym != symTemp {
		return -1, java.NoNode, java.NoNode
	}
	t := f.temps[n.ref]
	d := f.node(t.decl).at
	if d.body != 0 {
		return -1, java.NoNode, java.NoNode
	}
	return t.local, d.node, n.at.node
}
