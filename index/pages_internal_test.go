package index

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
)

// leafOf is a leaf page of records with these keys and no values.
func leafOf(id uint64, keys ...string) []byte {
	page := make([]byte, pageSize)
	native.PutUint64(page, id)
	native.PutUint16(page[8:], leafFlag)
	native.PutUint16(page[10:], uint16(len(keys)))
	to := pageHeader + len(keys)*elementSize
	for i, key := range keys {
		at := pageHeader + i*elementSize
		native.PutUint32(page[at+4:], uint32(to-at))
		native.PutUint32(page[at+8:], uint32(len(key)))
		to += copy(page[to:], key)
	}
	return page
}

// branchOf is a branch page with the least keys of these children.
func branchOf(id uint64, keys []string, children ...uint64) []byte {
	page := leafOf(id, keys...)
	native.PutUint16(page[8:], branchFlag)
	for i, key := range keys {
		e := page[pageHeader+i*elementSize:]
		native.PutUint32(e, native.Uint32(e[4:]))
		native.PutUint32(e[4:], uint32(len(key)))
		native.PutUint64(e[8:], children[i])
	}
	return page
}

// walkOf is a walk of a file of pages.
func walkOf(file []byte) *pageWalk {
	high := uint64(len(file) / pageSize)
	return &pageWalk{file: bytes.NewReader(file), high: high, seen: make([]atomic.Uint64, high/64+1)}
}

// TestWalkKeysInOrder: keys ascend in a page, and lie between those of the branches above it.
func TestWalkKeysInOrder(t *testing.T) {
	tests := []struct {
		name        string
		branch      []string
		left, right []string
		ok          bool
	}{
		{"as it should be", []string{"b", "m"}, []string{"b", "c"}, []string{"m", "x"}, true},
		{"a left leaf that begins behind its key", []string{"a", "m"}, []string{"b", "c"}, []string{"m"}, true},
		{"a key before the branch's", []string{"b", "m"}, []string{"a", "c"}, []string{"m"}, false},
		{"a key of the right leaf before the branch's", []string{"b", "m"}, []string{"b"}, []string{"l", "n"}, false},
		{"a last key that belongs to the right", []string{"b", "m"}, []string{"b", "m"}, []string{"n"}, false},
		{"a key between that belongs to the right", []string{"b", "m"}, []string{"b", "n", "c"}, []string{"x"}, false},
		{"descending keys", []string{"b", "m"}, []string{"c", "b"}, []string{"m"}, false},
		{"a key twice", []string{"b", "m"}, []string{"b", "b"}, []string{"m"}, false},
		{"descending branches", []string{"m", "b"}, []string{"m"}, []string{"b"}, false},
		{"a branch twice", []string{"b", "b"}, []string{"b"}, []string{"b"}, false},
		{"an empty leaf", []string{"b", "m"}, nil, []string{"m"}, false},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			file := make([]byte, 2*pageSize)
			file = append(file, branchOf(2, c.branch, 3, 4)...)
			file = append(append(file, leafOf(3, c.left...)...), leafOf(4, c.right...)...)
			visited := 0
			_, err := walkOf(file).walk([]child{top(2, "some")}, 1, false, func(*pageReader, string, uint32, []byte, []byte) error { visited++; return nil })
			if c.ok && (err != nil || visited != len(c.left)+len(c.right)) || !c.ok && !errors.Is(err, ErrDamaged) {
				t.Errorf("%d keys visited, %v", visited, err)
			}
		})
	}
}

