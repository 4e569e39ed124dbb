package concretize

import (
	"math"

	"refract/java"
	"refract/mapping"
)

// This file gives a form the shape that package mapping works on, and tells statements from what is in them.

// outline is the statements of a form for the rounds of package mapping. An if has its branches as arms 0 and 1; a try has
// arms for its body, its catch clauses and what is in finally; a switch has one for each group of labels.
type outline struct {
	mapping.Outline
	at []fid // the node of each statement
}

// outline returns the outline of f, made when first asked for: f must not change after that.
func (f *form) outline() *outline {
	if f.shape == nil {
		n := 4 + len(f.nodes)/8 // a statement has about ten nodes
		b := outliner{f: f, o: &outline{Outline: mapping.Outline{Stmts: make([]mapping.Stmt, 0, n)}, at: make([]fid, 0, n)}}
		b.list(f.root, mapping.NoStmt, 0, 0)
		f.shape = b.o
	}
	return f.shape
}

// order lists the statements of f in preorder. Callers must not change it.
func (f *form) order() []fid { return f.outline().at }

type outliner struct {
	f *form
	o *outline
}

// list adds the statements of list id, from place index on in their arm, and returns the place after them.
func (b *outliner) list(id fid, parent mapping.StmtID, arm int, index int32) int32 {
	for _, k := range b.f.nodes[id].kids {
		if b.f.isList(k) {
			index = b.list(k, parent, arm, index)
			continue
		}
		b.statement(k, parent, arm, index)
		index++
	}
	return index
}

func (b *outliner) statement(id fid, parent mapping.StmtID, arm int, index int32) {
	n := b.f.node(id)
	s := mapping.StmtID(len(b.o.Stmts))
	st := mapping.Stmt{Node: n.at.node, Kind: mapping.StatementKind(n.kind), Branch: uint8(min(arm, math.MaxUint8)), Parent: parent, Index: index}
	if parent >= 0 {
		st.Depth = b.o.Stmts[parent].Depth + 1
	}
	compound := b.f.compound(id)
	switch {
	case compound:
		st.Hash = b.f.hashHead(id)
	default:
		if !st.Kind.Leaf() {
			st.Kind = mapping.LocalType
		}
		st.Full = b.f.hashTree(id)
	}
	b.o.Stmts = append(b.o.Stmts, st)
	b.o.at = append(b.o.at, id)
	if compound {
		b.arms(id, s)
	}
	b.o.Stmts[s].End = mapping.StmtID(len(b.o.Stmts))
}

// arms adds what is in compound statement id.
func (b *outliner) arms(id fid, s mapping.StmtID) {
	const clauses, last = 1, 2 // arms of a try
	arm, index := 0, int32(0)
	for _, k := range b.f.parts(id) {
		switch b.f.nodes[k].kind {
		case java.Block:
			b.list(k, s, arm, 0)
		case java.CatchClause:
			b.statement(k, s, clauses, index)
			index++
		case java.FinallyClause:
			for _, l := range b.f.parts(k) {
				b.list(l, s, last, 0)
			}
		case java.SwitchBlock:
			for i, g := range b.f.parts(k) {
				for _, l := range b.f.parts(g) {
					b.list(l, s, i, 0)
				}
			}
		default: // what a label stands before
			b.statement(k, s, arm, 0)
		}
		arm++
	}
}

// hashTree returns a hash of the tree below id: equal for trees that unify says are the same, whatever their variables
// are. 0 says that nothing can be told by a hash: there is something in it that stands for something else.
func (f *form) hashTree(id fid) uint64 {
	n := &f.nodes[id]
	if n.sym == symHole || n.sym >= symInlined {
		return 0
	}
	h := f.hashNode(n)
	for _, k := range n.kids {
		x := f.hashTree(k)
		if x == 0 {
			return 0
		}
		if f.nodes[k].role == java.FieldObject {
			x++
		}
		h = mapping.Mix(h, x)
	}
	return max(h, 1)
}

// hashHead is hashTree for a compound statement without its parts.
func (f *form) hashHead(id fid) uint64 {
	n := &f.nodes[id]
	h := f.hashNode(n)
	for _, k := range n.kids {
		if f.isPart(k) {
			continue
		}
		x := f.hashTree(k)
		if x == 0 {
			return 0
		}
		h = mapping.Mix(h, x+uint64(f.nodes[k].role))
	}
	return max(h, 1)
}

func (f *form) hashNode(n *fnode) uint64 {
	h := mapping.Mix(uint64(n.kind)<<16|uint64(n.op)<<8|uint64(n.sym), uint64(len(n.kids)))
	switch n.sym {
	case symLocal:
	case symField, symConst, symMethod:
		h = mapping.Mix(h, uint64(n.ref))
	case symType:
		h = mapping.Mix(h, mapping.HashString(simpleType(n.text)))
	default:
		h = mapping.Mix(h, mapping.HashString(n.text))
	}
	return h
}

// isPart reports whether a node is a list of statements or holds some in the place of its parent's statements.
func (f *form) isPart(id fid) bool {
	switch f.nodes[id].kind {
	case java.Block, java.CatchClause, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return true
	}
	return false
}

// parts returns the parts among the children of id.
func (f *form) parts(id fid) []fid {
	var parts []fid
	for _, k := range f.nodes[id].kids {
		if f.isPart(k) || f.nodes[id].kind == java.LabeledStatement && f.nodes[k].kind != java.Identifier {
			parts = append(parts, k)
		}
	}
	return parts
}

// compound reports whether statement id has statements in it, those in lambdas and anonymous classes aside.
func (f *form) compound(id fid) bool {
	switch f.nodes[id].kind {
	case java.Block, java.IfStatement, java.WhileStatement, java.DoStatement, java.ForStatement, java.EnhancedForStatement,
		java.LabeledStatement, java.SynchronizedStatement, java.TryStatement, java.TryWithResourcesStatement,
		java.CatchClause, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return true
	case java.SwitchExpression:
		return f.child(id, java.FieldBody) != noFid
	}
	return false
}

// counts reports whether a node of kind k, in a list or as a part, is a statement: other parts only hold some.
func counts(k java.Kind) bool {
	switch k {
	case java.Block, java.FinallyClause, java.SwitchBlock, java.SwitchBlockStatementGroup, java.SwitchRule:
		return false
	}
	return true
}

// eachStatement calls fn for statement id (of a list: of those in it) and the statements in it, in order: for forms
// that are still being changed and have no outline yet.
func (f *form) eachStatement(id fid, fn func(fid)) {
	n := f.node(id)
	if counts(n.kind) {
		fn(id)
	}
	if n.kind == java.Block {
		for _, k := range n.kids {
			f.eachStatement(k, fn)
		}
		return
	}
	if f.compound(id) {
		for _, k := range f.parts(id) {
			f.eachStatement(k, fn)
		}
	}
}
