package scan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"refract/finding"
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
	files []indexed  // by path
	met   []int32    // by input: its number in files, -1 for none; nil where nobody has asked so far
	of    []*indexed // by file of the scan, once they are parsed: the one that it is, nil where the index has none
	// renamed and moved are, by file of the scan, the files with another path, and those that come elsewhere among the others; see findRenamed.
	renamed, moved map[int]bool
	in             *index.Store       // they are of
	names          *program.NameTable // that their records speak of; see store.prepare
	used           atomic.Int64
	problems       sync.Map              // by *indexed, of the few files that have any: the problems without their path
	late           atomic.Bool           // a file was not there as the index has it when it was to be read
	broken         atomic.Pointer[error] // that a record could not be read, or was none, which was relied on; nil as long as there is none
	reader         parse.TreeReader
}

// indexed is one file of an index.
type indexed struct {
	*index.File
	// has says that the rest is there: of a file that turned out to have the text that it had, or seems to. What else the index has of a file is
	// seldom asked for. sized says that there is a tree, of a text with so many bytes and lines, which is generated code, or test code, if so.
	has, sized      bool
	generated, test bool
	bytes, lines    uint32
	// What linking made of the file, what is large of bodies and rows, and all of vectors, stays where it lies in the index, and is to be read by
	// trees.guard: the sites, and classes and sizes of rows. ok says that the record of bodies is one, and extent is what they take.
	ok      bool
	linked  []byte
	bodies  keptBodies
	extent  extent
	rows    keptRows
	vectors index.PackedVectors
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
	t := &trees{s: s, files: make([]indexed, len(files)), met: s.met, in: s.ix}
	t.reader = parse.TreeReader{Pages: java.NewPageCache(int(keptMade)), Broken: func() { t.breaks(errTree) }}
	s.known = t
	for i := range files {
		t.files[i].File = &files[i]
	}
	return t
}

// meet calls f for each i below n and the j below m that has the same path; the paths of both ascend.
func meet(n, m int, pathOf, otherPathOf func(i int) string, f func(i, j int)) {
	j := 0
	for i := range n {
		for path := pathOf(i); j < m; j++ {
			if c := strings.Compare(otherPathOf(j), path); c < 0 {
				continue
			} else if c == 0 {
				f(i, j)
			}
			break
		}
	}
}

// ofInputs returns the files that the index knows by the paths of inputs: nil for those that it does not know.
func (t *trees) ofInputs(inputs []Input) []*indexed {
	out := make([]*indexed, len(inputs))
	if t == nil {
		return out
	}
	if len(t.met) == len(inputs) {
		for i, j := range t.met {
			if j >= 0 {
				out[i] = &t.files[j]
			}
		}
		return out
	}
	meet(len(inputs), len(t.files), func(i int) string { return inputs[i].Path }, func(j int) string { return t.files[j].Path },
		func(i, j int) { out[i] = &t.files[j] })
	return out
}

// ofFile returns what the index has of the path of file i of the scan, nil for nothing.
func (t *trees) ofFile(i int) *indexed {
	if t == nil {
		return nil
	}
	return t.of[i]
}

// find returns the file of that path, nil where the index does not know it.
func (t *trees) find(path string) *indexed {
	if t == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(t.files, path, func(in indexed, path string) int { return strings.Compare(in.Path, path) })
	if !ok {
		return nil
	}
	return &t.files[i]
}

// untouched fills in the files of the inputs that have not been written to since they were hashed, and need not be read for that; known are those
// of the index. Where that has no tree of one it stays nil, and where it is larger than limit, since it is not to be read. The error is that of ctx.
func (t *trees) untouched(ctx context.Context, inputs []Input, known []*indexed, files []*java.File, limit int64, jobs int) error {
	if !t.serves() || t.s.o.Rehash {
		return ctx.Err()
	}
	var some []int
	for i := range inputs {
		if known[i] != nil && inputs[i].Size <= limit && inputs[i].stamp != 0 && known[i].Stamp == inputs[i].stamp {
			some = append(some, i)
		}
	}
	return parallel(ctx, jobs, (len(some)+prefetched-1)/prefetched, func(r int) {
		from := r * prefetched
		run := some[from:min(from+prefetched, len(some))]
		list := make([]*indexed, len(run))
		for j, i := range run {
			list[j] = known[i]
		}
		t.read(list)
		room := make([]unread, len(run)) // here, so that the workers share the time that memory takes to come
		for j, i := range run {
			files[i] = t.file(&room[j], &inputs[i], known[i])
		}
	})
}

// prefetched is how many files' records are read at a time.
const prefetched = 64

