package scan

import (
	"context"
	"sync"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// This file writes down, while one worker links the program, what the index is to have of files that does not depend on linking:
// linking leaves the other processors idle.

// writtenFiles is, of the files of a scan, the trees and the names as the index keeps them. Those of files that the index knows are
// written when they are asked for, which is seldom.
type writtenFiles struct {
	done  chan struct{}
	files []*java.File
	trees [][]byte // by file; nil for one without a tree, and one that was not written
	names []writtenNames
	known *trees // nil where the index has none
}

// writeFiles begins to write files; nil where there is no index to put them into.
func (s *store) writeFiles(ctx context.Context, files []*java.File, jobs int) *writtenFiles {
	if !s.writes() {
		return nil
	}
	w := &writtenFiles{done: make(chan struct{}), files: files, trees: make([][]byte, len(files)), names: make([]writtenNames, len(files)), known: s.known}
	readers := sync.Pool{New: func() any { return new(program.NameReader) }}
	go func() {
		defer close(w.done)
		// A cancelled ctx leaves some out; the scan ends with it, and nothing is written.
		_ = parallel(ctx, max(jobs-1, 1), len(files), func(i int) {
			if s.known.ofFile(i).knows(files[i]) {
				return
			}
			w.trees[i], _ = parse.AppendTree(nil, files[i])
			// The nodes have just been read: names cost less now than later.
			r := readers.Get().(*program.NameReader)
			w.names[i] = writeNames(r.Read(files[i]))
			readers.Put(r)
		})
	}()
	return w
}

// wait returns once all files are written. A nil w has written all.
func (w *writtenFiles) wait() {
	if w != nil {
		<-w.done
	}
}

// tree returns the tree of file i once all are written. It may be called concurrently.
func (w *writtenFiles) tree(i int) []byte {
	<-w.done
	if w.trees[i] != nil {
		return w.trees[i]
	}
	if in := w.known.find(w.files[i].Path); in.knows(w.files[i]) {
		if tree, err := w.known.s.ix.Tail(in.ID); err == nil && len(tree) > 0 {
			return tree
		}
	}
	tree, _ := parse.AppendTree(nil, w.files[i].Whole())
	return tree
}

// pack packs the nodes of file i, of which it may have the tree, once all are written. A nil w has none.
func (w *writtenFiles) pack(i int, f *java.File, pages *java.PageCache) {
	if w != nil && w.trees[i] != nil {
		parse.PackAs(f, w.trees[i], pages)
		return
	}
	f.Pack(pages)
}

// namesOf returns the names in file i once all files are written. It may be called concurrently.
func (w *writtenFiles) namesOf(i int) writtenNames {
	<-w.done
	if w.names[i].interned != nil {
		return w.names[i]
	}
	return writeNames(new(program.NameReader).Read(w.files[i]))
}

// drop forgets what was written of file i, once all are written.
func (w *writtenFiles) drop(i int) { w.trees[i], w.names[i] = nil, writtenNames{} }
