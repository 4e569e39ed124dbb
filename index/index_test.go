package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/index"
	"refract/source"
	"refract/vectors"
)

var identity = index.Identity{Root: "/src", Tool: "1.0", Schema: index.DigestOf([]byte("schema"))}

// state is a file of that path and text on disk.
func state(path, text string) index.State {
	return index.State{Path: path, Size: int64(len(text)), ModTime: int64(len(path)), Hash: source.HashOf([]byte(text))}
}

// data invents a file with the given number of fragments, each with two rows.
func data(path, text string, fragments int) *index.FileData {
	f := &index.FileData{
		State: state(path, text), Attrs: 5, Lines: uint32(10 * fragments),
		Surface: index.DigestOf([]byte(path)), Deps: index.DigestOf([]byte(text)), Extra: []byte("extra of " + path), Aside: []byte("aside of " + path), Names: []byte("names in " + path), Tail: []byte("tail of " + path),
	}
	for i := range fragments {
		name := fmt.Sprintf("m%d", i)
		sig := fmt.Sprintf("p.%s.%s(int,%s)", filepath.Base(path), name, text)
		f.Fragments = append(f.Fragments, index.Fragment{
			Span: source.Span{Start: uint32(100 * i), End: uint32(100*i + 90)},
			Line: uint32(10*i + 1), EndLine: uint32(10*i + 9), Kind: 1, Name: name, Signature: sig,
		})
		f.Vectors = append(f.Vectors, vectors.Vector{
			vectors.MakeEntry(1, i+1), vectors.MakeEntry(vectors.Feature(2+len(text)%7), 300), vectors.MakeEntry(90, 70000),
		})
		f.Rows = append(f.Rows, index.Row{Fragment: uint32(i)}, index.Row{Fragment: uint32(i), Mode: 1, Callee: sig})
	}
	return f
}

// use opens the index at path and fails the test if it cannot be used.
func use(t *testing.T, path string) (*index.Store, error) {
	t.Helper()
	s, rebuilt, err := index.Use(path, identity)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, rebuilt
}

// update opens, changes, commits and closes.
func update(t *testing.T, path string, change func(u *index.Update)) {
	t.Helper()
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	defer s.Close()
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	change(u)
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
}

// get returns the file at path as it was put.
func get(t *testing.T, s *index.Store, path string) *index.FileData {
	t.Helper()
	f, ok, err := s.File(path)
	if err != nil || !ok {
		t.Fatalf("File(%s): %v, %v", path, ok, err)
	}
	b, err := s.Body(f.ID)
	if err != nil {
		t.Fatal(err)
	}
	tail, err := s.Tail(f.ID)
	if err != nil {
		t.Fatal(err)
	}
	got := &index.FileData{State: f.State, Attrs: f.Attrs, Lines: f.Lines, Surface: f.Surface, Deps: f.Deps, Extra: b.Extra(), Aside: b.Aside(), Names: b.Names(), Tail: tail}
	var errs [3]error
	got.Fragments, errs[0] = b.Fragments()
	got.Vectors, errs[1] = b.Vectors()
	got.Rows, errs[2] = b.Rows()
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "dir", "a.idx")
	files := []*index.FileData{data("a/A.java", "x", 3), data("a/B.java", "yy", 0), data("b/C.java", "", 40)}
	update(t, path, func(u *index.Update) {
		for _, f := range files {
			u.Put(f)
		}
		u.SetResult("scan", index.DigestOf([]byte("k")), []byte("the result"))
	})
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	for _, want := range files {
		got := get(t, s, want.Path)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b []vectors.Vector) bool { return fmt.Sprint(a) == fmt.Sprint(b) }),
			cmp.Comparer(func(a, b []index.Fragment) bool { return fmt.Sprint(a) == fmt.Sprint(b) }),
			cmp.Comparer(func(a, b []index.Row) bool { return fmt.Sprint(a) == fmt.Sprint(b) })); diff != "" {
			t.Errorf("%s (-put +got):\n%s", want.Path, diff)
		}
	}
	if b, ok, err := s.Result("scan", index.DigestOf([]byte("k"))); string(b) != "the result" || !ok || err != nil {
		t.Errorf("Result = %q, %v, %v", b, ok, err)
	}
	for name, key := range map[string]string{"scan": "another digest", "other": "k"} {
		if b, ok, err := s.Result(name, index.DigestOf([]byte(key))); ok || err != nil {
			t.Errorf("Result(%s) of %q = %q, %v, %v; want none", name, key, b, ok, err)
		}
	}
	if _, ok, err := s.File("none"); ok || err != nil {
		t.Errorf("File(none) = %v, %v", ok, err)
	}
}

