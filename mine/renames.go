package mine

import (
	"cmp"
	"hash/maphash"
	"maps"
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
	byBase := map[string]*filesOfName{}
	for j := range sides[1] {
		base := path.Base(sides[1][j].path)
		if byBase[base] == nil {
			byBase[base] = &filesOfName{sides: sides[1]}
		}
		byBase[base].at = append(byBase[base].at, j)
	}
	var rest []int
	for i := range sides[0] {
		n := len(found)
		if x := byBase[path.Base(sides[0][i].path)]; x != nil {
			for _, j := range x.like(&sides[0][i]) {
				try(i, j)
			}
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

// filesOfName are the added files of one name, package-info.java or Messages.java, by their places in sides.
type filesOfName struct {
	sides []fileLines
	at    []int
	with  map[uint64][]int // by a line, once it was asked for
}

// like returns the places of those that f is compared with: all up to mostMet, and of more the nearestMet that have most of its lines, without the lines that more than
// mostMet have.
func (x *filesOfName) like(f *fileLines) []int {
	if len(x.at) <= mostMet {
		return x.at
	}
	if x.with == nil {
		x.with = map[uint64][]int{}
		for _, j := range x.at {
			for l := range x.sides[j].distinct {
				x.with[l.hash] = append(x.with[l.hash], j)
			}
		}
	}
	common := map[int]int{}
	for l := range f.distinct {
		if at := x.with[l.hash]; len(at) <= mostMet {
			for _, j := range at {
				common[j] += l.size
			}
		}
	}
	found := slices.SortedFunc(maps.Keys(common), func(i, j int) int { return cmp.Or(cmp.Compare(common[j], common[i]), cmp.Compare(i, j)) })
	return found[:min(len(found), nearestMet)]
}

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

// distinct yields each line once.
func (f *fileLines) distinct(yield func(hashedLine) bool) {
	for i, l := range f.lines {
		if (i == 0 || f.lines[i-1].hash != l.hash) && !yield(l) {
			return
		}
	}
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
