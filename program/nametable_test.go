package program_test

import (
	"bytes"
	"slices"
	"testing"

	"refract/program"
)

// A program that is linked with the names of another one has them under the same numbers, its own behind them, and finds those alone that
// its own files intern.
func TestNamesOfAnotherProgram(t *testing.T) {
	files := linkedFiles(t)
	before := named(t, program.Link(files[1:]))
	for _, some := range [][]int{{0}, {1}, {2}, {0, 1, 2}} {
		these := files[some[0] : some[len(some)-1]+1]
		direct := program.Link(these)
		p, bad := program.Relink(these, program.Known{Names: before}, 1)
		if bad != nil || p.Stats != direct.Stats {
			t.Errorf("files %v: %+v, want %+v; bad %v", some, p.Stats, direct.Stats, bad)
		}
		if n := p.Names(); n < before.Len() || n < p.Stats.Names {
			t.Errorf("files %v: %d names, of which %d were there and %d are interned", some, n, before.Len(), p.Stats.Names)
		}
		for m := range program.MethodID(p.NumMethods()) {
			if got, want := p.Signature(m), direct.Signature(m); got != want {
				t.Errorf("files %v: %s, want %s", some, got, want)
			}
		}
	}
}

// Records speak of the names of the table that they were written with, whatever was added to it, and of those of no other.
func TestRecordsOfAnotherTable(t *testing.T) {
	files := linkedFiles(t)
	first := program.Link(files)
	want := records(first)
	more, bad := program.Relink(append(slices.Clone(files), parsed(t, "X.java", "class X { NeverSeenBefore x; }")), program.Known{Names: named(t, first)}, 1)
	if bad != nil || more.Names() <= first.Names() {
		t.Fatalf("%d names after %d, bad %v", more.Names(), first.Names(), bad)
	}
	if p, bad := program.Relink(files, program.Known{Names: named(t, more), Records: want}, 1); bad != nil || p.Stats != first.Stats {
		t.Errorf("with names that were added: bad %v", bad)
	}
	for name, other := range map[string]*program.NameTable{"of other files": named(t, program.Link(files[:2])), "none": nil} {
		if p, bad := program.Relink(files, program.Known{Names: other, Records: want}, 1); p != nil || len(bad) != len(files) {
			t.Errorf("names %s: a program is linked, bad %v", name, bad)
		}
	}
}

// What is no table of names, or gives one name two numbers, is none.
func TestOpenDamagedNames(t *testing.T) {
	p := program.Link(linkedFiles(t))
	b := p.AppendNames(nil, 0)
	for n := range b {
		if program.OpenNames(b[:n]) != nil {
			t.Fatalf("%d of %d bytes are taken for names", n, len(b))
		}
	}
	if program.OpenNames(append(slices.Clone(b), 0)) != nil {
		t.Error("names with a byte behind them are taken for names")
	}
	if program.OpenNames(slices.Concat(make([]byte, 8), []byte{0, 2, 1, 1}, []byte("aa"))) != nil {
		t.Error("a name with two numbers is taken for two")
	}
	none := p.AppendNames(nil, p.Names())
	for name, pieces := range map[string][][]byte{
		"nothing": nil, "the second piece alone": {none}, "one piece twice": {b, b}, "a piece and a gap": {b, p.AppendNames(nil, p.Names()-1)},
		"a piece of other names": {b, program.Link(nil).AppendNames(nil, 0)}, "a piece that is none": {b, nil},
	} {
		if program.OpenNames(pieces...) != nil {
			t.Errorf("%s: taken for names", name)
		}
	}
}

// Names that were added lie in a piece of their own, and are the same with it as in one piece.
func TestNamesInPieces(t *testing.T) {
	files := linkedFiles(t)
	first := program.Link(files[:2])
	more, bad := program.Relink(files, program.Known{Names: named(t, first)}, 1)
	if bad != nil || more.Names() <= first.Names() {
		t.Fatalf("%d names after %d, bad %v", more.Names(), first.Names(), bad)
	}
	want := program.OpenNames(more.AppendNames(nil, 0))
	begun := first.AppendNames(nil, 0)
	got := program.OpenNames(begun, more.AppendNames(nil, first.Names()))
	if got.Len() != want.Len() || got.Begun() != first.Names() || want.Begun() != want.Len() {
		t.Fatalf("%d names, of which %d were there, want %d and %d", got.Len(), got.Begun(), want.Len(), first.Names())
	}
	p, bad := program.Relink(files, program.Known{Names: got}, 1)
	if bad != nil || !bytes.Equal(p.AppendNames(nil, 0), more.AppendNames(nil, 0)) {
		t.Errorf("in two pieces they are others; bad %v", bad)
	}
	if program.OpenNames(begun, first.AppendNames(nil, first.Names())).Len() != first.Names() {
		t.Error("nothing that was added is something")
	}
}

// FuzzOpenNames: any bytes are names that a program can be linked with, which begin those that it writes, or none.
func FuzzOpenNames(f *testing.F) {
	files := linkedFiles(f)
	direct := program.Link(files)
	first := program.Link(files[:2])
	more, _ := program.Relink(files, program.Known{Names: named(f, first)}, 1)
	f.Add(direct.AppendNames(nil, 0), direct.AppendNames(nil, direct.Names()))
	f.Add(first.AppendNames(nil, 0), more.AppendNames(nil, first.Names()))
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 'a', 'b'}, []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 'c'})
	f.Fuzz(func(t *testing.T, b, added []byte) {
		names := program.OpenNames(b, added)
		if names == nil {
			return
		}
		p, bad := program.Relink(files, program.Known{Names: names}, 1)
		if bad != nil || p.Stats != direct.Stats {
			t.Fatalf("%+v, want %+v; bad %v", p.Stats, direct.Stats, bad)
		}
		if again := program.OpenNames(p.AppendNames(nil, 0)); again.Len() != p.Names() || again.Len() < names.Len() {
			t.Fatalf("%d names of %d are read again, %d were there", again.Len(), p.Names(), names.Len())
		}
		if again := p.AppendNames(nil, names.Begun()); names.Len() == p.Names() && !bytes.HasSuffix(again, added[len(added)-min(len(added), names.Len()-names.Begun()):]) {
			t.Fatal("the names are others")
		}
	})
}
