package release_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/finding"
	"refract/release"
)

// goldenJSON is a comparison as the command prints it.
func goldenJSON(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("../report/testdata/compare.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestJSONAndXMLAreOneLog: the JSON of a comparison reads as the same refactorings as its XML, and holds the guide too.
func TestJSONAndXMLAreOneLog(t *testing.T) {
	j, err := release.ReadLog(bytes.NewReader(goldenJSON(t)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../report/testdata/compare.xml")
	if err != nil {
		t.Fatal(err)
	}
	x, err := release.ReadLog(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	opts := cmp.Options{cmpopts.IgnoreUnexported(release.Element{}), cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-3)}
	if d := cmp.Diff(x.Changes, j.Changes, opts); d != "" || len(j.Changes) == 0 {
		t.Errorf("%d refactorings (-XML +JSON):\n%s", len(j.Changes), d)
	}
	if d := cmp.Diff(x.Counts, j.Counts); d != "" {
		t.Errorf("counts (-XML +JSON):\n%s", d)
	}
	if j.NoGuide || j.API.Bump != release.Major || len(j.API.Packages) != 1 || j.API.Packages[0].Entries[0].Breaks != release.BreaksSource|release.BreaksBinary {
		t.Errorf("guide of the JSON: %v, %+v", j.NoGuide, j.API)
	}
	if !x.NoGuide || j.Old != x.Old || j.New != x.New || j.Old == "" {
		t.Errorf("XML without guide: %v; releases %q to %q in JSON, %q to %q in XML", x.NoGuide, j.Old, j.New, x.Old, x.New)
	}
}

// Edited JSON: only type and description of a refactoring must be there; counts follow from what is there.
func TestReadJSONEdited(t *testing.T) {
	c, err := release.ReadLog(strings.NewReader(" \n" + `{"schemaVersion": 1, "mine": true, "commits": [{"old": "a", "new": "b", "refactorings": [
		{"type": "Rename Class", "description": "A to B", "confidence": 7, "old": {"kind": "class", "name": "A"}}],
		"counts": [{"type": "Rename Class", "count": 9}], "problems": [{"path": "A.java", "severity": "error", "message": "bad"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	x := c.Changes[0]
	if len(c.Changes) != 1 || x.Confidence != 1 || x.Old.Kind != release.Class || x.New.Name != "" || !c.NoGuide {
		t.Errorf("read %+v", c)
	}
	if len(c.Counts) != 1 || c.Counts[0].Count != 1 || len(c.Problems) != 1 || c.Problems[0].Severity != finding.Trouble {
		t.Errorf("counts %+v, problems %+v", c.Counts, c.Problems)
	}
}

func TestReadJSONRefusesWhatIsNone(t *testing.T) {
	one := func(refactoring string) string {
		return `{"schemaVersion": 1, "commits": [{"old": "a", "new": "b", "refactorings": [` + refactoring + `]}]}`
	}
	deep := strings.Repeat(`{"type": "x", "description": "x", "consequences": [`, 60) + strings.Repeat("]}", 60)
	for _, tt := range []struct{ name, text, want string }{
		{"cut off", "{\n\"schemaVersion\": 1,\n", "line 3"},
		{"no version", `{"commits": [{}]}`, "schemaVersion"},
		{"newer", `{"schemaVersion": 2, "commits": [{}]}`, "schema version 2, this program reads 1 to 1"},
		{"version of words", "{\n\"schemaVersion\": \"one\"}", "line 2"},
		{"another report", `{"schemaVersion": 1, "groups": []}`, "0 entries"},
		{"several comparisons", `{"schemaVersion": 1, "commits": [{}, {}]}`, "2 entries"},
		{"no type", one(`{"description": "x"}`), "refactoring 1 has no type"},
		{"no description", one(`{"type": "x", "description": "x"}, {"type": "x", "description": " "}`), "refactoring 2 has no type or no description"},
		{"nested", one(deep), "nested more than 50"},
		{"nested far", one(strings.Repeat(`{"consequences":[`, 20_000)), "line 1"},
		{"more behind it", one("") + "\n{}", "line 2"},
		{"a word for a list", `{"schemaVersion": 1, "commits": "x"}`, "commits"},
		{"no bump", `{"schemaVersion": 1, "commits": [{"api": {"bump": "giant"}}]}`, `no such bump: "giant"`},
		{"no break", `{"schemaVersion": 1, "commits": [{"api": {"packages": [{"entries": [{"breaks": "hearts"}]}]}}]}`, `no such break: "hearts"`},
		{"no severity", `{"schemaVersion": 1, "commits": [{"problems": [{"severity": "fatal"}]}]}`, `no such severity: "fatal"`},
	} {
		if _, err := release.ReadLog(strings.NewReader(tt.text)); !errors.Is(err, release.ErrLog) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error = %v, want ErrLog and %q", tt.name, err, tt.want)
		}
	}
}

// zeros is a text without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestReadLogIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads as much as the largest log has")
	}
	if _, err := release.ReadLog(zeros{}); !errors.Is(err, release.ErrLog) || !strings.Contains(err.Error(), "more than") {
		t.Errorf("error = %v, want ErrLog for a log without an end", err)
	}
}

// FuzzReadLog: an XML log that is read can be written, and what was written reads as the same refactorings.
func FuzzReadLog(f *testing.F) {
	text, err := os.ReadFile("../report/testdata/compare.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`<refactorings version="1" old="a" new="b"><refactoring type="Rename Class"><old kind="class" name="A"/><description>d</description></refactoring></refactorings>`))
	f.Fuzz(func(t *testing.T, text []byte) { again(t, append([]byte("<"), bytes.TrimPrefix(text, []byte("<"))...)) })
}

// FuzzReadJSONLog: likewise of a log as JSON.
func FuzzReadJSONLog(f *testing.F) {
	f.Add(goldenJSON(f))
	f.Add([]byte(`{"schemaVersion": 1, "commits": [{"old": "a", "new": "b", "refactorings": [{"type": "x", "description": "\u0001\ud800",
		"consequences": [{"type": "y", "description": "z", "confidence": -1}]}], "api": {"bump": "minor"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { again(t, append([]byte("{"), bytes.TrimPrefix(text, []byte("{"))...)) })
}

// again reads a log, writes what it read, and reads that.
func again(t *testing.T, text []byte) {
	c, err := release.ReadLog(bytes.NewReader(text))
	if err != nil {
		if !errors.Is(err, release.ErrLog) {
			t.Errorf("error %v, want ErrLog", err)
		}
		return
	}
	var b bytes.Buffer
	if err := release.WriteLog(&b, c, ""); err != nil {
		t.Fatal(err)
	}
	back, err := release.ReadLog(&b)
	if err != nil {
		t.Fatalf("%v: what was written cannot be read", err)
	}
	if types(back.Changes) != types(c.Changes) {
		t.Errorf("read as\n%s\nand then as\n%s", types(c.Changes), types(back.Changes))
	}
}

// types draws the tree of the changes.
func types(cs []release.Change) string {
	var b strings.Builder
	for i := range cs {
		// XML has no way to write most control characters and makes line feeds of carriage returns.
		printable := strings.Map(func(r rune) rune {
			if r < ' ' || r == '\ufffd' || r > 0xd7ff {
				return '?'
			}
			return r
		}, cs[i].Type)
		b.WriteString(printable + "(" + types(cs[i].Consequences) + ")")
	}
	return b.String()
}
