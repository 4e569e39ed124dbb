package release

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// randomHierarchy makes classes that extend one another, with methods of few names.
func randomHierarchy(r *rand.Rand) *Component {
	p := parse.New()
	defer p.Close()
	var b strings.Builder
	for i := range 14 {
		fmt.Fprintf(&b, "class C%d", r.IntN(18))
		if r.IntN(3) > 0 {
			fmt.Fprintf(&b, " extends C%d", r.IntN(18))
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, " implements I%d", r.IntN(3))
		}
		b.WriteString(" {\n")
		for range r.IntN(3) {
			fmt.Fprintf(&b, "int m%d() { return %d; }\n", r.IntN(2), i)
		}
		b.WriteString("}\n")
	}
	for i := range 3 {
		fmt.Fprintf(&b, "interface I%d { int m0(); }\n", i)
	}
	return NewComponent(program.Link([]*java.File{p.File("A.java", []byte(b.String()))}), Options{})
}

// What relatives finds is what asking all methods of a name finds.
func TestRelatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	related := 0
	for range 100 {
		d := newDetector(t.Context(), randomHierarchy(rng), randomHierarchy(rng), Options{})
		r := d.findRelatives()
		for i := range d.new.Entities {
			e := &d.new.Entities[i]
			if e.Kind != Method {
				continue
			}
			unrelated := func(id EntityID) bool { return d.relation(pair{old: id, new: EntityID(i)}) == unrelatedClasses }
			want := slices.DeleteFunc(slices.Clone(d.old.simpleNamed(e)), unrelated)
			got := slices.DeleteFunc(r.namesakes(e), unrelated)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", e.Name, got, want)
			}
			related += len(want)
		}
	}
	if related == 0 {
		t.Error("nothing is related: the test says nothing")
	}
}

// Of many overloads those of a signature are looked up: the same as going through all of them, some classes renamed.
func TestOverloads(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	p := parse.New()
	defer p.Close()
	class := func() *Component {
		var b strings.Builder
		b.WriteString("class A {\n")
		for range 3 * manyOverloads {
			fmt.Fprintf(&b, "void f(T%d x, T%d y) { }\n", rng.IntN(9), rng.IntN(9))
		}
		b.WriteString("}\n")
		return NewComponent(program.Link([]*java.File{p.File("A.java", []byte(b.String()))}), Options{})
	}
	found := 0
	for range 20 {
		d := newDetector(t.Context(), class(), class(), Options{})
		for range 3 {
			for i := range d.old.Entities {
				e := &d.old.Entities[i]
				got := slices.Clone(d.laterNamed("A.f", e))
				want := slices.DeleteFunc(d.new.named("A.f", e.Kind), func(id EntityID) bool { return !sameSignature(d, e, &d.new.Entities[id]) })
				if e.Kind == Method && !slices.Equal(got, want) {
					t.Fatalf("%s%s is later %v, want %v", e.Name, e.Signature, got, want)
				}
				found += len(got)
			}
			for i := range d.new.Entities {
				e := &d.new.Entities[i]
				got := slices.Compact(slices.Sorted(d.earlierNamed("A.f", e)))
				want := slices.DeleteFunc(d.old.named("A.f", e.Kind), func(id EntityID) bool { return !sameSignature(d, &d.old.Entities[id], e) })
				if e.Kind == Method && !slices.Equal(got, want) {
					t.Fatalf("%s%s was %v, want %v", e.Name, e.Signature, got, want)
				}
			}
			d.classNames[fmt.Sprint("T", rng.IntN(9))] = fmt.Sprint("T", rng.IntN(9))
			d.log.version++
		}
	}
	if found == 0 {
		t.Error("nothing is found: the test says nothing")
	}
}
