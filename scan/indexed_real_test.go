package scan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

// realCorpora are directories below REFRACT_CORPORA.
var realCorpora = []string{"jmeter/v1-1.8", "ant/v5-1.5", "xml-security/v0-1.0.4"}

// TestRandomEditsOfRealCode edits real programs at random, several files at a time, and compares every scan that uses the
// index with one that does not. REFRACT_EDIT_ROUNDS says how often.
func TestRandomEditsOfRealCode(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA names no directory of releases")
	}
	scan.SetRest(t, 50*time.Millisecond)
	known, standing := scan.CheckKnown(t), scan.CountStanding(t)
	rounds := roundsOfEdits(t, 16)
	set := builtin(t)
	for seed, name := range realCorpora {
		from := filepath.Join(root, name)
		if _, err := os.Stat(from); err != nil {
			t.Logf("no %s", from)
			continue
		}
		e := &editor{dir: t.TempDir(), rng: rand.New(rand.NewPCG(uint64(seed), 11)), parser: parse.New()}
		if err := os.CopyFS(e.dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.idx")
		inPart := 0
		for round := range rounds {
			var done []string
			for range e.rng.IntN(6) * min(round, 1) {
				done = append(done, e.edit(t))
			}
			if _, notes := scanAgain(t, e.dir, path, set, round, fmt.Sprintf("%s in %s", done, name)); onlyWhatIsNew(notes, set) {
				inPart++
			}
		}
		e.parser.Close()
		if inPart < rounds/3 {
			t.Errorf("%s: only %d of %d scans used what the index had", name, inPart, rounds)
		}
		t.Logf("%s: the bodies of %d files were known in all", name, known.Load())
	}
	t.Logf("answers of the last scan that stood: %d of queries that were refused, %d of what is shown, %d with all candidates judged, %d with some", standing.Whole.Load(), standing.Shown.Load(), standing.All.Load(), standing.Capped.Load())
	if standing.Capped.Load() == 0 {
		t.Error("of no query with more candidates than are judged stood what the last scan said")
	}
}

// editor edits a tree of real sources.
type editor struct {
	dir    string
	rng    *rand.Rand
	parser *parse.Parser
	next   int
}

