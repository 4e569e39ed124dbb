package java_test

import (
	"testing"
	"unsafe"

	"refract/java"
)

// TestNodeSize: a large program has tens of millions of nodes.
func TestNodeSize(t *testing.T) {
	if got := unsafe.Sizeof(java.Node{}); got != 20 {
		t.Errorf("a Node has %d bytes, want 20", got)
	}
}

func TestNamesAreUniqueAndFound(t *testing.T) {
	kinds := map[string]java.Kind{}
	for k := java.Kind(1); int(k) < java.NumKinds; k++ {
		name := k.String()
		if name == "" || kinds[name] != java.None {
			t.Errorf("kind %d has the name %q", k, name)
		}
		kinds[name] = k
		if got := java.KindByName(name); got != k {
			t.Errorf("KindByName(%q) = %v", name, got)
		}
	}
	if got := java.FieldByName("consequence"); got != java.FieldConsequence {
		t.Errorf("FieldByName(consequence) = %v", got)
	}
	if got := java.OpByName(">>>="); got != java.UShrAssign || got.Binary() != java.UShr {
		t.Errorf("OpByName(>>>=) = %v, applies %v", got, got.Binary())
	}
}

func TestModifierSet(t *testing.T) {
	m := java.ModifierByName("static") | java.ModifierByName("public") | java.ModifierByName("nothing")
	if got := m.String(); got != "public static" {
		t.Errorf("modifiers = %q, want public static", got)
	}
	if !m.Has(java.ModStatic) || m.Has(java.ModStatic|java.ModFinal) {
		t.Errorf("Has is wrong for %v", m)
	}
}

func TestWalks(t *testing.T) {
	// a(b(c) d): by hand, so that the model is tested without its parser.
	f := &java.File{Source: "abcd", Nodes: []java.Node{
		{Start: 0, End: 4, Parent: java.NoNode, Next: 4, Kind: java.Program},
		{Start: 1, End: 3, Parent: 0, Next: 3, Kind: java.ParenthesizedExpression, Field: java.FieldLeft},
		{Start: 2, End: 3, Parent: 1, Next: 3, Kind: java.Identifier},
		{Start: 3, End: 4, Parent: 0, Next: 4, Kind: java.Identifier, Field: java.FieldRight},
	}}
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := f.Children(nil, 0); len(got) != 2 || got[0] != 1 || got[1] != 3 {
		t.Errorf("children of the root = %v", got)
	}
	if f.LastChild(0) != 3 || f.Child(0, java.FieldRight) != 3 || f.NextSibling(3) != java.NoNode || f.FirstChild(3) != java.NoNode {
		t.Error("LastChild, Child, NextSibling or FirstChild is wrong")
	}
	if f.Unparen(1) != 2 || f.Text(2) != "c" || f.Text(java.NoNode) != "" || f.Parent(java.NoNode) != java.NoNode {
		t.Error("Unparen, Text or Parent is wrong")
	}
	f.Nodes[2].End = 4
	if f.Validate() == nil {
		t.Error("Validate accepts a child that leaves its parent")
	}
}
