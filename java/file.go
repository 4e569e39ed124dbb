package java

import (
	"iter"
	"sync"

	"refract/finding"
	"refract/source"
)

// NodeID is the index of a node in File.Nodes. NoNode is its invalid value; the root is node 0, which is never
// anybody's child, so a test against 0 would be wrong where a root may come.
type NodeID int32

// NoNode says that there is no such node.
const NoNode NodeID = -1

// Node is one syntax node: 20 bytes, since a large program has tens of millions of them.
//
// The nodes of a file lie in preorder. The subtree of node n is the index range [n, Nodes[n].Next), so that a walk
// over a subtree is a loop over a slice, and a subtree is skipped by going to Next.
type Node struct {
	Start, End uint32 // byte offsets in File.Source
	Parent     NodeID
	Next       NodeID // the first node after this subtree
	Kind       Kind
	Field      Field // the role in the parent
	Op         Op
	Flags      Flags
}

// Flags are rare properties of a node.
type Flags uint8

const (
	// Missing marks a node that the parser's error recovery put in; its span is empty.
	Missing Flags = 1 << iota
	// Broken marks a node with an Error or Missing node in its subtree.
	Broken

	endFlags
)

// File is one parsed Java source file: the flat tree and the declarations found in it. It is immutable once
// parse.File has returned it, and safe for concurrent readers.
//
// Comments are not nodes: they can stand anywhere, and every walk would have to step over them.
type File struct {
	Path string // as the caller named it, slash-separated
	// Source is the text after decoding to UTF-8, without a byte order mark. All offsets are into it.
	Source string
	// Latin1 says that the file was not valid UTF-8 and was read as ISO 8859-1.
	Latin1 bool
	Hash   source.Hash // of the bytes on disk
	Lines  source.LineTable

	// Nodes are nil once Pack has packed them: who may be given such a file reads a node by At.
	Nodes    []Node
	Comments []source.Span // in source order

	Package string // dotted name, "" for the unnamed package
	Imports []Import
	Types   []Type   // in source order; an outer type comes before the types in it
	Methods []Method // in source order, likewise
	Fields  []FieldDecl

	// Generated says that a header or annotation declares the file as made by a tool; Test that its path or
	// imports make it test code.
	Generated, Test bool
	Problems        []finding.Problem

	// Rest, where not nil, makes all but Path, Hash, Generated, Test and Problems when Whole asks for it. Until then the file lacks that.
	Rest *Rest

	packed *packed // nil while Nodes has them
}

// Rest is what a file lacks that was not read yet, with what is known of it all the same.
type Rest struct {
	Bytes, Lines int // of its text
	Maker        Maker

	once sync.Once
}

// Maker makes what a file lacks.
type Maker interface {
	// Make returns a whole file. It is called once.
	Make() *File
}

// At returns node n. It is to be read, and no longer kept than it is looked at: it may hold what lies around it in memory.
func (f *File) At(n NodeID) *Node {
	if int(n) < len(f.Nodes) {
		return &f.Nodes[n]
	}
	return f.packed.at(n)
}

// Subtree returns node n and all below it in preorder, none for NoNode and for the root of a file without nodes. They are to be read like those that At returns.
func (f *File) Subtree(n NodeID) iter.Seq2[NodeID, *Node] {
	return func(yield func(NodeID, *Node) bool) {
		if n < 0 || int(n) >= f.NumNodes() {
			return
		}
		for at, end := n, f.At(n).Next; at < end; {
			nodes := f.from(at)
			nodes = nodes[:min(len(nodes), int(end-at))]
			for i := range nodes {
				if !yield(at+NodeID(i), &nodes[i]) {
					return
				}
			}
			at += NodeID(len(nodes))
		}
	}
}

// from returns some nodes from n on, one or more.
func (f *File) from(n NodeID) []Node {
	if int(n) < len(f.Nodes) {
		return f.Nodes[n:]
	}
	return f.packed.pageAt(n).nodes[n&(pageSize-1):]
}

// NumNodes is the number of nodes.
func (f *File) NumNodes() int {
	if f.packed != nil {
		return f.packed.nodes
	}
	return len(f.Nodes)
}

// Whole returns f with all that it lacked. It is safe for concurrent use.
func (f *File) Whole() *File {
	if f.Rest != nil {
		f.Rest.once.Do(func() { f.take(f.Rest.Maker.Make()) })
	}
	return f
}

// take fills in what f lacks.
func (f *File) take(g *File) {
	f.Source, f.Latin1, f.Lines, f.Nodes, f.packed, f.Comments = g.Source, g.Latin1, g.Lines, g.Nodes, g.packed, g.Comments
	f.Package, f.Imports, f.Types, f.Methods, f.Fields = g.Package, g.Imports, g.Types, g.Methods, g.Fields
}

