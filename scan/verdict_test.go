package scan_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// Where one candidate of many queries was edited, the others are not judged again.
func TestOtherCandidatesAreNotJudgedAgain(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, _ := builtin(t).Select("self-encapsulate-field")
	w := &world{dir: t.TempDir()}
	// The method with the getter of the first class shows something to all that read the field; those of the others call it elsewhere.
	class := func(i int, local string) string {
		grow := func(name, added, said string) string {
			return fmt.Sprintf("  int %s(int by) { int %[4]s = 0; for (int i = 0; i < by; i++) { %[4]s = %[4]s + %[2]s; } say(%[3]s); return %[4]s; }\n",
				name, added, said, local)
		}
		with := grow("grown", "by", "size()")
		if i == 0 {
			with = grow("grown", "size()", "by")
		}
		return fmt.Sprintf("package w;\nclass C%d {\n  int size;\n  int size() { return size; }\n  static void say(int n) { System.out.println(n); }\n%s%s}\n",
			i, grow("grow", "size", "by"), with)
	}
	const classes = 9
	for i := range classes {
		w.write(t, fmt.Sprint("C", i), class(i, "sum"))
	}
	judged := scan.CountJudged(t)
	path := filepath.Join(t.TempDir(), "a.idx")
	scanWith(t, w.dir, path, set)
	cold := judged.Swap(0)
	for _, local := range []string{"total", "all"} { // what was taken over is taken over again
		w.write(t, "C3", class(3, local))
		got, notes := scanWith(t, w.dir, path, set)
		again := judged.Swap(0)
		want, _ := scanWith(t, w.dir, "", set)
		judged.Store(0)
		if got != want {
			t.Errorf("%s: from the index (%s)\n%s\ncold\n%s", local, notes, got, want)
		}
		// The query in the edited file has its candidates judged, and each other one that which was edited.
		if most := int64(2 * classes); cold < classes*(classes-1) || again == 0 || again > most {
			t.Errorf("%s: %d candidates were judged, %d cold; want no more than %d", local, again, cold, most)
		}
	}
}

// Where something is declared beside what there was, or something is said of it, nothing is judged again but what asks which members there are.
func TestWhatIsDeclaredBesideIsNotNoticed(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, _ := builtin(t).Select("self-encapsulate-field")
	w := &world{dir: t.TempDir()}
	const classes = 9
	class := func(i int, before, within, behind string) string {
		grow := func(name, added string) string {
			return fmt.Sprintf("  int %s(int by) { int sum = 0; for (int i = 0; i < by; i++) { sum = sum + %s; } say(sum); return sum; }\n", name, added)
		}
		getter, added := "", "size"
		if i%2 == 0 {
			getter, added = "  int size() { return size; }\n", "size()"
		}
		return fmt.Sprintf("package w;\n%sclass C%d {\n  int size;\n%s  static void say(int n) { System.out.println(n); }\n%s%s%s}\n%s",
			before, i, getter, grow("grow", added), grow("grown", "size"), within, behind)
	}
	for i := range classes {
		w.write(t, fmt.Sprint("C", i), class(i, "", "", ""))
	}
	judged := scan.CountJudged(t)
	path := filepath.Join(t.TempDir(), "a.idx")
	scanWith(t, w.dir, path, set)
	cold := judged.Swap(0)
	for _, tt := range []struct{ name, before, within, behind string }{
		{"a comment", "// It is said what this is.\n\n", "", ""},
		{"another class", "", "", "class Other { int other(int x) { return x; } }\n"},
		{"a method", "", "  void nothing() { }\n", ""},
		{"a field", "", "  int other;\n", ""},
		{"a getter", "", "  int theSize() { return size; }\n", ""},
		{"the getter still", "// again\n", "  int theSize() { return size; }\n", ""},
	} {
		w.write(t, "C3", class(3, tt.before, tt.within, tt.behind))
		got, notes := scanWith(t, w.dir, path, set)
		again := judged.Swap(0)
		want, _ := scanWith(t, w.dir, "", set)
		judged.Store(0)
		if got != want {
			t.Errorf("%s: from the index (%s)\n%s\ncold\n%s", tt.name, notes, got, want)
		}
		if silent := tt.within == ""; again > cold/4 || silent && again > 0 {
			t.Errorf("%s: %d candidates were judged, %d cold", tt.name, again, cold)
		}
	}
	// Nor where somebody else calls what is declared. What is inlined into him has candidates as well.
	w.write(t, "Caller", "package w;\nclass Caller { int call(C3 c) { return c.grow(1); } }\n")
	scanWith(t, w.dir, path, set)
	if again := judged.Swap(0); again > 2 {
		t.Errorf("another caller: %d candidates were judged", again)
	}
}

