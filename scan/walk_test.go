package scan_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/finding"
	"refract/scan"
)

// tree writes files below a new directory and returns it. A name that ends in a slash is an empty directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func paths(w scan.Walked) []string {
	var out []string
	for _, in := range w.Inputs {
		out = append(out, in.Path)
	}
	return out
}

func TestWalk(t *testing.T) {
	files := map[string]string{
		"src/a/A.java":                    "class A {}",
		"src/a/B.java":                    "class B {}",
		"src/a/build/C.java":              "class C {}", // a package called build
		"src/legacy/Old.java":             "class Old {}",
		"src/a/notes.txt":                 "no Java",
		"pom.xml":                         "<project/>",
		"target/gen/T.java":               "class T {}",
		"target/generated-sources/U.java": "class U {}",
		".idea/X.java":                    "class X {}",
		".gitignore":                      "*Ignored.java\n/out/\n",
		"src/a/AIgnored.java":             "class AIgnored {}",
		"out/O.java":                      "class O {}",
		"src/kept/.gitignore":             "!KeptIgnored.java\n",
		"src/kept/KeptIgnored.java":       "class KeptIgnored {}",
	}
	tests := []struct {
		name               string
		o                  scan.WalkOptions
		want               []string
		ignored, generated int
	}{
		{"default", scan.WalkOptions{},
			[]string{"src/a/A.java", "src/a/B.java", "src/a/build/C.java", "src/kept/KeptIgnored.java", "src/legacy/Old.java"}, 1, 2},
		{"without .gitignore", scan.WalkOptions{NoIgnore: true},
			[]string{"src/a/A.java", "src/a/AIgnored.java", "src/a/B.java", "src/a/build/C.java", "src/kept/KeptIgnored.java", "src/legacy/Old.java"}, 0, 3},
		{"include", scan.WalkOptions{Include: []string{"**/a/*.java"}}, []string{"src/a/A.java", "src/a/B.java"}, 4, 0},
		{"exclude a folder by its name", scan.WalkOptions{Exclude: []string{"legacy", "kept/"}},
			[]string{"src/a/A.java", "src/a/B.java", "src/a/build/C.java"}, 3, 2},
		{"exclude wins", scan.WalkOptions{Include: []string{"**/A.java", "**/B.java"}, Exclude: []string{"src/**/B.java"}},
			[]string{"src/a/A.java"}, 5, 0},
		{"build output", scan.WalkOptions{Generated: true},
			[]string{"src/a/A.java", "src/a/B.java", "src/a/build/C.java", "src/kept/KeptIgnored.java", "src/legacy/Old.java",
				"target/gen/T.java", "target/generated-sources/U.java"}, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, err := scan.Walk([]string{tree(t, files)}, tt.o)
			must(t, err)
			if diff := cmp.Diff(tt.want, paths(w)); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
			if w.Generated != tt.generated {
				t.Errorf("generated: got %d, want %d", w.Generated, tt.generated)
			}
			if tt.name != "include" && tt.name != "exclude wins" && w.Ignored != tt.ignored {
				t.Errorf("ignored: got %d, want %d", w.Ignored, tt.ignored)
			}
		})
	}
}

// With several roots the paths begin with the root, and overlapping roots give each file once.
func TestWalkSeveralRoots(t *testing.T) {
	dir := tree(t, map[string]string{"a/A.java": "class A {}", "b/B.java": "class B {}"})
	t.Chdir(dir)
	w, err := scan.Walk([]string{"a", "b", "./a/A.java"}, scan.WalkOptions{})
	must(t, err)
	if diff := cmp.Diff([]string{"a/A.java", "b/B.java"}, paths(w)); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

// A file that the user names is read whatever the rules say.
func TestWalkNamedFile(t *testing.T) {
	dir := tree(t, map[string]string{".gitignore": "*.java\n", "A.java": "class A {}"})
	w, err := scan.Walk([]string{filepath.Join(dir, "A.java")}, scan.WalkOptions{})
	must(t, err)
	if diff := cmp.Diff([]string{"A.java"}, paths(w)); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

func TestWalkErrors(t *testing.T) {
	empty := tree(t, map[string]string{"README": "no Java here"})
	tests := []struct {
		name string
		root string
		o    scan.WalkOptions
		is   error
		want string
	}{
		{"missing directory", filepath.Join(empty, "absent"), scan.WalkOptions{}, fs.ErrNotExist, "absent"},
		{"no Java file", empty, scan.WalkOptions{}, scan.ErrNoInput, "no Java file"},
		{"bad glob", empty, scan.WalkOptions{Include: []string{"[a"}}, nil, `"[a"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := scan.Walk([]string{tt.root}, tt.o)
			if err == nil {
				t.Fatal("no error")
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("got %v, want %v", err, tt.is)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q, want %q in it", err, tt.want)
			}
		})
	}
}

// A loop of links, a link to a file and a link that leads nowhere are passed by.
func TestWalkLinks(t *testing.T) {
	dir := tree(t, map[string]string{"src/A.java": "class A {}"})
	for from, to := range map[string]string{"src/loop": "..", "src/Other.java": "A.java", "src/Gone.java": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	w, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	must(t, err)
	if diff := cmp.Diff([]string{"src/A.java"}, paths(w)); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	if w.Links != 3 {
		t.Errorf("links: got %d, want 3", w.Links)
	}
}

// A root that is a link to itself is an error, not a hang.
func TestWalkRootIsLoop(t *testing.T) {
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := scan.Walk([]string{loop}, scan.WalkOptions{}); err == nil {
		t.Error("no error")
	}
}

func TestWalkUnreadableDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := tree(t, map[string]string{"A.java": "class A {}", "locked/B.java": "class B {}"})
	must(t, os.Chmod(filepath.Join(dir, "locked"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "locked"), 0o755) })
	w, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	must(t, err)
	if len(w.Problems) != 1 || w.Problems[0].Path != "locked" || w.Problems[0].Severity != finding.Trouble {
		t.Errorf("problems: got %+v, want one of locked", w.Problems)
	}
}
