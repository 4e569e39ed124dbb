package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/internal/testjava"
	"refract/java"
	"refract/java/parse"
)

// bodies yields the trees of all methods of the samples, of some that are damaged, and of one that declares very many variables.
func bodies(t *testing.T, yield func(*Tree)) {
	s := testjava.LoadSamples(t)
	p := parse.New()
	defer p.Close()
	all := func(text []byte) {
		f := p.File("T.java", text)
		for i := range f.Methods {
			if f.Methods[i].Body >= 0 {
				yield(New(f, f.Methods[i].Body))
			}
		}
	}
	for _, text := range s.Texts {
		all(slices.Concat(text...))
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		var b strings.Builder
		for i := range 40 {
			name := fmt.Sprintf("v%d", rng.IntN(12))
			switch rng.IntN(6) {
			case 0:
				fmt.Fprintf(&b, "{ int %s = %d; ", name, i)
			case 1:
				b.WriteString("} ")
			case 2:
				fmt.Fprintf(&b, "for (int %s : %s) use(%s); ", name, "v1", name)
			case 3:
				fmt.Fprintf(&b, "on(%s -> %s + v%d); ", name, name, rng.IntN(12))
			case 4:
				fmt.Fprintf(&b, "try (R %s = open()) { if (o instanceof T %s) use(%s); } catch (E v2) { use(v2); } ", name, name, name)
			default:
				fmt.Fprintf(&b, "int %s = v%d, q = %s; ", name, rng.IntN(12), name)
			}
		}
		all([]byte("class T { void m() { " + b.String() + strings.Repeat("}", 40)))
	}
}

// Variables are the same whether they are looked up or gone through.
func TestVariablesLookedUp(t *testing.T) {
	many := 0
	bodies(t, func(looked *Tree) {
		if looked.many == nil {
			looked.many = looked.indexVars()
		} else {
			many++
		}
		through := *looked
		through.many = nil
		for n := looked.Root; n < looked.File.Nodes[looked.Root].Next; n++ {
			if looked.File.Nodes[n].Kind != java.Identifier {
				continue
			}
			if x, y := looked.VarOf(n), through.VarOf(n); x != y {
				t.Fatalf("%s at %d is variable %d, and %d", looked.File.Text(n), n, x, y)
			}
			name := looked.File.Text(n)
			if x, y := slices.Collect(looked.VarsNamed(name)), slices.Collect(through.VarsNamed(name)); !slices.Equal(x, y) {
				t.Fatalf("variables called %s are %v, and %v", name, x, y)
			}
			to := min(n+5, looked.File.Nodes[looked.Root].Next)
			for _, from := range []java.NodeID{looked.Root, n, n + 1} {
				if x, y := slices.Collect(looked.Named(name, from, to)), slices.Collect(through.Named(name, from, to)); !slices.Equal(x, y) {
					t.Fatalf("%s from %d to %d: %v, and %v", name, from, to, x, y)
				}
			}
		}
		for i := range looked.Bodies {
			if at := looked.bodyAt(looked.Bodies[i].Node); int(at) != i {
				t.Fatalf("body %d is found as %d", i, at)
			}
		}
		for s := range looked.Stmts {
			if at := looked.stmtsFrom(looked.Stmts[s].Node); at > s || looked.Stmts[at].Node != looked.Stmts[s].Node {
				t.Fatalf("statement %d is found as %d", s, at)
			}
			if x, y := slices.Collect(looked.DeclaredIn(StmtID(s))), slices.Collect(through.DeclaredIn(StmtID(s))); !slices.Equal(x, y) {
				t.Fatalf("statement %d declares variables %v, and %v", s, x, y)
			}
			if x, y := looked.declaredBy(StmtID(s)), through.declaredBy(StmtID(s)); x != y {
				t.Fatalf("statement %d declares variable %d, and %d", s, x, y)
			}
		}
	})
	if many == 0 {
		t.Error("no body has many variables")
	}
}

