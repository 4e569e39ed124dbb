package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/rules"
)

// Whatever is in a rule file: no panic, and either a rule or at least one fault with the file's name.
func FuzzLoad(f *testing.F) {
	f.Add(sound)
	f.Add(head + "abstraction: {merge: [[op.load, op.store]]}\nchecks:\n  - |\n    q[\"op.load\"] >\n      1\n")
	f.Add("id: &a [*a]\n<<: *a\n? x\n: y\n")
	f.Add("- !!binary |\n  x\n...\n---\n%YAML 1.2\n")
	path := filepath.Join(f.TempDir(), "rule.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := rules.LoadFile(path, rules.Vocabulary{})
		if (r == nil) != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), path) {
			t.Errorf("rule %v, error %v", r, err)
		}
	})
}

// Whatever the expression is: no panic, and what compiles runs to an answer or an error.
func FuzzCheck(f *testing.F) {
	f.Add(`sum(q, "op.load*") - total(c) > 0 and exists(inlined, # == q)`)
	f.Add(`difference["op.load"] in [1, -2] ? none(inlined_query, true) : q["op.add"] % 0 == 1`)
	f.Add(">?0E\"E\"0>E0?\"")
	f.Add("q?.x ?? {a: 1} | map(#) /* é */ `raw` 'a\\u0000'")
	f.Fuzz(func(t *testing.T, expr string) {
		c, err := rules.CompileCheck(expr)
		if err != nil {
			return
		}
		ev := rules.NewEvaluator()
		ev.Load(facts(t))
		_, _ = ev.Holds(c)
	})
}
