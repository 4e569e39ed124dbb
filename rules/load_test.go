package rules_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/rules"
	"refract/vectors"
)

// write makes the files of a map from path to content under a new folder and returns the folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, content := range files {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const sound = `
id: my-rule
name: My Rule
summary: One sentence.
source: here
group: field
query: base
answer: both
abstraction:
  zero: ["op.load*", "!op.load_3", op.store]
  merge: [[op.if_lt, op.if_ge], ["op.constant.i*", op.constant.long]]
  one: [[syntax.if_statement]]
difference: {op.store: -1, op.load: -2}
context: {op.add: 1, syntax.if_statement: 2}
radius: 1.5
filters: {min_elements: 20, clones: false}
checks:
  - q["op.load"] > c["op.load"]
  - check: 'exists(inlined, #["op.getfield"] == 1)'
    reason: no inlined method is a getter
structural: [temp-is-simple]
witness: [inline-call, temp]
samples:
  - samples/first
  - {before: other/B.java, after: other/A.java, method: f, after_method: g, note: two files}
near_misses: [samples/twice]
`

func soundFiles() map[string]string {
	return map[string]string{
		"my/rule.yaml":                     sound,
		"my/doc.md":                        "# My Rule\n",
		"my/samples/first/before.java":     "class B {}",
		"my/samples/first/after.java":      "class A {}",
		"my/samples/first/sample.yaml":     "method: C.f\nnote: the plain case\n",
		"my/samples/twice/before.java":     "class B2 {}",
		"my/samples/twice/after.java":      "class A2 {}",
		"my/samples/twice/more/broken.yml": "not a rule: it lies under samples",
		"my/other/B.java":                  "class B3 {}",
		"my/other/A.java":                  "class A3 {}",
	}
}

func TestLoadSoundRule(t *testing.T) {
	dir := write(t, soundFiles())
	s, err := rules.Load(rules.Options{Paths: []string{dir}, NoBuiltin: true})
	if err != nil {
		t.Fatal(err)
	}
	r := s.Rule("my-rule")
	if r == nil || len(s.Rules) != 1 {
		t.Fatalf("rules are %v", s.IDs())
	}
	var checks []string
	for _, c := range r.Checks {
		checks = append(checks, c.Expr+" / "+c.Reason)
	}
	wantChecks := []string{
		`q["op.load"] > c["op.load"] / not q["op.load"] > c["op.load"]`,
		`exists(inlined, #["op.getfield"] == 1) / no inlined method is a getter`,
	}
	if diff := cmp.Diff(wantChecks, checks); diff != "" {
		t.Errorf("checks (-want +got)\n%s", diff)
	}
	sample := func(name string, refused bool, folder, b, a, before, after string) rules.Sample {
		return rules.Sample{Name: name, Refused: refused, BeforePath: filepath.Join(dir, "my", folder, b),
			AfterPath: filepath.Join(dir, "my", folder, a), Before: []byte(before), After: []byte(after)}
	}
	first := sample("first", false, "samples/first", "before.java", "after.java", "class B {}", "class A {}")
	first.Method, first.Note = "C.f", "the plain case"
	pair := sample("B", false, "other", "B.java", "A.java", "class B3 {}", "class A3 {}")
	pair.Method, pair.AfterMethod, pair.Note = "f", "g", "two files"
	want := rules.Rule{
		ID: "my-rule", Name: "My Rule", Summary: "One sentence.", Source: "here", Group: "field", Doc: "# My Rule\n",
		Query: rules.Base, Answer: rules.Both,
		Abstraction: rules.Abstraction{
			Zero:  []vectors.Feature{vectors.OpLoad, vectors.OpLoad0, vectors.OpLoad1, vectors.OpLoad2, vectors.OpStore},
			Merge: [][]vectors.Feature{{vectors.OpIfLt, vectors.OpIfGe}, {vectors.OpConstantInt, vectors.OpConstantLong}},
			One:   [][]vectors.Feature{{vectors.SyntaxIf}},
			Written: rules.WrittenAbstraction{
				Zero:  []string{"op.load*", "!op.load_3", "op.store"},
				Merge: [][]string{{"op.if_lt", "op.if_ge"}, {"op.constant.i*", "op.constant.long"}},
				One:   [][]string{{"syntax.if_statement"}},
			},
		},
		Difference: []vectors.Change{{Feature: vectors.OpLoad, By: -2}, {Feature: vectors.OpStore, By: -1}},
		Context:    vectors.Vector{vectors.MakeEntry(vectors.SyntaxIf, 2), vectors.MakeEntry(vectors.OpAdd, 1)},
		Radius:     1.5,
		Filters:    rules.Filters{MinElements: 20, MinStatements: 1, Clones: false},
		Structural: []string{"temp-is-simple"}, Witness: []string{"inline-call", "temp"},
		Samples: []rules.Sample{first, pair,
			sample("twice", true, "samples/twice", "before.java", "after.java", "class B2 {}", "class A2 {}")},
		Path: filepath.Join(dir, "my/rule.yaml"),
	}
	got := *r
	got.Checks = nil
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(rules.Rule{})); diff != "" {
		t.Errorf("rule (-want +got)\n%s", diff)
	}
}

