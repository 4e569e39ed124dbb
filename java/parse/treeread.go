package parse

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"refract/internal/wire"
	"refract/java"
	"refract/source"
)

// This file reads what tree.go writes.

var errTree = errors.New("not the syntax tree of this text")

// FileOfTree is Parser.File for a text of which the tree is known: tree is what AppendTree returned for the file that File made of
// content under the same path, whose hash is given. It returns an error for bytes that are no tree of that text; that they are the tree of
// another text of the same length is for the caller to exclude.
func FileOfTree(path string, content []byte, hash source.Hash, tree []byte) (*java.File, error) {
	text, latin1 := toText(withoutMark(content)) // which has a tree, so it is text
	f, err := fileOfTree(path, text, tree)
	if err != nil {
		return nil, err
	}
	f.Hash, f.Latin1 = hash, latin1
	return f, nil
}

// BlankOfTree is FileOfTree for a text that cannot be had any more: every character of it is a blank. The tables have
// as many entries as those of the file.
func BlankOfTree(path string, hash source.Hash, tree []byte) (*java.File, error) {
	bytes, _, ok := SizeOfTree(tree)
	if !ok || bytes > maxBlank {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	f, err := fileOfTree(path, strings.Repeat(" ", bytes), tree)
	if err == nil {
		f.Hash = hash
	}
	return f, err
}

// builders are those that files of trees are made with.
var builders = sync.Pool{New: func() any { return new(builder) }}

// maxBlank bounds what a few wrong bytes can ask for.
const maxBlank = 1 << 30

// TreeHead is how many bytes at the beginning of a tree SizeOfTree needs.
const TreeHead = 11

// SizeOfTree returns the length of the text that a tree is of, and the number of its lines; ok is false for bytes that no tree begins with.
func SizeOfTree(tree []byte) (bytes, lines int, ok bool) {
	r := treeReader{Reader: wire.Reader{B: tree}}
	bytes, lines = int(r.uvarint()), int(r.uvarint())
	return bytes, lines, !r.Bad && len(r.B) > 0
}

func fileOfTree(path, text string, tree []byte) (*java.File, error) {
	f := &java.File{Path: path, Source: text, Lines: source.NewLineTable(text)}
	r := treeReader{Reader: wire.Reader{B: tree}, size: uint64(len(text))}
	size, _ := r.uvarint(), r.uvarint() // the lines follow from the text
	shapes := r.shapes()
	f.Nodes, f.Comments = r.nodes(shapes), r.spans()
	class := r.Bytes(1)
	if r.Bad || len(r.B) > 0 || size != r.size {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	b := builders.Get().(*builder)
	b.declare(f)
	builders.Put(b)
	f.Generated, f.Test = class[0]&treeGenerated != 0, class[0]&treeTest != 0
	return f, nil
}

// treeReader reads what treeWriter wrote, and believes nothing.
type treeReader struct {
	wire.Reader
	size uint64 // of the text
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
	for i := java.NodeID(0); int(i) < n; i++ {
		for len(open) > 1 && nodes[open[len(open)-1].id].Next == i {
			open = r.close(nodes, open)
		}
		code := r.uvarint()
		if code >= uint64(len(shapes)) || r.Bad || i > 0 && len(open) == 1 || len(open) > MaxDepth+1 {
			r.Bad = true
			return nil
		}
		s, in := shapes[code], &open[len(open)-1]
		start := in.at + r.uvarint()
		node := java.Node{Start: uint32(start), Parent: in.id, Next: i + 1, Kind: s.kind, Field: s.field, Op: s.op}
		if start > r.size {
			r.Bad = true
			return nil
		}
		if s.form == formLeaf {
			if in.at = start + r.uvarint(); in.at > r.size {
				r.Bad = true
				return nil
			}
			node.End = uint32(in.at)
			nodes[i] = node
			continue
		}
		below, end := r.uvarint(), java.NodeID(n)
		if in.id >= 0 {
			end = nodes[in.id].Next
		}
		if below == 0 || below >= uint64(end-i) {
			r.Bad = true
			return nil
		}
		node.Next += java.NodeID(below)
		nodes[i] = node
		open = append(open, openNode{i, start})
	}
	for len(open) > 1 {
		if int(nodes[open[len(open)-1].id].Next) != n {
			r.Bad = true
			return nil
		}
		open = r.close(nodes, open)
	}
	if r.Bad {
		return nil
	}
	return nodes
}

// close reads the end of the innermost open node.
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
