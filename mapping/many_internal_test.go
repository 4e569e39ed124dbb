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
			to := min(n+5, looked.File.Nodes[looked.Root].Next)
			for _, from := range []java.NodeID{looked.Root, n, n + 1} {
				if x, y := slices.Collect(looked.Named(name, from, to)), slices.Collect(through.Named(name, from, to)); !slices.Equal(x, y) {
					t.Fatalf("%s from %d to %d: %v, and %v", name, from, to, x, y)
				}
			}
		}
		for s := range looked.Stmts {
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
