package index_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/index"
)

// large writes an index with a part and a column that are much larger than a file.
func large(t *testing.T, path string) {
	t.Helper()
	update(t, path, func(u *index.Update) {
		f := data("rows", "text", 1)
		f.Rows = make([]index.Row, 200_000)
		u.Put(f)
		for i := range 100 {
			u.Put(data("f"+string(rune('a'+i)), "text", 3))
		}
		for table := range uint16(3) {
			u.SetKeys(index.Column{Rule: rule.Rule, Table: table}, u.Segment(), index.ShortOf(make([]uint64, u.Rows()), nil))
		}
		for _, name := range []string{"a", "b", "c"} {
			u.SetPart(name, index.Digest{1}, 0, func(b []byte) []byte { return append(b, strings.Repeat("part ", 200_000)...) })
		}
	})
}

// TestUpdateLeavesWhatIsLarge: an update writes anew neither the columns of older segments nor parts that stay, though it writes columns and a
// part of its own.
func TestUpdateLeavesWhatIsLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	large(t, path)
	before := sizeOf(t, path)
	update(t, path, func(u *index.Update) {
		u.Put(data("fz", "other", 3))
		for table := range uint16(3) {
			u.SetKeys(index.Column{Rule: rule.Rule, Table: table}, u.Segment(), index.ShortOf(make([]uint64, u.Rows()), nil))
		}
		u.SetPart("ab", index.Digest{1}, 0, func(b []byte) []byte { return append(b, "small"...) })
	})
	// The file grows by steps of 256 KB.
	if grown := sizeOf(t, path) - before; grown > 1<<19 {
		t.Errorf("an update of a file of 100 bytes took %d bytes", grown)
	}
	s, _ := use(t, path)
	defer s.Close()
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestChangedBodiesLeaveTheOthers: of the bodies beside one that is changed an update writes those again that lie on the same run of pages, and
// no more.
func TestChangedBodiesLeaveTheOthers(t *testing.T) {
	const files, changed, size = 1000, 50, 8000
	path := filepath.Join(t.TempDir(), "a.idx")
	name := func(i int) string { return fmt.Sprintf("%04d", i) }
	put := func(u *index.Update, i int, text string) {
		f := data(name(i), text, 3)
		f.Tail = bytes.Repeat([]byte(text[:1]), size)
		u.Put(f)
	}
	update(t, path, func(u *index.Update) {
		for i := range files {
			put(u, i, "text")
		}
	})
	before := sizeOf(t, path)
	update(t, path, func(u *index.Update) {
		for i := range changed {
			put(u, i*files/changed+7, "other")
		}
	})
	// Two or three of them lie on a run.
	if grown := int(sizeOf(t, path) - before); grown > changed*7*size/2 {
		t.Errorf("an update of %d files of %d bytes took %d bytes each", changed, size, grown/changed)
	}
	s, _ := use(t, path)
	defer s.Close()
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
	for i := range files {
		f, ok, err := s.File(name(i))
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		want := byte('t')
		if i%(files/changed) == 7 {
			want = 'o'
		}
		if tail, err := s.Tail(f.ID); err != nil || len(tail) != size || tail[0] != want {
			t.Fatalf("file %d has a tail of %d bytes, %v", i, len(tail), err)
		}
	}
}

// TestFreePagesAreUsedAgain: an index that is updated over and over does not grow with each update.
func TestFreePagesAreUsedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	large(t, path)
	again := func() {
		update(t, path, func(u *index.Update) {
			u.SetPart("a", index.Digest{1}, 0, func(b []byte) []byte { return append(b, strings.Repeat("PART ", 200_000)...) })
		})
	}
	again()
	again()
	size := sizeOf(t, path)
	for range 10 {
		again()
	}
	if grown := sizeOf(t, path) - size; grown > 1<<20 {
		t.Errorf("ten updates of a part of 1 MB left %d bytes more", grown)
	}
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// TestFreeListIsHeldAgainstThePages: an update would write over a page in use that is listed as free.
func TestFreeListIsHeldAgainstThePages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := index.CheckFile(good); err != nil {
		t.Fatal(err)
	}
	list, free := index.FreeList(good)
	if len(free) < 3 {
		t.Fatalf("%d pages are free, which shows little", len(free))
	}
	isFree := map[uint64]bool{list: true}
	for _, p := range free {
		isFree[p] = true
	}
	used := uint64(2)
	for isFree[used] {
		used++
	}
	at := int(list)*index.PageSize + 16
	for name, damage := range map[string]func(b []byte){
		"a page in use":       func(b []byte) { binary.NativeEndian.PutUint64(b[at:], used) },
		"the list itself":     func(b []byte) { binary.NativeEndian.PutUint64(b[at:], list) },
		"a page of meta data": func(b []byte) { binary.NativeEndian.PutUint64(b[at:], 1) },
		"a page twice":        func(b []byte) { binary.NativeEndian.PutUint64(b[at+8:], free[0]) },
		"a page behind the end": func(b []byte) {
			binary.NativeEndian.PutUint64(b[at+8*(len(free)-1):], uint64(len(b)/index.PageSize))
		},
		"more than there is room for": func(b []byte) { binary.NativeEndian.PutUint16(b[at-6:], 60000) },
		"more than there are": func(b []byte) {
			binary.NativeEndian.PutUint16(b[at-6:], 0xffff)
			binary.NativeEndian.PutUint64(b[at:], 1<<61)
		},
		"a leaf": func(b []byte) { binary.NativeEndian.PutUint16(b[at-8:], 2) },
	} {
		b := append([]byte{}, good...)
		damage(b)
		if err := index.CheckFile(b); !errors.Is(err, index.ErrDamaged) {
			t.Errorf("%s is listed as free: %v, want ErrDamaged", name, err)
		}
	}
}
