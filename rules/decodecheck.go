package rules

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// checks reads the list of checks: expressions, or mappings with a reason.
func (d *decoder) checks(e entry) []*Check {
	items, _ := d.items(e.value, e.key)
	var list []*Check
	for _, n := range items {
		expr, reason := n, ""
		switch n.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			expr, reason = d.reasonedCheck(n)
		}
		if expr == nil {
			continue
		}
		src, ok := d.str(expr, "a check")
		if !ok {
			continue
		}
		compile := CompileCheck
		if d.builtin {
			compile = readCheck // tests hold that those of the catalogue are sound
		}
		c, err := compile(src)
		if err != nil {
			d.exprFault(expr, src, err)
			continue
		}
		if reason != "" {
			c.Reason = reason
		}
		list = append(list, c)
	}
	return list
}

// reasonedCheck reads {check: EXPR, reason: TEXT}; expr is nil after a fault.
func (d *decoder) reasonedCheck(n ast.Node) (expr ast.Node, reason string) {
	list, _ := d.entries(n, "a check")
	for _, e := range list {
		switch e.key {
		case "check":
			expr = e.value
		case "reason":
			reason, _ = d.str(e.value, "reason")
		default:
			d.fault(e.at, nearest(e.key, []string{"check", "reason"}), "unknown field %q of a check", e.key)
		}
	}
	if expr == nil {
		d.fault(start(n), "", "field \"check\" of a check is missing")
	}
	return expr, reason
}

// exprFault records a fault of the expression src that stands in n, at its place in the file.
func (d *decoder) exprFault(n ast.Node, src string, err error) {
	var ee *ExprError
	if !errors.As(err, &ee) {
		d.fault(start(n), "", "check: %s", err)
		return
	}
	f := Fault{Path: d.path, Message: "check: " + ee.Message, Nearest: ee.Nearest}
	f.Line, f.Column = d.place(n, ee)
	if d.cutByComment(n) {
		f.Message += ` (in YAML " #" starts a comment: quote the expression)`
	}
	d.faults = append(d.faults, f)
}

// place returns where in the file the place of e in the scalar n lies. Where YAML folds lines or the text has escapes
// it is the start of the scalar.
func (d *decoder) place(n ast.Node, e *ExprError) (line, column int) {
	if lit, ok := n.(*ast.LiteralNode); ok {
		at := lit.Start.Position
		if !strings.HasPrefix(lit.Start.Value, "|") {
			return at.Line, at.Column
		}
		return at.Line + e.Line, indent(d.text, at.Line+1) + e.Column
	}
	t := n.GetToken()
	line, column = t.Position.Line, t.Position.Column
	written := strings.TrimSpace(t.Origin)
	switch {
	case strings.Contains(written, "\n"), e.Line > 1:
	case t.Type == token.SingleQuoteType, t.Type == token.DoubleQuoteType:
		if !strings.Contains(written, `\`) && !strings.Contains(t.Value, "'") {
			column += e.Column
		}
	default:
		column += e.Column - 1
	}
	return line, column
}

// indent counts the blanks at the start of 1-based line n of text.
func indent(text string, n int) int {
	for range n - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return len(text) - len(strings.TrimLeft(text, " "))
}

// cutByComment reports whether a comment follows the plain scalar n on its line: often the rest of an expression.
func (d *decoder) cutByComment(n ast.Node) bool {
	t := n.GetToken()
	if s, ok := n.(*ast.StringNode); !ok || s.Token.Type != token.StringType {
		return false
	}
	next := t.Next
	return next != nil && next.Type == token.CommentType && next.Position.Line == t.Position.Line
}
