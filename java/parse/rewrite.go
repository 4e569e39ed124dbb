package parse

import (
	"refract/java"
)

// This file works around what Java allows and the grammar does not:
//
//	(1) enum and assert as identifiers, as Java 1.1 to 1.3 and 1.4 had them;
//	(2) statements before super(...) and this(...) in a constructor (Java 25);
//	(3) import module M (Java 25).
//
// It overwrites bytes with as many others in a copy of the text, so that every offset stays true, and the model takes
// names from the original text. It runs only on a text that does not parse as it is.

// fixes remembers what the rewritten text hides.
type fixes struct {
	identifiers bool         // (1)
	calls       map[int]bool // (2) offsets of super and this that were made names of ordinary calls
	modules     map[int]bool // (3) offsets of the word module
}

func (x fixes) any() bool { return x.identifiers || len(x.calls) > 0 || len(x.modules) > 0 }

// rewrite returns text with the three constructs replaced, and what it did.
func rewrite(text string) (string, fixes) {
	r := rewriter{text: text, ts: tokens(text)}
	for i := range r.ts {
		switch r.word(i) {
		case "enum":
			if !r.declaresEnum(i) {
				r.overwrite(r.ts[i], "enu_")
				r.fixes.identifiers = true
			}
		case "assert":
			if r.namesAssert(i) {
				r.overwrite(r.ts[i], "asser_")
				r.fixes.identifiers = true
			}
		case "super", "this":
			if r.lateConstructorCall(i) {
				r.overwrite(r.ts[i], map[string]string{"super": "supe_", "this": "thi_"}[r.word(i)])
				r.fixes.calls = set(r.fixes.calls, r.ts[i].start)
			}
		case "module":
			if i > 0 && r.word(i-1) == "import" && r.word(i+1) != "" {
				r.overwrite(r.ts[i], "      ")
				// The word is gone from the tree; its import declaration is found by what comes before.
				r.fixes.modules = set(r.fixes.modules, r.ts[i-1].start)
			}
		}
	}
	if r.out == nil {
		return text, fixes{}
	}
	return string(r.out), r.fixes
}

func set(m map[int]bool, k int) map[int]bool {
	if m == nil {
		m = map[int]bool{}
	}
	m[k] = true
	return m
}

type rewriter struct {
	text  string
	ts    []token
	out   []byte
	fixes fixes
}

func (r *rewriter) overwrite(t token, with string) {
	if r.out == nil {
		r.out = []byte(r.text)
	}
	copy(r.out[t.start:t.end], with)
}

// at returns the text of token i; "" outside the file.
func (r *rewriter) at(i int) string {
	if i < 0 || i >= len(r.ts) {
		return ""
	}
	return r.text[r.ts[i].start:r.ts[i].end]
}

// word returns the text of token i if it is a word, "" otherwise.
func (r *rewriter) word(i int) string {
	if i < 0 || i >= len(r.ts) || r.ts[i].kind != wordToken {
		return ""
	}
	return r.at(i)
}

// declaresEnum: "enum Name {" or "enum Name implements".
func (r *rewriter) declaresEnum(i int) bool {
	if r.word(i+1) == "" || r.at(i-1) == "." {
		return false
	}
	return r.at(i+2) == "{" || r.at(i+2) == "implements"
}

// namesAssert reports whether the assert at i is a name: it stands where a statement cannot start, or what follows
// cannot be the condition of an assertion.
func (r *rewriter) namesAssert(i int) bool {
	switch before := r.at(i - 1); before {
	case ";", "{", "}", ")", ":", ">", "else", "do", "":
		// ">" is the end of "->"; generic types before a name called assert are younger than the keyword.
	default:
		return true
	}
	switch next := r.at(i + 1); next {
	case ".", "=", ",", ";", ")", "]", "[", "*", "/", "%", "&", "|", "^", "<", ">", "?", ":":
		return true
	case "(":
		return r.callsAssert(i + 1)
	}
	return false
}

// callsAssert looks into the parentheses that open at token i: no argument or several make it a call.
func (r *rewriter) callsAssert(i int) bool {
	if r.at(i+1) == ")" {
		return true
	}
	depth := 0
	for ; i < len(r.ts); i++ {
		switch r.at(i) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return false
			}
		case ",":
			if depth == 1 {
				return true
			}
		}
	}
	return false
}

// lateConstructorCall: super or this with arguments, at the start of a statement that is not the first of its block,
// or qualified by one that is not.
func (r *rewriter) lateConstructorCall(i int) bool {
	if r.at(i+1) != "(" {
		return false
	}
	switch r.at(i - 1) {
	case ";", "}", ")":
		return true
	}
	return false
}

// apply puts into f's nodes what the rewritten text hid.
func (x fixes) apply(f *java.File) {
	if len(x.calls) == 0 && len(x.modules) == 0 {
		return
	}
	var drop []java.NodeID
	for i := range f.Nodes {
		n := &f.Nodes[i]
		switch {
		case n.Kind == java.ImportDeclaration && x.modules[int(n.Start)]:
			n.Op = java.Module
		case n.Kind == java.Identifier && n.Field == java.FieldName && x.calls[int(n.Start)]:
			call := n.Parent
			stmt := f.Parent(call)
			if f.Kind(call) != java.MethodInvocation || f.Kind(stmt) != java.ExpressionStatement {
				continue
			}
			n.Kind, n.Field = java.Super, java.FieldConstructor
			if f.Text(java.NodeID(i)) == "this" {
				n.Kind = java.This
			}
			f.Nodes[stmt].Kind = java.ExplicitConstructorInvocation
			drop = append(drop, call)
		}
	}
	if len(drop) > 0 {
		f.Nodes = without(f.Nodes, drop)
	}
}

// without returns nodes less those in drop (ascending), whose children move up to their parents.
func without(nodes []java.Node, drop []java.NodeID) []java.Node {
	moved := make([]java.NodeID, len(nodes)+1) // the new index of a node; for a dropped one that of its first child
	out := make([]java.Node, 0, len(nodes)-len(drop))
	d := drop
	for i := range nodes {
		moved[i] = java.NodeID(len(out))
		if len(d) > 0 && d[0] == java.NodeID(i) {
			d = d[1:]
			continue
		}
		out = append(out, nodes[i])
	}
	moved[len(nodes)] = java.NodeID(len(out))
	dropped := map[java.NodeID]bool{}
	for _, n := range drop {
		dropped[n] = true
	}
	for i := range out {
		p := out[i].Parent
		for p >= 0 && dropped[p] {
			p = nodes[p].Parent
		}
		if p >= 0 {
			p = moved[p]
		}
		out[i].Parent, out[i].Next = p, moved[out[i].Next]
	}
	return out
}
