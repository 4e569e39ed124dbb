package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"refract/vectors"
)

// This file reads YAML by hand, node by node, so that every fault has its place. The library's decoder into structs
// would stop at the first fault and lose the places of what it accepted.

// decoder collects the faults of one file.
type decoder struct {
	path   string
	text   string // of the file
	faults Faults
	opts   *Vocabulary
	// builtin says that the rule is part of the program.
	builtin bool
}

// fault records a fault at the token t; t may be nil.
func (d *decoder) fault(t *token.Token, near, format string, args ...any) {
	f := Fault{Path: d.path, Message: fmt.Sprintf(format, args...), Nearest: near}
	if t != nil && t.Position != nil {
		f.Line, f.Column = t.Position.Line, t.Position.Column
	}
	d.faults = append(d.faults, f)
}

// start returns the token at which n starts. The library takes the first colon for a mapping's.
func start(n ast.Node) *token.Token {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return m.Values[0].Key.GetToken()
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		return m.Key.GetToken()
	}
	return n.GetToken()
}

// document parses the text and returns the body of its only document, nil after a fault.
func (d *decoder) document(text []byte) ast.Node {
	switch {
	case len(text) > maxFileSize:
		d.fault(nil, "", "the file is larger than %d bytes", maxFileSize)
		return nil
	case !utf8.Valid(text):
		d.fault(nil, "", "the file is not UTF-8 text")
		return nil
	case nestsDeep(string(text)):
		d.fault(nil, "", "lists and mappings nest more than %d deep", maxNesting)
		return nil
	}
	d.text = string(text)
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		var ye yaml.Error
		if errors.As(err, &ye) {
			d.fault(ye.GetToken(), "", "not YAML: %s", ye.GetMessage())
		} else {
			d.fault(nil, "", "not YAML: %s", err)
		}
		return nil
	}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		d.fault(nil, "", "the file is empty")
		return nil
	case 1:
		return bodies[0]
	}
	d.fault(start(bodies[1]), "", "a second document; a rule file holds one rule")
	return nil
}

// The library's parser takes time that grows with the square of depth, a minute for 64 KiB of brackets. Rules have some
// three thousand bytes and three levels.
const (
	maxFileSize = 64 << 10
	maxNesting  = 50
)

// nestsDeep reports whether brackets, braces, or the dashes of lists on one line nest deeper than any rule's. It counts
// in quoted text and comments as well; there they come in pairs.
func nestsDeep(text string) bool {
	depth := 0
	for _, r := range text {
		switch r {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if depth > maxNesting {
			return true
		}
	}
	return strings.Contains(text, strings.Repeat("- ", maxNesting))
}

// entry is one key of a mapping with its value.
type entry struct {
	key   string
	at    *token.Token // of the key
	value ast.Node
}

// entries returns the entries of the mapping n in source order, and false after a fault. what names n for people.
func (d *decoder) entries(n ast.Node, what string) ([]entry, bool) {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		d.fault(start(n), "", "%s must be a mapping, not %s", what, kindOf(n))
		return nil, false
	}
	var list []entry
	for _, p := range pairs {
		key, ok := p.Key.(*ast.StringNode)
		if !ok {
			d.fault(start(p.Key), "", "a key of %s must be plain text, not %s", what, kindOf(p.Key))
			continue
		}
		list = append(list, entry{key.Value, key.Token, p.Value})
	}
	return list, true
}

// items returns the elements of the sequence n, and false after a fault.
func (d *decoder) items(n ast.Node, what string) ([]ast.Node, bool) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		d.fault(start(n), "", "%s must be a list, not %s", what, kindOf(n))
		return nil, false
	}
	return s.Values, true
}

// str returns the text of the scalar n with blanks at its ends removed, and false after a fault.
func (d *decoder) str(n ast.Node, what string) (string, bool) {
	var s string
	switch n := n.(type) {
	case *ast.StringNode:
		s = n.Value
	case *ast.LiteralNode:
		s = n.Value.Value
	default:
		d.fault(start(n), "", "%s must be text, not %s", what, kindOf(n))
		return "", false
	}
	s = strings.TrimSpace(s)
	if s == "" {
		d.fault(start(n), "", "%s is empty", what)
		return "", false
	}
	return s, true
}

// integer returns the whole number n, and false after a fault.
func (d *decoder) integer(n ast.Node, what string) (int, bool) {
	if i, ok := n.(*ast.IntegerNode); ok {
		switch v := i.Value.(type) {
		case int64:
			if v >= -maxCount && v <= maxCount {
				return int(v), true
			}
		case uint64:
			if v <= maxCount {
				return int(v), true
			}
		}
		d.fault(start(n), "", "%s is out of range: at most %d", what, maxCount)
		return 0, false
	}
	d.fault(start(n), "", "%s must be a whole number, not %s", what, kindOf(n))
	return 0, false
}

// maxCount bounds every whole number in a rule: no vector holds more of anything.
const maxCount = vectors.MaxCount

// kindOf names the kind of a node for people.
func kindOf(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	case *ast.IntegerNode:
		return "a whole number"
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias"
	case *ast.TagNode:
		return "a tagged value (quote text that starts with \"!\")"
	default:
		return n.Type().String()
	}
}
