package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// This file walks over the pages. What they say is held against the file by reading it, in pieces to memory that is used again: to look at a page of a mapping for the first time takes several
// times as long as to read it, and most pages are not looked at again. A tree is read level by level, and each level in the order of the pages, whatever the order
// of the keys.

const (
	// stretchPages is how many pages are read at once at most: what fits where a processor has it at hand.
	stretchPages = 64
	// near is how many pages behind the beginning of a run are read with it. Of a longer one only what is asked for is read.
	near = 8
	// maxKey is the longest key of bbolt.
	maxKey = 32768
)

// leafExtent is where a leaf with records of files lies, and the first path in it.
type leafExtent struct {
	first string
	run   run // nothing of it is kept
}

// pageWalk checks every page that can be reached, once.
type pageWalk struct {
	file io.ReaderAt
	high uint64          // the first page number that is not in use
	seen []atomic.Uint64 // a bit a page
}

// branch is a branch page of a bucket.
type branch struct {
	bucket string
	run    run    // empty where this stands for what is above the first page of a bucket
	hi     []byte // its keys are before this one; nil for no bound
}

// child is a page below a branch.
type child struct {
	page  uint64
	above *branch
	i     int // among the children
}

// top is the first page of a bucket.
func top(page uint64, bucket string) child { return child{page: page, above: &branch{bucket: bucket}} }

// root reports whether c begins a bucket.
func (c *child) root() bool { return c.above.run.b == nil }

// bounds are the keys of c: from lo (nil: no bound) to before hi (nil: no bound).
func (c *child) bounds() (lo, hi []byte) {
	if c.root() {
		return nil, nil
	}
	b := c.above.run.b
	if hi = c.above.hi; c.i+1 < int(native.Uint16(b[10:])) {
		hi = branchKey(b, c.i+1)
	}
	return branchKey(b, c.i), hi
}

// branchKey is the key of an element of a branch that was checked.
func branchKey(b []byte, i int) []byte {
	at := pageHeader + i*elementSize
	from := at + int(native.Uint32(b[at:]))
	return b[from : from+int(native.Uint32(b[at+4:]))]
}

// firstKey returns the key of the first element of a leaf, which may lie beyond what was read.
func (w *pageWalk) firstKey(of *run) ([]byte, error) {
	e := of.b[pageHeader:]
	key, _, err := w.part(of, pageHeader, native.Uint32(e[4:]), native.Uint32(e[8:]), 0)
	return key, err
}

// recordFunc is called with the records of a walk, by several workers, each with its own reader. Key and value are valid during the call.
type recordFunc func(r *pageReader, bucket string, flags uint32, key, value []byte) error

// pageReader is one worker of a walk.
type pageReader struct {
	walk   *pageWalk
	record recordFunc
	whole  bool    // record asks for whole values, not only for their checksums
	buf    []byte  // what was read last
	below  []child // the pages below the branches that were come across
	found          // by record

	// at is where in the file the value of the record at hand lies, 0 for one in the root, and size how long it is.
	at   int64
	size uint32
}

// found is what a walk comes to.
type found struct {
	count  tally
	bodies []extent
	apart  []apartExtent
	leaves []leafExtent
}

func (f *found) add(other *found) {
	f.count.n += other.count.n
	f.count.sum += other.count.sum
	f.bodies = append(f.bodies, other.bodies...)
	f.apart = append(f.apart, other.apart...)
	f.leaves = append(f.leaves, other.leaves...)
}

// note notes where the record at hand lies, if it is of those that are read from there.
func (r *pageReader) note(bucket string, key []byte) {
	switch {
	case r.at == 0:
	case bucket == bodyBucket && len(key) == slotSize:
		r.bodies = append(r.bodies, extent{FileID(binary.BigEndian.Uint32(key)), r.size, r.at})
	case liesApart(bucket):
		r.apart = append(r.apart, apartExtent{recordKey{bucket, string(key)}, extent{size: r.size, at: r.at}})
	}
}

// extent is where in the file a record lies.
type extent struct {
	slot FileID // of a body, 0 of another record
	size uint32
	at   int64
}

// apartExtent is where a record lies that has a bucket of its own.
type apartExtent struct {
	key recordKey
	extent
}

