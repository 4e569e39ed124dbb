package index_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract/index"
)

// rule is a column of the tests.
var rule = index.Column{Rule: index.DigestOf([]byte("rule")), Table: 3}

// sample writes an index with enough records for branch pages, overflow pages and a second generation, and returns
// what it says after each.
func sample(t testing.TB, path string) (says []string) {
	t.Helper()
	for generation := range 2 {
		s, _, err := index.Use(path, identity)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			if generation == 0 || i%5 == 0 {
				u.Put(data(fmt.Sprintf("dir/%02d.java", i), strings.Repeat("x", i*generation), i%9))
			}
		}
		u.SetKeys(rule, u.Segment(), index.ShortOf(make([]uint64, u.Rows()), nil))
		u.SetResult("scan", index.Digest{1}, []byte(strings.Repeat("result ", 3000)))
		if generation == 0 {
			u.SetPart("part", index.Digest{2}, 0, func(b []byte) []byte { return append(b, strings.Repeat("part ", 3000)...) })
		}
		if err := u.Commit(); err != nil {
			t.Fatal(err)
		}
		s.Close()
		if s, err = index.OpenReadOnly(path, identity); err != nil {
			t.Fatal(err)
		}
		text, err := describe(s)
		if err != nil {
			t.Fatal(err)
		}
		says = append(says, text)
		s.Close()
	}
	return says
}

// describe reads everything there is in an index and returns it as text, or the first error.
func describe(s *index.Store) (string, error) {
	var b strings.Builder
	files, err := s.Files()
	if err != nil {
		return "", err
	}
	for _, f := range files {
		body, err := s.Body(f.ID)
		if err != nil {
			return "", err
		}
		fs, err1 := body.Fragments()
		vs, err2 := body.Vectors()
		rs, err3 := body.Rows()
		if err := errors.Join(err1, err2, err3); err != nil {
			return "", err
		}
		tail, err := s.Tail(f.ID)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&b, f, fs, vs, rs, string(body.Extra()), string(body.Aside()), string(body.Names()), string(tail))
	}
	complete, err := s.EachKey(rule, func(ref index.RowRef, key uint64) bool {
		fmt.Fprintln(&b, ref, key)
		return true
	})
	if err != nil {
		return "", err
	}
	r, ok, err := s.Result("scan", index.Digest{1})
	fmt.Fprintln(&b, complete, ok, string(r))
	return b.String(), errors.Join(err, s.Read(func(v *index.View) error {
		part, ok, err := v.Part("part", index.Digest{2})
		fmt.Fprintln(&b, ok, string(part))
		return err
	}))
}

// crashRounds is how often the tests of damage and of killed processes try each thing: REFRACT_CRASH_ROUNDS, or 25.
func crashRounds() int {
	if n, err := strconv.Atoi(os.Getenv("REFRACT_CRASH_ROUNDS")); err == nil {
		return n
	}
	return 25
}

