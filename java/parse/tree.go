package parse

import (
	"encoding/binary"
	"errors"
	"fmt"

	"refract/java"
	"refract/source"
)

// This file writes the tree of a file down in few bytes and reads it again, which takes a small part of the time of
// parsing: so that who has parsed a file once need not do it again while its text stays the same.
//
// A tree is
//
//	number of shapes; per shape: kind, field, operator, whether nodes of it are leaves
//	number of nodes; per node: shape; start, from the end of the sibling before it or the start of its parent; for a
//	    leaf its length, else the number of nodes below it and its end, from the end of its last child
//	number of comments; per comment: start, from the end of the one before it; length
//
// all as unsigned varints. A node of ordinary code has about four bytes. The tables of declarations are not in it: they
// follow from the nodes.

// shape is what many nodes of a file have in common.
type shape struct {
	kind  java.Kind
	field java.Field
	op    java.Op
	leaf  bool
}

// AppendTree appends the tree of f to dst. ok is false, and dst unchanged, for a file with problems: what was wrong with
// it has to be said again, so it has to be parsed again.
func AppendTree(dst []byte, f *java.File) (_ []byte, ok bool) {
	if len(f.Problems) > 0 {
		return dst, false
	}
	w := treeWriter{f: f, b: dst, code: map[shape]uint64{}}
	var shapes []shape
	for i := range f.Nodes {
		s := w.shape(java.NodeID(i))
		if _, seen := w.code[s]; !seen {
			w.code[s] = uint64(len(shapes))
			shapes = append(shapes, s)
		}
	}
	w.uvarint(uint64(len(shapes)))
	for _, s := range shapes {
		leaf := byte(0)
		if s.leaf {
			leaf = 1
		}
		w.b = append(w.b, byte(s.kind), byte(s.field), byte(s.op), leaf)
	}
	w.uvarint(uint64(len(f.Nodes)))
	if !w.nodes() {
		return dst, false
	}
	w.uvarint(uint64(len(f.Comments)))
	at := uint32(0)
	for _, c := range f.Comments {
		if c.Start < at || c.End < c.Start {
			return dst, false
		}
		w.uvarint(uint64(c.Start - at))
		w.uvarint(uint64(c.Len()))
		at = c.End
	}
	return w.b, true
}

type treeWriter struct {
	f    *java.File
	b    []byte
	code map[shape]uint64
}

func (w *treeWriter) uvarint(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

func (w *treeWriter) shape(i java.NodeID) shape {
	n := &w.f.Nodes[i]
	return shape{n.Kind, n.Field, n.Op, n.Next == i+1}
}

// nodes writes the nodes. It reports false for a tree whose spans do not nest or whose nodes have flags.
func (w *treeWriter) nodes() bool {
	nodes := w.f.Nodes
	// Of every node around the current one: where it ends in nodes, and where in the text the next child can begin.
	type around struct {
		next java.NodeID
		at   uint32
	}
	open := []around{{java.NodeID(len(nodes)), 0}}
	for i := range nodes {
		n := &nodes[i]
		for open[len(open)-1].next <= java.NodeID(i) {
			open = open[:len(open)-1]
		}
		in := &open[len(open)-1]
		if n.Start < in.at || n.End < n.Start || n.Flags != 0 {
			return false
		}
		w.uvarint(w.code[w.shape(java.NodeID(i))])
		w.uvarint(uint64(n.Start - in.at))
		in.at = n.End
		if int(n.Next) == i+1 {
			w.uvarint(uint64(n.End - n.Start))
			continue
		}
		last := w.f.LastChild(java.NodeID(i))
		if n.End < nodes[last].End {
			return false
		}
		w.uvarint(uint64(int(n.Next) - i - 1))
		w.uvarint(uint64(n.End - nodes[last].End))
		open = append(open, around{n.Next, n.Start})
	}
	return true
}

// errTree says that bytes are no tree of the text. Nobody writes such bytes: they were damaged, or are of another text.
var errTree = errors.New("not the syntax tree of this text")

// FileOfTree returns what File would, given the tree that AppendTree made of it: content is the same bytes again. An
// error means that the tree is not one of a file of that length; call File then.
func (p *Parser) FileOfTree(path string, content, tree []byte) (*java.File, error) {
	f := &java.File{Path: path, Hash: source.HashOf(content)}
	text, latin1, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	f.Latin1, f.Source, f.Lines = latin1, text, source.NewLineTable(text)
	r := treeReader{b: tree, size: uint64(len(text))}
	f.Nodes, f.Comments = r.nodes(r.shapes()), r.comments()
	if r.bad || len(r.b) > 0 {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	p.b.declare(f)
	classify(f)
	return f, nil
}

// treeReader reads a tree. What it reads is checked: no bytes make it panic or ask for more memory than they justify.
type treeReader struct {
	b    []byte
	size uint64 // of the text
	bad  bool
}

func (r *treeReader) uvarint() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		n := r.b[0]
		r.b = r.b[1:]
		return uint64(n)
	}
	n, k := binary.Uvarint(r.b)
	if k <= 0 || n > 1<<32-1 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[k:]
	return n
}

