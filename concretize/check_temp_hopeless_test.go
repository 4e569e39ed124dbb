package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// What a brief judge refuses for the places of temporaries and values, a judge that takes its time refuses as well; what it
// does not refuse is judged the same.
func TestNoValueAtRead(t *testing.T) {
	inline := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"temp-is-simple"}, Witness: []string{"temp-in-query", "literal", "member"}}
	explain := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"temp-explains"}, Witness: []string{"temp-in-sample", "literal", "member"}}
	tests := []struct {
		name     string
		rule     *rules.Rule
		q, c     string
		hopeless bool
	}{
		{"the value where the temporary is read", inline, "String x = u.trim(); out.append(x);", "out.append(t.trim());", false},
		{"in parentheses, of another method", inline, "String x = u.trim(); return (x).length();", "return (t.intern()).length();", false},
		{"another literal", inline, "int x = 0x10 + n; out.append(x);", "out.append(7 + n);", false},
		{"a field with and without this", inline, "int x = this.width; out.append(x);", "out.append(width);", false},
		{"another argument", inline, "String x = u.trim(); out.insert(1, x);", "out.insert(t.trim(), 1);", true},
		{"another number of arguments", inline, "String x = u.trim(); out.insert(1, x);", "out.append(t.trim());", true},
		{"another kind of value", inline, "String x = u.trim(); out.append(x);", "out.append(new String(t));", true},
		{"another operator", inline, "int x = n + 1; out.append(x);", "out.append(n - 1);", true},
		{"in another kind of statement", inline, "int x = n + 1; return x;", "int k; k = n + 1; return k;", true},
		{"a temporary in the value of another", inline, "int x = n + 1; int y = -x; out.append(y);", "out.append(-(n + 1));", false},
		{"a temporary that is another's value", inline, "int x = n + 1; int y = x; out.append(y);", "out.append(n + 1);", false},
		{"a temporary that is not simple", inline, "int x = n + n * 2; out.append(x);", "out.append(n + n * 2);", true},
		{"other arguments in the value", inline, "String x = u.substring(n); out.append(x);", "out.append(t.substring(n, n));", true},
		{"a sum for a name in the value", inline, "String x = u.substring(u.length()); out.append(x);", "out.append(t.substring(n + 1));", true},
		{"a name for a sum beside the read", inline, "String x = u.trim(); int y = n * 2; out.insert(y, x); out.insert(y, u);", "out.insert(n * 2, t.trim()); out.insert(n * 2, t);", false},
		{"a sum for a call beside the read", inline, "String x = u.trim(); out.insert(n - 1, x);", "out.insert(t.length(), t.trim());", true},
		{"another object beside the read", inline, "String x = u.trim(); this.out.append(x);", "new StringBuilder().append(t.trim());", true},
		{"the object said once only", inline, "String x = u.trim(); this.put(x);", "put(t.trim());", false},
		{"another kind of literal beside the read", inline, "String x = u.trim(); out.append(x + 1);", "out.append(t.trim() + 'c');", true},
		{"another literal beside the read", inline, "String x = u.trim(); out.append(x + 1);", "out.append(t.trim() + 0x12);", false},
		{"the part beside something else", explain, "out.insert(n * 2, u.trim().length() + 1);", "int x = t.trim().length(); out.insert(t.length(), x + 1);", true},

		{"the part where the sample reads", explain, "out.append(u.trim().length() + 1);", "int x = t.trim().length(); out.append(x + 1);", false},
		{"a part of two temporaries", explain, "out.append(-(u.trim().length() + 1));", "int x = t.trim().length() + 1; int y = -x; out.append(y);", false},
		{"a part read twice", explain, "out.append(1 + u.trim().length()); n = 1 + u.trim().length();", "int x = t.trim().length(); out.append(1 + x); n = 1 + x;", false},
		{"a part in a condition", explain, "if (u.trim().length() > 2) n = 1;", "int x = t.trim().length(); if (x > 2) n = 1;", false},
		{"the part elsewhere", explain, "out.append(1 + u.trim().length());", "int x = t.trim().length(); out.append(x + 1);", true},
		{"too little of a part", explain, "out.append(u.length() + 1); n = u.trim().length() * 2 + 1;", "int x = t.length(); int z = n * 2; n = t.trim().length() * 2 + 1; out.append(x + z);", true},
		{"the whole of a statement", explain, "n = u.trim().length(); out.append(u.trim().length() - 2);", "int x = t.trim().length(); n = x; out.append(n - 2);", true},
		{"a local that changes", explain, "out.append(u.trim().length() + 1);", "int x = t.trim().length(); x++; out.append(x + 1);", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sideOf(t, "T.java", "class T { StringBuilder out; int width; void put(String s) { out.append(s); } int q(String u, int n) { "+tt.q+" return 0; } int c(String t, int n) { "+tt.c+" return 0; } }")
			if strings.Contains(tt.q, "return") {
				s = sideOf(t, "T.java", "class T { StringBuilder out; int width; void put(String s) { out.append(s); } int q(String u, int n) { "+tt.q+" } int c(String t, int n) { "+tt.c+" } }")
			}
			query, sample := row(t, s, "q", ""), row(t, s, "c", "")
			slow, brief := concretize.NewJudge(tt.rule, s, s, nil), concretize.NewJudge(tt.rule, s, s, nil)
			brief.Brief = true
			want, got := outcome(slow.Judge(query, sample)), outcome(brief.Judge(query, sample))
			is := strings.Contains(got, "where a temporary is read") || strings.Contains(got, "where the sample reads a temporary")
			if is != tt.hopeless {
				t.Errorf("brief: %q; with an alignment: %q", got, want)
			} else if !is && got != want {
				t.Errorf("brief: %q, want %q", got, want)
			}
			if is && (strings.HasPrefix(want, "full") || strings.HasPrefix(want, "partial")) {
				t.Errorf("with an alignment: %q", want)
			}
		})
	}
}
