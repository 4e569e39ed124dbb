package program_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/program"
)

// TestLongChainsOfConstants: constants that are each the next one are all computed, in whatever order they stand, and a
// ring of them has none, at a length at which recursion would end the process or take the square of it.
func TestLongChainsOfConstants(t *testing.T) {
	const n = 60_000
	chain := func(last string) string {
		var b strings.Builder
		b.WriteString("class A {\n")
		for i := range n {
			fmt.Fprintf(&b, "static final int F%d = F%d + 1;\n", i, i+1)
		}
		fmt.Fprintf(&b, "static final int F%d = %s; }", n, last)
		return b.String()
	}
	p := link(t, "-- A.java --\n"+chain("7"))
	if c := p.Field(0).Constant; p.Stats.Constants != n+1 || c == nil || c.Int != n+7 {
		t.Errorf("%d of %d are constant, the first one is %v", p.Stats.Constants, n+1, c)
	}
	if p = link(t, "-- A.java --\n"+chain("F0")); p.Stats.Constants != 0 {
		t.Errorf("%d constants of a ring", p.Stats.Constants)
	}
	if p = link(t, "-- A.java --\n"+chain("F100 * 0")); p.Stats.Constants != 0 {
		t.Errorf("%d constants of a ring and what leads to it", p.Stats.Constants)
	}
}

// TestDeepHierarchy: a chain of classes longer than any that a compiler takes is cut, and the cut is reported; short of
// that the supertypes are all there.
func TestDeepHierarchy(t *testing.T) {
	for _, n := range []int{program.MaxAncestry, 20_000} {
		for _, up := range []bool{false, true} { // the supertype stands before its subtype, or behind it
			var b strings.Builder
			b.WriteString("-- A.java --\n")
			for i := range n + 1 {
				k := i
				if up {
					k = n - i
				}
				super := ""
				if k > 0 {
					super = fmt.Sprintf(" extends C%d", k-1)
				}
				fmt.Fprintf(&b, "class C%d%s { int f() { return %d; } }\n", k, super, k)
			}
			p := link(t, b.String())
			cuts := n / (program.MaxAncestry + 1)
			if len(p.Problems) != cuts {
				t.Fatalf("%d classes: %d problems, want %d", n, len(p.Problems), cuts)
			}
			top := p.Type(p.TypeByName("C256"))
			if top.Super == program.NoType || p.Type(p.TypeByName("C10")).Super == program.NoType {
				t.Errorf("%d classes: those of the first chain have no super", n)
			}
			if cuts > 0 {
				x := p.Problems[0]
				if x.Path != "A.java" || x.Line < 1 || !strings.Contains(x.Message, "C257 has more than 256 supertypes one above the other; C256 is taken for unknown") {
					t.Errorf("problem %+v", x)
				}
				if c := p.Type(p.TypeByName("C257")); c.Super != program.NoType || !c.Open {
					t.Errorf("C257 has super %d and is open: %v", c.Super, c.Open)
				}
			}
		}
	}
}
