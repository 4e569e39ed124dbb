package program_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestWatch asks a program questions in nested recordings, and looks from which files the answers are said to come.
func TestWatch(t *testing.T) {
	ps := parse.New()
	defer ps.Close()
	p := program.Link([]*java.File{
		ps.File("A.java", []byte("class A { int a; void f() {} }")),
		ps.File("B.java", []byte("class B extends A { void f() {} }")),
		ps.File("C.java", []byte("class C { int c; }")),
	})
	var w program.Watch
	q := p.Watched(&w)
	a, b, c := p.TypeByName("A"), p.TypeByName("B"), p.TypeByName("C")

	outer := w.Begin()
	q.Type(b)
	inner := w.Begin()
	q.FieldByName(c, "c")
	q.Type(b)
	q.Type(b)
	if diff := cmp.Diff([]int32{1, 2}, w.End(inner)); diff != "" {
		t.Errorf("inner recording, -want +got:\n%s", diff)
	}
	q.Overridden(p.MethodsByName(a, "f")[0])
	p.Type(c) // nobody watches p
	if diff := cmp.Diff([]int32{0, 1, 2}, w.End(outer)); diff != "" {
		t.Errorf("outer recording, -want +got:\n%s", diff)
	}
	q.Type(a) // outside of any recording
	again := w.Begin()
	q.Type(a)
	inner = w.Begin()
	w.Add([]int32{2})
	w.End(inner)
	if diff := cmp.Diff([]int32{0, 2}, w.End(again)); diff != "" {
		t.Errorf("second recording, -want +got:\n%s", diff)
	}
}
