package scan_test

import (
	"fmt"
	"path/filepath"
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
