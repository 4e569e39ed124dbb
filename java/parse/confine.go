package parse

import (
	"fmt"
	"strings"

	"refract/finding"
	"refract/java"
)

// This file keeps a syntax error from costing more than the method it stands in. Tree-sitter's own recovery can give
// up a whole class for one missing brace. So the bodies of methods are found with a lexer, each body is parsed alone,
// and those that fail are emptied (their braces stay, offsets stay true) before the file is parsed again.

// confine returns the tree of text with the broken bodies emptied, and adds to f a problem for each of them and for
// errors outside of bodies. t is the tree of text as it is. Cost: about two more parses of the file.
func (p *Parser) confine(f *java.File, text string, t tree, limit uint64) tree {
	bodies := findBodies(text)
	out := []byte(text)
	var broken []body
	for _, b := range bodies {
		if at, what, bad := p.bodyError(text, b, limit); bad {
			broken = append(broken, b)
			blank(out[b.open+1 : b.close])
			// A body that was cut off where the next member starts has no brace of its own.
			if b.unclosed && b.close > b.open+1 {
				out[b.close-1] = '}'
			}
			if b.surplus > 0 {
				blank(out[b.close+1 : b.surplus+1])
			}
			p.problem(f, at, what+"; the body of this method is left out")
		}
	}
	if len(broken) > 0 {
		if t2, ok := p.e.flatten(string(out), limit); ok {
			t = t2
		}
		markBroken(t, broken)
	}
	if t.hasError {
		p.reportErrors(f, t)
	}
	return t
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

func (p *Parser) problem(f *java.File, at int, message string) {
	pos := f.Lines.Position(uint32(at))
	f.Problems = append(f.Problems, finding.Problem{Path: f.Path, Line: pos.Line, Column: pos.Column, Severity: finding.Warning,
		Message: message, Remedy: "correct the syntax or exclude the file"})
}

// maxReported bounds the problems of one file: a text that is not Java at all would give thousands.
const maxReported = 10

// reportErrors adds a problem for each outermost error that is left in t.
func (p *Parser) reportErrors(f *java.File, t tree) {
	n := 0
	for i := 0; i < len(t.nodes); {
		node := &t.nodes[i]
		if node.Kind != java.Error && node.Flags&java.Missing == 0 {
			i++
			continue
		}
		if n++; n <= maxReported {
			p.problem(f, int(node.Start), describe(f.Source, node)+"; the declaration it stands in is used as far as it was understood")
		}
		i = int(node.Next)
	}
	if n > maxReported {
		f.Problems = append(f.Problems, finding.Problem{Path: f.Path, Severity: finding.Warning,
			Message: fmt.Sprintf("%d more syntax errors", n-maxReported), Remedy: "is this file Java?"})
	}
}

func describe(text string, n *java.Node) string {
	if n.Flags&java.Missing != 0 {
		if n.Kind == java.Error {
			return "syntax error: something is missing here"
		}
		return "syntax error: missing " + strings.ReplaceAll(n.Kind.String(), "_", " ")
	}
	s := strings.Join(strings.Fields(text[n.Start:min(n.End, n.Start+60)]), " ")
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return fmt.Sprintf("syntax error at %q", s)
}

// markBroken flags the emptied bodies, so that nobody takes them for empty methods.
func markBroken(t tree, broken []body) {
	for i := range t.nodes {
		n := &t.nodes[i]
		if len(broken) > 0 && int(n.Start) == broken[0].open && (n.Kind == java.Block || n.Kind == java.ConstructorBody) {
			n.Flags |= java.Broken
			broken = broken[1:]
		}
		for len(broken) > 0 && int(n.Start) > broken[0].open {
			broken = broken[1:]
		}
	}
}

// bodyError parses body b alone, as the body of a method between as many blanks as there is text around it, and
// returns the place of the first error.
func (p *Parser) bodyError(text string, b body, limit uint64) (at int, what string, bad bool) {
	if b.unclosed || b.surplus > 0 {
		return b.open, "syntax error: the braces of this body do not match", true
	}
	// The wrapper decides which statements are legal: this(...) and super(...) only in a constructor.
	for _, wrap := range []string{"class C{void m()", "class C{C()"} {
		t, ok := p.e.flatten(wrap+text[b.open:b.close+1]+"}", limit)
		if ok && !t.hasError {
			return 0, "", false
		}
		if bad {
			continue // the first wrapper's error is the one to show
		}
		bad, at, what = true, b.open, "syntax error"
		for i := range t.nodes {
			if n := &t.nodes[i]; n.Kind == java.Error || n.Flags&java.Missing != 0 {
				at = min(b.open+max(int(n.Start)-len(wrap), 0), b.close)
				if int(n.End) <= len(wrap)+b.close+1-b.open && int(n.Start) >= len(wrap) {
					what = describe(wrap+text[b.open:b.close+1], n)
				}
				break
			}
		}
	}
	return at, what, bad
}
