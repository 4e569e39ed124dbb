package rules_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"refract/rules"
	"refract/vectors"
)

// counts makes a vector from names of features and numbers.
func counts(t testing.TB, list map[string]int) vectors.Vector {
	t.Helper()
	var d vectors.Dense
	for name, n := range list {
		f := vectors.FeatureByName(name)
		if f == vectors.None {
			t.Fatalf("no feature %q", name)
		}
		d[f] = int32(n)
	}
	return d.AppendTo(nil)
}

func facts(t testing.TB) *rules.Facts {
	return &rules.Facts{
		Q:  counts(t, map[string]int{"op.load": 3, "op.load_0": 1, "op.store": 2, "op.constant.int": 4, "syntax.if_statement": 1}),
		C:  counts(t, map[string]int{"op.load": 2, "op.store": 1, "op.constant.int": 4}),
		QI: counts(t, map[string]int{"op.load": 5}),
		CI: counts(t, map[string]int{"op.load": 7, "op.getfield": 1}),
		Inlined: []vectors.Vector{
			counts(t, map[string]int{"op.getfield": 1, "op.return_value": 1, "op.aload_0": 1}),
			counts(t, map[string]int{"op.load": 2, "op.store": 1, "op.constant.int": 4}),
		},
		InlinedQuery: []vectors.Vector{counts(t, map[string]int{"op.load": 7, "op.getfield": 1})},
	}
}

// A comparison of sums says what the same comparison says that is written so that the machine has to work it out.
func TestComparisonsAgreeWithTheMachine(t *testing.T) {
	ev := rules.NewEvaluator()
	ev.Load(facts(t))
	for _, expr := range []string{
		`q["op.load"] - c["op.load"] == 1`, `sum(q, "op.load*") <= 2 * c["op.load"]`, `total(q) - 3 < -total(ci) + 9`, `difference["op.load"] != 2`,
		`q["op.load"] > c["op.load"] && qi["op.load"] >= 5`, `q["op.load"] > c["op.load"] and c["op.store"] > 1`, `-q["op.store"] > -3`,
	} {
		var holds [2]bool
		for i, e := range []string{expr, "(" + expr + ") or false"} {
			c, err := rules.CompileCheck(e)
			if err != nil {
				t.Fatal(err)
			}
			if (c.Comparisons != nil) != (i == 0) {
				t.Errorf("%s: %d comparisons", e, len(c.Comparisons))
			}
			if holds[i], err = ev.Holds(c); err != nil {
				t.Fatal(err)
			}
		}
		if holds[0] != holds[1] {
			t.Errorf("%s: %v as comparisons, %v by the machine", expr, holds[0], holds[1])
		}
	}
}

// A disjunction of comparisons says what the machine says of it.
func TestDisjunctionsAgreeWithTheMachine(t *testing.T) {
	ev := rules.NewEvaluator()
	ev.Load(facts(t))
	seen := map[bool]int{}
	for _, expr := range []string{
		`q["op.load"] != c["op.load"] || q["op.store"] > 9`, `q["op.load"] == 9 || q["op.load"] == 8`, `q["op.load"] == 9 or total(c) >= 0`,
		`q["op.load"] == 9 || q["op.load"] == 3 && c["op.load"] == 9`, `q["op.load"] == 9 || q["op.load"] == 3 && c["op.load"] == 2 || total(q) < 0`,
	} {
		var holds [2]bool
		for i, e := range []string{expr, "(" + expr + ") and true"} {
			c, err := rules.CompileCheck(e)
			if err != nil {
				t.Fatal(err)
			}
			if c.NeedsMachine() != (i == 1) {
				t.Errorf("%s: needs the machine: %v", e, c.NeedsMachine())
			}
			if holds[i], err = ev.Holds(c); err != nil {
				t.Fatal(err)
			}
		}
		if seen[holds[0]]++; holds[0] != holds[1] {
			t.Errorf("%s: %v by comparisons, %v by the machine", expr, holds[0], holds[1])
		}
	}
	if len(seen) < 2 {
		t.Errorf("all say the same: %v", seen)
	}
}

func TestCheckScopeAndComparisons(t *testing.T) {
	tests := []struct {
		expr        string
		scope       rules.Scope
		comparisons int
	}{
		{`q["op.load"] >= 2`, rules.OfQuery, 1},
		{`len(inlined_query) > 0`, rules.OfQuery, 0},
		{`exists(inlined, total(#) < total(ci))`, rules.OfSample, 1},
		{`exists(inlined, total(#) < total(q))`, rules.OfBoth, 1},
		{`exists(inlined, total(#) == total(q))`, rules.OfBoth, 0},
		{`sum(q, "op.load*") - sum(c, "op.load*") == q["op.store"] - c["op.store"]`, rules.OfBoth, 1},
		{`q["op.load"] < c["op.load"] && 2 * qi["op.load"] >= -ci["op.load"] + 3`, rules.OfBoth, 2},
		{`q["op.load"] < c["op.load"] || q["op.store"] < c["op.store"]`, rules.OfBoth, 0},
		{`q["op.load"] % 2 == c["op.load"]`, rules.OfBoth, 0},
		{`q["op.load"] * c["op.load"] == 6`, rules.OfBoth, 0},
		{`2000000 * q["op.load"] > c["op.load"]`, rules.OfBoth, 0},
		{`difference["op.load"] == 2`, rules.OfBoth, 1},
	}
	for _, tt := range tests {
		c, err := rules.CompileCheck(tt.expr)
		if err != nil {
			t.Errorf("%s: %v", tt.expr, err)
			continue
		}
		if c.Scope != tt.scope || len(c.Comparisons) != tt.comparisons {
			t.Errorf("%s: scope %d and %d comparisons, want %d and %d", tt.expr, c.Scope, len(c.Comparisons), tt.scope, tt.comparisons)
		}
	}
}

