package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// A brief judge refuses samples whose getter stands where the query reads no field, and no others: what it does not
// refuse is judged the same.
func TestNoReadAsGetter(t *testing.T) {
	const nowhere = "no field is read where the sample calls a getter"
	getter := " int width; void set(int a, int b) { list[b] = a; } Integer size; int[] list; String name; Integer getSize() { return size; } String getName() { return name; } int twice(int n) { return n + n; } void put(int a, int b) { list[a] = b; } "
	tests := []struct {
		query, sample string
		nowhere       bool
	}{
		{"int q(int n) { put(n, size); return n; }", "int c(int n) { put(n, getSize()); return n; }", false},
		{"int q(int n) { put(n, this.size); return n; }", "int c(int n) { put(n, this.getSize()); return n; }", false},
		{"int q(int n) { put(n, (size)); return n; }", "int c(int n) { put(n, ((getSize()))); return n; }", false},
		{"int q(int n) { put(size, n); return n; }", "int c(int n) { put(n, getSize()); return n; }", true},
		{"int q(int n) { put(n, n); return size; }", "int c(int n) { put(n, getSize()); return n; }", true},
		{"int q(int n) { put(n, size + 1); return n; }", "int c(int n) { put(n, getSize() - 1); return n; }", true},
		{"int q(int n) { put(n, size + 1); return n; }", "int c(int n) { put(n, 1 + getSize()); return n; }", true},
		{"int q(int n) { put(n, size + 1); return n; }", "int c(int n) { put(n, getSize() + 2); return n; }", false},
		{"int q(int n) { int m = size; return m; }", "int c(int n) { int m = getSize(); return m; }", false},
		{"int q(int n) { int m = size; return m; }", "int c(int n) { n = getSize(); return n; }", true},
		{"int q(int n) { if (size > n) n++; return n; }", "int c(int n) { if (getSize() > n) n++; return n; }", false},
		{"int q(int n) { while (size > n) n++; return n; }", "int c(int n) { if (getSize() > n) n++; return n; }", true},
		{"int q(int n) { for (int i = 0; i < size; i++) n++; return n; }", "int c(int n) { for (int i = 0; i < getSize(); i++) n++; return n; }", false},
		{"int q(int n) { switch (size) { case 1: n++; } return n; }", "int c(int n) { switch (getSize()) { case 1: n++; } return n; }", false},
		{"int q(int n) { return twice(size) + name.length(); }", "int c(int n) { return twice(getSize()) + name.length(); }", false},
		{"int q(int n) { put(n + n, size); return n; }", "int c(int n) { put(n - n, getSize()); return n; }", true},
		{"int q(int n) { put(n * 2, size); return n; }", "int c(int n) { put(n, getSize()); return n; }", true},
		{"int q(int n) { put(2, size); return n; }", "int c(int n) { put(0x10, getSize()); return n; }", false},
		{"int q(int n) { put(name.length(), size); return n; }", "int c(int n) { put(n, getSize()); return n; }", false}, // it may be inlined
		{"int q(int n) { this.put(size, size); return n; }", "int c(int n) { put(getSize(), getSize()); return n; }", false},
		{"int q(int n) { put(twice(n), size); return n; }", "int c(int n) { put(twice(2), getSize()); return n; }", true},
		{"int q(int n) { put(twice(n), size); return n; }", "int c(int n) { put(twice(name.length()), getSize()); return n; }", false},
		{"int q(int n) { put(-(n + 1), size); return n; }", "int c(int n) { put(-(n + n), getSize()); return n; }", true},
		// A field without a getter must be all in which the two differ; nobody looks for that where there is one.
		{"int q(int n) { put(n, width); return n; }", "int c(int n) { put(n, getSize()); return n; }", false},
		{"int q(int n) { put(n, width); return n; }", "int c(int n) { set(n, getSize()); return n; }", false},
		{"int q(int n) { put(n, size); return n; }", "int c(int n) { set(n, getName()); return n; }", false},
		{"int q(int n) { put(n, size); return n; }", "int c(int n) { set(n, getSize()); return n; }", false},
		{"int q(int n) { return size.compareTo(n); }", "int c(int n) { return getSize().intValue(); }", true},
		{"int q(int n) { return size.intValue(); }", "int c(int n) { return getSize().intValue(); }", false},
		// A variable with the name of a field is none, but nobody looks so closely here.
		{"int q(int size) { put(size, size); return size; }", "int c(int n) { put(n, getSize()); return n; }", false},
	}
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "field", Structural: []string{"field-read-has-getter"},
		Witness: []string{"getter-in-sample", "literal", "member"}}
	for _, tt := range tests {
		s := sideOf(t, "T.java", "class T { "+tt.query+" "+tt.sample+getter+" }")
		for _, callee := range []string{"getSize", "*"} {
			if !strings.Contains(tt.sample, callee) && callee != "*" {
				callee = "getName"
			}
			if callee == "*" && !strings.Contains(tt.sample, "twice") && !strings.Contains(tt.sample, "put") {
				continue // nothing else is inlined
			}
			query, sample := row(t, s, "q", ""), row(t, s, "c", callee)
			slow, brief := concretize.NewJudge(rule, s, s, nil), concretize.NewJudge(rule, s, s, nil)
			brief.Brief = true
			want, got := outcome(slow.Judge(query, sample)), outcome(brief.Judge(query, sample))
			is := strings.HasSuffix(got, nowhere)
			if callee != "*" && is != tt.nowhere {
				t.Errorf("%s\n%s\nbrief: %q; with an alignment: %q", tt.query, tt.sample, got, want)
			}
			if !is && got != want || is && (strings.HasPrefix(want, "full") || strings.HasPrefix(want, "partial")) {
				t.Errorf("%s\n%s\nbrief: %q, want %q", tt.query, tt.sample, got, want)
			}
		}
	}
}