// checkPages walks the tree of a bbolt file of that size, with so many workers. The records of the bucket called first are visited before those of the others are come across,
// which are counted, and those of bodies, columns and parts located. A visit returns the error that ends the walk; key and value are valid during it. before is called between the two, if there are other buckets.
func checkPages(file io.ReaderAt, size int64, first string, workers int, visit func(key, value []byte) error, before func() error) (others found, err error) {
	root, free, high, err := readMeta(file, size)
	if err != nil {
		return others, err
	}
	if high > math.MaxUint32 {
		return others, damaged("%d pages", high)
	}
	w := &pageWalk{file: file, high: high, seen: make([]atomic.Uint64, high/64+1)}
	type bucket struct {
		name  string
		value []byte
	}
	var buckets, rest []bucket
	_, err = w.walk([]child{top(root, "")}, 1, true, func(_ *pageReader, _ string, flags uint32, key, value []byte) error {
		if flags != bucketFlag || len(value) < bucketSize {
			return damaged("an element of the root is no bucket")
		}
		buckets = append(buckets, bucket{string(key), bytes.Clone(value)})
		return nil
	})
	if err != nil {
		return others, err
	}
	visitor := pageReader{walk: w, whole: true, record: recordsOnly(func(_ *pageReader, _ string, key, value []byte) error { return visit(key, value) })}
	for _, b := range buckets {
		if b.name != first {
			rest = append(rest, b)
			continue
		}
		tops, err := visitor.bucket(nil, b.name, b.value)
		if err == nil {
			_, err = w.walk(tops, 1, true, visitor.record)
		}
		if err != nil {
			return others, err
		}
	}
	if len(rest) > 0 && before != nil {
		if err := before(); err != nil {
			return others, err
		}
	}
	counter := pageReader{walk: w, record: recordsOnly(func(r *pageReader, bucket string, key, value []byte) error {
		r.count.add(bucket, key, value)
		r.note(bucket, key)
		return nil
	})}
	var tops []child
	for _, b := range rest {
		if tops, err = counter.bucket(tops, b.name, b.value); err != nil {
			return others, err
		}
	}
	if others, err = w.walk(tops, workers, false, counter.record); err != nil {
		return others, err
	}
	others.add(&counter.found)
	return others, w.free(free)
}

// recordsOnly is what calls f, and ends the walk where there is a bucket in a bucket.
func recordsOnly(f func(r *pageReader, bucket string, key, value []byte) error) recordFunc {
	return func(r *pageReader, bucket string, flags uint32, key, value []byte) error {
		if flags != 0 {
			return damaged("bucket %s: a bucket in a bucket", bucket)
		}
		return f(r, bucket, key, value)
	}
}

// bucket adds the page of a bucket whose entry in the root has value to tops. Where the records lie in that entry, they are visited and there is none.
func (r *pageReader) bucket(tops []child, name string, value []byte) ([]child, error) {
	if id := native.Uint64(value); id != 0 {
		return append(tops, top(id, name)), nil
	}
	page := value[bucketSize:]
	if len(page) < pageHeader || native.Uint16(page[8:]) != leafFlag || native.Uint32(page[12:]) != 0 {
		return tops, damaged("bucket %s: its inline page is no leaf", name)
	}
	return tops, r.leaf(&run{b: page, size: uint64(len(page))}, name, nil, nil)
}

// free checks the list of free pages at page id, once all others have been walked. bbolt writes to the pages in it: one that is in use would be
// lost. Pages that are neither free nor in use do no harm.
func (w *pageWalk) free(id uint64) error {
	if id == noFreelist { // bbolt finds out by itself
		return nil
	}
	if err := w.exists(id); err != nil {
		return err
	}
	page := make([]byte, pageSize)
	if err := w.read(page, id, 0); err != nil {
		return err
	}
	of, err := w.open(id, page, freeFlag)
	if err == nil {
		err = w.complete(&of, of.size)
	}
	if err != nil {
		return err
	}
	n, list := uint64(native.Uint16(of.b[10:])), of.b[pageHeader:]
	if n == 0xffff {
		n, list = native.Uint64(list), list[8:]
	}
	if n > uint64(len(list)/8) {
		return damaged("%d free pages in %d bytes", n, len(list))
	}
	last := uint64(1)
	for ; n > 0; n, list = n-1, list[8:] {
		p := native.Uint64(list)
		if p <= last || p >= w.high || w.seen[p/64].Load()&(1<<(p%64)) != 0 {
			return damaged("page %d is listed as free", p)
		}
		last = p
	}
	return nil
}

// walk visits the subtrees of tops, with so many workers, and returns what record has put into their readers. Any error is one of the pages, though with several workers perhaps not the
// first.
func (w *pageWalk) walk(tops []child, workers int, whole bool, record recordFunc) (all found, err error) {
	readers := make([]pageReader, workers)
	for i := range readers {
		readers[i] = pageReader{walk: w, record: record, whole: whole}
	}
	for level := tops; len(level) > 0 && err == nil; {
		if err = w.level(readers, level); err == nil {
			level = nil
			for i := range readers {
				level = append(level, readers[i].below...)
				readers[i].below = nil
			}
		}
	}
	for i := range readers {
		all.add(&readers[i].found)
	}
	return all, err
}

