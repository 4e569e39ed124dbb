package inline_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// build links sources and inlines all their bodies.
func build(t testing.TB, sources ...string) (*program.Program, *inline.Table) {
	t.Helper()
	ps := parse.New()
	defer ps.Close()
	var files []*java.File
	for i, s := range sources {
		f := ps.File(fmt.Sprintf("F%d.java", i), []byte(s))
		if len(f.Problems) > 0 {
			t.Fatalf("%.300s\ndoes not parse: %v", s, f.Problems)
		}
		files = append(files, f)
	}
	p := program.Link(files)
	return p, inline.Build(p, bodies(p), 2)
}

func bodies(p *program.Program) inline.Bodies {
	in := inline.Bodies{Vectors: new(vectors.Table), Sites: new(inline.SiteTable)}
	r := p.NewResolver()
	for m := range program.MethodID(p.NumMethods()) {
		if p.Method(m).Body < 0 {
			continue
		}
		b := r.Body(m)
		in.Methods = append(in.Methods, m)
		in.Vectors.Append(vectors.Of(nil, b))
		in.Sites.Append(inline.SitesOf(nil, b))
	}
	return in
}

func method(t testing.TB, p *program.Program, name string) program.MethodID {
	t.Helper()
	for m := range program.MethodID(p.NumMethods()) {
		if p.MethodName(p.Method(m)) == name && p.Method(m).Body >= 0 {
			return m
		}
	}
	t.Fatalf("no method %q", name)
	return 0
}

// abstracted prints v without the given groups, in one family: what a rule that zeroes them compares.
func abstracted(v vectors.Vector, family vectors.Family, zero ...string) string {
	g := vectors.Group{}
	if len(zero) > 0 {
		g = vectors.MustGroup(zero...)
	}
	var parts []string
	for _, e := range v {
		if e.Feature().Family() == family && !g.Has(e.Feature()) {
			parts = append(parts, fmt.Sprintf("%s=%d", e.Feature(), e.Count()))
		}
	}
	return strings.Join(parts, " ")
}
