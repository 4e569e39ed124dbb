package index_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/index"
)

// big has more records than an update holds in memory.
func big() model {
	m := model{}
	for i := range 40 {
		m[fmt.Sprintf("f%02d", i)] = strings.Repeat("w", 300_000+i)
	}
	return m
}

// many are more records than an update holds in memory, none of them large.
func many() model {
	m := model{}
	for i := range 1500 {
		m[fmt.Sprintf("f%04d", i)] = strings.Repeat("w", 10_000+i)
	}
	return m
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// begin begins an index at path and puts all of m, which is more than an update holds in memory. It returns the file that this is written to until the commit.
func begin(t *testing.T, path string, m model) (s *index.Store, u *index.Update, begun string) {
	t.Helper()
	s, _ = use(t, path)
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	put(u, m, m.paths())
	temporary, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".a.idx.*.tmp"))
	if err != nil || len(temporary) != 1 {
		t.Fatalf("nothing is written before the commit: temporary files %v, %v", temporary, err)
	}
	return s, u, temporary[0]
}

// TestBigIndex: an index that is written in several transactions is not seen before it is complete, and is whole then.
func TestBigIndex(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.idx")
	m := big()
	s, u, _ := begin(t, path, m)
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Fatalf("the index is there before it is complete: %v", err)
	}
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if left, _ := filepath.Glob(filepath.Join(dir, ".a.idx.*.tmp")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	compareModel(t, s, m)
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
	if err := s.Compact(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, _ = use(t, path)
	compareModel(t, s, m)
}

// TestRoom: a new index is written into room made for it, and nothing of that is left.
func TestRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	s, u, begun := begin(t, path, many())
	if pages, file, err := index.PagesEnd(begun); err != nil || file <= pages || file%(1<<20) != 0 {
		t.Errorf("pages up to %d of %d: no room was made: %v", pages, file, err)
	}
	atEnd := func(when string) {
		if pages, file, err := index.PagesEnd(path); err != nil || pages != file {
			t.Errorf("%s: pages up to %d of %d: %v", when, pages, file, err)
		}
	}
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	atEnd("written")
	s, _ = use(t, path)
	if err := s.Compact(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	atEnd("compacted")
}

// TestBigIndexAbandoned: an update that is not committed leaves nothing behind.
func TestBigIndexAbandoned(t *testing.T) {
	dir := t.TempDir()
	s, _ := use(t, filepath.Join(dir, "a.idx"))
	before := filesIn(t, dir)
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	m := big()
	put(u, m, m.paths())
	if len(filesIn(t, dir)) == len(before) {
		t.Fatal("nothing was written: the test shows nothing")
	}
	s.Close()
	for _, name := range filesIn(t, dir) {
		if strings.HasSuffix(name, ".tmp") || name == "a.idx" {
			t.Errorf("left behind: %s", name)
		}
	}
}

// TestBigIndexKeysOfOtherRows: what panics for a small update panics for a big one.
func TestBigIndexKeysOfOtherRows(t *testing.T) {
	s, _ := use(t, filepath.Join(t.TempDir(), "a.idx"))
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	m := big()
	put(u, m, m.paths())
	u.Put(data("later", "text", 1))
	defer func() {
		if recover() == nil {
			t.Error("files put after SetKeys are taken")
		}
	}()
	u.Commit()
}

// TestManyColumns: columns that are more than an update holds are those that were set, whatever the order.
func TestManyColumns(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.idx")
	const files, rules = 1500, 40
	column := func(i int) index.Column {
		return index.Column{Rule: index.DigestOf([]byte{byte(i * 37)}), Table: uint16(i)}
	}
	key := func(rule, row int) uint64 { return uint64(rule*1_000_003 + row) }
	update(t, path, func(u *index.Update) {
		for i := range files {
			u.Put(data(fmt.Sprintf("f%04d", i), "t", 9))
		}
		if len(hidden(dir)) != 0 {
			t.Fatal("the files were written before the columns came: the test shows nothing")
		}
		hashes := make([]uint64, u.Rows())
		for i := range rules {
			for row := range hashes {
				hashes[row] = key(i, row)
			}
			u.SetKeys(column(i), u.Segment(), index.ShortOf(hashes, nil))
		}
		if len(hidden(dir)) == 0 {
			t.Fatal("no column was written before the end: the test shows nothing")
		}
	})
	if left := hidden(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	for i := range rules {
		row := 0
		complete, err := s.EachKey(column(i), func(_ index.RowRef, k uint64) bool {
			if k != index.Short(key(i, row)) {
				t.Fatalf("rule %d, row %d: another key", i, row)
			}
			row++
			return true
		})
		if !complete || err != nil || row != files*18 {
			t.Fatalf("rule %d: complete %v, %v, %d keys", i, complete, err, row)
		}
	}
}

// hidden lists the temporary files in dir.
func hidden(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	return names
}

// TestVerifyColumn: a column of other rows than its segment has is noticed.
func TestVerifyColumn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	rows := 0
	update(t, path, func(u *index.Update) {
		u.Put(data("a", "text", 9))
		rows = u.Rows()
	})
	for _, keys := range []int{rows, 0} {
		update(t, path, func(u *index.Update) {
			u.SetKeys(index.Column{Rule: index.DigestOf(nil)}, 1, make([]uint64, keys))
		})
		s, rebuilt := use(t, path)
		if rebuilt != nil {
			t.Fatal(rebuilt)
		}
		if err := s.Verify(); errors.Is(err, index.ErrDamaged) != (keys != rows) {
			t.Errorf("%d keys for %d rows: %v", keys, rows, err)
		}
		s.Close()
	}
}
