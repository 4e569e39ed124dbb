package inline_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/program"
)

// Callers are the sites of all bodies, sorted by callee.
func TestCallers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("abstract class A { abstract int none();\n")
	const methods = 60
	for i := range methods {
		fmt.Fprintf(&b, "int m%d() { ", i)
		for range rnd.IntN(4) { // some bodies call nothing, the last among them by turns
			fmt.Fprintf(&b, "m%d(); ", rnd.IntN(methods))
		}
		b.WriteString("return 1; }\n")
	}
	b.WriteString("}")
	p, table := build(t, b.String())
	want := make([][]string, p.NumMethods())
	for m := range program.MethodID(p.NumMethods()) {
		for _, s := range table.Sites(m) {
			want[s.Callee] = append(want[s.Callee], fmt.Sprint(m, s))
		}
	}
	callers, sites := table.Callers(), 0
	for m := range program.MethodID(p.NumMethods()) {
		var got []string
		for in, s := range callers.Of(m) {
			got = append(got, fmt.Sprint(in, *s))
		}
		if diff := cmp.Diff(want[m], got); diff != "" {
			t.Errorf("callers of method %d, -want +got:\n%s", m, diff)
		}
		if n := callers.Count(m); n != len(want[m]) {
			t.Errorf("%d callers of method %d, want %d", n, m, len(want[m]))
		}
		sites += len(got)
	}
	if sites < methods {
		t.Errorf("%d sites: the test shows little", sites)
	}
}
