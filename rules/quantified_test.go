package rules_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"refract/rules"
	"refract/vectors"
)

// A check of inlined methods says what the same check says that is written so that the machine has to work it out.
func TestInlinedChecksAgreeWithTheMachine(t *testing.T) {
	some := rand.New(rand.NewPCG(1, 2))
	random := func() vectors.Vector {
		return counts(t, map[string]int{"op.load": some.IntN(4), "op.store": some.IntN(3), "op.getfield": some.IntN(3)})
	}
	list := func() (out []vectors.Vector) {
		for range some.IntN(4) {
			out = append(out, random())
		}
		return out
	}
	var all []rules.Facts
	for range 200 {
		all = append(all, rules.Facts{Q: random(), C: random(), QI: random(), CI: random(), Inlined: list(), InlinedQuery: list()})
	}
	ev := rules.NewEvaluator()
	for _, p := range []string{
		`#["op.load"] == 1`, `#["op.load"] != 1 && total(#) > 2`, `#["op.load"] > 2 || sum(#, "op.store*") >= 2 and total(#) < 6`,
		`total(#) >= total(q)`, `total(#) > total(q)`, `total(#) < total(c)`, `2 * #["op.load"] <= q["op.load"]`, `q["op.load"] - c["op.load"] < #["op.load"]`,
		`#["op.getfield"] >= q["op.getfield"] - ci["op.getfield"]`,
	} {
		for _, x := range []string{"exists(inlined", "none(inlined", "exists(inlined_query", "none(inlined_query"} {
			expr := x + ", " + p + ")"
			fast, slow := compile(t, expr), compile(t, "("+expr+") or false")
			if fast.Comparisons == nil && fast.Quantified == nil || slow.Comparisons != nil || slow.Quantified != nil {
				t.Errorf("%s: %d comparisons, %v", expr, len(fast.Comparisons), fast.Quantified)
			}
			for i := range all {
				ev.Load(&all[i])
				got, err1 := ev.Holds(fast)
				want, err2 := ev.Holds(slow)
				if err1 != nil || err2 != nil || got != want {
					t.Fatalf("%s of %+v: %v (%v), %v by the machine (%v)", expr, all[i], got, err1, want, err2)
				}
			}
		}
	}
}

func compile(t *testing.T, expr string) *rules.Check {
	t.Helper()
	c, err := rules.CompileCheck(expr)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return c
}

// What Possible refuses has no partner among all values, and comparisons that name the same bound refuse the same.
func TestPossible(t *testing.T) {
	tests := []struct {
		expr              string
		query, sample     string // the least value that is possible, as a count of op.load; "" where all are
		boundOf, sameName string
	}{
		{`q["op.load"] > c["op.load"]`, "1", "", "q", `c["op.load"] < q["op.load"]`},
		{`c["op.load"] >= q["op.load"] + 2`, "", "2", "c", `q["op.load"] - c["op.load"] <= -2`},
		{`q["op.load"] == c["op.load"]`, "", "", "", ""},
		{`q["op.load"] == c["op.load"] + 1`, "1", "", "", ""},
		{`exists(inlined, total(#) > q["op.load"])`, "", "1", "", ""},
	}
	least := func(c *rules.Comparison, query bool) string {
		for n := range 5 {
			v := counts(t, map[string]int{"op.load": n})
			if c.Possible(query, c.Side(query).Of(v, v, []vectors.Vector{v})) {
				if n > 0 || c.Bounded(query) {
					return fmt.Sprint(n)
				}
				return ""
			}
		}
		return "none"
	}
	for _, tt := range tests {
		c := &compile(t, tt.expr).Comparisons[0]
		if query, sample := least(c, true), least(c, false); query != tt.query || sample != tt.sample {
			t.Errorf("%s: %q of the query and %q of the sample, want %q and %q", tt.expr, query, sample, tt.query, tt.sample)
		}
		if tt.sameName == "" {
			continue
		}
		same, other := &compile(t, tt.sameName).Comparisons[0], &compile(t, tt.expr+" + 1").Comparisons[0]
		if q := tt.boundOf == "q"; c.Bound(q) != same.Bound(q) || c.Bound(q) == other.Bound(q) {
			t.Errorf("%s: %q, like %s: %q, and one more: %q", tt.expr, c.Bound(q), tt.sameName, same.Bound(q), other.Bound(q))
		}
	}
}
