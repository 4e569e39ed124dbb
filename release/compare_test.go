package release_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/release"
	"refract/scan"
)

const oldLibrary = "-- a/A.java --\npackage a; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int f(int n) " + long + " public int g() { return f(1) + f(2); } public void gone() { } }\n" +
	"-- a/Base.java --\npackage a; public class Base { }\n" +
	"-- a/Sub.java --\npackage a; public class Sub extends Base { public String name(int n) { String s = \"\"; for (int i = 0; i < n; i++) s += i; return s.trim(); } }\n" +
	"-- a/Use.java --\npackage a; public class Use { Old o; public Old get(Old x) { return o = x; } String n(Sub s) { return s.name(3); } }\n" +
	"-- a/Old.java --\npackage a; public class Old { public int size(int n) { int k = n; while (k > 10) { k = k / 2 + 1; } return k; } }\n"

const newLibrary = "-- a/A.java --\npackage a; public class A { int weight(int i) { return i; } void log(String s, int i) {} public int total(int n) " + long + " public int g() { return total(1) + total(2); } }\n" +
	"-- a/Base.java --\npackage a; public class Base { public String name(int n) { String s = \"\"; for (int i = 0; i < n; i++) s += i; return s.trim(); } }\n" +
	"-- a/Sub.java --\npackage a; public class Sub extends Base { }\n" +
	"-- a/Use.java --\npackage a; public class Use { New o; public New get(New x) { return o = x; } String n(Sub s) { return s.name(3); } }\n" +
	"-- a/New.java --\npackage a; public class New { public int size(int n) { int k = n; while (k > 10) { k = k / 2 + 1; } return k; } }\n"

