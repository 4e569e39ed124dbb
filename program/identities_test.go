package program_test

import (
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestIdentities: a type is the same in another file of its directory, unless another file there declares one of its name; it is another one elsewhere. The same holds of
// its methods.
func TestIdentities(t *testing.T) {
	const text = "package p; class A { class B { } void f(int x) { } }"
	identities := func(paths ...string) (types, methods []uint64) {
		ps := parse.New()
		defer ps.Close()
		var files []*java.File
		for _, path := range paths {
			files = append(files, ps.File(path, []byte(text)))
		}
		p := program.Link(files)
		d := p.Digester()
		for i := range files {
			for j := range files[i].Types {
				types = append(types, d.Type(p.TypeOf(int32(i), java.TypeIdx(j))))
			}
			methods = append(methods, d.Method(p.MethodOf(int32(i), 0)))
		}
		return types, methods
	}
	types, methods := identities("d/A.java")
	again, methodsAgain := identities("d/Z.java")
	if types[0] != again[0] || types[1] != again[1] || methods[0] != methodsAgain[0] {
		t.Error("another one in another file")
	}
	if other, otherMethods := identities("e/A.java"); other[0] == types[0] || other[1] == types[1] || otherMethods[0] == methods[0] {
		t.Error("the same in another directory")
	}
	if both, bothMethods := identities("d/A.java", "d/Z.java"); both[0] == both[2] || both[1] == both[3] || bothMethods[0] == bothMethods[1] {
		t.Error("the same in two files of a directory")
	}
	if both, bothMethods := identities("d/A.java", "e/A.java"); both[0] != types[0] || both[1] != types[1] || bothMethods[0] != methods[0] {
		t.Error("another one beside one of another directory")
	}
}

// TestSharedNames: a name is shared where several types of a program have it, in whatever files.
func TestSharedNames(t *testing.T) {
	p := link(t, "-- d/A.java --\npackage p; class A { class B { } }\n-- e/A.java --\npackage p; class A { class C { } }\n-- e/D.java --\npackage q; class A { }\n")
	shared, got := p.SharedNames(), map[string]int{}
	for i := range p.NumTypes() {
		if id := program.TypeID(i); shared[p.QualifiedSum(id)] {
			got[p.QualifiedName(p.Type(id))]++
		}
	}
	if len(got) != 1 || got["p.A"] != 2 || len(shared) != 1 {
		t.Errorf("shared by types: %v, of %d names", got, len(shared))
	}
}
