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
	b := program.Link(linkedFiles(t)).AppendNames(nil)
	for n := range b {
		if program.OpenNames(b[:n]) != nil {
			t.Fatalf("%d of %d bytes are taken for names", n, len(b))
		}
	}
	if program.OpenNames(append(slices.Clone(b), 0)) != nil {
		t.Error("names with a byte behind them are taken for names")
	}
	if program.OpenNames(slices.Concat(make([]byte, 8), []byte{2, 1, 1}, []byte("aa"))) != nil {
		t.Error("a name with two numbers is taken for two")
	}
}

// FuzzOpenNames: any bytes are names that a program can be linked with, which begin those that it writes, or none.
func FuzzOpenNames(f *testing.F) {
	files := linkedFiles(f)
	direct := program.Link(files)
	f.Add(direct.AppendNames(nil))
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 'a', 'b'})
	f.Fuzz(func(t *testing.T, b []byte) {
		names := program.OpenNames(b)
		if names == nil {
			return
		}
		p, bad := program.Relink(files, program.Known{Names: names}, 1)
		if bad != nil || p.Stats != direct.Stats {
			t.Fatalf("%+v, want %+v; bad %v", p.Stats, direct.Stats, bad)
		}
		if again := program.OpenNames(p.AppendNames(nil)); again.Len() != p.Names() || again.Len() < names.Len() {
			t.Fatalf("%d names of %d are read again, %d were there", again.Len(), p.Names(), names.Len())
		}
		if text := b[len(b)-min(len(b), 8):]; names.Len() == p.Names() && !bytes.HasSuffix(p.AppendNames(nil), text) {
			t.Fatal("the names are others")
		}
	})
}
