package release_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"refract/concretize"
	"refract/java"
	"refract/java/parse"
	"refract/release"
	"refract/rules"
)

func catalog(t testing.TB) *rules.Set {
	t.Helper()
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func parsed(t testing.TB, path string, text []byte) release.Side {
	t.Helper()
	p := parse.New()
	defer p.Close()
	return release.Side{Name: path, Files: []*java.File{p.File("a/Sample.java", text)}}
}

// The samples of the catalogue are two releases of one program each: what a rule finds in its own sample the vector
// detector reports of the release, and it keeps still where the near-misses do.
func TestVectorsFindTheSamplesOfTheCatalogue(t *testing.T) {
	set := catalog(t)
	found, asked := 0, 0
	for _, rule := range set.Rules {
		sub, _ := set.Select(rule.ID)
		for _, s := range rule.Samples {
			after := s.AfterMethod
			if after == "" {
				after = s.Method
			}
			if s.Method == "" || suffix(after) != suffix(s.Method) {
				continue // another method shows the result: no release of the first
			}
			c, err := release.Compare(context.Background(), parsed(t, "before", s.Before), parsed(t, "after", s.After), release.CompareOptions{Rules: sub, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := slices.ContainsFunc(all(c.Changes), func(x release.Change) bool {
				return slices.ContainsFunc(x.Detectors, func(a release.Agreement) bool { return a.Detector == release.VectorDetector }) &&
					strings.HasSuffix(x.New.Name, "."+suffix(after))
			})
			if s.Refused && got {
				t.Errorf("%s/%s: found although it is a near-miss", rule.ID, s.Name)
			}
			if s.Refused {
				continue
			}
			asked++
			if got {
				found++
			} else {
				t.Logf("%s/%s: %s not found", rule.ID, s.Name, s.Method)
			}
		}
	}
	// A few samples change more than their rule: then the method has another successor, or the witness leaves too much open.
	if found*10 < asked*9 {
		t.Errorf("%d of %d samples found, want nine in ten", found, asked)
	}
}

func suffix(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func all(cs []release.Change) []release.Change {
	var out []release.Change
	for _, c := range cs {
		out = append(append(out, c), all(c.Consequences)...)
	}
	return out
}

const directReads = `-- a/Task.java --
package a; public class Task {
	private String name; private Props props; private int rate;
	String getName() { return name; }
	int bonus() { return rate * 2 + 1; }
	String title(int width) { String s = name; for (int i = s.length(); i < width; i++) { s = s + " "; } return s.trim() + name; }
	String user(String key) { if (key == null) { return "none"; } return (String) props.get(key); }
	void total(java.io.PrintStream out, int n) { out.print("total "); price(out, n, bonus()); out.println(); }
	private void price(java.io.PrintStream out, int n, int r) { for (int i = 0; i < n; i += r) { out.print('#'); } }
	int kept(int n) { int sum = rate; while (n > 0) { sum += n; n--; } return sum; }
}
-- a/Props.java --
package a; class Props { java.util.Map m; Object get(String k) { return m.get(k); } String text(String k) { return (String) m.get(k); } }
`

const indirectReads = `-- a/Task.java --
package a; public class Task {
	private String name; private Props props; private int rate;
	String getName() { return name; }
	int bonus() { return rate * 2 + 1; }
	String title(int width) { String s = getName(); for (int i = s.length(); i < width; i++) { s = s + " "; } return s.trim() + getName(); }
	String user(String key) { if (key == null) { return "none"; } return props.text(key); }
	void total(java.io.PrintStream out, int n) { out.print("total "); price(out, n); out.println(); }
	private void price(java.io.PrintStream out, int n) { for (int i = 0; i < n; i += bonus()) { out.print('#'); } }
	int kept(int n) { /* nothing changed here */ int sum = rate; while (n > 0) { sum += n; n--; } return sum; }
}
-- a/Props.java --
package a; class Props { java.util.Map m; Object get(String k) { return m.get(k); } String text(String k) { return (String) m.get(k); } }
`

// What happened inside of methods is told with the method, and an identical method has nothing to say.
func TestVectorsInsideMethods(t *testing.T) {
	o := release.CompareOptions{Rules: catalog(t), Jobs: 2}
	c, err := release.Compare(context.Background(), side(t, directReads), side(t, indirectReads), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct{ typ, method string }{
		{"Self Encapsulate Field", "a.Task.title"},
		{"Encapsulate Downcast", "a.Task.user"},
		{"Replace Parameter with Method", "a.Task.total"},
	} {
		got := find(c.Changes, want.typ, want.method)
		if got == nil {
			t.Errorf("no %s in %s; got:\n%s", want.typ, want.method, lines(c))
			continue
		}
		if got.New.Name != want.method || !strings.Contains(got.Description, suffix(want.method)+"(") || got.Confidence < release.MinVectorConfidence*0.9 {
			t.Errorf("%s: %+v", want.typ, got)
		}
	}
	for _, x := range all(c.Changes) {
		if x.Old.Name == "a.Task.kept" {
			t.Errorf("an identical method has nothing to say; got %s", x.Description)
		}
	}
}

func lines(c *release.Comparison) string {
	var b strings.Builder
	for _, x := range all(c.Changes) {
		b.WriteString(x.Description + "\n")
	}
	return b.String()
}
