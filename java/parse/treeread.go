package parse

import (
	"errors"
	"fmt"
	"math"

	"refract/internal/wire"
	"refract/java"
	"refract/source"
)

// This file reads what tree.go writes.

var errTree = errors.New("not the syntax tree of this text")

// FileOfTree is File for a text of which the tree is known: tree is what AppendTree returned for the file that File made of
// content under the same path, whose hash is given. It returns an error for bytes that are no tree of that text; that they are the tree of
// another text of the same length is for the caller to exclude.
//
// The nodes of bodies in which no types are declared are only made when File.Whole asks for them, which most scans do not.
func (p *Parser) FileOfTree(path string, content []byte, hash source.Hash, tree []byte) (*java.File, error) {
	f := &java.File{Path: path, Hash: hash}
	text, latin1 := toText(withoutMark(content)) // which has a tree, so it is text
	f.Latin1, f.Source, f.Lines = latin1, text, source.NewLineTable(text)
	r := treeReader{Reader: wire.Reader{B: tree}, size: uint64(len(text)), skips: true}
	shapes := r.shapes()
	f.Nodes, f.Comments = r.nodes(shapes), r.spans()
	uses, class := r.spans(), r.Bytes(1)
	if r.Bad || len(r.B) > 0 {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	if len(r.skipped) > 0 {
		f.Rest = &java.Rest{TypeUses: uses, Make: restOf(shapes, r.skipped)}
	}
	p.b.declare(f)
	f.Generated, f.Test = class[0]&treeGenerated != 0, class[0]&treeTest != 0
	return f, nil
}

// restOf returns what makes the nodes of bodies that were skipped.
func restOf(shapes []shape, bodies []skipped) func(*java.File) {
	return func(f *java.File) {
		for _, b := range bodies {
			r := treeReader{Reader: wire.Reader{B: b.below}, size: uint64(len(f.Source))}
			if r.body(f.Nodes, shapes, b.id); r.Bad || len(r.B) > 0 {
				parseRest(f, bodies)
				return
			}
		}
	}
}

// parseRest is for a tree that turns out to be damaged when it is too late to say so: what it should be is in the text.
func parseRest(f *java.File, bodies []skipped) {
	p := New()
	defer p.Close()
	g := p.File(f.Path, []byte(f.Source))
	for _, b := range bodies {
		for n := b.id + 1; n < f.Nodes[b.id].Next; n++ {
			if len(g.Nodes) == len(f.Nodes) {
				f.Nodes[n] = g.Nodes[n]
				continue
			}
			at := f.Nodes[b.id].Start // the tree of another text
			f.Nodes[n] = java.Node{Start: at, End: at, Parent: b.id, Next: n + 1, Kind: java.Error}
		}
	}
}

// skipped is a body with what follows it.
type skipped struct {
	id    java.NodeID
	below []byte
}

// treeReader reads what treeWriter wrote, and believes nothing.
type treeReader struct {
	wire.Reader
	size    uint64 // of the text
	skips   bool   // bodies
	skipped []skipped
}

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
		s := shape{java.Kind(r.B[0]), java.Field(r.B[1]), java.Op(r.B[2]), form(r.B[3])}
		if int(s.kind) >= java.NumKinds || int(s.field) >= java.NumFields || int(s.op) >= java.NumOps || s.form >= forms {
			r.Bad = true
		}
		shapes[i], r.B = s, r.B[4:]
	}
	return shapes
}

// nodes reads all nodes.
func (r *treeReader) nodes(shapes []shape) []java.Node {
	n := r.Count(3)
	if r.Bad || n == 0 {
		r.Bad = true
		return nil
	}
	nodes := make([]java.Node, n)
	open := make([]openNode, 1, 64)
	open[0].id = java.NoNode
	r.read(nodes, shapes, 0, java.NodeID(n), open)
	if r.Bad {
		return nil
	}
	return nodes
}

// body reads the nodes below a body that was skipped.
func (r *treeReader) body(nodes []java.Node, shapes []shape, id java.NodeID) {
	open := make([]openNode, 2, 64)
	open[0].id = java.NoNode
	open[1] = openNode{id: id, at: uint64(nodes[id].Start)}
	r.read(nodes, shapes, id+1, nodes[id].Next, open)
}

// read reads the nodes from from to to, which lie in the innermost of the open ones.
func (r *treeReader) read(nodes []java.Node, shapes []shape, from, to java.NodeID, open []openNode) {
	for i := from; i < to; i++ {
		for len(open) > 1 && nodes[open[len(open)-1].id].Next == i {
			open = r.close(nodes, open)
		}
		code := r.uvarint()
		if code >= uint64(len(shapes)) || r.Bad || i > 0 && len(open) == 1 || len(open) > MaxDepth+1 {
			r.Bad = true
			return
		}
		s, in := shapes[code], &open[len(open)-1]
		start := in.at + r.uvarint()
		node := java.Node{Start: uint32(start), Parent: in.id, Next: i + 1, Kind: s.kind, Field: s.field, Op: s.op}
		if start > r.size {
			r.Bad = true
			return
		}
		if s.form == formLeaf {
			if in.at = start + r.uvarint(); in.at > r.size {
				r.Bad = true
				return
			}
			node.End = uint32(in.at)
			nodes[i] = node
			continue
		}
		below, end := r.uvarint(), to
		if in.id >= 0 {
			end = nodes[in.id].Next
		}
		if below == 0 || below >= uint64(end-i) {
			r.Bad = true
			return
		}
		node.Next += java.NodeID(below)
		nodes[i] = node
		open = append(open, openNode{id: i, at: start})
		if s.form == formBody && !r.enter(&nodes[i], i) {
			open = open[:len(open)-1]
			open[len(open)-1].at = uint64(nodes[i].End)
			i = node.Next - 1
		}
	}
	for len(open) > 1 {
		if nodes[open[len(open)-1].id].Next != to {
			r.Bad = true
			return
		}
		open = r.close(nodes, open)
	}
}

// enter reads how long a body is, and reports whether what follows is to be read now.
func (r *treeReader) enter(node *java.Node, id java.NodeID) bool {
	end := uint64(node.Start) + r.uvarint()
	size := r.uvarint()
	if end > r.size || size > uint64(len(r.B)) {
		r.Bad = true
		return true
	}
	if !r.skips {
		return true
	}
	node.End = uint32(end)
	r.skipped = append(r.skipped, skipped{id, r.Bytes(int(size))})
	return false
}

// close reads the end of the innermost open node.
func (r *treeReader) close(nodes []java.Node, open []openNode) []openNode {
	o := open[len(open)-1]
	end := o.at + r.uvarint()
	if end > r.size {
		r.Bad = true
	}
	if nodes[o.id].End != uint32(end) { // that of a body that was skipped is known, and may be being read
		nodes[o.id].End = uint32(end)
	}
	open = open[:len(open)-1]
	open[len(open)-1].at = end
	return open
}

// spans reads spans that follow each other.
func (r *treeReader) spans() []source.Span {
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