// level has the pages of one level read, in their order.
func (w *pageWalk) level(readers []pageReader, level []child) error {
	if uint64(len(level)) > w.high {
		return damaged("a page is used twice")
	}
	order := make([]placed, len(level))
	for i := range level {
		if err := w.exists(level[i].page); err != nil {
			return err
		}
		order[i] = placed(level[i].page<<32 | uint64(i))
	}
	slices.Sort(order)
	var begins []int // of the stretches
	for i := range order {
		if i == 0 || order[i].page() > order[i-1].page()+near || order[i].page()+near > order[begins[len(begins)-1]].page()+stretchPages {
			begins = append(begins, i)
		}
	}
	var next atomic.Int32
	work := func(r *pageReader) error {
		return recovered("check", func() (err error) {
			for n := int(next.Add(1)) - 1; n < len(begins) && err == nil; n = int(next.Add(1)) - 1 {
				to := len(order)
				if n+1 < len(begins) {
					to = begins[n+1]
				}
				err = r.stretch(level, order[begins[n]:to])
			}
			return err
		})
	}
	var all sync.WaitGroup
	errs := make([]error, min(len(readers), len(begins)))
	for i := 1; i < len(errs); i++ {
		all.Go(func() { errs[i] = work(&readers[i]) })
	}
	errs[0] = work(&readers[0])
	all.Wait()
	return cmp.Or(errs...)
}

// placed is where a child of a level lies, and in the lower half its number there.
type placed uint64

func (p placed) page() uint64 { return uint64(p >> 32) }

// stretch reads pages that lie close together.
func (r *pageReader) stretch(level []child, order []placed) error {
	first, last := order[0].page(), order[len(order)-1].page()
	n := int(min(last+near, r.walk.high)-first) * pageSize
	if cap(r.buf) < n {
		r.buf = make([]byte, n)
	}
	b := r.buf[:n]
	if err := r.walk.read(b, first, 0); err != nil {
		return err
	}
	for _, p := range order {
		if err := r.page(&level[uint32(p)], b[(p.page()-first)*pageSize:]); err != nil {
			return err
		}
	}
	return nil
}

// page checks a page that begins with b. It visits the records of a leaf, and adds the children of a branch to those below.
func (r *pageReader) page(c *child, b []byte) error {
	of, err := r.walk.open(c.page, b, leafFlag|branchFlag)
	if err != nil {
		return err
	}
	count := int(native.Uint16(b[10:]))
	if count == 0 && !c.root() {
		return damaged("page %d is empty", of.id)
	}
	if native.Uint16(b[8:]) == leafFlag {
		want := uint64(pageHeader + count*elementSize)
		if r.whole {
			want = of.size
		}
		if err := r.walk.complete(&of, want); err != nil {
			return err
		}
		lo, hi := c.bounds()
		if err := r.leaf(&of, c.above.bucket, lo, hi); err != nil {
			return err
		}
		if c.above.bucket != fileBucket || count == 0 {
			return nil
		}
		first, err := r.walk.firstKey(&of)
		r.leaves = append(r.leaves, leafExtent{string(first), run{id: of.id, size: of.size}})
		return err
	}
	of.b = nil // that of the children is to stay
	if err := r.walk.complete(&of, of.size); err != nil {
		return err
	}
	return r.branch(c, of)
}

// branch adds the children of c, a branch.
func (r *pageReader) branch(c *child, of run) error {
	count := int(native.Uint16(of.b[10:]))
	if count == 0 {
		return damaged("page %d: a branch without children", of.id)
	}
	lo, hi := c.bounds()
	above := &branch{c.above.bucket, of, hi} // which the last leaf is held against
	r.below = slices.Grow(r.below, count)
	var last []byte
	for i := range count {
		at := pageHeader + i*elementSize
		e := of.b[at:]
		key, _, err := r.walk.part(&of, at, native.Uint32(e), native.Uint32(e[4:]), 0)
		if err != nil {
			return err
		}
		if !ascends(last, lo, key, i) {
			return damaged("page %d: key %d is out of place", of.id, i)
		}
		r.below = append(r.below, child{native.Uint64(e[8:]), above, i})
		last = key
	}
	return nil
}

// leaf visits the elements of a leaf page of a bucket.
func (r *pageReader) leaf(of *run, bucket string, lo, hi []byte) error {
	count := int(native.Uint16(of.b[10:]))
	if pageHeader+count*elementSize > len(of.b) {
		return damaged("a leaf has more elements than fit")
	}
	var last []byte
	for i := range count {
		at := pageHeader + i*elementSize
		e := of.b[at:]
		pos, keySize, valueSize := native.Uint32(e[4:]), native.Uint32(e[8:]), native.Uint32(e[12:])
		key, value, err := r.walk.part(of, at, pos, keySize, valueSize)
		if err != nil {
			return err
		}
		if !ascends(last, lo, key, i) || i == count-1 && hi != nil && bytes.Compare(key, hi) >= 0 {
			return damaged("key %d of a leaf is out of place", i)
		}
		if r.at, r.size = 0, valueSize; of.id != 0 {
			r.at = int64(of.id)*pageSize + int64(at) + int64(pos) + int64(keySize)
		}
		if err := r.record(r, bucket, native.Uint32(e), key, value); err != nil {
			return err
		}
		last = key
	}
	return nil
}
