package concretize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/concretize"
	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/rules"
	"refract/vectors"
)

// side makes the side of a program of one file.
func side(t *testing.T, text string) *concretize.Side {
	t.Helper()
	return sideOf(t, "T.java", text)
}

// sideOf makes the side of a program of several files: path, text, path, text …
func sideOf(t *testing.T, pathsAndTexts ...string) *concretize.Side {
	t.Helper()
	ps := parse.New()
	defer ps.Close()
	var files []*java.File
	for i := 0; i < len(pathsAndTexts); i += 2 {
		f := ps.File(pathsAndTexts[i], []byte(pathsAndTexts[i+1]))
		for _, p := range f.Problems {
			t.Fatalf("%s:%d: %s\n%s", pathsAndTexts[i], p.Line, p.Message, pathsAndTexts[i+1])
		}
		files = append(files, f)
	}
	return sideOfFiles(files)
}

// sideOfFiles makes the side of a program of those files, whatever is wrong with them.
func sideOfFiles(files []*java.File) *concretize.Side {
	p := program.Link(files)
	r := p.NewResolver()
	in := inline.Bodies{Vectors: vectors.NewTable(0, 0), Sites: &inline.SiteTable{}}
	for m := range program.MethodID(p.NumMethods()) {
		if p.Method(m).Body < 0 {
			continue
		}
		b := r.Body(m)
		in.Methods = append(in.Methods, m)
		in.Vectors.Append(vectors.Of(nil, b))
		in.Sites.Append(inline.SitesOf(nil, b))
	}
	return concretize.NewSide(p, inline.Build(p, in, 1))
}

// row returns the row of the method called name with the method called callee inlined; "" for none, "*" for all.
func row(t *testing.T, s *concretize.Side, name, callee string) int {
	t.Helper()
	for r := range s.Rows.Len() {
		x := s.Rows.Row(r)
		if s.Program.MethodName(s.Program.Method(x.Method)) != name {
			continue
		}
		switch {
		case callee == "" && x.Mode == inline.None,
			callee == "*" && x.Mode == inline.All,
			x.Mode == inline.Single && s.Program.MethodName(s.Program.Method(x.Callee)) == callee:
			return r
		}
	}
	t.Fatalf("no row of %s with %q inlined", name, callee)
	return -1
}

// outcome is what a judge says of one candidate, as one line: the level and coverage, or the refusal.
func outcome(acc *concretize.Accepted, out concretize.Outcome) string {
	if out.Refused {
		return out.Stage + " " + out.Check + ": " + out.Reason
	}
	return fmt.Sprintf("%s %.2f", acc.Level, acc.Confidence)
}

