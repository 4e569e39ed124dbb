package program_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

var linkedSources = []string{
	`package p; import java.util.*; import static q.B.LIMIT; import q.*;
	public class A<T extends Comparable> extends B implements Runnable { Map<String, T> m; int[] n[]; static final String NAME = "a" + LIMIT;
		A(int x, String... rest) { class Local { int z; } new Object() { int y; }; } public void run() { } T first(List<T> l) { return l.get(0); }
		<U extends B> U any(U u, long[] l) { return u; } enum Color { RED { int f() { return 1; } }, GREEN; int f() { return 0; } } static class In extends B.Nested { } }`,
	`package q; public class B { public static final int LIMIT = 3; protected double half = 0.5; static final char C = 'c'; public static class Nested { }
		record Pair(int left, B right) { Pair { } } interface Shape { double area(); default int sides() { return 3; } } @interface Note { String value() default ""; } }`,
	`class C extends p.A<String> { { run(); } static { } native void f(); abstract static class D { abstract C g(q.B.Nested n, unknown.Type t); } }`,
}

func linkedFiles(t testing.TB) []*java.File {
	t.Helper()
	ps := parse.New()
	defer ps.Close()
	var files []*java.File
	for i, text := range linkedSources {
		f := ps.File(fmt.Sprintf("F%d.java", i), []byte(text))
		if len(f.Problems) > 0 {
			t.Fatal(f.Problems)
		}
		files = append(files, f)
	}
	return files
}

func parsed(t testing.TB, path, text string) *java.File {
	t.Helper()
	ps := parse.New()
	defer ps.Close()
	return ps.File(path, []byte(text))
}

func records(p *program.Program) [][]byte {
	w, r := p.Digester().NewLinkedWriter(), new(program.NameReader)
	out := make([][]byte, len(p.Files))
	for i := range out {
		out[i] = w.Append(nil, int32(i), r.Read(p.File(int32(i))).InternedSums())
	}
	return out
}

// named returns the names of p as the next program has them.
func named(t testing.TB, p *program.Program) *program.NameTable {
	t.Helper()
	names := program.OpenNames(p.AppendNames(nil, 0))
	if names.Len() != p.Names() {
		t.Fatalf("%d names are read, %d were written", names.Len(), p.Names())
	}
	return names
}

// A program that is linked from the records of some files is the one that is linked from all texts.
func TestRelink(t *testing.T) {
	files := linkedFiles(t)
	full := program.Link(files)
	want, names := records(full), named(t, full)
	for mask := range 1 << len(files) {
		from := slices.Clone(want)
		for i := range from {
			if mask>>i&1 == 0 {
				from[i] = nil
			}
		}
		p, bad := program.Relink(files, program.Known{Names: names, Records: from}, 2)
		if bad != nil {
			t.Fatalf("records %b: %v are taken for none", mask, bad)
		}
		if p.Stats != full.Stats {
			t.Errorf("records %b: %+v, want %+v", mask, p.Stats, full.Stats)
		}
		for i, record := range records(p) {
			if !bytes.Equal(record, want[i]) || p.Digester().Declarations(int32(i)) != full.Digester().Declarations(int32(i)) {
				t.Errorf("records %b: %s is not what it is from its text", mask, files[i].Path)
			}
		}
		for m := range program.MethodID(full.NumMethods()) {
			if got, want := fmt.Sprint(p.Overrides(m), *p.MethodDecl(m)), fmt.Sprint(full.Overrides(m), *full.MethodDecl(m)); got != want {
				t.Errorf("records %b: method %d is %s, want %s", mask, m, got, want)
			}
			if got, want := p.Method(m).Mods, p.MethodDecl(m).Mods; got != want {
				t.Errorf("records %b: %s has the modifiers %q, want %q", mask, p.MethodName(p.Method(m)), got, want)
			}
		}
	}
}

