package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"io"
	"sync"
	"sync/atomic"
)

// This file reads the pages of a bbolt file without bbolt, to find out whether bbolt may be trusted with them. The
// layout is that of bbolt 1.4 (version 2 of its file format):
//
//	page     id u64, flags u16, count u16, overflow u32, then count elements, then keys and values
//	meta     magic u32, version u32, page size u32, flags u32, root {page u64, sequence u64}, freelist u64,
//	         high-water mark u64, transaction u64, FNV-1a of all before; pages 0 and 1, the later valid one counts
//	branch   element {pos u32, key size u32, page u64}; pos counts from the element itself
//	leaf     element {flags u32, pos u32, key size u32, value size u32}; flag 1 marks a bucket, whose value is
//	         {page u64, sequence u64} or, with page 0, these and a leaf page without overflow
//	free     count u64s, the numbers of the pages that may be written to; count 0xffff: the first is the count, and the numbers follow
//
// in the byte order of the machine. An index of a machine with another order is damaged, and built again.

const (
	pageSize    = 4096
	pageHeader  = 16
	elementSize = 16
	metaSize    = 64
	bucketSize  = 16

	branchFlag = 1
	leafFlag   = 2
	freeFlag   = 16
	bucketFlag = 1

	boltMagic   = 0xED0CDAED
	boltVersion = 2
	noFreelist  = 1<<64 - 1
)

var native = binary.NativeEndian

// pageWalk checks every page that can be reached, once.
type pageWalk struct {
	file    []byte
	high    uint64          // the first page number that is not in use
	seen    []atomic.Uint64 // a bit a page; forks have the same
	workers int             // of which each takes some children of the page below which a bucket begins; 1 for no others
	count   tally           // of the records that were come across
}

// checkPages walks the tree of a bbolt file, with so many workers. The records of the bucket called first are visited before those of the others are come across, which
// are counted. A visit returns the error that ends the walk; key and value are valid during it. before is called between the two, if there are other buckets.
func checkPages(file []byte, first string, workers int, visit func(key, value []byte) error, before func() error) (others tally, err error) {
	root, free, high, err := readMeta(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return others, err
	}
	w := &pageWalk{file: file, high: high, seen: make([]atomic.Uint64, high/64+1), workers: 1}
	type bucket struct {
		name  string
		value []byte
	}
	var buckets []bucket
	err = w.walk(root, nil, nil, true, func(flags uint32, key, value []byte) error {
		if flags != bucketFlag || len(value) < bucketSize {
			return damaged("an element of the root is no bucket")
		}
		buckets = append(buckets, bucket{string(key), bytes.Clone(value)})
		return nil
	})
	if err != nil {
		return others, err
	}
	for _, b := range buckets {
		if b.name == first {
			if err := w.bucket(b.name, b.value, func(_ *pageWalk, key, value []byte) error { return visit(key, value) }); err != nil {
				return others, err
			}
		}
	}
	for _, b := range buckets {
		if b.name == first {
			continue
		}
		if before != nil {
			if err := before(); err != nil {
				return others, err
			}
			before = nil
		}
		w.workers = workers
		count := func(of *pageWalk, key, value []byte) error {
			of.count.add(b.name, key, value)
			return nil
		}
		if err := w.bucket(b.name, b.value, count); err != nil {
			return others, err
		}
	}
	return w.count, w.free(free)
}

// readMeta returns the root page, the page of the list of free pages, and the high-water mark of the latest valid meta page.
func readMeta(r io.ReaderAt, size int64) (root, free, high uint64, err error) {
	var best []byte
	for i := range int64(2) {
		page := make([]byte, pageHeader+metaSize)
		if _, err := r.ReadAt(page, i*pageSize); err != nil {
			continue
		}
		m := page[pageHeader:]
		sum := fnv.New64a()
		sum.Write(m[:metaSize-8])
		if native.Uint32(m) != boltMagic || native.Uint32(m[4:]) != boltVersion || native.Uint64(m[56:]) != sum.Sum64() {
			continue
		}
		if best == nil || native.Uint64(m[48:]) > native.Uint64(best[48:]) {
			best = m
		}
	}
	if best == nil {
		return 0, 0, 0, damaged("no valid meta page")
	}
	root, free, high = native.Uint64(best[16:]), native.Uint64(best[32:]), native.Uint64(best[40:])
	switch {
	case native.Uint32(best[8:]) != pageSize:
		return 0, 0, 0, damaged("pages of %d bytes", native.Uint32(best[8:]))
	case high > uint64(size/pageSize):
		return 0, 0, 0, damaged("file ends before page %d of %d", size/pageSize, high)
	}
	return root, free, high, nil
}