// Each case is a program with a query q and a sample c; in is what is inlined into the sample, and inQuery into the
// query.
func TestJudge(t *testing.T) {
	tests := []struct {
		name        string
		program     string
		inQuery, in string
		witness     []string
		structural  []string
		want        string // a prefix
	}{
		{
			name:    "renamed locals are the same",
			program: `class T { int q(int a) { int x = a + 1; int y = x * a; return y - x; } int c(int b) { int u = b + 1; int v = u * b; return v - u; } }`,
			want:    "full 1.00",
		},
		{
			name:    "names must be exchanged consistently",
			program: `class T { int q(int a, int b) { int x = a - b; return x - a; } int c(int a, int b) { int x = a - b; return x - b; } }`,
			want:    "none 0.50",
		},
		{
			name:    "braces, parentheses, this and final are nothing",
			program: `class T { int f; int q(int a) { if (a > 0) { f = (a); } final int x = this.f; return x; } int c(int a) { if ((a > 0)) this.f = a; int x = f; return (x); } }`,
			want:    "full 1.00",
		},
		{
			name:    "operators must agree",
			program: `class T { int q(int a) { return a + 1; } int c(int a) { return a - 1; } }`,
			want:    "none 0.00",
		},
		{
			name:    "the order of statements counts",
			program: `class T { int f, g; void q() { f = 1; g = 2; } void c() { g = 2; f = 1; } }`,
			want:    "none 0.50",
		},
		{
			name:    "another literal only where the rule says so",
			program: `class T { int q(int a) { a = a * 2; return a + 10; } int c(int a) { a = a * 2; return a + 20; } }`,
			want:    "none 0.50",
		},
		{
			name:    "another literal",
			program: `class T { int q(int a) { a = a * 2; return a + 10; } int c(int a) { a = a * 2; return a + 20; } }`,
			witness: []string{"", "literal"},
			want:    "partial 0.97",
		},
		{
			name:    "another field, consistently",
			program: `class T { int f, g; int q() { f = f + 1; return f; } int c() { g = g + 1; return g; } }`,
			witness: []string{"", "member"},
			want:    "partial 0.94",
		},
		{
			name:    "another field is not two others",
			program: `class T { int f, g, h; int q() { f = 1; return f; } int c() { g = 1; return h; } }`,
			witness: []string{"", "member"},
			want:    "none 0.4",
		},
		{
			name:    "temp in the query",
			program: `class T { int q(int a) { int x = a * 3; return g(x); } int c(int a) { return g(a * 3); } int g(int v) { return v; } }`,
			witness: []string{"temp-in-query"},
			want:    "full 1.00",
		},
		{
			name:    "temp in the sample",
			program: `class T { int q(int a) { return g(a * 3); } int c(int a) { int x = a * 3; return g(x); } int g(int v) { return v; } }`,
			witness: []string{"temp-in-sample"},
			want:    "full 1.00",
		},
		{
			name:    "no temp anywhere",
			program: `class T { int q(int a) { return g(a * 3); } int c(int b) { return g(b * 3); } int g(int v) { return v; } }`,
			witness: []string{"temp-in-query"},
			want:    "witness temp-in-query: nowhere stands",
		},
		{
			name: "an expression inlined into the sample",
			program: `class T { int f; int q(int a) { a = a + f; return a * 2; } int c(int a) { a = a + getF(); return a * 2; }
				int getF() { return f; } }`,
			in: "getF", witness: []string{"getter-in-sample"},
			want: "full 1.00",
		},
		{
			name: "statements inlined into the sample",
			program: `class T { int q(int[] v) { int s = 0; for (int i = 0; i < v.length; i++) { s += v[i]; } return s * 2; }
				int c(int[] w) { int r = sum(w); return r * 2; }
				int sum(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) { n += a[i]; } return n; } }`,
			in: "sum", witness: []string{"inline-call-in-sample"}, structural: []string{"fragment-is-callee"},
			want: "full 1.00",
		},
		{
			name: "the callee's own literal is no argument",
			program: `class T { int q(int[] v) { int s = 1; for (int i = 0; i < v.length; i++) { s += v[i]; } return s * 2; }
				int c(int[] w) { int r = sum(w); return r * 2; }
				int sum(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) { n += a[i]; } return n; } }`,
			in: "sum", witness: []string{"inline-call-in-sample", "literal"}, structural: []string{"fragment-is-callee"},
			want: "structural fragment-is-callee: the called method has 0 where this one has 1",
		},
		{
			name: "an argument may be anything, but always the same",
			program: `class T { void q(java.util.List l, Object o) { if (l.contains(o.toString())) { l.remove(o.toString()); } l.clear(); }
				void c(java.util.List l, Object p) { drop(l, p); l.clear(); }
				void drop(java.util.List a, Object x) { if (a.contains(x)) { a.remove(x); } } }`,
			in: "drop", witness: []string{"inline-call-in-sample"},
			want: "full 1.00",
		},
		{
			name: "two arguments are not one",
			program: `class T { void q(java.util.List l, Object o, Object n) { if (l.contains(o)) { l.remove(n); l.add(o); } l.clear(); }
				void c(java.util.List l, Object p) { drop(l, p); l.clear(); }
				void drop(java.util.List a, Object x) { if (a.contains(x)) { a.remove(x); a.add(x); } } }`,
			in: "drop", witness: []string{"inline-call-in-sample"}, structural: []string{"fragment-is-callee"},
			want: "structural fragment-is-callee: a statement of the called method has no counterpart",
		},
		{
			name:    "reversed conditional",
			program: `class T { int q(Object o, int a) { if (o != null) { a = 1; } else { a = 2; } return a; } int c(Object o, int a) { if (o == null) { a = 2; } else { a = 1; } return a; } }`,
			witness: []string{"reversed-conditional"}, structural: []string{"condition-worth-reversing"},
			want: "full 1.00",
		},
		{
			name:    "the complement of a conjunction",
			program: `class T { int q(boolean x, int b) { if (!(x && b > 1)) { return 1; } else { return 2; } } int c(boolean x, int b) { if (x && b > 1) { return 2; } else { return 1; } } }`,
			witness: []string{"reversed-conditional"},
			want:    "full 1.00",
		},
		{
			name:    "a constant of the literal's value",
			program: `class T { static final int MONTHS = 12; int q(int a) { a++; return a * 12; } int c(int a) { a++; return a * MONTHS; } }`,
			witness: []string{"constant-in-sample"}, structural: []string{"magic-literal"},
			want: "full 1.00",
		},
		{
			name:    "a constant of another value",
			program: `class T { static final int MONTHS = 13; int q(int a) { a++; return a * 12; } int c(int a) { a++; return a * MONTHS; } }`,
			witness: []string{"constant-in-sample"},
			want:    "witness constant-in-sample: nowhere",
		},
		{
			name:    "a wrapped call on each side (Milea et al. 2014, Figure 1)",
			program: `class T { java.util.List q(Object a) { java.util.List l = new java.util.ArrayList(); l.add(w(a)); return l; } java.util.List c(Object a) { java.util.List l = new java.util.ArrayList(); l.add(a); return w(l); } Object w(Object o) { return o; } java.util.List w(java.util.List o) { return o; } }`,
			witness: []string{"", "wrapped-call"},
			want:    "partial 0.85",
		},
		{
			name:    "a wrapped call on one side only",
			program: `class T { java.util.List q(Object a) { java.util.List l = new java.util.ArrayList(); l.add(w(a)); return l; } java.util.List c(Object a) { java.util.List l = new java.util.ArrayList(); l.add(a); return l; } Object w(Object o) { return o; } }`,
			witness: []string{"", "wrapped-call"},
			want:    "none 0.67",
		},
		{
			name:    "guard clauses",
			program: `class T { int q(boolean a, boolean b) { int r; if (a) { r = 1; } else { if (b) { r = 2; } else { r = 3; } } return r; } int c(boolean a, boolean b) { if (a) return 1; if (b) return 2; return 3; } }`,
			witness: []string{"guard-clause"}, structural: []string{"nested-where-guards-do"},
			want: "full 1.00",
		},
		{
			name:    "one condition of several",
			program: `class T { int q(int a, int b) { if (a < 0) return 0; if (b < 0) return 0; return a * b; } int c(int a, int b) { if (a < 0 || b < 0) return 0; return a * b; } }`,
			witness: []string{"consolidated-conditional"}, structural: []string{"conditions-with-one-result"},
			want: "full 1.00",
		},
		{
			name:    "statements of all branches",
			program: `class T { int f; void q(boolean a) { if (a) { f = 1; show(); } else { f = 2; show(); } } void c(boolean a) { if (a) { f = 1; } else { f = 2; } show(); } void show() { } }`,
			witness: []string{"moved-fragment"}, structural: []string{"fragment-in-all-branches"},
			want: "full 1.00",
		},
		{
			name: "a clause more in one of two try statements",
			program: `class T { int f; void q() { try { f = 1; } catch (IllegalStateException e) { f = 2; } catch (RuntimeException e) { f = 3; } }
				void c() { try { f = 1; } catch (RuntimeException e) { f = 3; } } }`,
			want: "none 0.67",
		},
		{
			name: "what is in a try with resources",
			program: `class T { int f; void q(AutoCloseable a) throws Exception { try (a) { f = 1; f = 2; f = 3; } f = 4; }
				void c(AutoCloseable a) throws Exception { try { f = 1; f = 2; f = 3; } finally { f = 5; } f = 4; } }`,
			want: "none 0.67",
		},
		{
			name:    "a group of a switch as long as it is the same one",
			program: `class T { int f; void q(int a) { switch (a) { case 1: f = 1; break; case 2: f = 2; break; default: f = 3; } } void c(int a) { switch (a) { case 1: f = 1; break; case 2: f = 2; break; default: f = 3; } } }`,
			want:    "full 1.00",
		},
		{
			name:    "a declaration at the first value",
			program: `class T { int q(int a) { int x; a = a + 1; x = a * 2; return x; } int c(int a) { a = a + 1; int x = a * 2; return x; } }`,
			witness: []string{"declaration-with-initializer"}, structural: []string{"declared-before-first-value"},
			want: "full 1.00",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := side(t, tt.program)
			rule := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: tt.structural}
			for i, w := range tt.witness {
				if w == "" && i == 0 {
					continue // nothing is essential
				}
				rule.Witness = append(rule.Witness, w)
			}
			if len(tt.witness) > 0 && tt.witness[0] == "" {
				rule.Witness = append([]string{"no allowance"}, rule.Witness...)
			}
			j := concretize.NewJudge(rule, s, s, nil)
			acc, out := j.Judge(row(t, s, "q", tt.inQuery), row(t, s, "c", tt.in))
			if got := outcome(acc, out); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
				if acc != nil {
					t.Log(witnessText(acc.Opportunity().Evidence.Witness))
				}
			}
		})
	}
}

