package index_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/index"
)

// hashOf is the key that the tests give a row.
func hashOf(path, text string, row int) uint64 {
	return uint64(index.DigestOf([]byte(path), []byte(text), []byte{byte(row)})[0]) % 50
}

// model is what an index should hold: the text of every file, from which data and hashOf make the rest.
type model map[string]string

func (m model) paths() []string {
	var ps []string
	for p := range m {
		ps = append(ps, p)
	}
	sort.Strings(ps)
	return ps
}

func fragmentsOf(text string) int { return len(text) % 5 }

// keys are the keys of all rows as lines "path row key", sorted.
func (m model) keys() []string {
	var out []string
	for p, text := range m {
		for row := range 2 * fragmentsOf(text) {
			if row%3 != 2 {
				out = append(out, fmt.Sprint(p, " ", row, " ", index.Short(hashOf(p, text, row))))
			}
		}
	}
	sort.Strings(out)
	return out
}

func storedKeys(t *testing.T, s *index.Store) []string {
	t.Helper()
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	paths := map[index.FileID]string{}
	for _, f := range files {
		paths[f.ID] = f.Path
	}
	var out []string
	complete, err := s.EachKey(rule, func(ref index.RowRef, key uint64) bool {
		out = append(out, fmt.Sprint(paths[ref.File], " ", ref.Row, " ", key))
		if k, ok, err := s.Key(rule, ref); k != key || !ok || err != nil {
			t.Fatalf("Key(%v) = %d, %v, %v; EachKey says %d", ref, k, ok, err, key)
		}
		return true
	})
	if err != nil || !complete {
		t.Fatalf("EachKey: complete %v, %v", complete, err)
	}
	sort.Strings(out)
	return out
}

// put puts files with their keys.
func put(u *index.Update, m model, paths []string) {
	var hashes []uint64
	var present []bool
	for _, p := range paths {
		n := fragmentsOf(m[p])
		u.Put(data(p, m[p], n))
		for row := range 2 * n {
			hashes = append(hashes, hashOf(p, m[p], row))
			present = append(present, row%3 != 2)
		}
	}
	u.SetKeys(rule, u.Segment(), index.ShortOf(hashes, func(i int) bool { return present[i] }))
}

// TestRandomUpdates edits, adds and removes files at random, and compares the index with a model after each update.
func TestRandomUpdates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "a.idx")
	m := model{}
	most := 0
	for round := range 70 {
		s, rebuilt := use(t, path)
		if rebuilt != nil {
			t.Fatalf("round %d: %v", round, rebuilt)
		}
		u, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		var changed []string
		for range 1 + rng.IntN(12) {
			p := fmt.Sprintf("f%02d", rng.IntN(60))
			if slices.Contains(changed, p) {
				continue
			}
			if _, known := m[p]; known && rng.IntN(4) == 0 {
				delete(m, p)
				u.Remove(p)
				continue
			}
			m[p] = strings.Repeat("y", rng.IntN(200))
			changed = append(changed, p)
		}
		sort.Strings(changed)
		put(u, m, changed)
		u.SetResult("round", index.Digest{}, fmt.Append(nil, round))
		if err := u.Commit(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.Close()
		if s, rebuilt = use(t, path); rebuilt != nil {
			t.Fatalf("round %d: %v", round, rebuilt)
		}
		compareModel(t, s, m)
		segments, err := s.Segments()
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(segments))
		if b, ok, err := s.Result("round", index.Digest{}); string(b) != fmt.Sprint(round) || !ok || err != nil {
			t.Fatalf("round %d: result %s, %v, %v", round, b, ok, err)
		}
		if err := s.Verify(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.Close()
	}
	if most < 5 || most > 65 {
		t.Errorf("at most %d segments were there at once; they should grow and be joined", most)
	}
}

func compareModel(t *testing.T, s *index.Store, m model) {
	t.Helper()
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
		if want := data(f.Path, m[f.Path], 0); f.Hash != want.Hash || f.Deps != want.Deps {
			t.Fatalf("%s is of another version", f.Path)
		}
		b, err := s.Body(f.ID)
		if err != nil || b.Path != f.Path {
			t.Fatalf("body of %s: %v", f.Path, err)
		}
	}
	if diff := cmp.Diff(m.paths(), paths); diff != "" {
		t.Fatalf("files (-model +index):\n%s", diff)
	}
	if diff := cmp.Diff(m.keys(), storedKeys(t, s)); diff != "" {
		t.Fatalf("keys (-model +index):\n%s", diff)
	}
}

