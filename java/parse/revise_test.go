package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"refract/java"
)

// checkPair fails where Pair gives something else than File does. It returns how many bytes of the second text were taken
// over from the first.
func checkPair(t rapid.TB, cold, warm *Parser, name string, old, new []byte) int {
	t.Helper()
	warm.taken = 0
	before, after := warm.Pair(name, old, name+"2", new)
	for _, x := range []struct {
		got     *java.File
		path    string
		content []byte
	}{{before, name, old}, {after, name + "2", new}} {
		want := cold.File(x.path, x.content)
		if reflect.DeepEqual(want, x.got) {
			continue
		}
		t.Fatalf("%s: File (-) and Pair (+) differ:\n%.2000s\nbefore:\n%.3000s\nafter:\n%.3000s", name,
			cmp.Diff(want, x.got), old, new)
	}
	return warm.taken
}

// TestPairOfBenchmark holds Pair to File on every pair of the labelled commits.
func TestPairOfBenchmark(t *testing.T) {
	dir := os.Getenv("REFRACT_ORACLE")
	if dir == "" {
		t.Skip("REFRACT_ORACLE names no folder of labelled commits")
	}
	cold, warm := New(), New()
	defer cold.Close()
	defer warm.Close()
	pairs, size, taken := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") || !strings.Contains(path, "/before/") {
			return err
		}
		new, err := os.ReadFile(strings.Replace(path, "/before/", "/after/", 1))
		if err != nil {
			return nil // deleted or moved
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pairs++
		size += len(new)
		taken += checkPair(t, cold, warm, path, old, new)
		return nil
	})
	if err != nil || pairs == 0 {
		t.Fatalf("%d pairs, %v", pairs, err)
	}
	t.Logf("%d pairs; of %d bytes %d are taken over", pairs, size, taken)
}

const revised = `package a.b;

import java.util.List;

/** A thing. */
public class A<T extends B & C> extends D implements E {
  private int[] table = { 1, 2, 3 }, other; // two

  static { System.out.println("a rather long text that stands in a body {"); }

  A(int x) {
    super(x);
    this.table[0] = x + 1; /* why */
    this.other = new int[x];
  }

  <U> U f(List<? super T> list, int... n) throws F {
    for (int i = 0; i < n.length; i++) {
      if (n[i] > 0) list.add((T) null);
      while (n[i]-- > 0) { g(i < 1, n[i] > (2)); }
    }
    Runnable r = () -> { int q = 1; g(q < 2, q > (3)); h(q); };
    return new G<U>() {
      U k() { return switch (n[0]) { case 1 -> { yield null; } default -> null; }; }
    }.k();
  }

  boolean g(boolean a, boolean b) { return a && b || !a && !b; }

  enum H { ONE, TWO { int v() { return 2 * ordinal(); } }; int v() { return 1 + ordinal(); } }

  interface I { default void m() { throw new IllegalStateException("none"); } int n(); }

  record R(int a, int b) { R { if (a > b) throw new IllegalArgumentException(); } }
}
`

// What an edit puts before or behind a part that is the same may belong to it, or take it out of the code altogether.
func TestPairOfEdits(t *testing.T) {
	cold, warm := New(), New()
	defer cold.Close()
	defer warm.Close()
	tests := []struct{ name, old, new string }{
		{"no change", "package", "package"},
		{"another package", "a.b", "b.a"},
		{"modifier before a member", "  <U> U f", "  final\n  <U> U f"},
		{"static before a block", "  A(int x)", "  static\n  A(int x)"},
		{"annotation before a member", "  boolean g", "  @J(\"x\")\n  boolean g"},
		{"annotation before a class", "public class", "@J public class"},
		{"body commented out", "  boolean g", "  /*\n  boolean g"},
		{"rest commented out", "static {", "// static {"},
		{"string that does not end", "\"none\"", "\"none"},
		{"else behind a statement", "list.add((T) null);", "list.add((T) null); else r.run();"},
		{"condition before a statement", "      while", "      if (n == null)\n      while"},
		{"label before a statement", "    for", "    x:\n    for"},
		{"brace too few", "super(x);", "super(x); {"},
		{"brace too many", "super(x);", "super(x); }"},
		{"class around", "public class", "class Z { }\npublic class"},
		{"constructor call gone", "    super(x);\n", ""},
		{"constructor to method", "  A(int x) {\n    super(x);", "  void A(int x) {"},
		{"statement before the constructor call", "    super(x);", "    int y = 1;\n    super(x);"},
		{"body to a lambda's", "boolean g(boolean a, boolean b) {", "J g = (a, b) -> {"},
		{"class to interface", "public class A<T extends B & C> extends D implements E", "public interface A"},
		{"class to record", "enum H {", "record H() {"},
		{"enum identifier", "int q = 1;", "int enum = 1;"},
		{"CRLF", "\n", "\r\n"},
		{"NUL", "other;", "other\x00;"},
		{"nothing left", revised, ""},
		{"binary", revised, "\x01\x02\x03"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, new := []byte(revised), []byte(strings.ReplaceAll(revised, tt.old, tt.new))
			checkPair(t, cold, warm, "A.java", old, new)
			checkPair(t, cold, warm, "A.java", new, old)
		})
	}
}

