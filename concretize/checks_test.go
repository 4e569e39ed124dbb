package concretize_test

import (
	"testing"

	"refract/concretize"
	"refract/rules"
	"refract/vectors"
)

// vec makes a vector of name, count, name, count …
func vec(t *testing.T, pairs ...any) vectors.Vector {
	t.Helper()
	var v vectors.Vector
	for i := 0; i < len(pairs); i += 2 {
		f := vectors.FeatureByName(pairs[i].(string))
		if f == vectors.None {
			t.Fatalf("no feature %q", pairs[i])
		}
		v = vectors.Add(nil, v, vectors.Vector{vectors.MakeEntry(f, pairs[i+1].(int))})
	}
	return v
}

func compiled(t *testing.T, expr string) *rules.Check {
	t.Helper()
	c, err := rules.CompileCheck(expr)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Each case breaks one rule of Milea et al. 2014, §3.3 and §3.4.
func TestChecker(t *testing.T) {
	load := vectors.FeatureByName("op.load")
	base := vec(t, "syntax.return_statement", 1, "syntax.simple_name", 12, "op.load", 3, "op.if_eq", 1)
	less := vec(t, "syntax.return_statement", 1, "syntax.simple_name", 12, "op.load", 1, "op.if_eq", 1)
	rule := func(change func(r *rules.Rule)) *rules.Rule {
		r := &rules.Rule{Filters: rules.DefaultFilters}
		if change != nil {
			change(r)
		}
		return r
	}
	tests := []struct {
		name  string
		rule  *rules.Rule
		facts rules.Facts
		want  string // the name of the check that refuses; "" for none
	}{
		{"nothing asked", rule(nil), rules.Facts{Q: base, C: less, QI: base, CI: less}, ""},
		{"FilterClones", rule(nil), rules.Facts{Q: base, C: base, QI: base, CI: base}, "clones"},
		{"FilterClones is off", rule(func(r *rules.Rule) { r.Filters.Clones = false }), rules.Facts{Q: base, C: base, QI: base, CI: base}, ""},
		{"clones in one mode only", rule(nil), rules.Facts{Q: base, C: base, QI: base, CI: less}, ""},
		{"FilterSmall asks the method without its callees", rule(nil),
			rules.Facts{Q: vec(t, "syntax.return_statement", 1), C: less, QI: base, CI: less, InlinedQuery: []vectors.Vector{less}}, "small"},
		{"(I.1) nothing to remove", rule(func(r *rules.Rule) { r.Difference = []vectors.Change{{Feature: load, By: -4}} }),
			rules.Facts{Q: base, C: less, QI: base, CI: less}, "removes"},
		{"(I.2) too small a change", rule(func(r *rules.Rule) { r.Difference = []vectors.Change{{Feature: load, By: -3}} }),
			rules.Facts{Q: base, C: less, QI: base, CI: less}, "changes"},
		{"(I.2) enough of a change", rule(func(r *rules.Rule) { r.Difference = []vectors.Change{{Feature: load, By: -2}} }),
			rules.Facts{Q: base, C: less, QI: base, CI: less}, ""},
		{"(I.3) the inlined sample lacks the context", rule(func(r *rules.Rule) { r.Context = vec(t, "op.if_eq", 1) }),
			rules.Facts{Q: base, C: base, QI: base, CI: vec(t, "op.load", 1)}, "context"},
		{"(II.1) the sample itself lacks the context", rule(func(r *rules.Rule) { r.Context = vec(t, "op.if_eq", 1) }),
			rules.Facts{Q: base, C: vec(t, "op.load", 1), QI: base, CI: less}, "base-context"},
		{"(III) the rule's own check", rule(func(r *rules.Rule) { r.Checks = []*rules.Check{compiled(t, `q["op.load"] < c["op.load"]`)} }),
			rules.Facts{Q: base, C: less, QI: base, CI: less}, "rule"},
		{"(III) holds", rule(func(r *rules.Rule) { r.Checks = []*rules.Check{compiled(t, `q["op.load"] > c["op.load"]`)} }),
			rules.Facts{Q: base, C: less, QI: base, CI: less}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := concretize.NewChecker(tt.rule).Check(&tt.facts)
			if out.Refused != (tt.want != "") || out.Check != tt.want {
				t.Errorf("got %+v, want refusal by %q", out, tt.want)
			}
			if out.Refused && (out.Reason == "" || out.Stage == "") {
				t.Errorf("a refusal without reason or stage: %+v", out)
			}
		})
	}
}

func TestFilterNames(t *testing.T) {
	if concretize.FilterNames("a.B.f(int)", "a.B.f(int)").Refused {
		t.Error("the same name is refused")
	}
	if !concretize.FilterNames("a.B.f(int)", "a.B.g(int)").Refused {
		t.Error("another name is accepted")
	}
}

// Rule (IV): results of equal weight that name different places refuse each other; those that name the same agree.
func TestCrossCheck(t *testing.T) {
	s := side(t, `class T {
	int q(int a, int b) { int x = a + b; f(x); int y = a - b; f(y); return b; }
	int first(int a, int b) { f(a + b); int y = a - b; f(y); return b; }
	int second(int a, int b) { int x = a + b; this.f(x); f(a - b); return b; }
	int again(int c, int d) { f(c + d); int z = c - d; f(z); return d; }
	int other(int a, int b) { f(a + b); int y = a - b; f(y); return b + 1; }
	void f(int v) { }
}`)
	j := concretize.NewJudge(&rules.Rule{ID: "test", Name: "Test", Group: "method", Witness: []string{"temp-in-query"}}, s, s, nil)
	judge := func(name string) *concretize.Accepted {
		acc, out := j.Judge(row(t, s, "q", ""), row(t, s, name, ""))
		if out.Refused {
			t.Fatalf("%s: %s", name, out.Reason)
		}
		return acc
	}
	tests := []struct {
		name    string
		samples []string
		agreed  bool
		best    int
	}{
		{"one", []string{"first"}, true, 1},
		{"two that say the same", []string{"first", "again"}, true, 2},
		{"two that say different things", []string{"first", "second"}, false, 0},
		{"a weaker one does not count", []string{"second", "other"}, true, 1},
		{"a weaker one that agrees is one more sample", []string{"other", "first"}, true, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var kept []*concretize.Accepted
			for _, name := range tt.samples {
				kept = append(kept, judge(name))
			}
			best, agreed := concretize.CrossCheck(kept)
			if agreed != tt.agreed || len(best) != tt.best {
				t.Errorf("got %d, %v, want %d, %v", len(best), agreed, tt.best, tt.agreed)
			}
		})
	}
}

// The names that rules may use are documented, distinct and known.
func TestVocabulary(t *testing.T) {
	for _, list := range []func() (names, docs []string){concretize.StructuralChecks, concretize.Allowances} {
		names, docs := list()
		seen := map[string]bool{}
		if len(names) == 0 || len(names) != len(docs) {
			t.Fatalf("%d names, %d docs", len(names), len(docs))
		}
		for i, name := range names {
			if seen[name] || name == "" || docs[i] == "" {
				t.Errorf("%q: twice, without a name, or without a doc", name)
			}
			seen[name] = true
		}
	}
}
