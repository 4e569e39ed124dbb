package java

import (
	"sync"
	"sync/atomic"

	"refract/internal/fresh"
	"refract/internal/wire"
)

// This file reads packed nodes, which packer.go writes: those that an index keeps, and those of a program of which most are never looked
// at again. A node has about four bytes then and not 20. Nodes are unpacked by the page when somebody looks at them, and a PageCache bounds
// the pages of all files that are there at a time.
//
// Packed nodes are
//
//	number of nodes
//	number of shapes; per shape: kind, form; or 0, operator, flags, kind, form, for those with an operator or flags
//	per page its length in bytes
//	the pages
//
// A page is the nodes [64i, 64(i+1)), in bytes of its own, which no other page is needed for; of each node:
//
//	number of its shape
//	start, from the start of the node before it (in preorder it is never less), 0 before the first; nothing where they are the same
//	length
//	the number of nodes below it, where there are any
//	how far its parent is before it, where that is in an earlier page
//
// all but the bytes of a shape as unsigned varints. A parent in the same page is the innermost node that has not ended.
//
// What is packed may have lain on disk, behind a checksum. Without looking at pages it is not known whether they are whole; but a node that is unpacked
// lies in the text, has a parent before it and ends among the nodes, and within a page nodes nest: walks end, and no text is asked for
// that is not there. A page of which that cannot be said has nodes without a kind and without text, and whoever opened the file is told that it is broken.

const (
	pageBits = 6
	pageSize = 1 << pageBits
)

// page is nodes that are unpacked.
type page struct {
	nodes [pageSize]Node
	// used says that somebody looked at it since the cache last asked.
	used atomic.Bool
}

// packed is the nodes of a file. It is safe for concurrent use.
type packed struct {
	nodes  int
	text   uint32 // its size
	whole  []byte // all that the nodes were packed to
	shapes []shape
	bytes  []byte   // the pages, and mostOfNode bytes or more behind them
	begin  []uint32 // of each page, in bytes, and where the last one ends
	pages  []atomic.Pointer[page]
	cache  *PageCache
	broken func() // called for a page that is none
}

// shape is what many nodes of a file have in common.
type shape struct {
	kind  Kind
	field Field
	op    Op
	flags Flags
	// moved and inner are 1 for nodes with a number for their start and for the nodes below them, and 0 for those without: sums of
	// them cost less than branches that nobody can foretell.
	moved, inner uint8
}

// A form is a field, times four, and two bits that say which numbers a node has.
const (
	formMoved = 1 << iota
	formInner
	formBits = iota
	_        = uint(1<<(8-formBits) - numFields)
)

// mostOfNode is how many bytes a node has at most.
const mostOfNode = 5 * mostOfNumber

// mostOfNumber is how many bytes a number of 32 bits has at most.
const mostOfNumber = 5

// Pack packs the nodes of f, which must belong to the caller alone until it returns. Pages of them will be in cache. A file whose
// nodes are not there, or not in preorder, stays as it is.
func (f *File) Pack(cache *PageCache) {
	if len(f.Nodes) == 0 {
		return
	}
	if b, ok := f.AppendNodes(nil); ok {
		f.TakeNodes(b, cache, func() {})
	}
}

// TakeNodes makes f a file with the nodes that AppendNodes wrote to the front of b, and returns what lies behind them. f must belong to the caller
// alone until it returns, and have its text. The nodes stay where they are, unless little lies behind them; pages of them will be in cache. broken is
// called, from any goroutine and any number of times, when a page turns out to be none. ok is false, and f unchanged, for bytes that are not nodes at all.
func (f *File) TakeNodes(b []byte, cache *PageCache, broken func()) (rest []byte, ok bool) {
	r := wire.Reader{B: b}
	n := r.Count(2)
	p := &packed{nodes: n, text: uint32(len(f.Source)), shapes: readShapes(&r), cache: cache, broken: broken}
	pages := (n + pageSize - 1) >> pageBits
	if pages == 0 || pages > len(r.B) {
		return nil, false
	}
	p.begin, p.pages = make([]uint32, pages+1), fresh.Make[atomic.Pointer[page]](pages)
	at := uint64(0)
	for i := range pages {
		at = min(at+r.Uvarint(), uint64(len(b))+1)
		p.begin[i+1] = uint32(at)
	}
	p.bytes = r.B
	if r.Bytes(int(at)); r.Bad {
		return nil, false
	}
	p.whole = b[:len(b)-len(r.B)]
	if len(r.B) < mostOfNode {
		p.bytes = append(p.bytes[:at:at], make([]byte, mostOfNode)...)
	}
	f.packed, f.Nodes = p, nil
	return r.B, true
}

func readShapes(r *wire.Reader) []shape {
	shapes := make([]shape, r.Count(2))
	for i := range shapes {
		s := &shapes[i]
		if s.kind = Kind(r.Byte()); s.kind == None {
			s.op, s.flags, s.kind = Op(r.Byte()), Flags(r.Byte()), Kind(r.Byte())
		}
		form := r.Byte()
		s.field, s.moved, s.inner = Field(form>>formBits), form&formMoved, form&formInner/formInner
		if int(s.kind) >= NumKinds || int(s.field) >= NumFields || int(s.op) >= NumOps || s.flags >= endFlags {
			r.Fail()
			return nil
		}
	}
	return shapes
}

