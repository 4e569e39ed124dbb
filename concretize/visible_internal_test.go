package concretize

import (
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestVisibleMethod: what is told of a method without its file is what its file says.
func TestVisibleMethod(t *testing.T) {
	ps := parse.New()
	defer ps.Close()
	p := program.Link([]*java.File{
		ps.File("a/A.java", []byte("package a; public class A { public void p() {} protected void q() {} private void r() {} void s() {} static class N { void t() { new Object() { void u() {} }; } private void v() {} } }")),
		ps.File("a/B.java", []byte("package a; interface B { void w(); private void x() {} class M { protected void y() { class L { void z() {} } } } } enum E { F { void aa() {} }; void ab() {} }")),
		ps.File("a/b/C.java", []byte("package a.b; class C extends a.A { void ac() { Runnable r = new Runnable() { public void run() {} }; } }")),
		ps.File("D.java", []byte("class D extends a.A { private D() {} void ad() {} static class O { void ae() {} } } class { void af() {} void ag( }")),
	})
	seen := map[bool]int{}
	for i := range p.NumTypes() {
		from := program.TypeID(i)
		if got, want := packageOf(p, from), p.File(p.Type(from).File).Package; got != want {
			t.Errorf("%s is in package %q, want %q", p.QualifiedName(p.Type(from)), got, want)
		}
		for m := range program.MethodID(p.NumMethods()) {
			want := visible(p, p.Method(m).Owner, from, p.MethodDecl(m).Mods)
			seen[want]++
			if got := visibleMethod(p, m, from); got != want {
				t.Errorf("%s from %s: visible %t, want %t", Signature(p, m), p.QualifiedName(p.Type(from)), got, want)
			}
		}
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("%v of them are visible: the test shows too little", seen)
	}
}
