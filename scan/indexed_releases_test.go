package scan_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"refract/scan"
)

// projectsInTurn are directories below REFRACT_CORPORA whose entries are releases of one project. REFRACT_ALL_RELEASES
// asks for all that there are.
var projectsInTurn = []string{"jhotdraw", "xml-security"}

// TestReleasesInTurn replaces each release of a project by the next, and compares every scan that uses the index with one
// that does not.
func TestReleasesInTurn(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA names no directory of releases")
	}
	scan.SetRest(t, 50*time.Millisecond)
	projects, set := projectsInTurn, builtin(t)
	if os.Getenv("REFRACT_ALL_RELEASES") != "" {
		projects = nil
		for _, dir := range entries(t, root) {
			projects = append(projects, filepath.Base(dir))
		}
	}
	for _, project := range projects {
		known := scan.CheckKnown(t)
		dir, path := filepath.Join(t.TempDir(), "src"), filepath.Join(t.TempDir(), "a.idx")
		releases := entries(t, filepath.Join(root, project))
		for _, release := range releases {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(dir, os.DirFS(release)); err != nil {
				t.Fatal(err)
			}
			want, _ := scanWith(t, dir, "", set)
			if got, notes := scanWith(t, dir, path, set); got != want {
				t.Fatalf("%s (%s), -cold +from the index:\n%s", release, notes, cmp.Diff(want, got))
			}
		}
		t.Logf("%s: %d releases, the bodies of %d files were known in all", project, len(releases), known.Load())
	}
}

// entries are the directories in dir, in the order of their names; none where there is no dir.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	list, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.IsDir() {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}
