package scan_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"refract/scan"
)

// Files come before others, go and get other names, one scan after the other, and what rules have in the index of the rest stays where it lies: others have other places among
// the files then, and the slots that they had.
func TestPartsStayWhereFilesComeAndGo(t *testing.T) {
	scan.SetRest(t, 50*time.Millisecond)
	scan.SetBesideParts(t, 1000)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	account := func(name string, by int) {
		writeJava(t, dir, "a/"+name, fmt.Sprintf("class %s {\n  int sum;\n  void add(int n) { if (n > %d) { sum = sum + n * %d; } }\n  int sum() { return sum; }\n  int twice() { return sum + sum(); }\n}\n",
			name, 40+by, 60+by))
	}
	for i, name := range []string{"Bank", "Desk", "Fund", "Hall"} {
		account(name, i)
	}
	writeStrangers(t, dir, 40)
	file := func(name string) string { return filepath.Join(dir, "a", name+".java") }
	if _, notes := scanAgain(t, dir, path, set, 0, "nothing"); notes == "" {
		t.Fatal("nothing was said of the index")
	}
	first := scan.PartsOfRules(t, dir, path)
	for round, tt := range []struct {
		done string
		do   func() error
	}{
		{"one came before the others", func() error { account("Area", 7); return nil }},
		{"one went", func() error { return os.Remove(file("Bank")) }},
		{"one came between others, to the slot of the one that went", func() error { account("Eden", 8); return nil }},
		{"two came and one went", func() error { account("Aaron", 9); account("Zoo", 1); return os.Remove(file("Fund")) }},
		{"one has another name", func() error { return os.Rename(file("Hall"), file("Halls")) }},
		{"one has another name, and another place", func() error { return os.Rename(file("Desk"), file("Xenon")) }},
	} {
		if err := tt.do(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(60 * time.Millisecond)
		if _, notes := scanAgain(t, dir, path, set, round, tt.done); !onlyWhatIsNew(notes, set) {
			t.Errorf("%s: %s", tt.done, notes)
		}
		if parts := scan.PartsOfRules(t, dir, path); !maps.Equal(parts, first) {
			t.Errorf("%s: the parts of rules are %v, were %v", tt.done, parts, first)
		}
		verify(t, dir, path, set)
	}
}