// TestForkContainsFaults: what goes wrong while one of several workers looks at a page is an error. One worker or several count the same records.
func TestForkContainsFaults(t *testing.T) {
	file := make([]byte, 2*pageSize)
	file = append(file, branchOf(2, []string{"b", "m"}, 3, 4)...)
	file = append(append(file, leafOf(3, "b", "c")...), leafOf(4, "m", "x", "z")...)
	walk := func(record func(key []byte)) (tally, error) {
		all, err := walkOf(file).walk([]child{top(2, "some")}, 2, false, func(r *pageReader, bucket string, _ uint32, key, value []byte) error {
			record(key)
			r.count.add(bucket, key, value)
			return nil
		})
		return all.count, err
	}
	var want tally
	for _, key := range []string{"b", "c", "m", "x", "z"} {
		want.add("some", []byte(key), nil)
	}
	if got, err := walk(func([]byte) {}); err != nil || got != want {
		t.Errorf("%+v, error %v, want %+v", got, err, want)
	}
	_, err := walk(func(key []byte) {
		if string(key) == "x" {
			panic("a fault")
		}
	})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("a panic became %v", err)
	}
}

// longLeaf is a leaf with overflow of records with these keys, each with a value of so many bytes, which begins with the key.
func longLeaf(id uint64, size int, keys ...string) []byte {
	all := pageHeader + len(keys)*elementSize
	for _, key := range keys {
		all += len(key) + size
	}
	pages := (all + pageSize - 1) / pageSize
	leaf := append(leafOf(id, keys...), make([]byte, (pages-1)*pageSize)...)
	native.PutUint32(leaf[12:], uint32(pages-1))
	to := pageHeader + len(keys)*elementSize
	clear(leaf[to:])
	for i, key := range keys {
		at := pageHeader + i*elementSize
		native.PutUint32(leaf[at+4:], uint32(to-at))
		native.PutUint32(leaf[at+12:], uint32(size))
		copy(leaf[to:], key+key)
		to += len(key) + size
	}
	return leaf
}

// counted is what a walk from page 2 on counts.
func counted(file []byte, workers int) (tally, error) {
	all, err := walkOf(file).walk([]child{top(2, "some")}, workers, false, func(r *pageReader, bucket string, _ uint32, key, value []byte) error {
		r.count.add(bucket, key, value)
		return nil
	})
	return all.count, err
}

// TestWalkLongRuns: of a run that is not read as a whole the keys and the checksums of the values count all the same, and lie where they should.
func TestWalkLongRuns(t *testing.T) {
	for _, size := range []int{0, 3, 5000, near * pageSize, 3 * stretchPages * pageSize} {
		make := func(keys ...string) []byte {
			file := append(bytes.Repeat([]byte{0}, 2*pageSize), branchOf(2, []string{"a", "m"}, 3, 4)...)
			file = append(append(file, leafOf(3, "b")...), longLeaf(4, size, keys...)...)
			return append(file, bytes.Repeat([]byte{0xff}, pageSize)...)
		}
		var want tally
		want.add("some", []byte("b"), nil)
		keys := []string{"mmmmm", "nnnnn", "zzzzz"}
		for _, key := range keys {
			want.add("some", []byte(key), []byte(key)[:min(size, crcSize)])
		}
		file := make(keys...)
		for workers := range 3 {
			if got, err := counted(file, workers+1); err != nil || got != want {
				t.Errorf("values of %d bytes, %d workers: %+v, %v, want %+v", size, workers+1, got, err, want)
			}
		}
		for _, bad := range [][]string{{"mmmmm", "zzzzz", "nnnnn"}, {"mmmmm", "zzzzz", "zzzzz"}, {"lllll", "nnnnn", "zzzzz"}} {
			if _, err := counted(make(bad...), 1); !errors.Is(err, ErrDamaged) {
				t.Errorf("values of %d bytes: the keys %v are in order: %v", size, bad, err)
			}
		}
		last := 4*pageSize + pageHeader + 2*elementSize
		for field, value := range map[int]uint32{4: 1 << 31, 8: maxKey + 1, 12: uint32(size) + pageSize} {
			bad := bytes.Clone(file)
			native.PutUint32(bad[last+field:], value)
			if _, err := counted(bad, 1); !errors.Is(err, ErrDamaged) {
				t.Errorf("values of %d bytes: an element with %d at %d is in its page: %v", size, value, field, err)
			}
		}
		if size > 2*crcSize {
			at := bytes.Index(file, []byte("zzzzzzzzzz")) + len("zzzzz")
			file[at] ^= 1
			if got, err := counted(file, 1); err != nil || got == want {
				t.Errorf("values of %d bytes: another checksum counts the same, %v", size, err)
			}
		}
	}
}

