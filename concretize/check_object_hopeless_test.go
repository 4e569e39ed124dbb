package concretize_test

import (
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
)

// What a brief judge refuses of Hide Delegate and Introduce Parameter Object without an alignment has none that shows something, and
// what it does not refuse is judged the same.
func TestHopelessObjects(t *testing.T) {
	const (
		delegate = "the sample's delegating method asks the delegate for something else"
		names    = "fewer than two parameters are called like components of an object that the sample is given"
	)
	hide := &rules.Rule{ID: "test", Name: "Test", Group: "class", Structural: []string{"delegate-hidden-by-server"},
		Witness: []string{"delegate-chain", "literal", "member"}}
	object := &rules.Rule{ID: "test", Name: "Test", Group: "method", Structural: []string{"parameters-of-one-object"},
		Witness: []string{"parameter-as-component", "inline-call-in-sample", "literal", "member"}}
	reader := " class Branch { String number; String phone() { return number + number; } String fax() { return number; } } " +
		" class Reader { Branch branch; Branch getBranch() { return branch; } String phoneOf() { return branch.phone(); } String faxOf() { return branch.fax(); } } "
	period := " class Period { int from, to; Period(int from, int to) { this.from = from; this.to = to; } " +
		" int getFrom() { return from; } int getTo() { return to; } boolean has(int day) { return day >= from && day < to; } } "
	tests := []struct {
		rule          *rules.Rule
		query, sample string
		in            string // what is inlined into the sample
		want          string
	}{
		{hide, "void q(Reader r) { out.append(r.getBranch().phone()); }", "void c(Reader s) { out.append(s.phoneOf()); }", "phoneOf", ""},
		{hide, "void q(Reader r) { out.append((r.getBranch()).phone()); }", "void c(Reader s) { out.append(s.phoneOf()); }", "phoneOf", ""},
		{hide, "void q(Reader r) { out.append(r.getBranch().phone()); }", "void c(Reader s) { out.append(s.faxOf()); }", "faxOf", delegate},
		{hide, "void q(Reader r) { out.append(r.getBranch().phone()); }", "void c(Reader s) { out.append(s.getBranch()); }", "getBranch", delegate},
		{hide, "void q(Reader r) { out.append(r.branch.phone()); }", "void c(Reader s) { out.append(s.phoneOf()); }", "phoneOf", delegate},

		{object, "boolean q(int d, int from, int to) { return d >= from && d < to; }", "boolean c(int e, Period p) { return e >= p.from && e < p.to; }", "", ""},
		{object, "boolean q(int d, int from, int to) { return d >= from && d < to; }", "boolean c(int e, Period p) { return e >= (p).getFrom() && e < p.getTo(); }", "", ""},
		{object, "boolean q(int d, int from, int to) { return d >= from && d < to; }", "boolean c(int e, Period p) { return e >= p.getFrom() && e < p.getTo(); }", "*", ""},
		{object, "boolean q(int d, int from, int to) { return d >= from && d < to; }", "boolean c(int e, Period p) { return p.has(e); }", "has", ""},
		{object, "boolean q(int d, int aFrom, int m_to) { return d >= aFrom && d < m_to; }", "boolean c(int e, Period p) { return e >= p.from && e < p.to; }", "", ""},
		{object, "boolean q(int d, int low, int to) { return d >= low && d < to; }", "boolean c(int e, Period p) { return e >= p.from && e < p.to; }", "", names},
		{object, "boolean q(int d, int low, int high) { return d >= low && d < high; }", "boolean c(int e, Period p) { return p.has(e); }", "has", names},
	}
	shown := 0
	for _, tt := range tests {
		s := sideOf(t, "T.java", "class T { StringBuilder out; void use() { Period p = new Period(1, 2); q(3, p.from, p.to); } "+tt.query+" "+tt.sample+" } "+reader+period)
		query, sample := row(t, s, "q", ""), row(t, s, "c", tt.in)
		slow, brief := concretize.NewJudge(tt.rule, s, s, nil), concretize.NewJudge(tt.rule, s, s, nil)
		brief.Brief = true
		want, got := outcome(slow.Judge(query, sample)), outcome(brief.Judge(query, sample))
		shows := strings.HasPrefix(want, "full") || strings.HasPrefix(want, "partial")
		if shows {
			shown++
		}
		if tt.want == "" && got != want || tt.want != "" && (shows || !strings.HasSuffix(got, tt.want)) {
			t.Errorf("%s\n%s\nbrief: %q, with an alignment: %q", tt.query, tt.sample, got, want)
		}
	}
	if shown < 4 {
		t.Errorf("only %d of the samples show something: the test shows little", shown)
	}
}
