//go:build linux || darwin

package parse

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/java"
)

// sameTree fails where a text has another tree by the engine's own parser than by tree-sitter.
func sameTree(t *testing.T, e *engine, name, text string) {
	t.Helper()
	want, ok := e.viewByCursor(text)
	if want = want.clone(); !ok {
		t.Fatalf("%s: not parsed", name)
	}
	got, ok := e.view(text, 0)
	if !ok || got.hasError != want.hasError || got.depth != want.depth || len(got.nodes) != len(want.nodes) || !slices.Equal(got.comments, want.comments) {
		t.Fatalf("%s: ok %v, errors %v, %d levels, %d nodes, %d comments; want errors %v, %d, %d, %d", name, ok, got.hasError, got.depth,
			len(got.nodes), len(got.comments), want.hasError, want.depth, len(want.nodes), len(want.comments))
	}
	for i := range got.nodes {
		if got.nodes[i] != want.nodes[i] {
			t.Fatalf("%s: node %d is %+v, want %+v", name, i, got.nodes[i], want.nodes[i])
		}
	}
}

// choices are statements that the grammar can read in several ways up to some token behind, or to the end.
var choices = []string{
	"a < b > c;", "f(a < b, c > d);", "for (int i = 0; i < l.size(); i++) g(i);", "x = i < a.b && c > d;", "a.b<c>.d e;", "List<List<A>> l = m >> n;",
	"x = (a) - b;", "x = (a) b;", "x = (a) (b) c;", "x = (i) + s;", "x = (A & B) c;", "x = (A<B>) C::new;", "x = (A<B, C>) (d, e) -> f;",
	"f(A.class, (B<C, D>) E::new, g);", "x = A::b;", "x = int[]::new;", "x = A<B>::c;", "x = a.b.C[]::new;", "x = super::f;",
	"x = (a) -> b;", "x = (a, b) -> { };", "x = (A a) -> b ? c : d;", "x = a -> b -> c;", "x = new A<>() { }.b;", "x = a[b].c(d);",
	"switch (x) { case A a when a.b -> c(); case B(var d, E e) -> { } default -> throw f; }", "x = switch (a) { case 1, 2: yield 3; default: yield (4); };",
	"yield(a);", "record(a);", "var record = a; sealed = b; when.c();", "@A(b = {1, 2}, c = @D) final int e = f;", "int a[] = {1, 2, }, b[][];",
	"synchronized (a) { }", "a: for (A b : c) break a;", "try (A a = b; c) { } catch (D | E f) { } finally { }", "assert a : b;", "if (a) if (b) c(); else d();",
	"x = a instanceof B b && b.c;", "x = a instanceof final B<?> b;", "x = \"a\\n\" + 'b' + \"\"\"\n  c\"\"\" + 0x1L + 1e3f;", "this.<A>f().g[h].i++;", "new int[a][b][];",
	"class L<T extends A & B> implements C<T[]> { <U> L(U... u) throws D { this.<U>f(u); } }", "/* a */ f(/* b */ a /* c */, // d\n b) /* e */;",
}

// TestGLR: the engine's own parser gives what tree-sitter gives, in every construct of the samples and of real files.
func TestGLR(t *testing.T) {
	e := newEngine()
	defer e.close()
	check := func(name, text string) { sameTree(t, e, name, text) }
	for _, s := range choices {
		for _, text := range []string{"class A { void f() { " + s + " } }", "class A { { " + s + s + " } Object o() { return () -> { " + s + " }; } }"} {
			check(s, text)
			if !e.plain(text) {
				t.Errorf("%s is left to tree-sitter", s)
			}
		}
	}
	if e.plain("class A { int f( { return 1; } }") {
		t.Error("an error is not left to tree-sitter")
	}
	check("empty", "")
	check("comment", "  /* a */ // b")
	check("extras", "/* a */ package /* b */ a /* c */ ; /* d */ import a . /* e */ * /* f */ ; class /* g */ A /* h */ { /* i */ } /* j */")
	check("deep", "class A { int f() { return "+strings.Repeat("(", 3000)+"1"+strings.Repeat(")", 3000)+"; } }")
	check("errors", "class A { int f( { return 1; } }")
	dirs := []string{"../../rules/catalog", "../../program/testdata", "../../vectors/testdata"}
	if dir := os.Getenv("REFRACT_CORPORA"); dir != "" {
		dirs = append(dirs, dir)
	}
	files := 0
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
				return err
			}
			if files++; files > 500 && files%8 > 0 { // some seconds are enough
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text, _ := toText(withoutMark(content))
			check(path, text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 50 {
		t.Errorf("only %d files were compared", files)
	}
}

// TestCommentsTakeNoMemory: comments behind many statements that end before them are pushed again for each, in the memory that they had. Where the text around them can be
// read in two ways they are pushed where no others were, until the text is left to tree-sitter.
func TestCommentsTakeNoMemory(t *testing.T) {
	most := func() (kB int) {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Skip(err)
		}
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		if _, err := fmt.Sscan(rest, &kB); err != nil {
			t.Skip(err)
		}
		return kB
	}
	const n = 5000
	within := strings.Repeat("if (a) ", n) + "b();" + strings.Repeat("/**/", n)
	for _, tt := range []struct {
		name, before, behind string
		plain                bool
	}{
		{"one way to read it", "", "", true},
		{"a cast or a difference", "g((a)-b, () -> { ", "});", false},
		{"a generic call or two comparisons", "x = a<b>(c)+h(() -> { ", "});", false},
		{"a type argument or two comparisons", "a.b<c>d = h(() -> { ", "});", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEngine()
			defer e.close()
			before := most()
			if plain := e.plain("class A { void f() { " + tt.before + within + tt.behind + " } }"); plain != tt.plain {
				t.Fatalf("plain: %t; the test shows nothing", plain)
			}
			if more := most() - before; more > 200<<10 { // 3 to 42 MB; without a limit 1.2 GB
				t.Errorf("%d kB for %d comments behind %d statements", more, n, n)
			}
		})
	}
}

