package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"refract/index"
)

// TestPartsOfABodyHaveTheirChecksums: a byte that is not what it was is found by who reads the part of a body in which it lies, and hides none of the others.
func TestPartsOfABodyHaveTheirChecksums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) { u.Put(data("a", "text", 3)) })
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for damaged, want := range map[string]struct{ front, names, body, tail bool }{
		"extra of a": {false, true, false, true},
		"names in a": {true, false, false, true},
		"aside of a": {true, true, false, true},
		"tail of a":  {true, true, true, false},
	} {
		b := bytes.Clone(whole)
		at := bytes.Index(b, []byte(damaged))
		if at < 0 {
			t.Fatalf("%q is not in the index", damaged)
		}
		b[at] ^= 1
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, rebuilt := use(t, path)
		if rebuilt != nil {
			t.Fatal(rebuilt)
		}
		f, ok, err := s.File("a")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		front, names := false, false
		err1 := s.Fronts([]index.FileID{f.ID}, func(bodies []index.Body) { front = bodies[0].ID != 0 })
		err2 := s.Names([]index.FileID{f.ID}, func(all [][]byte) { names = all[0] != nil })
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		_, bodyErr := s.Body(f.ID)
		_, tailErr := s.Tail(f.ID)
		if front != want.front || names != want.names || (bodyErr == nil) != want.body || (tailErr == nil) != want.tail {
			t.Errorf("%q damaged: front %v, names %v, body %v, tail %v", damaged, front, names, bodyErr, tailErr)
		}
		if err := s.Verify(); err == nil {
			t.Errorf("%q damaged: nothing is wrong", damaged)
		}
		s.Close()
	}
}

// mixed is an index of one file, of which a record was put by itself that belongs to another version of it: each is as it was written.
func mixed(t *testing.T, other *index.FileData, put func(path string, e index.Encoded) error) (s *index.Store, f index.File, e index.Encoded) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) { u.Put(data("a", "text", 3)) })
	e = index.Encode(other)
	if err := put(path, e); err != nil {
		t.Fatal(err)
	}
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	f, ok, err := s.File("a")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	return s, f, e
}

// refused expects that nobody takes the records of f for those of one file.
func refused(t *testing.T, s *index.Store, f index.File, other *index.FileData, e index.Encoded) {
	t.Helper()
	if _, err := s.Body(f.ID); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("body: %v", err)
	}
	if !isDamaged(s.EncodeAgain(f.ID, other, func(*index.Body) bool { return true })) {
		t.Error("it was encoded again")
	}
	if _, ok, err := s.Holds(&e); ok || !errors.Is(err, index.ErrDamaged) {
		t.Errorf("it is held: %v, %v", ok, err)
	}
	if err := s.Verify(); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("verify: %v", err)
	}
	if err := s.Compact(); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("compact: %v", err)
	}
}

// TestFrontOfAnotherVersion: a front and a body that were not written together are not taken for those of one file. What each has alone can be had.
func TestFrontOfAnotherVersion(t *testing.T) {
	other := data("a", "text", 3)
	other.Extra = []byte("of another version")
	s, f, e := mixed(t, other, index.PutFront)
	var front, body index.FileID
	err1 := s.Fronts([]index.FileID{f.ID}, func(bodies []index.Body) { front = bodies[0].ID })
	err2 := s.Bodies([]index.FileID{f.ID}, func(bodies []index.Body) { body = bodies[0].ID })
	_, tailErr := s.Tail(f.ID)
	if err := errors.Join(err1, err2, tailErr); err != nil || front != f.ID || body != 0 {
		t.Errorf("front %d, body %d, %v", front, body, err)
	}
	refused(t, s, f, other, e)
}

// TestNamesOfAnotherVersion: nor are names and a body that were not written together.
func TestNamesOfAnotherVersion(t *testing.T) {
	other := data("a", "text", 3)
	other.Names = []byte("of another version")
	s, f, e := mixed(t, other, index.PutNames)
	var alone []byte
	var body index.FileID
	err1 := s.Names([]index.FileID{f.ID}, func(names [][]byte) { alone = bytes.Clone(names[0]) })
	err2 := s.Bodies([]index.FileID{f.ID}, func(bodies []index.Body) { body = bodies[0].ID })
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(alone, other.Names) || body != f.ID {
		t.Errorf("names %q, body %d, %v", alone, body, err)
	}
	refused(t, s, f, other, e)
}

// TestBodiesLieInOnePiece: bodies that are read together are in memory that was made for all of them, and not for one after the other.
func TestBodiesLieInOnePiece(t *testing.T) {
	const n, size = 50, 50_000
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) {
		for i := range n {
			d := data(fmt.Sprintf("f%02d", i), "text", 1)
			d.Aside = bytes.Repeat([]byte{byte(i)}, size)
			u.Put(d)
		}
	})
	s, rebuilt := use(t, path)
	defer s.Close()
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	var ids []index.FileID
	for _, f := range files {
		ids = append(ids, f.ID)
	}
	err = s.Bodies(ids, func(bodies []index.Body) {
		first := uintptr(unsafe.Pointer(&bodies[0].Aside()[0]))
		for i, b := range bodies {
			if at := uintptr(unsafe.Pointer(&b.Aside()[0])); at < first || at-first > n*(size+1000) {
				t.Errorf("body %d lies %d bytes from the first", i, int64(at-first))
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestBodiesInAnyOrder: bodies are those of the files that are asked for, in whatever order and however often, of which those that follow each other are read together.
func TestBodiesInAnyOrder(t *testing.T) {
	const n = 60
	path := filepath.Join(t.TempDir(), "a.idx")
	says := func(i int) []byte { return bytes.Repeat([]byte{byte(i + 1)}, 100+i*i*7) }
	update(t, path, func(u *index.Update) {
		for i := range n {
			d := data(fmt.Sprintf("f%02d", i), "text", 1)
			d.Aside = says(i)
			u.Put(d)
		}
	})
	s, _ := use(t, path)
	defer s.Close()
	files, err := s.Files()
	if err != nil || len(files) != n {
		t.Fatal(len(files), err)
	}
	var all []int
	for i := range n {
		all = append(all, i)
	}
	back := slices.Clone(all)
	slices.Reverse(back)
	for _, order := range [][]int{all, back, {7}, {3, 3, 4, 4, 5}, {10, 11, 12, 40, 41, 2, 3, 59, 0}, {}} {
		var ids []index.FileID
		for _, i := range order {
			ids = append(ids, files[i].ID)
		}
		err := s.Bodies(ids, func(bodies []index.Body) {
			for j, i := range order {
				if !bytes.Equal(bodies[j].Aside(), says(i)) {
					t.Errorf("of %v body %d is not that of file %d", order, j, i)
				}
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
	var ids []index.FileID
	for i := range files {
		ids = append(ids, files[i].ID)
	}
	if got := s.Stretches(ids); got > n/4 {
		t.Errorf("%d bodies that follow each other are read in %d pieces", n, got)
	}
}
