package inline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract/inline"
	"refract/program"
)

// TestBuildInParts: a body has the same rows wherever it stands in a program that is too large for one part, with any
// number of workers. Every third method calls nothing, the others the one or the two after them.
func TestBuildInParts(t *testing.T) {
	const n = 3000
	var src strings.Builder
	src.WriteString("class C {\n")
	for i := range n {
		fmt.Fprintf(&src, "static int m%d(int a) { ", i)
		if i%3 > 0 && i+1 < n {
			fmt.Fprintf(&src, "a += m%d(a); ", i+1)
		}
		if i%3 > 1 && i+2 < n {
			fmt.Fprintf(&src, "a -= m%d(a); ", i+2)
		}
		src.WriteString("return a; }\n")
	}
	src.WriteString("}\n")
	p, table := build(t, src.String())
	first := method(t, p, "m0")
	for i := range n - 3 {
		m := first + program.MethodID(i)
		lo, hi := table.Rows(m)
		if want := [...]int{1, 2, 4}[i%3]; hi-lo != want {
			t.Fatalf("m%d has %d rows, not %d", i, hi-lo, want)
		}
		like, _ := table.Rows(first + program.MethodID(i%3))
		for r := lo; r < hi; r++ {
			if !slices.Equal(table.Vector(r), table.Vector(like+r-lo)) {
				t.Fatalf("row %d of m%d has another vector than that of m%d", r-lo, i, i%3)
			}
			if got := table.Row(r); got.Method != m || got.Mode == inline.Single && got.Callee != m+program.MethodID(r-lo) {
				t.Fatalf("row %d of m%d is %+v", r-lo, i, got)
			}
		}
		if got := table.Inlined(hi - 1); len(got) != i%3 {
			t.Fatalf("all of m%d inlines %d methods", i, len(got))
		}
	}
	calls := 0
	for m := range program.MethodID(p.NumMethods()) {
		calls += len(table.Sites(m))
	}
	if table.Stats.Sites != calls || table.Stats.By[inline.Inlined] != calls {
		t.Errorf("%+v, want %d sites inlined", table.Stats, calls)
	}
	one := inline.Build(p, bodies(p), 1)
	if one.Len() != table.Len() || one.Bytes() != table.Bytes() || one.Stats != table.Stats {
		t.Errorf("one worker makes %d rows, two %d", one.Len(), table.Len())
	}
}