// TestDamage alters an index in every way it can think of, and expects of the next one to use it that it gets what was
// written or is told that it does not.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "good.idx")
	// Where the last meta page is lost bbolt goes back to the one before it, and what the first generation says is as
	// true of its hashes as what the second says of its own.
	want := sample(t, path)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(good) / index.PageSize
	if pages < 20 {
		t.Fatalf("an index of %d pages shows little", pages)
	}

	rng := rand.New(rand.NewPCG(1, 1))
	ways := map[string]func(b []byte) []byte{
		"flip a bit": func(b []byte) []byte {
			b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			return b
		},
		"flip a bit of a page header": func(b []byte) []byte {
			b[rng.IntN(pages)*index.PageSize+rng.IntN(48)] ^= 1 << rng.IntN(8)
			return b
		},
		"a random byte in the head of a page": func(b []byte) []byte {
			b[rng.IntN(pages)*index.PageSize+rng.IntN(200)] = byte(rng.IntN(256))
			return b
		},
		"truncate":                  func(b []byte) []byte { return b[:rng.IntN(len(b))] },
		"truncate at a page":        func(b []byte) []byte { return b[:rng.IntN(pages)*index.PageSize] },
		"a page of zeros":           func(b []byte) []byte { clear(page(b, rng.IntN(pages))); return b },
		"a page in another's place": func(b []byte) []byte { copy(page(b, rng.IntN(pages)), page(b, rng.IntN(pages))); return b },
		"a page renumbered": func(b []byte) []byte {
			to := rng.IntN(pages)
			copy(page(b, to), page(b, rng.IntN(pages)))
			b[to*index.PageSize], b[to*index.PageSize+1] = byte(to), byte(to>>8)
			return b
		},
		"garbage": func(b []byte) []byte {
			p := page(b, rng.IntN(pages))
			for i := range p {
				p[i] = byte(rng.IntN(256))
			}
			return b
		},
		"appended bytes": func(b []byte) []byte { return append(b, good[:rng.IntN(9000)]...) },
	}
	for name, damage := range ways {
		t.Run(name, func(t *testing.T) {
			rounds := crashRounds()
			noticed := 0
			for round := range rounds {
				bad := filepath.Join(dir, fmt.Sprintf("bad%d.idx", round))
				if err := os.WriteFile(bad, damage(append([]byte{}, good...)), 0o600); err != nil {
					t.Fatal(err)
				}
				if useDamaged(t, bad, want) {
					noticed++
				}
			}
			t.Logf("noticed in %d of %d rounds", noticed, rounds)
		})
	}
}

func page(b []byte, n int) []byte { return b[n*index.PageSize:][:index.PageSize] }

// useDamaged opens a damaged index and reports whether that was noticed. Otherwise the index must say what it said
// before the damage. Then it is rebuilt and must be whole.
func useDamaged(t *testing.T, path string, want []string) (noticed bool) {
	t.Helper()
	s, rebuilt, err := index.Use(path, identity)
	if err != nil {
		t.Fatalf("the damaged index cannot be replaced: %v", err)
	}
	defer func() { s.Close() }()
	switch {
	case rebuilt == nil:
		got, err := describe(s)
		if err == nil && !slices.Contains(want, got) {
			t.Fatal("a damaged index is used and says something else")
		}
		if err != nil && !errors.Is(err, index.ErrDamaged) {
			t.Fatalf("error %v, want ErrDamaged", err)
		}
		if err == nil {
			return false
		}
		return true
	case !errors.Is(rebuilt, index.ErrDamaged) && !errors.Is(rebuilt, index.ErrForeign):
		t.Fatalf("rebuilt because of %v, want ErrDamaged or ErrForeign", rebuilt)
	case !strings.Contains(rebuilt.Error(), path):
		t.Fatalf("%v does not name the file %s", rebuilt, path)
	}
	u, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	u.Put(data("new", "new", 1))
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s, rebuilt, err = index.Use(path, identity); err != nil || rebuilt != nil {
		t.Fatalf("after the rebuild: %v, %v", rebuilt, err)
	}
	if files, err := s.Files(); err != nil || len(files) != 1 {
		t.Fatalf("after the rebuild: files %v, %v", files, err)
	}
	return true
}

func TestLostRecordIsNoticed(t *testing.T) {
	for _, bucket := range []string{"file", "front", "names", "body", "segment", "keys", "result", "part"} {
		path := filepath.Join(t.TempDir(), "a.idx")
		sample(t, path)
		if err := index.DropRecord(path, bucket); err != nil {
			t.Fatal(err)
		}
		if _, err := index.OpenReadOnly(path, identity); !errors.Is(err, index.ErrDamaged) {
			t.Errorf("without a record of %s: %v, want ErrDamaged", bucket, err)
		}
	}
}

