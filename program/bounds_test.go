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

// TestManyOverloads: calls are resolved among as many overloads as real code has; a call among 20,000 of them, or
// constructors, means none, at a cost that is not the square of their number.
func TestManyOverloads(t *testing.T) {
	for _, tt := range []struct {
		n        int
		resolved bool
	}{{900, true}, {20_000, false}} {
		var b strings.Builder
		b.WriteString("-- A.java --\nclass A {\n")
		for i := range tt.n {
			fmt.Fprintf(&b, "void f(C%d x) { f(x); new A(x); this.f(null); Runnable r = A::new; }\nA(C%d x) { }\n", i, i)
		}
		b.WriteString("void last(int a) { last(1); f(2); }\n}\nclass B extends A { B() { super(null); } void f(C7 x) { } void last(int a) { last(a); } }\n")
		p := link(t, b.String())
		r := p.NewResolver()
		own := 0
		for m := range program.MethodID(p.NumMethods()) {
			for _, c := range r.Body(m).Calls {
				if c.Target != program.NoMethod && p.MethodName(p.Method(c.Target)) == p.MethodName(p.Method(m)) {
					own++
				}
			}
		}
		// Each f calls itself, and another one with null; the two that are called last call what they are named for.
		if want := 2; !tt.resolved && own != want || tt.resolved && own < tt.n+want {
			t.Errorf("%d overloads: %d calls of the own name", tt.n, own)
		}
		over := p.TypeByName("B")
		if got, want := len(p.Overrides(p.MethodsByName(over, "f")[0])), map[bool]int{true: 1, false: 0}[tt.resolved]; got != want {
			t.Errorf("%d overloads: B.f overrides %d methods, want %d", tt.n, got, want)
		}
		if got := len(p.Overrides(p.MethodsByName(over, "last")[0])); got != 1 {
			t.Errorf("%d overloads: B.last overrides %d methods, want 1", tt.n, got)
		}
	}
}