func side(t testing.TB, archive string) release.Side {
	t.Helper()
	dir := t.TempDir()
	for _, part := range strings.Split(archive, "-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := release.Read(context.Background(), dir, release.ReadOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	s.Name = "side"
	return s
}

func compare(t testing.TB, old, new release.Side) *release.Comparison {
	t.Helper()
	c, err := release.Compare(context.Background(), old, new, release.CompareOptions{MinConfidence: release.DefaultMinConfidence})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func find(cs []release.Change, typ, old string) *release.Change {
	for i := range cs {
		if cs[i].Type == typ && cs[i].Old.Name == old {
			return &cs[i]
		}
		if c := find(cs[i].Consequences, typ, old); c != nil {
			return c
		}
	}
	return nil
}

func TestCompareMergesDetectors(t *testing.T) {
	c := compare(t, side(t, oldLibrary), side(t, newLibrary))
	for _, want := range []struct{ typ, old, new string }{
		{"Rename Method", "a.A.f", "a.A.total"},
		{"Pull Up Method", "a.Sub.name", "a.Base.name"},
		{"Rename Class", "a.Old", "a.New"},
	} {
		got := find(c.Changes, want.typ, want.old)
		if got == nil || got.New.Name != want.new {
			t.Errorf("%s of %s: %+v, want %s", want.typ, want.old, got, want.new)
			continue
		}
		if len(got.Detectors) != 2 || got.Confidence < 0.95 {
			t.Errorf("%s of %s: detectors %+v, confidence %v; want both", want.typ, want.old, got.Detectors, got.Confidence)
		}
	}
	class := find(c.Changes, "Rename Class", "a.Old")
	var folded []string
	for _, x := range class.Consequences {
		folded = append(folded, x.Type)
	}
	sort.Strings(folded)
	if d := cmp.Diff([]string{"Change Attribute Type", "Change Parameter Type", "Change Return Type"}, folded); d != "" {
		t.Errorf("consequences of the class renaming (-want +got):\n%s", d)
	}
}

func TestCompareGuide(t *testing.T) {
	g := compare(t, side(t, oldLibrary), side(t, newLibrary)).API
	if g.Bump != release.Major {
		t.Errorf("bump = %s, want major", g.Bump)
	}
	got := map[string]string{}
	for _, p := range g.Packages {
		for _, e := range p.Entries {
			got[e.Old] = string(e.Action) + " " + e.Replacement + " " + e.Breaks.String()
		}
	}
	want := map[string]string{
		"a.A.f(int)":      "renamed a.A.total(int) source and binary",
		"a.A.gone()":      "removed  source and binary",
		"a.Old":           "renamed a.New source and binary",
		"a.Sub.name(int)": "pulled up a.Base.name no",
		"a.Use.get(Old)":  "signature changed a.Use.get(New) source and binary",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("guide (-want +got):\n%s", d)
	}
}

func TestCompareWithItselfIsEmpty(t *testing.T) {
	s := side(t, oldLibrary)
	c := compare(t, s, s)
	if len(c.Changes) > 0 || c.API.Bump != release.NoBump {
		t.Errorf("changes %+v, bump %s", c.Changes, c.API.Bump)
	}
}

// inverse is what the swapped comparison must say of a rename or move.
var inverse = map[string]string{
	"Rename Package": "Rename Package", "Rename Class": "Rename Class", "Move Class": "Move Class", "Move And Rename Class": "Move And Rename Class",
	"Rename Method": "Rename Method", "Move Method": "Move Method", "Move And Rename Method": "Move And Rename Method",
	"Pull Up Method": "Push Down Method", "Push Down Method": "Pull Up Method",
	"Rename Attribute": "Rename Attribute", "Move Attribute": "Move Attribute", "Move And Rename Attribute": "Move And Rename Attribute",
	"Pull Up Attribute": "Push Down Attribute", "Push Down Attribute": "Pull Up Attribute",
}

// pairs lists "type old new" of renames and moves, inverted where asked.
func pairs(cs []release.Change, inverted bool) map[string]bool {
	out := map[string]bool{}
	for _, c := range cs {
		if to, ok := inverse[c.Type]; ok && c.Old.Name != "" && c.New.Name != "" {
			if inverted {
				out[to+" "+c.New.Name+c.New.Signature+" "+c.Old.Name+c.Old.Signature] = true
			} else {
				out[c.Type+" "+c.Old.Name+c.Old.Signature+" "+c.New.Name+c.New.Signature] = true
			}
		}
		for k := range pairs(c.Consequences, inverted) {
			out[k] = true
		}
	}
	return out
}

func TestSwappedReleasesGiveTheInverseLog(t *testing.T) {
	old, new := side(t, oldLibrary), side(t, newLibrary)
	forth, back := pairs(compare(t, old, new).Changes, false), pairs(compare(t, new, old).Changes, true)
	if d := cmp.Diff(forth, back); d != "" {
		t.Errorf("log of (old, new) and inverted log of (new, old) (-forth +back):\n%s", d)
	}
}

// corpora are pairs of real releases below the directory that REFRACT_CORPORA names.
var corpora = [][2]string{
	{"struts/1.1", "struts/1.2.4"}, {"jhotdraw/5.2", "jhotdraw/5.3"}, {"eclipse-ui/2.1.3", "eclipse-ui/3.0"},
	{"ant/v0-1.1", "ant/v1-1.2"}, {"ant/v1-1.2", "ant/v2-1.3"}, {"ant/v2-1.3", "ant/v3-1.4"}, {"ant/v3-1.4", "ant/v4-1.4.1"},
	{"ant/v4-1.4.1", "ant/v5-1.5"}, {"ant/v5-1.5", "ant/v6-1.5.1"}, {"ant/v6-1.5.1", "ant/v7-1.5.3"}, {"ant/v7-1.5.3", "ant/v8-1.6beta1"},
	{"jmeter/v0-1.7.3", "jmeter/v1-1.8"}, {"jmeter/v1-1.8", "jmeter/v2-1.8.1"}, {"jmeter/v2-1.8.1", "jmeter/v3-1.9.RC2"},
	{"xml-security/v0-1.0.4", "xml-security/v1-1.0.5D2"}, {"xml-security/v1-1.0.5D2", "xml-security/v2-1.0.71"},
}

// TestCorpora checks on real releases that a release has no refactorings against itself, and that the log of swapped
// releases is the inverse of the log: every rename and every move, and nothing else.
func TestCorpora(t *testing.T) {
	dir := os.Getenv("REFRACT_CORPORA")
	if dir == "" {
		t.Skip("REFRACT_CORPORA names no directory of releases")
	}
	for _, r := range corpora {
		t.Run(r[0], func(t *testing.T) {
			var sides [2]release.Side
			for i, path := range r {
				var err error
				if sides[i], err = release.Read(context.Background(), filepath.Join(dir, path), release.ReadOptions{Jobs: 2}); err != nil {
					t.Skip(err)
				}
			}
			if c := compare(t, sides[0], sides[0]); len(c.Changes) > 0 {
				t.Errorf("with itself: %d changes", len(c.Changes))
			}
			forth, back := pairs(compare(t, sides[0], sides[1]).Changes, false), pairs(compare(t, sides[1], sides[0]).Changes, true)
			if d := cmp.Diff(forth, back); d != "" {
				t.Errorf("log of (old, new) and inverted log of (new, old) (-forth +back):\n%s", d)
			}
			t.Logf("%d renames and moves", len(forth))
		})
	}
}

func TestLogIsReadBack(t *testing.T) {
	c := compare(t, side(t, oldLibrary), side(t, newLibrary))
	var b bytes.Buffer
	if err := release.WriteLog(&b, c, "refract test"); err != nil {
		t.Fatal(err)
	}
	back, err := release.ReadLog(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(c.Changes, back.Changes, cmpopts.IgnoreUnexported(release.Element{}), cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9),
		cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Span" }, cmp.Ignore())); d != "" {
		t.Errorf("log read back (-written +read):\n%s", d)
	}
}

func TestReadLogRefusesWhatIsNone(t *testing.T) {
	for name, text := range map[string]string{
		"no xml": "hello", "other xml": "<html></html>", "cut off": xml.Header + `<refactorings version="1"><refactoring type="x">`,
		"newer": `<refactorings version="99"/>`, "no type": `<refactorings version="1"><refactoring><description>x</description></refactoring></refactorings>`,
		"no version": `<refactorings/>`, "empty": "",
	} {
		if _, err := release.ReadLog(strings.NewReader(text)); !errors.Is(err, release.ErrLog) {
			t.Errorf("%s: error = %v, want ErrLog", name, err)
		}
	}
}

func TestReadRefusesMissingAndEmptySides(t *testing.T) {
	if _, err := release.Read(context.Background(), filepath.Join(t.TempDir(), "none"), release.ReadOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing side: %v", err)
	}
	if _, err := release.Read(context.Background(), t.TempDir(), release.ReadOptions{}); !errors.Is(err, scan.ErrNoInput) {
		t.Errorf("empty side: %v", err)
	}
	if _, err := release.Read(context.Background(), writeZip(t, entry{"a.txt", "x"}), release.ReadOptions{}); !errors.Is(err, scan.ErrNoInput) {
		t.Errorf("archive without Java: %v", err)
	}
}