// TestWalkAnyOrder: how the pages of a tree lie in the file does not matter, nor whether all leaves are as deep. Each is read once.
func TestWalkAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const leaves = 3 * stretchPages
	keyOf := func(i int) string { return fmt.Sprintf("%04d", i) }
	var want tally
	for i := range 4 * leaves {
		want.add("some", []byte(keyOf(i)), nil)
	}
	for round := range 20 {
		// The branches are 2, with the branches 3 and 4 and a leaf below it.
		numbers := rng.Perm(2 * leaves)
		file := make([]byte, (5+2*leaves)*pageSize)
		put := func(page []byte) { copy(file[native.Uint64(page)*pageSize:], page) }
		var keys [2][]string
		var children [2][]uint64
		top, below := []string{keyOf(0), keyOf(2 * leaves)}, []uint64{3, 4}
		for i := range leaves {
			id := uint64(5 + numbers[i])
			put(leafOf(id, keyOf(4*i), keyOf(4*i+1), keyOf(4*i+2), keyOf(4*i+3)))
			if i == leaves-1 {
				top, below = append(top, keyOf(4*i)), append(below, id)
				continue
			}
			half := i / (leaves / 2)
			keys[half], children[half] = append(keys[half], keyOf(4*i)), append(children[half], id)
		}
		put(branchOf(2, top, below...))
		put(branchOf(3, keys[0], children[0]...))
		put(branchOf(4, keys[1], children[1]...))
		if got, err := counted(file, 1+round%3); err != nil || got != want {
			t.Fatalf("%+v, %v, want %+v", got, err, want)
		}
		children[1][rng.IntN(len(children[1]))] = children[0][rng.IntN(len(children[0]))]
		put(branchOf(4, keys[1], children[1]...))
		if _, err := counted(file, 1+round%3); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a page is used twice: %v", err)
		}
	}
}

// TestWalkCannotRead: pages that cannot be read are an error.
func TestWalkCannotRead(t *testing.T) {
	file := append(bytes.Repeat([]byte{0}, 2*pageSize), branchOf(2, []string{"b", "m"}, 3, 4)...)
	file = append(append(file, leafOf(3, "b", "c")...), longLeaf(4, 20*pageSize, "m", "x", "z")...)
	for at := 0; at < len(file); at += pageSize {
		w := walkOf(file)
		w.file = io.NewSectionReader(w.file, 0, int64(at))
		_, err := w.walk([]child{top(2, "some")}, 2, false, func(*pageReader, string, uint32, []byte, []byte) error { return nil })
		// Of the long run the last value is not read.
		if end := at >= len(file)-20*pageSize; !end && (!errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "cannot be read")) || end && err != nil {
			t.Errorf("a file that ends at page %d of %d: %v", at/pageSize, len(file)/pageSize, err)
		}
	}
}

// TestWalkPageTwice: a page that lies in the run of another one is used twice, and so is the first page of two buckets.
func TestWalkPageTwice(t *testing.T) {
	for _, twice := range []bool{false, true} {
		left := leafOf(3, "b")
		if twice {
			native.PutUint32(left[12:], 1) // it says that the page behind it is its own
		}
		file := append(bytes.Repeat([]byte{0}, 2*pageSize), branchOf(2, []string{"b", "m"}, 3, 4)...)
		file = append(append(file, left...), leafOf(4, "m")...)
		tops := []child{top(2, "some")}
		if _, err := walkOf(file).walk(tops, 1, false, func(*pageReader, string, uint32, []byte, []byte) error { return nil }); (err != nil) != twice {
			t.Errorf("a page twice: %t, error %v", twice, err)
		}
		if _, err := walkOf(file).walk(append(tops, top(2, "other")), 2, false, func(*pageReader, string, uint32, []byte, []byte) error { return nil }); !errors.Is(err, ErrDamaged) {
			t.Errorf("a page of two buckets: error %v", err)
		}
	}
}