func TestCheckHolds(t *testing.T) {
	tests := []struct {
		expr string
		want bool
	}{
		{`q["op.load"] == 3`, true},
		{`q["op.putfield"] == 0`, true}, // absent
		{`q["op.load"] - c["op.load"] > 0`, true},
		{`q["op.load"] - c["op.load"] == q["op.store"] - c["op.store"]`, true},
		{`sum(q, "op.load*") == 4`, true},
		{`sum(q, "op.*") == 10 && total(q) == 11`, true},
		{`sum(q, "*") == total(q)`, true},
		{`difference["op.load"] == 2`, true},
		{`difference["op.getfield"] > 0 and not (difference["op.store"] != 0)`, true},
		{`sum(difference, "op.load*") == 2 and total(difference) == 3`, true},
		{`exists(inlined, #["op.getfield"] == 1 && #["op.return_value"] == 1 && total(#) == 3)`, true},
		{`none(inlined, #["op.getfield"] > 1)`, true},
		{`all(inlined, total(#) > 3)`, false},
		{`one(inlined, sum(#, "op.*load*") == 2) and any(inlined, true)`, true},
		{`count(inlined, total(#) > 0) == 2 and len(inlined) == 2`, true},
		{`exists(inlined, # == c) and none(inlined, # == q)`, true},
		{`exists(inlined_query, # == ci) && q != c`, true},
		{`exists(inlined, exists(inlined_query, #["op.load"] == 7))`, true},
		{`q["op.load"] in [1, 2, 3] and q["op.load"] not in 4..9`, true},
		{`abs(c["op.load"] - q["op.load"]) == 1 and max(q["op.load"], 9) == 9`, true},
		{`q["op.load"] > 2 ? c["op.load"] == 2 : false`, true},
		{`q["op.load"] % 2 == 1 and q["op.constant.int"] / 8 == 0.5`, true},
		{"q[\"op.load\"] == 3 // a comment\n  and true", true},
	}
	ev := rules.NewEvaluator()
	ev.Load(facts(t))
	for _, tt := range tests {
		c, err := rules.CompileCheck(tt.expr)
		if err != nil {
			t.Errorf("%s: %v", tt.expr, err)
			continue
		}
		got, err := ev.Holds(c)
		if err != nil || got != tt.want {
			t.Errorf("%s = %v, %v, want %v", tt.expr, got, err, tt.want)
		}
	}
}

// An evaluator sees the facts that were loaded last, and nothing of those before.
func TestEvaluatorReload(t *testing.T) {
	c, err := rules.CompileCheck(`len(inlined) == 2 and exists(inlined, #["op.getfield"] == 1)`)
	if err != nil {
		t.Fatal(err)
	}
	ev := rules.NewEvaluator()
	for i, want := range []bool{true, false, true} {
		f := facts(t)
		if !want {
			f.Inlined = f.Inlined[1:]
		}
		ev.Load(f)
		if got, err := ev.Holds(c); got != want || err != nil {
			t.Errorf("turn %d: got %v, %v, want %v", i, got, err, want)
		}
	}
}

