package inline_test

import (
	"slices"
	"testing"

	"refract/inline"
)

// A sketch is the table, with vectors made when they are asked for.
func TestSketch(t *testing.T) {
	p, want := build(t, figure1, `
		class A { int n; int f(int x) { return x + n; } int g() { return f(1) + f(2) + h(); } int h() { return g(); } int self() { return self(); } }`,
		`class B extends A { int f(int x) { return super.f(x) + this.f(x) + h() + self(); } }`)
	got := inline.Sketch(p, bodies(p), 2)
	if got.Len() != want.Len() || got.Stats != want.Stats {
		t.Fatalf("%d rows, %+v; want %d, %+v", got.Len(), got.Stats, want.Len(), want.Stats)
	}
	inlined := 0
	for range 2 {
		for r := range want.Len() {
			if got.Row(r) != want.Row(r) || !slices.Equal(got.Vector(r), want.Vector(r)) || !slices.Equal(got.Inlined(r), want.Inlined(r)) {
				t.Errorf("row %d is %+v %v, want %+v %v", r, got.Row(r), got.Vector(r), want.Row(r), want.Vector(r))
			}
			if want.Row(r).Mode != inline.None {
				inlined++
			}
		}
	}
	if inlined < 10 {
		t.Errorf("%d inlined rows show too little", inlined/2)
	}
}
