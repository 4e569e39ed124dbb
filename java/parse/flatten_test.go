package parse

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestFlattenAgreesWithTheBinding: the C flattener and the walk through the binding give the same nodes.
func TestFlattenAgreesWithTheBinding(t *testing.T) {
	texts := []string{
		"", "class A { int f(int a) { return -a + 1; } }",
		"class A { void f() { int x = ; } void g() { h(/* c */ 1 }",
		"// c\nimport static a.b.*; enum E { A(1) { }, B } class C<T extends X & Y> { String s = \"a\\n\" + s; { i++; i <<= 2; } }",
		"class A { int f(Object o) { return switch (o) { case P(int x, _) when x > 0 -> 1; default -> { yield 2; } }; } }",
	}
	if dir := os.Getenv("REFRACT_CORPORA"); dir != "" {
		paths, _ := filepath.Glob(filepath.Join(dir, "jhotdraw/5.3/*/*/*/*/*/*.java"))
		for _, p := range paths {
			content, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			text, _, _ := decode(content)
			texts = append(texts, text)
		}
	}
	e, w := newEngine(), newWalker()
	defer e.close()
	defer w.close()
	for _, text := range texts {
		got, ok1 := e.flatten(text, 0)
		want, ok2 := w.flatten(text, 0)
		if ok1 != ok2 || got.hasError != want.hasError || got.depth != want.depth || !reflect.DeepEqual(got.comments, want.comments) {
			t.Errorf("%.80q: ok %v %v, errors %v %v, depth %d %d, comments %v %v", text, ok1, ok2, got.hasError, want.hasError, got.depth, want.depth, got.comments, want.comments)
		}
		if len(got.nodes) != len(want.nodes) {
			t.Fatalf("%.80q: %d nodes, want %d", text, len(got.nodes), len(want.nodes))
		}
		for i := range got.nodes {
			if got.nodes[i] != want.nodes[i] {
				t.Fatalf("%.80q: node %d = %+v, want %+v", text, i, got.nodes[i], want.nodes[i])
			}
		}
	}
}
