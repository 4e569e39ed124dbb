package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

// edit is something that is done to a share of the files.
type edit struct {
	name string
	// into makes the new text of the file of that number among those that are edited, nil for a file that is to be removed.
	into func(p *parse.Parser, i int, text []byte) []byte
	// path, where not nil, makes its new path instead.
	path func(path string) string
}

// edits are done one after the other to the same files, and after each of them the directory is scanned again.
var edits = []edit{
	{name: "bodies edited", into: editBody},
	{name: "methods added", into: addMethod},
	{name: "classes added", into: addClass},
	{name: "comments added", into: addComment},
	{name: "edited as in releases", into: editMixed},
	{name: "parameters added", into: addParameter},
	{name: "files renamed", path: func(path string) string { return strings.TrimSuffix(path, ".java") + "Renamed.java" }},
	{name: "files removed", into: func(*parse.Parser, int, []byte) []byte { return nil }},
}

// editBody adds a statement to the first method.
func editBody(p *parse.Parser, i int, text []byte) []byte {
	f, m := firstMethod(p, text)
	if m == nil {
		return text
	}
	in := f.Span(m.Body).Start + 1
	return slices.Concat(text[:in], fmt.Appendf(nil, " int added%d = %d; ", i, i), text[in:])
}

// firstMethod returns the first method with a body of a class that stands in no other, nil where there is none.
func firstMethod(p *parse.Parser, text []byte) (*java.File, *java.Method) {
	f := p.File("", text)
	at := slices.IndexFunc(f.Methods, func(m java.Method) bool {
		return m.Kind == java.OrdinaryMethod && m.Body >= 0 && m.Owner >= 0 && f.Types[m.Owner].Outer < 0
	})
	if at < 0 || len(f.Source) != len(text) {
		return f, nil
	}
	return f, &f.Methods[at]
}

// addMethod adds one before the first method of a class, so that those behind it are other ones of their file.
func addMethod(p *parse.Parser, i int, text []byte) []byte {
	f, m := firstMethod(p, text)
	if m == nil {
		return text
	}
	before := f.Span(m.Node).Start
	return slices.Concat(text[:before], fmt.Appendf(nil, "int added%d(int x) {\n\t\tint y = x + %d;\n\t\treturn y * x;\n\t}\n\n\t", i, i), text[before:])
}

// addClass adds a class at the end.
func addClass(_ *parse.Parser, i int, text []byte) []byte {
	return fmt.Appendf(bytes.Clone(text), "\nclass Added%d {\n\tint f(int x) {\n\t\tint y = x + %d;\n\t\treturn y * x;\n\t}\n}\n", i, i)
}

// addComment adds a line at the beginning.
func addComment(_ *parse.Parser, i int, text []byte) []byte {
	return append(fmt.Appendf(nil, "// %d\n", i), text...)
}

// addParameter adds one to the first method that was there, so that what calls it means another thing.
func addParameter(p *parse.Parser, i int, text []byte) []byte {
	f, m := firstMethod(p, text)
	if m == nil {
		return text
	}
	for at := range f.Methods {
		if next := &f.Methods[at]; next.Owner == m.Owner && next.Kind == m.Kind && next.Node > m.Node && next.ParamList >= 0 {
			m = next // the first one was added here
			break
		}
	}
	in, more := f.Span(m.ParamList).Start+1, fmt.Appendf(nil, "int added%d", i)
	if len(m.Params) > 0 {
		more = append(more, ", "...)
	}
	return slices.Concat(text[:in], more, text[in:])
}

// editMixed does to twenty files what point releases do: of the 110 files that differ between Ant 1.4 and 1.4.1, Ant 1.5 and 1.5.1, JMeter 1.9 and 1.9.1, and
// Struts 1.2.1 and 1.2.4 six do in comments alone, 70 in code, 23 have more declarations, and 11 lack some or have others (bench/changes counts them).
// Three files are new and none is gone.
func editMixed(p *parse.Parser, i int, text []byte) []byte {
	switch of := i % 20; {
	case of < 13:
		return editBody(p, i, text)
	case of < 17:
		return addMethod(p, i, text)
	case of < 19:
		return addParameter(p, i, text)
	}
	return addComment(p, i, text)
}

// do does an edit to that share of the files below dir, evenly spread and one at least.
func (e *edit) do(dir string, percent float64) error {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return err
	}
	p := parse.New()
	defer p.Close()
	n := len(walked.Inputs)
	edited := min(max(int(float64(n)*percent/100), 1), n)
	for i := range edited {
		path := walked.Inputs[i*n/edited].Abs
		if err := e.one(p, i, path); err != nil {
			return err
		}
	}
	return nil
}

// one does it to the file of that number and path.
func (e *edit) one(p *parse.Parser, i int, path string) error {
	if e.path != nil {
		return os.Rename(path, e.path(path))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if text = e.into(p, i, text); text == nil {
		return os.Remove(path)
	}
	return os.WriteFile(path, text, 0o600)
}
