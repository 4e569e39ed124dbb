//go:build linux || darwin

package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestDirectWalk: reading tree-sitter's nodes where they lie gives what its cursor gives, in every construct of the samples and
// of real files.
func TestDirectWalk(t *testing.T) {
	e := newEngine()
	defer e.close()
	check := func(name, text string) {
		want, ok := e.viewByCursor(text)
		if want = want.clone(); !ok {
			t.Fatalf("%s: not parsed", name)
		}
		got, ok := e.view(text, 0)
		if !ok || got.hasError != want.hasError || got.depth != want.depth || len(got.nodes) != len(want.nodes) || !reflect.DeepEqual(got.comments, want.comments) {
			t.Fatalf("%s: ok %v, errors %v, %d levels, %d nodes, %d comments; want errors %v, %d, %d, %d", name, ok, got.hasError, got.depth,
				len(got.nodes), len(got.comments), want.hasError, want.depth, len(want.nodes), len(want.comments))
		}
		for i := range got.nodes {
			if got.nodes[i] != want.nodes[i] {
				t.Fatalf("%s: node %d is %+v, want %+v", name, i, got.nodes[i], want.nodes[i])
			}
		}
	}
	check("empty", "")
	check("comment", "  /* a */ // b")
	check("extras", "/* a */ package /* b */ a /* c */ ; /* d */ import a . /* e */ * /* f */ ; class /* g */ A /* h */ { /* i */ } /* j */")
	check("deep", "class A { int f() { return "+strings.Repeat("(", 3000)+"1"+strings.Repeat(")", 3000)+"; } }")
	check("errors", "class A { int f( { return 1; } }")
	dirs := []string{"../../rules/catalog", "../../program/testdata", "../../vectors/testdata"}
	if dir := os.Getenv("REFRACT_CORPORA"); dir != "" {
		dirs = append(dirs, dir)
	}
	files := 0
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
				return err
			}
			if files++; files > 500 && files%8 > 0 { // some seconds are enough
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text, _ := toText(withoutMark(content))
			check(path, text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 50 {
		t.Errorf("only %d files were compared", files)
	}
}

// TestDirectWalkIsUsed: the grammar is of the version whose layout is known, so that trees are not walked by the cursor.
func TestDirectWalkIsUsed(t *testing.T) {
	e := newEngine()
	defer e.close()
	if !e.direct() {
		t.Error("trees are walked by the cursor")
	}
}
