package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports modifiers and annotations of local variables.

// local is a local variable in a method.
type local struct {
	v     *variables
	index int
	after bool
}

func (l local) side() (*Method, *mapping.Tree) {
	if l.after {
		return l.v.after, l.v.m.Dst
	}
	return l.v.before, l.v.m.Src
}

func (l local) modifiers() java.NodeID {
	_, t := l.side()
	return t.Vars[l.index].Modifiers
}

// final reports whether the variable is declared final. (No other keyword can stand there.)
func (l local) final() bool {
	_, t := l.side()
	n := l.modifiers()
	if n < 0 {
		return false
	}
	f := t.File
	at := f.Nodes[n].Start
	// Keywords are no nodes: what is no annotation and no comment is a keyword.
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		if hasWord(f.Source[at:f.Nodes[c].Start], "final") {
			return true
		}
		at = f.Nodes[c].End
	}
	return hasWord(f.Source[at:f.Nodes[n].End], "final")
}

func hasWord(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i:i+len(word)] == word {
			return true
		}
	}
	return false
}

func (l local) in() string {
	m, t := l.side()
	return " in variable " + l.v.text(t, l.index) + inMethod(m)
}

func (l local) location(description string) finding.Location {
	_, t := l.side()
	return l.v.location(t, l.index, description)
}

func (l local) method(description string) finding.Location {
	m, _ := l.side()
	return m.Location(description)
}

// localVariables calls yield for the pairs of local variables in all mapped bodies.
func (d *Diff) localVariables(yield func(b, a local) bool) {
	for u := range d.units {
		v := d.variablesOf(u)
		for i, j := range v.localPairs(d) {
			if v.m.Src.Vars[i].Kind == mapping.LambdaParam || v.m.Dst.Vars[j].Kind == mapping.LambdaParam {
				continue
			}
			if !yield(local{v, i, false}, local{v, j, true}) {
				return
			}
		}
	}
}

func variableModifiers(d *Diff, report func(finding.Refactoring)) {
	for b, a := range d.localVariables {
		if b.modifiers() < 0 && a.modifiers() < 0 || b.final() == a.final() {
			continue
		}
		typ, text, word := "Add Variable Modifier", "final"+a.in(), "added"
		if b.final() {
			typ, text, word = "Remove Variable Modifier", "final"+b.in(), "removed"
		}
		report(one(typ, text,
			at(b.location("original variable declaration"), b.method("original method declaration")),
			at(a.location("variable declaration with "+word+" modifier"), a.method("method declaration with "+word+" variable modifier"))))
	}
}

func variableAnnotations(d *Diff, report func(finding.Refactoring)) {
	for b, a := range d.localVariables {
		if b.modifiers() < 0 && a.modifiers() < 0 {
			continue
		}
		side := func(l local) annotated {
			m, _ := l.side()
			return annotated{file: m.Class.File, modifiers: l.modifiers(), in: l.in(), location: l.location,
				more: func(s string) []finding.Location { return at(m.Location(s)) }}
		}
		d.changedAnnotations("Variable", "variable", side(b), side(a), report)
	}
}
