package parse

import (
	"encoding/binary"
	"slices"
	"sync"

	"refract/java"
	"refract/source"
)

// This file writes the tree of a file down in few bytes and reads it again, which takes a small part of the time of
// parsing: so that who has parsed a file once need not do it again while its text stays the same.
//
// A tree is
//
//	length of the text, number of its lines
//	number of shapes; per shape: kind, field, operator, form of the nodes
//	number of nodes; per node in preorder: shape; start, from the end of the sibling before it or the start of its
//	    parent; for a leaf its length, else the number of nodes below it, these nodes, and its end, from the end of its
//	    last child
//	number of comments; per comment: start, from the end of the one before it; length
//	what the file was classified as
//
// all as unsigned varints. A node of ordinary code has about four bytes. The tables of declarations are not in it: they
// follow from the nodes.

// shape is what many nodes of a file have in common.
type shape struct {
	kind  java.Kind
	field java.Field
	op    java.Op
	form  form
}

// form says what follows a node.
type form uint8

const (
	formInner form = iota
	formLeaf
	forms
)

// AppendTree appends the tree of f to dst. ok is false, and dst unchanged, for a file with problems: what was wrong with
// it has to be said again, so it has to be parsed again.
func AppendTree(dst []byte, f *java.File) (_ []byte, ok bool) {
	if len(f.Problems) > 0 {
		return dst, false
	}
	w := treeWriters.Get().(*treeWriter)
	defer w.reset()
	if !w.nodes(f.Nodes) {
		return dst, false
	}
	dst = slices.Grow(dst, len(w.b)+4*len(w.shapes)+4*len(f.Comments)+32)
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(len(f.Source))), uint64(f.Lines.Count()))
	dst = binary.AppendUvarint(dst, uint64(len(w.shapes)))
	for _, s := range w.shapes {
		dst = append(dst, byte(s.kind), byte(s.field), byte(s.op), byte(s.form))
	}
	dst = binary.AppendUvarint(dst, uint64(len(f.Nodes)))
	dst = append(dst, w.b...)
	dst = appendSpans(dst, f.Comments)
	class := byte(0)
	if f.Generated {
		class |= treeGenerated
	}
	if f.Test {
		class |= treeTest
	}
	return append(dst, class), true
}

// appendSpans appends spans that follow each other.
func appendSpans(dst []byte, spans []source.Span) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(spans)))
	at := uint32(0)
	for _, c := range spans {
		dst = binary.AppendUvarint(dst, uint64(c.Start-at))
		dst = binary.AppendUvarint(dst, uint64(c.Len()))
		at = c.End
	}
	return dst
}

// Bits of what a file was classified as.
const (
	treeGenerated = 1 << iota
	treeTest
)

// treeWriter writes nodes.
type treeWriter struct {
	b      []byte
	shapes []shape
	open   []openNode
	// codes finds the code of a shape, plus one: by kind, field and form, where the operator is none; the few others are
	// searched for.
	codes [java.NumKinds][java.NumFields][forms]uint16
}

// treeWriters have nothing written. Memory that was written to a moment ago is at hand; new memory has to come from the system.
var treeWriters = sync.Pool{New: func() any { return new(treeWriter) }}

// reset forgets what was written, and gives w back.
func (w *treeWriter) reset() {
	for _, s := range w.shapes {
		w.codes[s.kind][s.field][s.form] = 0
	}
	w.b, w.shapes = w.b[:0], w.shapes[:0]
	treeWriters.Put(w)
}

func (w *treeWriter) uvarint(n uint64) {
	if n < 0x80 {
		w.b = append(w.b, byte(n))
		return
	}
	w.b = binary.AppendUvarint(w.b, n)
}

func (w *treeWriter) code(s shape) uint64 {
	if s.op != java.NoOp {
		for i, o := range w.shapes {
			if o == s {
				return uint64(i)
			}
		}
		w.shapes = append(w.shapes, s)
		return uint64(len(w.shapes) - 1)
	}
	c := &w.codes[s.kind][s.field][s.form]
	if *c == 0 {
		w.shapes = append(w.shapes, s)
		*c = uint16(len(w.shapes))
	}
	return uint64(*c - 1)
}

// openNode is a node whose subtree is being written or read.
type openNode struct {
	id java.NodeID
	at uint64 // the end of its last child so far, or its start
}

// nodes writes the nodes. It reports false for a tree whose spans do not nest or whose nodes have flags.
func (w *treeWriter) nodes(nodes []java.Node) bool {
	open := append(w.open[:0], openNode{id: java.NoNode})
	defer func() { w.open = open }()
	for i := range nodes {
		n := &nodes[i]
		for len(open) > 1 && int(nodes[open[len(open)-1].id].Next) == i {
			if open = w.close(nodes, open); open == nil {
				return false
			}
		}
		in := &open[len(open)-1]
		if uint64(n.Start) < in.at || n.End < n.Start || n.Flags != 0 {
			return false
		}
		form := formInner
		if int(n.Next) == i+1 {
			form = formLeaf
		}
		w.uvarint(w.code(shape{n.Kind, n.Field, n.Op, form}))
		w.uvarint(uint64(n.Start) - in.at)
		if form == formLeaf {
			w.uvarint(uint64(n.End - n.Start))
			in.at = uint64(n.End)
			continue
		}
		w.uvarint(uint64(int(n.Next) - i - 1))
		open = append(open, openNode{java.NodeID(i), uint64(n.Start)})
	}
	for len(open) > 1 {
		if open = w.close(nodes, open); open == nil {
			return false
		}
	}
	return true
}

// close writes the end of the innermost open node.
func (w *treeWriter) close(nodes []java.Node, open []openNode) []openNode {
	o := open[len(open)-1]
	end := uint64(nodes[o.id].End)
	if end < o.at {
		return nil
	}
	w.uvarint(end - o.at)
	open = open[:len(open)-1]
	open[len(open)-1].at = end
	return open
}
