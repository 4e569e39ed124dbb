package scan

import (
	"context"
	"os"
	"sync/atomic"

	"refract/index"
	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/source"
)

// This file takes the trees of files that have not changed from the index, so that only those are parsed that have. All
// that follows works on them as on any: what a tree means can have changed with another file.

// trees finds trees in an index. It is safe for concurrent use; a nil trees finds none.
type trees struct {
	s     *store
	files map[string]*indexed
	in    *index.Store       // they are of
	names *program.NameTable // that their records speak of
	used  atomic.Int64
	moved atomic.Bool  // a file was not there as the index has it when it was to be read
	whole atomic.Int64 // bytes of nodes that were made of trees
	pages *java.PageCache
}

// indexed is one file of an index.
type indexed struct {
	id      index.FileID
	hash    source.Hash
	stamp   uint64 // 0 where it is not to be believed
	surface index.Digest
	// body is what the index has of the file, nil until the file turns out to have the text that it had, or seems to.
	body *index.Body
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
	names, err := s.names(len(files))
	if err != nil {
		s.reset(err)
		return nil
	}
	s.known = &trees{s: s, pages: java.NewPageCache(int(keptTrees)), files: make(map[string]*indexed, len(files)), in: s.ix, names: names}
	for i := range files {
		in := &indexed{id: files[i].ID, hash: files[i].Hash, stamp: files[i].Stamp, surface: files[i].Surface}
		if s.o.Rehash {
			in.stamp = 0
		}
		s.known.files[files[i].Path] = in
	}
	return s.known
}

// prefetch reads what the index has of all inputs that are untouched. The error is that of ctx.
func (t *trees) prefetch(ctx context.Context, inputs []Input, jobs int) error {
	if t == nil {
		return nil
	}
	var known []*indexed
	for i := range inputs {
		if in := t.files[inputs[i].Path]; in != nil && inputs[i].stamp != 0 && in.stamp == inputs[i].stamp {
			known = append(known, in)
		}
	}
	return parallel(ctx, jobs, (len(known)+prefetched-1)/prefetched, func(i int) {
		some := known[i*prefetched : min((i+1)*prefetched, len(known))]
		ids := make([]index.FileID, len(some))
		for j, in := range some {
			ids[j] = in.id
		}
		// What cannot be read here is asked for again, and found to be missing.
		_ = t.s.ix.Bodies(ids, func(j int, b *index.Body, err error) {
			if err == nil {
				some[j].body = b
			}
		})
	})
}

// prefetched is how many files' records are read at a time.
const prefetched = 64

// untouched returns the file of an input that has not been written to since it was hashed, and need not be read for that;
// nil for others, and where the index has no tree of it.
func (t *trees) untouched(in *Input) *java.File {
	if t == nil || in.stamp == 0 || t.files[in.Path] == nil || t.files[in.Path].stamp != in.stamp {
		return nil
	}
	return t.file(in)
}

// leftOut returns a file that the last scan left out, nil for others, and for one that may have been written to since.
func (t *trees) leftOut(in *Input, o *ReadOptions) *java.File {
	if t == nil {
		return nil
	}
	l := t.s.left[in.Path]
	if l == nil || in.stamp == 0 || l.Stamp != in.stamp || t.s.o.Rehash || !l.in(o) {
		return nil
	}
	return l.file()
}

// same is untouched for an input that was read, and has the content.
func (t *trees) same(in *Input, content []byte) *java.File {
	if t == nil || t.files[in.Path] == nil || t.files[in.Path].hash != source.HashOf(content) {
		return nil
	}
	return t.file(in)
}

// file returns a file that the index knows, with nothing made of it so far, nil where the index has no tree of it. A record
// that cannot be read is none: whether the index is damaged turns out when it is written.
func (t *trees) file(input *Input) *java.File {
	in := t.files[input.Path]
	body := in.body
	if body == nil {
		var err error
		if body, err = t.s.ix.Body(in.id); err != nil {
			return nil
		}
		in.body = body // each path is asked for once
	}
	bytes, lines, ok := parse.SizeOfTree(splitExtra(body.Extra()).size)
	if !ok {
		return nil
	}
	t.used.Add(1)
	path, abs := input.Path, input.Abs
	return &java.File{Path: path, Hash: in.hash,
		Rest: &java.Rest{Bytes: bytes, Lines: lines, Make: func() *java.File { return t.make(path, abs, in) }}}
}

// make makes a file of its tree. One that has been written to since the scan began cannot be had any more: what is made of
// it holds together with what is known of it, and the scan has to begin again.
func (t *trees) make(path, abs string, in *indexed) *java.File {
	var tree []byte
	if t.s.ix != nil {
		tree, _ = t.s.ix.Tail(in.id) // if it cannot be had it is none
	}
	content, err := os.ReadFile(abs)
	var f *java.File
	if err == nil && source.HashOf(content) == in.hash {
		f, err = parse.FileOfTree(path, content, in.hash, tree)
	} else {
		t.moved.Store(true)
		f, err = parse.BlankOfTree(path, in.hash, tree)
	}
	if err != nil { // the tree is none
		p := parse.New()
		defer p.Close()
		f = p.File(path, content)
	}
	if t.whole.Add(nodeSize*int64(len(f.Nodes))) > keptMade {
		f.Pack(t.pages)
	}
	return f
}

// overtaken reports whether sources were written to while the scan worked with what the index has of them.
func (t *trees) overtaken() bool { return t != nil && t.moved.Load() }

// serves reports whether the index has files at all.
func (t *trees) serves() bool { return t != nil && len(t.files) > 0 }

// taken is the number of files that were made of their trees.
func (t *trees) taken() int {
	if t == nil {
		return 0
	}
	return int(t.used.Load())
}

// known reports whether the index has the file of that path with that content.
func (t *trees) known(f *java.File) bool {
	return t != nil && t.files[f.Path] != nil && t.files[f.Path].hash == f.Hash
}

// bodyOf returns what the index has of f, nil if it has not the text that f has.
func (t *trees) bodyOf(f *java.File) *index.Body {
	if t == nil {
		return nil
	}
	if in := t.files[f.Path]; in != nil && in.hash == f.Hash {
		return in.body
	}
	return nil
}
