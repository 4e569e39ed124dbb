package mine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// randomModel makes classes whose methods are drawn from few names and few statements, so that many share some.
func randomModel(r *rand.Rand, pkg string) *Model {
	var files []*java.File
	p := parse.New()
	defer p.Close()
	for i := range 6 {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s; class C%d {\n", pkg, r.IntN(9))
		for range r.IntN(3) {
			fmt.Fprintf(&b, "int f%d;\n", r.IntN(5))
		}
		for range r.IntN(6) {
			fmt.Fprintf(&b, "void m%d() {", r.IntN(7))
			for range r.IntN(5) {
				fmt.Fprintf(&b, " s%d();", r.IntN(6))
			}
			b.WriteString(" }\n")
		}
		b.WriteString("}\n")
		files = append(files, p.File(fmt.Sprintf("%s/F%d.java", pkg, i), []byte(b.String())))
	}
	return NewModel(files)
}

// TestMethodIndexFindsWhatComparingAllFinds compares the index with the rule, asked of every pair.
func TestMethodIndexFindsWhatComparingAllFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	methods := func(m *Model) (list []*Method) {
		for _, c := range m.Classes {
			list = append(list, c.Methods...)
		}
		return list
	}
	for range 50 {
		before, after := methods(randomModel(r, "a")), methods(randomModel(r, "b"))
		x := indexMethods(after)
		for _, b := range before {
			var want []*Method
			for _, a := range after {
				enough := x.share*b.shares(a) >= min(len(b.leafHashes()), len(a.leafHashes())) && b.shares(a) > 0
				if a.Name == b.Name || b.Tree().Hash(b.Tree().Root) == a.Tree().Hash(a.Tree().Root) || enough {
					want = append(want, a)
				}
			}
			if got := x.partners(b); !slices.Equal(got, want) {
				t.Fatalf("%s: %d partners, want %d", b.Name, len(got), len(want))
			}
		}
	}
}

// TestMeetingsLeaveOutNothing compares the pairs of classes that an index brings together with those that any rule of
// pairClasses accepts.
func TestMeetingsLeaveOutNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	met := 0
	for range 100 {
		d := &Diff{ctx: context.Background(), Removed: randomModel(r, "a").Classes, Added: randomModel(r, "b").Classes}
		var got, want [][2]*Class
		for _, m := range d.meetings(nil) {
			got = append(got, [2]*Class{m.before, m.after})
		}
		for _, b := range d.Removed {
			for _, a := range d.Added {
				if o := d.overlapOf(b, a); sameKind(b, a) && (a.Simple == b.Simple || o.size() > 0 && (o.all() || o.most()) || o.nearByWords()) {
					want = append(want, [2]*Class{b, a})
				}
			}
		}
		met += len(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%d pairs meet, want %d", len(got), len(want))
		}
	}
	if met == 0 {
		t.Error("no pair met: the test says nothing")
	}
}

// Parameters behind the sixty-fourth count like those before.
func TestCommonParams(t *testing.T) {
	m := &Method{}
	for i := range 100 {
		m.Params = append(m.Params, Param{Name: fmt.Sprint("a", i), Type: "int"})
	}
	if got := commonParams(m, m, sameParam); got != 100 {
		t.Errorf("%d of 100 parameters are common", got)
	}
	// Each is taken once.
	one := &Method{Params: m.Params[:1]}
	if got := commonParams(m, one, func(p, q *Param) bool { return true }); got != 1 {
		t.Errorf("%d partners in one parameter", got)
	}
}

// TestWordIndex compares what is looked up by words with what asking all names finds.
func TestWordIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	words := func() []string {
		list := make([]string, r.IntN(4))
		for i := range list {
			list[i] = string(rune('a' + r.IntN(5)))
		}
		return list
	}
	found := 0
	for range 200 {
		names := make([][]string, 12)
		numbers := make([]int, len(names))
		for i := range names {
			names[i], numbers[i] = words(), i
		}
		x := indexWords(numbers, func(i int) []string { return names[i] })
		asked := words()
		near := func(i int) bool { return allIn(names[i], asked) || allIn(asked, names[i]) }
		got := slices.Sorted(x.near(asked))
		got = slices.DeleteFunc(slices.Compact(got), func(i int) bool { return !near(i) })
		want := slices.DeleteFunc(numbers, func(i int) bool { return !near(i) })
		if !slices.Equal(got, want) {
			t.Fatalf("%v in %v: %v, want %v", asked, names, got, want)
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("nothing is near: the test says nothing")
	}
}

// Of a long chain of classes the nearest supertypes are looked at.
func TestLongChain(t *testing.T) {
	p := parse.New()
	defer p.Close()
	var b strings.Builder
	for i := range 4 * maxSupers {
		fmt.Fprintf(&b, "class C%d extends C%d { }\n", i, i+1)
	}
	m := NewModel([]*java.File{p.File("C.java", []byte(b.String()))})
	first, near, far := m.Class("C0"), m.Class(fmt.Sprint("C", maxSupers)), m.Class(fmt.Sprint("C", maxSupers+1))
	if !first.subtypeOf(near) || first.subtypeOf(far) {
		t.Errorf("C0 is below the %dth: %v, below the next: %v", maxSupers, first.subtypeOf(near), first.subtypeOf(far))
	}
}