// An edit in one body leaves the others unparsed, and the row before and behind it.
func TestPairTakesOver(t *testing.T) {
	cold, warm := New(), New()
	defer cold.Close()
	defer warm.Close()
	edited := strings.Replace(revised, "this.other = new int[x];", "this.other = new int[x + 1];", 1)
	if n := checkPair(t, cold, warm, "A.java", []byte(revised), []byte(edited)); n < len(revised)*8/10 {
		t.Errorf("of %d bytes %d were not parsed", len(revised), n)
	}
	moved := strings.Replace(revised, "package a.b;", "package a.b.c;", 1)
	if n := checkPair(t, cold, warm, "A.java", []byte(revised), []byte(moved)); n < len(revised)*8/10 {
		t.Errorf("of %d bytes %d were not parsed", len(revised), n)
	}
}

// TestPairOfRandomEdits edits by lines and by words, as people do, and anywhere.
func TestPairOfRandomEdits(t *testing.T) {
	cold, warm := New(), New()
	defer cold.Close()
	defer warm.Close()
	words := rapid.SampledFrom([]string{"", ";", "{", "}", "/*", "*/", "//", "\"", "'", "else", "static ", "final ", "@K ", "x: ", "catch (Z z) { }",
		"int z = 1;", "if (z) ", "return;", "void z() { z(); }", "class Z { }", "case 1:", "(", ")", "<", ">", "->", "= ", "enum ", "super(1);", "\n"})
	rapid.Check(t, func(t *rapid.T) {
		lines := strings.SplitAfter(revised, "\n")
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0: // a line less
				lines[i] = ""
			case 1: // a line more
				lines[i] += words.Draw(t, "word") + "\n"
			case 2: // a word more, somewhere
				k := rapid.IntRange(0, len(lines[i])).Draw(t, "column")
				lines[i] = lines[i][:k] + words.Draw(t, "word") + lines[i][k:]
			case 3: // a line elsewhere
				j := rapid.IntRange(0, len(lines)-1).Draw(t, "other")
				lines[i], lines[j] = lines[j], lines[i]
			case 4: // another name
				lines[i] = strings.Replace(lines[i], "x", "xyz", 1)
			}
		}
		checkPair(t, cold, warm, "A.java", []byte(revised), []byte(strings.Join(lines, "")))
	})
}

// TestOverlap: the stretches are equal, ascend, and are disjoint; they can be extended nowhere.
func TestOverlap(t *testing.T) {
	var o overlap
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c c\n", "d", "\n", "e\n", "f\n", "gg\n"}), 0, 24).Draw(t, "lines"), "")
		})
		old, new := text.Draw(t, "old"), text.Draw(t, "new")
		atOld, atNew := 0, 0
		for i, r := range o.runs(old, new) {
			if r.old < atOld || r.new < atNew || old[r.old:r.old+r.size] != new[r.new:r.new+r.size] {
				t.Fatalf("%q %q: %+v is stretch %d, behind %d and %d", old, new, r, i, atOld, atNew)
			}
			if r.size > 0 && r.old > atOld && r.new > atNew && old[r.old-1] == new[r.new-1] {
				t.Fatalf("%q %q: %+v can begin earlier", old, new, r)
			}
			atOld, atNew = r.old+r.size, r.new+r.size
		}
	})
	a, b := "x\nalpha\nbeta\ny\n", "z\nalpha\nbeta\ngamma\nw\n"
	if got, want := o.runs(a, b), []run{{0, 0, 0}, {1, 1, 12}, {14, 20, 1}}; !slices.Equal(got, want) {
		t.Errorf("runs of %q and %q are %v, want %v", a, b, got, want)
	}
}
