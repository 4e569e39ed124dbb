package scan_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"refract/scan"
)

// Where files of what is shown are edited, and nothing else that a query was judged by, it is shown where it stands now, and its candidates are not judged again but for
// the best.
func TestShownWhereItStands(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	set, _ := builtin(t).Select("self-encapsulate-field")
	w := &world{dir: t.TempDir()}
	// What stands outside of bodies belongs to the declarations, on which more depends.
	pad := func(at string) string { return "  void pad" + at + "() {\n//" + at + "\n  }\n" }
	grow := func(class, at, added string) string {
		return fmt.Sprintf("class %s extends Base {\n"+pad(at)+"  int grow(int by) { int sum = 0; for (int i = 0; i < by; i++) { sum = sum + %s; } say(by); return sum; }\n}\n", class, added)
	}
	texts := map[string]string{
		"Base": "package w;\nclass Base {\n  int size;\n" + pad("getter") + "  int size() { return size; }\n  static void say(int n) { System.out.println(n); }\n}\n",
		// Two samples stand near the query, which the lines between them tell apart, and others elsewhere.
		"Q":     "package w;\n" + grow("Before", "top", "size()") + "\n\n" + grow("Query", "between", "size") + grow("Behind", "behind", "size()"),
		"Alone": "package w;\n" + grow("Alone", "top", "size"),
	}
	const others = 4
	for i := range others {
		texts[fmt.Sprint("S", i)] = "package w;\n" + grow(fmt.Sprint("S", i), "top", "size()")
	}
	for name, text := range texts {
		w.write(t, name, text)
	}
	judged := scan.CountJudged(t)
	path := filepath.Join(t.TempDir(), "a.idx")
	last, _ := scanWith(t, w.dir, path, set)
	if !strings.Contains(last, "w.S2.grow(int)") || !strings.Contains(last, "w.Before.grow(int)") {
		t.Fatalf("the samples are not shown, so the test shows nothing:\n%s", last)
	}
	for _, step := range []struct {
		file, at string
		most     int64 // candidates that are judged
	}{
		{"S1", "top", 0},      // a sample that is not the best
		{"S3", "top", 0},      //
		{"Base", "getter", 2}, // what is inlined into all samples, and declares the field
		{"Alone", "top", 1},
		{"Q", "top", others + 3},
		{"Q", "behind", others + 3}, // the one before the query is as near as the one behind it, and then nearer
		{"Q", "behind", others + 3},
		{"S0", "top", 0},
	} {
		texts[step.file] = strings.Replace(texts[step.file], "//"+step.at+"\n", "//\n//"+step.at+"\n", 1)
		w.write(t, step.file, texts[step.file])
		judged.Store(0)
		got, notes := scanWith(t, w.dir, path, set)
		again := judged.Swap(0)
		want, _ := scanWith(t, w.dir, "", set)
		if got != want || got == last {
			t.Errorf("a line at %s of %s: from the index (%s)\n%s\ncold\n%s", step.at, step.file, notes, got, want)
		}
		if last = got; again > step.most {
			t.Errorf("a line at %s of %s: %d candidates were judged, want no more than %d", step.at, step.file, again, step.most)
		}
	}
}
