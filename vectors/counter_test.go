package vectors_test

import (
	"testing"

	"refract/vectors"
)

// context is the class that the snippets of the tables stand in, as members or as the body of a method.
const context = `
class C extends Base {
  static final int K = 3; static final String S = "s"; static final boolean DEBUG = false; static final long L = 1L << 4;
  static int count; int f; long w; C next; int[] data; String text; boolean flag;
  int get() { return f; }
  static int sum(int a, int b) { return a + b; }
  %s
}
class Base { int base; void hook() { } }
`

func TestOperations(t *testing.T) {
	tests := []struct{ name, member, want string }{
		{"nothing", "void m() { }", ""},
		{"slots", "void m(int a, long b, int c) { int d = a; b = c; }",
			"op.load=1 op.load_1=1 op.store=1 op.store_2=1"},
		{"static slots", "static int m(int a) { int b = a; return b; }", "op.load_0=1 op.load_1=1 op.store_1=1 op.return_value=1"},
		{"a block gives its slots back", "void m() { { int a = f; } int b = f; }", "op.store_1=2 op.aload_0=2 op.getfield=2"},
		{"declaration without a value", "void m() { int a; String b, c; }", ""},
		{"fields", "void m() { f = this.f; count = C.count; next.f = base; }",
			"op.aload_0=4 op.getfield=3 op.putfield=2 op.getstatic=1 op.putstatic=1"},
		{"library fields", "void m(java.awt.Point p) { p.x = p.y; Object o = System.out; }",
			"op.load_1=2 op.store_2=1 op.getfield_api=1 op.putfield_api=1 op.getstatic_api=1"},
		{"constants", "void m() { f = K; f = 3; f = K + 2 * K; text = S; text = \"a\" + S + K; w = L; flag = DEBUG; }",
			"op.aload_0=7 op.putfield=7 op.constant.int=3 op.constant.long=1 op.constant.boolean=1 op.constant.string=2"},
		{"a constant takes the type that it is converted to", "void m(double d) { w = 1; d = 1; d = d * 2; long x = K; }",
			"op.load_1=1 op.store_1=2 op.store_3=1 op.aload_0=1 op.putfield=1 op.constant.long=2 op.constant.double=2 op.mul=1"},
		{"qualified constant", "void m() { f = C.K; }", "op.aload_0=1 op.putfield=1 op.constant.int=1"},
		{"case labels load nothing", "void m(int a) { switch (a) { case K: f = 1; break; case 4: default: } }",
			"op.load_1=1 op.aload_0=1 op.putfield=1 op.constant.int=1 op.switch=1 op.goto=1"},
		{"class literal, null", "void m(Object o) { o = C.class; o = null; }", "op.store_1=2 op.constant.null=1 op.constant.class=1"},

		{"increments", "void m(int i, long l) { i++; i += 2; i += K; i -= f; l++; f++; }",
			"op.load_1=1 op.load_2=1 op.store_1=1 op.store_2=1 op.iinc=3 op.aload_0=2 op.getfield=2 op.putfield=1 " +
				"op.constant.int=1 op.constant.long=1 op.add=2 op.sub=1"},
		{"compound assignment", "void m(int[] a, String s) { a[1] += f; s += a; }",
			"op.load_1=2 op.load_2=1 op.store_2=1 op.aload_0=1 op.getfield=1 op.constant.int=1 op.add=1 op.concat=1 op.array_load=1 op.array_store=1"},

		{"conditions", "void m(int a) { if (a == 1) f = 1; while (a < 2) a = 3; }",
			"op.load_1=2 op.store_1=1 op.aload_0=1 op.putfield=1 op.constant.int=4 op.if_eq=1 op.if_lt=1 op.loop=1"},
		{"a negation turns what it reaches", "boolean m(int a, boolean b) { return !(a == 1 && b) || !(!b) || !(a >= get()); }",
			"op.load_1=2 op.load_2=2 op.aload_0=1 op.constant.int=1 op.if_ne=1 op.if_lt=1 op.if_true=1 op.if_false=1 op.invoke_own=1 op.return_value=1"},
		{"a negation ends at a call", "boolean m(boolean b) { return !is(b && flag); } boolean is(boolean x) { return x; }",
			"op.load_1=1 op.aload_0=2 op.getfield=1 op.if_true=2 op.if_false=1 op.invoke_own=1 op.return_value=1"},
		{"null", "void m(Object o) { if (o == null || null != next) f = 1; if (!(o == null)) f = 2; }",
			"op.load_1=2 op.aload_0=3 op.getfield=1 op.putfield=2 op.constant.int=2 op.if_null=1 op.if_nonnull=2"},
		{"constant conditions test nothing", "void m() { while (true) { if (DEBUG && flag) f = 1; } }",
			"op.aload_0=2 op.getfield=1 op.putfield=1 op.constant.int=1 op.if_true=1 op.loop=1"},
		{"values of conditions", "boolean m(int a) { flag = a > 1; return flag ? a < 2 : !flag; }",
			"op.load_1=2 op.aload_0=3 op.getfield=2 op.putfield=1 op.constant.int=2 op.if_lt=1 op.if_gt=1 op.if_true=1 op.if_false=1 op.return_value=1"},
		{"for and while agree", "void m() { int i = 1; while (i < f) { count = i; i++; } }",
			"op.load_1=2 op.store_1=1 op.iinc=1 op.aload_0=1 op.getfield=1 op.putstatic=1 op.constant.int=1 op.if_lt=1 op.loop=1"},
		{"for and while agree (for)", "void m() { for (int i = 1; i < f; i++) count = i; }",
			"op.load_1=2 op.store_1=1 op.iinc=1 op.aload_0=1 op.getfield=1 op.putstatic=1 op.constant.int=1 op.if_lt=1 op.loop=1"},

		{"enhanced for over an array", "int m(int[] a) { int s = 1; for (int x : a) s = s + x; return s; }",
			"op.load=4 op.load_1=1 op.load_2=2 op.load_3=2 op.store=3 op.store_2=2 op.store_3=1 op.iinc=1 op.constant.int=2 " +
				"op.if_lt=1 op.add=1 op.array_load=1 op.array_length=1 op.return_value=1 op.loop=1"},
		{"enhanced for over anything else", "void m(java.util.List l) { for (Object o : l) next = (C) o; }",
			"op.load_1=1 op.load_2=2 op.load_3=1 op.store_2=1 op.store_3=1 op.aload_0=1 op.putfield=1 op.if_true=1 op.checkcast=1 op.invoke_api=3 op.loop=1"},

		{"arithmetic", "int m(int a, int b) { return -a * b / a % b - ~a + (a & b | a ^ b) + (a << b >> a >>> b); }",
			"op.load_1=7 op.load_2=6 op.add=2 op.sub=1 op.mul=1 op.div=1 op.rem=1 op.neg=1 op.shl=1 op.shr=1 op.ushr=1 " +
				"op.and=1 op.or=1 op.xor=1 op.complement=1 op.return_value=1"},
		{"concatenation", `String m(int a) { return "a" + a + "b" + "c" + (a + a); }`,
			"op.load_1=3 op.constant.string=3 op.add=1 op.concat=4 op.return_value=1"},
		{"casts", "void m(Object o, java.util.List l) { text = (String) o; text = (String) (l.get(1)); f = (int) w; next = (C) next.self(); } Object self() { return this; }",
			"op.load_1=1 op.load_2=1 op.aload_0=6 op.getfield=2 op.putfield=4 op.constant.int=1 op.convert=1 op.checkcast=3 op.invoke_checkcast=2 op.invoke_own=1 op.invoke_api=1"},
		{"instanceof", "boolean m(Object o) { return o instanceof C; }", "op.load_1=1 op.instanceof=1 op.return_value=1"},
		{"pattern", "void m(Object o) { if (o instanceof C c) next = c; }",
			"op.load_1=2 op.load_2=1 op.store_2=1 op.aload_0=1 op.putfield=1 op.if_true=1 op.checkcast=1 op.instanceof=1"},
		{"pattern written out", "void m(Object o) { if (o instanceof C) { C c = (C) o; next = c; } }",
			"op.load_1=2 op.load_2=1 op.store_2=1 op.aload_0=1 op.putfield=1 op.if_true=1 op.checkcast=1 op.instanceof=1"},
		{"arrays", "void m() { data = new int[3]; data[f] = data.length; int[][] a = {{1}, new int[2]}; }",
			"op.store_1=1 op.aload_0=4 op.getfield=3 op.putfield=1 op.constant.int=8 op.array_store=4 op.array_length=1 op.newarray=4"},

		{"calls", "void m(C o) { get(); this.get(); super.hook(); hook(); o.get(); sum(f, 1); C.sum(1, 2); toString(); o.toString(); }",
			"op.load_1=2 op.aload_0=6 op.getfield=1 op.constant.int=3 op.invoke_own=7 op.invoke_api=2"},
		{"constructors", "C() { } C(int a) { this(); } C(long a) { super(); new C(1); }", "op.aload_0=1 op.invoke_init=1"},
		{"creation", "Object m() { return new C(new Object()); } C(Object o) { }", "op.new=2 op.invoke_init=2 op.return_value=1"},
		{"anonymous classes are not looked into", "Object m() { return new Object() { int f = 3; int g() { return f; } }; }",
			"op.new=1 op.invoke_init=1 op.return_value=1"},
		{"local classes are not looked into", "void m() { class In { int g() { return f; } } new In(); }", "op.new=1 op.invoke_init=1"},
		{"lambdas are", "Runnable m(int a) { return () -> { if (a == f) return; count = a; }; }",
			"op.load_1=2 op.aload_0=1 op.getfield=1 op.putstatic=1 op.if_eq=1 op.lambda=1 op.return_value=1 op.lambda_return=1"},
		{"method reference", "Runnable m() { return this::get; }", "op.aload_0=1 op.method_reference=1 op.return_value=1"},
		{"returns", "void m() { if (flag) return; get(); }", "op.aload_0=2 op.getfield=1 op.if_true=1 op.invoke_own=1 op.return_void=1"},
		{"exceptions", "void m() { try { get(); } catch (RuntimeException e) { throw e; } finally { count = 1; } }",
			"op.load_1=1 op.store_1=1 op.aload_0=1 op.putstatic=1 op.constant.int=1 op.invoke_own=1 op.throw=1"},
		{"monitor, assert, break", "void m() { synchronized (this) { assert f > 1; x: for (;;) { break x; } } }",
			"op.aload_0=2 op.getfield=1 op.constant.int=1 op.if_gt=1 op.assert=1 op.loop=1 op.goto=1 op.monitor=1"},
		{"annotations compute nothing", `void m() { @SuppressWarnings({"a", "b"}) int x = 1; }`, "op.store_1=1 op.constant.int=1"},
		{"enclosing instance", "class In { int m() { return f + get() + C.this.f; } }",
			"op.aload_0=3 op.getfield=2 op.add=2 op.invoke_own=1 op.return_value=1"},
		{"captured variable", "Object m0(int a) { return new Object() { int m() { return a; } }; }", "op.load=1 op.return_value=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := link(t, replaceMember(tt.member))
			name := "m"
			if tt.name == "constructors" {
				name = "C"
			}
			if got := show(vectors.Of(nil, body(t, p, name)), vectors.Operation); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.member, got, tt.want)
			}
		})
	}
}

