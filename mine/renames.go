package mine

import (
	"cmp"
	"hash/maphash"
	"path"
	"slices"
	"strings"

	"refract/java"
)

// This file finds renamed files as git does: a removed and an added file are one file when at least half of the bytes
// of the larger one stand in lines that both have. It is a hint for the pairing of classes that have few members in common.
// A caller that knows git's own answer need not ask; the two agree but for ties.

// renamed maps the paths of removed files to those of the added files that they became.
func renamed(before, after []*java.File) map[string]string {
	old, now := onlyIn(before, after), onlyIn(after, before)
	if len(old) == 0 || len(now) == 0 {
		return nil
	}
	sides := [2][]fileLines{linesOf(old), linesOf(now)}
	type match struct{ i, j, common, name int }
	var found []match
	try := func(i, j int) {
		b, a := &sides[0][i], &sides[1][j]
		larger := max(b.size, a.size)
		if larger == 0 || min(b.size, a.size)*2 < larger {
			return // of two empty files nothing says that they are one
		}
		if n := b.common(a); n*2 >= larger {
			same := 0
			if path.Base(b.path) == path.Base(a.path) {
				same = 1
			}
			found = append(found, match{i, j, n * 1000 / larger, same})
		}
	}
	// A file that kept its name is nearly always the one; all pairs are compared only where that leaves few.
	byBase := map[string][]int{}
	for j := range sides[1] {
		byBase[path.Base(sides[1][j].path)] = append(byBase[path.Base(sides[1][j].path)], j)
	}
	var rest []int
	for i := range sides[0] {
		n := len(found)
		for _, j := range byBase[path.Base(sides[0][i].path)] {
			try(i, j)
		}
		if len(found) == n {
			rest = append(rest, i)
		}
	}
	if len(rest)*len(now) <= maxRenamePairs {
		for _, i := range rest {
			for j := range now {
				try(i, j)
			}
		}
	}
	slices.SortStableFunc(found, func(x, y match) int {
		return cmp.Or(cmp.Compare(y.name, x.name), cmp.Compare(y.common, x.common), cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j))
	})
	result := map[string]string{}
	taken := map[string]bool{}
	for _, m := range found {
		b, a := sides[0][m.i].path, sides[1][m.j].path
		if _, done := result[b]; !done && !taken[a] {
			result[b], taken[a] = a, true
		}
	}
	return result
}

// maxRenamePairs bounds the comparisons of files of different names, as git's diff.renameLimit does.
const maxRenamePairs = 100_000

// onlyIn are the files of a whose paths are not in b.
func onlyIn(a, b []*java.File) []*java.File {
	paths := make(map[string]bool, len(b))
	for _, f := range b {
		paths[f.Path] = true
	}
	var only []*java.File
	for _, f := range a {
		if !paths[f.Path] {
			only = append(only, f)
		}
	}
	return only
}

// fileLines is the lines of a file as hashes, sorted.
type fileLines struct {
	path  string
	size  int
	lines []hashedLine
}

type hashedLine struct {
	hash uint64
	size int
}

var lineSeed = maphash.MakeSeed()

func linesOf(files []*java.File) []fileLines {
	out := make([]fileLines, len(files))
	for i, f := range files {
		l := fileLines{path: f.Path, size: len(f.Source)}
		for line := range strings.Lines(f.Source) {
			l.lines = append(l.lines, hashedLine{maphash.String(lineSeed, strings.TrimRight(line, "\r\n")), len(line)})
		}
		slices.SortFunc(l.lines, func(x, y hashedLine) int { return cmp.Compare(x.hash, y.hash) })
		out[i] = l
	}
	return out
}

// common is the number of bytes in lines that both files have.
func (f *fileLines) common(g *fileLines) int {
	n, j := 0, 0
	for _, l := range f.lines {
		for j < len(g.lines) && g.lines[j].hash < l.hash {
			j++
		}
		if j < len(g.lines) && g.lines[j].hash == l.hash {
			n += l.size
			j++
		}
	}
	return n
}
