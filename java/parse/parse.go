// Package parse turns Java source into java.File. It is the only importer of go-tree-sitter, and no type, tree or
// memory of tree-sitter leaves it.
//
// A file goes through these steps:
//
//	decode    bytes to UTF-8 text (decode.go)
//	flatten   text to nodes, one cgo call (flatten.go, flatten.c): by an LR parser of its own over the grammar's tables
//	          (glr.c), which leaves to tree-sitter what has errors
//	repair    only where the tree has errors: what Java allows and the grammar does not (rewrite.go), then
//	          confinement of real syntax errors to the methods they stand in (confine.go)
//	declare   nodes to the tables of types, methods and fields (declare.go)
//
// It resolves no names and checks no language rules: a file that javac would refuse for its meaning parses here.
package parse

import (
	"context"
	"fmt"
	"strings"

	"refract/finding"
	"refract/java"
	"refract/source"
)

// Limits that keep one hostile file from costing more than itself.
const (
	// MaxDepth is the deepest tree that is used. Real code stays below 500; generated chains of "+" reach a few
	// thousand. Later stages recurse over expressions.
	MaxDepth = 10_000

	baseMicros    = 5_000_000 // time limit of one file: this
	microsPerByte = 5         // plus this; ordinary files take 0.07 µs a byte
)

// Parser parses files one after the other; it is not safe for concurrent use. Close it.
type Parser struct {
	e *engine
	b builder
	reviser
	// What the last text was like: without errors as it is, and how deeply nested.
	clean bool
	depth int
}

// New returns a parser.
func New() *Parser { return &Parser{e: newEngine()} }

// Close frees the memory outside Go's heap.
func (p *Parser) Close() { p.e.close() }

// Under makes the parser give up a text once ctx is done, until release is called. What was given up is a file of which
// nothing could be used: ask ctx.
func (p *Parser) Under(ctx context.Context) (release func()) { return p.e.under(ctx) }

// ParseOnly runs tree-sitter as it comes over content and drops the tree: one parser for all texts, memory from malloc,
// every tree given back. It is the floor that benchmarks measure refract against, and does not move when this package
// finds a cheaper way.
func (p *Parser) ParseOnly(content []byte) { p.e.parseOnly(string(content)) }

// ParseTree does of File only what makes the tree, and drops it.
func (p *Parser) ParseTree(content []byte) { p.e.view(string(content), 0) }

// tree is a flattened syntax tree.
type tree struct {
	nodes    []java.Node
	comments []source.Span
	hasError bool
	depth    int
}

// File parses content, the bytes of the file called path. It always returns a file: what could not be used is in
// File.Problems, and a file of which nothing could be used has a root node alone.
func (p *Parser) File(path string, content []byte) *java.File { return p.file(path, content, nil) }

// file is File, given an earlier revision that the parser has parsed last and found clean, or nil.
func (p *Parser) file(path string, content []byte, base *java.File) *java.File {
	p.clean = false
	f := &java.File{Path: path, Hash: source.HashOf(content)}
	text, latin1, err := decode(content)
	if err != nil {
		return unusable(f, err.Error(), "exclude the file with --exclude")
	}
	f.Latin1 = latin1
	f.Lines = source.NewLineTable(text)
	if at := strings.IndexByte(text, 0); at >= 0 {
		text = withoutNUL(text)
		p.problem(f, at, "a NUL character, read as a blank")
	}
	f.Source = text
	t, fixes, ok := p.repaired(f, base)
	if !ok {
		return unusable(f, "the parser ran out of time or memory", "exclude the file with --exclude")
	}
	if t.depth > MaxDepth {
		return unusable(f, fmt.Sprintf("code is nested %d levels deep, more than %d", t.depth, MaxDepth), "exclude the file with --exclude")
	}
	f.Nodes, f.Comments = t.nodes, t.comments
	fixes.apply(f)
	p.b.declare(f)
	classify(f)
	return f
}

// withoutNUL returns text with blanks for NUL characters, each of which the parser would take for the end of the text.
func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", " ") }

// repaired parses f.Source; where the tree has errors it tries the repairs and, for what is left, reports problems.
func (p *Parser) repaired(f, base *java.File) (tree, fixes, bool) {
	limit := uint64(baseMicros + microsPerByte*len(f.Source))
	if base != nil {
		if t, ok := p.revise(base, p.depth, f.Source, limit); ok {
			return t, fixes{}, true
		}
	}
	t, ok := p.e.flatten(f.Source, limit)
	p.clean, p.depth = ok && !t.hasError, t.depth
	if !ok || !t.hasError {
		return t, fixes{}, ok
	}
	text, fixed := rewrite(f.Source)
	if fixed.any() {
		if t2, ok := p.e.flatten(text, limit); ok {
			t = t2
		} else {
			text, fixed = f.Source, fixes{}
		}
	}
	if !t.hasError {
		return t, fixed, true
	}
	t = p.confine(f, text, t, limit)
	return t, fixed, true
}

// unusable makes f a file without content but with the reason.
func unusable(f *java.File, message, remedy string) *java.File {
	f.Source, f.Comments = "", nil
	f.Lines = source.NewLineTable("")
	f.Nodes = []java.Node{{Parent: java.NoNode, Next: 1, Kind: java.Program}}
	f.Problems = append(f.Problems, finding.Problem{Path: f.Path, Severity: finding.Trouble, Message: message, Remedy: remedy})
	return f
}
