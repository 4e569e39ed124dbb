package program_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// TestMethodsByIdentity: what is found is the one method that has an identity, wherever it lies in the table.
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
	prog := program.Link(files)
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
		if got := find(id); got != want {
			t.Fatalf("method %d is found as %d; %d have its identity", m, got, count[id])
		}
		if other := id + 1; count[other] == 0 && find(other) != program.NoMethod {
			t.Fatalf("%x is found, which no method has", other)
		}
	}
	if several == 0 || several == prog.NumMethods() {
		t.Fatalf("%d of %d methods have an identity of several", several, prog.NumMethods())
	}
}
