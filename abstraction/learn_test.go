package abstraction_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/abstraction"
	"refract/java"
	"refract/java/parse"
	"refract/rules"
)

// code parses a sample.
func code(t testing.TB, before, after string) abstraction.Code {
	t.Helper()
	p := parse.New()
	defer p.Close()
	file := func(path, text string) *java.File {
		f := p.File(path, []byte(text))
		if len(f.Problems) > 0 {
			t.Fatalf("%s: %v\n%s", path, f.Problems, text)
		}
		return f
	}
	return abstraction.Code{Before: file("before.java", before), After: file("after.java", after)}
}

func TestLearn(t *testing.T) {
	tests := []struct {
		name          string
		samples       [][2]string
		query, answer rules.Side
		subject       abstraction.Subject
		want          rules.WrittenAbstraction
		checks        []string
	}{
		{
			name: "extract method: the new method is inlined into what is left",
			samples: [][2]string{{
				`class A { int n; int f(int a) { int s = 0; for (int i = 0; i < a; i++) { s += i * n; } log(s); return s; } void log(int x) {} }`,
				`class A { int n; int f(int a) { int s = sum(a); log(s); return s; }
				  int sum(int a) { int s = 0; for (int i = 0; i < a; i++) { s += i * n; } return s; } void log(int x) {} }`,
			}},
			query: rules.Base, answer: rules.Inlined,
			subject: abstraction.Subject{Method: "A.f", AfterMethod: "A.f", Inlined: []string{"A.sum"}},
		},
		{
			name: "inline method: the method that vanishes is inlined into what was there",
			samples: [][2]string{{
				`class A { int n; int rating() { return late() ? 2 : 1; } boolean late() { return n > 5; } }`,
				`class A { int n; int rating() { return n > 5 ? 2 : 1; } }`,
			}},
			query: rules.Inlined, answer: rules.Base,
			subject: abstraction.Subject{Method: "A.rating", AfterMethod: "A.rating", Inlined: []string{"A.late"}},
		},
		{
			name: "reverse conditional: operators are exchanged, nothing is inlined",
			samples: [][2]string{{
				`class A { void f(int a) { if (a < 3) { g(); } else { h(); } } void g() {} void h() {} }`,
				`class A { void f(int a) { if (a >= 3) { h(); } else { g(); } } void g() {} void h() {} }`,
			}, {
				`class A { void f(int a) { if (a == 3) { g(); } else { h(); } } void g() {} void h() {} }`,
				`class A { void f(int a) { if (a != 3) { h(); } else { g(); } } void g() {} void h() {} }`,
			}},
			query: rules.Base, answer: rules.Base,
			subject: abstraction.Subject{Method: "A.f", AfterMethod: "A.f"},
			want: rules.WrittenAbstraction{Merge: [][]string{
				{"op.if_eq", "op.if_ne"}, {"op.if_lt", "op.if_ge"},
				{"syntax.binary.eq", "syntax.binary.ne"}, {"syntax.binary.lt", "syntax.binary.ge"},
			}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var list []abstraction.Code
			for _, s := range tt.samples {
				list = append(list, code(t, s[0], s[1]))
			}
			l, err := abstraction.Learn(list)
			if err != nil {
				t.Fatal(err)
			}
			if l.Query != tt.query || l.Answer != tt.answer {
				t.Errorf("query %v, answer %v, want %v, %v", l.Query, l.Answer, tt.query, tt.answer)
			}
			if diff := cmp.Diff(tt.subject, l.Subjects[0]); diff != "" {
				t.Errorf("subject (-want +got)\n%s", diff)
			}
			if tt.want.Merge != nil {
				if diff := cmp.Diff(tt.want, l.Abstraction.Written); diff != "" {
					t.Errorf("abstraction (-want +got)\n%s", diff)
				}
			}
			for _, c := range l.Checks {
				if _, err := rules.CompileCheck(c); err != nil {
					t.Errorf("check %s: %v", c, err)
				}
			}
		})
	}
}

func TestLearnRefuses(t *testing.T) {
	same := `class A { int f(int a) { return a; } }`
	tests := []struct {
		name, before, after, method, want string
	}{
		{"equal files", same, same, "", "sample 1 (before.java, after.java): no method is in both files and has different vectors in them"},
		{"a rename", same, `class A { int f(int b) { return b; } }`, "", "no method is in both files"},
		{"another method", same, `class A { int f(int a) { return a + 1; } }`, "g", "no method g that is in both files and changes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := code(t, tt.before, tt.after)
			c.Method = tt.method
			_, err := abstraction.Learn([]abstraction.Code{c})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// A sample with several changed methods: the one that changes most is looked at, or the one that is named; the others
// are told.
func TestLearnSubject(t *testing.T) {
	c := code(t,
		`class A { int f(int a) { int t = a * 2; int u = t + 1; return u; } int g(int a) { int t = a; return t; } }`,
		`class A { int f(int a) { return a * 2 + 1; } int g(int a) { return a; } }`)
	for method, want := range map[string]abstraction.Subject{
		"":    {Method: "A.f", AfterMethod: "A.f", Others: []string{"A.g"}},
		"g":   {Method: "A.g", AfterMethod: "A.g"},
		"A.g": {Method: "A.g", AfterMethod: "A.g"},
	} {
		c.Method = method
		l, err := abstraction.Learn([]abstraction.Code{c})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]abstraction.Subject{want}, l.Subjects); diff != "" {
			t.Errorf("method %q (-want +got)\n%s", method, diff)
		}
	}
}

// A method of a compact source file stands in no type, and goes by its own name.
func TestLearnSubjectOfNoType(t *testing.T) {
	c := code(t, `int f(int a) { int t = a * 2; int u = t + 1; return u; } void g() { }`, `int f(int a) { return a * 2 + 1; } void g() { }`)
	for _, method := range []string{"", "f"} {
		c.Method = method
		l, err := abstraction.Learn([]abstraction.Code{c})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]abstraction.Subject{{Method: "f", AfterMethod: "f"}}, l.Subjects); diff != "" {
			t.Errorf("method %q (-want +got)\n%s", method, diff)
		}
	}
}

// From the samples of every built-in rule something is learned, its checks compile, and for most of them the vectors
// that ask and answer are those of the rule written by hand.
func TestLearnFromTheCatalogue(t *testing.T) {
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, r := range set.Rules {
		var list []abstraction.Code
		for _, s := range r.Samples {
			if !s.Refused {
				c := code(t, string(s.Before), string(s.After))
				c.Method, c.AfterMethod = s.Method, s.AfterMethod
				list = append(list, c)
			}
		}
		l, err := abstraction.Learn(list)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		abstraction.New(&l.Abstraction)
		if !slices.Contains([]string{"method", "callee"}, l.Group) || len(l.Subjects) != len(list) {
			t.Errorf("%s: group %q, %d subjects", r.ID, l.Group, len(l.Subjects))
		}
		for _, c := range l.Checks {
			if _, err := rules.CompileCheck(c); err != nil {
				t.Errorf("%s: check %s: %v", r.ID, c, err)
			}
		}
		if l.Query == r.Query && l.Answer == r.Answer {
			agree++
		} else {
			t.Logf("%s: learned %v→%v, by hand %v→%v", r.ID, l.Query, l.Answer, r.Query, r.Answer)
		}
	}
	if agree < len(set.Rules)*2/3 {
		t.Errorf("the sides of %d of %d rules are those written by hand, want two thirds", agree, len(set.Rules))
	}
}