// at returns node n.
func (p *packed) at(n NodeID) *Node { return &p.pageAt(n).nodes[n&(pageSize-1)] }

// pageAt returns the page of node n.
func (p *packed) pageAt(n NodeID) *page {
	at := &p.pages[n>>pageBits]
	pg := at.Load()
	if pg == nil {
		pg = p.unpack(int(n >> pageBits))
		p.cache.enter(at, pg)
	} else if !pg.used.Load() { // not to write to it each time: other processors read it
		pg.used.Store(true)
	}
	return pg
}

// unpack unpacks page i.
func (p *packed) unpack(i int) *page {
	pg := &page{}
	first := NodeID(i << pageBits)
	nodes := pg.nodes[:min(pageSize, p.nodes-int(first))]
	if !p.read(nodes, first, p.bytes[p.begin[i]:], int(p.begin[i+1]-p.begin[i])) {
		p.broken()
		for j := range nodes {
			nodes[j] = Node{Next: first + NodeID(j) + 1} // below the root
		}
		if first == 0 {
			nodes[0] = Node{Parent: NoNode, Next: NodeID(p.nodes)}
		}
	}
	return pg
}

// read unpacks the nodes of a page from number first on: they are the first size bytes of b, behind which there are mostOfNode more. It
// reports false for bytes that are no page.
func (p *packed) read(nodes []Node, first NodeID, b []byte, size int) bool {
	at, start := 0, uint64(0)
	var parents [pageSize + 1]NodeID // by node of the page, plus one: 0 where it is in an earlier page; the last is nobody's
	for j := range nodes {
		if at >= size {
			return false
		}
		n, id := &nodes[j], first+NodeID(j)
		var code, by, length uint32
		if code, at = number(b, at, 1); uint64(code) >= uint64(len(p.shapes)) {
			return false
		}
		s := &p.shapes[code]
		n.Kind, n.Field, n.Op, n.Flags = s.kind, s.field, s.op, s.flags
		moved, inner := s.moved, s.inner
		by, at = number(b, at, moved)
		start += uint64(by)
		length, at = number(b, at, 1)
		by, at = number(b, at, inner)
		if start+uint64(length) > uint64(p.text) || uint64(by) >= uint64(p.nodes-int(id)) {
			return false
		}
		n.Start, n.End, n.Next = uint32(start), uint32(start)+length, id+1+NodeID(by)
		end := NodeID(0) // of the parent, where it is in the page
		if n.Parent = parents[j] - 1; n.Parent >= 0 {
			if end = nodes[int(n.Parent)&(pageSize-1)].Next; n.Next > end {
				return false
			}
		} else {
			by, at = number(b, at, 1)
			if n.Parent = id - NodeID(by); n.Parent >= first || n.Parent < min(id, 1)-1 {
				return false
			}
		}
		// The node after this one, where it is in the same parent, has it as well; the first below has this one. Nobody's is
		// written to where there is no such node: that costs less than a branch.
		sibling := uint32(n.Next - first)
		if n.Next >= end || sibling > pageSize {
			sibling = pageSize
		}
		parents[sibling] = n.Parent + 1
		child := uint32(pageSize)
		if inner != 0 {
			child = uint32(j + 1)
		}
		parents[child] = id + 1
	}
	return at == size
}

// number reads a number at b[at], where there is one: has is 0 or 1. It returns where the next one is.
func number(b []byte, at int, has uint8) (uint32, int) {
	n := uint32(b[at]) & -uint32(has)
	at += int(has)
	if n < 0x80 { // most are
		return n, at
	}
	return more(b, at, n)
}

// more reads the rest of a number, of which n is the first byte, at b[at].
func more(b []byte, at int, n uint32) (uint32, int) {
	n &= 0x7f
	for shift := 7; shift < 7*mostOfNumber; shift += 7 {
		c := uint32(b[at])
		at++
		n |= c & 0x7f << shift
		if c < 0x80 {
			break
		}
	}
	return n, at
}

// A PageCache bounds how many pages of packed files are unpacked at a time. Which of them make way is found as by a clock with one hand:
// those that nobody looked at since it came by last. It is safe for concurrent use.
type PageCache struct {
	mu    sync.Mutex
	slots []slot
	max   int
	hand  int
}

// slot is a page that is there, and where.
type slot struct {
	in *atomic.Pointer[page]
	pg *page
}

// NewPageCache returns a cache of so many bytes.
func NewPageCache(bytes int) *PageCache { return &PageCache{max: max(bytes/(pageSize*20), 16)} }

// enter puts pg where in says. Who read another page from there meanwhile may go on with it.
func (c *PageCache) enter(in *atomic.Pointer[page], pg *page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if in.Load() != nil { // somebody else was faster
		return
	}
	in.Store(pg)
	if len(c.slots) < c.max {
		c.slots = append(c.slots, slot{in, pg})
		return
	}
	for range len(c.slots) { // others use pages meanwhile: once around is enough
		if !c.slots[c.hand].pg.used.Swap(false) {
			break
		}
		c.hand = (c.hand + 1) % len(c.slots)
	}
	c.slots[c.hand].in.Store(nil)
	c.slots[c.hand] = slot{in, pg}
	c.hand = (c.hand + 1) % len(c.slots)
}
