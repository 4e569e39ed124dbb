package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/source"
)

// link links the files of a text in which "-- path --" lines start them; a text without such lines is one file.
func link(t testing.TB, text string) *program.Program {
	t.Helper()
	p := parse.New()
	defer p.Close()
	var files []*java.File
	add := func(path, content string) {
		f := p.File(path, []byte(content))
		for _, problem := range f.Problems {
			t.Logf("%s: %+v", path, problem)
		}
		files = append(files, f)
	}
	path := "A.java"
	var content strings.Builder
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "-- "); ok {
			if content.Len() > 0 {
				add(path, content.String())
			}
			path = strings.TrimSuffix(strings.TrimSpace(name), " --")
			content.Reset()
			continue
		}
		content.WriteString(line)
	}
	if strings.TrimSpace(content.String()) != "" {
		add(path, content.String())
	}
	return program.Link(files)
}

// marks checks every comment "/*= want */" against what the expression that ends before it denotes, and returns how many there were.
func marks(t *testing.T, p *program.Program) int {
	t.Helper()
	checked := map[string]bool{}
	total := 0
	r := p.NewResolver()
	look := func(b *program.Body) {
		check(t, p, b)
		if b.Root < 0 {
			return
		}
		for _, c := range b.File.CommentsIn(around(b)) {
			want, ok := strings.CutPrefix(b.File.Source[c.Start:c.End], "/*=")
			key := fmt.Sprint(b.File.Path, c.Start)
			if !ok || checked[key] {
				continue
			}
			n, u := endingAt(b, c.Start)
			if n < 0 {
				continue // in the body of a nested class
			}
			checked[key] = true
			want = strings.TrimSpace(strings.TrimSuffix(want, "*/"))
			if got := describe(p, b, u); got != want {
				t.Errorf("%s:%d: %s\n got %s\nwant %s", b.File.Path, b.File.Position(n).Line, b.File.Text(n), got, want)
			}
		}
	}
	for m := range program.MethodID(p.NumMethods()) {
		look(r.Body(m))
	}
	for f := range program.FieldID(p.NumFields()) {
		look(r.FieldInit(f))
	}
	for _, f := range p.Files {
		for _, c := range f.Comments {
			if strings.HasPrefix(f.Source[c.Start:c.End], "/*=") {
				total++
				if !checked[fmt.Sprint(f.Path, c.Start)] {
					t.Errorf("%s:%d: nothing is marked by %s", f.Path, f.Lines.Position(c.Start).Line, f.Source[c.Start:c.End])
				}
			}
		}
	}
	return total
}

// around is the span of the body and of a marker directly behind it.
func around(b *program.Body) source.Span {
	s := b.File.Span(b.Root)
	s.End = min(s.End+100, uint32(len(b.File.Source)))
	return s
}

// endingAt returns the largest node that ends at offset and denotes something; blanks before offset do not count.
func endingAt(b *program.Body, offset uint32) (java.NodeID, program.Use) {
	for offset > 0 && b.File.Source[offset-1] == ' ' {
		offset--
	}
	typed := java.NoNode
	for i, u := range b.Uses {
		n := b.Root + java.NodeID(i)
		if b.File.Nodes[n].End != offset {
			continue
		}
		if u.Kind != program.UseNone {
			return n, u
		}
		if u.Type.Known() && typed < 0 {
			typed = n
		}
	}
	return typed, b.Use(typed)
}

func describe(p *program.Program, b *program.Body, u program.Use) string {
	s := u.Kind.String()
	owner := func(t program.TypeID) string { return p.QualifiedName(p.Type(t)) }
	method := func(m program.MethodID) string { return owner(p.Method(m).Owner) + "." + p.Signature(m) }
	field := func(f program.FieldID) string { return owner(p.Field(f).Owner) + "." + p.FieldName(p.Field(f)) }
	switch u.Kind {
	case program.UseLocal, program.UseParam, program.UseCaptured, program.UseDeclaration:
		v := b.Locals[u.Ref]
		s += fmt.Sprintf(" %s@%d", v.Name, v.Slot)
	case program.UseField:
		s += " " + field(program.FieldID(u.Ref))
	case program.UseConstant:
		f := p.Field(program.FieldID(u.Ref))
		s += " " + field(program.FieldID(u.Ref)) + " = " + f.Constant.String()
	case program.UseCallOwn, program.UseNewOwn, program.UseMethodRef:
		if u.Ref >= 0 {
			s += " " + method(program.MethodID(u.Ref))
		}
	case program.UseCallAPI:
		if u.Ref >= 0 {
			s += " " + field(program.FieldID(u.Ref))
		}
	}
	for _, f := range []struct {
		flag program.UseFlags
		name string
	}{{program.ImplicitThis, "this"}, {program.OuterThis, "outer"}, {program.Static, "static"}, {program.Unresolved, "unresolved"}, {program.Implied, "implied"}} {
		if u.Flags&f.flag != 0 {
			s += " " + f.name
		}
	}
	if u.Type.Known() {
		s += " : " + p.TypeName(u.Type)
	}
	return strings.TrimPrefix(s, "none : ")
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
