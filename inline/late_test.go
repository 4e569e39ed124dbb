package inline_test

import (
	"slices"
	"testing"

	"refract/inline"
	"refract/vectors"
)

// A sketch is the table, with vectors made when they are asked for.
func TestSketch(t *testing.T) {
	p, want := build(t, figure1, `
		class A { int n; int f(int x) { return x + n; } int g() { return f(1) + f(2) + h(); } int h() { return g(); } int self() { return self(); } }`,
		`class B extends A { int f(int x) { return super.f(x) + this.f(x) + h() + self(); } }`)
	in, asked := bodies(p), map[int]int{}
	base := in.Vectors
	in.Vectors = nil
	got := inline.Sketch(p, in, func(to vectors.Vector, body int) vectors.Vector {
		asked[body]++
		return append(to, base.Row(body)...)
	}, 2)
	if len(asked) > 0 {
		t.Errorf("%d vectors were made that nobody has asked for", len(asked))
	}
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
	for body, n := range asked {
		if n > 1 {
			t.Errorf("the vector of body %d was made %d times", body, n)
		}
	}
	if inlined < 10 {
		t.Errorf("%d inlined rows show too little", inlined/2)
	}
}