// What a method overrides is as in a program that is linked from all texts, whatever becomes of its owner's ancestors, and when the next programs are linked
// from records that are older still.
func TestRelinkOverriding(t *testing.T) {
	const middle, low = `class Middle extends Top { void f(int i) { } }`, `class Low extends Middle { void f(int i) { } void g(Low l) { } public void run() { } }`
	const roof = `interface Roof { void g(Low l); void run(); }`
	counts := map[int]bool{}
	relink := func(tops ...string) {
		var kept [][]byte
		var names *program.NameTable
		for i, top := range tops {
			files := []*java.File{parsed(t, "Low.java", low), parsed(t, "Middle.java", middle), parsed(t, "Roof.java", roof), parsed(t, "Top.java", top)}
			full := program.Link(files)
			if i == 0 {
				kept, names = records(full), named(t, full)
				continue
			}
			kept[3] = nil
			p, bad := program.Relink(files, program.Known{Names: names, Records: kept}, 2)
			if bad != nil {
				t.Fatalf("%s: bad %v", top, bad)
			}
			n := 0
			for m := range program.MethodID(full.NumMethods()) {
				got, want := p.Overrides(m), full.Overrides(m)
				if n += len(want); !slices.Equal(got, want) || !slices.Equal(p.Overriders(m), full.Overriders(m)) {
					t.Errorf("%s: %s overrides %v, want %v", top, p.MethodName(p.Method(m)), got, want)
				}
			}
			counts[n] = true
			kept[3], names = records(p)[3], named(t, p)
		}
	}
	relink(
		`class Top { }`,
		`class Top { int x; }`,
		`class Top { void f(int j) { } }`,
		`class Top { void f(long j) { } }`,
		`class Top { static void f(int j) { } }`,
		`class Top { private void f(int j) { } void f(int j) { } }`,
		`class Top { class In { void f(int j) { } } }`,
		`class Top implements Roof { }`,
		`class Top implements Roof { void g(Low l) { } }`,
		`class Top { void g(Low[] l) { } }`,
		`class Top extends Low { void g(Low l) { } }`,
		`class Top { }`,
	)
	relink(`class Top { Top() { } void f(int j) { } }`, `class Top { void f(int j) { } }`, `class Top { Top() { } Top() { } void f(int j) { } }`)
	if len(counts) < 4 {
		t.Errorf("all programs have one of %d numbers of methods that are overridden", len(counts))
	}
}

// A program of which records cannot be read any more at some time is none, and some files are to blame; it is one where all could be read.
func TestRelinkWhileRecordsFail(t *testing.T) {
	files := linkedFiles(t)
	full := program.Link(files)
	want, names := records(full), named(t, full)
	for last := 0; ; last++ {
		calls := 0
		reading := func(read func()) bool {
			if calls++; calls <= last {
				read()
			}
			return calls <= last
		}
		p, bad := program.Relink(files, program.Known{Names: names, Records: want, Reading: reading}, 1)
		if calls <= last {
			if p == nil || bad != nil || last < 4 {
				t.Errorf("all of %d calls succeed: %v, bad %v", calls, p != nil, bad)
			}
			return
		}
		if p != nil || len(bad) != len(files) {
			t.Fatalf("call %d fails: %v, bad %v", last, p != nil, bad)
		}
	}
}

// Records of types that are not there, and bytes that are no record, are found out.
func TestRelinkFromWrongRecords(t *testing.T) {
	files := linkedFiles(t)
	full := program.Link(files)
	want, names := records(full), named(t, full)
	relink := func(files []*java.File, records [][]byte) (*program.Program, []int32) {
		return program.Relink(files, program.Known{Names: names, Records: records}, 2)
	}
	if p, bad := relink(files[:1], want[:1]); p != nil || !slices.Equal(bad, []int32{0}) {
		t.Errorf("a record that speaks of a type that is gone: %v, bad %v", p != nil, bad)
	}
	for file := range files {
		for n := range want[file] {
			from := slices.Clone(want)
			from[file] = want[file][:n]
			if p, bad := relink(files, from); p != nil || !slices.Contains(bad, int32(file)) {
				t.Fatalf("the first %d of %d bytes are taken for a record of %s", n, len(want[file]), files[file].Path)
			}
			from[file] = slices.Clone(want[file])
			from[file][n] ^= byte(1 << (n % 8))
			relink(files, from) // whatever it says, it ends
		}
	}
}