// read reads what the index has of files. What cannot be read is not there: whether the index is damaged turns out when it is written.
func (t *trees) read(list []*indexed) {
	ids := make([]index.FileID, len(list))
	for j, in := range list {
		ids[j] = in.ID
	}
	_ = t.s.ix.Fronts(ids, func(bodies []index.Body) {
		size := 0
		for j, in := range list {
			if bodies[j].ID != 0 {
				t.open(in, bodies[j])
				size += in.kept(func(b []byte) []byte { return b })
			}
		}
		room := make([]byte, 0, size) // of all: each alone is a few times as dear to allocate
		for _, in := range list {
			in.kept(func(b []byte) []byte {
				from := len(room)
				room = append(room, b...)
				return room[from:len(room):len(room)]
			})
		}
	})
}

// open notes where what the index has of a file lies.
func (t *trees) open(in *indexed, b index.Body) {
	e := splitExtra(b.Extra())
	in.has, in.linked, in.rows, in.vectors = true, e.linked, readRows(e.rows), b.PackedVectors()
	head, rest, ok := parse.ReadHead(e.size)
	if ok && len(rest) > 0 {
		var problems []finding.Problem
		if problems, ok = readProblems(rest); ok {
			t.problems.Store(in, problems)
		}
	}
	in.bytes, in.lines, in.sized = uint32(head.Bytes), uint32(head.Lines), ok // they are no larger
	in.generated, in.test = head.Generated, head.Test
	of := &in.extent
	if in.bodies, in.ok = readBodies(e.bodies); in.ok {
		of.bodies, of.entries, in.ok = in.vectors.Count()
	}
	if in.ok {
		of.sites, in.ok = in.bodies.siteCount()
	}
}

// kept puts what is asked for again and again where f has it copied to, and returns how many bytes that are.
func (in *indexed) kept(f func(b []byte) []byte) (size int) {
	for _, b := range [...]*[]byte{&in.bodies.pkg, &in.bodies.digests, &in.rows.targets} {
		*b = f(*b)
		size += len(*b)
	}
	return size
}

// guard calls f, which reads what lies in the index. It reports false if that failed: the file may be truncated while it is mapped.
func (t *trees) guard(f func()) bool {
	if t.s.ix != t.in {
		return false // it is closed
	}
	return t.in.Read(func(*index.View) error {
		if guardHook != nil {
			guardHook()
		}
		f()
		return nil
	}) == nil
}

// inPlace is guard for what is read again and again, of little each time, before anything is written.
func (t *trees) inPlace(f func()) bool {
	if t.s.ix != t.in {
		return false
	}
	return t.in.InPlace(func() {
		if guardHook != nil {
			guardHook()
		}
		f()
	}) == nil
}

// guardHook, where not nil, is called before each f that is guarded. It is for tests.
var guardHook func()

// eachNames calls f, with jobs workers, with the names of those files of list that are not nil, as the index has them: ok is false where they
// cannot be read. What f is given ends with the call.
func (t *trees) eachNames(ctx context.Context, list []*indexed, jobs int, f func(i int, names *keptNames, ok bool)) error {
	return parallel(ctx, jobs, (len(list)+prefetched-1)/prefetched, func(r int) {
		var numbers []int
		var ids []index.FileID
		for i := r * prefetched; i < min((r+1)*prefetched, len(list)); i++ {
			if list[i] != nil {
				numbers, ids = append(numbers, i), append(ids, list[i].ID)
			}
		}
		done := 0
		// Those that it does not come to, because the index is damaged, cannot be read either.
		_ = t.s.ix.Names(ids, func(all [][]byte) {
			for j := range all {
				names, ok := readNames(all[j])
				done = j + 1
				f(numbers[j], &names, ok)
			}
		})
		for ; done < len(numbers); done++ {
			f(numbers[done], &keptNames{}, false)
		}
	})
}

// all returns what the index has of a file in its front beside its vectors, and its names. Both are empty where they cannot be read: then the scan begins again, since who
// asks writes them again, or what they say is not known from elsewhere.
func (t *trees) all(in *indexed) (e extra, names []byte) {
	body, err := t.s.ix.Body(in.ID)
	if err != nil {
		t.breaks(err)
		return extra{}, nil
	}
	return splitExtra(body.Extra()), body.Names()
}

// beside calls f with what the index has aside of a file, which ends with the call, unless that cannot be read.
func (t *trees) beside(in *indexed, f func(a aside)) {
	t.whole(in, func(_ extra, a aside) { f(a) })
}

