package program

import "slices"

// This file lets who asks a Program learn afterwards which files the answers came from.

// Watch records which files' declarations, names or bodies are read through a Program that was made for it (see
// Program.Watched). Recordings nest: what an inner one records, the outer ones record as well. It belongs to one
// goroutine; the zero Watch is ready to be given to Watched.
type Watch struct {
	files []int32  // read since the outermost Begin; a file may be in it several times
	seen  []uint32 // by file: the recording that read it last
	stamp uint32   // of the innermost recording
	last  uint32   // the highest stamp so far
	depth int
}

// Mark is where a recording began.
type Mark struct {
	at    int
	stamp uint32
}

// Watched returns p with w told of every declaration that is asked for: the accessors of types, methods and fields, by
// number or by name, tell the file of the declaration, and those of overriding the file of the method they are asked about.
// What Files, Stats and a Resolver say is not told: who reads a file's tree has its number from a declaration, and what
// a Resolver says of a body is to be had with the body's method.
func (p *Program) Watched(w *Watch) *Program {
	q := *p
	q.watch = w
	w.seen = make([]uint32, len(p.Files))
	return &q
}

// Begin begins a recording.
func (w *Watch) Begin() Mark {
	m := Mark{len(w.files), w.stamp}
	w.last++
	w.stamp = w.last
	w.depth++
	return m
}

// End ends the recording that began at m, the innermost one, and returns the files that were read in it, ascending.
func (w *Watch) End(m Mark) []int32 {
	files := slices.Clone(w.files[m.at:])
	slices.Sort(files)
	files = slices.Compact(files)
	w.stamp = m.stamp
	if w.depth--; w.depth == 0 {
		w.files = w.files[:0]
	} else {
		w.files = append(w.files[:m.at], files...)
	}
	return files
}

// Add records files as read: those that a remembered answer came from.
func (w *Watch) Add(files []int32) {
	for _, f := range files {
		w.read(f)
	}
}

func (w *Watch) read(file int32) {
	if w.depth > 0 && w.seen[file] != w.stamp {
		w.seen[file] = w.stamp
		w.files = append(w.files, file)
	}
}
