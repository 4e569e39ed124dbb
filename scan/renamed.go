package scan

import (
	"path"

	"refract/index"
	"refract/java"
	"refract/java/parse"
	"refract/source"
)

// This file finds files that have another name than they had. What they declare and what their bodies mean is what it was, as long as they lie in
// the directory where they lay, which decides between types of one name, and if one of their types has the name of another one come where they came among the
// files, whose order decides then (see changes.declarations). What is shown of them is to be shown again, since it names them.

// content is what a file is known by that has another name: where it lies, and what is in it.
type content struct {
	dir  string
	hash source.Hash
}

// meetRenamed notes for inputs of which the index, which has files, does not know the path which of its files that are gone they are. Where several files of a directory
// have the same content it is none.
func (s *store) meetRenamed(files []index.File) {
	if len(s.met) != len(s.states) {
		return // all are hashed anew, and nothing is known by its path
	}
	here := make([]bool, len(files))
	var added []int
	for i, j := range s.met {
		switch {
		case j >= 0:
			here[j] = true
		case s.left[s.states[i].Path] == nil:
			added = append(added, i)
		}
	}
	if len(added) == 0 {
		return
	}
	gone := map[content]int32{} // of files, -1 for several
	for j := range files {
		if !here[j] {
			enterOnce(gone, content{path.Dir(files[j].Path), files[j].Hash}, int32(j))
		}
	}
	now := map[content]int32{} // of inputs, likewise
	for _, i := range added {
		enterOnce(now, content{path.Dir(s.states[i].Path), s.states[i].Hash}, int32(i))
	}
	for c, i := range now {
		j, ok := gone[c]
		if ok && i >= 0 && j >= 0 && parse.IsTestPath(s.states[i].Path) == parse.IsTestPath(files[j].Path) {
			s.met[i], s.meets = j, true
		}
	}
}

// enterOnce enters n under c, and -1 where there is something already.
func enterOnce(m map[content]int32, c content, n int32) {
	if _, several := m[c]; several {
		n = -1
	}
	m[c] = n
}

// findRenamed finds, among the files of the scan, those with another name than in the index, and those of them that come before or behind others than they did.
func (t *trees) findRenamed(files []*java.File) {
	if !t.s.meets {
		return // nobody need compare paths
	}
	t.renamed, t.moved = map[int]bool{}, map[int]bool{}
	for i, in := range t.of {
		if in != nil && in.Path != files[i].Path {
			t.renamed[i], t.moved[i] = true, true
		}
	}
	// The others come in the order in which they came, which is that of their paths.
	next := make([]string, len(files)+1) // by file: the path of the first of the others from there on, "" for none
	for i := len(files) - 1; i >= 0; i-- {
		if next[i] = next[i+1]; t.of[i] != nil && !t.moved[i] {
			next[i] = t.of[i].Path
		}
	}
	last := ""
	for i, in := range t.of {
		switch {
		case in == nil:
		case !t.moved[i]:
			last = in.Path
		case last < in.Path && (next[i] == "" || in.Path < next[i]):
			delete(t.moved, i)
			last = in.Path
		}
	}
}
