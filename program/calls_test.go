package program_test

import "testing"

func TestCalls(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"the receiver's type decides", `class A { B b; A a; static A make() { return null; } B b() { return b; } void f(B p, B[] q, Object o) {
			b.g()/*=call own B.g() : int*/; this.b.g()/*=call own B.g() : int*/; p.g()/*=call own B.g() : int*/; q[0].g()/*=call own B.g() : int*/;
			b().g()/*=call own B.g() : int*/; A.make()/*=call own A.make() static : A*/.a.b()/*=call own A.b() : B*/.g()/*=call own B.g() : int*/;
			((B) o).g()/*=call own B.g() : int*/; new B().g()/*=call own B.g() : int*/; (o == null ? b : p).g()/*=call own B.g() : int*/;
			o.g()/*=call api*/; q.clone()/*=call api : B[]*/[0].g()/*=call own B.g() : int*/; (b = p).g()/*=call own B.g() : int*/;
			"".length()/*=call api : int*/; unknown.g()/*=call api unresolved*/; o.foo().g()/*=call api unresolved*/; } }
			class B { int g() { return 1; } }`},
		{"overloads by number and by type", `class A { void f(int a) {} void f(long a) {} void f(String a) {} void f(Object a) {} void f(int a, int b) {} void f(int a, Object... r) {} void f(char c) {} void f(B b) {}
			void g(byte b, Integer i, double d, Object o, B bb, C c, StringBuffer sb, int[] ia, java.util.List l) {
			f(1)/*=call own A.f(int) this : void*/; f(1L)/*=call own A.f(long) this : void*/; f('c')/*=call own A.f(char) this : void*/; f("")/*=call own A.f(String) this : void*/;
			f(b)/*=call own A.f(int) this : void*/; f(1, 2)/*=call own A.f(int,int) this : void*/; f(1, "")/*=call own A.f(int,Object...) this : void*/; f(1, 2, 3)/*=call own A.f(int,Object...) this : void*/;
			f(o)/*=call own A.f(Object) this : void*/; f(c)/*=call own A.f(B) this : void*/; f(bb)/*=call own A.f(B) this : void*/; f(ia)/*=call own A.f(Object) this : void*/; f(sb)/*=call own A.f(Object) this : void*/;
			f("" + 1)/*=call own A.f(String) this : void*/; f(1 + 1L)/*=call own A.f(long) this : void*/; f(l)/*=call own A.f(Object) this : void*/; f(d)/*=call own A.f(Object) this : void*/; } }
			class B {} class C extends B {}`},
		{"varargs last", `class A { void f(Object o) {} void f(Object... o) {} void g(String s, int... r) {} void h() { f()/*=call own A.f(Object...) this : void*/; f(1)/*=call own A.f(Object) this : void*/; f(1, 2)/*=call own A.f(Object...) this : void*/; g("")/*=call own A.g(String,int...) this : void*/; g("", 1, 2)/*=call own A.g(String,int...) this : void*/; g("", new int[0])/*=call own A.g(String,int...) this : void*/; } }`},
		{"inherited, overridden, of interfaces", `interface I { void i(); default void d() {} static void s() {} }
			class A implements I { public void i() {} void a() {} void o() {} }
			class B extends A { void o() { super.o()/*=call own A.o() : void*/; a()/*=call own A.a() this : void*/; i()/*=call own A.i() this : void*/; d()/*=call own I.d() this : void*/; o()/*=call own B.o() this : void*/; I.super.d()/*=call own I.d() : void*/; I.s()/*=call own I.s() static : void*/; toString()/*=call api this : java.lang.String*/; gone()/*=call api this unresolved*/; } }`},
		{"enclosing classes and static imports", `
-- p/A.java --
package p;
import static q.U.help;
import static q.V.*;
class A { void m() {} static void s() {}
	class In { void f() { m()/*=call own p.A.m() outer : void*/; s()/*=call own p.A.s() static : void*/; help()/*=call own q.U.help() static : void*/; all(1)/*=call own q.V.all(int) static : void*/; } void g() { A.this.m()/*=call own p.A.m() : void*/; } }
	void f() { new Object() { void x() { m()/*=call own p.A.m() outer : void*/; x()/*=call own p.A.1.x() this : void*/; } }; } }
-- q/U.java --
package q;
public class U { public static void help() {} }
-- q/V.java --
package q;
public class V { public static void all(int i) {} }
`},
		{"constructors", `class A { A() { this(1);/*=new own A.A(int) this : A*/ } A(int i) { super();/*=new api this : java.lang.Object*/ } A(String s) {} class In { In(int q) {} }
			void f() { new A()/*=new own A.A() : A*/; new A("")/*=new own A.A(String) : A*/; new B()/*=new own : B*/; new Object()/*=new api : java.lang.Object*/; this.new In(1)/*=new own A.In.In(int) : A.In*/;
			new A(2) { void g() { f()/*=call own A.f() this : void*/; } }/*=new own A.A(int) : A*/; new I() { }/*=new own : I*/; new java.util.Vector<A>(1)/*=new api : java.util.Vector*/; } } class B {} interface I {}`},
		{"library ancestors", `class A extends javax.swing.JPanel { void f(A a) { repaint()/*=call api this*/; a.repaint()/*=call api*/; f(a)/*=call own A.f(A) this : void*/; } void add(int x) {} void g() { add("not an int")/*=call api this*/; } }`},
		{"private methods of the program's own", `class A { private void p() {} } class B extends A { void p() {} void f(A a, B b) { a.p()/*=call own A.p() : void*/; b.p()/*=call own B.p() : void*/; } }`},
		{"method references", `import java.util.function.*; class A { static int one(String s) { return 1; } void two() {} void f() { Function<String, Integer> g = A::one/*=method ref A.one(String)*/; Runnable r = this::two/*=method ref A.two()*/; Supplier<A> n = A::new/*=method ref*/; Function<String, Integer> h = String::length/*=method ref*/; } }`},
		{"generic receivers", `import java.util.*; class Box<T> { T v; T get() { return v; } List<T> all() { return null; } Box<T> self() { return this; } }
			class A { void x() {} Map<A, List<A>> n() { return null; } void f(Box<A> b, List<A> l) { b.self()/*=call own Box.self() : Box*/.get()/*=call own Box.get()*/.x()/*=call api unresolved*/; l.get(0)/*=call api : A*/.x()/*=call own A.x() : void*/; b.get()/*=call own Box.get() : A*/.x()/*=call own A.x() : void*/; b.v/*=field Box.v : A*/.x(); b.all()/*=call own Box.all() : List*/.get(0)/*=call api*/; Map<String, ? extends A> m = null; m.get("")/*=call api : A*/.x(); m.entrySet().iterator().next()/*=call api : ?*/.getValue()/*=call api : A*/.x(); for (Map.Entry<A, List<A>> e : n().entrySet()) { e.getKey()/*=call api : A*/.x(); e.getValue().get(0)/*=call api : A*/.x(); } for (var q : m.values()) q/*=local q@5 : A*/.x(); for (A w : m.values()) n().keySet().iterator().next()/*=call api : A*/.x(); for (A a : l) a.x()/*=call own A.x() : void*/; A c = b.get(); c.x()/*=call own A.x() : void*/; } }`},
		{"calls in lambdas and switches", `class A { int f(int i) { Runnable r = () -> { f(1)/*=call own A.f(int) this : int*/; }; return switch (i) { case 1 -> f(2)/*=call own A.f(int) this : int*/; default -> { yield f(3)/*=call own A.f(int) this : int*/; } }; } }`},
		{"nested and inherited type names", `class A { static class N { static void s() {} } interface M { int C = 1; } } class B extends A { void f(N n) { N.s()/*=call own A.N.s() static : void*/; n.s()/*=call own A.N.s() static : void*/; int i = M.C/*=constant A.M.C = 1 static : int*/; A.N/*=type : A.N*/.s(); } } class C { A.N m; void f() { m.s()/*=call own A.N.s() static : void*/; new A.N()/*=new own : A.N*/; } }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if marks(t, link(t, c.text)) == 0 {
				t.Error("no marks")
			}
		})
	}
}
