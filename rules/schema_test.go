package rules_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"refract/rules"
)

// schema compiles the published schema as an outside tool would.
func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(rules.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("rule.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("rule.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// admits reports whether the schema admits a YAML text.
func admits(t testing.TB, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	js, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(js))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

func TestSchemaAdmitsTheCatalogue(t *testing.T) {
	s := schema(t)
	n := 0
	err := filepath.WalkDir("catalog", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "rule.yaml" {
			return err
		}
		n++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := admits(t, s, text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("%d rules, error %v", n, err)
	}
	if err := admits(t, s, []byte(sound)); err != nil {
		t.Errorf("the sound rule of the tests: %v", err)
	}
}

// Every field of the loader is in the schema and the other way round.
func TestSchemaFields(t *testing.T) {
	var doc struct{ Properties map[string]any }
	if err := json.Unmarshal(rules.Schema, &doc); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(rules.FieldNames()))
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(doc.Properties))); diff != "" {
		t.Errorf("fields (-loader +schema)\n%s", diff)
	}
}

// What has the wrong shape is refused by both.
func TestSchemaRefusesWhatTheLoaderRefuses(t *testing.T) {
	s := schema(t)
	for _, text := range []string{
		"[]", "id: x\nname: X\nquery: base\n", head + "unknown: 1\n", strings.Replace(head, "id: x", "id: Bad Id", 1),
		strings.Replace(head, "query: base", "query: bas", 1), head + "group: methods\n", head + "radius: -1\n",
		head + "radius: 101\n", head + "radius: x\n", head + "summary: ''\n", head + "name2: x\n",
		head + "abstraction: []\n", head + "abstraction: {ones: []}\n", head + "abstraction: {zero: op.load}\n",
		head + "abstraction: {merge: [op.load]}\n", head + "difference: {op.load: 0}\n", head + "difference: {load: 1}\n",
		head + "difference: {op.load: 1.5}\n", head + "context: {op.load: 0}\n", head + "context: {op.load: 70000}\n",
		head + "filters: {min_nodes: 1}\n", head + "filters: {clones: 1}\n", head + "filters: {min_elements: -1}\n",
		head + "checks: ['']\n", head + "checks: [{reason: x}]\n", head + "checks: [{check: 'true', why: x}]\n",
		head + "checks: [1]\n", head + "structural: [A]\n", head + "structural: [a, a]\n", head + "witness: a\n",
		head + "samples: [{before: a}]\n", head + "samples: [{before: a, after: b, metod: c}]\n", head + "near_misses: [1]\n",
	} {
		if err := admits(t, s, []byte(text)); err == nil {
			t.Errorf("the schema admits\n%s", text)
		}
		if err := load(t, text); err == nil {
			t.Errorf("the loader accepts\n%s", text)
		}
	}
}

func load(t testing.TB, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rule.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := rules.LoadFile(path, rules.Vocabulary{})
	return err
}

// The schema admits whatever the loader accepts, over random documents made of parts that are sound somewhere.
func TestSchemaAdmitsWhatTheLoaderAccepts(t *testing.T) {
	s := schema(t)
	values := []string{
		"x", "''", "'  '", "' x '", "a-b", "A", "base", "both", "1", "0", "-1", "1.5", "100", "101", "true", "null", "[]", "{}",
		"[a, b]", "[[a]]", "[op.load]", "['!op.load', 'op.*']", "{zero: [op.load]}", "{merge: [[op.load, op.store]]}",
		"{one: [[op.add]], zero: []}", "{op.load: 1}", "{op.load: -1}", "{op.load: 65535}", "{min_elements: 0}",
		"{clones: false}", "['true']", "[{check: 'true', reason: x}]", "[{check: 'true'}]", "[q]", "method", "callee",
	}
	required := map[string]string{"id": "x", "name": "X", "query": "base", "answer": "both"}
	accepted := 0
	rapid.Check(t, func(rt *rapid.T) {
		var b strings.Builder
		for _, f := range rules.FieldNames() {
			// Few fields at a time: a document with many random values is never accepted.
			if rapid.IntRange(0, 8).Draw(rt, f+" is random") == 0 {
				b.WriteString(f + ": " + rapid.SampledFrom(values).Draw(rt, f) + "\n")
			} else if v, ok := required[f]; ok {
				b.WriteString(f + ": " + v + "\n")
			}
		}
		text := b.String()
		if load(t, text) == nil {
			accepted++
			if err := admits(t, s, []byte(text)); err != nil {
				rt.Fatalf("the loader accepts and the schema refuses\n%s%v", text, err)
			}
		}
	})
	if accepted == 0 {
		t.Error("no random document was accepted: the test compares nothing")
	}
}