// whole is beside with all that the index has of a file but for its names: also of one that has another text now.
func (t *trees) whole(in *indexed, f func(e extra, a aside)) {
	// Who asks for it can do without. Whether the index is damaged turns out when it is written.
	_ = t.s.ix.Bodies([]index.FileID{in.ID}, func(bodies []index.Body) {
		if bodies[0].ID != 0 {
			f(splitExtra(bodies[0].Extra()), splitAside(bodies[0].Aside()))
		}
	})
}

// leftOut returns a file that the last scan left out, nil for others, and for one that may have been written to since.
func (t *trees) leftOut(in *Input, o *ReadOptions) *java.File {
	if t == nil {
		return nil
	}
	l := t.s.left[in.Path]
	if l == nil || in.Size > o.MaxBytes || in.stamp == 0 || l.Stamp != in.stamp || t.s.o.Rehash || !l.in(o) {
		return nil
	}
	return l.file()
}

// same returns the file of an input that was read and has the content of the index's, with nothing made of it so far; nil for others, and where
// the index has no tree of it.
func (t *trees) same(input *Input, in *indexed, content []byte) *java.File {
	if in == nil || in.Hash != source.HashOf(content) {
		return nil
	}
	if !in.has {
		t.read([]*indexed{in}) // each path is asked for once
	}
	return t.file(new(unread), input, in)
}

// unread is a file of which nothing was read so far.
type unread struct {
	file java.File
	rest java.Rest

	// What it is made of.
	t    *trees
	in   *indexed
	abs  string
	size int64
}

// Make makes the file.
func (u *unread) Make() *java.File { return u.t.make(u.file.Path, u.abs, u.size, u.in) }

// file makes room the file of an input that the index knows, nil where that has no tree of it.
func (t *trees) file(room *unread, input *Input, in *indexed) *java.File {
	if !in.sized {
		return nil
	}
	t.used.Add(1)
	room.rest.Bytes, room.rest.Lines, room.rest.Maker = int(in.bytes), int(in.lines), room
	room.file.Path, room.file.Hash, room.file.Rest = input.Path, in.Hash, &room.rest
	room.file.Generated, room.file.Test = in.generated, in.test
	if problems, ok := t.problems.Load(in); ok {
		room.file.Problems = problemsAt(problems.([]finding.Problem), input.Path)
	}
	room.t, room.in, room.abs, room.size = t, in, input.Abs, input.Size
	return &room.file
}

// make makes a file of its tree. One that has been written to since the scan began cannot be had any more: what is made of
// it holds together with what is known of it, and the scan has to begin again.
func (t *trees) make(path, abs string, size int64, in *indexed) *java.File {
	var tree []byte
	if t.s.ix != nil {
		tree, _ = t.s.ix.Tail(in.ID) // if it cannot be had it is none
	}
	if treeHook != nil {
		treeHook(tree)
	}
	content, stamp, err := readAgain(abs, size)
	var f *java.File
	if err == nil && (in.Stamp != 0 && stamp == in.Stamp && !t.s.o.Rehash || source.HashOf(content) == in.Hash) {
		f, err = t.reader.File(path, content, in.Hash, tree)
	} else {
		t.late.Store(true)
		f, err = t.reader.Blank(path, in.Hash, tree)
	}
	if err != nil { // the tree is none
		p := parse.New()
		defer p.Close()
		f = p.File(path, content)
		f.Pack(t.reader.Pages)
	}
	return f
}

// errOtherSize says that a file was written to since its size was noted.
var errOtherSize = errors.New("the file has another size than it had")

// treeHook, where not nil, is told each tree that is read, and may write to it. It is for tests.
var treeHook func(tree []byte)

// breaks notes that what the index has cannot be relied on. The first to say why is heard.
func (t *trees) breaks(why error) { t.broken.CompareAndSwap(nil, &why) }

// brokenBy returns why what the index has cannot be relied on, nil where nothing speaks against it.
func (t *trees) brokenBy() error {
	if t == nil {
		return nil
	}
	if why := t.broken.Load(); why != nil {
		return *why
	}
	return nil
}

// overtaken reports whether sources were written to while the scan worked with what the index has of them.
func (t *trees) overtaken() bool { return t != nil && t.late.Load() }

// serves reports whether the index has files at all.
func (t *trees) serves() bool { return t != nil && len(t.files) > 0 }

// taken is the number of files that were made of their trees.
func (t *trees) taken() int {
	if t == nil {
		return 0
	}
	return int(t.used.Load())
}

// knows reports whether the index has the text of f, of which it knows that path.
func (in *indexed) knows(f *java.File) bool { return in != nil && in.Hash == f.Hash }
