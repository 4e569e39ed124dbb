package mine_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"refract/java"
	"refract/mine"
)

// crowd is a change of n methods of one kind: the files before and after.
type crowd func(n int) (before, after map[string]string)

// body is statements that no other method has all of, and a thing that some share.
func body(i int) string {
	return fmt.Sprintf("int t%d = x + %d; if (t%d > %d) { log(t%d, %d); } work%d(t%d); return t%d * %d;", i, i%97, i, i%31, i, i%5, i%13, i, i, i%7)
}

var things = []string{"Order", "Item", "Total", "Price", "Count", "User", "Node", "Tree", "Path", "File", "Page"}

// named is a name that shares its words with some others.
func named(verb string, i int) string {
	return fmt.Sprintf("%s%s%s%d", verb, things[i%len(things)], things[i/len(things)%len(things)], i)
}

// class is class A with what member says of n members.
func class(n int, member func(i int) string) map[string]string {
	var b strings.Builder
	for i := range n {
		b.WriteString("  " + member(i) + "\n")
	}
	return map[string]string{"A.java": "class A {\n" + b.String() + "}\n"}
}

// classes are n classes with a file each.
func classes(n int, class func(i int) (name, members string)) map[string]string {
	files := map[string]string{}
	for i := range n {
		name, members := class(i)
		files[name+".java"] = "class " + name + " { " + members + " }"
	}
	return files
}

// commandMembers are members whose names tell nothing.
func commandMembers(i int) string {
	return "int execute(int x) { " + body(2*i) + " } int undo(int x) { " + body(2*i+1) + " }"
}

// movedUp is n subclasses whose members move to as many superclasses.
func movedUp(members string) crowd {
	return func(n int) (before, after map[string]string) {
		before, after = map[string]string{}, map[string]string{}
		for i := range n {
			base, sub := fmt.Sprintf("Base%d.java", i), fmt.Sprintf("Sub%d.java", i)
			before[base], before[sub] = fmt.Sprintf("class Base%d { int b; }", i), fmt.Sprintf("class Sub%d extends Base%d { int s; %s }", i, i, members)
			after[base], after[sub] = fmt.Sprintf("class Base%d { int b; %s }", i, members), fmt.Sprintf("class Sub%d extends Base%d { int s; }", i, i)
		}
		return before, after
	}
}

var crowds = map[string]crowd{
	"renamed": func(n int) (before, after map[string]string) {
		return class(n, func(i int) string { return "int " + named("find", i) + "(int x) { " + body(i) + " }" }),
			class(n, func(i int) string { return "int " + named("search", i) + "(int x) { " + body(i) + " }" })
	},
	"renamed and edited": func(n int) (before, after map[string]string) {
		return class(n, func(i int) string { return "int " + named("find", i) + "(int x) { " + body(i) + " }" }),
			class(n, func(i int) string { return "int " + named("search", i) + "(int x) { check(x); " + body(i) + " }" })
	},
	"replaced by others": func(n int) (before, after map[string]string) {
		return class(n, func(i int) string { return "int " + named("find", i) + "(int x) { " + body(i) + " }" }),
			class(n, func(i int) string { return "int " + named("make", i+5*n) + "(int x) { " + body(i+5*n) + " }" })
	},
	"one as the other": func(n int) (before, after map[string]string) {
		same := "(int x) { int t = x; log(t); return t; }"
		return class(n, func(i int) string { return fmt.Sprintf("int a%d%s", i, same) }), class(n, func(i int) string { return fmt.Sprintf("int b%d%s", i, same) })
	},
	"getters": func(n int) (before, after map[string]string) {
		get := func(verb string) func(i int) string {
			return func(i int) string { return fmt.Sprintf("int f%d; int %sF%d() { return f%d; }", i, verb, i, i) }
		}
		return class(n, get("get")), class(n, get("fetch"))
	},
	"without bodies": func(n int) (before, after map[string]string) {
		return class(n, func(i int) string { return "abstract int " + named("find", i) + "(int x);" }),
			class(n, func(i int) string { return "abstract int " + named("search", i) + "(int x);" })
	},
	"callers of one another": func(n int) (before, after map[string]string) {
		call := func(verb string) func(i int) string {
			return func(i int) string {
				return "int " + named(verb, i) + "(int x) { " + body(i) + " } int c" + fmt.Sprint(i) + "(int y) { return 2 * " + named(verb, i) + "(y); }"
			}
		}
		return class(n, call("find")), class(n, call("search"))
	},
	"extracted from one": func(n int) (before, after map[string]string) {
		var all, calls, parts strings.Builder
		for i := range n {
			fmt.Fprintf(&all, "    g%d(x); h%d(x + %d);\n", i, i, i)
			fmt.Fprintf(&calls, "    part%d(x);\n", i)
			fmt.Fprintf(&parts, "  void part%d(int x) { g%d(x); h%d(x + %d); }\n", i, i, i, i)
		}
		return map[string]string{"A.java": "class A {\n  void all(int x) {\n" + all.String() + "  }\n}\n"},
			map[string]string{"A.java": "class A {\n  void all(int x) {\n" + calls.String() + "  }\n" + parts.String() + "}\n"}
	},
	"moved, all of one name": func(n int) (before, after map[string]string) {
		before, after = map[string]string{}, map[string]string{}
		for i := range n {
			with := func(name string) string {
				return fmt.Sprintf("class %s%d { int k; int run(int x) { %s } }", name, i, body(i))
			}
			without := func(name string) string { return fmt.Sprintf("class %s%d { int k; }", name, i) }
			p, q := fmt.Sprintf("P%d.java", i), fmt.Sprintf("Q%d.java", i)
			before[p], before[q], after[p], after[q] = with("P"), without("Q"), without("P"), with("Q")
		}
		return before, after
	},
	"classes renamed, members of one name": func(n int) (before, after map[string]string) {
		return classes(n, func(i int) (string, string) { return named("Do", i) + "Command", commandMembers(i) }),
			classes(n, func(i int) (string, string) { return named("Do", i) + "Action", commandMembers(i) })
	},
	"classes replaced, members of one name": func(n int) (before, after map[string]string) {
		return classes(n, func(i int) (string, string) { return named("Do", i), commandMembers(i) }),
			classes(n, func(i int) (string, string) { return named("Make", i+5*n), commandMembers(i + 5*n) })
	},
	"classes extracted": func(n int) (before, after map[string]string) {
		one, two := func(i int) string { return "int a(int x) { " + body(2*i) + " }" }, func(i int) string { return "int b(int x) { " + body(2*i+1) + " }" }
		after = classes(n, func(i int) (string, string) { return fmt.Sprint("Part", i), two(i) })
		for i := range n {
			after[fmt.Sprintf("Whole%d.java", i)] = fmt.Sprintf("class Whole%d { Part%d part = new Part%d(); %s }", i, i, i, one(i))
		}
		return classes(n, func(i int) (string, string) { return fmt.Sprint("Whole", i), one(i) + two(i) }), after
	},
	"moved between classes, attributes of one name": func(n int) (before, after map[string]string) {
		attribute := "private String id;"
		before = classes(2*n, func(i int) (string, string) { return fmt.Sprint("P", i), []string{attribute, ""}[i%2] })
		after = classes(2*n, func(i int) (string, string) { return fmt.Sprint("P", i), []string{"", attribute}[i%2] })
		return before, after
	},
	"moved up, attributes of one name": movedUp("protected String id;"),
	"moved up, all alike":              movedUp("protected String name; public String getName() { return name; }"),
}

