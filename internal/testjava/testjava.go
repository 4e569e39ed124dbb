// Package testjava is Java that tests of several packages read.
package testjava

import (
	"bytes"
	_ "embed"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Letters is shop/Letters.java, in which Letters.offer could call Letters.list: one Extract Method, whose sample is
// Letters.reminder.
//
//go:embed Letters.java
var Letters string

// SeedSamples adds some of the catalogue's pairs of samples, before and after, to the seeds of a fuzz target. It runs in
// a package one below the root of the module.
func SeedSamples(f *testing.F) {
	f.Helper()
	samples, err := filepath.Glob("../rules/catalog/*/samples/*/before.java")
	if err != nil || len(samples) == 0 {
		f.Fatalf("no samples of rules: %v", err)
	}
	for i := 0; i < len(samples); i += 4 { // a quarter: all of them take minutes before the first mutation
		before, err := os.ReadFile(samples[i])
		if err != nil {
			f.Fatal(err)
		}
		after, err := os.ReadFile(filepath.Join(filepath.Dir(samples[i]), "after.java"))
		if err != nil {
			continue // a near miss
		}
		f.Add(before, after)
	}
}

// Samples are the texts of the catalogue's samples.
type Samples struct {
	Texts [][][]byte // the lines of each
	Pairs [][2]int   // of texts: before a refactoring and after it; of a near miss, which has nothing after it, twice the same
}

// LoadSamples reads them. It runs in a package one below the root of the module.
func LoadSamples(t testing.TB) *Samples {
	t.Helper()
	befores, err := filepath.Glob("../rules/catalog/*/samples/*/before.java")
	if err != nil || len(befores) == 0 {
		t.Fatalf("no samples of rules: %v", err)
	}
	s := &Samples{}
	for _, before := range befores {
		pair := [2]int{len(s.Texts), len(s.Texts)}
		for i, name := range []string{before, filepath.Join(filepath.Dir(before), "after.java")} {
			text, err := os.ReadFile(name)
			if err != nil {
				break
			}
			pair[i] = len(s.Texts)
			s.Texts = append(s.Texts, bytes.SplitAfter(text, []byte("\n")))
		}
		s.Pairs = append(s.Pairs, pair)
	}
	return s
}

// Bare is a text in which some blocks, and statements with a semicolon, are ";" or "{}" and nothing else, which is Java all the same.
func Bare(rng *rand.Rand, text []byte) []byte {
	nothing := func() []byte { return [][]byte{[]byte(";"), []byte("{}"), []byte("{ ; }")}[rng.IntN(3)] }
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(text))
		switch i := bytes.IndexAny(text[at:], "{;"); {
		case i < 0:
		case text[at+i] == '{':
			depth, end := 0, -1
			for j := at + i; j < len(text) && end < 0; j++ {
				switch text[j] {
				case '{':
					depth++
				case '}':
					if depth--; depth == 0 {
						end = j + 1
					}
				}
			}
			if end > 0 && end-at-i < 200 { // or a class is bare
				text = slices.Concat(text[:at+i], nothing(), text[end:])
			}
		default:
			if from := bytes.LastIndexAny(text[:at+i], "{};)") + 1; from > 0 {
				text = slices.Concat(text[:from], []byte(" "), nothing(), text[at+i+1:])
			}
		}
	}
	return text
}

