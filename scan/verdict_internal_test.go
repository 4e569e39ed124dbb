package scan

import (
	"context"
	"slices"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// Of what the last scan decided on the candidates of a query that holds which came from nothing that is different.
func TestRecallAsked(t *testing.T) {
	p := parse.New()
	defer p.Close()
	files := []*java.File{
		p.File("A.java", []byte("class A { int ask(B b) { return b.one() + 1; } }")),
		p.File("B.java", []byte("class B { private int n; int one() { return two() + two(); } private int two() { n++; return n; } int three() { return n; } }")),
		p.File("C.java", []byte("class C { int far(B b) { return b.three(); } }")),
	}
	c, err := newCorpus(context.Background(), files, 1, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The query is ask; its candidates are one, one with two inlined, three and far. It was refused for all but the last: for one by what that says, for
	// one with two by vectors alone, for three by what that and two say, who calls two, and what A declares. For far it was accepted by what three says.
	last := func() *recalled {
		return &recalled{asked: asked{rows: 4, from: trace{0, 1 << traceBits, 0, 1, 4 << traceBits, 0, 2, 3, 4, 2, 1<<traceBits + traceMembers, 0}, own: []int32{1}, shown: trace{2, tracePlaces},
			verdicts: []verdict{{sample: 3, row: 0, said: 2, end: 1}, {sample: 3, row: 1, said: 3, end: 1}, {sample: 6, said: 2, end: 5}, {sample: 8, said: accepted, end: 7}},
			parts:    []int32{3, 0, 4, 5, 6, 6, 7}, best: []int32{3}, aligned: 2, accepted: 1, refused: []refusals{{0, 3}}}}
	}
	one, _ := c.Rows.Rows(1)
	three, _ := c.Rows.Rows(3)
	far, _ := c.Rows.Rows(4)
	if _, end := c.Rows.Rows(1); end != one+2 {
		t.Fatalf("one has rows %d to %d, want two", one, end)
	}
	all := []int32{int32(one), int32(one) + 1, int32(three), int32(far)}
	without := func(gone ...int) []int32 {
		rows := slices.Clone(all)
		for _, i := range gone {
			rows[i] = -1
		}
		return rows
	}
	for _, tt := range []struct {
		name   string
		differ func(p *past, r *recalled)
		want   []int32 // nil where nothing holds
		moves  bool    // what is shown
	}{
		{"nothing", func(*past, *recalled) {}, all, false},
		{"the query", func(p *past, _ *recalled) { p.changed[0] = &changed{methods: []int32{-1, -1}} }, nil, false},
		{"the declarations of its file", func(p *past, _ *recalled) { p.files[0] = -1 }, nil, false},
		{"the method of two candidates", func(p *past, _ *recalled) { p.changed[1] = &changed{methods: []int32{-1, -1, 2, 3, 4, 5}} }, without(0, 1), false},
		{"what was read for another one", func(p *past, _ *recalled) { p.changed[1] = &changed{methods: []int32{0, 1, -1, -1, 4, 5}} }, without(2), false},
		{"who calls that", func(p *past, _ *recalled) { p.changed[1] = &changed{methods: []int32{0, 1, 2, -1, 4, 5}} }, without(2), false},
		{"who calls others, for which nobody asked", func(p *past, _ *recalled) { p.changed[1] = &changed{methods: []int32{0, -1, 2, 3, 4, -1}} }, all, false},
		{"the vector of one of them", func(p *past, _ *recalled) { p.isNew[one+1] = true }, without(1), false},
		{"the declarations of their file", func(p *past, _ *recalled) { p.files[1] = -1 }, without(0, 1, 2, 3), false},
		{"something in the file of what was accepted", func(p *past, _ *recalled) { p.changed[2] = &changed{text: true, methods: []int32{0, 1}} }, all, true},
		{"what that means to others", func(p *past, _ *recalled) { p.changed[2] = &changed{methods: []int32{0, -1}} }, all, false},
		{"which members there are, for which somebody asked", func(p *past, _ *recalled) {
			p.changed[2] = &changed{text: true, members: true, methods: []int32{0, 1}}
		}, without(3), true},
		{"which members there are, for which nobody asked", func(p *past, _ *recalled) {
			p.changed[1] = &changed{members: true, methods: []int32{0, 1, 2, 3, 4, 5}}
		}, all, false},
		{"a candidate, which was read for the accepted one", func(p *past, _ *recalled) { p.changed[1] = &changed{methods: []int32{0, 1, 2, 3, -1, -1}} }, without(2, 3), false},
		{"a method that is not there", func(_ *past, r *recalled) { r.from[8] = 6 }, without(2, 3), false},
		{"a row that is not there", func(_ *past, r *recalled) { r.verdicts[0].row = 7 }, without(0), false},
		{"a candidate, of a query that was refused for all", func(p *past, r *recalled) {
			p.changed[1] = &changed{methods: []int32{-1, -1, 2, 3, 4, 5}}
			r.whole = true
		}, nil, false},
	} {
		p, r := &past{files: []int32{0, 1, 2}, changed: make([]*changed, 3), isNew: make([]bool, c.Rows.Len()), odd: []bool{true, true, true}}, last()
		tt.differ(p, r)
		switch holds := p.recallAsked(c, r, &room{}); {
		case !holds && tt.want != nil:
			t.Errorf("%s differs: nothing holds, want rows %d", tt.name, tt.want)
		case holds && !slices.Equal(r.rows, tt.want):
			t.Errorf("%s differs: rows %d hold, want %d", tt.name, r.rows, tt.want)
		case holds && r.shows == tt.moves:
			t.Errorf("%s differs: what is shown stands where it stood: %t", tt.name, r.shows)
		}
	}
}

// What decided between the candidates that were accepted is part of what the verdict came from that it was noted for, and of no other.
func TestFillWeighed(t *testing.T) {
	p := parse.New()
	defer p.Close()
	prog := program.Link([]*java.File{p.File("A.java", []byte("class A { void q() {} void c() {} void d() {} void x() {} void y() {} }"))})
	unit := func(method int32) program.Unit { return prog.UnitOf(0, program.PartMethod(method)) }
	var n notes
	n.units, n.own = []program.Unit{unit(0)}, 1
	n.note(unit(1), 0, accepted)
	n.note(unit(2), 0, accepted)
	n.weighed, n.weighs = []program.Unit{unit(3), unit(0), unit(4)}, []weigh{{1, 1}, {0, 3}}
	n.best = []int32{1, 0}
	var a asked
	n.fill(&a, prog, slots{0}, nil, new(room))
	// Part 0 is the whole of what is declared, part 1 the query's own.
	if got, want := [2][]int32{a.partsOf(0), a.partsOf(1)}, [2][]int32{{5}, {4}}; !slices.Equal(got[0], want[0]) || !slices.Equal(got[1], want[1]) {
		t.Errorf("the verdicts came from %d, want %d; from is %d", got, want, a.from)
	}
	if !slices.Equal(a.best, []int32{1, 0}) {
		t.Errorf("best is %d", a.best)
	}
}

// TestStands: what was said of a query that was refused is said again word for word where all that it came from is as it was, and has the numbers that it had.
func TestStands(t *testing.T) {
	w := &worker{d: &detector{redo: &redo{alike: true}}}
	for becomes, want := range map[fate]bool{holds: true, shifts: false, lookAgain: false} {
		if got := w.stands(0, &forgottenQuery{becomes: becomes, whole: true}, nil); got != want {
			t.Errorf("of fate %d it stands: %t", becomes, got)
		}
	}
	if w.d.redo.alike = false; w.stands(0, nil, nil) || w.stands(0, &forgottenQuery{whole: true}, nil) {
		t.Error("it stands where files or outcomes have other numbers, or where nothing was said")
	}
}

// TestStandingCounts: what is told again of a query counts as it did, or the sums of the records would be less than what these say together.
func TestStandingCounts(t *testing.T) {
	w := &worker{s: &shard{tallies: tallies{total: make([]int, 2), now: make([]int, 2)}}, d: &detector{redo: &redo{}}}
	f := &w.d.redo.forgotten
	f.files, f.fewer = 1, make([]int, 2)
	f.records = []byte{1, 1, 4} // one refusal, of outcome 1, four times
	a := asked{rows: 7}
	w.standing(0, &forgottenQuery{aligned: 3, accepted: 2}, &a)
	if got, want := [4]int{w.s.rows, w.s.aligned, w.s.accepted, w.s.now[1]}, [4]int{7, 3, 2, 4}; got != want {
		t.Errorf("rows, aligned, accepted and refused are %d, want %d", got, want)
	}
}
