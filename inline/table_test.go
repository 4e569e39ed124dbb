package inline_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"refract/inline"
	"refract/program"
	"refract/vectors"
)

func TestSizes(t *testing.T) {
	if got := unsafe.Sizeof(inline.Site{}); got != 12 {
		t.Errorf("a Site has %d bytes, want 12", got)
	}
	if got := unsafe.Sizeof(inline.Row{}); got != 12 {
		t.Errorf("a Row has %d bytes, want 12", got)
	}
}

// describe prints the rows of method m: "none", "single f [f]", "all [f g]".
func describe(p *program.Program, table *inline.Table, m program.MethodID) []string {
	var rows []string
	lo, hi := table.Rows(m)
	for r := lo; r < hi; r++ {
		row := table.Row(r)
		s := row.Mode.String()
		if row.Mode == inline.Single {
			s += " " + p.MethodName(p.Method(row.Callee))
		}
		var names []string
		for _, c := range table.Inlined(r) {
			names = append(names, p.MethodName(p.Method(c)))
		}
		if names != nil {
			s += fmt.Sprint(" ", names)
		}
		rows = append(rows, s)
	}
	return rows
}

func TestRowsAndRefusals(t *testing.T) {
	p, table := build(t, `
		class T extends Up {
			int none() { return 1; }
			int one() { return none() + none(); }
			int three() { one(); none(); return one() + none() + two(1); }
			int two(int x) { return x; }
			int self(int x) { return x > 1 ? self(x - 1) : 1; }
			int callsSelf() { return self(3) + none(); }
			int ping() { return pong(); }
			int pong() { return ping(); }
			void calls(Up up) { up.overridden(); up.todo(); up.lone(); System.out.println(); new T(); }
			void overridden() { super.overridden(); }
			void todo() { }
			native int nat();
			int callsNative() { return nat(); }
			Runnable lambda() { return () -> none(); }
			Object anonymous() { return new Object() { int inside() { return none(); } }; }
		}
		abstract class Up {
			void overridden() { }
			abstract void todo();
			void lone() { }
		}`)
	tests := map[string][]string{
		"none":        {"none"},
		"one":         {"none", "single none [none]"},
		"three":       {"none", "single one [one]", "single none [none]", "single two [two]", "all [one none two]"},
		"self":        {"none"},
		"callsSelf":   {"none", "single none [none]"},
		"ping":        {"none", "single pong [pong]"},
		"pong":        {"none", "single ping [ping]"},
		"calls":       {"none", "single lone [lone]"},
		"overridden":  {"none", "single overridden [overridden]"},
		"callsNative": {"none"},
		"lambda":      {"none", "single none [none]"},
		"anonymous":   {"none"},
		"inside":      {"none", "single none [none]"},
	}
	for name, want := range tests {
		if d := cmp.Diff(describe(p, table, method(t, p, name)), want); d != "" {
			t.Errorf("%s: (-got +want)\n%s", name, d)
		}
	}
	got := fmt.Sprint(table.Stats.Sites, " ", table.Stats.By)
	// self calls itself and is called; one callee is abstract, one native; one is overridden.
	if want := "19 [14 2 2 1]"; got != want {
		sites := 0
		for m := range program.MethodID(p.NumMethods()) {
			sites += len(table.Sites(m))
		}
		t.Errorf("sites by reason: %s, want %s; %d sites in all", got, want, sites)
	}
	if lo, hi := table.Rows(program.NoMethod); lo != hi {
		t.Errorf("no method has rows %d to %d", lo, hi)
	}
}

