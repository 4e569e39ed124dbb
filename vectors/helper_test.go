package vectors_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// link parses and links sources; a source that does not parse fails the test.
func link(t testing.TB, sources ...string) *program.Program {
	t.Helper()
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for i, s := range sources {
		f := p.File(fmt.Sprintf("F%d.java", i), []byte(s))
		if len(f.Problems) > 0 {
			t.Fatalf("%.300s\ndoes not parse: %v", s, f.Problems)
		}
		files = append(files, f)
	}
	return program.Link(files)
}

// replaceMember puts a member into the class of context.
func replaceMember(member string) string { return fmt.Sprintf(context, member) }

// body returns the first body of a method of that name; a constructor has its class's.
func body(t testing.TB, p *program.Program, name string) *program.Body {
	t.Helper()
	for m := program.MethodID(0); int(m) < p.NumMethods(); m++ {
		if p.MethodName(p.Method(m)) == name && p.Method(m).Body >= 0 {
			return p.NewResolver().Body(m)
		}
	}
	t.Fatalf("no method %q", name)
	return nil
}

// show prints the components of v in a family: "op.load=2 op.add=1", in the order of features.
func show(v vectors.Vector, family vectors.Family) string {
	var parts []string
	for _, e := range v {
		if e.Feature().Family() == family {
			parts = append(parts, fmt.Sprintf("%s=%d", e.Feature(), e.Count()))
		}
	}
	return strings.Join(parts, " ")
}