func (e *editor) files(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(e.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".java") {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// method returns a file with a method that has a body, its text, and the method's span.
func (e *editor) method(t *testing.T) (path, text string, f *java.File, m *java.Method) {
	t.Helper()
	files := e.files(t)
	for range 200 {
		path = files[e.rng.IntN(len(files))]
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f = e.parser.File(path, content)
		if f.Latin1 || len(f.Methods) == 0 || f.Source != string(content) {
			continue
		}
		if m = &f.Methods[e.rng.IntN(len(f.Methods))]; m.Body >= 0 && m.Name != "" {
			return path, f.Source, f, m
		}
	}
	t.Fatal("no file to edit")
	return "", "", nil, nil
}

// edit does one thing to one file or two, and says what.
func (e *editor) edit(t *testing.T) string {
	t.Helper()
	path, text, f, m := e.method(t)
	span, body := f.Span(m.Node), f.Span(m.Body)
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	what := []string{"a method less", "a method from elsewhere", "another name for a method", "an empty body", "a line more",
		"a file less", "a file elsewhere", "a class more", "another modifier", "another parameter", "another supertype", "a copy of a file",
		"a body from elsewhere", "another name for a class", "an overload", "an import less", "imports on demand more", "another package",
		"a supertype from elsewhere", "another type for a field", "a member type of a known name", "a method behind the others", "a field more", "a comment before a method",
		"another name for a file", "a copy of a file beside it"}[e.rng.IntN(26)]
	switch what {
	case "a method less":
		write(text[:span.Start] + text[span.End:])
	case "a method from elsewhere":
		_, other, g, n := e.method(t)
		write(text[:span.Start] + other[g.Span(n.Node).Start:g.Span(n.Node).End] + "\n" + text[span.Start:])
	case "a method behind the others":
		_, other, g, n := e.method(t)
		if end := strings.LastIndex(text, "}"); end > int(span.End) {
			write(text[:end] + other[g.Span(n.Node).Start:g.Span(n.Node).End] + "\n" + text[end:])
		}
	case "a field more":
		write(text[:span.Start] + "int " + []string{"size", "name", "value", m.Name}[e.rng.IntN(4)] + ";\n" + text[span.Start:])
	case "a comment before a method":
		write(text[:span.Start] + "/* what it does */\n" + text[span.Start:])
	case "a body from elsewhere":
		_, other, g, n := e.method(t)
		write(text[:body.Start] + other[g.Span(n.Body).Start:g.Span(n.Body).End] + text[body.End:])
	case "another name for a method":
		name := f.Span(m.NameNode)
		write(text[:name.End] + "X" + text[name.End:])
	case "an empty body":
		write(text[:body.Start] + "{}" + text[body.End:])
	case "a line more":
		write("// moved\n" + text)
	case "a file less":
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	case "a file elsewhere":
		e.next++
		to := filepath.Join(e.dir, fmt.Sprint("moved", e.next), filepath.Base(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path, to); err != nil {
			t.Fatal(err)
		}
	case "another name for a file": // before some that it was behind, or behind some that it was before
		e.next++
		to := filepath.Join(filepath.Dir(path), fmt.Sprintf("%c%d%s", 'A'+e.rng.IntN(26), e.next, filepath.Base(path)))
		if err := os.Rename(path, to); err != nil {
			t.Fatal(err)
		}
	case "a copy of a file beside it":
		e.next++
		path = filepath.Join(filepath.Dir(path), fmt.Sprintf("%c%d%s", 'A'+e.rng.IntN(26), e.next, filepath.Base(path)))
		write(text)
	case "a copy of a file":
		e.next++
		path = filepath.Join(e.dir, fmt.Sprint("copy", e.next, ".java"))
		write(text)
	case "a class more":
		e.next++
		write(text + fmt.Sprintf("\nclass Added%d { int f(int x) { int y = x + %d; return y * x; } }\n", e.next, e.next))
	case "another modifier":
		write(strings.Replace(strings.Replace(text, "private ", "public ", 2), "protected ", "private ", 1))
	case "another parameter":
		write(text[:span.Start] + strings.Replace(text[span.Start:], "(", "(int more, ", 1))
	case "another name for a class":
		write(strings.ReplaceAll(text, f.Types[0].Name, f.Types[0].Name+"X"))
	case "an overload":
		copied := strings.Replace(text[span.Start:span.End], "(", "(Object more, ", 1)
		if len(m.Params) > 0 && m.Params[0].Type >= 0 {
			typ := f.Span(m.Params[0].Type)
			copied = text[span.Start:typ.Start] + "Object" + text[typ.End:span.End]
		}
		write(text[:span.Start] + copied + "\n" + text[span.Start:])
	case "an import less":
		if len(f.Imports) > 0 {
			im := f.Span(f.Imports[e.rng.IntN(len(f.Imports))].Node)
			write(text[:im.Start] + text[im.End:])
		}
	case "imports on demand more":
		_, _, g, _ := e.method(t)
		if len(f.Imports) > 0 {
			at := f.Span(f.Imports[0].Node).Start
			write(text[:at] + "import " + g.Package + ".*; import static " + g.QualifiedName(0) + ".*;\n" + text[at:])
		}
	case "another package":
		write(strings.Replace(text, "package "+f.Package, "package "+f.Package+".more", 1))
	case "a supertype from elsewhere":
		_, _, g, _ := e.method(t)
		name := f.Types[0].NameNode
		if end := f.Span(name).End; f.Types[0].Superclass < 0 && f.Types[0].Kind == java.ClassType {
			write(text[:end] + " extends " + g.QualifiedName(0) + text[end:])
		} else {
			write(strings.Replace(text, " implements ", " implements "+g.QualifiedName(0)+", ", 1))
		}
	case "another type for a field":
		_, _, g, _ := e.method(t)
		if len(f.Fields) > 0 && f.Fields[0].Type >= 0 {
			typ := f.Span(f.Fields[0].Type)
			write(text[:typ.Start] + "java.util.List<" + g.QualifiedName(0) + ">" + text[typ.End:])
		}
	case "a member type of a known name":
		_, _, g, _ := e.method(t)
		write(text[:span.Start] + "static class " + g.Types[0].Name + " { void " + m.Name + "() { } }\n" + text[span.Start:])
	case "another supertype":
		write(strings.Replace(text, " extends ", " extends My", 1))
	}
	return what + " in " + path
}
