package concretize_test

import (
	"testing"

	"refract/concretize"
	"refract/rules"
)

// What a structural check asks of the query alone refuses methods of which no site would pass it, and no others.
func TestCheckQuery(t *testing.T) {
	const cast, reverse = "downcast-of-own-call", "condition-worth-reversing"
	get := " Object get(int i) { return null; } String name(int i) { return null; } <X> X any() { return null; } int size() { return 1; } java.util.List list; "
	tests := []struct{ check, body, want string }{
		{cast, "String s = (String) get(1); return s.length();", ""},
		{cast, "return ((String) (get(1))).length();", ""},
		{cast, "String s = (String) list.get(1); return s.length();", "the method casts the result of no method of the program"},
		{cast, "return ((Object) list).hashCode() + get(1).hashCode();", "the method casts the result of no method of the program"},
		{cast, "return ((String) name(1)).length();", "the method returns that type already"},
		{cast, "return (short) size();", "the cast is one of numbers"},
		{cast, "return ((String) any()).length();", "the method returns a type variable"},
		{cast, "int n = (short) size(); return n + ((String) get(1)).length() + ((String) name(1)).length();", ""},

		{reverse, "list.clear(); return 1;", "the method has no conditional"},
		{reverse, "if (!list.isEmpty()) { list.clear(); } else { size(); } return 1;", ""},
		{reverse, "if (list != null) { list.clear(); } else { size(); } return 1;", ""},
		{reverse, "if (list == null) { size(); } else { list.clear(); } return 1;", "the condition is not negative and the branches are in a good order"},
		{reverse, "if (size() > 1) { list.clear(); size(); } else { size(); } return 1;", ""},
		{reverse, "if (size() > 1) { size(); } else { list.clear(); size(); } return 1;", "the condition is not negative and the branches are in a good order"},
		{reverse, "if (!list.isEmpty()) return 0; list.clear(); return 1;", "the conditional is a guard clause"},
		{reverse, "if (!list.isEmpty()) { list.clear(); size(); size(); return 0; } return 1;", ""},
		{reverse, "if (size() == 1) { size(); } else if (size() != 2) { list.clear(); } else { size(); } return 1;", "the condition is part of an else-if chain"},
		{reverse, "return list != null ? list.size() : 0;", ""},
		{reverse, "return list == null ? 0 : list.size();", "the condition is not negative and the branches are in a good order"},
	}
	tests = append(tests, []struct{ check, body, want string }{
		{"temp-is-simple", "int n = size(); return n;", ""},
		{"temp-is-simple", "int n = size() + size(); return n;", "no temporary has a simple value"},
		{"temp-is-simple", "int n = 1 + 2; return n;", "no temporary has a simple value"},
		{"delegate-hidden-by-server", "return name(1).length();", "the method does not call through another object"},
		{"delegate-hidden-by-server", "T o = null; return o.inner().part().weight();", ""},
		{"delegate-hidden-by-server", "return inner().part().hashCode();", "the method does not call through another object"},
	}...)
	get += " static class Part { int weight; int weight() { return weight; } } static class Inner { Part part; Part part() { return part; } } Inner inner; Inner inner() { return inner; } "
	for _, tt := range tests {
		s := sideOf(t, "T.java", "class T { int q() { "+tt.body+" } "+get+" }")
		rule := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{tt.check}, Witness: []string{"literal"}}
		if got := concretize.NewJudge(rule, s, s, nil).CheckQuery(row(t, s, "q", "")); got.Reason != tt.want {
			t.Errorf("%s\n%s: got %q, want %q", tt.body, tt.check, got.Reason, tt.want)
		}
	}
}

// A brief judge asks for fewer parameters and for an object of the program before it aligns anything.
func TestNoParameterObject(t *testing.T) {
	box := " class Box { int from, to; int from() { return from; } int to() { return to; } } "
	tests := []struct{ query, sample, want string }{
		{"int q(int from, int to) { return from * 31 + to; }", "int c(Box b) { return b.from * 31 + b.to; }", ""},
		{"int q(int from, int to) { return from * 31 + to; }", "int c(Box b, int i) { return b.from * 31 + b.to; }", "the sample has no fewer parameters"},
		{"int q(int from, int to) { return from * 31 + to; }", "int c(java.awt.Point b) { return b.x * 31 + b.y; }", "the object is not one of the program's types"},
		{"int q(int from, int to) { return from * 31 + to; }", "int c(Box b) { Box x = b; return x.from * 31 + x.to; }", "the sample reads nothing of an object that it is given"},
	}
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"parameters-of-one-object"},
		Witness: []string{"parameter-as-component", "literal", "member"}}
	for _, tt := range tests {
		s := sideOf(t, "T.java", "class T { "+tt.query+" "+tt.sample+box+" int z(Box x) { return q(x.from, x.to); } }")
		judge := concretize.NewJudge(rule, s, s, nil)
		judge.Brief = true
		if _, got := judge.Judge(row(t, s, "q", ""), row(t, s, "c", "")); got.Reason != tt.want {
			t.Errorf("%s\n%s\ngot %q, want %q", tt.query, tt.sample, got.Reason, tt.want)
		}
	}
}

// A brief judge asks for a called method of the type that the query casts to.
func TestCastsNowhere(t *testing.T) {
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "callee", Structural: []string{"downcast-of-own-call"}, Witness: []string{"downcast-in-query", "literal", "member"}}
	for callee, want := range map[string]string{
		"String name(int i) { return (String) get(i); }":   "",
		"Integer name(int i) { return (Integer) get(i); }": "the sample calls no method of a type that this one casts to",
	} {
		s := sideOf(t, "T.java", "class T { Object get(int i) { return null; } int q() { return ((String) get(1)).hashCode(); } int c() { return name(1).hashCode(); } "+callee+" }")
		judge := concretize.NewJudge(rule, s, s, nil)
		judge.Brief = true
		if _, got := judge.Judge(row(t, s, "q", ""), row(t, s, "c", "")); got.Reason != want {
			t.Errorf("%s: got %q, want %q", callee, got.Reason, want)
		}
	}
}

// A temporary of the method around a class without a name is none of the methods in that class.
func TestTemporaryOfAnother(t *testing.T) {
	rule := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"temp-explains"}, Witness: []string{"temp-in-sample", "literal", "member"}}
	const other = "no temporary of the sample explains anything"
	for body, want := range map[string]string{"int n = a(1); return b(n);": other, "int n = a(1) + 2; return b(n);": ""} {
		s := sideOf(t, "T.java", "class T { int a(int i) { return i; } int b(int i) { return i; } int q() { return b(a(1) + 2); } "+
			" Object o() { final int far = a(1) * b(2); return new Object() { int c() { "+body+" } }; } }")
		_, got := concretize.NewJudge(rule, s, s, nil).Judge(row(t, s, "q", ""), row(t, s, "c", ""))
		if got.Reason != want {
			t.Errorf("%s: got %q, want %q", body, got.Reason, want)
		}
	}
}