// Bodies are what Body returns one by one, also where one is not there.
func TestBodies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) {
		for i := range 100 {
			f := data(fmt.Sprintf("f%03d", i), "x", i%5)
			f.Extra = bytes.Repeat([]byte{byte(i)}, 20*i*i)
			u.Put(f)
		}
	})
	s, _ := use(t, path)
	files, err := s.Files()
	if err != nil || len(files) != 100 {
		t.Fatal(len(files), err)
	}
	ids := []index.FileID{9999}
	for i := range files {
		ids = append(ids, files[i].ID)
	}
	ids = append(ids, files[50].ID, 9998, files[7].ID, files[8].ID, files[3].ID)
	n := 0
	err = s.Bodies(ids, func(bodies []index.Body) {
		n = len(bodies)
		for i := range bodies {
			b := &bodies[i]
			want, err := s.Body(ids[i])
			if (b.ID != 0) != (err == nil) || (err == nil) != (ids[i] < 9000) {
				t.Errorf("file %d: %v, alone %v", ids[i], b.ID, err)
			}
			if err != nil {
				continue
			}
			want.Path = ""
			if want = index.WithoutNames(want); !reflect.DeepEqual(b, want) {
				t.Errorf("file %d is not what it is alone", ids[i])
			}
		}
	})
	if n != len(ids) || err != nil {
		t.Errorf("%d bodies of %d: %v", n, len(ids), err)
	}
	// The fronts have their vectors and Extra, and nothing else.
	err = s.Fronts(ids, func(bodies []index.Body) {
		n += len(bodies)
		for i := range bodies {
			b := &bodies[i]
			want, err := s.Body(ids[i])
			if err != nil {
				want = &index.Body{}
			}
			all, _ := want.Vectors()
			got, _ := b.Vectors()
			fragments, _ := b.Fragments()
			rows, _ := b.Rows()
			if b.ID != want.ID || !reflect.DeepEqual(got, all) || !bytes.Equal(b.Extra(), want.Extra()) || len(fragments)+len(rows)+len(b.Aside()) > 0 {
				t.Errorf("file %d: its front is not that of its body", ids[i])
			}
		}
	})
	if n != 2*len(ids) || err != nil {
		t.Errorf("%d bodies and fronts of %d: %v", n, len(ids), err)
	}
	err = s.Names(ids, func(names [][]byte) {
		n += len(names)
		for i, b := range names {
			want, err := s.Body(ids[i])
			if (b != nil) != (err == nil) || err == nil && !bytes.Equal(b, want.Names()) {
				t.Errorf("file %d has the names %q, alone %v", ids[i], b, want)
			}
		}
	})
	if n != 3*len(ids) || err != nil {
		t.Errorf("%d bodies, fronts and names of %d: %v", n, len(ids), err)
	}
}

func TestCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) {
		for _, p := range []string{"a", "b", "c", "d", "e"} {
			u.Put(data(p, p, 1))
		}
	})
	touched := state("e", "e")
	touched.ModTime++
	s, _ := use(t, path)
	got, err := s.Compare([]index.State{touched, state("d", "changed"), state("f", "f"), state("b", "b")})
	if err != nil {
		t.Fatal(err)
	}
	want := index.Changes{Same: []int{0, 3}, Changed: []int{1}, Added: []int{2}, Removed: []string{"a", "c"}, Touched: []int{0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Compare (-want +got):\n%s", diff)
	}
	if got.None() {
		t.Error("changes are none")
	}
}

func TestCorpusDigest(t *testing.T) {
	a, b := state("a", "1"), state("b", "2")
	later := a
	later.ModTime, later.Size = 77, 88
	base := index.CorpusDigest([]index.State{a, b})
	if index.CorpusDigest([]index.State{b, later}) != base {
		t.Error("the digest depends on order, time or size")
	}
	for _, other := range [][]index.State{{a}, {a, state("b", "3")}, {a, state("c", "2")}, {a, b, state("c", "2")}} {
		if index.CorpusDigest(other) == base {
			t.Errorf("%v has the digest of other files", other)
		}
	}
}

func TestFragmentAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	f := data("A.java", "x", 2)
	inner := f.Fragments[1]
	inner.Span = source.Span{Start: 120, End: 150}
	inner.Line, inner.EndLine = 13, 15
	f.Fragments = append(f.Fragments, inner)
	f.Vectors = append(f.Vectors, nil)
	update(t, path, func(u *index.Update) { u.Put(f) })
	s, _ := use(t, path)
	for line, want := range map[int]int{0: -1, 1: 0, 9: 0, 10: -1, 11: 1, 13: 2, 15: 2, 16: 1, 99: -1} {
		file, _, got, ok, err := s.FragmentAt("A.java", line)
		if got != want || !ok || err != nil || file.Path != "A.java" {
			t.Errorf("FragmentAt(%d) = %d, %v, %v; want %d", line, got, ok, err, want)
		}
	}
	if _, _, _, ok, err := s.FragmentAt("B.java", 1); ok || err != nil {
		t.Errorf("FragmentAt of an unknown file: %v, %v", ok, err)
	}
}

func TestOpenReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	if _, err := index.OpenReadOnly(path, identity); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("OpenReadOnly of no file: %v, want fs.ErrNotExist", err)
	}
	update(t, path, func(u *index.Update) { u.Put(data("a", "a", 1)) })
	s, err := index.OpenReadOnly(path, identity)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Begin(); !errors.Is(err, index.ErrReadOnly) {
		t.Errorf("Begin: %v, want ErrReadOnly", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 2 {
		t.Errorf("beside the index and its lock lie %v, %v", entries, err)
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home/u")
	a, err := index.DefaultPath("/src/a")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := index.DefaultPath("/src/b")
	again, _ := index.DefaultPath("/src/a")
	if a == b || a != again || filepath.Ext(a) != ".idx" || filepath.Base(filepath.Dir(a)) != "refract" {
		t.Errorf("DefaultPath = %s, %s, again %s", a, b, again)
	}
	root, err := index.Root("x", "/y")
	wd, _ := os.Getwd()
	if want := filepath.Join(wd, "x") + "\n/y"; root != want || err != nil {
		t.Errorf("Root = %q, %v; want %q", root, err, want)
	}
}

// TestLongRoot: what an index says of itself may take any number of pages.
func TestLongRoot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	long := identity
	long.Root = strings.Repeat("/root", 100_000)
	for range 2 {
		s, rebuilt, err := index.Use(path, long)
		if err != nil || rebuilt != nil {
			t.Fatal(rebuilt, err)
		}
		u, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		u.Put(data("a", "text", 3))
		if err := u.Commit(); err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
}
