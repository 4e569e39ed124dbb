package mapping_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/mapping"
)

// body parses the statements of a method and returns its tree.
func body(t *testing.T, code string) *mapping.Tree {
	t.Helper()
	p := parse.New()
	defer p.Close()
	f := p.File("T.java", []byte("class T { Object m(int p, int q) {\n"+code+"\n} }"))
	if len(f.Problems) > 0 {
		t.Fatalf("%s: %v", code, f.Problems)
	}
	return mapping.New(f, f.Methods[0].Body)
}

// show prints the pairs of m in the order of the source, and what is left on both sides.
func show(m *mapping.Mapping) string {
	var b strings.Builder
	for s := range m.Src.Stmts {
		p := m.OfSrc(mapping.StmtID(s))
		if p == nil || m.Src.Stmts[s].Kind.Part() && !p.Abstracted && len(p.Replacements) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s | %s", flat(m.Src.Text(p.Src)), flat(m.Dst.Text(p.Dst)))
		for _, r := range p.Replacements {
			fmt.Fprintf(&b, " {%s: %s > %s}", r.Kind, flat(r.Src.Text()), flat(r.Dst.Text()))
		}
		b.WriteString("\n")
	}
	for _, s := range m.UncoveredSrc() {
		fmt.Fprintf(&b, "- %s\n", flat(m.Src.Text(s)))
	}
	for _, s := range m.UncoveredDst() {
		fmt.Fprintf(&b, "+ %s\n", flat(m.Dst.Text(s)))
	}
	return b.String()
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestMap(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"equal", "a(); b();", "a(); b();", "a(); | a();\nb(); | b();\n"},
		{"blanks, comments and final", "final int x = f( 1 ); // c", "int x = f(1);", "final int x = f( 1 ); | int x = f(1);\n"},
		{"added and deleted", "a(); b();", "b(); c();", "b(); | b();\n- a();\n+ c();\n"},
		{"depth before other depth", "if (c) { log(); } log();", "log(); if (c) { log(); }", "if (c) | if (c)\nlog(); | log();\nlog(); | log();\n"},
		{"variable", "foo(a, b);", "foo(a, c);", "foo(a, b); | foo(a, c); {variable: b > c}\n"},
		{"④ argument added", `log("x", a);`, `log("x", a, b);`, "log(\"x\", a); | log(\"x\", a, b); {invocation arguments: (\"x\", a) > (\"x\", a, b)}\n"},
		{"another receiver and another name", "a.getItem(x, y);", "b.addItem(x, y);", "- a.getItem(x, y);\n+ b.addItem(x, y);\n"},
		{"another receiver", "a.addItem(x, y);", "b.addItem(x, y);", "a.addItem(x, y); | b.addItem(x, y); {variable: a > b}\n"},
		{"assignment, all replaced", "s = new int[n];", "n = add(t, n);", "- s = new int[n];\n+ n = add(t, n);\n"},
		{"assignment, this added", "s = a;", "this.s = b(a);", "s = a; | this.s = b(a); {variable: s > this.s} {variable by expression: a > b(a)}\n"},
		{"⑤ arguments merged", "s.create(st, l, p);", "s.create(st, d);", "s.create(st, l, p); | s.create(st, d); {invocation arguments: (st, l, p) > (st, d)}\n"},
		{"⑥ argument wrapped", "out.push(op);", "out.push(new Node(op));", "out.push(op); | out.push(new Node(op)); {variable by expression: op > new Node(op)}\n"},
		{"⑦ argument replaced", "c.get(addr, true);", "c.get(getAddr(), true);", "c.get(addr, true); | c.get(getAddr(), true); {variable by expression: addr > getAddr()}\n"},
		{"⑧ renamed", "F.getResolver(call);", "F.getExactResolver(call);", "F.getResolver(call); | F.getExactResolver(call); {invocation name: F.getResolver(call) > F.getExactResolver(call)}\n"},
		{"⑨ other receiver", "a.getDef().validate(o, m);", "a.validate(o, m);", "a.getDef().validate(o, m); | a.validate(o, m); {expression by variable: a.getDef() > a}\n"},
		{"⑩ setter", "this.ext = ext;", "setExt(ext);", "this.ext = ext; | setExt(ext); {setter call: this.ext = ext > setExt(ext)}\n"},
		{"⑪ builder", "return new R(s, a);", "return new B().status(s).entity(a).build();", "return new R(s, a); | return new B().status(s).entity(a).build(); {invocation: new R(s, a) > new B().status(s).entity(a).build()}\n"},
		{"⑫ conditional", "v = make();", "v = v != null ? v : make();", "v = make(); | v = v != null ? v : make(); {wrapped: make() > v != null ? v : make()}\n"},
		{"other call of no argument", "start();", "finish();", "- start();\n+ finish();\n"},
		{"everything replaced", "Foo a = f(x);", "Bar b = g(y);", "- Foo a = f(x);\n+ Bar b = g(y);\n"},
		{"type of a local", "int i = f();", "long i = f();", "int i = f(); | long i = f(); {type: int > long}\n"},
		{"return follows the declaration", "int x = f(p); return x;", "int y = f(p); return y;", "int x = f(p); | int y = f(p); {variable: x > y}\nreturn x; | return y; {variable: x > y}\n"},
		{"condition", "if (a != null) { f(a); }", "if (a == null) { f(a); }", "if (a != null) | if (a == null) {operator: a != null > a == null}\nf(a); | f(a);\n"},
		{"operand added", "if (a && b) { f(); }", "if (a && b && c) { f(); }", "if (a && b) | if (a && b && c) {operands: a && b > a && b && c}\nf(); | f();\n"},
		{"under the same header", "if (a) { stop(); } else { if (b) { if (c) { stop(); } } }", "if (d) { if (c) { stop(); } }",
			"if (b) | if (d) {variable: b > d}\nif (c) | if (c)\nstop(); | stop();\n- if (a)\n- stop();\n"},
		{"composites need a common child", "while (a) { f(); }", "while (a) { g(); }", "- while (a)\n- f();\n+ while (a)\n+ g();\n"},
		{"arguments that moved are not renamed", "g.set(a, b, c);", "g.set(b, x, a);", "g.set(a, b, c); | g.set(b, x, a); {invocation arguments: (a, b, c) > (b, x, a)} {variable: c > x}\n"},
		{"a value inside the other is no rename", "Set<F> s = new Set<F>(d.files(1));", "F[] fs = d.files(1); Set<F> s = new Set<F>(fs);",
			"Set<F> s = new Set<F>(d.files(1)); | Set<F> s = new Set<F>(fs); {expression by variable: d.files(1) > fs}\n+ F[] fs = d.files(1);\n"},
		{"a lambda's statements are its own", "n++;", "list.forEach(x -> { n++; y(); });", "n++; | n++;\n+ list.forEach(x -> { n++; y(); });\n+ y();\n"},
		{"try and catch", "try { f(); } catch (A e) { g(); }", "try { f(); } catch (B e) { h(); }", "try | try\nf(); | f();\ncatch (A e) | catch (B e) {type: A > B}\n- g();\n+ h();\n"},
		{"lambda by its statements", "run(() -> { a(); b(); c(); });", "run(() -> { a(); b(); d(); });", "run(() -> { a(); b(); c(); }); | run(() -> { a(); b(); d(); });\na(); | a();\nb(); | b();\n- c();\n+ d();\n"},
		{"anonymous class by its statements", "run(new R() { public void r() { a(); b(); } });", "run(new R() { public void r() { x(); b(); a(); } });", "run(new R() { public void r() { a(); b(); } }); | run(new R() { public void r() { x(); b(); a(); } });\na(); | a();\nb(); | b();\n+ x();\n"},
		{"anonymous class to lambda", "run(new R() { public void r() { a(); b(); } });", "run(() -> { a(); b(); });", "run(new R() { public void r() { a(); b(); } }); | run(() -> { a(); b(); }); {other: new R() { public void r() { a(); b(); } } > () -> { a(); b(); }}\na(); | a();\nb(); | b();\n"},
		{"into a lambda", "a(1); b(2);", "run(() -> { a(1); b(2); });", "a(1); | a(1);\nb(2); | b(2);\n+ run(() -> { a(1); b(2); });\n"},
		{"chain of calls", "c = new B().one(1).two(2).three(3).build();", "c = new B().three(3).one(1).two(2).seed(9).build();", "c = new B().one(1).two(2).three(3).build(); | c = new B().three(3).one(1).two(2).seed(9).build(); {invocation: new B().one(1).two(2).three(3) > new B().three(3).one(1).two(2).seed(9)}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(mapping.Map(body(t, tt.before), body(t, tt.after), mapping.Options{}))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("before: %s\nafter: %s\n(-want +got)\n%s", tt.before, tt.after, diff)
			}
		})
	}
}

