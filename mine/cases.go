package mine

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file reads changes that lie in directories.

// ReadDir returns the Java files below dir, sorted by path. Links are not followed.
func ReadDir(ctx context.Context, dir string) ([]Blob, error) {
	var blobs []Blob
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !e.Type().IsRegular() || !strings.HasSuffix(path, ".java") {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		blobs = append(blobs, Blob{Path: filepath.ToSlash(rel), Content: content})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, err)
	}
	slices.SortFunc(blobs, func(a, b Blob) int { return strings.Compare(a.Path, b.Path) })
	return blobs, nil
}

// Directories is the change from one directory to another. Files that are equal on both sides are left out, as they
// are in a commit.
func Directories(name, before, after string) Input {
	return Input{SHA: name, Load: func(ctx context.Context) (c Change, err error) {
		// One side may be missing: a commit that only adds or only removes files.
		for _, s := range []struct {
			dir  string
			into *[]Blob
		}{{before, &c.Before}, {after, &c.After}} {
			if _, err := os.Stat(s.dir); os.IsNotExist(err) {
				continue
			}
			if *s.into, err = ReadDir(ctx, s.dir); err != nil {
				return Change{}, err
			}
		}
		c.Before, c.After = ChangedOnly(c.Before, c.After)
		return c, nil
	}}
}

// ChangedOnly drops the files that have one path and one content on both sides.
func ChangedOnly(before, after []Blob) (b, a []Blob) {
	old := make(map[string][]byte, len(before))
	for _, x := range before {
		old[x.Path] = x.Content
	}
	same := map[string]bool{}
	for _, y := range after {
		if c, ok := old[y.Path]; ok && string(c) == string(y.Content) {
			same[y.Path] = true
			continue
		}
		a = append(a, y)
	}
	for _, x := range before {
		if !same[x.Path] {
			b = append(b, x)
		}
	}
	return b, a
}

// Cases returns the cases of dir in the order of their names: every DIR/<case> with a folder before or after.
func Cases(dir string) (iter.Seq[Input], int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, 0, fmt.Errorf("read cases: %w", err)
	}
	var names []string
	for _, e := range entries {
		if isDir(filepath.Join(dir, e.Name(), "before")) || isDir(filepath.Join(dir, e.Name(), "after")) {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		return nil, 0, fmt.Errorf("read cases: %s has no case, which is a folder with the folders before and after", dir)
	}
	return func(yield func(Input) bool) {
		for _, n := range names {
			if !yield(Directories(n, filepath.Join(dir, n, "before"), filepath.Join(dir, n, "after"))) {
				return
			}
		}
	}, len(names), nil
}

func isDir(path string) bool {
	s, err := os.Stat(path)
	return err == nil && s.IsDir()
}