// bucket visits the records of a bucket whose entry in the root has value. A visit is told which walk, of several at once, has come to the record.
func (w *pageWalk) bucket(name string, value []byte, visit func(of *pageWalk, key, value []byte) error) error {
	recordOf := func(of *pageWalk) func(flags uint32, key, value []byte) error {
		return func(flags uint32, key, value []byte) error {
			if flags != 0 {
				return damaged("bucket %s: a bucket in a bucket", name)
			}
			return visit(of, key, value)
		}
	}
	record := recordOf(w)
	if id := native.Uint64(value); id != 0 {
		if w.workers > 1 {
			return w.fork(id, recordOf)
		}
		return w.walk(id, nil, nil, true, record)
	}
	page := value[bucketSize:]
	if len(page) < pageHeader || native.Uint16(page[8:]) != leafFlag || native.Uint32(page[12:]) != 0 {
		return damaged("bucket %s: its inline page is no leaf", name)
	}
	return leafElements(page, nil, nil, record)
}

// free checks the list of free pages at page id, once all others have been walked. bbolt writes to the pages in it: one that is in use would be
// lost. Pages that are neither free nor in use do no harm.
func (w *pageWalk) free(id uint64) error {
	if id == noFreelist { // bbolt finds out by itself
		return nil
	}
	run, err := w.read(id, freeFlag)
	if err != nil {
		return err
	}
	n, list := uint64(native.Uint16(run[10:])), run[pageHeader:]
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

// walk visits the subtree of page id, whose keys are from lo (nil: no bound) to before hi (nil: no bound).
func (w *pageWalk) walk(id uint64, lo, hi []byte, root bool, record func(flags uint32, key, value []byte) error) error {
	children, err := w.children(id, lo, hi, root, record)
	for i := 0; i < len(children) && err == nil; i++ {
		err = w.walk(children[i].page, children[i].lo, children[i].hi, false, record)
	}
	return err
}

// fork is walk for the root of a bucket, of which it has the children walked by all workers. Any error is one of the pages, though perhaps not the first.
func (w *pageWalk) fork(id uint64, recordOf func(of *pageWalk) func(flags uint32, key, value []byte) error) error {
	children, err := w.children(id, nil, nil, true, recordOf(w))
	if err != nil {
		return err
	}
	var next atomic.Int32
	var all sync.WaitGroup
	forks := make([]pageWalk, min(w.workers, len(children)))
	errs := make([]error, len(forks))
	for i := range forks {
		of := &forks[i]
		of.file, of.high, of.seen, of.workers = w.file, w.high, w.seen, 1
		all.Go(func() {
			errs[i] = recovered("check", func() (err error) {
				record := recordOf(of)
				for n := int(next.Add(1)) - 1; n < len(children) && err == nil; n = int(next.Add(1)) - 1 {
					err = of.walk(children[n].page, children[n].lo, children[n].hi, false, record)
				}
				return err
			})
		})
	}
	all.Wait()
	for i := range forks {
		w.count.n += forks[i].count.n
		w.count.sum += forks[i].count.sum
	}
	return cmp.Or(errs...)
}

// children returns the pages below page id, whose keys are from lo to before hi. It visits those of a leaf, which has none.
func (w *pageWalk) children(id uint64, lo, hi []byte, root bool, record func(flags uint32, key, value []byte) error) ([]child, error) {
	page, err := w.read(id, leafFlag|branchFlag)
	if err != nil {
		return nil, err
	}
	if count := native.Uint16(page[10:]); count == 0 && !root {
		return nil, damaged("page %d is empty", id)
	}
	if native.Uint16(page[8:]) == leafFlag {
		return nil, leafElements(page, lo, hi, record)
	}
	return branchElements(id, page, lo, hi)
}

// child is a page below a branch, whose keys are from lo to before hi.
type child struct {
	page   uint64
	lo, hi []byte
}

// branchElements are the children of branch page id, whose keys are from lo (nil: no bound) to before hi (nil: no bound).
func branchElements(id uint64, page, lo, hi []byte) ([]child, error) {
	count := int(native.Uint16(page[10:]))
	if count == 0 {
		return nil, damaged("page %d: a branch without children", id)
	}
	children := make([]child, count)
	for i := range children {
		at := pageHeader + i*elementSize
		e := page[at:]
		key, ok := part(page, at, native.Uint32(e), native.Uint32(e[4:]), 0)
		if !ok || !ascends(children[max(i-1, 0)].lo, lo, key, i) {
			return nil, damaged("page %d: key %d is out of place", id, i)
		}
		children[i] = child{page: native.Uint64(e[8:]), lo: key, hi: hi} // which the last leaf is held against
		if i > 0 {
			children[i-1].hi = key
		}
	}
	return children, nil
}

// read returns the run of page id, which is of one of kinds: the page and its overflow.
func (w *pageWalk) read(id uint64, kinds uint16) ([]byte, error) {
	if id < 2 || id >= w.high {
		return nil, damaged("page %d does not exist", id)
	}
	run := w.file[id*pageSize:]
	flags, pages := native.Uint16(run[8:]), uint64(native.Uint32(run[12:]))+1
	switch {
	case native.Uint64(run) != id:
		return nil, damaged("page %d says it is page %d", id, native.Uint64(run))
	case flags&kinds == 0 || flags&(flags-1) != 0:
		return nil, damaged("page %d is of another kind, %d", id, flags)
	case pages > w.high-id:
		return nil, damaged("page %d overflows the file", id)
	}
	for p := id; p < id+pages; p++ {
		if bit := uint64(1) << (p % 64); w.seen[p/64].Or(bit)&bit != 0 {
			return nil, damaged("page %d is used twice", p)
		}
	}
	run = run[: pages*pageSize : pages*pageSize]
	if flags != freeFlag && pageHeader+int(native.Uint16(run[10:]))*elementSize > len(run) {
		return nil, damaged("page %d has more elements than fit", id)
	}
	return run, nil
}

// leafElements visits the elements of a leaf page.
func leafElements(page, lo, hi []byte, record func(flags uint32, key, value []byte) error) error {
	count := int(native.Uint16(page[10:]))
	if pageHeader+count*elementSize > len(page) {
		return damaged("a leaf has more elements than fit")
	}
	var last []byte
	for i := range count {
		at := pageHeader + i*elementSize
		e := page[at:]
		keySize, valueSize := native.Uint32(e[8:]), native.Uint32(e[12:])
		both, ok := part(page, at, native.Uint32(e[4:]), keySize, valueSize)
		if !ok {
			return damaged("element %d of a leaf lies outside its page", i)
		}
		key, value := both[:keySize:keySize], both[keySize:]
		if !ascends(last, lo, key, i) || i == count-1 && hi != nil && bytes.Compare(key, hi) >= 0 {
			return damaged("key %d of a leaf is out of place", i)
		}
		if err := record(native.Uint32(e), key, value); err != nil {
			return err
		}
		last = key
	}
	return nil
}

// part returns the bytes of an element at offset at of page.
func part(page []byte, at int, pos, key, value uint32) ([]byte, bool) {
	from := uint64(at) + uint64(pos)
	to := from + uint64(key) + uint64(value)
	if key == 0 || to > uint64(len(page)) {
		return nil, false
	}
	return page[from:to:to], true
}

// ascends reports whether key may be element i after last in a page with keys from lo on: the first is held against that, and each of the others against the
// one before it.
func ascends(last, lo, key []byte, i int) bool {
	if i > 0 {
		return bytes.Compare(last, key) < 0
	}
	return lo == nil || bytes.Compare(lo, key) <= 0
}
