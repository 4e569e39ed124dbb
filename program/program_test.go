package program_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"refract/java"
	"refract/program"
)

// There are millions of uses in a large body set and hundreds of thousands of methods: their sizes are decisions.
func TestSizes(t *testing.T) {
	diff(t, "sizes", []uintptr{unsafe.Sizeof(program.TypeRef{}), unsafe.Sizeof(program.Use{}), unsafe.Sizeof(program.Method{})},
		[]uintptr{8, 16, 48})
}

func TestDeclarations(t *testing.T) {
	p := link(t, `
-- p/A.java --
package p;
public abstract class A<T extends Number> implements I {
	static final String NAME = "a";
	int[] data[], more;
	A(T t, String... s) { }
	abstract <U extends Comparable<U>> U pick(U u, T[] ts, java.util.Map.Entry<U, T> e)[];
	static { }
	{ Runnable r = new Runnable() { public void run() { } }; class L { } }
	enum E { X { void g() { } } }
}
interface I { int c = 1; void i(); static void s() { } private void q() { } }
record R(int a, long b) { }
`)
	var types, methods, fields []string
	for i := range program.TypeID(p.NumTypes()) {
		ty := p.Type(i)
		s := ty.Kind.String() + " " + p.QualifiedName(ty)
		if ty.Static {
			s += " static"
		}
		if ty.Open {
			s += " open"
		}
		types = append(types, s)
	}
	for i := range program.MethodID(p.NumMethods()) {
		m := p.Method(i)
		s := p.TypeName(m.Return) + " " + p.QualifiedName(p.Type(m.Owner)) + "." + p.Signature(i)
		if m.Abstract {
			s += " abstract"
		}
		if m.Static {
			s += " static"
		}
		methods = append(methods, s)
	}
	for i := range program.FieldID(p.NumFields()) {
		f := p.Field(i)
		s := p.TypeName(f.Type) + " " + p.QualifiedName(p.Type(f.Owner)) + "." + p.FieldName(f)
		if f.Static {
			s += " static"
		}
		if f.Final {
			s += " final"
		}
		fields = append(fields, s)
	}
	diff(t, "types", types, []string{"class p.A static", "anonymous p.A.1 open", "class p.A.L", "enum p.A.E static", "enum constant body p.A.E.X static",
		"interface p.I static", "record p.R static"})
	diff(t, "methods", methods, []string{"p.A p.A.A(Number,String...)", "java.lang.Comparable[] p.A.pick(Comparable,Number[],Entry) abstract",
		"void p.A.<clinit>() static", "void p.A.<init>()", "void p.A.1.run()", "void p.A.E.X.g()",
		"void p.I.i() abstract", "void p.I.s() static", "void p.I.q()"})
	diff(t, "fields", fields, []string{"java.lang.String p.A.NAME static final", "int[][] p.A.data", "int[] p.A.more", "p.A.E p.A.E.X static final",
		"int p.I.c static final", "int p.R.a final", "long p.R.b final"})
}

