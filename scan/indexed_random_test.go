package scan_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// world is a generated program in which files depend on each other: on constants, supers, fields and methods. An edit
// of one changes what another means, which an index must not miss.
type world struct {
	dir   string
	rng   *rand.Rand
	names []string // of classes
	next  int
}

// roundsOfEdits is usual, or what REFRACT_EDIT_ROUNDS asks for.
func roundsOfEdits(t *testing.T, usual int) int {
	t.Helper()
	s := os.Getenv("REFRACT_EDIT_ROUNDS")
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRandomWorlds edits generated programs at random, and compares every scan that uses the index, with all rules or
// some of them, with one that does not.
func TestRandomWorlds(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	known := scan.CheckKnown(t)
	rounds := roundsOfEdits(t, 14)
	all := builtin(t)
	some, _ := all.Select("extract-method", "self-encapsulate-field", "replace-magic-number-with-symbolic-constant")
	for seed := range uint64(4) {
		if seed >= 2 { // parts are as good as never written anew
			scan.SetBesideParts(t, 1000)
		}
		scan.SetAloneBodies(t, []int{0, 2}[seed/2%2])
		scan.SetStepsPerKnown(t, []float64{0, math.MaxFloat64}[seed%2]) // in so small a program there are always more steps
		w := &world{dir: t.TempDir(), rng: rand.New(rand.NewPCG(seed, 7))}
		path := filepath.Join(t.TempDir(), "a.idx")
		for range 12 {
			w.add(t)
		}
		found, reused, inPart, differ := 0, 0, 0, map[string]bool{}
		for round := range rounds {
			set := all
			if w.rng.IntN(4) == 0 {
				set = some
			}
			done := "nothing"
			if round > 0 && w.rng.IntN(6) > 0 {
				done = w.edit(t)
			}
			report, notes := scanAgain(t, w.dir, path, set, round, fmt.Sprintf("%s, seed %d", done, seed))
			found += strings.Count(report, "finding.Opportunity{")
			differ[report] = true
			if strings.Contains(notes, "nothing changed") {
				reused++
			}
			if onlyWhatIsNew(notes, set) {
				inPart++
			}
			if round%4 == 0 {
				verify(t, w.dir, path, set)
			}
		}
		if found == 0 || len(differ) < rounds/3 || inPart < rounds/5 {
			t.Errorf("seed %d: %d opportunities, %d different results, %d scans of what is new: the test shows too little",
				seed, found, len(differ), inPart)
		}
		t.Logf("seed %d: %d rounds, %d opportunities, %d different results, %d from the index alone, %d only of what is new",
			seed, rounds, found, len(differ), reused, inPart)
	}
	if known.Load() == 0 {
		t.Error("the bodies of no file were known")
	}
}

func (w *world) path(name string) string { return filepath.Join(w.dir, "w", name+".java") }

func (w *world) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (w *world) any() string { return w.names[w.rng.IntN(len(w.names))] }

// add writes a class that uses others.
func (w *world) add(t *testing.T) {
	t.Helper()
	name := fmt.Sprintf("%c%d", 'A'+w.rng.IntN(26), w.next) // a subclass comes before its superclass, or behind it
	w.next++
	w.names = append(w.names, name)
	extends := ""
	if super := w.any(); super != name && w.rng.IntN(3) > 0 {
		extends = " extends " + super
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package w;\nclass %s%s {\n  static final int LIMIT = %d;\n  int size;\n  int size() { return size; }\n", name, extends, w.rng.IntN(3)+5)
	switch w.rng.IntN(4) { // a member type that subclasses inherit, and one that extends what may be inherited
	case 0:
		b.WriteString("  static class Part { int part() { return 1; } int other() { return 2; } }\n")
	case 1:
		b.WriteString("  static class Piece extends Part { int other() { return super.other() + part(); } }\n")
	}
	for range w.rng.IntN(4) + 2 {
		b.WriteString(w.method())
	}
	b.WriteString("}\n")
	w.write(t, name, b.String())
}

// method is one of a few shapes, some of which are what a refactoring makes of others.
func (w *world) method() string {
	other, n := w.any(), w.rng.IntN(100)
	count := func(prefix string) string {
		return fmt.Sprintf("    StringBuilder out = new StringBuilder();\n    java.util.Enumeration e = p.keys();\n    while (e.hasMoreElements()) {\n"+
			"      String key = (String) e.nextElement();\n      if (key.startsWith(%s)) { out.append(p.getProperty(key)); }\n    }\n", prefix)
	}
	switch w.rng.IntN(10) {
	case 0:
		return "  static String list(java.util.Properties p, String prefix) {\n" + count("prefix") + "    return out.toString();\n  }\n"
	case 1:
		return fmt.Sprintf("  String offer%d(java.util.Properties p, String title) {\n%s    return out.toString() + title;\n  }\n", n, count(`"offer."`))
	case 2:
		return fmt.Sprintf("  String remind%d(java.util.Properties p, String name) { return %s.list(p, \"remind.\") + name; }\n", n, other)
	case 3:
		return fmt.Sprintf("  int grow%d(int by) { int sum = 0; for (int i = 0; i < by; i++) { sum = sum + size; } System.out.println(sum); return sum; }\n", n)
	case 4:
		return fmt.Sprintf("  int grow%d(int by) { int sum = 0; for (int i = 0; i < by; i++) { sum = sum + size(); } System.out.println(sum); return sum; }\n", n)
	case 5:
		return fmt.Sprintf("  boolean full%d(String a) { boolean no = a == null || a.length() > %d; if (no) { System.out.println(a); } return no; }\n", n, w.rng.IntN(3)+5)
	case 6:
		return fmt.Sprintf("  boolean full%d(String a) { boolean no = a == null || a.length() > %s.LIMIT; if (no) { System.out.println(a); } return no; }\n", n, other)
	case 7:
		return fmt.Sprintf("  int parts%d() { int n = new Part() { int part() { int p = super.part(); System.out.println(p); return p; } }.part(); return n + 1; }\n", n)
	}
	return fmt.Sprintf("  int twice%d(%s o) { int t = o.size() * 2; int u = t + o.size(); System.out.println(u + t); return t; }\n", n, other)
}

// edit does one thing to one file, and says what.
func (w *world) edit(t *testing.T) string {
	t.Helper()
	name := w.any()
	content, err := os.ReadFile(w.path(name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	end := strings.LastIndex(text, "}")
	switch what := w.rng.IntN(14); {
	case what == 0 || len(w.names) < 6:
		w.add(t)
		return "a new file"
	case what == 1:
		if err := os.Remove(w.path(name)); err != nil {
			t.Fatal(err)
		}
		w.names = slices.DeleteFunc(w.names, func(n string) bool { return n == name })
		return "the removal of " + name
	case what == 2: // the file, not the class in it
		to := name + "x"
		if w.rng.IntN(2) == 0 {
			to = string(rune('A'+w.rng.IntN(26))) + name
		}
		if err := os.Rename(w.path(name), w.path(to)); err != nil {
			t.Fatal(err)
		}
		for i := range w.names {
			if w.names[i] == name {
				w.names[i] = to
			}
		}
		return "the renaming of " + name + " to " + to
	case what == 3:
		w.write(t, name, text[:end]+w.method()+text[end:])
		return "a new method in " + name
	case what == 4:
		w.write(t, name, strings.Replace(text, "LIMIT = ", "LIMIT = 1", 1))
		return "another constant in " + name
	case what == 5:
		w.write(t, name, strings.Replace(text, "String list(", "String lists(", 1))
		return "another name of what others call in " + name
	case what == 6:
		w.write(t, name, strings.Replace(text, "int size()", "abstract int size()", 1))
		return "another modifier in " + name
	case what == 7:
		w.write(t, name, "// moved\n"+text)
		return "a line more in " + name
	case what == 8: // which subclasses inherit
		w.write(t, name, text[:end]+[]string{"  int sum, all;\n", "  int theSize() { return size; }\n", "  static class Part { int part() { return 3; } }\n"}[w.rng.IntN(3)]+text[end:])
		return "a member at the end of " + name
	case what == 9:
		w.write(t, name, strings.Replace(text, "  int size()", "  // how many\n  int size()", 1))
		return "a comment between members of " + name
	case what == 10:
		w.next++
		w.write(t, name, text+fmt.Sprintf("class Behind%d { int size; int size() { return size; } }\n", w.next))
		return "a class behind " + name
	}
	if w.rng.IntN(3) > 0 {
		return w.editBody(t, name, text)
	}
	w.write(t, name, text+"class Broken { int f( { } }\n")
	return "a syntax error in " + name
}

// editBody changes something in the first body of a class that has it: it takes it out, puts a call behind it, or changes nothing but the text.
func (w *world) editBody(t *testing.T, name, text string) string {
	t.Helper()
	parts := []string{"int sum = 0;", "println(sum);", "println(a);", "* 2;", "int u = ", "b", "e.hasMoreElements()"}
	part := parts[w.rng.IntN(len(parts))]
	to := []string{"", part + " size();", part + " "}[w.rng.IntN(3)]
	w.write(t, name, strings.Replace(text, part, to, 1))
	return fmt.Sprintf("%q for %q in %s", to, part, name)
}