// Twice as many methods take some twice as many comparisons, whatever became of them, and not four times as many.
func TestGrowth(t *testing.T) {
	asked := func(c crowd, n int) int {
		before, after := c(n)
		p := &patience{Context: context.Background(), most: 1 << 40}
		if _, err := mine.Detect(p, parseAll(before), parseAll(after), mine.Options{}); err != nil {
			t.Fatal(err)
		}
		return p.asked
	}
	for name, c := range crowds {
		n := 200
		if strings.HasPrefix(name, "moved") || strings.HasPrefix(name, "classes") {
			n = 280 // namesakes and classes are compared in larger numbers
		}
		once, twice := asked(c, n), asked(c, 2*n)
		if growth := float64(twice) / float64(once); growth > 3 {
			t.Errorf("%s: %d comparisons of %d methods, %d of %d: %.1f times", name, once, n, twice, 2*n, growth)
		}
	}
}

// In a crowd each method is found to be the one that it was.
func TestCrowdIsRenamed(t *testing.T) {
	const n = 300
	for name, kind := range map[string]string{"renamed": "Rename Method", "renamed and edited": "Rename Method", "callers of one another": "Rename Method",
		"classes renamed, members of one name": "Rename Class", "classes extracted": "Extract Class", "extracted from one": "Extract Method", "moved, all of one name": "Move Method", "moved up, all alike": "Pull Up Method",
		"moved up, attributes of one name": "Pull Up Attribute"} {
		before, after := crowds[name](n)
		count := 0
		for _, r := range detect(t, before, after) {
			if r.Type == kind {
				count++
			}
		}
		if count != n {
			t.Errorf("%s: %d of %d found", name, count, n)
		}
	}
}

// BenchmarkCrowd says what a change of so many methods takes, parsing left out.
func BenchmarkCrowd(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(crowds)) {
		for _, n := range []int{500, 1000, 2000} {
			before, after := crowds[name](n)
			measure(b, name, n, before, after)
		}
	}
}

