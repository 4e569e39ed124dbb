package parse

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/java"

	"refract/java"
	"refract/source"
)

// walker flattens a tree through the Go binding, one cgo call a node. It is the fallback of systems whose linkers
// cannot leave the symbols of tree-sitter open (flatten_other.go), and the reference that the C flattener is tested
// against. It costs about twice the parse itself.
type walker struct {
	parser *sitter.Parser
	ctx    context.Context
}

func newWalker() *walker {
	w := &walker{parser: sitter.NewParser(), ctx: context.Background()}
	w.parser.SetLanguage(grammar.GetLanguage())
	return w
}

func (w *walker) close() { w.parser.Close() }

func (w *walker) flatten(text string, micros uint64) (t tree, ok bool) {
	w.parser.Reset()
	w.parser.SetOperationLimit(int(micros))
	st, err := w.parser.ParseCtx(w.ctx, nil, []byte(text))
	if err != nil {
		return tree{}, false
	}
	defer st.Close()
	root := st.RootNode()
	t.hasError = root.HasError()
	cursor := sitter.NewTreeCursor(root)
	defer cursor.Close()
	var open []java.NodeID // per depth: the node emitted there, or that of the level above
	for {
		parent := java.NoNode
		if len(open) > 0 {
			parent = open[len(open)-1]
		}
		self, descend := t.emit(cursor, parent, len(open) == 0)
		if descend && cursor.GoToFirstChild() {
			open = append(open, self)
			t.depth = max(t.depth, len(open))
			continue
		}
		for !cursor.GoToNextSibling() {
			if len(open) == 0 || !cursor.GoToParent() {
				t.close()
				return t, true
			}
			open = open[:len(open)-1]
		}
	}
}

// emit adds the node under the cursor, if it is one, and returns the node that its children hang on.
func (t *tree) emit(cursor *sitter.TreeCursor, parent java.NodeID, root bool) (self java.NodeID, descend bool) {
	table, n := symbolTable(), cursor.CurrentNode()
	s := symbol{kind: java.Error}
	if int(n.Symbol()) < len(table.symbols) {
		s = table.symbols[n.Symbol()]
	}
	missing := n.IsMissing()
	if missing && s.kind == java.None {
		s.kind = java.Error
	}
	switch {
	case s.comment:
		t.comments = append(t.comments, source.Span{Start: n.StartByte(), End: n.EndByte()})
		return parent, false
	case s.op != java.NoOp && parent >= 0 && table.takesOp[t.nodes[parent].Kind]:
		t.nodes[parent].Op = s.op
		return parent, false
	case s.kind == java.None:
		return parent, !s.skip
	}
	node := java.Node{Start: n.StartByte(), End: n.EndByte(), Parent: parent, Kind: s.kind}
	if !root {
		node.Field = java.FieldByName(cursor.CurrentFieldName())
	}
	if missing {
		node.Flags |= java.Missing
	}
	if n.HasError() {
		node.Flags |= java.Broken
	}
	t.nodes = append(t.nodes, node)
	return java.NodeID(len(t.nodes) - 1), !s.skip
}

// close sets Next of every node: children come after their parents, so going backwards every node has met all its
// children before its own turn.
func (t *tree) close() {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		n.Next = max(n.Next, java.NodeID(i+1))
		if n.Parent >= 0 {
			p := &t.nodes[n.Parent]
			p.Next = max(p.Next, n.Next)
		}
	}
}