// What a verdict says of who calls a method is asked again where another one does, whatever file that stands in.
func TestVerdictOnCallers(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	for _, tt := range []struct {
		rule        string
		files       map[string]string // of package w
		few, others string            // what stands in another class
	}{
		{"inline-method", map[string]string{
			"Courier": "class Courier { private int late, deliveries;\n" +
				"  int bonus(int base) { int rate = overFive() ? 1 : 3; return base * rate + deliveries; }\n  boolean overFive() { return late > 5; }\n" +
				"  int allowance(int base) { int rate = late > 5 ? 1 : 3; return base * rate + deliveries; } }\n",
		}, "boolean a(Courier c) { return c.overFive(); }", "boolean b(Courier c) { return c.overFive() || c.overFive() || c.overFive(); }"},
		{"replace-parameter-with-method", map[string]string{
			"Order": "class Order { private int pieces, price, points;\n  int total() { int goods = pieces * price; int level = level(); return reduced(goods, level) + 5; }\n" +
				"  int reduced(int goods, int level) { if (level > 2) { return goods * 9 / 10; } return goods * 19 / 20; }\n  int level() { return points / 100; } }\n",
			"Good": "class Good { private int pieces, price, points;\n  int total() { int goods = pieces * price; return reduced(goods) + 5; }\n" +
				"  private int reduced(int goods) { if (level() > 2) { return goods * 9 / 10; } return goods * 19 / 20; }\n  private int level() { return points / 100; } }\n",
		}, "", "int best(Order o) { return o.reduced(3, 9); }"},
		{"encapsulate-downcast", map[string]string{
			"Card": "class Card { private java.util.Hashtable entries = new java.util.Hashtable();\n" +
				"  Object get(String key) { return entries.get(key); } }\n",
			"Form": "class Form { private Card card;\n  String author(StringBuilder out) { String value = (String) card.get(\"author\"); out.append(value.trim()); return out.toString(); } }\n",
			"Shelf": "class Shelf { private java.util.Hashtable entries = new java.util.Hashtable();\n" +
				"  String get(String key) { return (String) entries.get(key); } }\n",
			"Title": "class Title { private Shelf shelf;\n  String title(StringBuilder out) { String value = shelf.get(\"title\"); out.append(value.trim()); return out.toString(); } }\n",
		}, "", "int year(Card c) { return ((Integer) c.get(\"year\")).intValue(); }"},
	} {
		set, _ := builtin(t).Select(tt.rule)
		w := &world{dir: t.TempDir()}
		for class, text := range tt.files {
			w.write(t, class, "package w;\n"+text)
		}
		path := filepath.Join(t.TempDir(), "a.idx")
		var found []int
		for round, more := range []string{"", tt.others, "", tt.others} {
			w.write(t, "Other", "package w;\nclass Other { "+tt.few+" "+more+" }\n")
			report, notes := scanAgain(t, w.dir, path, set, 4*round, more)
			if found = append(found, strings.Count(report, "finding.Opportunity{")); round > 0 && !onlyWhatIsNew(notes, set) {
				t.Errorf("%s: all was looked at again: %s", tt.rule, notes)
			}
		}
		if found[0] == found[1] || found[0] != found[2] || found[1] != found[3] {
			t.Errorf("%s: the scans found %v: the test shows too little", tt.rule, found)
		}
	}
}

// A constant of a class that the query's file names anywhere may be used there: where another method of that file does so no more it may not.
func TestVerdictOnWhatAFileNames(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, _ := builtin(t).Select("replace-magic-number-with-symbolic-constant")
	w := &world{dir: t.TempDir()}
	full := func(limit string) string {
		return fmt.Sprintf("boolean full(String a) { boolean no = a == null || a.length() > %s; if (no) { System.out.println(a); } return no; }\n", limit)
	}
	w.write(t, "Limits", "package w;\nclass Limits { static final int MOST = 37; }\n")
	w.write(t, "Good", "package w;\nclass Good { "+full("Limits.MOST")+"}\n")
	path, found := filepath.Join(t.TempDir(), "a.idx"), map[int]bool{}
	for round, names := range []string{"Limits.class", "null", "Limits.class"} {
		w.write(t, "Query", "package w;\nclass Query { "+full("37")+"Object other() { return "+names+"; }\n}\n")
		report, _ := scanAgain(t, w.dir, path, set, 4*round, names)
		found[strings.Count(report, "finding.Opportunity{")] = true
	}
	if len(found) != 2 {
		t.Errorf("the scans found %v: the test shows too little", found)
	}
}
