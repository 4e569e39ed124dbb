package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// What a brief judge refuses without an alignment, a judge that takes its time refuses as well; what it does not refuse is
// judged the same.
func TestFragmentIsElsewhere(t *testing.T) {
	const elsewhere = "the called method says what this one does not say"
	class := func(methods ...string) []string {
		return []string{"T.java", "class T {" + fields + strings.Join(methods, "") + "}"}
	}
	q := func(body string) string { return " int q(String u) { int m = u.length(); " + body + " return m; } " }
	line := func(body string) string { return " void line(int n, String s) { " + body + " } " }
	own := " void put(String s) { name = s; } String trim(String s) { return s.trim(); } "
	tests := []struct {
		name      string
		program   []string
		elsewhere bool
	}{
		{"the statements of the called method", class(query, sample, callee), false},
		{"arguments for parameters", class(q("out.append(m * 2); out.append(u.trim()); out.append(width);"), sample, callee), false},
		{"another literal", class(q(`out.append("; "); out.append(u); out.append(m);`), sample, line(`out.append(", "); out.append(s); out.append(n);`)), true},
		{"another library method", class(q("out.append(m); out.append(u); out.insert(0, u);"), sample, line("out.append(n); out.append(s); out.append(s);")), true},
		{"other words in the same statements", class(q("out.append(m); out.insert(0, u); out.append(width);"), sample, line("out.append(n); out.append(s); out.insert(0, s);")), true},
		{"a statement in between", class(q("out.append(m); if (m > 2) return 1; out.append(u); out.append(width);"), sample, callee), true},
		{"what stands in a lambda is no statement of the query's", class(q("Runnable r = () -> { out.append(m); out.append(u); out.append(width); }; r.run();"), sample, callee), true},
		{"a value where a temporary stood", class(q("String x = u.trim(); out.append(m); out.append(x); out.append(x);"), sample,
			line("out.append(n); out.append(s.trim()); out.append(s.trim());")), false},
		{"several returns where a value is wanted", class(" int q(String u) { int m = u.length(); out.append(m); if (m > 2) return 1; return m; } ",
			" int c(String t) { int k = t.length(); k = line(k, t); return k; } ", " int line(int n, String s) { out.append(n); if (n > 2) return 1; return n; } "), true},
		{"several returns where the call is returned", class(" int q(String u) { int m = u.length(); width = m; out.append(m); if (m > 2) return 1; return m; } ",
			" int c(String t) { int k = t.length(); width = k; return line(k, t); } ", " int line(int n, String s) { out.append(n); if (n > 2) return 1; return n; } "), false},
		{"another value returned in between", class(" int q(String u) { int m = u.length(); width = m; out.append(m); if (m > 2) return m; return m; } ",
			" int c(String t) { int k = t.length(); width = k; return line(k, t); } ", " int line(int n, String s) { out.append(n); if (n > 2) return s.length(); return n; } "), false},
		{"a called method of the program's own that the query lacks", class(own+" String strip(String s) { return s.trim(); } ",
			q("put(u); out.append(strip(u)); width = m;"), sample, line("put(s); out.append(trim(s)); width = n;")), true},
		{"a library method that the query lacks", class(q("out.append(m); out.append(u); out.append(u);"), sample, line("out.append(n); out.append(s); out.insert(0, s);")), true},
		{"a field that the query lacks", class(q("out.append(m); out.append(u); out.append(name);"), sample, callee), true},
		{"a field that the query lacks, of a name that a local has further on", class(q("out.append(m); out.append(u); { String x = u; out.append(x); }"), sample,
			line("out.append(n); out.append(name); { String name = s; out.append(name); }")), false},
		{"a created type that the query lacks", class(q("out.append(m); out.append(new Object()); out.append(u);"), sample,
			line("out.append(n); out.append(new Integer(3)); out.append(s);")), true},
		{"an operator that the query lacks", class(q("width += m; name += u; width += m;"), sample, line("width += n; name += s; width -= n;")), true},
		{"the variable of a loop", class(q("for (int i = 0; i < m; i++) out.append(i); out.append(u);"), sample,
			line("for (int j = 0; j < n; j++) out.append(j); out.append(s);")), false},
		// A temporary of the called method may stand for its value, and so may one of the query.
		{"a temporary that the query lacks", class(q("out.append(m); out.append(u.trim()); out.append(width);"), sample,
			line("out.append(n); String x = s.trim(); out.append(x); out.append(width);")), false},
		{"a temporary that goes", class(q("out.append(m); out.append(u); out.append(width);"), sample,
			line("int x = s.indexOf('q'); out.append(n); out.append(s); out.append(width);")), false},
		// A call of the program's own may stand around another expression in the copy.
		{"a call around another expression", class(own, q("put(trim(u)); out.append(name); put(u); width = m;"), sample,
			line("put(s); out.append(name); put(trim(s)); width = n;")), false},
		{"labels are not compared", class(q("switch (m) { case 1: out.append(u); out.append(m); break; }"), sample,
			line("switch (n) { case 2: out.append(s); out.append(n); break; }")), false},
		{"the query calls it already", class(q("out.append(m); out.append(u); out.append(width); line(m, u);"), sample, callee), true},
		{"out of reach, other members", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U { StringBuffer to; int size;" + ` int c(String t) { int k = t.length(); line(k, t); return k; } ` +
				" private void line(int n, String s) { to.append(n); to.append(s); to.append(size); } }"}, false},
		{"out of reach, and the query has more", []string{"T.java", "class T {" + fields + q("out.append(m); out.append(u); out.append(width); out.append(u);") + "}",
			"U.java", "class U {" + fields + sample + " private" + callee + "}"}, true},
		{"out of reach, and the sample has more", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U {" + fields + " int c(String t) { int k = t.length(); line(k, t); width = k; return k; }" + " private" + callee + "}"}, true},
		{"a method in no class", []string{"T.java", "class T {" + fields + sample + callee + "}",
			"Q.java", "StringBuilder out; int width;" + query}, false},
		{"one statement and a value", class(" int q(String u) { int m = u.length(); out.append(m); int r = m + width; return r; } ",
			" int c(String t) { int k = t.length(); int r = line(k, t); return r; } ", " int line(int n, String s) { out.append(n); return n + width; } "), true},
		{"one statement and a value that is returned", class(" int q(String u) { int m = u.length(); out.append(m); return m + width; } ",
			" int c(String t) { int k = t.length(); return (line(k, t)); } ", " int line(int n, String s) { out.append(n); return n + width; } "), false},
		{"two locals in one declaration", class(" int q(String u) { int m = u.length(); int a = m * width; int b = m + width; return a - b; } ",
			" int c(String t) { int k = t.length(); int r = line(k); return r; } ", " int line(int n) { int a = n * width, b = n + width; return a - b; } "), false},
		{"another type of a local that stays", class(" int q(String u) { long m = u.length(); long a = m * width; out.append(m); return 0; } ",
			" int c(String t) { int k = t.length(); int r = line(k); return r; } ", " int line(int n) { int a = n * width; out.append(n); return n; } "), true},
		{"another value of a local that stays", class(" int q(String u) { int m = u.length(); int a = m; out.append(m); return 0; } ",
			" int c(String t) { int k = t.length(); int r = line(k); return r; } ", " int line(int n) { int a = n * width; out.append(n); return n; } "), true},
		{"a local that stays", class(" int q(String u) { int m = u.length(); int a = m * width; out.append(m); out.append(a); return 0; } ",
			" int c(String t) { int k = t.length(); int r = line(k); return r; } ", " int line(int n) { int a = n * width; out.append(n); out.append(a); return n; } "), false},
		{"another value that is returned", class(" int q(String u) { int m = u.length(); out.append(m); return m - width; } ",
			" int c(String t) { int k = t.length(); return line(k, t); } ", " int line(int n, String s) { out.append(n); return n + width; } "), true},
		{"the statements of the called method further in", class(q("out.append(m); if (m > 2) { out.append(u); out.append(width); }"), sample, callee), true},
		{"the statements of the called method, all further in", class(q("if (m > 2) { out.append(m); out.append(u); out.append(width); }"), sample, callee), false},
		{"out of reach, and nothing else is done", []string{"T.java", "class T {" + fields + " void q(String u) { out.append(u); out.append(width); } }",
			"U.java", "class U {" + fields + ` void c(String t) { line(1, t); } private void line(int n, String s) { out.append(s); out.append(width); } }`}, true},
		{"out of reach, other numbers of arguments", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U { StringBuffer to; int size;" + ` int c(String t) { int k = t.length(); line(k, t); return k; } ` +
				" private void line(int n, String s) { to.append(n); to.insert(0, s); to.append(size); } }"}, true},
		{"out of reach, an assignment for a call", []string{"T.java", "class T {" + fields + query + "}",
			"U.java", "class U { StringBuffer to; int size;" + ` int c(String t) { int k = t.length(); line(k, t); return k; } ` +
				" private void line(int n, String s) { to.append(n); size = n; to.append(size); } }"}, true},
		{"out of reach, in another order with the rest", []string{"T.java", "class T {" + fields + q("out.append(m); out.append(u); out.append(width); width = m;") + "}",
			"U.java", "class U { StringBuffer to; int size;" + ` int c(String t) { int k = t.length(); size = k; line(k, t); return k; } ` +
				" private void line(int n, String s) { to.append(n); to.append(s); to.append(size); } }"}, true},
		{"out of reach, in the same order with the rest", []string{"T.java", "class T {" + fields + q("width = m; out.append(m); out.append(u); out.append(width);") + "}",
			"U.java", "class U { StringBuffer to; int size;" + ` int c(String t) { int k = t.length(); size = k; line(k, t); return k; } ` +
				" private void line(int n, String s) { to.append(n); to.append(s); to.append(size); } }"}, false},
		{"out of reach, a call around another expression", []string{"T.java", "class T {" + fields + own + q("put(out.insert(m, u)); out.append(name); out.append(trim(u));") + "}",
			"U.java", "class U {" + fields + own + ` int c(String t) { int k = t.length(); line(k, t); return k; } ` +
				" private void line(int n, String s) { out.insert(n, s); put(out.append(name)); out.append(trim(s)); } }"}, false},
		{"super's method that the sample overrides", []string{"T.java", "class T {" + fields + callee + "}",
			"U.java", "class U extends T {" + query + " void line(int n, String s) { } int c(String t) { int k = t.length(); super.line(k, t); return k; } }"}, true},
		{"a call on another object", []string{"T.java", "class T {" + fields + callee + "}",
			"Q.java", "class Q { int q(T r, String u) { int m = u.length(); r.out.append(m); r.out.append(u); r.out.append(r.width); return m; } }",
			"U.java", "class U { int c(T o, String t) { int k = t.length(); o.line(k, t); return k + 1; } }"}, false},
	}
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "callee", Structural: []string{"fragment-is-callee"},
		Witness: []string{"inline-call-in-sample", "temp-in-query", "temp-in-sample", "wrapped-call", "literal", "member"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sideOf(t, tt.program...)
			query, sample := row(t, s, "q", ""), row(t, s, "c", "line")
			slow, brief := concretize.NewJudge(rule, s, s, nil), concretize.NewJudge(rule, s, s, nil)
			brief.Brief = true
			want, got := outcome(slow.Judge(query, sample)), outcome(brief.Judge(query, sample))
			if is := strings.HasSuffix(got, elsewhere); is != tt.elsewhere {
				t.Errorf("brief: %q; with an alignment: %q", got, want)
			} else if !is && got != want {
				t.Errorf("brief: %q, want %q", got, want)
			}
			if tt.elsewhere && (strings.HasPrefix(want, "full") || strings.HasPrefix(want, "partial")) {
				t.Errorf("with an alignment: %q", want)
			}
		})
	}
}
