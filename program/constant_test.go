package program_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/program"
)

func TestConstants(t *testing.T) {
	for _, c := range []struct{ decl, want string }{ // of a field X; "" where it is not constant
		{"static final int X = 42", "int 42"},
		{"static final int X = 0x7f", "int 127"},
		{"static final int X = 0xFFFFFFFF", "int -1"},
		{"static final int X = 0b101", "int 5"},
		{"static final int X = 017", "int 15"},
		{"static final int X = 1_000_000", "int 1000000"},
		{"static final int X = -2147483648", "int -2147483648"},
		{"static final int X = 2147483647 + 1", "int -2147483648"},
		{"static final long X = 0x8000000000000000L", "long -9223372036854775808"},
		{"static final long X = 2147483647 + 1L", "long 2147483648"},
		{"static final long X = 7", "long 7"},
		{"static final byte X = (byte) 200", "byte -56"},
		{"static final short X = (short) 40000", "short -25536"},
		{"static final char X = 'a' + 1", "char b"},
		{`static final char X = '\u0041'`, "char A"},
		{`static final char X = '\n'`, "char \n"},
		{`static final char X = '\101'`, "char A"},
		{"static final int X = 'a'", "int 97"},
		{"static final int X = 7 / 2 * 2 + 7 % 2", "int 7"},
		{"static final int X = -7 / 2", "int -3"},
		{"static final int X = -7 % 3", "int -1"},
		{"static final int X = 1 << 33", "int 2"},
		{"static final int X = -8 >> 1", "int -4"},
		{"static final int X = -8 >>> 28", "int 15"},
		{"static final long X = -1L >>> 60", "long 15"},
		{"static final int X = 6 & 3 | 8 ^ 1", "int 11"},
		{"static final int X = ~5", "int -6"},
		{"static final int X = (int) 3.99", "int 3"},
		{"static final int X = (int) 1e20", "int 2147483647"},
		{"static final double X = 1 / 2", "double 0.0"},
		{"static final double X = 1 / 2.0", "double 0.5"},
		{"static final float X = 0.1f", "float 0.1"},
		{"static final double X = .5e1d", "double 5.0"},
		{"static final float X = 3", "float 3.0"},
		{"static final boolean X = 1 < 2 && !(2.0 >= 3)", "boolean true"},
		{"static final boolean X = true ^ true", "boolean false"},
		{`static final boolean X = "a" == "a"`, "boolean true"},
		{`static final String X = "a" + 1 + 2`, "api a12"},
		{`static final String X = 1 + 2 + "a"`, "api 3a"},
		{`static final String X = "a" + 'b' + true + 1L + 1.5 + null`, ""},
		{`static final String X = "a" + 'b' + true + 1L + 1.5`, "api abtrue11.5"},
		{`static final String X = ("x" + ("y" + 1))`, "api xy1"},
		{`static final String X = "tab\t\"q\" \\ \0 é \u00e9"`, "api tab\t\"q\" \\ \x00 é é"},
		{"static final String X = \"\"\"\n    a\n      b \\\n    c\n    \"\"\"", "api a\n  b c\n"},
		{"static final String X = (String) \"s\"", "api s"},
		{"static final int X = true ? 1 : 2", "int 1"},
		{"static final long X = 1 > 2 ? 1 : 2L", "long 2"},
		{"static final int X = OTHER * 2", "int 10"},
		{"static final int X = A.OTHER + K.DEEP", "int 12"},
		{"static final int X = Integer.MAX_VALUE", "int 2147483647"},
		{"static final int X = k.DEEP", ""}, // of a variable, not of a type
		{"static final int X = INHERITED", "int 3"},
		{"static final int X = p.Q.FAR", "int 8"},
		{"static final int X = LATER; static final int LATER = 9", "int 9"},
		{"static final int X = Y; static final int Y = X", ""},
		{"static final int X = f(); static int f() { return 1; }", ""},
		{"static final int X = 1 / 0", ""},
		{"static final Integer X = 1", ""},
		{"static final Object X = \"s\"", ""},
		{"static final String X = null", ""},
		{"static int X = 1", ""},
		{"final int X = 1", ""},
		{"static final int X", ""},
		{"static final int[] X = {1}", ""},
		{"static final int X[] = {1}", ""},
	} {
		t.Run(c.decl, func(t *testing.T) {
			p := link(t, fmt.Sprintf("-- A.java --\nclass A implements I { static final int OTHER = 5; static K k; %s; }\nclass K { static final int DEEP = 7; }\ninterface I { int INHERITED = 1 + 2; }\n-- p/Q.java --\npackage p;\npublic class Q { public static final int FAR = 8; }\n", c.decl))
			got := ""
			if v := p.Field(p.FieldByName(p.TypeByName("A"), "X")).Constant; v != nil {
				got = v.Kind.String() + " " + v.String()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A chain of 50,000 operands must neither overflow nor take the square of its length.
func TestLongChain(t *testing.T) {
	for _, n := range []int{50, 9_000} {
		text := `class A { static final String X = ` + strings.Repeat(`"abcdef" + `, n) + `""; int f(int a) { return ` + strings.Repeat("a + ", n) + `a; } }`
		p := link(t, text)
		c := p.Field(0).Constant
		if c == nil || len(c.Str) != 6*n {
			t.Fatalf("%d operands: constant %v", n, c != nil)
		}
		b := p.NewResolver().Body(0)
		check(t, p, b)
		if got := b.Use(b.File.FirstChild(b.File.FirstChild(b.Root))).Type.Kind; got != program.Int {
			t.Errorf("%d operands: type %v", n, got)
		}
	}
}

// TestConstantsAreBounded: constants that double each other are constant as long as a class file could hold them, and
// many long ones as long as they are in proportion to their file.
func TestConstantsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("class A { static final String D0 = \"0123456789abcdef\";\n")
	for i := 1; i < 70; i++ {
		fmt.Fprintf(&b, "static final String D%d = D%d + D%d;\n", i, i-1, i-1)
	}
	for i := range 400 {
		fmt.Fprintf(&b, "static final String E%d = D11 + %d;\n", i, i)
	}
	b.WriteString("static final int LAST = 1 + 1; }")
	p := link(t, "-- A.java --\n"+b.String())
	long, total := 0, 0
	for i := range program.FieldID(p.NumFields()) {
		f := p.Field(i)
		if f.Constant == nil {
			continue
		}
		total += len(f.Constant.Str)
		if p.FieldName(f)[0] == 'D' {
			long = max(long, len(f.Constant.Str))
		}
	}
	if last := p.Field(program.FieldID(p.NumFields() - 1)).Constant; last == nil || last.Int != 2 {
		t.Errorf("LAST is %v, want 2: numbers take no room", last)
	}
	if long != 16<<11 {
		t.Errorf("the longest of the doubled constants has %d bytes, want %d", long, 16<<11)
	}
	if total < 1<<20 || total > 2<<20 {
		t.Errorf("%d bytes of constants in a file of %d", total, b.Len())
	}
}
