package program_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestMethodsByIdentity: what is found is the one method that has an identity, wherever it lies in the table, and from wherever it is
// looked for, also in a program that is linked from records.
func TestMethodsByIdentity(t *testing.T) {
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for i := range 40 {
		var b strings.Builder
		fmt.Fprintf(&b, "class C%d {", i)
		for j := range 50 {
			fmt.Fprintf(&b, " void m%d() { }", j%(45+i%8)) // in some classes a few are there twice
		}
		b.WriteString(" }")
		files = append(files, p.File(fmt.Sprintf("C%d.java", i), []byte(b.String())))
	}
	full := program.Link(files)
	testMethodsByIdentity(t, full)
	some := records(full)
	for i := range some {
		if i%3 == 0 {
			some[i] = nil
		}
	}
	again, bad := program.Relink(files, program.Known{Names: named(t, full), Records: some}, 1)
	if bad != nil {
		t.Fatal(bad)
	}
	testMethodsByIdentity(t, again)
}

func testMethodsByIdentity(t *testing.T, prog *program.Program) {
	t.Helper()
	d := prog.Digester()
	count := map[uint64]int{}
	for m := range program.MethodID(prog.NumMethods()) {
		count[d.Method(m)]++
	}
	find := d.MethodsByIdentity()
	several := 0
	for m := range program.MethodID(prog.NumMethods()) {
		id, want := d.Method(m), m
		if count[id] > 1 {
			want = program.NoMethod
			several++
		}
		for _, near := range []program.MethodID{m, program.NoMethod, m + 1, 0, 1 << 30, -1 << 30} {
			if got := find(id, near); got != want {
				t.Fatalf("method %d is found as %d near %d; %d have its identity", m, got, near, count[id])
			}
			if other := id + 1; count[other] == 0 && find(other, near) != program.NoMethod {
				t.Fatalf("%x is found, which no method has", other)
			}
		}
	}
	if several == 0 || several == prog.NumMethods() {
		t.Fatalf("%d of %d methods have an identity of several", several, prog.NumMethods())
	}
}

// TestCloneOfSurface: what others see of a file stays what it was when the surveyor goes on to another one.
func TestCloneOfSurface(t *testing.T) {
	p := parse.New()
	defer p.Close()
	text := func(name string) []byte { return []byte("class " + name + " { int f; void m(int x) { } }") }
	d := program.Link([]*java.File{p.File("A.java", text("A")), p.File("B.java", text("B"))}).Digester()
	s := d.NewSurveyor()
	first := s.Survey(0).Clone()
	s.Survey(1)
	if want := d.NewSurveyor().Survey(0); len(first.Types) != 1 || len(first.Names) != 1 || len(first.Members) != 2 || !reflect.DeepEqual(first, want) {
		t.Errorf("%+v, want %+v", first, want)
	}
}
