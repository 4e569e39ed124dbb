package parse_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"refract/finding"
	"refract/java"
	"refract/java/parse"
)

func file(t *testing.T, text string) *java.File {
	t.Helper()
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte(text))
	if err := f.Validate(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// TestEveryLevelOfJavaParses: constructs of every Java level give no problem. The offsets of what the parser had to
// work around are checked in TestRewrittenTextKeepsItsNames.
func TestEveryLevelOfJavaParses(t *testing.T) {
	tests := []struct{ name, text string }{
		{"1.1 inner and anonymous", "class A { class B {} Object o = new Object() { public String toString() { return null; } }; }"},
		{"1.3 enum as a name", "class A { java.util.Enumeration enum = null; void f() { while (enum.hasMoreElements()) enum.nextElement(); } }"},
		{"1.3 assert as a method", `class A { void assert(String m, boolean b) {} void f() { assert("m", true); this.assert("n", false); } }`},
		{"1.4 assert as a statement", `class A { void f(int x) { assert x > 0 : "x"; assert (x > 1); } }`},
		{"5 generics, enums, annotations", "@interface X { int v() default 1; } enum E { A { int f() { return 1; } }, B; int f() { return 0; } } class A<T extends Comparable<? super T>> { @SafeVarargs final <U> void f(U... us) { for (U u : us) ; } }"},
		{"7 diamonds, resources, multi-catch", "class A { void f() throws Exception { try (java.io.Reader r = g(); r) { } catch (IllegalStateException | java.io.IOException e) { } int i = 0b1_0; } }"},
		{"8 lambdas, references, defaults", "interface A { default void f() { Runnable r = () -> {}; java.util.function.Function<String, Integer> g = String::length; java.util.function.IntFunction<int[]> h = int[]::new; } static void k() {} }"},
		{"9 modules", "open module a.b { requires transitive java.base; exports a.b to c; provides a.S with a.T; uses a.S; opens a; }"},
		{"10 var", "class A { void f() { var x = 1; for (var y : g()) ; } }"},
		{"14 switch expressions", "class A { int f(int x) { return switch (x) { case 1, 2 -> 3; default -> { yield 4; } }; } }"},
		{"15 text blocks", "class A { String s = \"\"\"\n  a \\\"\"\" b\n  \"\"\"; }"},
		{"16 records", "record P(int x, @Deprecated int... y) implements Cloneable { P { if (x < 0) throw new Error(); } static int z; }"},
		{"17 sealed", "sealed interface S permits T, U {} final class T implements S {} non-sealed class U implements S {}"},
		{"21 patterns", "class A { int f(Object o) { if (o instanceof String s && s.length() > 1) return 1; return switch (o) { case P(int x, var y) when x > 0 -> x; case null, default -> 0; }; } }"},
		{"22 unnamed variables", "class A { void f(Object o) { try { g(); } catch (Exception _) { } for (var _ : h()) ; if (o instanceof P(_, int y)) ; k(_ -> 1); } }"},
		{"25 statements before super", "class A extends B { A(int x) { if (x < 0) throw new Error(); super(x); y = 1; } A() { log(); this(1); } }"},
		{"25 import module", "import module java.base; import java.util.List; class A {}"},
		{"package-info", "/** Doc. */ @Deprecated package a.b;"},
		{"unicode names and escapes", "class Ä { int größe = '\\u0041'; }"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := file(t, tt.text)
			for _, p := range f.Problems {
				t.Errorf("%s\nproblem at %d:%d: %s\n%s", tt.text, p.Line, p.Column, p.Message, f.Dump(0))
			}
		})
	}
}

func TestRewrittenTextKeepsItsNames(t *testing.T) {
	f := file(t, `import module java.base; class A { Enumeration enum; A(int x) { check(x); super(x); } void f() { assert("m", 1); } }`)
	if got := f.Fields[0].Name; got != "enum" {
		t.Errorf("field = %q, want enum", got)
	}
	if im := f.Imports[0]; !im.Module || im.Name != "java.base" {
		t.Errorf("import = %+v, want the module java.base", im)
	}
	ctor := f.Dump(f.Methods[0].Body)
	if !strings.Contains(ctor, "explicit_constructor_invocation\n    super constructor: super\n    argument_list arguments:\n") {
		t.Errorf("super(x) after a statement is no constructor invocation:\n%s", ctor)
	}
	if body := f.Dump(f.Methods[1].Body); !strings.Contains(body, "identifier name: assert") {
		t.Errorf("assert(..., ...) is not a call of assert:\n%s", body)
	}
}