// TestHashOfCopy: what was made of a rule that was loaded has a hash of its own.
func TestHashOfCopy(t *testing.T) {
	r, err := rules.LoadFile(filepath.Join("catalog", "inline-temp", "rule.yaml"), rules.Vocabulary{})
	if err != nil {
		t.Fatal(err)
	}
	other := *r
	if other.Hash() != r.Hash() {
		t.Error("a copy has another hash")
	}
	other.Name = "Another"
	if other.Hash() == r.Hash() {
		t.Error("a rule of another name has the same hash")
	}
}

const head = "id: x\nname: X\nquery: base\nanswer: base\n"

func TestFaults(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // without the path
	}{
		{"empty file", "", []string{`: the file is empty`}},
		{"not a mapping", "- a\n", []string{`:1:1: a rule must be a mapping, not a list`}},
		{"not YAML", "id: [a\n", []string{`:1:5: not YAML: sequence end token ']' not found`}},
		{"not text", "id: \xff\xfe\n", []string{`: the file is not UTF-8 text`}},
		{"too large", head + strings.Repeat("# x\n", 20000), []string{`: the file is larger than 65536 bytes`}},
		{"too deep", head + "samples: " + strings.Repeat("[", 60), []string{`: lists and mappings nest more than 50 deep`}},
		{"too deep, by dashes", head + "samples:\n  " + strings.Repeat("- ", 60), []string{`: lists and mappings nest more than 50 deep`}},
		{"two documents", head + "---\nid: y\n", []string{`:6:1: a second document; a rule file holds one rule`}},
		{"twice the same key", head + "id: y\n", []string{`:5:1: not YAML: mapping key "id" already defined at [1:1]`}},
		{"missing fields", "id: x\nquery: base\n", []string{
			`:1:1: field "name" is missing`, `:1:1: field "answer" is missing`}},
		{"unknown field", head + "abstracton: {}\n", []string{
			`:5:1: unknown field "abstracton"; did you mean "abstraction"?`}},
		{"every fault is told", "id: Bad Id\nname:\nquery: bas\nanswer: inline\nradius: -1\n", []string{
			`:1:5: id "Bad Id" is not kebab-case: lower-case words of letters and digits joined by hyphens`,
			`:2:6: name must be text, not nothing`,
			`:3:8: query "bas" is not one of base, inlined, both; did you mean "base"?`,
			`:4:9: answer "inline" is not one of base, inlined, both; did you mean "inlined"?`,
			`:5:9: radius must lie between 0 and 100`,
		}},
		{"unknown features", head + "abstraction:\n  zero: [op.lod]\n  merge: [[\"ops.if_*\", op.if_lt]]\n  ones: []\n", []string{
			`:6:10: unknown feature "op.lod"; did you mean "op.load"?`,
			`:7:12: no feature matches "ops.if_*"; did you mean "op.if_eq"?`,
			`:8:3: unknown abstraction operator "ones"; did you mean "one"?`,
		}},
		{"a feature without its family", head + "difference: {getfield: 1}\n", []string{
			`:5:14: unknown feature "getfield"; did you mean "op.getfield"?`}},
		{"a feature in two lists", head + "abstraction:\n  zero: [\"op.if_*\"]\n  merge: [[op.if_lt, op.add]]\n", []string{
			`:7:11: feature "op.if_lt" is in two lists of the abstraction: zero and merge`}},
		{"lists that are none", head + "abstraction: {zero: op.load, merge: [op.load, op.store]}\nchecks: yes\n", []string{
			`:5:21: zero must be a list, not text`,
			`:5:38: merge must be a list of lists: each inner list is one group of features`,
			`:5:47: merge must be a list of lists: each inner list is one group of features`,
			`:6:9: checks must be a list, not text`,
		}},
		{"numbers", head + "difference: {op.load: 0, op.store: x}\ncontext: {op.load: -1, op.add: 70000}\nfilters: {min_elements: -1, clones: 1, min_elemets: 2}\n", []string{
			`:5:23: a change of 0 in difference says nothing`,
			`:5:36: op.store must be a whole number, not text`,
			`:6:20: a count of context must be at least 1`,
			`:6:32: op.add is out of range: at most 65535`,
			`:7:25: min_elements must not be negative`,
			`:7:37: clones must be true or false, not a whole number`,
			`:7:40: unknown filter "min_elemets"; did you mean "min_elements"?`,
		}},
		{"a group of one", head + "abstraction: {merge: [[op.load]]}\n", []string{
			`:5:23: a group of merge needs at least two features`}},
		{"names of the vocabulary", head + "structural: [temp-is-simpel, Bad, temp-is-simple, temp-is-simple]\nwitness: [inline-cal]\n", []string{
			`:5:14: unknown structural check "temp-is-simpel"; did you mean "temp-is-simple"?`,
			`:5:30: structural check "Bad" is not kebab-case`,
			`:5:51: structural check "temp-is-simple" stands in the list twice`,
			`:6:11: unknown witness difference "inline-cal"; did you mean "inline-call"?`,
		}},
		{"checks at their place", head + "checks:\n  - q[\"op.lod\"] > 0\n  - 'c[\"op.load\"] >'\n  - \"\"\n  - |\n    q[\"op.load\"] > 0 and\n      foo\n  - check: qq == c\n    why: x\n  - reason: x\n", []string{
			`:6:7: check: unknown feature "op.lod"; did you mean "op.load"?`,
			`:7:19: check: unexpected token EOF`,
			`:8:5: a check is empty`,
			`:11:7: check: unknown name "foo"`,
			`:12:12: check: unknown name "qq"; did you mean "q"?`,
			`:13:5: unknown field "why" of a check`,
			`:14:5: field "check" of a check is missing`,
		}},
		{"a check cut by a comment", head + "checks:\n  - exists(inlined, #[\"op.load\"] > 0)\n", []string{
			`:6:19: check: unexpected token EOF (in YAML " #" starts a comment: quote the expression)`}},
		{"aliases and tags", "id: &a x\nname: *a\nquery: !!str base\nanswer: base\n", []string{
			`:1:5: id must be text, not an anchor or alias`,
			`:2:7: name must be text, not an anchor or alias`,
			`:3:8: query must be text, not a tagged value (quote text that starts with "!")`,
		}},
		{"missing samples", head + "samples: [gone, {before: a.java}, {before: rule.yaml, after: gone.java, metod: f}]\n", []string{
			`:5:11: missing sample: DIR/gone/before.java: no such file or directory`,
			`:5:11: missing sample: DIR/gone/after.java: no such file or directory`,
			`:5:17: field "after" of a sample is missing`,
			`:5:35: missing sample: DIR/gone.java: no such file or directory`,
			`:5:73: unknown field "metod" of a sample; did you mean "method"?`,
		}},
	}
	vocabulary := rules.Vocabulary{Structural: []string{"temp-is-simple"}, Witness: []string{"inline-call", "temp"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, map[string]string{"rule.yaml": tt.text})
			path := filepath.Join(dir, "rule.yaml")
			s, err := rules.Load(rules.Options{Paths: []string{path}, NoBuiltin: true, Vocabulary: vocabulary})
			var faults rules.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("error is %v, want Faults", err)
			}
			if len(s.Rules) != 0 {
				t.Errorf("a broken rule was loaded: %v", s.IDs())
			}
			var got []string
			for _, f := range faults {
				got = append(got, strings.ReplaceAll(strings.TrimPrefix(f.Error(), path), dir, "DIR"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s\nfaults (-want +got)\n%s", tt.text, diff)
			}
		})
	}
}

