package scan

import (
	"slices"
	"testing"

	"refract/java/parse"
	"refract/program"
)

// The names that are interned are in what is written of them, plain and dotted ones, and what is cut off has fewer.
func TestWrittenSums(t *testing.T) {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte("package a.b; import java.util.List; import c.D; class A { List l; D d; a.b.A self; int n; void f() { g(); } }"))
	names := new(program.NameReader).Read(f)
	want := slices.Sorted(names.InternedSums())
	written := writeNames(names)
	if got := slices.Sorted(written.sums()); !slices.Equal(got, want) || len(want) < 8 {
		t.Errorf("the names have the sums %x, want %x", got, want)
	}
	for _, name := range []string{"a.b", "c.D", "List", "f", "n"} {
		if !slices.Contains(want, program.NameSum(name)) {
			t.Errorf("%s is not interned", name)
		}
	}
	for n := range len(written.interned) - (dottedSize - 8) { // the last name is dotted: behind its sum is that of its last part
		cut := writtenNames{interned: written.interned[:n]}
		if got := slices.Collect(cut.sums()); len(got) >= len(want) {
			t.Errorf("%d of %d bytes have %d names", n, len(written.interned), len(got))
		}
	}
}
