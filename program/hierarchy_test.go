package program_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract/program"
)

// TestInheritedMemberTypes: a supertype is found that a type further up declares, whichever of the files comes first.
func TestInheritedMemberTypes(t *testing.T) {
	names := []string{"A", "B", "C", "D"} // of files
	for range 24 {
		class := map[string]string{
			"Top":    "class Top extends Outside implements Shown { static class Part { int f() { return 1; } } }",
			"Shown":  "interface Shown { interface Shape { void g(); } }",
			"Middle": "class Middle extends Top { class Own extends Part { } }",
			"Low":    "class Low extends Middle { class Sub extends Part implements Shape { } Object o() { return new Part() { int f() { return super.f(); } }; } }",
		}
		var b strings.Builder
		for i, c := range []string{"Top", "Shown", "Middle", "Low"} {
			class[names[i]] = class[c]
		}
		for _, n := range []string{"A", "B", "C", "D"} {
			fmt.Fprintf(&b, "-- %s.java --\n%s\n", n, class[n])
		}
		p := link(t, b.String())
		if p.Entangled() {
			t.Errorf("files %v: entangled", names)
		}
		supers := map[string]program.TypeID{}
		for i := range program.TypeID(p.NumTypes()) {
			supers[p.QualifiedName(p.Type(i))] = p.Type(i).Super
		}
		part := p.TypeByName("Top.Part")
		for _, name := range []string{"Middle.Own", "Low.Sub", "Low.1"} {
			if super, ok := supers[name]; !ok || super != part {
				t.Errorf("files %v: %s has super %d, want %d", names, name, super, part)
			}
		}
		if got := p.Type(p.TypeByName("Low.Sub")).Interfaces; !slices.Equal(got, []program.TypeID{p.TypeByName("Shown.Shape")}) {
			t.Errorf("files %v: Low.Sub has interfaces %v", names, got)
		}
		permute(names)
	}
}

// permute puts x into its next order by letters, and after the last into the first.
func permute(x []string) {
	i := len(x) - 1
	for i > 0 && x[i-1] >= x[i] {
		i--
	}
	slices.Reverse(x[i:])
	if i > 0 {
		j := slices.IndexFunc(x[i:], func(s string) bool { return s > x[i-1] }) + i
		x[i-1], x[j] = x[j], x[i-1]
	}
}

// TestSupertypesOfOneAnother: types that inherit what the names of their supertypes are looked for in have some of them, and do not take the process
// down, however many there are; a program of them tells that it is one.
func TestSupertypesOfOneAnother(t *testing.T) {
	p := link(t, `
-- A.java --
class A extends B.In { class In extends Of { } }
-- B.java --
class B extends A.In { class In extends Of { } }
class Of { }
`)
	if !p.Entangled() {
		t.Error("each is above what encloses the other, and the program is not entangled")
	}
	p = link(t, "-- A.java --\nclass A extends B { class In extends Of { } }\n-- B.java --\nclass B extends A { class Of { } }\n")
	if got, want := p.Type(p.TypeByName("A.In")).Super, p.TypeByName("B.Of"); got != want || p.Entangled() {
		t.Errorf("in a ring A.In has super %d, want %d; entangled: %v", got, want, p.Entangled())
	}
	const n = 30_000 // more than recursion goes
	var b strings.Builder
	b.WriteString("-- A.java --\n")
	for i := range n {
		fmt.Fprintf(&b, "class C%d extends C%d.In { class In extends Of { } }\n", i, i+1)
	}
	fmt.Fprintf(&b, "class C%d { class Of { } class In { } }\n", n)
	if p = link(t, b.String()); !p.Entangled() {
		t.Error("supertypes are found through tens of thousands of others, and the program is not entangled")
	}
	if last := p.Type(p.TypeByName(fmt.Sprintf("C%d", n-1))); last.Super != p.TypeByName(fmt.Sprintf("C%d.In", n)) {
		t.Errorf("C%d has super %d", n-1, last.Super)
	}
}