// TestSmallUpdateWritesLittle changes one file of many.
func TestSmallUpdateWritesLittle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	m := model{}
	for i := range 2000 {
		m[fmt.Sprintf("d/%04d", i)] = strings.Repeat("z", i%50)
	}
	update(t, path, func(u *index.Update) { put(u, m, m.paths()) })
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m["d/0777"] = "changed"
	update(t, path, func(u *index.Update) { put(u, m, []string{"d/0777"}) })
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for at := 0; at < len(after); at += index.PageSize {
		// A file grows by more than is written; the rest is a hole.
		old := make([]byte, index.PageSize)
		copy(old, before[min(at, len(before)):])
		if string(old) != string(after[at:at+index.PageSize]) {
			written++
		}
	}
	if pages := len(after) / index.PageSize; pages < 200 || written > 40 {
		t.Errorf("%d of %d pages were written for one file of 2000", written, pages)
	}
	s, _ := use(t, path)
	compareModel(t, s, m)
}

func TestNothingToWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	before, _ := os.ReadFile(path)
	update(t, path, func(u *index.Update) {})
	if after, _ := os.ReadFile(path); string(before) != string(after) {
		t.Error("an empty update wrote something")
	}
}

// TestNewRule adds a rule to an index that has segments without it, and drops one.
func TestNewRule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	added := index.Column{Rule: index.DigestOf([]byte("added"))}
	s, _ := use(t, path)
	if complete, err := s.EachKey(added, func(index.RowRef, uint64) bool { return true }); complete || err != nil {
		t.Fatalf("a rule that nobody stored: complete %v, %v", complete, err)
	}
	segments, err := s.Segments()
	if err != nil || len(segments) != 2 {
		t.Fatalf("%d segments, %v", len(segments), err)
	}
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, g := range segments {
		hashes := make([]uint64, g.Rows())
		for i := range hashes {
			hashes[i] = 7
		}
		u.SetKeys(added, g.Number, index.ShortOf(hashes, func(row int) bool { return row%2 == 0 }))
		for i, id := range g.Files {
			files, _ := s.Files()
			if slices.ContainsFunc(files, func(f index.File) bool { return f.ID == id }) {
				for row := g.First[i]; row < g.First[i+1]; row++ {
					rows += int(1 - row%2)
				}
			}
		}
	}
	u.KeepRules(added.Rule)
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, _ = use(t, path)
	refs, err := s.Lookup(added, index.Short(7))
	if len(refs) != rows || rows == 0 || err != nil {
		t.Errorf("%d rows have the key, want %d; %v", len(refs), rows, err)
	}
	if refs, err := s.Lookup(added, index.Short(8)); len(refs) != 0 || err != nil {
		t.Errorf("rows %v have a key that none has; %v", refs, err)
	}
	if complete, err := s.EachKey(rule, func(index.RowRef, uint64) bool { return true }); complete || err != nil {
		t.Errorf("a dropped rule: complete %v, %v", complete, err)
	}
}

func TestCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	m := model{}
	for round := range 6 {
		for i := range 30 {
			m[fmt.Sprintf("f%02d", i)] = strings.Repeat("v", i*round)
		}
		update(t, path, func(u *index.Update) { put(u, m, m.paths()[round:]) })
	}
	s, _ := use(t, path)
	before, err := s.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, _ = use(t, path)
	after, err := s.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if after.Segments != 1 || after.DeadRows != 0 || after.Rows != before.Rows || after.Files != 30 || before.DeadRows == 0 {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	// The first file of the first five rounds is of an older version in the later ones.
	for i := range 5 {
		m[fmt.Sprintf("f%02d", i)] = strings.Repeat("v", i*i)
	}
	compareModel(t, s, m)
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
}

func TestHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) { u.Put(data("a", "a", 2)) })
	s, _ := use(t, path)
	for name, tt := range map[string]struct {
		change func(f *index.FileData)
		want   bool
	}{
		"the same":       {func(f *index.FileData) {}, true},
		"another time":   {func(f *index.FileData) { f.ModTime++ }, true},
		"another hash":   {func(f *index.FileData) { f.Hash[3]++ }, false},
		"other deps":     {func(f *index.FileData) { f.Deps[3]++ }, false},
		"another vector": {func(f *index.FileData) { f.Vectors[1] = f.Vectors[1][1:] }, false},
		"fewer rows":     {func(f *index.FileData) { f.Rows = f.Rows[1:] }, false},
		"another path":   {func(f *index.FileData) { f.Path = "b" }, false},
	} {
		f := data("a", "a", 2)
		tt.change(f)
		e := index.Encode(f)
		if _, got, err := s.Holds(&e); got != tt.want || err != nil {
			t.Errorf("%s: Holds = %v, %v; want %v", name, got, err, tt.want)
		}
	}
}

