package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// FuzzFile: whatever a file holds, its spans nest and lie inside of it, and so do the declarations found in it.
func FuzzFile(f *testing.F) {
	for _, text := range []string{
		"class A { void f() { int x = ; } void g() { enum.x(); super(1); } }",
		"import module a.b; class A { A() { x(); this(1); } }",
		"enum E { A { }, B; } record R(int x) { R { } } @interface I { int a() default 1; }",
		"sealed interface S<T extends Comparable<T>> permits P, Q { default <U> U f(U... u) throws E { return switch (u) { case null, default -> { yield null; } }; } }",
		"class L { static { Runnable r = () -> { class M { int i[], j = 1; } new M() { { i = null; } }; }; } int k()[] { return \"\"\"\n  text\\\n  \"\"\".length() > 0 ? null : new int[0]; } }",
		"\ufeffpackage a.b;\r\n/** \\u007b */ class \\u0041 { char c = '\\u0027'; \x00 }\x1a",
		"class Z { void f() { if (a { } } void g() { } } } class Y",
	} {
		f.Add([]byte(text))
	}
	samples, err := filepath.Glob("../../rules/catalog/*/samples/*/before.java")
	if err != nil || len(samples) == 0 {
		f.Fatalf("no samples of rules: %v", err)
	}
	for i := 0; i < len(samples); i += 4 {
		text, err := os.ReadFile(samples[i])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	p := parse.New()
	f.Fuzz(func(t *testing.T, content []byte) {
		file := p.File("A.java", content)
		if err := file.Validate(); err != nil {
			t.Fatalf("%v\n%q", err, content)
		}
		if err := declarations(file); err != nil {
			t.Fatalf("%v\n%q", err, content)
		}
		for _, x := range file.Problems {
			if x.Message == "" || x.Line > file.Lines.Count()+1 {
				t.Fatalf("problem %+v in a file of %d lines", x, file.Lines.Count())
			}
		}
	})
}

// FuzzPair: two texts parsed as revisions of one file give what each gives alone.
func FuzzPair(f *testing.F) {
	paths, err := filepath.Glob("../../rules/catalog/*/samples/*/before.java")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no samples of rules: %v", err)
	}
	for i := 0; i < len(paths); i += 4 {
		old, err1 := os.ReadFile(paths[i])
		new, err2 := os.ReadFile(filepath.Join(filepath.Dir(paths[i]), "after.java"))
		if err1 != nil || err2 != nil {
			f.Fatal(err1, err2)
		}
		f.Add(old, new)
	}
	f.Add([]byte("class A { void f() { g(1, 2, 3, 4, 5, 6, 7, 8, 9); } }"), []byte("class A { @B void f() { g(1, 2, 3, 4, 5, 6, 7, 8, 9); } int x; }"))
	p, q := parse.New(), parse.New()
	f.Fuzz(func(t *testing.T, old, new []byte) {
		before, after := p.Pair("A.java", old, "B.java", new)
		if want := q.File("A.java", old); !reflect.DeepEqual(before, want) {
			t.Fatalf("the first of %q and %q differs from itself alone", old, new)
		}
		if want := q.File("B.java", new); !reflect.DeepEqual(after, want) {
			t.Fatalf("the second of %q and %q differs from itself alone:\n%s\n%s", old, new, after.Dump(0), want.Dump(0))
		}
	})
}

// declarations returns an error for the first declaration that does not lie where its owner says, or whose name is not
// what stands there.
func declarations(f *java.File) error {
	inside := func(what string, outer java.NodeID, parts ...java.NodeID) error {
		if outer < 0 || int(outer) >= len(f.Nodes) {
			return fmt.Errorf("%s is node %d of %d", what, outer, len(f.Nodes))
		}
		for _, n := range parts {
			if n >= 0 && (n < outer || n >= f.Nodes[outer].Next) {
				return fmt.Errorf("node %d is part of %s, which is [%d,%d)", n, what, outer, f.Nodes[outer].Next)
			}
		}
		return nil
	}
	for i := range f.Types {
		t := &f.Types[i]
		if err := inside("type "+t.Name, t.Node, append(append([]java.NodeID{t.NameNode, t.Body, t.Modifiers, t.TypeParams, t.Superclass}, t.Interfaces...), t.Permits...)...); err != nil {
			return err
		}
		if int(t.Outer) >= i || int(t.In) >= len(f.Methods) || int(t.InField) >= len(f.Fields) {
			return fmt.Errorf("type %d (%s) stands in type %d, method %d of %d, field %d of %d", i, t.Name, t.Outer, t.In, len(f.Methods), t.InField, len(f.Fields))
		}
		for _, m := range t.Methods {
			if int(f.Methods[m].Owner) != i {
				return fmt.Errorf("method %d of type %d says %d", m, i, f.Methods[m].Owner)
			}
		}
		for _, x := range t.Fields {
			if int(f.Fields[x].Owner) != i {
				return fmt.Errorf("field %d of type %d says %d", x, i, f.Fields[x].Owner)
			}
		}
		_ = f.QualifiedName(java.TypeIdx(i))
	}
	for i := range f.Methods {
		m := &f.Methods[i]
		if err := inside("method "+m.Name, m.Node, append([]java.NodeID{m.NameNode, m.Modifiers, m.Body, m.TypeParams, m.ReturnType, m.ParamList, m.Default}, m.Throws...)...); err != nil {
			return err
		}
		for _, p := range m.Params {
			if err := inside("parameter "+p.Name, p.Node, p.NameNode, p.Modifiers, p.Type); err != nil {
				return err
			}
		}
	}
	for i := range f.Fields {
		x := &f.Fields[i]
		if err := inside("field "+x.Name, x.Decl, x.Node, x.NameNode, x.Modifiers, x.Type, x.Init); err != nil {
			return err
		}
	}
	return nil
}