// TestSyntaxErrorCostsItsMethod: everything but the broken method is found, and one problem names the place.
func TestSyntaxErrorCostsItsMethod(t *testing.T) {
	tests := []struct {
		name, text string
		methods    string // those with a usable body
		line, col  int
	}{
		{"bad expression", "class A {\n void f() { int x = ; }\n void g() { h(); }\n}", "g", 2, 19},
		{"missing brace", "class A {\n void f() { if (x) { h(); }\n void g() { h(); }\n public int k() { return 1; }\n}", "g k", 2, 11},
		{"surplus brace", "class A {\n void f() { h(); } }\n void g() { h(); }\n}", "g", 2, 11},
		{"broken constructor", "class A {\n A() { this is not java }\n void g() { h(); }\n}", "g", 2, 0},
		{"broken initializer", "class A {\n static { ( }\n void g() { h(); }\n}", "g", 2, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := file(t, tt.text)
			var got []string
			for _, m := range f.Methods {
				if f.Nodes[m.Body].Flags&java.Broken == 0 {
					got = append(got, m.Name)
				}
			}
			if strings.Join(got, " ") != tt.methods {
				t.Errorf("usable methods = %q, want %q\n%s\n%s", got, tt.methods, tt.text, f.Dump(0))
			}
			if len(f.Problems) != 1 || f.Problems[0].Line != tt.line || tt.col > 0 && f.Problems[0].Column != tt.col {
				t.Errorf("problems = %+v, want one at %d:%d", f.Problems, tt.line, tt.col)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	tests := []struct {
		name, hex, want string
		latin1          bool
	}{
		{"utf-8", hex.EncodeToString([]byte("class Ä {}")), "Ä", false},
		{"utf-8 with mark", "efbbbf" + hex.EncodeToString([]byte("class Ä {}")), "Ä", false},
		{"latin-1", hex.EncodeToString([]byte("class \xc4 {}")), "Ä", true},
		{"utf-16 big", "feff" + "0063006c00610073007300200041007b007d", "A", false},
		{"utf-16 little", "fffe" + "63006c00610073007300200041007b007d00", "A", false},
		{"crlf and tabs", hex.EncodeToString([]byte("class\r\n\tA\r\n{\r\n}\r\n")), "A", false},
		{"nul", hex.EncodeToString([]byte("class A {\x00}" + strings.Repeat(" ", 200))), "A", false},
		{"ctrl-z at the end", hex.EncodeToString([]byte("class A {}\n" + strings.Repeat(" ", 200) + "\x1a")), "A", false},
	}
	p := parse.New()
	defer p.Close()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			content, err := hex.DecodeString(tt.hex)
			if err != nil {
				t.Fatal(err)
			}
			f := p.File("A.java", content)
			if len(f.Types) != 1 || f.Types[0].Name != tt.want || f.Latin1 != tt.latin1 {
				t.Errorf("types = %+v, latin1 = %v; want %s, %v; problems %v", f.Types, f.Latin1, tt.want, tt.latin1, f.Problems)
			}
		})
	}
}

func TestHostileFilesEndAsProblems(t *testing.T) {
	tests := []struct {
		name    string
		content []byte
	}{
		{"binary", bytes.Repeat([]byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 1, 2, 3}, 1000)},
		{"100,000 parentheses", []byte("class A { int f() { return " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + "; } }")},
		{"100,000 open braces", []byte("class A " + strings.Repeat("{", 100_000))},
		{"100,000 close braces", []byte("class A " + strings.Repeat("}", 100_000))},
		{"unclosed parentheses", []byte(strings.Repeat("class A { void f(", 5_000))},
		{"prose", []byte(strings.Repeat("This is \"not' a program. ", 2_000))},
	}
	p := parse.New()
	defer p.Close()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := p.File("A.java", tt.content)
			if len(f.Problems) == 0 || len(f.Problems) > 20 {
				t.Errorf("%d problems, want between 1 and 20", len(f.Problems))
			}
			if err := f.Validate(); err != nil {
				t.Error(err)
			}
			for _, q := range f.Problems {
				if q.Severity != finding.Warning && q.Severity != finding.Trouble || q.Message == "" || q.Remedy == "" {
					t.Errorf("incomplete problem %+v", q)
				}
			}
		})
	}
}

