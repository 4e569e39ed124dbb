package parse_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
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
		"no value":    "class A { void f() { int = ; } void g() { f(); } }",
		"nul":         "class A { \x00 int x; } // " + strings.Repeat("long ", 20),
		"no end":      "class A { void f() { if (x) { } void g() { }",
		"no name":     "class { int x; } class B extends { void f(int) { } }",
		"no Java":     "<html><body>a &lt; b</body></html>",
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
	var all sizes
	for name, text := range texts {
		checkTree(t, p, name, []byte(text), &all)
	}
	t.Logf("%.2f bytes a node", float64(all.bytes)/float64(all.nodes))
}

// TestFileOfTreeOfCorpora is TestFileOfTree for the Java files below the directory that REFRACT_CORPORA names.
func TestFileOfTreeOfCorpora(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA is not set")
	}
	p := parse.New()
	defer p.Close()
	var all sizes
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".java" {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil {
			checkTree(t, p, path, text, &all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d nodes, %.2f bytes each", all.nodes, float64(all.bytes)/float64(all.nodes))
}

// sizes are those of trees.
type sizes struct{ bytes, nodes int }

// checkTree holds the file of a tree against the file that was parsed.
func checkTree(t *testing.T, p *parse.Parser, name string, text []byte, all *sizes) {
	t.Helper()
	want := p.File(name, text)
	tree, ok := parse.AppendTree(nil, want)
	if !ok {
		t.Errorf("%s: no tree; problems: %v", name, want.Problems)
		return
	}
	all.bytes, all.nodes = all.bytes+len(tree), all.nodes+len(want.Nodes)
	if h, _, ok := parse.ReadHead(parse.HeadOfTree(tree)); !ok || h.Bytes != len(want.Source) || h.Lines != want.Lines.Count() || h.Generated != want.Generated || h.Test != want.Test {
		t.Errorf("%s: %+v, want %d bytes, %d lines, generated %v, test %v", name, h, len(want.Source), want.Lines.Count(), want.Generated, want.Test)
	}
	trees := parse.TreeReader{Pages: java.NewPageCache(0), Broken: func() { t.Errorf("%s: nodes are broken", name) }}
	got, err := trees.File(name, text, source.HashOf(text), tree)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	got.Problems = want.Problems // which are not in the tree
	if again, ok := parse.AppendTree(nil, got); !ok || !bytes.Equal(again, tree) {
		t.Errorf("%s: the file of a tree has another tree", name)
	}
	got.Nodes = nodesOf(got)
	if sameFile(want, got) {
		checkBlank(t, &trees, want, tree)
		return
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(java.File{})); diff != "" {
		t.Errorf("%s: parsed (-) and of its tree (+) differ:\n%s", name, diff)
	}
}

// sameFile reports whether two files are the same, as far as their nodes and tables go; cmp, which can say what differs, takes ten times as long.
func sameFile(f, g *java.File) bool {
	return f.Source == g.Source && f.Latin1 == g.Latin1 && f.Hash == g.Hash && reflect.DeepEqual(f.Lines, g.Lines) && slices.Equal(f.Nodes, g.Nodes) &&
		slices.Equal(f.Comments, g.Comments) && f.Package == g.Package && slices.Equal(f.Imports, g.Imports) && reflect.DeepEqual(f.Types, g.Types) &&
		reflect.DeepEqual(f.Methods, g.Methods) && slices.Equal(f.Fields, g.Fields) && f.Generated == g.Generated && f.Test == g.Test
}

// checkBlank holds the file of a tree without its text against the file that was parsed.
func checkBlank(t *testing.T, trees *parse.TreeReader, want *java.File, tree []byte) {
	t.Helper()
	name := want.Path
	blank, err := trees.Blank(name, want.Hash, tree)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if len(blank.Types) != len(want.Types) || len(blank.Methods) != len(want.Methods) || len(blank.Fields) != len(want.Fields) {
		t.Errorf("%s: without its text %d types, %d methods, %d fields, want %d, %d, %d", name,
			len(blank.Types), len(blank.Methods), len(blank.Fields), len(want.Types), len(want.Methods), len(want.Fields))
	}
}

// nodesOf are the nodes of f.
func nodesOf(f *java.File) []java.Node {
	nodes := make([]java.Node, f.NumNodes())
	for i := range nodes {
		nodes[i] = *f.At(java.NodeID(i))
	}
	return nodes
}

func TestNoTreeOfUnusableFiles(t *testing.T) {
	p := parse.New()
	defer p.Close()
	for _, text := range []string{"\x01\x02\x03", "class A { int x = " + strings.Repeat("(", parse.MaxDepth+1) + "0" + strings.Repeat(")", parse.MaxDepth+1) + "; }"} {
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
	broken := false
	trees := parse.TreeReader{Pages: java.NewPageCache(0), Broken: func() { broken = true }}
	for n := range tree {
		if _, err := trees.File("A.java", text, source.HashOf(text), tree[:n:n]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a tree", n, len(tree))
		}
	}
	if _, err := trees.File("A.java", text[:20], source.HashOf(text[:20]), tree); err == nil {
		t.Error("the tree of a longer text is taken")
	}
	if _, err := trees.File("A.java", text, source.HashOf(text), append(tree, 0)); err == nil {
		t.Error("a tree with bytes behind it is taken")
	}
	if broken {
		t.Error("nodes are broken that nobody looked at")
	}
}

// damaged is a text with a few pages of nodes, and its tree.
func damaged(t testing.TB) (text, tree []byte) {
	p := parse.New()
	defer p.Close()
	text = []byte("package a; import b.C; class A<T> extends B implements I { int x = 1, y[]; A(int y) throws E { this.x = y; } int f() { return () -> new C() { }; }\n" +
		"enum E { P(1) { void g(final int... z) { } } } static { " + strings.Repeat("f(x + 1); ", 20) + "} }")
	f := p.File("A.java", text)
	tree, ok := parse.AppendTree(nil, f)
	if !ok || len(f.Nodes) < 150 {
		t.Fatalf("a tree: %t; %d nodes", ok, len(f.Nodes))
	}
	return text, tree
}

// Whatever byte of a tree is another, it is taken for no tree, or for one that keeps its promises; that nodes are none is told.
func TestDamagedTree(t *testing.T) {
	text, tree := damaged(t)
	broken := 0
	for at, is := range tree {
		for _, b := range []byte{0, is ^ 1, is + 1, 0x7f, 0x80, 0xff} {
			tree[at] = b
			if !checkDamaged(t, text, bytes.Clone(tree)) {
				broken++
			}
		}
		tree[at] = is
	}
	if broken < len(tree)/4 {
		t.Errorf("only %d trees of %d bytes are broken", broken, len(tree))
	}
}

// FuzzFileOfTree: no bytes make it panic. What it takes has tables of what is there, and its nodes are those of a tree as far as package java
// promises.
func FuzzFileOfTree(f *testing.F) {
	text, tree := damaged(f)
	f.Add(tree)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, tree []byte) { checkDamaged(t, text, tree) })
}

// checkDamaged holds a file of bytes that may be no tree against what is promised of it, and reports whether all nodes are some.
func checkDamaged(t *testing.T, text, tree []byte) bool {
	whole := true
	trees := parse.TreeReader{Pages: java.NewPageCache(0), Broken: func() { whole = false }}
	file, err := trees.File("A.java", text, source.HashOf(text), tree)
	if err != nil {
		return false
	}
	if n := file.NumNodes(); n > len(tree) {
		t.Fatalf("%d nodes of %d bytes", n, len(tree))
	}
	checkNodes(t, file)
	checkTables(t, file)
	again, ok := parse.AppendTree(nil, file)
	if !ok {
		t.Fatal("what was taken cannot be written")
	}
	if _, err := trees.File("A.java", text, source.HashOf(text), again); err != nil {
		t.Fatal("what was taken and written is not taken again")
	}
	return whole
}

// checkNodes holds the nodes of a file against what those of a packed one promise.
func checkNodes(t *testing.T, file *java.File) {
	for i := range java.NodeID(file.NumNodes()) {
		n := file.At(i)
		if n.Start > n.End || int(n.End) > len(file.Source) || n.Next <= i || int(n.Next) > file.NumNodes() || n.Parent >= i || n.Parent < min(i, 1)-1 {
			t.Fatalf("node %d is %+v", i, *n)
		}
		if in := n.Parent; in >= i&^63 && n.Next > file.At(in).Next {
			t.Fatalf("node %d %+v lies outside of its parent %+v", i, *n, *file.At(in))
		}
		_ = file.Text(i)
		for c := file.FirstChild(i); c >= 0; c = file.NextSibling(c) {
			_ = file.Kind(c).String() + file.At(c).Field.String() + file.At(c).Op.String()
		}
	}
}

// checkTables looks at all that the tables of a file speak of.
func checkTables(t *testing.T, file *java.File) {
	for i := range file.Types {
		ty := &file.Types[i]
		_ = file.QualifiedName(java.TypeIdx(i)) + ty.Kind.String()
		if ty.In >= 0 {
			_ = file.Methods[ty.In]
		}
		if ty.InField >= 0 {
			_ = file.Fields[ty.InField]
		}
		at(file, ty.Node, ty.NameNode, ty.Body, ty.Modifiers, ty.TypeParams, ty.Superclass)
		at(file, append(slices.Clone(ty.Interfaces), ty.Permits...)...)
	}
	for i := range file.Methods {
		m := &file.Methods[i]
		_ = m.Kind.String()
		if m.Owner >= 0 && !slices.Contains(file.Types[m.Owner].Methods, java.MethodIdx(i)) {
			t.Fatalf("method %d is not of type %d", i, m.Owner)
		}
		at(file, m.Node, m.NameNode, m.Modifiers, m.Body, m.TypeParams, m.ReturnType, m.ParamList, m.Default)
		at(file, m.Throws...)
		for _, p := range m.Params {
			at(file, p.Node, p.NameNode, p.Modifiers, p.Type)
		}
	}
	for i := range file.Fields {
		d := &file.Fields[i]
		if d.Owner >= 0 && !slices.Contains(file.Types[d.Owner].Fields, java.FieldIdx(i)) {
			t.Fatalf("field %d is not of type %d", i, d.Owner)
		}
		at(file, d.Node, d.Decl, d.NameNode, d.Modifiers, d.Type, d.Init)
	}
	for _, im := range file.Imports {
		at(file, im.Node)
	}
}

// at reads nodes, but for those that are none.
func at(file *java.File, nodes ...java.NodeID) {
	for _, n := range nodes {
		if n != java.NoNode {
			file.At(n)
		}
	}
}