func TestFaultInSampleFile(t *testing.T) {
	files := soundFiles()
	files["my/samples/first/sample.yaml"] = "metod: f\n"
	dir := write(t, files)
	_, err := rules.Load(rules.Options{Paths: []string{dir}, NoBuiltin: true})
	want := filepath.Join(dir, `my/samples/first/sample.yaml:1:1: unknown field "metod" of a sample; did you mean "method"?`)
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// The sound rules of a folder are there beside the faults of the broken ones.
func TestBrokenRuleLeavesTheOthers(t *testing.T) {
	files := soundFiles()
	files["broken.yaml"] = "id: broken\n"
	dir := write(t, files)
	s, err := rules.Load(rules.Options{Paths: []string{dir, filepath.Join(dir, "nowhere")}, NoBuiltin: true})
	if diff := cmp.Diff([]string{"my-rule"}, s.IDs()); diff != "" {
		t.Errorf("rules (-want +got)\n%s", diff)
	}
	var fault rules.Fault
	if !errors.As(err, &fault) || fault.Path != filepath.Join(dir, "broken.yaml") {
		t.Errorf("first fault is %+v", fault)
	}
	if !strings.Contains(err.Error(), "nowhere: cannot read: no such file or directory") {
		t.Errorf("error does not name the missing folder:\n%v", err)
	}
}

func TestSameIDReplaces(t *testing.T) {
	builtin, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := builtin.Rules[0].ID
	mine := strings.Replace(head, "id: x", "id: "+id, 1)
	dir := write(t, map[string]string{"mine.yaml": mine})
	s, err := rules.Load(rules.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Rule(id); r.Name != "X" || r.Builtin {
		t.Errorf("rule %s is %q, built-in %v; want the user's", id, r.Name, r.Builtin)
	}
	if len(s.Rules) != len(builtin.Rules) {
		t.Errorf("%d rules, want %d", len(s.Rules), len(builtin.Rules))
	}
	if s.Hash() == builtin.Hash() {
		t.Error("the hash does not tell the sets apart")
	}

	// A broken replacement must not bring the replaced rule back.
	dir = write(t, map[string]string{"mine.yaml": mine + "radius: x\n"})
	s, err = rules.Load(rules.Options{Paths: []string{dir}})
	if err == nil || s.Rule(id) != nil {
		t.Errorf("error %v, rule %v; want an error and no rule", err, s.Rule(id))
	}

	// Two of the user's own files with one id are a mistake.
	dir = write(t, map[string]string{"a.yaml": head, "b.yaml": head})
	_, err = rules.Load(rules.Options{Paths: []string{dir}, NoBuiltin: true})
	if err == nil || !strings.Contains(err.Error(), `id "x" is already that of `+filepath.Join(dir, "a.yaml")) {
		t.Errorf("got %v", err)
	}
}

// The hash depends on what a rule says, not on how it is written.
func TestHash(t *testing.T) {
	load := func(text string) *rules.Set {
		t.Helper()
		files := soundFiles()
		files["my/rule.yaml"] = text
		s, err := rules.Load(rules.Options{Paths: []string{write(t, files)}, NoBuiltin: true})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	want := load(sound).Hash()
	same := strings.NewReplacer(
		`["op.load*", "!op.load_3", op.store]`, `[op.store, op.load, op.load_0, op.load_1, op.load_2] # a comment`,
		`{op.store: -1, op.load: -2}`, "\n  op.load: -2\n  op.store: -1",
	).Replace(sound)
	if got := load(same).Hash(); same == sound || got != want {
		t.Errorf("another layout has another hash")
	}
	for _, change := range [][2]string{
		{"radius: 1.5", "radius: 1.25"}, {"op.load: -2", "op.load: -3"}, {"answer: both", "answer: base"},
		{`q["op.load"] > c`, `q["op.load"] >= c`}, {"clones: false", "clones: true"}, {", temp]", "]"},
	} {
		other := strings.Replace(sound, change[0], change[1], 1)
		if other == sound || load(other).Hash() == want {
			t.Errorf("%v does not change the hash", change)
		}
	}
}

// Who only runs the rules does without the samples of the built-in ones; those of other rules are read, and may be at fault.
func TestNoSamples(t *testing.T) {
	all, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := write(t, soundFiles())
	s, err := rules.Load(rules.Options{Paths: []string{dir}, NoSamples: true})
	if err != nil {
		t.Fatal(err)
	}
	if mine := s.Rule("my-rule"); len(mine.Samples) != 3 || mine.Doc == "" {
		t.Errorf("a rule of the user's has %d samples and the documentation %q", len(mine.Samples), mine.Doc)
	}
	for _, r := range all.Rules {
		got := s.Rule(r.ID)
		if len(r.Samples) == 0 || r.Doc == "" || len(got.Samples) > 0 || got.Doc != "" {
			t.Errorf("%s has %d samples, without samples %d", r.ID, len(r.Samples), len(got.Samples))
		}
		if got.Hash() != r.Hash() {
			t.Errorf("%s is another rule without its samples", r.ID)
		}
	}
}

// TestNoSamplesFaults: a name that is not known is found in a built-in rule, at its place, also by who only runs the rules.
func TestNoSamplesFaults(t *testing.T) {
	known := rules.Vocabulary{Structural: []string{"temp-is-simple"}}
	want, wantErr := rules.Load(rules.Options{Vocabulary: known})
	got, err := rules.Load(rules.Options{Vocabulary: known, NoSamples: true})
	if wantErr == nil || err == nil || err.Error() != wantErr.Error() {
		t.Errorf("with samples\n%v\nwithout\n%v", wantErr, err)
	}
	if diff := cmp.Diff(want.IDs(), got.IDs()); diff != "" {
		t.Errorf("sound rules, with samples and without:\n%s", diff)
	}
}

func BenchmarkLoad(b *testing.B) {
	for name, o := range map[string]rules.Options{"all": {}, "to run": {NoSamples: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := rules.Load(o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