func TestSyntax(t *testing.T) {
	tests := []struct{ name, member, want string }{
		{"nothing", "void m() { }", ""},
		{"declarations", "void m() { int a = 1, b; final String c = null; }",
			"syntax.modifiers=1 syntax.var_declaration_statement=2 syntax.var_declaration=3 syntax.initializer=2 syntax.simple_name=3 " +
				"syntax.literal.int=1 syntax.literal.null=1 syntax.type_name=1 syntax.integral_type=1"},
		{"the three kinds of call", "void m() { get(); toString(); new C(); }",
			"syntax.expression_statement=3 syntax.invoke_own=1 syntax.invoke_api=1 syntax.invoke_new=1 syntax.simple_name=2 syntax.argument_list=3 syntax.type_name=1"},
		{"if", "void m() { if (flag) f = 1; else if ((flag)) { } }",
			"syntax.block=1 syntax.expression_statement=1 syntax.if_statement=2 syntax.else=1 syntax.condition=2 syntax.simple_name=3 " +
				"syntax.parenthesized_expression=1 syntax.literal.int=1 syntax.assignment=1"},
		{"operators", "void m() { f += f - f; f = -f++ + --f; }",
			"syntax.expression_statement=2 syntax.simple_name=6 syntax.binary.plus=1 syntax.binary.minus=1 syntax.unary.minus=1 " +
				"syntax.update.prefix_decrement=1 syntax.update.postfix_increment=1 syntax.assignment=1 syntax.assignment.plus=1"},
		{"literals", `void m() { u(1, 0xFL, 1f, 0x1p3, 1e3, 'c', "s", """
			t""", true, null); }`,
			"syntax.expression_statement=1 syntax.invoke_api=1 syntax.simple_name=1 syntax.argument_list=1 syntax.literal.int=1 syntax.literal.long=1 " +
				"syntax.literal.float=1 syntax.literal.double=2 syntax.literal.boolean=1 syntax.literal.char=1 syntax.literal.string=1 " +
				"syntax.literal.text_block=1 syntax.literal.null=1"},
		{"return in a lambda", "Object m() { return (F) () -> { return 1; }; }",
			"syntax.formal_parameters=1 syntax.block=1 syntax.return_statement=1 syntax.return_statement.lambda=1 syntax.cast_expression=1 " +
				"syntax.lambda_expression=1 syntax.literal.int=1 syntax.type_name=1"},
		{"switch statement", "void m() { switch (f) { case 1: break; default: } }",
			"syntax.break_statement=1 syntax.switch_statement=1 syntax.condition=1 syntax.switch_block=1 syntax.switch_block_statement_group=2 " +
				"syntax.switch_label=1 syntax.switch_label.default=1 syntax.simple_name=1 syntax.literal.int=1"},
		{"switch expression", "int m(Object o) { return switch (o) { case null, default -> 1; }; }",
			"syntax.expression_statement=1 syntax.return_statement=1 syntax.condition=1 syntax.switch_block=1 syntax.switch_rule=1 " +
				"syntax.switch_label.default=1 syntax.simple_name=2 syntax.switch_expression=1 syntax.literal.int=1 syntax.literal.null=1"},
		{"classes inside", "Object m() { class In { int g() { return 1; } } return new In() { int h() { return 2; } }; }",
			"syntax.class_declaration=1 syntax.anonymous_class=1 syntax.return_statement=1 syntax.invoke_new=1 syntax.argument_list=1 syntax.type_name=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(vectors.Of(nil, body(t, link(t, replaceMember(tt.member)), "m")), vectors.Syntax); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.member, got, tt.want)
			}
		})
	}
}

// TestPackageExample holds the example of the package comment.
func TestPackageExample(t *testing.T) {
	p := link(t, `class E { static final int LIMIT = 10;
		int f(int a) {
			int b = a + LIMIT;
			return twice(b);
		}
		int twice(int x) { return 2 * x; } }`)
	v := vectors.Of(nil, body(t, p, "f"))
	got := show(v, vectors.Syntax) + " " + show(v, vectors.Operation)
	want := "syntax.var_declaration_statement=1 syntax.var_declaration=1 syntax.initializer=1 syntax.return_statement=1 " +
		"syntax.invoke_own=1 syntax.simple_name=5 syntax.argument_list=1 syntax.binary.plus=1 syntax.integral_type=1 " +
		"op.load_1=1 op.load_2=1 op.store_2=1 op.aload_0=1 op.constant.int=1 op.add=1 op.invoke_own=1 op.return_value=1"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
