package concretize

import (
	"fmt"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// Temporaries that are each made of two reads of the one before are inlined as far as a form may grow: twenty-two of them would make four million
// nodes, and forty 2^40. What is read once moves, however much there is of it.
func TestTemporariesThatDouble(t *testing.T) {
	p := parse.New()
	defer p.Close()
	for _, tt := range []struct {
		n          int
		value      string
		all, grows bool
	}{{3, "d%[2]d + d%[2]d", true, true}, {22, "d%[2]d + d%[2]d", false, true}, {60, "-d%[2]d", true, false}} {
		var b strings.Builder
		for i := range tt.n {
			fmt.Fprintf(&b, "int d%[1]d = "+tt.value+"; ", i+1, i)
		}
		link := program.Link([]*java.File{p.File("T.java", []byte(fmt.Sprintf("class T { int m(int d0) { %sreturn d%d; } }", b.String(), tt.n)))})
		f := newForm(link, link.NewResolver().Body(0))
		var decls []fid
		f.walk(f.root, func(id fid) bool {
			if f.nodes[id].kind == java.LocalVariableDeclaration {
				decls = append(decls, id)
			}
			return true
		})
		locals := f.inlinableTemps(decls)
		if len(locals) != tt.n {
			t.Fatalf("%d of %d temporaries can be inlined", len(locals), tt.n)
		}
		g := f.withoutTemps(locals)
		before := f.sizeOf(f.root, maxInlining)
		if size := g.sizeOf(g.root, maxInlining); size > before+2*maxGrowth || (size > 2*before) != (tt.grows && tt.n > 3) {
			t.Errorf("%d temporaries %s: %d nodes become %d", tt.n, tt.value, before, size)
		}
		if (len(g.temps) == tt.n) != tt.all {
			t.Errorf("%d temporaries %s: %d were inlined", tt.n, tt.value, len(g.temps))
		}
	}
}
