package parse

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"refract/internal/wire"
	"refract/java"
	"refract/source"
)

// This file writes the tree of a file down in few bytes and reads it again, which takes a small part of the time of
// parsing: so that who has parsed a file once need not do it again while its text stays the same.
//
// A tree is
//
//	number of shapes; per shape: kind, field, operator, whether nodes of it are leaves
//	number of nodes; per node in preorder: shape; start, from the end of the sibling before it or the start of its
//	    parent; for a leaf its length, else the number of nodes below it, these nodes, and its end, from the end of its
//	    last child
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
	w := treeWriter{b: make([]byte, 0, 6*len(f.Nodes))}
	if !w.nodes(f.Nodes) {
		return dst, false
	}
	dst = binary.AppendUvarint(slices.Grow(dst, len(w.b)+4*len(w.shapes)+16), uint64(len(w.shapes)))
	for _, s := range w.shapes {
		leaf := byte(0)
		if s.leaf {
			leaf = 1
		}
		dst = append(dst, byte(s.kind), byte(s.field), byte(s.op), leaf)
	}
	dst = binary.AppendUvarint(dst, uint64(len(f.Nodes)))
	dst = append(dst, w.b...)
	dst = binary.AppendUvarint(dst, uint64(len(f.Comments)))
	at := uint32(0)
	for _, c := range f.Comments {
		dst = binary.AppendUvarint(dst, uint64(c.Start-at))
		dst = binary.AppendUvarint(dst, uint64(c.Len()))
		at = c.End
	}
	return dst, true
}

// treeWriter writes nodes.
type treeWriter struct {
	b      []byte
	shapes []shape
	// codes finds the code of a shape, plus one: by kind and field, and whether it is a leaf, where the operator is none;
	// the few others are searched for.
	codes [java.NumKinds][java.NumFields][2]uint16
}

func (w *treeWriter) uvarint(n uint64) {
	if n < 0x80 {
		w.b = append(w.b, byte(n))
		return
	}
	w.b = binary.AppendUvarint(w.b, n)
}

// code returns the number of a shape, a new one where it is new.
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
	leaf := 0
	if s.leaf {
		leaf = 1
	}
	c := &w.codes[s.kind][s.field][leaf]
	if *c == 0 {
		w.shapes = append(w.shapes, s)
		*c = uint16(len(w.shapes))
	}
	return uint64(*c - 1)
}

// nodes writes the nodes. It reports false for a tree whose spans do not nest or whose nodes have flags.
func (w *treeWriter) nodes(nodes []java.Node) bool {
	open := make([]openNode, 1, 64)
	open[0].id = java.NoNode
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
		leaf := int(n.Next) == i+1
		w.uvarint(w.code(shape{n.Kind, n.Field, n.Op, leaf}))
		w.uvarint(uint64(n.Start) - in.at)
		if leaf {
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

// close writes the end of the last of the open nodes; nil for one that ends before its last child does.
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

// errTree says that bytes are no tree of the text. Nobody writes such bytes: they were damaged, or are of another text.
var errTree = errors.New("not the syntax tree of this text")

// FileOfTree returns what File would, given the tree that AppendTree made of it: content is the same bytes again, and hash
// theirs. An error means that the tree is not one of a file of that length; call File then.
func (p *Parser) FileOfTree(path string, content []byte, hash source.Hash, tree []byte) (*java.File, error) {
	f := &java.File{Path: path, Hash: hash}
	text, latin1 := toText(withoutMark(content)) // which has a tree, so it is text
	f.Latin1, f.Source, f.Lines = latin1, text, source.NewLineTable(text)
	r := treeReader{Reader: wire.Reader{B: tree}, size: uint64(len(text))}
	f.Nodes, f.Comments = r.nodes(r.shapes()), r.comments()
	if r.Bad || len(r.B) > 0 {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	p.b.declare(f)
	classify(f)
	return f, nil
}

// treeReader reads a tree. What it reads is checked: no bytes make it panic or ask for more memory than they justify.
type treeReader struct {
	wire.Reader
	size uint64 // of the text
}

// uvarint reads a number of 32 bits.
func (r *treeReader) uvarint() uint64 {
	n := r.Uvarint()
	if n > math.MaxUint32 {
		r.Fail()
		return 0
	}
	return n
}

func (r *treeReader) shapes() []shape {
	shapes := make([]shape, r.Count(4))
	for i := range shapes {
		s := shape{java.Kind(r.B[0]), java.Field(r.B[1]), java.Op(r.B[2]), r.B[3] == 1}
		if int(s.kind) >= java.NumKinds || int(s.field) >= java.NumFields || int(s.op) >= java.NumOps {
			r.Bad = true
		}
		shapes[i], r.B = s, r.B[4:]
	}
	return shapes
}

// openNode is a node of which not all children have been read.
type openNode struct {
	id java.NodeID
	at uint64 // the end of its last child so far, or its start
}

func (r *treeReader) nodes(shapes []shape) []java.Node {
	n := r.Count(3)
	if n == 0 || r.Bad {
		r.Bad = true
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
		if code >= uint64(len(shapes)) || r.Bad || i > 0 && len(open) == 1 || len(open) > MaxDepth+1 {
			r.Bad = true
			return nil
		}
		s, in := shapes[code], &open[len(open)-1]
		start := in.at + r.uvarint()
		node := &nodes[i]
		*node = java.Node{Start: uint32(start), Parent: in.id, Next: java.NodeID(i + 1), Kind: s.kind, Field: s.field, Op: s.op}
		if start > r.size {
			r.Bad = true
			return nil
		}
		if s.leaf {
			if in.at = start + r.uvarint(); in.at > r.size {
				r.Bad = true
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
			r.Bad = true
			return nil
		}
		node.Next += java.NodeID(below)
		open = append(open, openNode{java.NodeID(i), start})
	}
	for len(open) > 1 {
		if int(nodes[open[len(open)-1].id].Next) != n {
			r.Bad = true
			return nil
		}
		open = r.close(nodes, open)
	}
	return nodes
}

// close ends the last of the open nodes.
func (r *treeReader) close(nodes []java.Node, open []openNode) []openNode {
	o := open[len(open)-1]
	end := o.at + r.uvarint()
	if end > r.size {
		r.Bad = true
	}
	nodes[o.id].End = uint32(end)
	open = open[:len(open)-1]
	open[len(open)-1].at = end
	return open
}

func (r *treeReader) comments() []source.Span {
	n := r.Count(2)
	if n == 0 {
		return nil
	}
	spans := make([]source.Span, n)
	at := uint64(0)
	for i := range spans {
		start := at + r.uvarint()
		if at = start + r.uvarint(); at > r.size {
			r.Bad = true
			return nil
		}
		spans[i] = source.Span{Start: uint32(start), End: uint32(at)}
	}
	return spans
}
