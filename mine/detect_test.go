package mine_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/finding"
	"refract/java"
	"refract/java/parse"
	"refract/mine"
)

var update = flag.Bool("update", false, "rewrite the expected lists in testdata")

// archive is a test in one file: a sentence of intent, then parts that begin with "-- name --".
type archive struct {
	intent string
	names  []string
	parts  map[string]string
}

func readArchive(t *testing.T, path string) archive {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := archive{parts: map[string]string{}}
	name := ""
	for line := range strings.Lines(string(text)) {
		if s, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(s, " --\n") {
			name = strings.TrimSuffix(s, " --\n")
			a.names = append(a.names, name)
			a.parts[name] = ""
			continue
		}
		if name == "" {
			a.intent += line
		} else {
			a.parts[name] += line
		}
	}
	return a
}

func parseAll(files map[string]string) []*java.File {
	p := parse.New()
	defer p.Close()
	paths := make([]string, 0, len(files))
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var list []*java.File
	for _, path := range paths {
		list = append(list, p.File(path, []byte(files[path])))
	}
	return list
}

func detect(t *testing.T, before, after map[string]string) []finding.Refactoring {
	t.Helper()
	found, err := mine.Detect(context.Background(), parseAll(before), parseAll(after), mine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func descriptions(found []finding.Refactoring) string {
	var b strings.Builder
	for _, r := range found {
		b.WriteString(r.Description + "\n")
	}
	return b.String()
}

func TestDetect(t *testing.T) {
	paths, err := filepath.Glob("testdata/detect/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			a := readArchive(t, path)
			before, after := map[string]string{}, map[string]string{}
			for name, text := range a.parts {
				if rel, ok := strings.CutPrefix(name, "before/"); ok {
					before[rel] = text
				} else if rel, ok := strings.CutPrefix(name, "after/"); ok {
					after[rel] = text
				}
			}
			found := detect(t, before, after)
			got := descriptions(found)
			if *update {
				a.parts["want"] = got
				a.write(t, path)
				return
			}
			if diff := cmp.Diff(a.parts["want"], got); diff != "" {
				t.Errorf("%s(-want +got):\n%s", a.intent, diff)
			}
			checkLocations(t, found, before, after)
		})
	}
}

func (a archive) write(t *testing.T, path string) {
	text := a.intent
	for _, name := range a.names {
		text += "-- " + name + " --\n" + a.parts[name]
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// checkLocations holds for every result: the locations of the left side lie in files before, those of the right side
// in files after, and every span is inside its file.
func checkLocations(t *testing.T, found []finding.Refactoring, before, after map[string]string) {
	t.Helper()
	for _, r := range found {
		if !strings.HasPrefix(r.Description, r.Type+" ") {
			t.Errorf("description %q does not begin with its type", r.Description)
		}
		for _, side := range []struct {
			locations []finding.Location
			files     map[string]string
		}{{r.Left, before}, {r.Right, after}} {
			if len(side.locations) == 0 {
				t.Errorf("%s: a side has no location", r.Description)
			}
			for _, l := range side.locations {
				text, ok := side.files[l.Path]
				if !ok {
					t.Errorf("%s: location in %q, which is not on that side", r.Description, l.Path)
					continue
				}
				if l.Span.Start > l.Span.End || int(l.Span.End) > len(text) || l.StartLine < 1 || l.StartColumn < 1 || l.Description == "" || l.ElementType == "" {
					t.Errorf("%s: bad location %+v", r.Description, l)
				}
			}
		}
	}
}

// Classes of one name stand in several modules, and what happened in each is told; what several copies became is told once.
func TestClassesOfOneName(t *testing.T) {
	class := func(name string) string {
		return "package p; class A { int " + name + "(int x) { int t = x + 1; if (t > 3) { log(t); } return t * 2; } }"
	}
	found := detect(t, map[string]string{"m1/p/A.java": class("find"), "m2/p/A.java": class("find"), "m3/p/A.java": class("find")},
		map[string]string{"m1/p/A.java": class("search"), "m2/p/A.java": class("find"), "m3/p/A.java": class("search")})
	happened(t, found, "Rename Method", "m1/p/A.java m1/p/A.java", "m3/p/A.java m3/p/A.java")
	sub := func(name, modifier string) string {
		return "class " + name + " extends Base { int only" + name + "; " + modifier + " int get(int x) { int t = x + 1; log(t); return t; } }"
	}
	gone := func(name string) string { return "class " + name + " extends Base { int only" + name + "; }" }
	found = detect(t, map[string]string{"B.java": sub("B", "private"), "C.java": sub("C", "private"), "Base.java": "class Base { int n; }"},
		map[string]string{"B.java": gone("B"), "C.java": gone("C"), "Base.java": "class Base { int n; protected int get(int x) { int t = x + 1; log(t); return t; } }"})
	access := 0
	for _, r := range found {
		if r.Type == "Change Method Access Modifier" {
			access++
		}
	}
	if access != 1 {
		t.Errorf("the access modifier of one method was changed %d times: %v", access, found)
	}
}

// A supertype is the class of that name in the same module, where several modules have one.
func TestSupertypeOfTheModule(t *testing.T) {
	get := "protected int get(int x) { int t = x + 1; log(t); return t; }"
	before, after := map[string]string{}, map[string]string{}
	for _, m := range []string{"m1", "m2"} {
		before[m+"/Base.java"], after[m+"/Base.java"] = "class Base { int n; }", "class Base { int n; "+get+" }"
		before[m+"/Sub.java"], after[m+"/Sub.java"] = "class Sub extends Base { int k; "+get+" }", "class Sub extends Base { int k; }"
	}
	happened(t, detect(t, before, after), "Pull Up Method", "m1/Sub.java m1/Base.java", "m2/Sub.java m2/Base.java")
}

// happened wants refactorings of one type and no others, from a file to a file each.
func happened(t *testing.T, found []finding.Refactoring, typ string, want ...string) {
	t.Helper()
	var files []string
	for _, r := range found {
		if r.Type != typ {
			t.Errorf("unexpected %s", r.Description)
			continue
		}
		files = append(files, r.Left[0].Path+" "+r.Right[0].Path)
	}
	if !slices.Equal(files, want) {
		t.Errorf("%s in %v, want %v", typ, files, want)
	}
}
