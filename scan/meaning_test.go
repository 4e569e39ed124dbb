package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// bystander has no name in common with the files of any case: the index always has it.
const bystander = "package beside; public class Bystander { int kept; int first(int one) { return one + kept; } int second(int two) { return first(two) * 2; } }"

// TestMeaningOfNamesInOtherFiles edits one file so that a name in another file means something else, though nothing in
// that file tells that it depends on the one that was edited. Bodies and declarations of all files are worked out again beside,
// and compared (scan.CheckKnown).
func TestMeaningOfNamesInOtherFiles(t *testing.T) {
	for _, c := range []struct {
		name          string
		files, edited map[string]string // edited: "" removes a file
	}{
		{"a single static import",
			map[string]string{"p/C.java": "package p; public class C { public static int LIMIT = 3; public static int f(int x) { return x; } }",
				"q/U.java": "package q; import static p.C.LIMIT; import static p.C.f; class U { int g() { return f(LIMIT); } }"},
			map[string]string{"p/C.java": "package p; public class C { public static final int LIMIT = 3; public static long f(long x) { return x; } }"}},
		{"static imports on demand",
			map[string]string{"p/C.java": "package p; public class C extends D { }", "p/D.java": "package p; public class D { }",
				"q/U.java": "package q; import static p.C.*; class U { int g() { return f(1) + LIMIT; } }"},
			map[string]string{"p/D.java": "package p; public class D { public static final int LIMIT = 4; public static int f(int x) { return x; } }"}},
		{"imports on demand",
			map[string]string{"p/A.java": "package p; public class A { }", "r/A.java": "package r; public class Z { }",
				"q/U.java": "package q; import p.*; import r.*; class U { Part x; int g() { return x.size(); } Part h() { return new Part(); } }"},
			map[string]string{"r/Part.java": "package r; public class Part { public int size() { return 1; } }"}},
		{"the first of two packages imported on demand",
			map[string]string{"p/A.java": "package p; public class A { }", "r/Part.java": "package r; public class Part { public int size() { return 1; } }",
				"q/U.java": "package q; import p.*; import r.*; class U { Part x; int g() { return x.size(); } }"},
			map[string]string{"p/A.java": "package p; public class A { } class Part { public int size() { return 2; } }"}},
		{"a nested type inherited from a superclass elsewhere",
			map[string]string{"p/Top.java": "package p; public class Top { }", "p/Mid.java": "package p; public class Mid extends Top { }",
				"p/Node.java": "package p; public class Node { int size() { return 1; } }",
				"q/U.java":    "package q; class U extends p.Mid { int g(Node n) { return n.size(); } Node next; }"},
			map[string]string{"p/Top.java": "package p; public class Top { public static class Node { public int size() { return 2; } } }"}},
		{"another superclass of the class that is extended",
			map[string]string{"p/A.java": "package p; public class A { protected int n; int size() { return 1; } }", "p/B.java": "package p; public class B { protected long n; int size() { return 2; } }",
				"p/Mid.java": "package p; public class Mid extends A { }",
				"p/U.java":   "package p; class U extends Mid { int g() { return size() + (int) n; } }"},
			map[string]string{"p/Mid.java": "package p; public class Mid extends B { }"}},
		{"a class of the package in the place of one of java.lang",
			map[string]string{"p/A.java": "package p; public class A { }",
				"p/U.java": "package p; class U { Integer n; int g() { return n.intValue(); } String s(Object o) { return o.toString(); } }"},
			map[string]string{"p/A.java": "package p; public class A { } class Integer { int intValue() { return 3; } } class Object { }"}},
		{"a class of the package in the place of one imported on demand",
			map[string]string{"p/A.java": "package p; public class A { }",
				"p/U.java": "package p; import java.util.*; class U { List n; int g() { return n.size(); } }"},
			map[string]string{"p/List.java": "package p; public class List { int size() { return 3; } }"}},
		{"overloads added in a superclass",
			map[string]string{"p/A.java": "package p; public class A { void put(Object o) { } int at(long i) { return 1; } }",
				"q/B.java": "package q; public class B extends p.A { }",
				"q/U.java": "package q; class U { void g(B b) { b.put(\"x\"); b.at(1); } }"},
			map[string]string{"p/A.java": "package p; public class A { void put(Object o) { } void put(String o) { } int at(int i) { return 2; } int at(long i) { return 1; } }"}},
		{"a field that hides one",
			map[string]string{"p/A.java": "package p; public class A { int n; static final int MAX = 1; }", "p/B.java": "package p; public class B extends A { }",
				"p/U.java": "package p; class U extends B { int g() { return (int) n + MAX; } int h(B b) { return (int) b.n; } }"},
			map[string]string{"p/B.java": "package p; public class B extends A { long n; static final int MAX = 2; }"}},
		{"the package without a name",
			map[string]string{"A.java": "class A { int n; int f() { return n; } }", "U.java": "class U { int g(A a) { return a.f() + a.n; } }"},
			map[string]string{"A.java": "class A { long n; int f() { return 1; } int f(int x) { return x; } }", "p/A.java": "package p; class A { }"}},
		{"a nearer class of the same package and name",
			map[string]string{"one/p/A.java": "package p; public class A { int f() { return 1; } }",
				"two/p/U.java": "package p; class U { int g(A a) { return a.f(); } }"},
			map[string]string{"two/p/A.java": "package p; public class A { long f() { return 2; } }"}},
		{"the class is gone",
			map[string]string{"p/A.java": "package p; public class A { int f() { return 1; } }", "p/U.java": "package p; class U { A a; int g() { return a.f(); } }"},
			map[string]string{"p/A.java": ""}},
		{"a package that begins with a name",
			map[string]string{"p/A.java": "package p; public class A { }", "p/U.java": "package p; class U { int g() { return widgets.Part.size(); } }"},
			map[string]string{"widgets/Part.java": "package widgets; public class Part { public static int size() { return 1; } }"}},
		{"a call through super and one that is overridden now",
			map[string]string{"p/A.java": "package p; public class A { int n; int f(int x) { return x + n; } }",
				"p/U.java": "package p; class U extends A { int g() { return super.f(1) + f(2); } }", "p/V.java": "package p; class V extends U { }"},
			map[string]string{"p/V.java": "package p; class V extends U { int f(int x) { return x; } }"}},
		{"an inlined body",
			map[string]string{"p/A.java": "package p; public class A { static int f(int x) { return x + 1; } }", "p/U.java": "package p; class U { int g() { return A.f(1) * 2; } }"},
			map[string]string{"p/A.java": "package p; public class A { static int f(int x) { return x + x * x; } }"}},
		{"a constant of a constant",
			map[string]string{"p/A.java": "package p; public class A { static final int N = 1; }", "p/B.java": "package p; class B { static final int M = A.N + 1; }",
				"p/U.java": "package p; class U { int g() { return B.M * 2; } }"},
			map[string]string{"p/A.java": "package p; public class A { static final int N = 5; }"}},
		{"a constant of a constant that a method has the name of",
			map[string]string{"p/A.java": "package p; public class A { static int N() { return 0; } static final int N = 1; }",
				"p/B.java": "package p; class B { static final int M = A.N + 1; }", "p/U.java": "package p; class U { int g() { return B.M * 2; } }"},
			map[string]string{"p/A.java": "package p; public class A { static int N() { return 0; } static final int N = 5; }"}},
		{"types that look for their supertypes in each other",
			map[string]string{"p/A.java": "package p; class A extends B.In { static class Out { } }", "p/B.java": "package p; class B extends A.Out { }",
				"p/C.java": "package p; class C { static class In { int f() { return 1; } } }", "p/U.java": "package p; class U { int g(A a) { return a.f(); } }"},
			map[string]string{"p/B.java": "package p; class B extends A.Out { static class In extends C.In { } }"}},
		{"a library type that somebody else names",
			map[string]string{"p/A.java": "package p; class A { java.util.List x; }", "p/U.java": "package p; import java.util.*; class U { int g(List l) { return l.size(); } }"},
			map[string]string{"p/A.java": "package p; class A { java.util.Map x; }"}},
	} {
		t.Run(c.name, func(t *testing.T) { testMeaning(t, c.files, c.edited) })
	}
}

func testMeaning(t *testing.T, files, edited map[string]string) {
	scan.SetRest(t, 20*time.Millisecond)
	known := scan.CheckKnown(t)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	write := func(files map[string]string) {
		for name, text := range files {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if text == "" {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(30 * time.Millisecond)
	}
	before := map[string]string{"beside/Bystander.java": bystander}
	for name := range edited {
		if text, ok := files[name]; ok {
			before[name] = text
		}
	}
	write(before)
	write(files)
	scanWith(t, dir, path, set)
	for _, step := range []map[string]string{edited, before} {
		for name := range edited {
			if _, was := before[name]; !was && edited[name] != "" && step["beside/Bystander.java"] != "" {
				if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
					t.Fatal(err)
				}
			}
		}
		write(step)
		want, _ := scanWith(t, dir, "", set)
		got, notes := scanWith(t, dir, path, set)
		if want != got || strings.Contains(notes, "nothing changed") {
			t.Errorf("after %v (%s), want\n%s\ngot\n%s", step, notes, want, got)
		}
	}
	if known.Load() == 0 {
		t.Error("nothing was taken from the index")
	}
}