func TestTouch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) { u.Put(data("a", "a", 2)); u.Put(data("b", "b", 2)) })
	st, other := state("a", "a"), state("b", "not b")
	st.ModTime, other.ModTime = 99, 99
	update(t, path, func(u *index.Update) { u.Touch(st); u.Touch(other); u.Touch(state("none", "")) })
	s, _ := use(t, path)
	a, _, _ := s.File("a")
	b, _, _ := s.File("b")
	if a.ModTime != 99 || b.ModTime == 99 {
		t.Errorf("times %d and %d: only a file of the same content is touched", a.ModTime, b.ModTime)
	}
	if got := get(t, s, "a"); len(got.Fragments) != 2 || got.Deps != data("a", "a", 2).Deps {
		t.Errorf("touching lost something: %v", got)
	}
}

func TestShort(t *testing.T) {
	seen := map[uint64]uint64{}
	for i := range uint64(200000) {
		// Small numbers and high ones, as 32-bit keys and hashes are.
		for _, h := range []uint64{i, i << 32, i << 44} {
			k := index.Short(h)
			if k == 0 || k >= 1<<40 {
				t.Fatalf("Short(%x) = %x", h, k)
			}
			if old, ok := seen[k]; ok && old != h {
				t.Fatalf("Short(%x) = Short(%x)", h, old)
			}
			seen[k] = h
		}
	}
}

func TestMisusePanics(t *testing.T) {
	for name, f := range map[string]func(u *index.Update){
		"put twice": func(u *index.Update) { u.Put(data("a", "a", 1)); u.Put(data("a", "b", 1)) },
		"keys of the wrong shape": func(u *index.Update) {
			u.Put(data("a", "a", 1))
			u.SetKeys(rule, u.Segment(), make([]uint64, 3))
			u.Commit()
		},
		"vectors of the wrong shape": func(u *index.Update) {
			d := data("a", "a", 3)
			d.Vectors = d.Vectors[:2]
			u.Put(d)
		},
		"rows out of order": func(u *index.Update) {
			d := data("a", "a", 3)
			slices.Reverse(d.Rows)
			u.Put(d)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := use(t, filepath.Join(t.TempDir(), "a.idx"))
			u, err := s.Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f(u)
		})
	}
}

// TestFilesOfManyPages: all files are found in the order of their paths, wherever in the file the pages lie that updates have written, also where paths are longer than these.
func TestFilesOfManyPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	name := func(i int) string {
		long := 0
		if i%97 == 0 {
			long = 30_000
		}
		return fmt.Sprintf("dir/%04d%s.java", i*7919%3000, strings.Repeat("x", long))
	}
	want := map[string]string{}
	for round := range 4 {
		update(t, path, func(u *index.Update) {
			for i := range 3000 {
				switch text := fmt.Sprint("text ", round); {
				case i%10 == round && round > 0:
					u.Remove(name(i))
					delete(want, name(i))
				case round == 0 && i%4 > 0 || i%50 == 7*round:
					u.Put(data(name(i), text, 1))
					want[name(i)] = text
				}
			}
		})
		s, _ := use(t, path)
		files, err := s.Files()
		if err != nil || len(files) != len(want) || !slices.IsSortedFunc(files, func(x, y index.File) int { return strings.Compare(x.Path, y.Path) }) {
			t.Errorf("round %d: %d files, want %d: %v", round, len(files), len(want), err)
		}
		for i := range files {
			one, ok, err := s.File(files[i].Path)
			if text, known := want[files[i].Path]; !known || !ok || err != nil || one != files[i] || one.State != state(files[i].Path, text) {
				t.Fatalf("round %d: file %d, %.20s, is another one by its path: %v, %v", round, i, files[i].Path, ok, err)
			}
		}
		s.Close()
	}
}

// TestFilesOfTruncated: who asks for the files of an index that another has cut off since it was opened is told.
func TestFilesOfTruncated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) {
		for i := range 200 {
			u.Put(data(fmt.Sprint("f", i), "text", 3))
		}
	})
	s, _ := use(t, path)
	if err := os.Truncate(path, index.PageSize); err != nil {
		t.Fatal(err)
	}
	if files, err := s.Files(); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("%d files, %v", len(files), err)
	}
}
