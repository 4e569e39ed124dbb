package vectors_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/java"
	"refract/program"
	"refract/vectors"
)

// TestTextDoesNotMatter holds that other names and another layout give the same vectors, method by method.
func TestTextDoesNotMatter(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "javac", "Sample.java"))
	if err != nil {
		t.Fatal(err)
	}
	p := link(t, string(text))
	f := p.Files[0]
	for _, variant := range []struct{ name, text string }{
		{"other names", edited(f, renamer(p))},
		{"other layout", edited(f, func(n java.NodeID, s string) string { return "/* c */\n\t" + s + " // d\n" })},
	} {
		q := link(t, variant.text)
		if q.NumMethods() != p.NumMethods() {
			t.Fatalf("%s: %d methods, %d before", variant.name, q.NumMethods(), p.NumMethods())
		}
		r, s := p.NewResolver(), q.NewResolver()
		for m := range program.MethodID(p.NumMethods()) {
			if p.Method(m).Body < 0 {
				continue
			}
			before, after := vectors.Of(nil, r.Body(m)), vectors.Of(nil, s.Body(m))
			if !before.Equal(after) {
				t.Errorf("%s: %s\nbefore %s %s\nafter  %s %s", variant.name, p.Signature(m), show(before, vectors.Syntax),
					show(before, vectors.Operation), show(after, vectors.Syntax), show(after, vectors.Operation))
			}
		}
	}
}

// edited returns the source of f with every leaf replaced by what edit makes of it.
func edited(f *java.File, edit func(n java.NodeID, text string) string) string {
	var b strings.Builder
	at := uint32(0)
	for n := range java.NodeID(len(f.Nodes)) {
		node := &f.Nodes[n]
		if node.Next != n+1 || node.End == node.Start {
			continue
		}
		b.WriteString(f.Source[at:node.Start])
		b.WriteString(edit(n, f.Text(n)))
		at = node.End
	}
	b.WriteString(f.Source[at:])
	return b.String()
}

// renamer gives every name that the program declares, wherever it stands, another one.
func renamer(p *program.Program) func(java.NodeID, string) string {
	declared := map[string]bool{}
	r := p.NewResolver()
	for t := range program.TypeID(p.NumTypes()) {
		declared[p.Type(t).Name] = true
	}
	for v := range program.FieldID(p.NumFields()) {
		declared[p.FieldName(p.Field(v))] = true
	}
	for m := range program.MethodID(p.NumMethods()) {
		declared[p.MethodName(p.Method(m))] = true
		for _, v := range r.Body(m).Locals {
			declared[v.Name] = true
		}
	}
	f := p.Files[0]
	return func(n java.NodeID, text string) string {
		if k := f.Kind(n); (k == java.Identifier || k == java.TypeIdentifier) && declared[text] {
			return text + "Zz"
		}
		return text
	}
}