// What is inside a composite is counted as one counts it statement by statement.
func TestInside(t *testing.T) {
	var before *Tree
	counted := 0
	bodies(t, func(tree *Tree) {
		for s := range tree.Stmts {
			n := 0
			for i := s + 1; i < int(tree.Stmts[s].End); i++ {
				if !tree.Stmts[i].Kind.Part() {
					n++
				}
			}
			if n != int(tree.Stmts[s].Inside) {
				t.Fatalf("statement %d has %d inside, not %d", s, n, tree.Stmts[s].Inside)
			}
		}
		if before != nil && len(before.Stmts)+len(tree.Stmts) < 300 {
			m := Map(before, tree, Options{Same: true, Inner: true})
			for a := range before.Stmts {
				for b := range tree.Stmts {
					pairs, direct := 0, 0
					for s := a + 1; s < int(before.Stmts[a].End); s++ {
						if p := m.OfSrc(StmtID(s)); p != nil && !before.Stmts[s].Kind.Part() {
							if int(p.Dst) > b && p.Dst < tree.Stmts[b].End {
								pairs++
							}
							if int(before.Stmts[s].Parent) == a && int(tree.Stmts[p.Dst].Parent) == b {
								direct++
							}
						}
					}
					if x, y := m.inside(StmtID(a), StmtID(b)); x != pairs || y != direct {
						t.Fatalf("%d and %d have %d pairs inside, %d of children; counted %d and %d", a, b, x, y, pairs, direct)
					}
					counted += pairs
				}
			}
		}
		before = tree
	})
	if counted == 0 {
		t.Error("nothing was inside of anything")
	}
}

// Of two long methods that have nothing in common no more statements are compared for twice as many; what one took from the other as it is
// is found still.
func TestManyStatements(t *testing.T) {
	p := parse.New()
	defer p.Close()
	tree := func(n int, name, last string) *Tree {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "log(%s%d, x.get());\n", name, i)
		}
		f := p.File("T.java", []byte("class T { int m() { "+b.String()+last+" } }"))
		return New(f, f.Methods[0].Body)
	}
	compared := func(n int) int {
		count := 0
		m := Map(tree(n, "a", "show(1, find(key, index, all), true);"), tree(n, "b", "return find(key, index, all);"),
			Options{Same: true, Inner: true, Allow: func(*Replacement) bool { count++; return false }})
		found := m.OfSrc(StmtID(n))
		if found == nil || found.Dst != StmtID(n) || found.Pass != PassInside {
			t.Errorf("of %d statements the one that stands in the other is not found: %+v", n, found)
		}
		return count
	}
	once, twice := compared(500), compared(1000)
	if once == 0 || float64(twice) > 2.5*float64(once) {
		t.Errorf("%d differences of 500 statements, %d of 1,000", once, twice)
	}
}

// A sum whose parameter is bound to a sum of the one before, and so on, has no more operands than are compared: through twenty-two bodies it
// would have four million, through forty 2^40.
func TestSumOfSums(t *testing.T) {
	p := parse.New()
	defer p.Close()
	f := p.File("T.java", []byte("class T { int m(int a) { return a + a; } }"))
	tree := New(f, f.Methods[0].Body)
	sum := f.FirstChild(tree.Stmts[0].Node)
	for _, n := range []int{3, 22} {
		bound := tree
		for range n {
			bound = tree.Bind(map[string]Ref{"a": {bound, sum}})
		}
		if got := len(flatten(nil, Ref{bound, sum}, java.Add)); got != min(1<<(n+1), 4097) {
			t.Errorf("through %d bodies %d operands", n, got)
		}
	}
}

// The places that are free are those that one finds by looking at all of them, whatever was taken in between.
func TestPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	bodies(t, func(tree *Tree) {
		taken := make([]bool, len(tree.Stmts))
		in := tree.places(func(s StmtID) bool { return !taken[s] })
		for len(tree.Stmts) > 0 {
			for _, l := range in.ofKind {
				var want []place
				for _, p := range l.places {
					if !taken[p.stmt] {
						want = append(want, p)
					}
				}
				if got := slices.Collect(in.all(l)); !slices.Equal(got, want) {
					t.Fatalf("%v, not %v", got, want)
				}
			}
			if s := rng.IntN(len(taken)); !taken[s] {
				taken[s] = true
			} else if rng.IntN(4) == 0 {
				break
			}
		}
	})
}
