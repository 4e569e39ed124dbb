package scan

import (
	"refract/index"
)

// This file holds the files of a program beside those of the index that it is to be written to.

// indexedFiles is the files of an index, by path, beside those of a program.
type indexedFiles struct {
	files  []index.File
	number []int32 // by id: which of files that is, -1 for one that is not current
	now    []int32 // by number in files: that of the file of that path in the program, -1 where there is none
	held   []bool  // by number in files: the index has it as the program has it
}

// besideFiles holds the files of an index beside those of a program. past, unless it is nil, is of that index, and has found them already.
func besideFiles(files []index.File, of *Corpus, past *trees) *indexedFiles {
	x := &indexedFiles{files: files, now: make([]int32, len(files)), held: make([]bool, len(files))}
	last := index.FileID(0)
	for i := range files {
		last, x.now[i] = max(last, files[i].ID), -1
	}
	x.number = make([]int32, int(last)+1)
	for i := range x.number {
		x.number[i] = -1
	}
	for i := range files {
		x.number[files[i].ID] = int32(i)
	}
	now := of.Program.Files
	if past != nil {
		for j, in := range past.of {
			if in != nil && !past.moved[j] { // what has another place among the others is one that is gone, and another one
				x.now[x.number[in.ID]] = int32(j)
			}
		}
		return x
	}
	meet(len(files), len(now), func(i int) string { return files[i].Path }, func(j int) string { return now[j].Path },
		func(i, j int) { x.now[i] = int32(j) })
	return x
}

// of returns the number of a version of a file, -1 for one that is not current.
func (x *indexedFiles) of(id index.FileID) int32 {
	if int(id) >= len(x.number) {
		return -1
	}
	return x.number[id]
}

// heldAs returns the file of the program that a version of a file is, -1 for one that is not current, or not as the program has it.
func (x *indexedFiles) heldAs(id index.FileID) int32 {
	if n := x.of(id); n >= 0 && x.held[n] {
		return x.now[n]
	}
	return -1
}