func measure(b *testing.B, name string, n int, before, after map[string]string) {
	sides := [2][]*java.File{parseAll(before), parseAll(after)}
	b.Run(fmt.Sprintf("%s/%d", strings.NewReplacer(" ", "-", ",", "").Replace(name), n), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := mine.Detect(b.Context(), sides[0], sides[1], mine.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// longMethods are changes of one method of n statements, and what is reported of each statement; "" for nothing.
var longMethods = map[string]struct {
	before, after string // %[1]d is the number of the statement
	kind          string
}{
	"locals renamed":           {"int a%[1]d = get(%[1]d); use(a%[1]d);", "int b%[1]d = get(%[1]d); use(b%[1]d);", "Rename Variable"},
	"type arguments left out":  {"Map<K%[1]d, V> m%[1]d = new HashMap<K%[1]d, V>(); put(m%[1]d);", "Map<K%[1]d, V> m%[1]d = new HashMap<>(); put(m%[1]d);", "Replace Generic With Diamond"},
	"elements renamed":         {"for (T%[1]d a%[1]d : list%[1]d) { use(a%[1]d); }", "for (T%[1]d b%[1]d : list%[1]d) { use(b%[1]d); }", "Rename Variable"},
	"variables extracted":      {"go(get%[1]d(x), %[1]d);", "int a%[1]d = get%[1]d(x); go(a%[1]d, %[1]d);", "Extract Variable"},
	"variables inlined":        {"int a%[1]d = get%[1]d(x); go(a%[1]d, %[1]d);", "go(get%[1]d(x), %[1]d);", "Inline Variable"},
	"conditions inverted":      {"if (c%[1]d) { a%[1]d(); } else { b%[1]d(); }", "if (!c%[1]d) { b%[1]d(); } else { a%[1]d(); }", "Invert Condition"},
	"resources":                {"R r%[1]d = open(%[1]d); try { r%[1]d.read(); } finally { r%[1]d.close(); }", "try (R r%[1]d = open(%[1]d)) { r%[1]d.read(); }", "Try With Resources"},
	"classes to lambdas":       {"run(new R() { public void go() { log(%[1]d); } });", "run(() -> log(%[1]d));", "Replace Anonymous With Lambda"},
	"other calls":              {"log(%[1]d, x);", "trace(%[1]d, x);", ""},
	"other anonymous classes":  {"run(new R() { public void go() { log(%[1]d); int a = %[1]d; } });", "run(new R() { public void go() { trace(%[1]d); int a = %[1]d; } });", ""},
	"other lambdas":            {"on(e -> go(%[1]d, e));", "on(e -> run(%[1]d, e));", ""},
	"other empty conditionals": {"if (c%[1]d > 0) { }", "if (c%[1]d > 1) { }", ""},
}

func longMethod(statement string, n int) map[string]string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    "+statement+"\n", i)
	}
	return map[string]string{"A.java": "class A {\n  void all(int x) {\n" + b.String() + "  }\n}\n"}
}

// Of a method of two thousand statements all of which changed each change is found.
func TestLongMethod(t *testing.T) {
	const n = 2000
	for name, m := range longMethods {
		count := 0
		for _, r := range detect(t, longMethod(m.before, n), longMethod(m.after, n)) {
			if r.Type == m.kind {
				count++
			}
		}
		if m.kind != "" && count != n {
			t.Errorf("%s: %d of %d found", name, count, n)
		}
	}
}

// BenchmarkLongMethod says what a change of so many statements of one method takes, parsing left out.
func BenchmarkLongMethod(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(longMethods)) {
		for _, n := range []int{1000, 4000, 16000} {
			m := longMethods[name]
			measure(b, name, n, longMethod(m.before, n), longMethod(m.after, n))
		}
	}
}

// Of a method with more parameters than Java allows the first 255 are told, not the square of the text; of one with as many as it allows each.
func TestManyParameters(t *testing.T) {
	for n, want := range map[int]int{100: 100, 255: 255, 3000: 255} {
		method := func(name, letter string) map[string]string {
			params := make([]string, n)
			for i := range params {
				params[i] = fmt.Sprintf("int %s%d", letter, i)
			}
			return map[string]string{"A.java": "class A { int " + name + "(" + strings.Join(params, ", ") + ") { work(); return log(); } }"}
		}
		count := map[string]int{}
		for _, r := range detect(t, method("find", "a"), method("find", "b")) {
			count[r.Type]++
		}
		if count["Rename Parameter"] != want {
			t.Errorf("%d parameters: %v", n, count)
		}
	}
}

// Of methods extracted one from the other that each hand on twice what they were handed the first is found, of however many.
func TestHandedOnTwice(t *testing.T) {
	for _, n := range []int{3, 60} {
		var before, after strings.Builder
		for i := range n {
			fmt.Fprintf(&before, "log%d(x);\n", i)
			fmt.Fprintf(&after, "int part%d(int a) { log%d(a); return part%d(a + a); }\n", i, i, i+1)
		}
		fmt.Fprintf(&after, "int part%d(int a) { return use(a, 3); }\n", n)
		count := 0
		for _, r := range detect(t, map[string]string{"A.java": "class A { int f(int x) {\n" + before.String() + "return use(x + x + x, 3); } }"},
			map[string]string{"A.java": "class A { int f(int x) { return part0(x); }\n" + after.String() + "}"}) {
			if r.Type == "Extract Method" {
				count++
			}
		}
		if count == 0 {
			t.Errorf("none of %d found", n+1)
		}
	}
}