// Size returns the length of the text and the number of its lines, without making anything.
func (f *File) Size() (bytes, lines int) {
	if f.Rest != nil {
		return f.Rest.Bytes, f.Rest.Lines
	}
	return len(f.Source), f.Lines.Count()
}

// Text returns the source of node n; "" for NoNode.
func (f *File) Text(n NodeID) string {
	if n < 0 {
		return ""
	}
	return f.TextOf(f.At(n))
}

// TextOf returns the source of a node of f.
func (f *File) TextOf(nd *Node) string { return f.Source[nd.Start:nd.End] }

// Kind returns the kind of node n; None for NoNode.
func (f *File) Kind(n NodeID) Kind {
	if n < 0 {
		return None
	}
	return f.At(n).Kind
}

// Span returns the span of node n.
func (f *File) Span(n NodeID) source.Span {
	if n < 0 {
		return source.Span{}
	}
	nd := f.At(n)
	return source.Span{Start: nd.Start, End: nd.End}
}

// Parent returns the parent of n; NoNode for the root and for NoNode.
func (f *File) Parent(n NodeID) NodeID {
	if n < 0 {
		return NoNode
	}
	return f.At(n).Parent
}

// FirstChild returns the first child of n, NoNode where there is none.
func (f *File) FirstChild(n NodeID) NodeID {
	if n >= 0 && n+1 < f.At(n).Next {
		return n + 1
	}
	return NoNode
}

// NextSibling returns the next child of n's parent, NoNode where there is none.
func (f *File) NextSibling(n NodeID) NodeID {
	if n <= 0 {
		return NoNode
	}
	if nd := f.At(n); nd.Next < f.At(nd.Parent).Next {
		return nd.Next
	}
	return NoNode
}

// LastChild returns the last child of n, NoNode where there is none. Cost: the number of children.
func (f *File) LastChild(n NodeID) NodeID {
	last := NoNode
	for c, end := f.below(n); c < end; c = f.At(c).Next {
		last = c
	}
	return last
}

// Child returns the first child of n with that role, NoNode where there is none.
func (f *File) Child(n NodeID, role Field) NodeID {
	for c, end := f.below(n); c < end; {
		nd := f.At(c)
		if nd.Field == role {
			return c
		}
		c = nd.Next
	}
	return NoNode
}

// ChildOfKind returns the first child of n of that kind, NoNode where there is none.
func (f *File) ChildOfKind(n NodeID, k Kind) NodeID {
	for c, end := f.below(n); c < end; {
		nd := f.At(c)
		if nd.Kind == k {
			return c
		}
		c = nd.Next
	}
	return NoNode
}

// Children appends the children of n to dst and returns it.
func (f *File) Children(dst []NodeID, n NodeID) []NodeID {
	for c, end := f.below(n); c < end; c = f.At(c).Next {
		dst = append(dst, c)
	}
	return dst
}

// below returns the range of the nodes below n, which begins with its first child, empty for NoNode. Who goes through children by it looks at each node
// once; NextSibling has to ask for the parent again.
func (f *File) below(n NodeID) (first, end NodeID) {
	if n < 0 {
		return 0, 0
	}
	return n + 1, f.At(n).Next
}

// Position returns the position of the start of node n.
func (f *File) Position(n NodeID) source.Position { return f.Lines.Position(f.Span(n).Start) }

// Unparen steps through parentheses: the expression in ((n)).
func (f *File) Unparen(n NodeID) NodeID {
	for n >= 0 && f.At(n).Kind == ParenthesizedExpression {
		c := f.FirstChild(n)
		if c < 0 {
			return n
		}
		n = c
	}
	return n
}

// IsStatementAt reports whether node n stands where a statement stands: it is a statement by its kind, or a switch
// or a type declaration directly in a block, a label, a branch, or a group of a switch.
func (f *File) IsStatementAt(n NodeID) bool {
	if n < 0 {
		return false
	}
	k := f.At(n).Kind
	if k.IsStatement() {
		return true
	}
	if k != SwitchExpression && !k.IsTypeDeclaration() {
		return false
	}
	// A switch that is a statement has no expression_statement around it in this grammar; "s = switch" has a parent
	// that is an expression or a declarator.
	switch f.Kind(f.At(n).Parent) {
	case Block, ConstructorBody, SwitchBlockStatementGroup, LabeledStatement:
		return true
	case IfStatement, WhileStatement, DoStatement, ForStatement, EnhancedForStatement:
		switch f.At(n).Field {
		case FieldBody, FieldConsequence, FieldAlternative:
			return true
		}
	case ExpressionStatement:
		// Some positions wrap it: the wrapper is the statement then.
		return false
	}
	return false
}