func TestHierarchy(t *testing.T) {
	p := link(t, `
interface I { void f(int a); }
interface J extends I { }
abstract class A implements J { abstract void g(); void h() { } static void s() { } private void p() { } }
class B extends A { public void f(int b) { } void g() { } void h(int other) { } static void s() { } void p() { } }
class C extends B { public void f(int c) { } public void f(long c) { } }
interface Cmp<T> { int cmp(T a, T b); }
class D implements Cmp<D> { public int cmp(D a, D b) { return 0; } }
class X extends Y { }
class Y extends X { }
`)
	typ := func(name string) program.TypeID {
		id := p.TypeByName(name)
		if id == program.NoType {
			t.Fatalf("no type %s", name)
		}
		return id
	}
	names := func(ids []program.TypeID) (s []string) {
		for _, id := range ids {
			s = append(s, p.Type(id).Name)
		}
		return s
	}
	sigs := func(ids []program.MethodID) (s []string) {
		for _, id := range ids {
			s = append(s, p.Type(p.Method(id).Owner).Name+"."+p.Signature(id))
		}
		return s
	}
	method := func(t program.TypeID, name string, i int) program.MethodID { return p.MethodsByName(t, name)[i] }
	diff(t, "supertypes of C", names(p.Supertypes(typ("C"))), []string{"B", "A", "J", "I"})
	diff(t, "subtypes of A", names(p.Subtypes(typ("A"))), []string{"B"})
	diff(t, "B.f overrides", sigs(p.Overrides(method(typ("B"), "f", 0))), []string{"I.f(int)"})
	diff(t, "C.f overrides", sigs(p.Overrides(method(typ("C"), "f", 0))), []string{"B.f(int)", "I.f(int)"})
	diff(t, "I.f is overridden by", sigs(p.Overriders(method(typ("I"), "f", 0))), []string{"B.f(int)", "C.f(int)"})
	diff(t, "D.cmp overrides", sigs(p.Overrides(method(typ("D"), "cmp", 0))), []string{"Cmp.cmp(Object,Object)"})
	for _, c := range []struct {
		typ, name string
		want      bool
	}{{"A", "g", false}, {"A", "h", true}, {"A", "s", true}, {"A", "p", true}, {"B", "f", false}, {"B", "g", true}, {"C", "f", true}, {"I", "f", false}} {
		if got := p.UniqueTarget(method(typ(c.typ), c.name, 0)); got != c.want {
			t.Errorf("UniqueTarget(%s.%s) is %v", c.typ, c.name, got)
		}
	}
	if p.Stats.Cycles != 1 {
		t.Errorf("%d cycles, want 1", p.Stats.Cycles)
	}
	if !p.IsSubtype(typ("C"), typ("I")) || p.IsSubtype(typ("I"), typ("C")) {
		t.Error("IsSubtype")
	}
}

// The methods of anonymous classes and of enum constants override, too.
func TestOverriddenInBodies(t *testing.T) {
	p := link(t, `class A { void f() { } void g() { } Object h = new A() { void f() { } }; void i() { new A() { void g() { } }; } } enum E { X { void j() { } }; void j() { } void k() { } }`)
	got := map[string]bool{}
	for m := range program.MethodID(p.NumMethods()) {
		if !p.Type(p.Method(m).Owner).Local {
			got[p.MethodName(p.Method(m))] = p.UniqueTarget(m)
		}
	}
	diff(t, "unique targets", got, map[string]bool{"f": false, "g": false, "i": true, "j": false, "k": true})
}

func TestGetter(t *testing.T) {
	p := link(t, `class A { int x; int a() { return x; } int b() { return this.x; } int c() { return (x); } int d() { return x + 1; } int e(int x) { return x; } int f() { return a(); } int g() { int y = x; return y; } }`)
	for m := range program.MethodID(p.NumMethods()) {
		want := program.NoField
		if p.MethodName(p.Method(m)) <= "c" {
			want = 0
		}
		if got := p.Getter(m); got != want {
			t.Errorf("Getter(%s) is %d, want %d", p.MethodName(p.Method(m)), got, want)
		}
	}
}

// One name for two declarations: the nearest is meant, and all are kept.
func TestDuplicates(t *testing.T) {
	p := link(t, `
-- one/core/p/A.java --
package p; public class A { static void which() { } }
-- one/app/p/User.java --
package p; class User { void f() { A.which(); Old.which(); } }
-- two/core/p/A.java --
package p; public class A { static void which() { } }
-- two/app/p/User.java --
package p; class User { void f() { A.which(); Old.which(); } }
-- two/app/q/Other.java --
package q; import p.*; class Other { void f() { A.which(); } }
-- three/p/Old.java --
package p; class Old { static void which() { } } class A { static void which() { A.which(); } }
`)
	r := p.NewResolver()
	var got []string
	for m := range program.MethodID(p.NumMethods()) {
		b := r.Body(m)
		check(t, p, b)
		for _, c := range b.Calls {
			got = append(got, b.File.Path+" "+b.File.Text(c.Node)+" "+p.Files[p.Method(c.Target).File].Path)
		}
	}
	diff(t, "calls", got, []string{
		"one/app/p/User.java A.which() one/core/p/A.java",
		"one/app/p/User.java Old.which() three/p/Old.java",
		"two/app/p/User.java A.which() two/core/p/A.java",
		"two/app/p/User.java Old.which() three/p/Old.java",
		"two/app/q/Other.java A.which() two/core/p/A.java",
		"three/p/Old.java A.which() three/p/Old.java",
	})
	if p.Stats.Duplicates != 3 {
		t.Errorf("%d duplicates, want 3", p.Stats.Duplicates)
	}
}

