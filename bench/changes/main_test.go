package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// release writes files by name.
func release(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestChanges(t *testing.T) {
	old := release(t, map[string]string{
		"Same.java": "class Same { }", "Gone.java": "class Gone { }", "Notes.txt": "one",
		"Comment.java":   "class Comment { /* one */ int f() { return 1; } }",
		"Body.java":      "class Body { int f() { return 1; } }",
		"Value.java":     "class Value { int v = 1; }",
		"Method.java":    "class Method { int f(int a) { return a; } }",
		"Field.java":     "class Field { int v; }",
		"Parameter.java": "class Parameter { int f(int a) { return a; } }",
		"Array.java":     "class Array { int f(int a) { return 1; } }",
		"Lost.java":      "class Lost { int v; int f() { return 1; } }",
	})
	now := release(t, map[string]string{
		"Same.java": "class Same { }", "New.java": "class New { }", "Notes.txt": "two",
		"Comment.java":   "class Comment {\n\t// two\n\tint f() { return 1; }\n}",
		"Body.java":      "class Body { int f() { return 2; } }",
		"Value.java":     "class Value { int v = 2; }",
		"Method.java":    "class Method { int f(int a) { return a; } int g() { return 1; } }",
		"Field.java":     "class Field { int v, w; }",
		"Parameter.java": "class Parameter { int f(long a) { return 1; } }",
		"Array.java":     "class Array { int f(int a[]) { return 1; } }",
		"Lost.java":      "class Lost { int f() { return 1; } int g() { return 1; } }",
	})
	both, got, err := between(old, now)
	if err != nil {
		t.Fatal(err)
	}
	want := changes{comments: 1, code: 2, more: 2, other: 3, added: 1, removed: 1}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(changes{})); diff != "" || both != 9 {
		t.Errorf("%d files of both, want 9 (-want +got):\n%s", both, diff)
	}
	var out bytes.Buffer
	if err := run(&out, []string{old + "," + now, old + "," + old}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if all := strings.Fields(lines[len(lines)-1]); strings.Join(all, " ") != "19 8 1 2 2 3 1 1 all" {
		t.Errorf("all: %v", all)
	}
}

func TestBadPairs(t *testing.T) {
	for _, args := range [][]string{nil, {t.TempDir()}, {t.TempDir() + "," + filepath.Join(t.TempDir(), "none")}} {
		if err := run(&bytes.Buffer{}, args); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
