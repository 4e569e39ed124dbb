package scan

import (
	"sync/atomic"

	"refract/index"
	"refract/java"
	"refract/java/parse"
	"refract/source"
)

// This file takes the trees of files that have not changed from the index, so that only those are parsed that have. All
// that follows works on them as on any: what a tree means can have changed with another file.

// trees finds trees in an index. It is safe for concurrent use; a nil trees finds none.
type trees struct {
	s     *store
	files map[string]indexed
	used  atomic.Int64
}

// indexed is one file of an index.
type indexed struct {
	id   index.FileID
	hash source.Hash
}

// trees returns the trees of the index, nil where there are none.
func (s *store) trees() *trees {
	if s == nil || s.ix == nil {
		return nil
	}
	files, err := s.ix.Files()
	if err != nil {
		s.reset(err)
		return nil
	}
	s.known = &trees{s: s, files: make(map[string]indexed, len(files))}
	for i := range files {
		s.known.files[files[i].Path] = indexed{files[i].ID, files[i].Hash}
	}
	return s.known
}

// file returns the file of that path and content, nil where the index has no tree of it. A tree that cannot be read is
// none: whether the index is damaged turns out when it is written.
func (t *trees) file(p *parse.Parser, path string, content []byte) *java.File {
	if t == nil {
		return nil
	}
	in, ok := t.files[path]
	if !ok || in.hash != source.HashOf(content) {
		return nil
	}
	body, err := t.s.ix.Body(in.id)
	if err != nil || len(body.Extra()) == 0 {
		return nil
	}
	f, err := p.FileOfTree(path, content, body.Extra())
	if err != nil {
		return nil
	}
	t.used.Add(1)
	return f
}

// taken is the number of files that were made of their trees.
func (t *trees) taken() int {
	if t == nil {
		return 0
	}
	return int(t.used.Load())
}