func TestRefused(t *testing.T) {
	other := func(change func(id *index.Identity)) index.Identity {
		id := identity
		change(&id)
		return id
	}
	for _, tt := range []struct {
		name    string
		prepare func(path string) error
		id      index.Identity
		want    error
		aside   bool
	}{
		{"older format", func(p string) error { return index.SetFormat(p, "refract index 1\n") }, identity, index.ErrFormat, false},
		{"a flipped bit in the format", func(p string) error {
			return index.SetFormat(p, strings.Replace(string(index.FormatLine(index.FormatVersion)), fmt.Sprintf(" %d ", index.FormatVersion), " 4 ", 1))
		}, identity, index.ErrDamaged, false},
		{"a newer one without a checksum", func(p string) error {
			return index.SetFormat(p, fmt.Sprintf("refract index %d\n", index.FormatVersion+1))
		}, identity, index.ErrDamaged, false},
		{"unreadable format", func(p string) error { return index.SetFormat(p, "refract index one") }, identity, index.ErrDamaged, false},
		{"another root", nil, other(func(id *index.Identity) { id.Root = "/elsewhere" }), index.ErrForeign, false},
		{"another tool", nil, other(func(id *index.Identity) { id.Tool = "2.0" }), index.ErrForeign, false},
		{"another schema", nil, other(func(id *index.Identity) { id.Schema[0]++ }), index.ErrForeign, false},
		{"another rule set", nil, other(func(id *index.Identity) { id.Rules[0]++ }), nil, false},
		{"another database", func(p string) error { return errors.Join(os.Remove(p), index.Foreign(p)) }, identity, index.ErrForeign, true},
		{"a text", func(p string) error { return os.WriteFile(p, []byte("my thesis"), 0o600) }, identity, index.ErrDamaged, true},
		{"an empty file", func(p string) error { return os.Truncate(p, 0) }, identity, index.ErrDamaged, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.idx")
			sample(t, path)
			if tt.prepare != nil {
				if err := tt.prepare(path); err != nil {
					t.Fatal(err)
				}
			}
			before, _ := os.ReadFile(path)
			s, rebuilt, err := index.Use(path, tt.id)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if !errors.Is(rebuilt, tt.want) || (tt.want == nil) != (rebuilt == nil) {
				t.Fatalf("rebuilt because of %v, want %v", rebuilt, tt.want)
			}
			aside := s.Aside()
			u, err := s.Begin()
			if err != nil {
				t.Fatal(err)
			}
			u.Put(data("a", "a", 1))
			if err := u.Commit(); err != nil {
				t.Fatal(err)
			}
			if want := map[bool]string{true: path + ".aside"}[tt.aside]; aside != want {
				t.Errorf("what lies there is said to be moved to %q, want %q", aside, want)
			}
			kept, err := os.ReadFile(path + ".aside")
			if tt.aside && string(kept) != string(before) {
				t.Errorf("what is no index was not kept: %v", err)
			}
			if !tt.aside && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("an index was moved aside: %v", err)
			}
		})
	}
}

func TestNewerIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	if err := index.SetFormat(path, string(index.FormatLine(99))); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	_, _, err := index.Use(path, identity)
	if !errors.Is(err, index.ErrNewer) || !strings.Contains(err.Error(), path) {
		t.Errorf("Use: %v, want ErrNewer and the path", err)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the newer index was changed")
	}
}

func TestDirectoryInTheWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := index.Use(path, identity); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("Use of a directory: %v", err)
	}
}

func TestSecondWriterIsToldSoon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	first, _ := use(t, path)
	start := time.Now()
	_, _, err := index.Use(path, identity)
	if took := time.Since(start); took > 2*time.Second || !errors.Is(err, index.ErrLocked) {
		t.Errorf("after %v: %v; want ErrLocked within two seconds", took, err)
	}
	if want := fmt.Sprintf("process %d", os.Getpid()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v does not name %s", err, want)
	}
	reader, err := index.OpenReadOnly(path, identity)
	if err != nil {
		t.Fatalf("a reader beside a scan: %v", err)
	}
	u, _ := first.Begin()
	u.Put(data("a", "a", 1))
	if err := u.Commit(); !errors.Is(err, index.ErrLocked) {
		t.Errorf("commit beside a reader: %v, want ErrLocked", err)
	}
	reader.Close()
	first.Close()
	use(t, path)
}

// TestCloseAfterFault: an index that a fault has left locked is closed all the same, and another one can be made in its place.
func TestCloseAfterFault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.idx")
	sample(t, path)
	s, _, err := index.Use(path, identity)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.LeaveTransaction(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() {
		s.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Fatal("it waits for ever")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	sample(t, path)
}
