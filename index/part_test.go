package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"refract/index"
)

// partOf returns the part of a name, "" where there is none with the digest.
func partOf(t *testing.T, path, name string, digest index.Digest) (part string) {
	t.Helper()
	s, _ := use(t, path)
	defer s.Close()
	err := s.Read(func(v *index.View) error {
		b, _, err := v.Part(name, digest)
		part = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// TestParts: a part stays through updates and a compaction until it is replaced or not kept.
func TestParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	one, two := index.Digest{1}, index.Digest{2}
	set := func(u *index.Update, name string, digest index.Digest, text string) {
		u.SetPart(name, digest, len(text), func(b []byte) []byte { return append(b, text...) })
	}
	large := strings.Repeat("large ", 1<<20) // more than is held
	if got := partOf(t, path, "a", one); got != "" {
		t.Errorf("an empty index has the part %.20q", got)
	}
	update(t, path, func(u *index.Update) {
		u.Put(data("f", "text", 3))
		set(u, "a", one, large)
		set(u, "b", one, "b")
	})
	update(t, path, func(u *index.Update) { set(u, "b", two, "B") })
	check := func(want ...string) {
		t.Helper()
		for i, digest := range []index.Digest{one, two} {
			for j, name := range []string{"a", "b"} {
				if got := partOf(t, path, name, digest); got != want[2*i+j] {
					t.Errorf("part %s of %d is %.20q, want %.20q", name, i+1, got, want[2*i+j])
				}
			}
		}
	}
	check(large, "", "", "B")
	s, _ := use(t, path)
	if err := errors.Join(s.Verify(), s.Compact()); err != nil {
		t.Fatal(err)
	}
	s.Close()
	check(large, "", "", "B")
	update(t, path, func(u *index.Update) { u.KeepParts("b") })
	check("", "", "", "B")
}

// TestPartsOfAView: what a view has returned stays while others read, also those within it, into what was given back.
func TestPartsOfAView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sizes := []int{0, 1, 5000, 1<<20 - 40, 1<<20 + 1, 3 << 20, 70_000}
	want := make([][]byte, len(sizes))
	update(t, path, func(u *index.Update) {
		u.Put(data("f", "text", 3))
		for i, n := range sizes {
			want[i] = bytes.Repeat([]byte{byte(i + 1)}, n)
			u.SetPart(fmt.Sprint(i), index.Digest{}, n, func(b []byte) []byte { return append(b, want[i]...) })
		}
	})
	s, _ := use(t, path)
	defer s.Close()
	read := func(v *index.View, i int) ([]byte, error) {
		got, ok, err := v.Part(fmt.Sprint(i), index.Digest{})
		place, placeOK, placeErr := v.PartInPlace(fmt.Sprint(i), index.Digest{})
		if !ok || !placeOK || err != nil || placeErr != nil || !bytes.Equal(place, want[i]) {
			return nil, fmt.Errorf("part %d: %v, %v, in place %v, %v", i, ok, err, placeOK, placeErr)
		}
		return got, nil
	}
	var all errgroup.Group
	for worker := range 4 {
		all.Go(func() error {
			for turn := range 20 {
				err := s.Read(func(v *index.View) error {
					var got [][]byte
					for i := range sizes {
						part, err := read(v, i)
						if err != nil {
							return err
						}
						got = append(got, part)
						err = v.Within(func(v *index.View) error {
							_, err := read(v, (i+worker+turn)%len(sizes))
							return err
						})
						if err != nil {
							return err
						}
					}
					for i := range sizes {
						if !bytes.Equal(got[i], want[i]) {
							return fmt.Errorf("part %d is another one now", i)
						}
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
}

// TestReadOfTruncated: who reads in a view what another has cut off is told, and what was read before stays.
func TestReadOfTruncated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	long := strings.Repeat("x", 1<<20)
	update(t, path, func(u *index.Update) {
		f := data("f", "text", 3)
		f.Extra = []byte(long)
		u.Put(f)
		u.SetPart("part", index.Digest{}, 0, func(b []byte) []byte { return append(b, long...) })
		u.SetKeys(rule, u.Segment(), slices.Repeat([]uint64{1}, u.Rows()))
	})
	s, _ := use(t, path)
	segments, err := s.Segments()
	if err != nil {
		t.Fatal(err)
	}
	var extra []byte
	if err := s.Fronts([]index.FileID{1}, func(bodies []index.Body) { extra = bodies[0].Extra() }); err != nil || len(extra) != len(long) {
		t.Fatalf("%d bytes, %v", len(extra), err)
	}
	err = s.Read(func(v *index.View) error {
		part, ok, err := v.Part("part", index.Digest{})
		if !ok || err != nil {
			return fmt.Errorf("no part: %v", err)
		}
		if err := os.Truncate(path, index.PageSize); err != nil {
			t.Fatal(err)
		}
		if string(part) != long {
			t.Error("a part that was read is another one now")
		}
		if _, ok, err := v.Part("part", index.Digest{}); ok || !errors.Is(err, index.ErrDamaged) {
			t.Errorf("a part that is cut off: %v, %v", ok, err)
		}
		if _, ok, err := v.Keys(rule, &segments[0]); ok || !errors.Is(err, index.ErrDamaged) {
			t.Errorf("keys that are cut off: %v, %v", ok, err)
		}
		if _, ok, err := v.PartInPlace("part", index.Digest{}); ok || !errors.Is(err, index.ErrDamaged) {
			t.Errorf("a part that is cut off, in place: %v, %v", ok, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	sum := 0
	err = s.Read(func(v *index.View) error {
		for _, c := range extra {
			sum += int(c)
		}
		return nil
	})
	if !errors.Is(err, index.ErrDamaged) {
		t.Errorf("a truncated file: %v", err)
	}
}

// TestPanicInView: who panics in a view panics, and the index can be closed.
func TestPanicInView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	update(t, path, func(u *index.Update) { u.Put(data("f", "text", 3)) })
	s, _ := use(t, path)
	defer func() {
		if r := recover(); r != "mine" {
			t.Errorf("recovered %v", r)
		}
	}()
	_ = s.Read(func(*index.View) error { panic("mine") })
}

// TestKeysInOrder: keys are found by row and by number alike.
func TestKeysInOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	rapid.Check(t, func(r *rapid.T) {
		os.Remove(path)
		rows := rapid.IntRange(1, 200).Draw(r, "fragments")
		var keys []uint64
		update(t, path, func(u *index.Update) {
			u.Put(data("f", "text", rows))
			keys = rapid.SliceOfN(rapid.Uint64Range(0, 3), u.Rows(), u.Rows()).Draw(r, "keys")
			u.SetKeys(rule, u.Segment(), keys)
		})
		s, _ := use(t, path)
		defer s.Close()
		segments, err := s.Segments()
		if err != nil {
			r.Fatal(err)
		}
		err = s.Read(func(v *index.View) error {
			k, ok, err := v.Keys(rule, &segments[0])
			if !ok || err != nil {
				return fmt.Errorf("no keys: %v", err)
			}
			if len(k.Bytes()) != k.Len()*index.KeyBytes {
				r.Errorf("%d bytes of %d keys", len(k.Bytes()), k.Len())
			}
			n, finder := 0, k.Rows()
			for row, key := range keys {
				if k.At(row) != key {
					r.Errorf("row %d has the key %d, want %d", row, k.At(row), key)
				}
				if key == 0 {
					continue
				}
				if n >= k.Len() || k.Key(n) != key {
					r.Errorf("key %d of %d is not that of row %d", n, k.Len(), row)
				}
				if row%3 > 0 && finder.Row(n) != row { // some are not asked for
					r.Errorf("key %d is not found to be of row %d", n, row)
				}
				n++
			}
			if n != k.Len() {
				r.Errorf("%d keys, want %d", k.Len(), n)
			}
			return nil
		})
		if err != nil {
			r.Error(err)
		}
	})
}
