package scan

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOpenDirectory: a directory is listed as package os lists it, however many files of whatever kinds are in it, and files in it have the sizes
// and stamps that they have by their paths.
func TestOpenDirectory(t *testing.T) {
	dir := t.TempDir()
	for i := range 500 { // more than are read at once
		name := fmt.Sprintf("%d%s.java", i, strings.Repeat("é", i%40))
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(os.Mkdir(filepath.Join(dir, "a"), 0o700), os.Symlink("nowhere", filepath.Join(dir, "link")),
		os.Symlink("a", filepath.Join(dir, "a.java")), os.WriteFile(filepath.Join(dir, "..."), nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	d, got, err := openDirectory(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	slices.SortFunc(got, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	want, err := os.ReadDir(dir)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d entries, %v; %d in all", len(got), err, len(want))
	}
	for i, e := range want {
		if got[i].name != e.Name() || got[i].kind != e.Type() {
			t.Errorf("%s %v, want %s %v", got[i].name, got[i].kind, e.Name(), e.Type())
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if size, stamp, err := d.stat(e.Name()); err != nil || size != info.Size() || stamp != stampOf(info) {
			t.Errorf("%s has %d bytes and stamp %x, %v; want %d and %x", e.Name(), size, stamp, err, info.Size(), stampOf(info))
		}
	}
	if _, _, err := d.stat("missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestOpenDirectoryThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "A.java")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, file + "x"} {
		_, want := os.ReadDir(path)
		if _, _, err := openDirectory(path); err == nil || unreadable(path, err) != unreadable(path, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// TestWalkInOrder: paths ascend where a directory's name is the beginning of another's, which need no sorting then.
func TestWalkInOrder(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"a/B.java", "a.b/C.java", "a-b/D.java", "a.java", "aa/E.java", "a0/F.java", "a/c/G.java", "a/c.java"} {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	w := walker{jobs: 1}
	if err := w.root(dir, ""); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, in := range w.out.Inputs {
		paths = append(paths, in.Path)
	}
	if len(paths) != 8 || !slices.IsSorted(paths) {
		t.Errorf("%q", paths)
	}
}
