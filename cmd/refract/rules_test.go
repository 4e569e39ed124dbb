package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/rules"
	"refract/vectors"
)

// refract runs the program with args.
func refract(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errOut bytes.Buffer
	c := newRoot()
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&errOut)
	err = c.ExecuteContext(t.Context())
	return out.String(), errOut.String(), err
}

const catalogue = "../../rules/catalog"

// copyRule copies a rule of the catalogue to a new folder, with changes to its rule.yaml, and returns the folder.
func copyRule(t *testing.T, id string, change ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(catalogue, id))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "rule.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(change...).Replace(string(text))
	if len(change) > 0 && changed == string(text) {
		t.Fatalf("nothing to change in\n%s", text)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRulesList(t *testing.T) {
	out, _, err := refract(t, "rules", "list")
	if err != nil || strings.Count(out, "\n") != 21 || !strings.Contains(out, "inline-temp ") {
		t.Errorf("error %v\n%s", err, out)
	}
	dir := copyRule(t, "inline-temp", "id: inline-temp", "id: mine")
	out, _, err = refract(t, "rules", "list", "--no-builtin", "--rules", dir, "--format", "json")
	var list []struct {
		ID      string
		Builtin bool
		Hash    string
	}
	if err != nil || json.Unmarshal([]byte(out), &list) != nil || len(list) != 1 || list[0].ID != "mine" ||
		list[0].Builtin || len(list[0].Hash) != 64 {
		t.Errorf("error %v, list %+v\n%s", err, list, out)
	}
	if _, _, err := refract(t, "rules", "list", "--no-builtin"); err == nil {
		t.Error("no error without any rule")
	}
	if _, _, err := refract(t, "rules", "list", "--format", "xml"); err == nil {
		t.Error("no error for an unknown format")
	}
}

func TestRulesShow(t *testing.T) {
	out, _, err := refract(t, "rules", "show", "inline-temp")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Inline Temp\n", "### What it is", "### Sample due-date", "### Near-miss stale", "```java"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	_, _, err = refract(t, "rules", "show", "inline-tmep")
	if err == nil || err.Error() != `no rule "inline-tmep"; did you mean "inline-temp"?` {
		t.Errorf("got %v", err)
	}
}

func TestRulesFeatures(t *testing.T) {
	out, _, err := refract(t, "rules", "features")
	if err != nil || strings.Count(out, "\n") != len(vectors.Features()) {
		t.Errorf("error %v, %d lines for %d features", err, strings.Count(out, "\n"), len(vectors.Features()))
	}
	out, _, err = refract(t, "rules", "features", "op.if_l*", "--format", "json")
	var list []struct{ Name, Doc string }
	if err != nil || json.Unmarshal([]byte(out), &list) != nil || len(list) != 2 || list[0].Name != "op.if_lt" || list[0].Doc == "" {
		t.Errorf("error %v\n%s", err, out)
	}
	if _, _, err = refract(t, "rules", "features", "op.nothing*"); err == nil {
		t.Error("no error for a glob that matches nothing")
	}
}

func TestRulesSchema(t *testing.T) {
	out, _, err := refract(t, "rules", "schema")
	if err != nil || out != string(rules.Schema) || !json.Valid([]byte(out)) {
		t.Errorf("error %v\n%s", err, out)
	}
}

func TestRulesCheck(t *testing.T) {
	status := func(err error) int {
		var code exitStatus
		if errors.As(err, &code) {
			return int(code)
		}
		if err != nil {
			return 2
		}
		return 0
	}
	tests := []struct {
		name   string
		change []string
		status int
		want   string // in the output or the error
	}{
		{"sound", nil, 0, "inline-temp: 2 of 2 samples found, 2 of 2 near-misses refused\n"},
		{"a near-miss that is found", []string{"samples: [samples/due-date, samples/first-line]", "samples: [samples/due-date]",
			"near_misses: [", "near_misses: [samples/first-line, "}, 1, "near-miss first-line is found: "},
		{"a sample that is not found", []string{"checks:\n", "checks:\n  - check: 'false'\n    reason: nothing is good enough\n"},
			1, "sample due-date is not found: "},
		{"the reason of a check", []string{"checks:\n", "checks:\n  - check: 'false'\n    reason: nothing is good enough\n"},
			1, "nothing is good enough"},
		{"no samples", []string{"samples: [samples/due-date, samples/first-line]", "", "near_misses: [samples/stale, samples/read-twice]", ""},
			1, "the rule has no samples"},
		{"broken", []string{"witness: [temp-in-query", "witness: [temp-in-qeury"}, 2,
			`unknown witness difference "temp-in-qeury"; did you mean "temp-in-query"?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, err := refract(t, "rules", "check", copyRule(t, "inline-temp", tt.change...))
			if err != nil {
				out += err.Error()
			}
			if got := status(err); got != tt.status || !strings.Contains(out, tt.want) {
				t.Errorf("status %d, want %d; output\n%s\nwant in it %q", got, tt.status, out, tt.want)
			}
		})
	}
}

// With --keep-going the sound rules are checked and the broken one is told.
func TestRulesCheckKeepGoing(t *testing.T) {
	sound, broken := copyRule(t, "inline-temp"), copyRule(t, "reverse-conditional", "query: base", "query: bas")
	if _, _, err := refract(t, "rules", "check", sound, broken); err == nil || !strings.Contains(err.Error(), `did you mean "base"?`) {
		t.Errorf("got %v", err)
	}
	out, stderr, err := refract(t, "rules", "check", "--keep-going", sound, broken)
	if err != nil || !strings.Contains(out, "inline-temp: 2 of 2") || !strings.Contains(stderr, `did you mean "base"?`) {
		t.Errorf("error %v\n%s%s", err, out, stderr)
	}
}

func TestRulesCheckBuiltin(t *testing.T) {
	out, _, err := refract(t, "rules", "check")
	if err != nil || strings.Count(out, " near-misses refused\n") != 21 {
		t.Errorf("error %v\n%s", err, out)
	}
}

func TestRulesDocsAreFresh(t *testing.T) {
	out, _, err := refract(t, "rules", "docs")
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != out {
		t.Error("docs/rules.md is stale: run go generate ./cmd/refract")
	}
}
