package vectors_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// TestBrokenCode holds that a damaged file is counted like any other: no panic, and every node that is left once.
func TestBrokenCode(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "javac", "Sample.java"))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	p := parse.New()
	defer p.Close()
	bodies, broken := 0, 0
	for range 300 {
		damaged := damage(rng, text)
		f := p.File("Sample.java", damaged)
		if len(f.Problems) > 0 {
			broken++
		}
		prog := program.Link([]*java.File{f})
		r := prog.NewResolver()
		for m := range program.MethodID(prog.NumMethods()) {
			b := r.Body(m)
			v := vectors.Of(nil, b)
			if b.Root < 0 {
				continue
			}
			bodies++
			counts := map[string]int{}
			recount(f, b.Root, counts)
			if nodes, got := sum(counts), syntaxNodes(v); got > nodes {
				t.Errorf("%d syntax features for %d nodes of %s in\n%s", got, nodes, prog.Signature(m), damaged)
			}
		}
	}
	if broken < 100 || bodies < 1000 {
		t.Errorf("%d damaged files and %d bodies in them: the test tests nothing", broken, bodies)
	}
}

// damage removes, doubles or replaces a few short pieces of text.
func damage(rng *rand.Rand, text []byte) []byte {
	out := append([]byte(nil), text...)
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(out) - 40)
		piece := out[at : at+1+rng.IntN(30)]
		switch rng.IntN(3) {
		case 0:
			out = append(out[:at:at], out[at+len(piece):]...)
		case 1:
			out = append(out[:at:at], append(append([]byte(nil), piece...), out[at:]...)...)
		default:
			copy(out[rng.IntN(len(out)-40):], piece)
		}
	}
	return out
}

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func syntaxNodes(v vectors.Vector) int {
	beside := vectors.MustGroup("syntax.else", "syntax.initializer")
	all := vectors.MustGroup("syntax.*")
	return v.Sum(&all) - v.Sum(&beside)
}

// TestLongChains holds that chains of thousands of operators, as generated code has them, are counted to the end.
func TestLongChains(t *testing.T) {
	const n = 4000
	concat := "x" + strings.Repeat(` + "a" + K`, n)
	constant := "K" + strings.Repeat(" + 1", n)
	negated := strings.Repeat("!(y && ", n/2) + "x" + strings.Repeat(")", n/2)
	p := link(t, "class C { static final int K = 1; String concat(int x) { return "+concat+"; } int constant() { return "+constant+
		"; } boolean negated(boolean x, boolean y) { return "+negated+"; } }")
	tests := []struct {
		name string
		f    vectors.Feature
		want int
	}{
		{"concat", vectors.OpConcat, 2 * n}, {"concat", vectors.OpConstantString, n}, {"concat", vectors.OpConstantInt, n},
		{"constant", vectors.OpConstantInt, 1}, {"constant", vectors.OpAdd, 0},
		{"negated", vectors.OpIfTrue, n/4 + 1}, {"negated", vectors.OpIfFalse, n / 4},
	}
	for _, tt := range tests {
		if got := vectors.Of(nil, body(t, p, tt.name)).Count(tt.f); got != tt.want {
			t.Errorf("%s: %s=%d, want %d", tt.name, tt.f, got, tt.want)
		}
	}
}
