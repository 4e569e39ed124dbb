package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// The parts of the programs below: a method that writes a line for each order into a report, one that calls it, and what
// both need.
const (
	fields   = ` StringBuilder out = new StringBuilder(); String name; int width; `
	static   = ` static StringBuilder out = new StringBuilder(); static int width; `
	callee   = ` void line(int n, String s) { out.append(n); out.append(s); out.append(width); } `
	sample   = ` int c(String t) { int k = t.length(); line(k, t); return k; } `
	query    = ` int q(String u) { int m = u.length(); out.append(m); out.append(u); out.append(width); return m; } `
	accepted = "full 1.00"
)

// Each case is Extract Method with one of its conditions broken, beside one that keeps it. The query is T.q or the
// only q, the sample the only c with line inlined.
func TestFragmentIsCallee(t *testing.T) {
	tests := []struct {
		name    string
		program []string // path, text, …
		want    string   // a prefix of the outcome, less the name of the check
	}{
		{"the statements of the called method", []string{"T.java", "class T {" + fields + query + sample + callee + "}"}, accepted},
		{"an argument may be an expression", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m * 2); out.append(u); out.append(width); return m; } ` + sample + callee + "}"}, accepted},
		{"a single expression", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length() * width + 1; return m; }
			  int c(String t) { int k = line(t); return k; }
			  int line(String s) { return s.length() * width + 1; } }`}, "the called method is a single expression"},
		{"one statement", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(u + m); return m; }
			  int c(String t) { int k = t.length(); line(k, t); return k; }
			  void line(int n, String s) { out.append(s + n); } }`}, "the called method is too small to be worth a call"},
		{"one statement with one inside", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); if (m > 0) { out.append(u + m); } return m; }
			  int c(String t) { int k = t.length(); line(k, t); return k; }
			  void line(int n, String s) { if (n > 0) { out.append(s + n); } } }`}, "the called method is too small to be worth a call"},
		{"one statement with two inside", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); if (m > 0) { out.append(u); out.append(m); } return m; }
			  int c(String t) { int k = t.length(); line(k, t); return k; }
			  void line(int n, String s) { if (n > 0) { out.append(s); out.append(n); } } }`}, accepted},

		// callable
		{"the method calls it already", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); out.append(u); out.append(width); if (m < 0) line(m, u); return m; } ` +
			` int c(String t) { int k = t.length(); line(k, t); if (k < 0) out.append(t); return k; } ` + callee + "}"}, "the method calls it already"},
		{"super's method that the sample overrides", []string{"T.java", "class T {" + fields + ` void line(int n, String s) { out.append(n); out.append(s); out.append(width); } }
			class U extends T { void q(int m, String u) { out.append(m); out.append(u); out.append(width); out.append(u); }
			void c(int n, String s) { super.line(n, s); out.append(s); } }`}, "the sample calls the method that it overrides"},
		{"an inherited method", []string{"T.java", "class T {" + fields + callee + "}", "U.java", "class U extends T {" + query + sample + "}"}, accepted},
		{"a method of a subclass, as a model", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U extends T {" + sample + callee + "}"}, accepted},
		{"out of reach, but a model", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U {" + fields + sample + " private" + callee + "}"}, "partial"},
		{"out of reach, and the rest differs", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U extends T { int c(String t) { int k = t.length(); line(k, t); return k + 1; } private" + callee + "}"},
			"the called method is out of reach, and the rest of the sample differs"},
		{"out of reach, and too little", []string{"T.java", "class T { int a, b, x; int q(int m) { a = m; b = m + x; x = m; return a * b; } }",
			"U.java", "class U extends T { int c(int k) { line(k); x = k; return a * b; } private void line(int n) { a = n; b = n + x; } }"},
			"the called method is out of reach, and the statements do too little"},
		{"out of reach, and one call", []string{"T.java", "class T { int a, b, x; int q(int m) { a = m; b = size(m) + x; x = m; return a * b; } int size(int i) { return i; } }",
			"U.java", "class U extends T { int c(int k) { line(k); x = k; return a * b; } private void line(int n) { a = n; b = size(n) + x; } }"},
			"the called method is out of reach, and the statements do too little"},
		{"private and static in another class", []string{"T.java", "class T {" + static + query + "}",
			"U.java", "class U extends T { int c(String t) { int k = t.length(); line(k, t); return k + 1; } private static" + callee + "}"},
			"the called method is out of reach, and the rest of the sample differs"},
		{"a method of a subclass, and the rest differs", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U extends T { int c(String t) { int k = t.length(); line(k, t); return k + 1; }" + callee + "}"},
			"the called method is out of reach, and the rest of the sample differs"},
		{"a method of an object at hand", []string{"R.java", "class R {" + fields + callee + "}",
			"T.java", "class T { int q(R r, String u) { int m = u.length(); r.out.append(m); r.out.append(u); r.out.append(r.width); return m; } }",
			"U.java", "class U { int c(R o, String t) { int k = t.length(); o.line(k, t); return k + 1; } }"}, "partial"},
		{"an inherited method of another package", []string{"a/T.java", "package a; public class T { public StringBuilder out; public int width;" +
			` int c(String t) { int k = t.length(); line(k, t); return k + 1; } public` + callee + "}",
			"b/U.java", "package b; import a.T; class U extends T {" + query + "}"}, "partial"},
		{"a method of objects, in a static method", []string{"T.java", "class T {" + static +
			` static int q(String u) { int m = u.length(); out.append(m); out.append(u); out.append(width); return m; } ` +
			` int c(String t) { int k = t.length(); line(k, t); return k + 1; } ` + callee + "}"},
			"the called method is out of reach, and the rest of the sample differs"},
		{"a static method of another package", []string{"a/T.java", "package a; public class T { public static StringBuilder out = new StringBuilder(); public static int width;" +
			` static int c(String t) { int k = t.length(); line(k, t); return k; } public static` + callee + "}",
			"b/U.java", "package b; import a.T; class U { int q(String u) { int m = u.length(); T.out.append(m); T.out.append(u); T.out.append(T.width); return m; } }"}, accepted},
		{"a static method of another package, and the rest differs", []string{"a/T.java", "package a; public class T { public static StringBuilder out = new StringBuilder(); public static int width;" +
			` static int c(String t) { int k = t.length(); line(k, t); return k + 1; } public static` + callee + "}",
			"b/U.java", "package b; import a.T; class U { int q(String u) { int m = u.length(); T.out.append(m); T.out.append(u); T.out.append(T.width); return m; } }"},
			"the called method is in another package, and the rest of the sample differs"},
		{"a static method of the same package, and the rest differs", []string{"a/T.java", "package a; public class T { public static StringBuilder out = new StringBuilder(); public static int width;" +
			` static int c(String t) { int k = t.length(); line(k, t); return k + 1; } public static` + callee + "}",
			"a/U.java", "package a; class U { int q(String u) { int m = u.length(); T.out.append(m); T.out.append(u); T.out.append(T.width); return m; } }"}, "partial"},

		// what the called method has
		{"a statement without counterpart", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); out.append(u); name = u; return m; } ` + sample + callee + "}"},
			"a statement of the called method has no counterpart: out.append(width);"},
		{"fewer statements than the called method", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); out.append(u); return m; } ` + sample + callee + "}"},
			"filter fragment-is-callee: the called method has more statements of a kind than this one"},
		{"a literal of its own", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); out.append("; "); out.append(width); return m; }
			  int c(String t) { int k = t.length(); line(k); return k; }
			  void line(int n) { out.append(n); out.append(", "); out.append(width); } }`}, `the called method has ", " where this one has "; "`},
		{"a member of its own", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); out.append(name); out.append(width); return m; }
			  int c(String t) { int k = t.length(); line(k); return k; }
			  String title; void line(int n) { out.append(n); out.append(title); out.append(width); } }`}, "the called method has title where this one has name"},

		{"a member that overrides the called method's", []string{"T.java", `class T { StringBuilder out; int size() { return 1; } }
			class U extends T { int size() { return 2; }
			int q(U u) { int m = 3; out.append(m); out.append(u.size()); return m; }
			int c(T t) { int k = 3; line(k, t); return k; }
			void line(int n, T t) { out.append(n); out.append(t.size()); } }`}, "partial"},

		// where the statements stand
		{"not one after the other", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); name = u; out.append(u); out.append(width); return m; } ` + sample + callee + "}"},
			"the statements that the called method has do not follow each other here"},
		{"more inside a statement", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(m); if (m > 0) { out.append(u); name = u; out.append(width); } return m; }
			  int c(String t) { int k = t.length(); line(k, t); return k; }
			  void line(int n, String s) { out.append(n); if (n > 0) { out.append(s); out.append(width); } } }`},
			"the called method has nothing for name = u;"},
		{"the whole of the method", []string{"T.java", "class T {" + fields +
			` void q(int m, String u) { out.append(m); out.append(u); out.append(width); }
			  void c(int k, String t) { line(k, t); } ` + callee + "}"}, "the called method is the whole of this one"},
		{"all but a declaration", []string{"T.java", "class T {" + fields +
			` void q(int m, String u) { int w = m; out.append(w); out.append(u); out.append(width); }
			  void c(int k, String t) { int x = k; line(x, t); } ` + callee + "}"}, accepted},

		{"the whole of the method, where the sample does more", []string{"T.java", "class T {" + fields +
			` void q(int m, String u) { out.append(m); out.append(u); out.append(width); }
			  void c(int k, String t) { line(k, t); name = t; } ` + callee + "}"}, "partial"},
		{"the whole of the sample, where the method does more", []string{"T.java", "class T {" + fields +
			` void q(int m, String u) { out.append(m); out.append(u); out.append(width); name = u; }
			  void c(int k, String t) { line(k, t); } ` + callee + "}"}, "partial"},

		// what they give to the rest
		{"two values", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); int n = u.indexOf(name); out.append(m); return m + n; }
			  int c(String t) { int k = line(t); return k + found; }
			  int found; int line(String s) { int a = s.length(); int b = s.indexOf(name); out.append(a); return a + b; } }`},
			"the statements give 2 values to what follows"},
		{"a value made once, read twice", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); String v = u.trim(); out.append(v); out.append(v); out.append(m); return m; }
			  int c(String t) { int k = t.length(); line(k, t.trim()); return k; }
			  void line(int n, String s) { out.append(s); out.append(s); out.append(n); } }`}, "a value that is made once would be made at every read"},
		{"a value that the sample makes once and reads twice", []string{"T.java", "class T {" + fields +
			` int q(String u) { int m = u.length(); out.append(u.trim()); out.append(m); out.append(width); return u.trim().length(); }
			  int c(String t) { int k = t.length(); String v = t.trim(); line(k, v); return v.length(); }
			  void line(int n, String s) { out.append(s); out.append(n); out.append(width); } }`}, "a value that is made once would be made at every read"},
	}
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "callee", Structural: []string{"fragment-is-callee"},
		Witness: []string{"inline-call-in-sample", "temp-in-query", "temp-in-sample", "wrapped-call", "literal", "member"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sideOf(t, tt.program...)
			acc, out := concretize.NewJudge(rule, s, s, nil).Judge(row(t, s, "q", ""), row(t, s, "c", "line"))
			got := strings.TrimPrefix(outcome(acc, out), "structural fragment-is-callee: ")
			if !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
				if acc != nil {
					t.Log(witnessText(acc.Opportunity().Evidence.Witness))
				}
			}
		})
	}
}
