package concretize_test

import (
	"testing"

	"refract/concretize"
	"refract/inline"
	"refract/rules"
)

// A row that does not fit is refused in every pair by the checks on vectors, and what fits not is refused whatever it meets.
func TestRolesRefuseWhatChecksRefuse(t *testing.T) {
	s := sideOf(t, "T.java", `class T {
		private int width, height;
		int width() { return width; }
		int area() { int w = width; return w * height; }
		int around() { return 2 * (width() + height); }
		int twice() { int w = width(); return w + w; }
		boolean wide(int n) { if (n > width && n > 3 || n == 9) return true; return big(n); }
		boolean big(int n) { return n > 3 && n < width; }
		void all() { area(); around(); wide(width()); }
	}`)
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil {
		t.Fatal(err)
	}
	unfit := 0
	for _, rule := range set.Rules {
		roles, few, k := concretize.NewRoles(rule, s.Rows), concretize.NewRolesOfFew(rule, s.Rows), concretize.NewChecker(rule)
		for r := range s.Rows.Len() {
			fits := roles.Fit(r)
			if few.Fit(r) != fits {
				t.Errorf("%s: row %d fits: %t, and not so where nothing is remembered", rule.ID, r, fits)
			}
			if fits {
				continue
			}
			unfit++
			for o := range s.Rows.Len() {
				if on(rule.Query, s.Rows, r) && on(rule.Answer, s.Rows, o) && !k.Check(factsOf(s.Rows, r, o)).Refused {
					t.Errorf("%s: row %d passes as a query for %d", rule.ID, r, o)
				}
				if on(rule.Query, s.Rows, o) && on(rule.Answer, s.Rows, r) && !k.Check(factsOf(s.Rows, o, r)).Refused {
					t.Errorf("%s: row %d passes as a sample for %d", rule.ID, r, o)
				}
			}
		}
	}
	if unfit < 20 {
		t.Errorf("%d rows do not fit", unfit)
	}
}

func on(side rules.Side, t *inline.Table, row int) bool {
	if t.Row(row).Mode == inline.None {
		return side.HasBase()
	}
	return side.HasInlined()
}

func factsOf(t *inline.Table, q, c int) *rules.Facts {
	f := &rules.Facts{Q: t.Base(t.Row(q).Method), QI: t.Vector(q), C: t.Base(t.Row(c).Method), CI: t.Vector(c)}
	for _, m := range t.Inlined(q) {
		f.InlinedQuery = append(f.InlinedQuery, t.Base(m))
	}
	for _, m := range t.Inlined(c) {
		f.Inlined = append(f.Inlined, t.Base(m))
	}
	return f
}

// Rules share the rows that they abstract alike only if they ask the same of them.
func TestRolesKey(t *testing.T) {
	key := func(side rules.Side, checks ...string) string {
		rule := &rules.Rule{Query: rules.Base, Answer: rules.Inlined}
		for _, expr := range checks {
			c, err := rules.CompileCheck(expr)
			if err != nil {
				t.Fatal(err)
			}
			rule.Checks = append(rule.Checks, c)
		}
		return concretize.NewRoles(rule, nil).Key(side)
	}
	const more, getter = `q["op.getfield"] > c["op.getfield"]`, `exists(inlined, #["op.getfield"] == 1)`
	if a, b := key(rules.Base, more), key(rules.Base, `c["op.getfield"] < q["op.getfield"]`, getter); a != b || a == "" {
		t.Errorf("queries that must read a field: %q and %q", a, b)
	}
	if a, b := key(rules.Inlined, more), key(rules.Inlined, more, getter); a == b {
		t.Errorf("samples with and without a getter: %q", a)
	}
}
