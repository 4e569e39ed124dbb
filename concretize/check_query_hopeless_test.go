package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// What a brief judge refuses of Inline Method and Decompose Conditional without an alignment has none that shows something, and
// what it does not refuse is judged the same.
func TestHopelessCalls(t *testing.T) {
	const (
		inlined, condition = "the sample does not say what the called method says", "no called method of the sample returns such a condition"
		compound           = "no condition of the method has several operands"
		other              = "the called method is one of another object, which it serves to hide"
	)
	inline := &rules.Rule{ID: "test", Name: "Test", Group: "callee", Structural: []string{"callee-is-trivial"},
		Witness: []string{"inline-call-in-query", "temp-in-query", "temp-in-sample", "literal", "member"}}
	decompose := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"compound-condition"},
		Witness: []string{"condition-as-call", "inline-call-in-sample", "literal", "member"}}
	members := " int size, width; T next; boolean open; void put(int n) { size = n; } int more(int n) { put(n); return n; } "
	tests := []struct {
		rule                  *rules.Rule
		query, sample, callee string
		want                  string
	}{
		{inline, "int q(int n) { more(n); return called(n); }", "int c(int n) { more(n); return n * size + 7; }", "private int called(int k) { return k * size + 7; }", ""},
		{inline, "int q(int n) { more(n); return called(n); }", "int c(int n) { more(n); int m = n * size; return m + 7; }", "private int called(int k) { return k * size + 7; }", ""},
		{inline, "int q(int n) { more(n); return called(n); }", "int c(int n) { more(n); return n * size + 8; }", "private int called(int k) { return k * size + 7; }", inlined},
		{inline, "int q(int n) { more(n); return called(n); }", "int c(int n) { more(n); return n * width + 7; }", "private int called(int k) { return k * size + 7; }", inlined},
		{inline, "int q(int n) { more(n); return next.called(n); }", "int c(int n) { more(n); return n * size + 7; }", "private int called(int k) { return k * size + 7; }", other},

		{decompose, "int q(int n) { if (n > 3 && size < n) more(n); return n; }", "int c(int n) { if (called(n)) more(n); return n; }", "boolean called(int n) { return n > 3 && size < n; }", ""},
		{decompose, "int q(int n) { if (n > 3 && size < n) more(n); return n; }", "int c(int n) { if (called(n)) more(n); return n; }", "boolean called(int n) { put(n); return (n > 3 && size < n); }", ""},
		{decompose, "int q(int n) { if (n > 3 && size < n) more(n); return n; }", "int c(int n) { if (called(n > 3 && size < n)) more(n); return n; }", "boolean called(boolean n) { return n; }", ""},
		{decompose, "int q(int n) { if (n > 3 && size < n) more(n); return n; }", "int c(int n) { if (called(n)) more(n); return n; }", "boolean called(int n) { return n > 3 || size < n; }", condition},
		{decompose, "int q(int n) { if (n > 3 && size < n) more(n); return n; }", "int c(int n) { if (called(n)) more(n); return n; }", "boolean called(int n) { return size < n; }", condition},
		{decompose, "int q(int n) { if (n > 3) more(n); open = n > 3 && size < n; return n; }", "int c(int n) { if (called(n)) more(n); return n; }", "boolean called(int n) { return n > 3 && size < n; }", compound},
	}
	for _, tt := range tests {
		s := sideOf(t, "T.java", "class T { "+tt.query+" "+tt.sample+" "+tt.callee+members+" }")
		in := [2]string{"", "called"}
		if tt.rule == inline {
			in = [2]string{"called", ""}
		}
		query, sample := row(t, s, "q", in[0]), row(t, s, "c", in[1])
		slow, brief := concretize.NewJudge(tt.rule, s, s, nil), concretize.NewJudge(tt.rule, s, s, nil)
		brief.Brief = true
		want, got := outcome(slow.Judge(query, sample)), outcome(brief.Judge(query, sample))
		shows := strings.HasPrefix(want, "full") || strings.HasPrefix(want, "partial")
		if out := brief.CheckQuery(query); out.Refused {
			got = outcome(nil, out)
		}
		switch {
		case tt.want == "" && got != want, tt.want != "" && (shows || !strings.HasSuffix(got, tt.want)):
			t.Errorf("%s\n%s\n%s\nbrief: %q, with an alignment: %q", tt.query, tt.sample, tt.callee, got, want)
		}
	}
}