// TestArithmetic holds the terms of the package comment, one by one: the row of m with all its calls inlined, less its
// base vector.
func TestArithmetic(t *testing.T) {
	const callee = "int f(int a) { this.x = a; return this.x; } static int g(int a) { return a; } void h() { if (x > 1) return; x = 1; } "
	tests := []struct{ name, body, want string }{
		// f is worth: expression_statement 1, return 1, simple_name 3, field_access 2, this 2, assignment 1;
		// load_1 1, aload_0 2, getfield 1, putfield 1, return_value 1.
		{"this implied", "int m() { return f(1); }",
			"syntax.expression_statement=1 syntax.invoke_own=-1 syntax.simple_name=2 syntax.field_access=2 syntax.this=2 syntax.argument_list=-1 syntax.assignment=1 " +
				"op.load_1=1 op.aload_0=1 op.getfield=1 op.putfield=1 op.invoke_own=-1"},
		{"this written", "int m() { return this.f(1); }",
			"syntax.expression_statement=1 syntax.invoke_own=-1 syntax.simple_name=2 syntax.field_access=2 syntax.this=1 syntax.argument_list=-1 syntax.assignment=1 " +
				"op.load_1=1 op.aload_0=1 op.getfield=1 op.putfield=1 op.invoke_own=-1"},
		{"this qualified", "int m() { return T.this.f(1); }",
			"syntax.expression_statement=1 syntax.invoke_own=-1 syntax.simple_name=1 syntax.field_access=1 syntax.this=1 syntax.argument_list=-1 syntax.assignment=1 " +
				"op.load_1=1 op.aload_0=1 op.getfield=1 op.putfield=1 op.invoke_own=-1"},
		{"a value", "int m(T o) { return o.f(1); }",
			"syntax.expression_statement=1 syntax.invoke_own=-1 syntax.simple_name=2 syntax.field_access=2 syntax.argument_list=-1 syntax.assignment=1 " +
				"op.load_1=1 op.getfield=1 op.putfield=1 op.invoke_own=-1"},
		{"a statement", "void m() { f(1); }",
			"syntax.invoke_own=-1 syntax.simple_name=2 syntax.field_access=2 syntax.this=2 syntax.argument_list=-1 syntax.assignment=1 " +
				"op.load_1=1 op.aload_0=1 op.getfield=1 op.putfield=1 op.invoke_own=-1"},
		{"static", "int m() { return g(1); }", "syntax.invoke_own=-1 syntax.argument_list=-1 op.load_0=1 op.invoke_own=-1"},
		{"static, by its type", "int m() { return T.g(1); }", "syntax.invoke_own=-1 syntax.simple_name=-1 syntax.argument_list=-1 op.load_0=1 op.invoke_own=-1"},
		{"static, by its qualified type", "int m() { return p.T.g(1); }",
			"syntax.invoke_own=-1 syntax.simple_name=-2 syntax.field_access=-1 syntax.argument_list=-1 op.load_0=1 op.invoke_own=-1"},
		{"super", "int m() { return super.up(); }", "syntax.invoke_own=-1 syntax.simple_name=-1 syntax.super=-1 syntax.argument_list=-1 syntax.literal.int=1 " +
			"op.aload_0=-1 op.constant.int=1 op.invoke_own=-1"},
		{"returns in the middle", "void m() { h(); }",
			"syntax.if_statement=1 syntax.condition=1 syntax.invoke_own=-1 syntax.simple_name=1 syntax.argument_list=-1 syntax.literal.int=2 " +
				"syntax.binary.gt=1 syntax.assignment=1 op.aload_0=1 op.getfield=1 op.putfield=1 op.constant.int=2 op.if_gt=1 op.invoke_own=-1"},
		{"three calls", "int m() { return g(1) + g(2) + g(3); }", "syntax.invoke_own=-3 syntax.argument_list=-3 op.load_0=3 op.invoke_own=-3"},
		{"a call in an argument", "int m() { return g(g(1)); }", "syntax.invoke_own=-2 syntax.argument_list=-2 op.load_0=2 op.invoke_own=-2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, table := build(t, "package p; class T extends Up { int x; "+callee+tt.body+" } class Up { int up() { return 1; } }")
			m := method(t, p, "m")
			d := vectors.Diff(table.Base(m), most(table, m))
			var parts []string
			for _, c := range d.Changes {
				parts = append(parts, fmt.Sprintf("%s=%d", c.Feature, c.By))
			}
			if got := strings.Join(parts, " "); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.body, got, tt.want)
			}
		})
	}
}

// TestAllIsTheSumOfSingles holds the modes against each other: what All changes is what the Singles change together.
func TestAllIsTheSumOfSingles(t *testing.T) {
	p, table := build(t, figure1, `
		class A {
			int n;
			int f(int k) { if (k > 1) return n; return g(k) + h() + g(n); }
			int g(int k) { return k * n; }
			int h() { n++; log("x"); return n; }
			void log(String s) { System.out.println(s + n); }
			void all() { f(g(1)); log("a"); h(); h(); log("b" + g(2)); }
		}`)
	for m := range program.MethodID(p.NumMethods()) {
		lo, hi := table.Rows(m)
		if hi-lo < 3 {
			continue
		}
		var want, got vectors.Dense
		base := table.Base(m)
		want.Add(base, 1)
		for r := lo + 1; r < hi-1; r++ {
			want.Add(table.Vector(r), 1)
			want.Add(base, -1)
		}
		got.Add(table.Vector(hi-1), 1)
		if got != want {
			t.Errorf("%s: All is not the sum of its Singles", p.Signature(m))
		}
	}
}

func TestSiteTable(t *testing.T) {
	var a, b inline.SiteTable
	rows := [][]inline.Site{{{Callee: 1}, {Callee: 2}}, nil, {{Callee: 3}}}
	a.Append([]inline.Site{{Callee: 9}})
	a.Append(rows[0])
	a.Append(rows[1])
	b.Append(rows[2])
	start, sites := make([]uint32, 4), make([]inline.Site, 3)
	b.CopyRows(0, 1, start[3:], sites[2:], 2)
	a.CopyRows(1, 3, start[1:3], sites[:2], 0)
	a.CopyRows(0, 0, nil, nil, 0)
	all := inline.SiteTableOf(start, sites)
	if all.Len() != len(rows) || all.Sites() != 3 {
		t.Fatalf("%d rows, want %d", all.Len(), len(rows))
	}
	for i, want := range rows {
		if got := all.Row(i); len(got) != len(want) || len(want) > 0 && !cmp.Equal(got, want) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
	}
	clone := a.Clone()
	a.Reset()
	a.Append(rows[2]) // where the others lay
	if clone.Len() != 3 || clone.Sites() != 3 || !cmp.Equal(clone.Row(1), rows[0]) || a.Len() != 1 || !cmp.Equal(a.Row(0), rows[2]) {
		t.Errorf("the clone is %+v, and what it was made of is %+v then", clone, a)
	}
	a = clone
	for name, f := range map[string]func(){
		"no beginning":    func() { inline.SiteTableOf(nil, nil) },
		"another end":     func() { inline.SiteTableOf([]uint32{0, 1}, sites) },
		"too little room": func() { a.CopyRows(0, 1, make([]uint32, 1), sites, 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: taken for a layout", name)
				}
			}()
			f()
		}()
	}
}
