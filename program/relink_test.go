package program_test

import (
	"fmt"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// relinked are three files of which each speaks of the others.
var relinked = []string{`package a;
import b.Other;
import static b.Other.*;
public abstract class One<T extends Comparable<T>> extends Other implements Runnable, b.Other.Inner {
	public static final int LIMIT = 1 << 4;
	static final String NAME = "one" + LIMIT, LONG = NAME + NAME;
	private final T[] all; protected java.util.List<? extends T> list;
	One(T... all) { this.all = all; }
	public void run() { new Thread() { public void run() { help(); } }.start(); class Local { int n = LIMIT; } new Local(); }
	abstract <E extends Other> E make(E from, int[][] grid) throws java.io.IOException;
	enum Kind { A, B { int of() { return 1; } }; int of() { return 0; } }
}
`, `package b;
public class Other extends a.Base {
	public interface Inner { int of(); default void twice() { of(); of(); } }
	static void help() { }
	@Override protected Object clone() { return super.clone(); }
}
`, `package a;
public class Base { protected Object clone() { return null; } record Pair(int x, One<String> y) { } @interface Mark { int value() default One.LIMIT; } }
`}

func parseRelinked(t testing.TB) []*java.File {
	t.Helper()
	ps := parse.New()
	defer ps.Close()
	var files []*java.File
	for i, s := range relinked {
		f := ps.File(fmt.Sprintf("F%d.java", i), []byte(s))
		if len(f.Problems) > 0 {
			t.Fatal(f.Problems)
		}
		files = append(files, f)
	}
	return files
}

// records are what linking made of each file.
func records(p *program.Program) [][]byte {
	w := p.Digester().NewLinkedWriter()
	out := make([][]byte, len(p.Files))
	for i := range out {
		out[i] = w.Append(nil, int32(i))
	}
	return out
}

// digests are those of the declarations and bodies of all files.
func digests(p *program.Program) (out []uint64) {
	d, r := p.Digester(), p.NewResolver()
	for i := range p.Files {
		out = append(out, d.Declarations(int32(i)))
	}
	for m := range program.MethodID(p.NumMethods()) {
		out = append(out, d.Method(m))
		if p.Method(m).Body >= 0 {
			out = append(out, d.Body(r.Body(m)))
		}
	}
	return out
}

// TestRelink: a program of which any of the files are linked from records is the one that is linked from text.
func TestRelink(t *testing.T) {
	files := parseRelinked(t)
	p := program.Link(files)
	want, of := digests(p), records(p)
	for some := range 1 << len(files) {
		known := make([][]byte, len(files))
		for i := range files {
			if some&(1<<i) != 0 {
				if known[i] = of[i]; known[i] == nil {
					t.Fatalf("file %d has no record", i)
				}
			}
		}
		again, bad := program.Relink(files, known)
		if bad != nil {
			t.Fatalf("records %b: bad are %v", some, bad)
		}
		if got := digests(again); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("records %b: another program", some)
		}
		for i, r := range records(again) {
			if string(r) != string(of[i]) {
				t.Errorf("records %b: file %d has another record", some, i)
			}
		}
	}
}

// FuzzRelink: any bytes are a record that links, or none; linking ends, and what the other files mean can be asked.
func FuzzRelink(f *testing.F) {
	files := parseRelinked(f)
	for _, r := range records(program.Link(files)) {
		f.Add(r)
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		for at := range files {
			known := make([][]byte, len(files))
			known[at] = record
			p, bad := program.Relink(files, known)
			if (p == nil) != (bad != nil) {
				t.Fatalf("program %v, bad %v", p != nil, bad)
			}
			if p == nil {
				continue
			}
			r := p.NewResolver()
			for m := range program.MethodID(p.NumMethods()) {
				if p.Method(m).File != int32(at) && p.Method(m).Body >= 0 {
					r.Body(m)
				}
			}
		}
	})
}
