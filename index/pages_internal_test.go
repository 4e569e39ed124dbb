package index

import (
	"errors"
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
			w := &pageWalk{file: file, high: 5, seen: make([]atomic.Uint64, 1), workers: 1}
			err := w.walk(2, nil, nil, true, func(_ uint32, key, value []byte) error { visited++; return nil })
			if c.ok && (err != nil || visited != len(c.left)+len(c.right)) || !c.ok && !errors.Is(err, ErrDamaged) {
				t.Errorf("%d keys visited, %v", visited, err)
			}
		})
	}
}

// TestForkContainsFaults: what goes wrong while one of several workers looks at a page, as where the file has become shorter, is an error. One worker or several count
// the same records.
func TestForkContainsFaults(t *testing.T) {
	file := make([]byte, 2*pageSize)
	file = append(file, branchOf(2, []string{"b", "m"}, 3, 4)...)
	file = append(append(file, leafOf(3, "b", "c")...), leafOf(4, "m", "x", "z")...)
	walk := func(record func(key []byte)) (tally, error) {
		w := &pageWalk{file: file, high: 5, seen: make([]atomic.Uint64, 1), workers: 2}
		value := make([]byte, bucketSize)
		native.PutUint64(value, 2)
		err := w.bucket("some", value, func(of *pageWalk, key, value []byte) error {
			record(key)
			of.count.add("some", key, value)
			return nil
		})
		return w.count, err
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