// Figure 2 of the paper: the arguments of the call stand for the parameters of the extracted method.
func TestBind(t *testing.T) {
	before := body(t, `Address[] as = new Address[n]; for (int i = 0; i < n; i++) { as[i] = new Address("127.0.0.1", PORTS.incrementAndGet()); } return as;`)
	after := body(t, `Address[] as = new Address[n]; for (int i = 0; i < n; i++) { as[i] = create("127.0.0.1", ports.incrementAndGet()); } return as;`)
	callee := body(t, `return new Address(host, port);`)
	var args []mapping.Ref
	for n := range after.File.Nodes {
		if after.File.Kind(java.NodeID(n)) == java.MethodInvocation && strings.HasPrefix(after.File.Text(java.NodeID(n)), "create") {
			list := after.File.Child(java.NodeID(n), java.FieldArguments)
			for _, c := range after.File.Children(nil, list) {
				args = append(args, mapping.Ref{Tree: after, Node: c})
			}
		}
	}
	bound := callee.Bind(map[string]mapping.Ref{"host": args[0], "port": args[1]})
	all := mapping.MapParts(before, []*mapping.Tree{after, bound}, mapping.Options{})
	want := `as[i] = new Address("127.0.0.1", PORTS.incrementAndGet()); | return new Address(host, port); {variable: PORTS > ports}` + "\n"
	if diff := cmp.Diff(want, show(all[1])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Reflowing the text and writing parentheses change no hash.
func TestHash(t *testing.T) {
	a, b := body(t, "x = (a + b) * c; if (x) { } f( );"), body(t, "x = ((a + b)) * (c);\n if (x) {\n}\n f(); // c")
	if a.Hash(a.Root) != b.Hash(b.Root) {
		t.Error("hashes differ for equal syntax")
	}
	c := body(t, "x = a + b * c; if (x) { } f();")
	if a.Hash(a.Root) == c.Hash(c.Root) {
		t.Error("hashes are equal for different syntax")
	}
}

// bodies are used by the tests of properties that hold for every mapping.
var bodies = []string{
	"a(); b();",
	"if (c) { log(); } else { log(); } log();",
	"for (int i = 0, j = 1; i < n; i++, j--) { f(i); f(j); } while (x) x = next(x);",
	"try (R r = open(); S s = r.s()) { r.read(); } catch (A | B e) { throw e; } finally { close(); }",
	"switch (k) { case 1: f(); break; case 2: g(); default: h(); } do { y(); } while (z);",
	"run(() -> { a(); b(); }, x -> x + 1); new T() { void m() { p(); q(); } }.m();",
	"int a = 1, b[] = {2}; synchronized (this) { a += b[0]; } assert a > 0 : \"no\"; return;",
	"class L { void u() { v(); } } L l = new L(); lbl: for (L x : ls) { continue lbl; } { nested(); }",
}

// A tree maps to itself exactly and completely; two trees map to each other with every statement in one pair at most,
// and pairs and what is uncovered make up the whole.
func TestEveryMapping(t *testing.T) {
	for i, before := range bodies {
		for j, after := range bodies {
			src, dst := body(t, before), body(t, after)
			m := mapping.Map(src, dst, mapping.Options{})
			seenSrc, seenDst := map[mapping.StmtID]bool{}, map[mapping.StmtID]bool{}
			for k := range m.Pairs {
				p := &m.Pairs[k]
				if seenSrc[p.Src] || seenDst[p.Dst] {
					t.Errorf("%d to %d: a statement is in two pairs", i, j)
				}
				seenSrc[p.Src], seenDst[p.Dst] = true, true
				if m.OfSrc(p.Src) != p || m.OfDst(p.Dst) != p {
					t.Errorf("%d to %d: pair %d is not found by its statements", i, j, k)
				}
			}
			for _, s := range m.UncoveredSrc() {
				if seenSrc[s] {
					t.Errorf("%d to %d: statement %d is covered and uncovered", i, j, s)
				}
			}
			if i != j {
				continue
			}
			if n := len(m.UncoveredSrc()) + len(m.UncoveredDst()); n > 0 {
				t.Errorf("%q maps to itself with %d statements uncovered:\n%s", before, n, show(m))
			}
			for k := range m.Pairs {
				if p := &m.Pairs[k]; !p.Exact() || p.Src != p.Dst {
					t.Errorf("%q to itself: %d with %d", before, p.Src, p.Dst)
				}
			}
		}
	}
}

// What Allow refuses is in no pair.
func TestAllow(t *testing.T) {
	before, after := body(t, "f(a); int x = g(b, 1);"), body(t, "f(b); int x = g(b, 2);")
	m := mapping.Map(before, after, mapping.Options{Allow: func(r *mapping.Replacement) bool { return r.Kind == mapping.Literal }})
	want := "int x = g(b, 1); | int x = g(b, 2); {literal: 1 > 2}\n- f(a);\n+ f(b);\n"
	if diff := cmp.Diff(want, show(m)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestLevenshtein(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}} {
		if got := mapping.Levenshtein(tt.a, tt.b); got != tt.want {
			t.Errorf("Levenshtein(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func BenchmarkMap(b *testing.B) {
	p := parse.New()
	defer p.Close()
	var code [2]strings.Builder
	for i := range 100 {
		fmt.Fprintf(&code[0], "int v%d = f%d(a, %d); if (v%d > 0) { g(v%d, x.y(%d)); }\n", i, i%7, i, i, i, i)
		fmt.Fprintf(&code[1], "long v%d = f%d(b, %d); if (v%d >= 0) { g(v%d, z.y(%d)); }\n", i, i%7, i, i, i, i)
	}
	var trees [2]*mapping.Tree
	for i := range trees {
		f := p.File("T.java", []byte("class T { void m() {\n"+code[i].String()+"\n} }"))
		trees[i] = mapping.New(f, f.Methods[0].Body)
	}
	for b.Loop() {
		mapping.Map(trees[0], trees[1], mapping.Options{Same: true})
	}
}

// Between versions of one method a value may have moved into another statement, a header or a lambda.
func TestMapVersions(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"an expression inside a statement", "T t = f(a, 1); t.g();", "return h(f(a, 1));", "T t = f(a, 1); | return h(f(a, 1));\n- t.g();\n"},
		{"a condition", "boolean b = f(a, 1); g();", "if (f(a, 1)) { h(); }", "boolean b = f(a, 1); | f(a, 1)\n- g();\n+ if (f(a, 1))\n+ h();\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(mapping.Map(body(t, tt.before), body(t, tt.after), mapping.Options{Same: true}))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("before: %s\nafter: %s\n(-want +got)\n%s", tt.before, tt.after, diff)
			}
		})
	}
}
