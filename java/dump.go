package java

import (
	"fmt"
	"strings"
)

// Dump prints the subtree of n, a node a line, indented: for tests and for people who write rules.
func (f *File) Dump(n NodeID) string {
	var b strings.Builder
	depth := []NodeID{}
	for i := range f.Subtree(n) {
		node := f.At(i)
		for len(depth) > 0 && i >= f.At(depth[len(depth)-1]).Next {
			depth = depth[:len(depth)-1]
		}
		b.WriteString(strings.Repeat("  ", len(depth)))
		b.WriteString(node.Kind.String())
		if node.Op != NoOp {
			fmt.Fprintf(&b, " %s", node.Op)
		}
		if node.Field != NoField {
			fmt.Fprintf(&b, " %s:", node.Field)
		}
		if node.Next == i+1 {
			fmt.Fprintf(&b, " %s", f.Text(i))
		}
		if node.Flags&Missing != 0 {
			b.WriteString(" (missing)")
		}
		b.WriteByte('\n')
		depth = append(depth, i)
	}
	return b.String()
}

// Validate returns an error for the first node that breaks the shape that Node documents: spans nest and lie in the
// source, siblings are ordered, Parent and Next agree. It is for tests.
func (f *File) Validate() error {
	for i := range f.NumNodes() {
		n := f.At(NodeID(i))
		switch {
		case n.Start > n.End || int(n.End) > len(f.Source):
			return fmt.Errorf("%s: node %d (%s): span [%d,%d) outside the source of %d bytes", f.Path, i, n.Kind, n.Start, n.End, len(f.Source))
		case int(n.Next) <= i || int(n.Next) > f.NumNodes():
			return fmt.Errorf("%s: node %d (%s): next is %d", f.Path, i, n.Kind, n.Next)
		case i == 0 && n.Parent != NoNode:
			return fmt.Errorf("%s: the root has parent %d", f.Path, n.Parent)
		}
		if i == 0 {
			continue
		}
		if n.Parent < 0 || int(n.Parent) >= i {
			return fmt.Errorf("%s: node %d (%s): parent is %d", f.Path, i, n.Kind, n.Parent)
		}
		p := f.At(n.Parent)
		if n.Start < p.Start || n.End > p.End || n.Next > p.Next {
			return fmt.Errorf("%s: node %d (%s) [%d,%d) is not inside its parent %d (%s) [%d,%d)", f.Path, i, n.Kind, n.Start, n.End, n.Parent, p.Kind, p.Start, p.End)
		}
		if s := f.NextSibling(NodeID(i)); s >= 0 && f.At(s).Start < n.End {
			return fmt.Errorf("%s: node %d (%s) overlaps its sibling %d", f.Path, i, n.Kind, s)
		}
	}
	return nil
}