// Files in another order give other numbers and the same meanings; no file gives an empty program.
func TestEmpty(t *testing.T) {
	p := program.Link(nil)
	if p.NumTypes() != 0 || p.TypeByName("A") != program.NoType {
		t.Error("types in a program without files")
	}
	p = link(t, "// nothing\n")
	if lo, hi := p.MethodsOf(0); lo != hi {
		t.Error("methods in an empty file")
	}
}

// Whatever the parser makes of broken code resolves to something.
func TestBrokenCode(t *testing.T) {
	for _, text := range []string{
		"class A { int x; void f( { x = ; g(1,; } void g(int i) { this.; new ; x.y.; (a -> ); for (;;; } int h() { return x; } }",
		"R { int x = y; }",
		"void f(int a) { return a; } int g() { f(); }",
		"class { void f() { new () { }; } } record (int) { { } }",
		"class A extends { } enum { A, B; A() { } } interface implements A { }",
		"class A { A { } } interface I { I { } }",
		// A name that the parser put in, of no text, before a dot.
		"class r{e Branch private String name({return branch}String f(h.e;String r(StringBuilder out){out.ppend(name.trim())ppendh(.phone());\nreturn out.toString();\n}\n}\n\nclass Branch {\nprivate String number;\nprivate String area;\n\nString phone()",
	} {
		checkAll(t, link(t, text))
	}
}

// Files that lost some bytes resolve to something valid.
func TestDamagedFiles(t *testing.T) {
	paths, contents := read(t, "testdata")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		damaged := make([][]byte, len(contents))
		for i, c := range contents {
			lo := rng.IntN(len(c))
			hi := min(len(c), lo+rng.IntN(30))
			damaged[i] = append(append([]byte(nil), c[:lo]...), c[hi:]...)
		}
		checkAll(t, program.Link(parseAll(paths, damaged)))
	}
}

func checkAll(t *testing.T, p *program.Program) {
	t.Helper()
	r := p.NewResolver()
	for m := range program.MethodID(p.NumMethods()) {
		check(t, p, r.Body(m))
		p.Signature(m)
		p.Getter(m)
	}
	for f := range program.FieldID(p.NumFields()) {
		check(t, p, r.FieldInit(f))
	}
	for i := range program.TypeID(p.NumTypes()) {
		p.Supertypes(i)
		p.Subtypes(i)
	}
}

func TestTypeOfRoundTrip(t *testing.T) {
	p := link(t, "-- A.java --\nclass A { int x; void f() { } }\n-- B.java --\n\n-- C.java --\nclass C { class D { int y; void g() { } } }\n")
	for i := range program.TypeID(p.NumTypes()) {
		if ty := p.Type(i); p.TypeOf(ty.File, ty.Idx) != i || p.TypeDecl(i).Name != ty.Name {
			t.Errorf("type %d", i)
		}
	}
	for i := range program.MethodID(p.NumMethods()) {
		if m := p.Method(i); p.MethodOf(m.File, m.Idx) != i || p.MethodDecl(i).Name != p.MethodName(m) {
			t.Errorf("method %d", i)
		}
	}
	for i := range program.FieldID(p.NumFields()) {
		if f := p.Field(i); p.FieldOf(f.File, f.Idx) != i || p.FieldDecl(i).Name != p.FieldName(f) {
			t.Errorf("field %d", i)
		}
	}
	if p.TypeOf(0, -1) != program.NoType || p.MethodOf(0, java.MethodIdx(-1)) != program.NoMethod {
		t.Error("the number of none")
	}
}
