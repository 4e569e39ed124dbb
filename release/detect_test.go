package release_test

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/release"
)

// component parses an archive in the form "-- name --\ntext".
func component(t *testing.T, archive string, o release.Options) *release.Component {
	t.Helper()
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, part := range strings.Split(archive, "-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		f := p.File(name, []byte(text))
		for _, q := range f.Problems {
			t.Fatalf("%s: %+v", name, q)
		}
		files = append(files, f)
	}
	return release.NewComponent(program.Link(files), o.WithDefaults())
}

func logOf(old, new *release.Component, l *release.Log) []string {
	var out []string
	for _, e := range l.Entries {
		o, n := &old.Entities[e.Old], &new.Entities[e.New]
		line := fmt.Sprintf("%s %s -> %s", e.Strategy, o.Name, n.Name)
		if e.Strategy == release.ChangeMethodSignature {
			line = fmt.Sprintf("%s %s%s -> %s%s", e.Strategy, o.Name, o.Signature, n.Name, n.Signature)
		}
		out = append(out, line)
	}
	sort.Strings(out)
	return out
}

// long is a body long enough to be found by its shingles.
const long = `{ int sum = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) sum += i * weight(i); else sum -= i; } log("sum", sum); return sum; }`

func detectAPI(t *testing.T, old, new *release.Component) *release.Log {
	t.Helper()
	l, err := release.DetectAPI(t.Context(), old, new, release.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestDetectAPI(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     []string
	}{
		{"a method renamed",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " int g() { return f(1) + f(2); } }",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int total(int n) " + long + " int g() { return total(1) + total(2); } }",
			[]string{"Rename Method p.A.f -> p.A.total"}},
		{"renamed and deprecated: the old one stays",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " int g() { return f(1) + f(2); } }",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} /** @deprecated use total */ public int f(int n) { return total(n); } public int total(int n) " + long + " int g() { return total(1) + total(2); } }",
			[]string{"Rename Method p.A.f -> p.A.total"}},
		{"copied: the old one stays in use",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " int g() { return f(1) + f(2); } }",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " public int total(int n) " + long + " int g() { return f(1) + f(2); } }",
			nil},
		{"class and method renamed together",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " int g() { return f(1); } }\n-- B.java --\npackage p; class B { A a; int h() { return a.f(3); } }",
			"-- C.java --\npackage p; public class C { int weight(int i) { return i; } void log(String s, int i) {} public int total(int n) " + long + " int g() { return total(1); } }\n-- B.java --\npackage p; class B { C a; int h() { return a.total(3); } }",
			[]string{"Rename Class p.A -> p.C", "Rename Method p.A.f -> p.C.total"}},
		{"a method pulled up",
			"-- A.java --\npackage p; class A { int weight(int i) { return i; } void log(String s, int i) {} }\n-- B.java --\npackage p; class B extends A { public int f(int n) " + long + " int g() { return f(1); } }",
			"-- A.java --\npackage p; class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " }\n-- B.java --\npackage p; class B extends A { int g() { return f(1); } }",
			[]string{"Pull Up Method p.B.f -> p.A.f"}},
		{"a method pushed down",
			"-- A.java --\npackage p; class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " }\n-- B.java --\npackage p; class B extends A { int g() { return f(1); } }",
			"-- A.java --\npackage p; class A { int weight(int i) { return i; } void log(String s, int i) {} }\n-- B.java --\npackage p; class B extends A { public int f(int n) " + long + " int g() { return f(1); } }",
			[]string{"Push Down Method p.A.f -> p.B.f"}},
		{"a method moved, and a test that was not changed",
			"-- A.java --\npackage p; class A { static int weight(int i) { return i; } static void log(String s, int i) {} public static int f(int n) " + long + " }\n-- B.java --\npackage p; class B { int g() { return A.f(1); } }\n-- test/ATest.java --\npackage p; class ATest { void a() { A.f(1); A.f(2); A.f(3); } }",
			"-- A.java --\npackage p; class A { static int weight(int i) { return i; } static void log(String s, int i) {} /** @deprecated */ public static int f(int n) { return B.f(n); } }\n-- B.java --\npackage p; class B { public static int f(int n) " + strings.NewReplacer("weight(", "A.weight(", "log(", "A.log(").Replace(long) + " int g() { return f(1); } }\n-- test/ATest.java --\npackage p; class ATest { void a() { A.f(1); A.f(2); A.f(3); } }",
			[]string{"Move Method p.A.f -> p.B.f"}},
		{"a signature changed",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " int g() { return f(1); } }",
			"-- A.java --\npackage p; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n, String why) " + long + " int g() { return f(1, null); } }",
			[]string{"Change Method Signature p.A.f(int) int -> p.A.f(int,String) int"}},
		{"an interface method renamed: no body, the documentation and the callers tell",
			"-- I.java --\npackage p; public interface I { /** Performs the action on the given request. */ void perform(String request); }\n-- B.java --\npackage p; class B { void g(I i) { i.perform(\"x\"); } }",
			"-- I.java --\npackage p; public interface I { /** Performs the action on the given request. */ void execute(String request); /** @deprecated */ void perform(String request); }\n-- B.java --\npackage p; class B { void g(I i) { i.execute(\"x\"); } }",
			[]string{"Rename Method p.I.perform -> p.I.execute"}},
		{"followers: a renaming is found once that of its only caller is known",
			"-- C.java --\npackage p; class C { void log(String s, int i) {} int weight(int i) { return i; } int perform(int n, D d, E e) " + strings.Replace(long, "return sum", "d.perform(n); e.perform(n); return sum", 1) + " void go() { perform(1, null, null); } }\n-- D.java --\npackage p; class D { int perform(int n) { return n; } }\n-- E.java --\npackage p; class E { int perform(int n) { return n + 1; } }",
			"-- C.java --\npackage p; class C { void log(String s, int i) {} int weight(int i) { return i; } int execute(int n, D d, E e) " + strings.Replace(long, "return sum", "d.execute(n); e.execute(n); return sum", 1) + " void go() { execute(1, null, null); } }\n-- D.java --\npackage p; class D { int execute(int n) { return n; } }\n-- E.java --\npackage p; class E { int execute(int n) { return n + 1; } }",
			[]string{"Rename Method p.C.perform -> p.C.execute", "Rename Method p.D.perform -> p.D.execute", "Rename Method p.E.perform -> p.E.execute"}},
		{"a field renamed",
			"-- A.java --\npackage p; class A { int count; int a() { return count; } void b() { count = 1; } }",
			"-- A.java --\npackage p; class A { int total; int a() { return total; } void b() { total = 1; } }",
			[]string{"Rename Attribute p.A.count -> p.A.total"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, new := component(t, tt.old, release.Options{}), component(t, tt.new, release.Options{})
			got := logOf(old, new, detectAPI(t, old, new))
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("log (-want +got):\n%s", d)
			}
			if same := logOf(old, old, detectAPI(t, old, old)); len(same) > 0 {
				t.Errorf("a release compared with itself gives %v", same)
			}
		})
	}
}

func TestRho(t *testing.T) {
	old := component(t, "-- A.java --\npackage p; class A { void f() { g(); } void g() { f(); } class In { } }", release.Options{})
	l := detectAPI(t, old, old)
	if got := l.Rho("p.A.In.x"); got != "p.A.In.x" {
		t.Errorf("ρ of an empty log changes a name to %s", got)
	}
}

// Whoever has no time any more is not kept waiting, and gets no log of a part.
func TestDetectAPIStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := release.NewComponent(program.Link(nil), release.Options{})
	if l, err := release.DetectAPI(ctx, c, c, release.Options{}); l != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", l, err)
	}
}
