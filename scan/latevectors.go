package scan

import (
	"cmp"
	"sort"
	"sync"

	"refract/vectors"
)

// This file has the vectors of bodies when somebody asks for them: after 1 % of the files were edited that is for one body in ten, though of a third of all files. Those that
// are known stay where they lie in the index, those that were resolved where they were put.

// lateVectors are the vectors of the bodies of a program.
type lateVectors struct {
	begin  []extent // as in layout
	chunks []chunk
	s      *survey
	large  sync.Map // by file: *vectors.Table, of those of which no vector is read alone
}

// freshVectors are those of a file whose bodies were resolved: in a table from a row on.
type freshVectors struct {
	file, row int
	in        *vectors.Table
}

// appendTo appends the vector of body b to one without entries. Where the index has it not any more there is none, and the scan begins again: see trees.brokenBy.
func (l *lateVectors) appendTo(to vectors.Vector, b int) vectors.Vector {
	file := sort.Search(len(l.begin)-1, func(i int) bool { return l.begin[i+1].bodies > b }) // the first one that ends behind b
	n := b - l.begin[file].bodies
	if !l.s.known[file] {
		return append(to, l.fresh(file, n)...)
	}
	var v vectors.Vector
	var err error
	if !l.s.past.inPlace(func() { v, err = l.appendKnown(to, file, n) }) || err != nil {
		l.s.past.breaks(cmp.Or(err, errRecord))
		return nil
	}
	return v
}

// fresh is the vector of body n of a file that was resolved.
func (l *lateVectors) fresh(file, n int) vectors.Vector {
	of := l.chunks[sort.Search(len(l.chunks), func(i int) bool { return l.chunks[i].to > file })].fresh
	i := sort.Search(len(of), func(i int) bool { return of[i].file >= file })
	return of[i].in.Row(of[i].row + n)
}

// A vector is read alone where its file has at most so many bodies and entries: for that it takes to read how long the others are, and to pass what stands before. They are
// variables for tests.
var (
	aloneBodies  = 512
	aloneEntries = 4096
)

// appendKnown is appendTo of body n of a file that is known.
func (l *lateVectors) appendKnown(to vectors.Vector, file, n int) (vectors.Vector, error) {
	in, of := l.s.in[file].vectors, l.begin[file+1].less(l.begin[file])
	if of.bodies <= aloneBodies && of.entries <= aloneEntries {
		return in.AppendAt(to, n)
	}
	all, there := l.large.Load(file)
	if !there {
		starts, entries := make([]uint32, of.bodies+1), make([]vectors.Entry, of.entries)
		if err := in.Read(starts[1:], entries, 0); err != nil {
			return nil, err
		}
		all, _ = l.large.LoadOrStore(file, vectors.TableOf(starts, entries))
	}
	return append(to, all.(*vectors.Table).Row(n)...), nil
}
