package program_test

import "testing"

// The marker /*= ... */ after an expression says what it denotes; see describe.
func TestNames(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"locals and parameters", `class A {
			int f(int a, long b, String... rest) {
				int c = a/*=param a@1 : int*/;
				{ double d = 1; c = (int) d/*=local d@6 : double*/; }
				{ float e = c; e/*=local e@6 : float*/ = 2; }
				String s = rest/*=param rest@4 : java.lang.String[]*/[0];
				return s/*=local s@6 : java.lang.String*/.length() + c;
			}
			static int g(int a) { return a/*=param a@0 : int*/; }
		}`},
		{"fields", `class A extends B {
			int x; static int y; A next; int x(int x) { return x/*=param x@1 : int*/; }
			void f() {
				x/*=field A.x this : int*/ = 1;
				this.x/*=field A.x : int*/ = 2;
				y/*=field A.y static : int*/ = 3;
				A.y/*=field A.y static : int*/ = 3;
				next.next.x/*=field A.x : int*/ = 4;
				inherited/*=field B.inherited this : int*/ = 5;
				super.inherited/*=field B.inherited : int*/ = 5;
				nowhere/*=unknown*/ = 6;
			}
		}
		class B { int inherited; }`},
		{"nested classes see their surroundings", `class A {
			int x; static int y;
			class In { int z; void f() { x/*=field A.x outer : int*/ = z/*=field A.In.z this : int*/ + y/*=field A.y static : int*/; A.this/*=this outer : A*/.x/*=field A.x : int*/ = 1; } }
		}`},
		{"arrays", `class A { int[][] a; int f(String[] s) {
			return a.length/*=array length : int*/ + a[0].length/*=array length : int*/ + a[0][1]/*=int*/ + s[0]/*=java.lang.String*/.length()/*=call api : int*/ ; } }`},
		{"static members of other types", `
-- p/A.java --
package p;
import q.B;
import q.C.*;
import static q.B.shared;
import static q.B.*;
class A { void f() {
	B.shared/*=field q.B.shared static : int*/ = 1;
	q.B/*=type : q.B*/.shared = 1;
	shared/*=field q.B.shared static : int*/ = 2;
	other/*=field q.B.other static : int*/ = 3;
	In/*=type : q.C.In*/.z = 3;
	System.out/*=api field static : java.io.PrintStream*/.println(java.io.File.separator/*=api field static : java.lang.String*/);
	q/*=package*/.B.shared = 1;
} }
-- q/B.java --
package q;
public class B { public static int shared, other; }
-- q/C.java --
package q;
public class C { public static class In { public static int z; } }
`},
		{"a local hides a field, a field hides a type", `class A { int v; int B; static class B { static int c; }
			void f(int v) { v/*=param v@1 : int*/ = B/*=field A.B this : int*/; { int B = 2; v = B/*=local B@2 : int*/; } } }`},
		{"a library ancestor may have any field", `class A extends javax.swing.JFrame { void f() {
			who/*=api field this*/ = 1; this.who/*=api field*/ = 2;
			use(Font.PLAIN/*=api field static*/, ABC/*=api field this*/.x, com.acme.Font/*=type : ?*/.BOLD, Font/*=type : ?*/.size); }
			static void s() { who/*=api field static*/ = 1; } }`},
		{"for, catch, resources, lambdas", `import java.util.*; class A { int n; void f(List<String> l, int[] a) throws Exception {
			for (int i = 0; i/*=local i@3 : int*/ < 3; i++) { }
			for (String s : l) s/*=local s@4 : java.lang.String*/.trim();
			for (int v : a) n = v/*=local v@6 : int*/;
			for (var v : a) n = v/*=local v@6 : int*/;
			try (A r = new A(); var q = r/*=local r@3 : A*/) { q/*=local q@4 : A*/.n = 1; }
			catch (RuntimeException | Error e) { e/*=local e@3 : java.lang.Throwable*/.hashCode(); }
			java.util.function.Function<A, A> g = x -> x/*=local x@4*/;
			l.sort((x, y) -> x/*=local x@4*/.compareTo(y/*=local y@5*/));
			java.util.function.Function<A, A> h = (A x) -> x/*=local x@5 : A*/.self();
		} A self() { return this/*=this : A*/; } }`},
		{"var takes the type of the initializer", `class A { A next; void f() { var a = new A(); a/*=local a@1 : A*/.next/*=field A.next : A*/.f()/*=call own A.f() : void*/;
			var n = 1L; var m = 2; m/*=local m@4 : int*/ = 3; } }`},
		{"patterns", `record P(int x, P next) { } class A { int f(Object o, int k) {
			if (o instanceof P p && p/*=local p@3 : P*/.x() > 0) return p/*=local p@3 : P*/.x()/*=call api P.x implied : int*/;
			if (!(o instanceof String s)) return 0;
			k = s/*=local s@3 : java.lang.String*/.length();
			if (o instanceof P(int y, P(var z, var w))) return y/*=local y@4 : int*/;
			return switch (o) { case P q when q/*=local q@4 : P*/.x() > 1 -> q.x(); case Integer i -> i/*=local i@4 : java.lang.Integer*/; default -> 0; };
		} }`},
		{"a pattern's variable ends with its statement", `class A { String s; void f(Object o) {
			if (o instanceof String s) { s/*=local s@2 : java.lang.String*/.trim(); } else { s/*=field A.s this : java.lang.String*/.trim(); }
			s/*=field A.s this : java.lang.String*/.trim();
			boolean b = o instanceof String s && s/*=local s@3 : java.lang.String*/.isEmpty();
			s/*=field A.s this : java.lang.String*/.trim(); } }`},
		{"enums", `enum E { X(1) { int v() { return w/*=field E.w this : int*/; } }, Y(2); int w; E(int w) { this.w = w/*=param w@3 : int*/; } int v() { return 0; }
			static E at(int i) { return values()/*=call api static implied : E[]*/[i]; } }
			class A { int f(E e) { switch (e) { case X/*=field E.X static : E*/: return 1; case Y: return E.Y/*=field E.Y static : E*/.v()/*=call own E.v() : int*/; }
			for (E x : E.values()/*=call api static implied : E[]*/) x.name()/*=call api*/; return E.valueOf("X")/*=call api static implied : E*/.w/*=field E.w : int*/; } }`},
		{"captured locals", `class A { int n; void f(final int a, String[] names) { final long b = 1; for (String s : names) {
			new Thread() { int c; public void run() { c = a/*=captured a@-1 : int*/ + (int) b/*=captured b@-1 : long*/; s/*=captured s@-1 : java.lang.String*/.trim(); n/*=field A.n outer : int*/ = later/*=api field this*/; }
				void g() { Runnable r = () -> { int a = 2; a/*=local a@2 : int*/ = 3; }; } }; int later = 0; }
			java.util.function.IntUnaryOperator o = q -> new Object() { int g() { return q/*=captured q@-1*/; } }.g()/*=call own A.2.g() : int*/; } }`},
		{"a nearer field comes before a farther local", `class A { void f(int a, int b) { new Object() { int a; void g(String c) { for (long d : new long[0]) { int e = 1;
			new Object() { void h() { a/*=field A.1.a outer : int*/ = b/*=captured b@-1 : int*/; c/*=captured c@-1 : java.lang.String*/.length(); e/*=captured e@-1 : int*/ = (int) d/*=captured d@-1 : long*/; } }; } } }; } }`},
		{"captured pattern and exception", `class A { Object o; void f(Object p) { if (p instanceof String s) { try { } catch (RuntimeException e) { new Object() { int g() { return s/*=captured s@-1 : java.lang.String*/.length() + e/*=captured e@-1 : java.lang.RuntimeException*/.hashCode(); } }; } }
			new Object() { Object o = this; int g() { return s/*=unknown*/; } }; } }`},
		{"local classes", `class A { Object f(int k) { class L { int v = k; L next() { return new L()/*=new own : A.L*/; } }
			{ class M { int only; } new M().only/*=field A.M.only : int*/ = 1; }
			L l = new L(); return l.next()/*=call own A.L.next() : A.L*/.v/*=field A.L.v : int*/; } }`},
		{"field initializers and records", `record P(int x, String... names) { static P ZERO = new P(0)/*=new own P.P(int,String...) : P*/; P { x/*=param x@1 : int*/ = names/*=param names@2 : java.lang.String[]*/.length; }
			int twice() { return x/*=field P.x this : int*/ + x()/*=call api P.x this implied : int*/; } }`},
		{"type variables have their bounds", `class N { int v; } class B<T extends N> { T t; T get() { return t; } int f(T a) { return a/*=param a@1 : N*/.v/*=field N.v : int*/ + get()/*=call own B.get() this : N*/.v; }
			<U> U id(U u) { return u/*=param u@1 : java.lang.Object*/; } void g(B<N> b) { b.get()/*=call own B.get() : N*/.v/*=field N.v : int*/ = 1; id(b)/*=call own B.id(Object) this*/; } }`},
		{"captured in a lambda is an ordinary local", `class A { void f(int a) { Runnable r = () -> System.out.println(a/*=param a@1 : int*/); } }`},
		{"shadowed by a loop's end", `class A { int i; void f() { for (int i = 0; ; ) { } } void g() { for (int i = 0; i < 1; i++) ; i/*=field A.i this : int*/ = 1; } }`},
		{"this and super", `class B { } class A extends B { Object f() { g(super.hashCode()/*=call api : int*/); return this/*=this : A*/; } void g(int x) { } }`},
		{"a switch over a string takes two slots", `class A { void f(String s) { switch (s) { case "a": int k = 1; k/*=local k@4 : int*/ = 2; } int j; j/*=local j@2 : int*/ = 1;
			synchronized (this) { int m; m/*=local m@4 : int*/ = 2; } } }`},
		{"types of expressions", `class A { void f(int i, long l, char c, Integer b, Object o, float g, boolean z) {
			use((i + l)/*=long*/, (c + c)/*=int*/, ("" + o)/*=java.lang.String*/, (i < l)/*=boolean*/, (b + 1)/*=int*/, (l << i)/*=long*/, (g * i)/*=float*/);
			use((z ? 1 : 2L)/*=long*/, (z ? null : this)/*=A*/, (i = 3)/*=int*/, (-c)/*=int*/, (!z)/*=boolean*/, (long) i/*=param i@1 : int*/, A.class/*=java.lang.Class*/, (o instanceof A)/*=boolean*/);
			use(new int[3][]/*=int[][]*/, new A[] { null }/*=A[]*/, 1L/*=long*/, 'c'/*=char*/, 1f/*=float*/, 1.0/*=double*/); } void use(Object... o) { } }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if marks(t, link(t, c.text)) == 0 {
				t.Error("no marks")
			}
		})
	}
}
