package parse

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"refract/finding"
	"refract/internal/wire"
	"refract/java"
	"refract/source"
)

// This file writes the tree of a file down in few bytes and makes the file of them again, which takes a small part of the time of
// parsing: so that who has parsed a file once need not do it again while its text stays the same.
//
// A tree is
//
//	length of the text, number of its lines
//	a byte for what the file was classified as
//	the nodes, see java.File.AppendNodes
//	the tables of declarations, see tables.go
//	number of comments; per comment: start, from the end of the one before it; length
//
// all but the byte as unsigned varints. The nodes are not read before somebody looks at them.

// AppendTree appends the tree of f to dst. What was wrong with f is not in it, and is for the caller to keep. ok is false, and dst unchanged, for a file
// of which nothing could be used, which has not its text either.
func AppendTree(dst []byte, f *java.File) (_ []byte, ok bool) {
	if slices.ContainsFunc(f.Problems, func(p finding.Problem) bool { return p.Severity == finding.Trouble }) {
		return dst, false
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	b := binary.AppendUvarint(binary.AppendUvarint((*buf)[:0], uint64(len(f.Source))), uint64(f.Lines.Count()))
	class := byte(0)
	if f.Generated {
		class |= treeGenerated
	}
	if f.Test {
		class |= treeTest
	}
	if len(f.Problems) > 0 {
		class |= treeProblems
	}
	if b, ok = f.AppendNodes(append(b, class)); !ok {
		return dst, false
	}
	if b, ok = appendTables(b, f); !ok {
		return dst, false
	}
	*buf = appendSpans(b, f.Comments)
	return append(dst, *buf...), true
}

// buffers are what trees are written to first. Memory that was written to a moment ago is at hand; new memory has to come from the system.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// PackAs is f.Pack for a file that tree, which must not be written to any more, is the tree of: f shares its nodes.
func PackAs(f *java.File, tree []byte, pages *java.PageCache) {
	r := wire.Reader{B: tree}
	readHead(&r)
	if _, ok := f.TakeNodes(r.B, pages, func() {}); !ok {
		f.Pack(pages)
	}
}

// Bits of what a file was classified as.
const (
	treeGenerated = 1 << iota
	treeTest
	treeProblems // a NUL character may be one of them
)

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

var errTree = errors.New("not the syntax tree of this text")

// A TreeReader makes files of trees. It is safe for concurrent use.
type TreeReader struct {
	// Pages are those of the nodes of all files that it makes.
	Pages *java.PageCache
	// Broken is called, from any goroutine, when nodes of a file that was made turn out to be none: it is not the file that was parsed.
	Broken func()
}

// File is Parser.File for a text of which the tree is known, but for its problems: tree is what AppendTree returned for the file that File made of
// content under the same path, whose hash is given. Neither must be written to any more. It returns an error for bytes that are no tree of that text; that they are the tree of
// another text of the same length is for the caller to exclude.
func (t *TreeReader) File(path string, content []byte, hash source.Hash, tree []byte) (*java.File, error) {
	text, latin1 := asText(withoutMark(content)) // which has a tree, so it is text
	f, err := t.file(path, text, tree)
	if err != nil {
		return nil, err
	}
	f.Hash, f.Latin1 = hash, latin1
	return f, nil
}

// Blank is File for a text that cannot be had any more: every character of it is a blank. The tables have
// as many entries as those of the file.
func (t *TreeReader) Blank(path string, hash source.Hash, tree []byte) (*java.File, error) {
	head, _, ok := ReadHead(tree)
	if !ok || head.Bytes > maxBlank {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	f, err := t.file(path, strings.Repeat(" ", head.Bytes), tree)
	if err == nil {
		f.Hash = hash
	}
	return f, err
}

// maxBlank bounds what a few wrong bytes can ask for.
const maxBlank = 1 << 30

// Head is what a tree says of its file before anything is made of that.
type Head struct {
	Bytes, Lines    int  // of the text
	Generated, Test bool // as in java.File

	problems bool
}

// HeadOfTree returns what ReadHead needs of a tree, nil for bytes that no tree begins with.
func HeadOfTree(tree []byte) []byte {
	_, rest, ok := ReadHead(tree)
	if !ok {
		return nil
	}
	return tree[:len(tree)-len(rest)]
}

// ReadHead returns the head of a tree and what lies behind it; ok is false for bytes that no tree begins with.
func ReadHead(tree []byte) (h Head, rest []byte, ok bool) {
	r := wire.Reader{B: tree}
	h = readHead(&r)
	return h, r.B, !r.Bad
}

// readHead reads what is before the nodes.
func readHead(r *wire.Reader) Head {
	h := Head{Bytes: number32(r), Lines: number32(r)}
	class := r.Byte()
	h.Generated, h.Test, h.problems = class&treeGenerated != 0, class&treeTest != 0, class&treeProblems != 0
	return h
}

// number32 reads a number of 32 bits.
func number32(r *wire.Reader) int {
	n := r.Uvarint()
	if n > math.MaxUint32 {
		r.Fail()
		return 0
	}
	return int(n)
}

func (t *TreeReader) file(path, text string, tree []byte) (*java.File, error) {
	f := &java.File{Path: path, Source: text, Lines: source.NewLineTable(text)}
	r := wire.Reader{B: tree}
	head := readHead(&r) // the lines follow from the text
	if head.problems {
		f.Source = withoutNUL(text)
	}
	rest, ok := f.TakeNodes(r.B, t.Pages, t.Broken)
	if !ok || head.Bytes != len(text) {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	r.B = rest
	readTables(&r, f)
	f.Comments = readSpans(&r, len(text))
	if r.Bad || len(r.B) > 0 {
		return nil, fmt.Errorf("%s: %w", path, errTree)
	}
	f.Generated, f.Test = head.Generated, head.Test
	return f, nil
}

// readSpans reads spans that follow each other in a text of so many bytes.
func readSpans(r *wire.Reader, text int) []source.Span {
	n := r.Count(2)
	if n == 0 {
		return nil
	}
	spans := make([]source.Span, n)
	at := 0
	for i := range spans {
		start := at + number32(r)
		if at = start + number32(r); at > text {
			r.Fail()
			return nil
		}
		spans[i] = source.Span{Start: uint32(start), End: uint32(at)}
	}
	return spans
}
