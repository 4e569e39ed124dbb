package scan

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"refract/index"
	"refract/source"
)

// This file finds the index that knows a file, and the file in it.

// ErrNoIndex is returned where no scan has left an index that can be asked. The remedy is to scan the directory that
// holds the file.
var ErrNoIndex = errors.New("no index")

// openFor opens the index at o.Path, or that of the nearest directory above file that has one. A file that is not on
// disk is taken to be below the working directory: a report names it from the root that was scanned.
func openFor(file string, o IndexOptions) (*index.Store, error) {
	path := o.Path
	if path == "" {
		var err error
		if path, err = indexAbove(file); err != nil {
			return nil, err
		}
	}
	ix, err := index.Inspect(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w at %s", ErrNoIndex, path)
	case errors.Is(err, index.ErrDamaged), errors.Is(err, index.ErrFormat), errors.Is(err, index.ErrForeign):
		return nil, fmt.Errorf("%w that can be used: %w", ErrNoIndex, err)
	case err != nil:
		return nil, err
	}
	if err := ix.Identity().Admits(identity(ix.Identity().Root, o.Tool)); err != nil {
		ix.Close()
		return nil, fmt.Errorf("%w that can be used: index %s: %w", ErrNoIndex, path, err)
	}
	return ix, nil
}

func indexAbove(file string) (string, error) {
	dir := filepath.Dir(file)
	if _, err := os.Stat(file); err != nil {
		dir = "."
	}
	above, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for root := above; ; root = filepath.Dir(root) {
		path, err := IndexPath(root)
		if err != nil {
			return "", err
		}
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("%w of %s or a folder above it; scan one first, or name the index of several with --index", ErrNoIndex, above)
		}
	}
}

// pathIn returns the path under which ix knows file: that below the root or, where a report's path was given or there
// are several roots, the one path that ends in file or that file ends in.
func pathIn(ix *index.Store, file string) (string, error) {
	files, err := ix.Files()
	if err != nil {
		return "", err
	}
	rel := below(ix, file)
	path := filepath.ToSlash(filepath.Clean(file))
	var found []string
	for i := range files {
		switch p := files[i].Path; {
		case p == rel:
			return p, nil
		case p == path || strings.HasSuffix(p, "/"+path) || strings.HasSuffix(path, "/"+p):
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 3:
		found = append(found[:3], "…")
	case len(found) == 0:
		return "", fmt.Errorf("%s is not among the %d files of the last scan of %s: test and generated code are left out unless asked for, and a new file has to be scanned",
			file, len(files), strings.ReplaceAll(ix.Identity().Root, "\n", ", "))
	}
	return "", fmt.Errorf("%s may be any of %s", file, strings.Join(found, ", "))
}

// below returns the path of file below the only root of ix, "" where it is not below it or there are several.
func below(ix *index.Store, file string) string {
	root := ix.Identity().Root
	abs, err := filepath.Abs(file)
	if err != nil || strings.Contains(root, "\n") {
		return ""
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// stale reports whether the file on disk is another than the one that was scanned.
func stale(ix *index.Store, file string, f *index.File) bool {
	if root := ix.Identity().Root; !strings.Contains(root, "\n") {
		file = filepath.Join(root, filepath.FromSlash(f.Path))
	}
	content, err := os.ReadFile(file)
	return err != nil || source.HashOf(content) != f.Hash
}