// lookalikes are texts with tokens that look like others, or stand where these could not.
var lookalikes = []string{
	"non-sealed class A { }", "class A { int f(int nonx) { return non-a-b-- - --c-non; } }", "sealed interface A permits B { } non-sealed interface B extends A { }",
	"/* \u00e9 */ class \u00c9 { int \u00fc, a\u00fc, \u00fca, a1\u00fc2; } // \u00e9\n", "/* 0123456789abcdef\x000123456789abcdef */ class A { } // 0123456789abcdef\x000123456789abcdef\n",
	"class A { String s = \"// a\", t = \"/* a */\", u = \"a\"; char c = '/'; }",
	"class A { /**/ /***/ /*/ */ /** / **/ //*/\n /* // */ //\n }", "// a\r\n//\r\nclass A { }", "class\tA\f\v\r\n{ \t\f }", "class A { } // a", "class A { } //", "class A { } /* a */",
	"class A { String s = \"  a // b /* c */ \\\" d\", t = \" \", u = \"\"; char c = ' ', d = '\"', e = '/'; }",
	"class A { String s = \"\"\"\n  /* a */ b // c\n   \\\"\"\" d \"\"\"; }", "class A { String s = STR.\"  a \\{ b /* c */ } d // e\"; }",
	"class A { int doX, iffy, int1, newValue, classes, thisIs, i, in, nul, nullable, superb, enumx, non, nonx, _a, $, $a, a$1, __; }",
	"class A { int a = 0x1F, b = 1_000, c = 1e3f, d = .5f, e = 1L, f = 1.; }", "class A { @interface B { } @B int x; @ B int y; }",
	"class A { boolean b = c>>>d>>e>=f & (g>>>=h)!=-i; }", "class A { void f(int... a) { this.g(a[0]); A::new; } }", "class A { int x = a/b/ /* c */ d/e; }",
}

// TestTokens: tokens are found without the generated functions as they are with them, be they the first of their kind or not.
func TestTokens(t *testing.T) {
	used := newEngine()
	defer used.close()
	for range 2 {
		for _, text := range lookalikes {
			fresh := newEngine()
			sameTree(t, fresh, text, text)
			sameTree(t, used, text, text)
			if fresh.plain(text) == strings.Contains(text, "\x00") { // which ends a comment
				t.Errorf("%q: left to tree-sitter, or not", text)
			}
			fresh.close()
		}
	}
}

// TestWordsEnd: no token of the grammar begins as a word and goes on with what words do not go on with, but for a dash (DASH of shortcut.c).
func TestWordsEnd(t *testing.T) {
	language := grammar.GetLanguage()
	var dashed []string
	for i := range language.SymbolCount() {
		name := language.SymbolName(sitter.Symbol(i))
		if language.SymbolType(sitter.Symbol(i)) != sitter.SymbolTypeAnonymous || name[0] >= 0x80 || !unicode.IsLetter(rune(name[0])) {
			continue
		}
		switch rest := strings.TrimLeftFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$' }); {
		case strings.HasPrefix(rest, "-"):
			dashed = append(dashed, name)
		case rest != "":
			t.Errorf("the token %q is a word and %q", name, rest)
		}
	}
	if !slices.Equal(dashed, []string{"non-sealed"}) {
		t.Errorf("%q begin as words and go on with a dash", dashed)
	}
}

// TestGLRIsUsed: the grammar has the format that glr.c knows.
func TestGLRIsUsed(t *testing.T) {
	e := newEngine()
	defer e.close()
	if !e.glr() {
		t.Error("all is left to tree-sitter")
	}
}

// TestGLRGivesUp: what would take the square of the text is left to tree-sitter, which has a time limit: comments behind
// all of many statements that end together.
func TestGLRGivesUp(t *testing.T) {
	e := newEngine()
	defer e.close()
	text := func(n int) string {
		return "class A { void f() { " + strings.Repeat("if (a) ", n) + "b();" + strings.Repeat("/**/", n) + " } }"
	}
	if !e.plain(text(1000)) {
		t.Error("1,000 comments behind each of 1,000 statements are too many")
	}
	if e.plain(text(20_000)) {
		t.Error("20,000 comments behind each of 20,000 statements were looked at")
	}
}