// witnessText writes a witness as a table.
func witnessText(w finding.Witness) string {
	var b strings.Builder
	for _, p := range w.Pairs {
		q, c := "", ""
		if p.Query != nil {
			q = strings.Repeat("  ", p.Query.Depth) + p.Query.Text
		}
		if p.Sample != nil {
			c = strings.Repeat("  ", p.Sample.Depth) + p.Sample.Text
		}
		fmt.Fprintf(&b, "%s | %s | %s | %s\n", p.Kind, q, c, p.Why)
	}
	return b.String()
}

// The witness shows every statement of both sides once, in order, with what differs.
func TestWitness(t *testing.T) {
	s := side(t, `class T {
	int q(int a, int b) { int t = a * b; if (t > 10) { log("q"); return g(t); } return 0; }
	int c(int x, int y) { if (x * y > 10) { log("c"); return g(x * y); } trace(); return 0; }
	int g(int v) { return v; }
	void log(String s) { }
	void trace() { }
}`)
	j := concretize.NewJudge(&rules.Rule{ID: "test", Name: "Test", Group: "method", Witness: []string{"temp-in-query", "literal"}}, s, s, nil)
	acc, out := j.Judge(row(t, s, "q", ""), row(t, s, "c", ""))
	if out.Refused {
		t.Fatal(out.Reason)
	}
	w := acc.Opportunity().Evidence.Witness
	want := `query-only | int t = a * b; |  | the declaration of a temporary whose value stands at its reads in the sample
allowed | if (t > 10) | if (x * y > 10) | temp-in-query: t | x * y
parameter |   log("q"); |   log("c"); | literal: "q" | "c"
allowed |   return g(t); |   return g(x * y); | temp-in-query: t | x * y
sample-only |  | trace(); | 
same | return 0; | return 0; | 
`
	if diff := cmp.Diff(want, witnessText(w)); diff != "" {
		t.Errorf("witness (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a -> x", "b -> y"}, w.Renamed); diff != "" {
		t.Errorf("renamed (-want +got):\n%s", diff)
	}
}