func TestCheckFaults(t *testing.T) {
	deep := strings.Repeat("(", 200) + "true" + strings.Repeat(")", 200)
	tests := []struct{ expr, want string }{
		{``, `1:1: the expression is empty`},
		{`q["op.laod"] > 0`, `1:3: unknown feature "op.laod"; did you mean "op.load"?`},
		{`q["load"] > 0`, `1:3: unknown feature "load"; did you mean "op.load"?`},
		{`q.load > 0`, `1:3: unknown feature "load"; did you mean "op.load"?`},
		{`sum(q, "op.constants.*") > 0`, `1:8: no feature matches "op.constants.*"; did you mean "op.constant.int"?`},
		{`cq["op.load"] > 0`, `1:1: unknown name "cq"; did you mean "q"?`},
		{`totl(q) > 0`, `1:1: unknown function "totl"; did you mean "total"?`},
		{`q["op.load"] >`, `1:14: unexpected token EOF`},
		{"q[\"op.load\"] > 0 and\n  c[\"op.lod\"] > 0", `2:5: unknown feature "op.lod"; did you mean "op.load"?`},
		{`q["op.load"]`, `1:1: expected bool, but got int`},
		{`q`, `1:1: expected bool, but got vector`},
		{`q > 0`, `1:3: invalid operation: > (mismatched types vector and int)`},
		{`q[1] > 0`, `1:3: a vector is indexed by the name of a feature in quotes`},
		{`inlined[0]["op.load"] > 0`, `1:9: a vector is indexed by the name of a feature in quotes`},
		{`q["op." + "load"] > 0`, `1:9: a vector is indexed by the name of a feature in quotes`},
		{`sum(q) > 0`, `1:1: sum takes two arguments: a vector and a glob of features in quotes`},
		{`sum(q, 3) > 0`, `1:8: the second argument of sum is a glob of features in quotes`},
		{`total(inlined) > 0`, `1:7: this is not a vector; the vectors are q, c, qi, ci, difference and # in a predicate`},
		{`difference == q`, `1:1: difference stands only as difference["feature"], sum(difference, …) or total(difference)`},
		// Nothing that could loop, and nothing outside of the environment.
		{`any(1..1000000, true)`, `1:6: any works on inlined and inlined_query only`},
		{`exists(inlined, exists(inlined, exists(inlined, true)))`, `1:33: predicates nest more than 2 deep`},
		{`len(map(inlined, #)) > 0`, `1:5: len works on inlined and inlined_query only`},
		{`all(filter(inlined, true), true)`, `1:5: all works on inlined and inlined_query only`},
		{`reduce(inlined, 1, 2) > 0`, `1:1: unknown function "reduce"`},
		{`repeat("a", 1000) == ""`, `1:1: unknown function "repeat"`},
		{`now().Year() > 0`, `1:7: only functions can be called: sum, total, exists, any, none, all, one, count, len, abs, min, max`},
		{`$env["q"] == 1`, `1:6: unknown feature "q"`},
		{`let x = 1; x == 1`, `1:5: let is not available in a check`},
		{`true; false`, `1:1: a sequence of expressions is not available in a check`},
		{`"a" matches "a+"`, `1:5: operator "matches" is not available in a check`},
		{`2 ** 100 > 1`, `1:3: operator "**" is not available in a check`},
		{`q["op.load"] in 1..100000`, `1:18: the right side of in is a list of numbers or a range of at most 1000 numbers`},
		{`q["op.load"] in [q["op.load"]]`, `1:17: the right side of in is a list of numbers or a range of at most 1000 numbers`},
		{`{"a": 1} == nil`, `1:1: a map is not available in a check`},
		{`any(inlined, #index == 0)`, `1:14: #index is not available in a check; # is the inlined vector`},
		{strings.Repeat("true and ", 200) + "true", `1:1356: compilation failed: expression exceeds maximum allowed nodes`},
		{deep + strings.Repeat(" ", 4000), `1:1: the expression is longer than 4000 bytes`},
	}
	for _, tt := range tests {
		_, err := rules.CompileCheck(tt.expr)
		var ee *rules.ExprError
		if !errors.As(err, &ee) {
			t.Errorf("%.60s: got error %v, want an ExprError", tt.expr, err)
			continue
		}
		if got := ee.Error(); got != tt.want {
			t.Errorf("%.60s\n got %s\nwant %s", tt.expr, got, tt.want)
		}
	}
}

// A division by zero is an error of the run, not a panic and not an answer.
func TestCheckRunError(t *testing.T) {
	c, err := rules.CompileCheck(`q["op.load"] % c["op.putfield"] == 0`)
	if err != nil {
		t.Fatal(err)
	}
	ev := rules.NewEvaluator()
	ev.Load(facts(t))
	_, err = ev.Holds(c)
	if err == nil || !strings.Contains(err.Error(), "divide by zero") {
		t.Errorf("got %v, want a division by zero", err)
	}
}

// The dearest check that is admitted must stay cheap: two nested predicates over many inlined methods.
func TestCheckCostIsBounded(t *testing.T) {
	c, err := rules.CompileCheck(`none(inlined, exists(inlined, #["op.load"] == 9))`)
	if err != nil {
		t.Fatal(err)
	}
	f := facts(t)
	for len(f.Inlined) < 300 {
		f.Inlined = append(f.Inlined, f.Q)
	}
	ev := rules.NewEvaluator()
	ev.Load(f)
	start := time.Now()
	if holds, err := ev.Holds(c); err != nil || !holds {
		t.Fatalf("got %v, %v", holds, err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("90,000 predicates took %v", d)
	}
}

func BenchmarkHolds(b *testing.B) {
	for _, expr := range []string{
		`q["op.load"] - c["op.load"] > 0`,
		`q["op.load"] - c["op.load"] == q["op.store"] - c["op.store"]`,
		`sum(q, "op.load*") - sum(c, "op.load*") > 0`,
		`exists(inlined, #["op.getfield"] == 1 && #["op.return_value"] == 1 && total(#) == 3)`,
	} {
		b.Run(expr, func(b *testing.B) {
			c, err := rules.CompileCheck(expr)
			if err != nil {
				b.Fatal(err)
			}
			ev := rules.NewEvaluator()
			ev.Load(facts(b))
			b.ReportAllocs()
			for b.Loop() {
				if ok, err := ev.Holds(c); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}
