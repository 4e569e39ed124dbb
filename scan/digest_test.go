package scan

import (
	"context"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// digestsOf are the digests of sources by path, which are those of a linked program.
func digestsOf(t *testing.T, sources map[string]string, order ...string) map[string]fileDigest {
	t.Helper()
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, path := range order {
		files = append(files, p.File(path, []byte(sources[path])))
	}
	c, err := newCorpus(context.Background(), files, 1, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]fileDigest{}
	for i, path := range order {
		out[path] = c.digests[i]
	}
	return out
}

// TestFileDigests edits one file of a program and looks whose digests change: those of files in which a name denotes
// something else, and no others.
func TestFileDigests(t *testing.T) {
	base := map[string]string{
		"a/A.java": "package a;\nclass A { static final int N = 1; int f; int get() { return f; } int twice() { return get() + get(); } }\n",
		"b/B.java": "package b;\nimport a.*;\nclass B extends A { int h(A a) { return a.get() + this.own(); } int own() { return 2; } }\n",
		"c/C.java": "package c;\nclass C { int k = 3; String s(Object o) { return o.toString() + k; } }\n",
		"d/D.java": "package d;\nimport a.A;\nclass D { int n() { return A.N; } String m(Missing x) { return x.name(); } }\n",
		"e/E.java": "package e;\nimport b.B;\nclass E { void run(B b) { b.h(null); } }\n",
	}
	order := []string{"a/A.java", "b/B.java", "c/C.java", "d/D.java", "e/E.java"}
	before := digestsOf(t, base, order...)
	tests := []struct {
		name, path, text string
		changed          []string // besides path
	}{
		{"a class more", "a/A.java", base["a/A.java"] + "class Other { int z(int x) { int y = x + 1; return y; } }\n", nil},
		{"a line more", "a/A.java", "// new\n" + base["a/A.java"], nil},
		// Who reads the value reads it from the file that declares it.
		{"another constant", "a/A.java", "package a;\nclass A { static final int N = 2; int f; int get() { return f; } int twice() { return get() + get(); } }\n", nil},
		{"no call any more", "e/E.java", "package e;\nimport b.B;\nclass E { void run(B b) { } }\n", []string{"b/B.java"}},
		{"an override", "e/E.java", "package e;\nimport b.B;\nclass E extends B { void run(B b) { b.h(null); } int own() { return 3; } }\n", []string{"b/B.java"}},
		{"a class of the same name", "c/C.java", base["c/C.java"] + "class D {}\n", nil},
		{"another return type", "b/B.java", "package b;\nimport a.*;\nclass B extends A { long h(A a) { return a.get() + this.own(); } int own() { return 2; } }\n", []string{"e/E.java"}},
	}
	for _, tt := range tests {
		sources := map[string]string{}
		for path, text := range base {
			sources[path] = text
		}
		sources[tt.path] = tt.text
		after := digestsOf(t, sources, order...)
		want := map[string]bool{}
		for _, path := range tt.changed {
			want[path] = true
		}
		for _, path := range order {
			if path != tt.path && (after[path] != before[path]) != want[path] {
				t.Errorf("%s in %s: the digest of %s differs: %t, want %t", tt.name, tt.path, path, !want[path], want[path])
			}
		}
	}
	// A file more has other numbers for everything after it.
	base["a/0.java"] = "package zero;\nclass Zero { int a; void b() { a = 1; } }\n"
	after := digestsOf(t, base, append([]string{"a/0.java"}, order...)...)
	for _, path := range order {
		if after[path] != before[path] {
			t.Errorf("a file more: the digest of %s differs", path)
		}
	}
}
