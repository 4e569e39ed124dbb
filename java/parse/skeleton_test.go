package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
)

// declared lists the declarations of f with their places.
func declared(f *java.File) []string {
	var out []string
	at := func(kind, name string, n java.NodeID) {
		p := f.Lines.Position(f.Nodes[n].Start)
		out = append(out, strings.TrimSpace(kind+" "+name)+" "+fmt.Sprint(p))
	}
	for i := range f.Types {
		at(f.Types[i].Kind.String(), f.QualifiedName(java.TypeIdx(i)), f.Types[i].Node)
	}
	for i := range f.Methods {
		at(f.Methods[i].Kind.String(), f.Methods[i].Name, f.Methods[i].Node)
	}
	for i := range f.Fields {
		at("field", f.Fields[i].Name, f.Fields[i].Node)
	}
	return out
}

func TestSkeleton(t *testing.T) {
	texts := []string{
		"class A {\n  int f(int a) {\n    return a + 1; }\n  A() { this.x = 1; }\n  int x = g(() -> { return 2; });\n  static { x(); }\n}",
		"class A { Object f() { class L { int h() { return 1; } } return new L() { int k() { if (true) { return 2; } return 3; } }; } }",
		"class A { Object f() { int a = 1; return new B() { Object g() { int b = 2; return new C() { Object h() { int c = 3; return null; } }; } Object i() { return 4; } }; } }",
		"record R(int a) { R { a = 1; } } enum E { X { void f() { x(); } }, Y; abstract void f(); }",
	}
	err := filepath.WalkDir("../../examples", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".java" {
			return err
		}
		text, err := os.ReadFile(path)
		texts = append(texts, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 8 {
		t.Fatalf("only %d texts", len(texts))
	}
	p := parse.New()
	defer p.Close()
	for _, text := range texts {
		f := p.File("A.java", []byte(text))
		skeleton := f.Skeleton()
		g := p.File("A.java", []byte(skeleton))
		if len(skeleton) != len(f.Source) || len(g.Problems) > 0 {
			t.Errorf("%d bytes of %d, %v\n%s", len(skeleton), len(f.Source), g.Problems, skeleton)
		}
		if diff := cmp.Diff(declared(f), declared(g)); diff != "" {
			t.Errorf("declarations of the skeleton (-text +skeleton):\n%s\n%s", diff, skeleton)
		}
	}
	if got, want := p.File("A.java", []byte(texts[0])).Skeleton(),
		"class A {\n  int f(int a) {\n                  }\n  A() {             }\n  int x = g(() -> { return 2; });\n  static {      }\n}"; got != want {
		t.Errorf("skeleton\n%s\nwant\n%s", got, want)
	}
	if got := p.File("A.java", []byte(texts[2])).Skeleton(); strings.Contains(got, "c = 3") || strings.Contains(got, "4") || !strings.Contains(got, "b = 2") {
		t.Errorf("what declares types is kept, what does not is not: %s", got)
	}
}