// odd are statements and members that are rare and Java all the same; some of them need other ones around them.
var odd = []string{
	"if (n > 0) ; else n--;", "if (n > 0) ; else if (n < 0) ; else ;", "if (n > 0) if (n > 1) ; else n++;", "while (n > 0) ;", "do ; while (n > 0);", "for (;;) ;", "for (int i = 0, j = 1; ; i++, j--) break;",
	"for (n = 0, m = 1; n < 3; ) n++;", "for (Object o : list) ;", "switch (n) { }", "switch (n) { case 1: case 2: default: }", "switch (n) { case 1 -> { } default -> throw null; }",
	"int s = switch (n) { case 1: yield 2; default: { yield 3; } };", "try { } finally { }", "try (var r = open(); q) { } catch (A | B e) { }", "synchronized (this) { ; }", "here: for (;;) { break here; }",
	"here: ;", "{ { } }", ";;", "int a = 1, b[] = { 1, 2 }, c[][] = { { }, { a } };", "var v = (a > 0 ? b : c) ? d : e;", "Runnable r = () -> { };", "F f = (x, y) -> x == null ? y : x;", "G g = int[]::new;",
	"Object o = new Object() { int n = 1; { n++; } int f() { return n; } };", "class Local { int f() { return n; } }", "record Pair(int x, int y) { Pair { if (x < 0) throw null; } }", "enum Few { ONE { int f() { return 1; } }, TWO; int f() { return 2; } }",
	"interface Some { int N = 1; default int f() { return N; } private static void g() { } }", "@interface Mark { int value() default 1; }", "static { }", "{ this.n = n; }", "<T extends A & B> T pick(T t) { return t; }",
	"if (o instanceof Pair(int x, var y) && x > y) return;", "if (!(o instanceof String s)) return;", "assert n > 0 : n;", "n += -+~n;", "n = m = k;", "a[n++] = --b[m];", "(n)++;", "return;", "return (n);", "throw new A();",
	"this.<T>f().g(h)[0].i = (A & B) x;", "int f()[] { return null; }", "void f(A this, final int... n) { }", "native void f();", "String s = \"\"\"\n\ttext \\\"\"\" more\n\"\"\";", "char c = '\\u0027';", "long l = 0x1p3 == 1_0L ? 07 : 0b1;", "yield(1);", "var _ = f();",
}

// lessAToken is a line without one of its words or signs: a parser may put in what it lacks, with no text.
func lessAToken(rng *rand.Rand, line []byte) []byte {
	tokens := token.FindAllIndex(line, -1)
	if len(tokens) == 0 {
		return line
	}
	out := tokens[rng.IntN(len(tokens))]
	return slices.Concat(line[:out[0]], line[out[1]:])
}

var token = regexp.MustCompile(`\w+|[^\w\s]`)

// Damaged is a text as somebody may have left it: lines are missing, stand there twice, or come from other texts, and brackets, words and signs are missing. Heads of classes and ends of blocks
// are lines as well, and odd ones come in. Every other text is bare, see Bare, and damaged no further.
func (s *Samples) Damaged(rng *rand.Rand, text int) []byte {
	lines := slices.Clone(s.Texts[text])
	if rng.IntN(2) == 0 {
		return Bare(rng, slices.Concat(lines...))
	}
	for range rng.IntN(4) {
		at, other := rng.IntN(len(lines)), s.Texts[rng.IntN(len(s.Texts))]
		switch rng.IntN(11) {
		case 8, 9, 10:
			lines[at] = lessAToken(rng, lines[at])
		case 5, 6, 7:
			lines = slices.Insert(lines, at, []byte(odd[rng.IntN(len(odd))]+"\n"))
		case 0, 1:
			lines[at] = nil
		case 2:
			lines = slices.Insert(lines, at, lines[rng.IntN(len(lines))])
		case 3:
			lines = slices.Insert(lines, at, other[rng.IntN(len(other))])
		case 4:
			lines[at] = bytes.Map(func(r rune) rune {
				if bytes.ContainsRune([]byte("{}();"), r) && rng.IntN(2) == 0 {
					return -1
				}
				return r
			}, lines[at])
		}
	}
	return slices.Concat(lines...)
}

// Rounds is how many rounds a test at random is to have, and its numbers: the usual ones, which are the same each time, or others where the environment asks for rounds.
func Rounds(t testing.TB, env string, usual int) (rounds int, rng *rand.Rand) {
	t.Helper()
	asked := os.Getenv(env)
	if asked == "" {
		return usual, rand.New(rand.NewPCG(1, 9))
	}
	rounds, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatalf("%s: %v", env, err)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rounds, rand.New(rand.NewPCG(seed, 9))
}