func TestDeclarations(t *testing.T) {
	f := file(t, `package a.b;
import static x.Y.*;
public class Outer<T> extends Base implements I, J<T> {
	@Deprecated private static final int A = 1, B[] = {};
	/** Does. */ protected synchronized <U> int[] run(final int a, String... b)[] throws E1, E2 { class Local {} return null; }
	Outer() { super(); }
	static { init(); }
	{ init(); }
	Object o = new Base() { void inner() {} };
	enum Color { RED { void f() {} }, GREEN(1); }
	record P(int x) { P {} }
}`)
	var types, methods, fields []string
	for i := range f.Types {
		types = append(types, f.Types[i].Kind.String()+" "+f.QualifiedName(java.TypeIdx(i)))
	}
	for _, m := range f.Methods {
		methods = append(methods, m.Kind.String()+" "+m.Name)
	}
	for _, d := range f.Fields {
		fields = append(fields, strings.TrimSpace(d.Mods.String()+" "+f.TypeText(d.Type, d.Dims)+" "+d.Name))
	}
	check := func(what string, got []string, want string) {
		t.Helper()
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%s:\n got %s\nwant %s", what, s, want)
		}
	}
	check("types", types, "class a.b.Outer; class a.b.Outer.Local; anonymous a.b.Outer.1; enum a.b.Outer.Color; enum constant body a.b.Outer.Color.RED; record a.b.Outer.P")
	check("methods", methods, "method run; constructor Outer; static initializer ; instance initializer ; method inner; method f; compact constructor P")
	check("fields", fields, "private static final int A; private static final int[] B; Object o; RED; GREEN; int x")
	run := f.Methods[0]
	if len(run.Params) != 2 || !run.Params[1].Variadic || run.Params[1].Name != "b" || run.Params[0].Mods != java.ModFinal {
		t.Errorf("parameters = %+v", run.Params)
	}
	if len(run.Throws) != 2 || run.ReturnDims != 1 || run.Mods != java.ModProtected|java.ModSynchronized {
		t.Errorf("run = %+v", run)
	}
	if len(f.Types[0].Interfaces) != 2 || f.Text(f.Types[0].Superclass) != "Base" {
		t.Errorf("Outer = %+v", f.Types[0])
	}
	if f.Types[1].In != 0 || f.Types[2].InField < 0 || f.Fields[f.Types[2].InField].Name != "o" {
		t.Errorf("local stands in method %d, anonymous in field %d", f.Types[1].In, f.Types[2].InField)
	}
	if c, ok := f.Javadoc(run.Node); !ok || f.Source[c.Start:c.End] != "/** Does. */" {
		t.Errorf("javadoc of run = %v, %v", c, ok)
	}
}

func TestTypeText(t *testing.T) {
	f := file(t, "class A { @X java.util . Map < String , List<? extends @Y B> > m; int @Z [] a[]; final/*c*/ int b; }")
	for i, want := range []string{"java.util.Map<String,List<? extends B>>", "int[][]", "int"} {
		if got := f.TypeText(f.Fields[i].Type, f.Fields[i].Dims); got != want {
			t.Errorf("type %d = %q, want %q", i, got, want)
		}
	}
}

func TestClassify(t *testing.T) {
	tests := []struct {
		path, text      string
		generated, test bool
	}{
		{"src/main/A.java", "package a; /** Never generated by hand. */ class A {}", false, false},
		{"src/main/A.java", "/* Generated by JavaCC. Do not edit. */ package a; import b.C; class A {}", true, false},
		{"src/main/A.java", "@javax.annotation.Generated(\"x\") class A {}", true, false},
		{"src/test/java/A.java", "class A {}", false, true},
		{"src/main/ATest.java", "class ATest {}", false, true},
		{"src/main/Runner.java", "import junit.framework.Test; class Runner {}", false, false},
		{"src/main/Checks.java", "import org.junit.Test; class Checks { @Test public void f() {} }", false, true},
	}
	p := parse.New()
	defer p.Close()
	for _, tt := range tests {
		f := p.File(tt.path, []byte(tt.text))
		if f.Generated != tt.generated || f.Test != tt.test {
			t.Errorf("%s %q: generated %v, test %v; want %v, %v", tt.path, tt.text, f.Generated, f.Test, tt.generated, tt.test)
		}
	}
}

// TestCorpus: every file of a directory of real code gives a valid model, and errors are rare.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("REFRACT_CORPORA")
	if dir == "" {
		t.Skip("REFRACT_CORPORA names no directory of real code")
	}
	p := parse.New()
	defer p.Close()
	files, bad := 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".java" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f := p.File(path, content)
		files++
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
		if len(f.Problems) > 0 {
			bad++
			t.Logf("%s: %v", path, f.Problems)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if bad*200 > files {
		t.Errorf("%d of %d files have problems", bad, files)
	}
}

// A class without a name outside of all classes: statements at top level parse, and it has to have a number.
func TestAnonymousClassAtTopLevel(t *testing.T) {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte("new(){} class A { Object o = new B() { }; Object p = new B() { }; }"))
	var names []string
	for i := range f.Types {
		names = append(names, f.QualifiedName(java.TypeIdx(i)))
	}
	if got, want := strings.Join(names, " "), "1 A A.1 A.2"; got != want {
		t.Errorf("types %s, want %s\n%s", got, want, f.Dump(0))
	}
}

// A text is given up when the time is over, and the parser is as good as new after that.
func TestUnder(t *testing.T) {
	p := parse.New()
	defer p.Close()
	text := []byte("class A {" + strings.Repeat(" int f(int x) { return x + 1; }", 50_000) + " }")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 2 { // over after the call, and before the call
		release := p.Under(ctx)
		cancel()
		for len(p.File("A.java", text).Problems) == 0 {
			runtime.Gosched() // the news may be on its way
		}
		if f := p.File("A.java", text); len(f.Types) > 0 || len(f.Problems) != 1 || !strings.Contains(f.Problems[0].Message, "ran out of time") {
			t.Errorf("%d types, problems %v", len(f.Types), f.Problems)
		}
		release()
		if f := p.File("A.java", text); len(f.Methods) != 50_000 || len(f.Problems) != 0 {
			t.Errorf("afterwards: %d methods, problems %v", len(f.Methods), f.Problems)
		}
	}
}
