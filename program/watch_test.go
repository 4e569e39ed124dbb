package program_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestWatch asks a program questions in nested recordings, and looks from which parts of which files the answers are said to come.
func TestWatch(t *testing.T) {
	ps := parse.New()
	defer ps.Close()
	p := program.Link([]*java.File{
		ps.File("A.java", []byte("class A { int a; void f() {} }")),
		ps.File("B.java", []byte("class B extends A { void f() {} void g() {} }")),
		ps.File("C.java", []byte("class C { int c; }")),
	})
	var w program.Watch
	read := func(m program.Mark) (parts []string) {
		for _, u := range w.End(m) {
			file, part := p.Part(u)
			if lo, hi := p.Units(file); u < lo || u >= hi {
				t.Errorf("unit %d is none of %d to %d", u, lo, hi)
			}
			parts = append(parts, fmt.Sprintf("%s %d", p.Files[file].Path, part))
		}
		return parts
	}
	q := p.Watched(&w)
	a, b, c := p.TypeByName("A"), p.TypeByName("B"), p.TypeByName("C")

	outer := w.Begin()
	q.Type(b)
	inner := w.Begin()
	q.FieldByName(c, "c")
	q.Type(b)
	q.Type(b)
	if diff := cmp.Diff([]string{"C.java -3", "B.java -3"}, read(inner)); diff != "" { // as they were read
		t.Errorf("inner recording, -want +got:\n%s", diff)
	}
	q.Overridden(p.MethodsByName(a, "f")[0])
	p.Type(c) // nobody watches p
	if diff := cmp.Diff([]string{"A.java 0", "B.java -3", "C.java -3"}, read(outer)); diff != "" {
		t.Errorf("outer recording, -want +got:\n%s", diff)
	}
	q.Type(a) // outside of any recording
	again := w.Begin()
	q.Type(a)
	inner = w.Begin()
	q.FieldByName(c, "c")
	units := w.End(inner)
	inner = w.Begin()
	w.Add(units)
	q.ReadWhole(1)
	w.End(inner)
	if diff := cmp.Diff([]string{"A.java -3", "B.java -1", "C.java -3"}, read(again)); diff != "" {
		t.Errorf("second recording, -want +got:\n%s", diff)
	}
	members := w.Begin()
	q.MethodsIn(a)
	q.MethodsByName(b, "f")
	q.FieldByName(c, "d") // which it has not
	if diff := cmp.Diff([]string{"A.java -2", "B.java -2", "C.java -2"}, read(members)); diff != "" {
		t.Errorf("recording of members, -want +got:\n%s", diff)
	}
	callers := w.Begin()
	q.ReadCallers(p.MethodsByName(b, "g")[0])
	q.Method(p.MethodsByName(b, "g")[0])
	q.ReadCallers(p.MethodsByName(b, "f")[0])
	if diff := cmp.Diff([]string{"B.java 1", "B.java 2", "B.java 3"}, read(callers)); diff != "" {
		t.Errorf("recording of callers, -want +got:\n%s", diff)
	}
}