// count reads a number of things of which each takes at least so many bytes.
func (r *treeReader) count(least int) int {
	n := r.uvarint()
	if n > uint64(len(r.b)/least) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

func (r *treeReader) shapes() []shape {
	shapes := make([]shape, r.count(4))
	for i := range shapes {
		s := shape{java.Kind(r.b[0]), java.Field(r.b[1]), java.Op(r.b[2]), r.b[3] == 1}
		if int(s.kind) >= java.NumKinds || int(s.field) >= java.NumFields || int(s.op) >= java.NumOps {
			r.bad = true
		}
		shapes[i], r.b = s, r.b[4:]
	}
	return shapes
}

// openNode is a node of which not all children have been read.
type openNode struct {
	id  java.NodeID
	at  uint64 // the end of its last child so far, or its start
	gap uint64 // from the end of its last child to its own
}

func (r *treeReader) nodes(shapes []shape) []java.Node {
	n := r.count(3)
	if n == 0 || r.bad {
		r.bad = true
		return nil
	}
	nodes := make([]java.Node, n)
	open := make([]openNode, 1, 64)
	open[0].id = java.NoNode
	for i := range nodes {
		for len(open) > 1 && int(nodes[open[len(open)-1].id].Next) == i {
			open = r.close(nodes, open)
		}
		code := r.uvarint()
		if code >= uint64(len(shapes)) || r.bad || i > 0 && len(open) == 1 || len(open) > MaxDepth+1 {
			r.bad = true
			return nil
		}
		s, in := shapes[code], &open[len(open)-1]
		start := in.at + r.uvarint()
		node := &nodes[i]
		*node = java.Node{Start: uint32(start), Parent: in.id, Next: java.NodeID(i + 1), Kind: s.kind, Field: s.field, Op: s.op}
		if start > r.size {
			r.bad = true
			return nil
		}
		if s.leaf {
			if in.at = start + r.uvarint(); in.at > r.size {
				r.bad = true
				return nil
			}
			node.End = uint32(in.at)
			continue
		}
		below, end := r.uvarint(), n
		if in.id >= 0 {
			end = int(nodes[in.id].Next)
		}
		if below == 0 || below >= uint64(end-i) {
			r.bad = true
			return nil
		}
		node.Next += java.NodeID(below)
		open = append(open, openNode{java.NodeID(i), start, r.uvarint()})
	}
	for len(open) > 1 {
		if int(nodes[open[len(open)-1].id].Next) != n {
			r.bad = true
			return nil
		}
		open = r.close(nodes, open)
	}
	return nodes
}

// close ends the last of the open nodes.
func (r *treeReader) close(nodes []java.Node, open []openNode) []openNode {
	o := &open[len(open)-1]
	end := o.at + o.gap
	if end > r.size {
		r.bad = true
	}
	nodes[o.id].End = uint32(end)
	open = open[:len(open)-1]
	open[len(open)-1].at = end
	return open
}

func (r *treeReader) comments() []source.Span {
	n := r.count(2)
	if n == 0 {
		return nil
	}
	spans := make([]source.Span, n)
	at := uint64(0)
	for i := range spans {
		start := at + r.uvarint()
		if at = start + r.uvarint(); at > r.size {
			r.bad = true
			return nil
		}
		spans[i] = source.Span{Start: uint32(start), End: uint32(at)}
	}
	return spans
}
