package release_test

import (
	"strings"
	"testing"

	"refract/release"
)

// described lists the descriptions of all changes of a type.
func described(cs []release.Change, typ string) []string {
	var out []string
	for _, c := range cs {
		if c.Type == typ {
			out = append(out, c.Description)
		}
		out = append(out, described(c.Consequences, typ)...)
	}
	return out
}

// Two releases in which much happened that looks alike. The callers of Messages now call another class; dispose was
// removed here and added there; the label provider of one view went and that of another came; load moved with its text.
const (
	beforeDoubt = "-- m/Messages.java --\npackage m; public class Messages { public static String format(String k, Object a) { return java.text.MessageFormat.format(text(k), new Object[] { a }); } static String text(String k) { return k; } }\n" +
		"-- m/Caller.java --\npackage m; public class Caller { String one(Object o) { return Messages.format(\"one\", o); } String two(Object o) { if (o == null) return null; return Messages.format(\"two\", o); } }\n" +
		"-- m/View.java --\npackage m; public class View { Object image; Object font; public void dispose() { if (image != null) { image = null; } if (font != null) { font = null; } System.gc(); } }\n" +
		"-- m/Reader.java --\npackage m; public class Reader { int load(int[] from) { " + loadBody + " } int use(int[] x) { return load(x) + load(x); } }\n"
	afterDoubt = "-- m/Messages.java --\npackage m; public class Messages { public static String format(String k, Object a) { return java.text.MessageFormat.format(text(k), new Object[] { a }); } static String text(String k) { return k; } }\n" +
		"-- m/IdeMessages.java --\npackage m; public class IdeMessages { public static String format(String k, Object a) { return java.text.MessageFormat.format(text(k), new Object[] { a }); } static String text(String k) { return k; } }\n" +
		"-- m/Caller.java --\npackage m; public class Caller { String one(Object o) { return IdeMessages.format(\"one\", o); } String two(Object o) { if (o == null) return null; return IdeMessages.format(\"two\", o); } }\n" +
		"-- m/View.java --\npackage m; public class View { Object image; Object font; }\n" +
		"-- m/Panel.java --\npackage m; public class Panel { Object image; Object font; public void dispose() { if (image != null) { image = null; } if (font != null) { font = null; } System.gc(); } }\n" +
		"-- m/Dialog.java --\npackage m; public class Dialog { Object image; Object font; public void dispose() { if (image != null) { image = null; } if (font != null) { font = null; } System.gc(); } }\n" +
		"-- m/Loader.java --\npackage m; public class Loader { static int load(int[] from) { " + loadBody + " } }\n" +
		"-- m/Reader.java --\npackage m; public class Reader { int use(int[] x) { return Loader.load(x) + Loader.load(x); } }\n"
	loadBody = "int n = 0; for (int i = 0; i < from.length; i++) { if (from[i] > n) { n = from[i] * 31 + i; } else { n--; } } return n % 17;"
)

func TestDoubt(t *testing.T) {
	old, new := side(t, beforeDoubt), side(t, afterDoubt)
	c := compare(t, old, new)
	moved := described(c.Changes, "Move Method")
	if len(moved) != 1 || !strings.Contains(moved[0], "load(") {
		t.Errorf("moved: %q, want load alone: dispose went to one of two classes, and nobody knows to which", moved)
	}
	if got := described(c.Changes, "Extract And Move Method"); len(got) > 0 {
		t.Errorf("extracted: %q, but the callers called a method of that name already", got)
	}
	all, err := release.Compare(t.Context(), old, new, release.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := described(all.Changes, "Move Method"); len(got) < 2 {
		t.Errorf("without a least confidence: %q, want the doubtful move of dispose as well", got)
	}
}

// TestMovedAndInlinedWasCalled: same of Pair is gone, and a method elsewhere now holds its statements. It is inlined
// there if the method called it; not if what it called was the same of a value whose class is none of this program.
func TestMovedAndInlinedWasCalled(t *testing.T) {
	const body = "if (o == null) { return false; } if (left == null) { left = \"none\"; } System.out.println(left + o); return left.length() > 3;"
	sides := func(argument string) (old, new release.Side) {
		user := func(body string) string {
			return "-- m/User.java --\npackage m; public class User { String left; boolean update(" + argument + " p, Object o) { " + body + " } }\n"
		}
		gone := "-- m/Pair.java --\npackage m; public class Pair { String left; String right; int n() { return 2; }"
		return side(t, gone+" public boolean same(Object o) { "+body+" } }\n"+user("System.out.println(\"update\"); return p.same(o);")),
			side(t, gone+" }\n"+user("System.out.println(\"update\"); "+body))
	}
	for _, test := range []struct {
		argument string
		want     int
	}{{"Pair", 1}, {"elsewhere.Pair", 0}} {
		old, new := sides(test.argument)
		if got := described(compare(t, old, new).Changes, "Move And Inline Method"); len(got) != test.want {
			t.Errorf("called on %s: %q, want %d", test.argument, got, test.want)
		}
	}
}
