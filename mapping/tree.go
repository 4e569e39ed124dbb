package mapping

import (
	"refract/java"
)

// StmtID is the index of a statement in Tree.Stmts; NoStmt is none.
type StmtID int32

// NoStmt says that there is no such statement.
const NoStmt StmtID = -1

// Kind is the kind of a statement in a Tree.
type Kind uint8

const (
	NoKind Kind = iota

	// Leaf statements.
	Expression
	Declaration // of local variables, with all its declarators
	Return
	Throw
	Break
	Continue
	Yield
	Assert
	ConstructorCall // this(…) or super(…)
	Case            // a label of a switch; its statements are its siblings, as in the paper's figures
	LocalType
	Empty

	// Composite statements.
	If
	While
	Do
	For
	ForEach
	Switch
	Synchronized
	Labeled
	Try
	Catch
	Finally
	Block // a block that stands alone

	// Parts: not statements and not counted. They let an expression that was extracted be found in the header or
	// lambda it came from.
	Header // an expression of a composite
	LambdaBody
	Initializer // the value of a field, the only entry of its tree
)

var kindNames = [...]string{"none", "expression", "declaration", "return", "throw", "break", "continue", "yield",
	"assert", "constructor call", "case", "local type", "empty", "if", "while", "do", "for", "for each", "switch", "synchronized",
	"labeled", "try", "catch", "finally", "block", "header", "lambda body", "initializer"}

func (k Kind) String() string { return kindNames[k] }

// Leaf reports whether k is a statement without a body.
func (k Kind) Leaf() bool { return Expression <= k && k <= Empty }

// Composite reports whether k is a statement with a body.
func (k Kind) Composite() bool { return If <= k && k <= Block }

// Part reports whether k is an expression inside a statement and not a statement.
func (k Kind) Part() bool { return k >= Header }

// Stmt is one statement of a Tree. Statements lie in preorder: the subtree of statement s is [s, Stmts[s].End).
// What stands in a lambda or an anonymous class belongs to the subtree of the statement around it, but has another Body.
type Stmt struct {
	Node   java.NodeID // of the statement; of a Part, its expression
	Kind   Kind
	Branch uint8  // which arm of Parent: 0 first, 1 else, and so on
	Depth  uint16 // number of composites around it in its body
	Index  int32  // position among the children of Parent
	Parent StmtID // the composite around it in the same body, NoStmt for the top; of a Part the statement it is in
	End    StmtID
	Body   int32  // index in Tree.Bodies
	Inside int32  // how many statements are in it, without parts
	Hash   uint64 // of the statement; of a composite, its header only
	Full   uint64 // of the statement with everything in it
	// Context is the hash of the headers around it; Words is a signature of names and literals, 64 bits of a Bloom filter.
	Context, Words uint64
}

// BodyKind says what a Body belongs to.
type BodyKind uint8

const (
	MethodBody BodyKind = iota
	LambdaBlock
	AnonymousMethod
)

// Body is a list of statements: of the method itself (index 0), of a lambda with a block, or of a method of an
// anonymous or local class.
type Body struct {
	Kind       BodyKind
	Node       java.NodeID // the block
	Owner      StmtID      // the statement it stands in; NoStmt for body 0
	Method     java.NodeID // the lambda expression or the method declaration; NoNode for body 0
	Name       string      // of the method of an anonymous class
	Type       java.NodeID // the object_creation_expression or class declaration of an AnonymousMethod
	First, End StmtID      // its statements, with those of bodies inside
}

// Tree is the statement tree of one method body, or of one expression. It is immutable and safe for concurrent readers.
type Tree struct {
	Outline
	File   *java.File
	Root   java.NodeID // the block, or the expression
	Bodies []Body
	Vars   []Var

	many *varIndex // of Vars; nil where they are few
	hash []uint64  // of node Root+i
	// bind holds what names stand for in a tree made by Bind; base is the tree that was bound.
	bind map[string]Ref
	base *Tree
}

// Ref is a node in a tree.
type Ref struct {
	Tree *Tree
	Node java.NodeID
}

// Text returns the source text of r.
func (r Ref) Text() string {
	if r.Tree == nil || r.Node < 0 {
		return ""
	}
	return r.Tree.File.Text(r.Node)
}

// Kind returns the kind of the node, java.None where there is none.
func (r Ref) Kind() java.Kind {
	if r.Tree == nil {
		return java.None
	}
	return r.Tree.File.Kind(r.Node)
}

// Hash returns the hash of node n: equal for equal syntax, whatever the blanks, comments, parentheses and modifiers
// of local variables. n must lie in the tree's body.
func (t *Tree) Hash(n java.NodeID) uint64 { return t.hash[n-t.Root] }

// Contains reports whether node n lies in the body of t.
func (t *Tree) Contains(n java.NodeID) bool {
	return n >= t.Root && n < t.File.Nodes[t.Root].Next
}

// IsBound reports whether names in t stand for expressions.
func (t *Tree) IsBound() bool { return t.bind != nil }

// Bound returns what the identifier at node n stands for; ok is false where it stands for itself.
func (t *Tree) Bound(n java.NodeID) (r Ref, ok bool) {
	if t.bind == nil || isName(t.File, n) {
		return Ref{}, false
	}
	r, ok = t.bind[t.File.Text(n)]
	return r, ok
}

// Base returns the tree that t was bound from, t itself where it was not.
func (t *Tree) Base() *Tree {
	if t.base != nil {
		return t.base
	}
	return t
}

// Count returns the numbers of leaf and composite statements in t; blocks that stand alone and parts are not counted.
func (t *Tree) Count() (leaves, composites int) {
	for i := range t.Stmts {
		switch k := t.Stmts[i].Kind; {
		case k.Leaf():
			leaves++
		case k.Composite() && k != Block:
			composites++
		}
	}
	return leaves, composites
}

// StmtAt returns the innermost statement, not part, that node n lies in; NoStmt where there is none.
func (t *Tree) StmtAt(n java.NodeID) StmtID {
	lo, hi := 0, len(t.Stmts)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.Stmts[mid].Node <= n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for s := StmtID(lo - 1); s >= 0; s-- {
		st := &t.Stmts[s]
		if !st.Kind.Part() && st.Node <= n && n < t.File.Nodes[st.Node].Next {
			return s
		}
	}
	return NoStmt
}

// Text returns the source of statement s, a composite's only up to its body.
func (t *Tree) Text(s StmtID) string {
	st := &t.Stmts[s]
	if !st.Kind.Composite() {
		return t.File.Text(st.Node)
	}
	end := t.File.Nodes[st.Node].End
	if b := t.bodyOf(st.Node); b >= 0 {
		end = t.File.Nodes[b].Start
	}
	return t.File.Source[t.File.Nodes[st.Node].Start:end]
}

// bodyOf returns the first node of composite n that is a body and not part of its header.
func (t *Tree) bodyOf(n java.NodeID) java.NodeID {
	f := t.File
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		if !isHeaderPart(f, c) {
			return c
		}
	}
	return java.NoNode
}
