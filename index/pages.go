package index

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
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
	file []byte
	high uint64 // the first page number that is not in use
	seen []uint64
	// visit is called for every record; key and value are valid during the call.
	visit func(bucket string, key, value []byte) error
}

// checkPages walks the tree of a bbolt file. first names the bucket to be visited before the others.
func checkPages(file []byte, first string, visit func(bucket string, key, value []byte) error) error {
	root, free, high, err := readMeta(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	w := &pageWalk{file: file, high: high, seen: make([]uint64, high/64+1), visit: visit}
	type bucket struct {
		name  string
		value []byte
	}
	var buckets []bucket
	err = w.walk(root, nil, nil, true, func(flags uint32, key, value []byte) error {
		if flags != bucketFlag || len(value) < bucketSize {
			return damaged("an element of the root is no bucket")
		}
		b := bucket{string(key), bytes.Clone(value)}
		if buckets = append(buckets, b); b.name == first {
			buckets[0], buckets[len(buckets)-1] = b, buckets[0]
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, b := range buckets {
		if err := w.bucket(b.name, b.value); err != nil {
			return err
		}
	}
	return w.free(free)
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

// bucket visits the records of a bucket whose entry in the root has value.
func (w *pageWalk) bucket(name string, value []byte) error {
	record := func(flags uint32, key, value []byte) error {
		if flags != 0 {
			return damaged("bucket %s: a bucket in a bucket", name)
		}
		return w.visit(name, key, value)
	}
	if id := native.Uint64(value); id != 0 {
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
		if p <= last || p >= w.high || w.seen[p/64]&(1<<(p%64)) != 0 {
			return damaged("page %d is listed as free", p)
		}
		last = p
	}
	return nil
}

// walk visits the subtree of page id, whose keys are from lo (nil: no bound) to before hi (nil: no bound).
func (w *pageWalk) walk(id uint64, lo, hi []byte, root bool, record func(flags uint32, key, value []byte) error) error {
	page, err := w.read(id, leafFlag|branchFlag)
	if err != nil {
		return err
	}
	count := int(native.Uint16(page[10:]))
	if count == 0 && !root {
		return damaged("page %d is empty", id)
	}
	if native.Uint16(page[8:]) == leafFlag {
		if err := leafElements(page, lo, hi, record); err != nil {
			return err
		}
		return nil
	}
	if count == 0 {
		return damaged("page %d: a branch without children", id)
	}
	keys := make([][]byte, count+1)
	for i := range count {
		at := pageHeader + i*elementSize
		e := page[at:]
		key, ok := part(page, at, native.Uint32(e), native.Uint32(e[4:]), 0)
		if !ok || !ascends(keys[max(i-1, 0)], lo, key, i) {
			return damaged("page %d: key %d is out of place", id, i)
		}
		keys[i] = key
	}
	keys[count] = hi // which the last leaf is held against
	for i := range count {
		child := native.Uint64(page[pageHeader+i*elementSize+8:])
		if err := w.walk(child, keys[i], keys[i+1], false, record); err != nil {
			return err
		}
	}
	return nil
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
		if w.seen[p/64]&(1<<(p%64)) != 0 {
			return nil, damaged("page %d is used twice", p)
		}
		w.seen[p/64] |= 1 << (p % 64)
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
