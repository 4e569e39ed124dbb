package parse_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/java"
	"refract/java/parse"
	"refract/source"
)

// A file that is made of its tree is the file that was parsed.
func TestFileOfTree(t *testing.T) {
	paths, err := filepath.Glob("../../rules/catalog/*/samples/*/*.java")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples of rules: %v", err)
	}
	texts := map[string]string{
		"empty":       "",
		"comments":    "/* a */ // b\n/** c */ class C { } // d",
		"constructor": "class A { A() { int x = 1; this(x); } A(int x) { assert(x); enum.x(); } void assert(int x) { } }",
		"modules":     "import module java.base; class A { }",
		"latin1":      "class A { String s = \"\xe4\"; }",
		"mark":        "\ufeffclass A { char c = '\u00e4'; }",
		"generated":   "// Do not edit.\npackage a;\nclass A { }",
		"ATest.java":  "class ATest { void f() { int x = 1; } }",
		"crlf":        "package a;\r\n\r\nclass A {\r\n}\r\n",
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	p := parse.New()
	defer p.Close()
	bytesOfNodes, nodes := 0, 0
	for name, text := range texts {
		want := p.File(name, []byte(text))
		tree, ok := parse.AppendTree(nil, want)
		if !ok {
			t.Errorf("%s: no tree; problems: %v", name, want.Problems)
			continue
		}
		bytesOfNodes, nodes = bytesOfNodes+len(tree), nodes+len(want.Nodes)
		got, err := parse.FileOfTree(name, []byte(text), source.HashOf([]byte(text)), tree)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if bytes, lines, ok := parse.SizeOfTree(tree); !ok || bytes != len(want.Source) || lines != want.Lines.Count() {
			t.Errorf("%s: %d bytes, %d lines, want %d, %d", name, bytes, lines, len(want.Source), want.Lines.Count())
		}
		blank, err := parse.BlankOfTree(name, source.HashOf([]byte(text)), tree)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(blank.Types) != len(want.Types) || len(blank.Methods) != len(want.Methods) || len(blank.Fields) != len(want.Fields) {
			t.Errorf("%s: without its text %d types, %d methods, %d fields, want %d, %d, %d", name,
				len(blank.Types), len(blank.Methods), len(blank.Fields), len(want.Types), len(want.Methods), len(want.Fields))
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(source.LineTable{}), cmpopts.IgnoreUnexported(java.File{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: parsed (-) and of its tree (+) differ:\n%s", name, diff)
		}
	}
	t.Logf("%.2f bytes a node", float64(bytesOfNodes)/float64(nodes))
}

func TestNoTreeOfFilesWithProblems(t *testing.T) {
	p := parse.New()
	defer p.Close()
	for _, text := range []string{"class A { void f() { int = ; } }", "class A { \x00 }"} {
		f := p.File("A.java", []byte(text))
		if tree, ok := parse.AppendTree([]byte("x"), f); ok || string(tree) != "x" {
			t.Errorf("%q has the tree %q", text, tree)
		}
	}
}

func TestTreeOfAnotherText(t *testing.T) {
	p := parse.New()
	defer p.Close()
	text := []byte("class A { int f(int x) { return x + 1; } }")
	tree, _ := parse.AppendTree(nil, p.File("A.java", text))
	for n := range tree {
		if _, err := parse.FileOfTree("A.java", text, source.HashOf(text), tree[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a tree", n, len(tree))
		}
	}
	if _, err := parse.FileOfTree("A.java", text[:20], source.HashOf(text[:20]), tree); err == nil {
		t.Error("the tree of a longer text is taken")
	}
	if _, err := parse.FileOfTree("A.java", text, source.HashOf(text), append(tree, 0)); err == nil {
		t.Error("a tree with bytes behind it is taken")
	}
}

// FuzzFileOfTree: no bytes make it panic, and the spans of what it takes nest and lie inside of the text.
func FuzzFileOfTree(f *testing.F) {
	p := parse.New()
	text := []byte("package a; class A<T> extends B { int x = 1; A(int y) { this.x = y; } int f() { return () -> new C() { }; } }")
	tree, ok := parse.AppendTree(nil, p.File("A.java", text))
	if !ok {
		f.Fatal("no tree")
	}
	f.Add(tree)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, tree []byte) {
		file, err := parse.FileOfTree("A.java", text, source.HashOf(text), tree)
		if err != nil {
			return
		}
		file.Whole()
		for i := range file.Nodes {
			n := &file.Nodes[i]
			if n.Start > n.End || int(n.End) > len(text) || n.Next <= java.NodeID(i) || int(n.Next) > len(file.Nodes) {
				t.Fatalf("node %d is %+v", i, *n)
			}
			if n.Parent >= 0 {
				if in := file.Nodes[n.Parent]; n.Start < in.Start || n.End > in.End || n.Next > in.Next {
					t.Fatalf("node %d %+v lies outside of its parent %+v", i, *n, in)
				}
			}
		}
	})
}
