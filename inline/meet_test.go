package inline_test

import (
	"testing"

	"refract/inline"
	"refract/program"
	"refract/vectors"
)

// TestRefactoringsMeet holds that in the operation family the inlined form of the refactored code is the original,
// but for what the refactoring's rule zeroes: before is method a, after is method b with all calls inlined.
func TestRefactoringsMeet(t *testing.T) {
	locals := []string{"op.load*", "op.store*"}
	extract := []string{"op.load*", "op.store*", "op.constant.*"}
	tests := []struct {
		name    string
		from    string // the callee that is inlined into a as well, "" for none
		into    string // the only callee that is inlined into b, "" for all
		zero    []string
		members string
	}{
		{name: "extract method, a value", zero: extract, members: `
			void a(double x, double y) { double r = x * y; System.out.println(r); }
			void b(double x, double y) { System.out.println(f(x, y)); }
			double f(double x, double y) { return x * y; }`},
		{name: "extract method, statements", zero: extract, members: `
			void a(int x) { n = x; if (x > 3) { n = 4; System.out.println(n); } }
			void b(int x) { n = x; f(x); }
			void f(int x) { if (x > 3) { n = 4; System.out.println(n); } }`},
		{name: "extract method, a computed value", zero: extract, members: `
			int a(int x) { int y = n * x; while (y > x) { y = y / 2; } return y + 1; }
			int b(int x) { return f(x) + 1; }
			int f(int x) { int y = n * x; while (y > x) { y = y / 2; } return y; }`},
		{name: "extract method, static, named by the type", zero: extract, members: `
			static int a(int[] x) { int s = 0; for (int v : x) { s = s + v; } return s * 2; }
			static int b(int[] x) { return T.f(x) * 2; }
			static int f(int[] x) { int s = 0; for (int v : x) { s = s + v; } return s; }`},
		{name: "inline method, called twice", zero: extract, members: `
			int a(int x) { if (n * x > 5) { return 1; } return n * x; }
			int b(int x) { if (f(x) > 5) { return 1; } return f(x); }
			int f(int x) { return n * x; }`},
		{name: "replace temp with query", zero: locals, members: `
			int a() { int base = n * 3; return base + 7; }
			int b() { return base() + 7; }
			int base() { return n * 3; }`},
		{name: "self encapsulate field", members: `
			boolean a(int low) { return n >= low && n <= this.n + 1; }
			boolean b(int low) { return getN() >= low && getN() <= this.getN() + 1; }
			int getN() { return n; }`},
		{name: "self encapsulate field of another object", members: `
			int a(T o) { return o.n + 1; }
			int b(T o) { return o.getN() + 1; }
			int getN() { return this.n; }`},
		{name: "self encapsulate a static field", members: `
			int a() { return s + T.s; }
			int b() { return getS() + T.getS(); }
			static int getS() { return s; }`},
		{name: "encapsulate downcast", zero: extract, members: `
			void a(int k) { String x = (String) get(k); text = x; }
			void b(int k) { String x = getText(k); text = x; }
			String getText(int k) { return (String) get(k); }
			Object get(int k) { return text; }`},
		{name: "replace magic number with query method", members: `
			double a(double h) { return h * 9.81; }
			double b(double h) { return h * gravity(); }
			static double gravity() { return 9.81; }`},
		{name: "replace magic number with symbolic constant", members: `
			double a(double h) { return h * 9.81; }
			static final double G = 9.81;
			double b(double h) { return h * G; }`},
		{name: "replace parameter with method", from: "price", into: "lower", zero: locals, members: `
			int a() { int level = level(); return price(n, level); }
			int price(int base, int level) { if (level == 2) { return base * 10; } return base * 5; }
			int b() { return lower(n); }
			int lower(int base) { if (level() == 2) { return base * 10; } return base * 5; }
			int level() { return 2; }`},
		{name: "method object",
			zero: []string{"op.load*", "op.store*", "op.getfield", "op.putfield", "op.new", "op.invoke_init", "op.aload_0"}, members: `
			int a(int x) { int y = n * x; int z = y + n; return y * z; }
			int b(int x) { return new Gamma(this, x).compute(); }
			static class Gamma {
				T source; int x, y, z;
				Gamma(T source, int x) { this.source = source; this.x = x; }
				int compute() { y = source.n * x; z = y + source.n; return y * z; }
			}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, table := build(t, "class T { int n; static int s; String text; "+tt.members+" }")
			before, after := table.Base(method(t, p, "a")), most(table, method(t, p, "b"))
			if tt.from != "" {
				before = single(t, table, method(t, p, "a"), method(t, p, tt.from))
				after = single(t, table, method(t, p, "b"), method(t, p, tt.into))
			}
			got, want := abstracted(after, vectors.Operation, tt.zero...), abstracted(before, vectors.Operation, tt.zero...)
			if got != want {
				t.Errorf("%s\n after, inlined: %s\n        before: %s", tt.members, got, want)
			}
		})
	}
}

func most(table *inline.Table, m program.MethodID) vectors.Vector {
	return table.Vector(table.MostInlined(m))
}

func single(t *testing.T, table *inline.Table, m, callee program.MethodID) vectors.Vector {
	t.Helper()
	lo, hi := table.Rows(m)
	for r := lo; r < hi; r++ {
		if row := table.Row(r); row.Mode == inline.Single && row.Callee == callee {
			return table.Vector(r)
		}
	}
	t.Fatalf("no row of %d with %d inlined", m, callee)
	return nil
}

// figure1 are the three methods of Figure 1 of the paper, from JMeter 1.8.
const figure1 = `
class JMeterUtils {
	public static Vector getControllers(Properties properties) {
		String name = "controller.";
		Vector v = new Vector();
		Enumeration names = properties.keys();
		while (names.hasMoreElements()) {
			String prop = (String) names.nextElement();
			if (prop.startsWith(name)) {
				Object o = instantiate(properties.getProperty(prop), "org.apache.jmeter.control.SamplerController");
				v.addElement(o);
			}
		}
		return v;
	}
	public static Vector getVector(Properties properties, String name) {
		Vector v = new Vector();
		Enumeration names = properties.keys();
		while (names.hasMoreElements()) {
			String prop = (String) names.nextElement();
			if (prop.startsWith(name)) {
				v.addElement(properties.getProperty(prop));
			}
		}
		return v;
	}
	public static Vector getVisualizers(Properties properties) {
		return instantiate(getVector(properties, "visualizer."), "org.apache.jmeter.visualizers.Visualizer");
	}
	public static Object instantiate(String className, String impls) { return null; }
	public static Vector instantiate(Vector v, String className) { return v; }
}`

// TestTable1 holds the vectors of Figure 1 against the paper's Table 1. A simple name of the paper's is a simple name
// or a type name here, for its trees (of Eclipse JDT) have a name inside a type.
func TestTable1(t *testing.T) {
	columns := []string{"simple name", "string literal", "var. decl. stmt.", "cast", "if", "return", "while", "mth invoc.", "new invoc.", "API invoc."}
	features := [][]string{{"syntax.simple_name", "syntax.type_name"}, {"syntax.literal.string"}, {"syntax.var_declaration_statement"},
		{"syntax.cast_expression"}, {"syntax.if_statement"}, {"syntax.return_statement"}, {"syntax.while_statement"},
		{"syntax.invoke_own"}, {"syntax.invoke_new"}, {"syntax.invoke_api"}}
	p, table := build(t, figure1)
	getVisualizers := method(t, p, "getVisualizers")
	for _, row := range []struct {
		name string
		v    vectors.Vector
		want [10]int
	}{
		{"getControllers", table.Base(method(t, p, "getControllers")), [...]int{29, 2, 5, 1, 1, 1, 1, 1, 1, 6}},
		{"getVector", table.Base(method(t, p, "getVector")), [...]int{23, 0, 3, 1, 1, 1, 1, 0, 1, 6}},
		{"getVisualizers", table.Base(getVisualizers), [...]int{3, 2, 0, 0, 0, 1, 0, 2, 0, 0}},
		{"getVisualizers (inline getVector)", single(t, table, getVisualizers, method(t, p, "getVector")),
			[...]int{26 - 1, 2, 3, 1, 1, 2 - 1, 1, 2 - 1, 1, 6}},
	} {
		for i, column := range columns {
			g := vectors.MustGroup(features[i]...)
			if got := row.v.Sum(&g); got != row.want[i] {
				t.Errorf("%s: %s = %d, the paper has %d", row.name, column, got, row.want[i])
			}
		}
	}
}
