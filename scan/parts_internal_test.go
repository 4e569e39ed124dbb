package scan

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// TestChangedParts edits a file or what it speaks of, and asks which of its parts are different.
func TestChangedParts(t *testing.T) {
	p := parse.New()
	defer p.Close()
	const first = `package w;
import java.util.List;
/** What is said of it. */
class A extends B {
  static final int LIMIT = 5, MORE = 6;
  List all = new java.util.ArrayList() { public int size() { return LIMIT; } };
  enum Kind { ONE { int of() { return 1; } }, TWO; int of() { return 2; } }
  A(int n) { all = null; }
  int used(int by) { return by + LIMIT; }
  void run() { Runnable r = new Runnable() { public void run() { used(1); } }; r.run(); }
}
`
	const super, user = "package w;\nclass B { int kept() { return 1; } }\n", "package w;\nclass C { int call(A a) { return a.used(2); } }\n"
	parts := func(texts ...string) []byte {
		var files []*java.File
		for i, text := range texts {
			files = append(files, p.File(fmt.Sprintf("w/%c.java", 'A'+i), []byte(text)))
		}
		c, err := newCorpus(context.Background(), files, 1, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.appendParts(nil, 0)
	}
	before := parts(first, super, user)
	// The methods are size of the list, of of ONE, of of Kind, the constructor, used, run, and run of the class in it.
	const none, other = "same", "other declarations"
	for _, tt := range []struct {
		name, old, new string // in the first file that has old
		want           string
	}{
		{"nothing", "", "", none},
		{"a comment before the class", "/** What is said of it. */", "/** Something else. */\n// And more.", none},
		{"a comment between members", "  A(int n)", "  // makes one\n\n  A(int n)", none},
		{"a comment in a body", "all = null;", "all = null; /* why */", "methods 3"},
		{"another value in a body", "by + LIMIT", "by - LIMIT", "methods 4"},
		{"in the body of a class in a body", "used(1);", "used(2);", "methods 5 6"},
		{"another name of a parameter", "A(int n)", "A(int m)", "methods 3"},
		{"another modifier of a method", "int used(", "public int used(", "methods 4"},
		{"another type of a parameter", "A(int n)", "A(long n)", "methods 3"},
		{"a method at the end", "r.run(); }\n", "r.run(); }\n  void last() { }\n", "members"},
		{"a method at the beginning", "  static final int", "  void early() { }\n  static final int", "members moved 0 1 2 3 4 5 6"},
		{"a field at the end", "r.run(); }\n", "r.run(); }\n  int last;\n", "members"},
		{"a field between others", "  List all", "  int between;\n  List all", "members"},
		{"a field more in a declaration", "MORE = 6;", "MORE = 6, MOST = 7;", other},
		{"a class at the end", "r.run(); }\n}\n", "r.run(); }\n}\nclass Last { void f() { } }\n", none},
		{"a member type at the end", "r.run(); }\n", "r.run(); }\n  class Last { int f() { return 1; } }\n", none},
		{"a method less", "  A(int n) { all = null; }\n", "", "members methods 3 moved 4 5 6"},
		{"another value of a constant", "LIMIT = 5", "LIMIT = 7", other},
		{"in a class in a field", "size() { return LIMIT; }", "size() { return 1; }", other},
		{"in the body of a constant", "return 1; } }, TWO", "return 3; } }, TWO", other},
		{"another import", "import java.util.List;", "import java.util.*;", other},
		{"another modifier of the class", "class A", "final class A", other},
		{"an interface instead", "class A extends B", "interface A extends B", other},
		{"another supertype", " extends B", "", other},
		{"a type parameter", "class A", "class A<T>", other},
		{"another constant", "TWO;", "TWO, THREE;", "members"},
		{"another package", "package w;", "package v;", other},
		{"a syntax error", "r.run(); }\n", "r.run(); }\n int (\n", other},
		{"two methods the other way round", "  A(int n) { all = null; }\n  int used(int by) { return by + LIMIT; }\n", "  int used(int by) { return by + LIMIT; }\n  A(int n) { all = null; }\n",
			"members methods 4 moved 3"},
		{"a class before", "class A extends", "class Early { void f() { } }\nclass A extends", "moved 0 1 2 3 4 5 6"},
		{"a caller more", "return a.used(2);", "return a.used(2); } int again(A a) { return a.used(3);", "callers 4"},
		{"a caller more, and a method before", "  static final int LIMIT", "  void early() { used(4); }\n  static final int LIMIT", "members callers 4 moved 0 1 2 3 5 6"},
		{"a caller of another name", "int call(A a)", "int calls(A a)", "callers 4"},
		{"a caller less", "return a.used(2);", "return 2;", "callers 4"},
		{"another class that overrides", "class C {", "class D extends A { int used(int by) { return by; } }\nclass C {", "methods 4 6"},
		{"what is overridden", "int kept()", "void run() { } int kept()", "methods 5"},
		{"another supertype of the supertype", "class B {", "class B extends java.util.ArrayList {", other},
	} {
		texts := []string{first, super, user}
		for i, text := range texts {
			if strings.Contains(text, tt.old) {
				texts[i] = strings.Replace(text, tt.old, tt.new, 1)
				break
			}
		}
		c, ok := changedParts(before, parts(texts...))
		got := other
		if ok {
			got = c.describe()
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	for _, b := range [][]byte{nil, before[:partSize], before[:len(before)-1], append([]byte{255, 255, 255, 255, 255, 255, 255, 255}, before[partSize:]...)} {
		if _, ok := changedParts(b, before); ok {
			t.Errorf("%d bytes that are no parts are those of the file", len(b))
		}
	}
}

// describe says what is different.
func (c *changed) describe() string {
	var s []string
	if c.members {
		s = append(s, "members")
	}
	methods, callers, moved := "", "", ""
	for i := 0; i < len(c.methods); i += 2 {
		switch now, calls := c.methods[i], c.methods[i+1]; {
		case now < 0:
			methods += fmt.Sprint(" ", i/2)
		case calls < 0:
			callers += fmt.Sprint(" ", i/2)
		case calls != now+1:
			callers += fmt.Sprintf(" %d in place of %d", calls/2, now/2)
		case int(now) != i:
			moved += fmt.Sprint(" ", i/2)
		}
	}
	if methods != "" {
		s = append(s, "methods"+methods)
	}
	if callers != "" {
		s = append(s, "callers"+callers)
	}
	if moved != "" {
		s = append(s, "moved"+moved)
	}
	if len(s) == 0 {
		return "same"
	}
	return strings.Join(s, " ")
}

// FuzzChangedParts: whatever bytes are the parts of a file then and now, each method of then is one of now, behind the one before, or none; and the parts of a file that is
// as it was are those that they were.
func FuzzChangedParts(f *testing.F) {
	one := []byte{1, 0, 0, 0, 2, 0, 0, 0}
	for i := range 10 {
		one = append(one, 0, 0, 0, 0, 0, 0, 0, byte(i))
	}
	f.Add(one, one)
	f.Add(one, append(one[:8:8], one[16:]...))
	f.Add(one, append(one[:48:48], append([]byte("another!"), one[48:]...)...))
	f.Add(one[:17], []byte{255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, then, now []byte) {
		p, is := splitParts(now)
		if c, ok := changedParts(then, now); ok {
			last := int32(-1)
			for _, n := range c.methods {
				if n >= 0 && (n <= last || int(n) >= len(p.methods)/partSize) {
					t.Fatalf("methods are %d of %d", c.methods, len(p.methods)/partSize)
				}
				last = max(last, n)
			}
		}
		c, ok := changedParts(now, now)
		if ok != is || ok && (c.members || slices.Contains(c.methods, -1)) {
			t.Fatalf("%x is not as it is: %+v, %t", now, c, ok)
		}
	})
}
