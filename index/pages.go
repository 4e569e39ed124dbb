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

// run is a page and its overflow, as far as they were read.
type run struct {
	id   uint64
	b    []byte // its beginning, with all elements at least
	size uint64 // of all
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

// exists returns an error if there is no page id, or it is one of those that begin the file.
func (w *pageWalk) exists(id uint64) error {
	if id < 2 || id >= w.high {
		return damaged("page %d does not exist", id)
	}
	return nil
}

// open returns the run of page id, which begins with b and is of one of kinds.
func (w *pageWalk) open(id uint64, b []byte, kinds uint16) (of run, err error) {
	flags, pages := native.Uint16(b[8:]), uint64(native.Uint32(b[12:]))+1
	switch {
	case native.Uint64(b) != id:
		return of, damaged("page %d says it is page %d", id, native.Uint64(b))
	case flags&kinds == 0 || flags&(flags-1) != 0:
		return of, damaged("page %d is of another kind, %d", id, flags)
	case pages > w.high-id:
		return of, damaged("page %d overflows the file", id)
	}
	for p := id; p < id+pages; p++ {
		if bit := uint64(1) << (p % 64); w.seen[p/64].Or(bit)&bit != 0 {
			return of, damaged("page %d is used twice", p)
		}
	}
	of = run{id: id, size: pages * pageSize}
	of.b = b[:min(of.size, uint64(len(b)))]
	if flags != freeFlag && pageHeader+uint64(native.Uint16(b[10:]))*elementSize > of.size {
		return of, damaged("page %d has more elements than fit", id)
	}
	return of, nil
}

// complete sees to it that the first n bytes of a run are there.
func (w *pageWalk) complete(of *run, n uint64) error {
	if n <= uint64(len(of.b)) {
		return nil
	}
	of.b = make([]byte, n)
	return w.read(of.b, of.id, 0)
}

// read reads what lies at an offset of a page and behind it.
func (w *pageWalk) read(b []byte, page, offset uint64) error {
	if n, err := w.file.ReadAt(b, int64(page*pageSize+offset)); n < len(b) {
		return damaged("page %d cannot be read: %v", page, err)
	}
	return nil
}

// part returns key and value of an element at offset at of a run. Of a value that does not lie in what was read of it there are only the first bytes, which are its checksum.
func (w *pageWalk) part(of *run, at int, pos, keySize, valueSize uint32) (key, value []byte, err error) {
	from := uint64(at) + uint64(pos)
	if keySize == 0 || keySize > maxKey || from+uint64(keySize)+uint64(valueSize) > of.size {
		return nil, nil, damaged("an element lies outside page %d", of.id)
	}
	to := from + uint64(keySize) + uint64(valueSize)
	if to > uint64(len(of.b)) {
		to = from + uint64(keySize) + uint64(min(valueSize, crcSize))
	}
	var both []byte
	if to <= uint64(len(of.b)) {
		both = of.b[from:to:to]
	} else {
		both = make([]byte, to-from)
		if err := w.read(both, of.id, from); err != nil {
			return nil, nil, err
		}
	}
	return both[:keySize:keySize], both[keySize:], nil
}

// ascends reports whether key may be element i after last in a page with keys from lo on: the first is held against that, and each of the others against the
// one before it.
func ascends(last, lo, key []byte, i int) bool {
	if i > 0 {
		return bytes.Compare(last, key) < 0
	}
	return lo == nil || bytes.Compare(lo, key) <= 0
}
