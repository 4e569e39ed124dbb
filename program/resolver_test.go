package program_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// A Resolver's answers depend neither on the bodies that it saw before nor on other Resolvers at work.
func TestResolversAgree(t *testing.T) {
	p := program.Link(parseAll(read(t, "testdata")))
	n := p.NumMethods()
	want := make([]string, n)
	for m := range n {
		want[m] = text(p, p.NewResolver().Body(program.MethodID(m)))
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := p.NewResolver()
			for i := range 3 * n {
				m := (i*7 + w) % n
				if got := text(p, r.Body(program.MethodID(m))); got != want[m] {
					t.Errorf("method %d:\n got %s\nwant %s", m, got, want[m])
				}
			}
		})
	}
	wg.Wait()
}

// The order of the files changes numbers, not meanings.
func TestOrderOfFiles(t *testing.T) {
	all := func(files []*java.File) []string {
		p := program.Link(files)
		r := p.NewResolver()
		var list []string
		for m := range program.MethodID(p.NumMethods()) {
			list = append(list, p.QualifiedName(p.Type(p.Method(m).Owner))+"."+p.Signature(m)+"\n"+text(p, r.Body(m)))
		}
		slices.Sort(list)
		return list
	}
	files := parseAll(read(t, "testdata"))
	want := all(files)
	slices.Reverse(files)
	diff(t, "meanings", all(files), want)
}

// text is all that a body says, with names instead of numbers.
func text(p *program.Program, b *program.Body) string {
	var s strings.Builder
	for i, u := range b.Uses {
		if u.Kind != program.UseNone || u.Type.Known() {
			n := b.Root + java.NodeID(i)
			fmt.Fprintf(&s, "%d %q %s\n", n, b.File.Text(n), describe(p, b, u))
		}
	}
	for _, v := range b.Locals {
		fmt.Fprintf(&s, "%s %v %d %s %s\n", v.Name, v.Kind, v.Slot, b.TypeText(&v), p.TypeName(v.Type))
	}
	fmt.Fprintln(&s, b.Stats, b.Slots)
	return s.String()
}

func TestLocals(t *testing.T) {
	p := link(t, `class A { void f(final int a, String b[], Object... c) { int x = 1, y[] = {2}; final var z = x; try { } catch (final Error | RuntimeException e) { }
		for (long l = 0; ; ) { } } }`)
	b := p.NewResolver().Body(0)
	var got []string
	for _, v := range b.Locals {
		s := fmt.Sprintf("%v %s %s slot %d init %q in %s", v.Kind, b.TypeText(&v), v.Name, v.Slot, b.File.Text(v.Init), b.File.Kind(v.Scope))
		if v.Final {
			s += " final"
		}
		got = append(got, s)
	}
	diff(t, "locals", got, []string{
		`param int a slot 1 init "" in method_declaration final`,
		`param String[] b slot 2 init "" in method_declaration`,
		`param Object[] c slot 3 init "" in method_declaration`,
		`variable int x slot 4 init "1" in block`,
		`variable int[] y slot 5 init "{2}" in block`,
		`variable var z slot 6 init "x" in block final`,
		`catch Error|RuntimeException e slot 7 init "" in catch_clause final`,
		`for long l slot 7 init "0" in for_statement`,
	})
	if b.Params != 3 || b.Slots != 9 {
		t.Errorf("%d params, %d slots", b.Params, b.Slots)
	}
}

func TestFieldInit(t *testing.T) {
	p := link(t, `class A { int x = g(1), y; Runnable r = () -> { int k = x; g(k); }; static int s = h(); int g(int i) { return i; } static int h() { return 1; } enum E { X(h()); E(int i) { } } }`)
	r := p.NewResolver()
	var got []string
	for f := range program.FieldID(p.NumFields()) {
		b := r.FieldInit(f)
		check(t, p, b)
		for _, c := range b.Calls {
			got = append(got, p.FieldName(p.Field(f))+" "+p.MethodName(p.Method(c.Target))+" "+fmt.Sprint(c.Flags&program.ImplicitThis != 0))
		}
	}
	diff(t, "calls", got, []string{"x g true", "r g true", "s h false", "X h false"})
}

// The time of Link and of a body grows no faster than its size, whatever its shape.
func TestGrowth(t *testing.T) {
	shapes := map[string]func(n int) string{
		"parentheses": func(n int) string {
			return "class A { int f(int a) { return " + strings.Repeat("(", n) + "a" + strings.Repeat(")", n) + "; } }"
		},
		"sums": func(n int) string { return "class A { int f(int a) { return " + strings.Repeat("a + ", n) + "a; } }" },
		"chained calls": func(n int) string {
			return "class A { A f() { return this" + strings.Repeat(".f()", n) + "; } }"
		},
		"nested calls": func(n int) string {
			return "class A { A f(A a) { return " + strings.Repeat("f(", n/2) + "a" + strings.Repeat(")", n/2) + "; } }"
		},
		"else ifs": func(n int) string {
			return "class A { void f(int a) { " + strings.Repeat("if (a == 1) a = 2; else ", n) + "a = 3; } }"
		},
		"constants": func(n int) string {
			var s strings.Builder
			s.WriteString("class A { static final int C0 = 1;")
			for i := range n {
				fmt.Fprintf(&s, "static final int C%d = C%d + 1;\n", i+1, i)
			}
			return s.String() + "}"
		},
		"anonymous classes": func(n int) string {
			return "class A { void f(int a) { " + strings.Repeat("new Thread() { public void run() { g(a); System.out.println(a); } };\n", n) + "} void g(int i) { } }"
		},
		"overloads": func(n int) string {
			var s strings.Builder
			for i := range n / 10 {
				fmt.Fprintf(&s, "class C%d { void f(C%d c) { f(c); } }\n", i, i)
			}
			return s.String()
		},
		"deep hierarchy": func(n int) string {
			var s strings.Builder
			s.WriteString("class C0 { void f() { } }\n")
			for i := range n / 20 {
				fmt.Fprintf(&s, "class C%d extends C%d { void g() { f(); } }\n", i+1, i)
			}
			return s.String()
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := cost(t, shape(1_000)), cost(t, shape(8_000))
			t.Logf("%v, %v", small, large)
			if large > 40*small+50*time.Millisecond {
				t.Errorf("8 times the size takes %v after %v", large, small)
			}
		})
	}
}

// cost is the time of linking and resolving text, the best of three.
func cost(t *testing.T, text string) time.Duration {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte(text))
	if len(f.Problems) > 0 {
		t.Fatalf("%+v", f.Problems[0])
	}
	best := time.Hour
	for range 3 {
		start := time.Now()
		prog := program.Link([]*java.File{f})
		r := prog.NewResolver()
		for m := range program.MethodID(prog.NumMethods()) {
			r.Body(m)
		}
		best = min(best, time.Since(start))
	}
	return best
}
