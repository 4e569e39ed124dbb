package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// repeat joins n texts.
func repeat(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// hostile are files that ask for more than they look like. Each of them once cost time or memory without bound, or is
// what people try first.
func hostile() map[string]string {
	same := func(text string) func(int) string { return func(int) string { return text } }
	return map[string]string{
		"DeepBlocks.java":  "class A { void f() { " + strings.Repeat("{", 200_000) + strings.Repeat("}", 200_000) + " } }",
		"DeepSum.java":     "class A { int f(int a) { return " + strings.Repeat("a + ", 200_000) + "1; } }",
		"DeepCalls.java":   "class A { A f(A a) { return " + strings.Repeat("f(", 3000) + "a" + strings.Repeat(")", 3000) + "; } }",
		"LongChain.java":   "class A { A f() { return this" + strings.Repeat(".f()", 4500) + "; } }",
		"Unclosed.java":    strings.Repeat("class A { void f() { ", 3000),
		"Closed.java":      strings.Repeat("}", 100_000),
		"Binary.java":      strings.Repeat("\x00\x01\x02", 100_000),
		"LongString.java":  `class A { String s = "` + strings.Repeat("x", 3_000_000) + `"; }`,
		"LongNumber.java":  "class A { int f() { return " + strings.Repeat("9", 1_000_000) + "; } }",
		"LongComment.java": "/*" + strings.Repeat("*", 3_000_000) + "*/ class A { }",
		"LongLine.java": "class A { " + repeat(3000, func(i int) string {
			return fmt.Sprintf("int m%d(int a) { String s = \"%s\"; int t = a + %d; System.out.println(s + t); return t * 2; } ", i, strings.Repeat("-", 280), i)
		}) + "}",
		"Doubled.java": `class A { static final String S0 = "0123456789abcdef"; ` + repeat(60, func(i int) string { return fmt.Sprintf("static final String S%d = S%d + S%d; ", i+1, i, i) }) +
			"String f() { return S60; } }",
		"Constants.java": "class A { " + repeat(30_000, func(i int) string { return fmt.Sprintf("static final int F%d = F%d + 1;\n", i, i+1) }) + "static final int F30000 = 1; }",
		"Overloads.java": "class A { " + repeat(3000, func(i int) string { return fmt.Sprintf("void f(C%d x) { f(null); new A(); }\n", i) }) + "}",
		"Ancestors.java": "class C0 { int f() { return 1; } }\n" + repeat(10_000, func(i int) string {
			return fmt.Sprintf("class C%d extends C%d { int f() { return super.f() + %d; } }\n", i+1, i, i)
		}),
		"Ring.java": repeat(3000, func(i int) string {
			return fmt.Sprintf("class R%d extends R%d { int f() { return x() + %d; } }\n", i, (i+1)%3000, i)
		}),
		"Shops.java":    repeat(3000, same("class Same { int f(int a) { int t = a * 2 + 1; System.out.println(t); return t; } }\n")),
		"Switch.java":   "class A { int f(int a) { switch (a) { " + repeat(20_000, func(i int) string { return fmt.Sprintf("case %d: a += %d; break;\n", i, i) }) + "} return a; } }",
		"Nonsense.java": "class A { " + repeat(500, same("void f( { int = ; } ")) + "}",
	}
}

// TestHostileFiles: scan, mine and compare do their work beside files that ask for too much, within bounds of time and
// memory; what cannot be used is named.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("works on 12 MB of hostile files, three times")
	}
	files := hostile()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for _, side := range []string{"before", "after"} {
				text := files[name]
				if side == "after" {
					text = strings.Replace(text, "int t", "int u", 3) + "\nclass More { int f(int a) { return a; } }"
				}
				class := map[string]string{"before": "Basket", "after": "Cart"}[side]
				writeFile(t, filepath.Join(root, side, "h", name), text)
				writeFile(t, filepath.Join(root, side, "shop", "Letters.java"), letters)
				writeFile(t, filepath.Join(root, side, "shop", class+".java"), "package shop; public class "+class+
					" { public int total(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += i * 2; } return sum; } public int count() { return 3; } }")
			}
			before, after := filepath.Join(root, "before"), filepath.Join(root, "after")
			for command, args := range map[string][]string{
				"scan":    {"scan", "--no-index", "--format", "json", before},
				"compare": {"compare", "--format", "json", before, after},
				"mine":    {"mine", "-q", "--timeout", "5m", "--before", before, "--after", after},
			} {
				started := time.Now()
				c := process(t, append(args, "--max-memory", "1GiB", "-j", "1")...)
				var errOut strings.Builder
				c.Stderr = &errOut
				out, err := c.Output()
				good := map[string]string{"scan": "Letters", "compare": "shop.Cart", "mine": "shop.Cart"}[command]
				if err != nil || !strings.Contains(string(out), good) {
					t.Errorf("%s: %v, %s: %.300s", command, err, good, errOut.String())
				}
				// User time is that of this process, whatever else runs.
				if used := c.ProcessState.UserTime(); used > 60*time.Second {
					t.Errorf("%s: %v of processor time, %v in all", command, used, time.Since(started))
				}
				if says := problemOf[name]; says != "" && command == "scan" && !strings.Contains(string(out), says) {
					t.Errorf("%s: no problem %q", command, says)
				}
			}
		})
	}
}

// problemOf is what a scan says of the files that it cannot use as they are.
var problemOf = map[string]string{
	"DeepBlocks.java": "code is nested 200005 levels deep",
	"DeepSum.java":    "code is nested 200006 levels deep",
	"Binary.java":     "too many control characters",
	"Unclosed.java":   "syntax error",
	"Closed.java":     "syntax error",
	"Ancestors.java":  "more than 256 supertypes one above the other",
	"Nonsense.java":   "syntax error",
}
