package mine_test

import (
	"testing"

	"refract/mine"
)

const formsSource = `package a.b;
import java.util.*;
public class Outer<T extends Comparable<T>> {
  private int a, b[] = {};
  java.util.Map<String, List<? extends T>> m;
  @Nullable Map.Entry<K,V> e;
  static Runnable field = new Runnable() { public void run() {} };
  public Outer(int a) {}
  protected abstract <X> void f(final @NotNull java.util.List<X> l, String... rest) throws E;
  int g()[] { return null; }
  void start() {
    execute(new Runnable() { public void run() { new Thread(new Task<A,B>() {}).start(); } });
    class Local { int i; }
  }
  interface In { int k = 1; void m(); class Deep {} }
  enum Color { RED, GREEN(1) { void x() {} }; Color() {} }
  record Point(int x, int... y) { Point { } }
  @interface Mark { String value() default ""; }
}
`

// The forms of DESCRIPTIONS.md: {M}, {A}, {V} and {C}.
func TestForms(t *testing.T) {
	m := mine.NewModel(parseAll(map[string]string{"a/b/Outer.java": formsSource}))
	var classes, methods, attributes []string
	for _, list := range [][]*mine.Class{m.Classes, m.Anonymous} {
		for _, c := range list {
			classes = append(classes, c.Kind()+" "+c.Name)
			for _, x := range c.Methods {
				methods = append(methods, x.Text())
			}
			for _, x := range c.Attributes {
				attributes = append(attributes, x.Full()+" | "+x.Qualified()+" | "+x.Text())
			}
		}
	}
	compare(t, "classes", classes, []string{
		"class a.b.Outer",
		"class a.b.Outer.start.Local",
		"interface a.b.Outer.In",
		"class a.b.Outer.In.Deep",
		"enum a.b.Outer.Color",
		"record a.b.Outer.Point",
		"annotation a.b.Outer.Mark",
		"class a.b.Outer.field.new Runnable",
		"class a.b.Outer.start.execute.new Runnable",
		"class a.b.Outer.start.execute.new Runnable.run.start.new Thread.new Task<A,B>",
		"class a.b.Outer.Color.GREEN",
	})
	compare(t, "methods", methods, []string{
		"public Outer(a int)",
		"protected abstract f(l java.util.List<X>, rest String...) : void",
		"package g() : int[]",
		"package start() : void",
		"public m() : void",
		"package Color()",
		"package Point()",
		"public value() : String",
		"public run() : void",
		"public run() : void",
		"package x() : void",
	})
	compare(t, "attributes", attributes, []string{
		"private a : int | private a : int | a : int",
		"private b : int[] | private b : int[] | b : int[]",
		"package m : Map<String,List<? extends T>> | package m : java.util.Map<String,List<? extends T>> | m : Map<String,List<? extends T>>",
		"package e : Map.Entry<K,V> | package e : Map.Entry<K,V> | e : Map.Entry<K,V>",
		"package field : Runnable | package field : Runnable | field : Runnable",
		"package i : int | package i : int | i : int",
		"public k : int | public k : int | k : int",
		"RED : Color | RED : Color | RED : Color",
		"GREEN : Color | GREEN : Color | GREEN : Color",
		"private x : int | private x : int | x : int",
		"private y : int | private y : int | y : int",
	})
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%s %d: got %q, want %q", what, i, g, w)
		}
	}
}

// Columns are 1-based and count UTF-16 units; a declaration begins at its documentation comment.
func TestLocations(t *testing.T) {
	before := map[string]string{"A.java": "/** Ä𝄞. */ class A { int ä𝄞; /* 𝄞 */ private int x; }\n"}
	after := map[string]string{"A.java": "/** Ä𝄞. */ final class A { int ä𝄞; /* 𝄞 */ public int x; }\n"}
	found := detect(t, before, after)
	if len(found) != 2 {
		t.Fatalf("found %v", descriptions(found))
	}
	class, field := found[0].Left[0], found[1].Left[0]
	if class.StartLine != 1 || class.StartColumn != 1 || class.EndColumn != 57 || class.ElementType != "TYPE_DECLARATION" || class.Element != "A" {
		t.Errorf("class: %+v", class)
	}
	// x stands after 52 UTF-16 units: two characters outside of the basic plane are two units each, Ä and ä one.
	if field.StartColumn != 53 || field.EndColumn != 54 || field.ElementType != "FIELD_DECLARATION" || field.Element != "private x : int" {
		t.Errorf("field: %+v", field)
	}
}
