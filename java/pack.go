package java

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// This file packs the nodes of files of which nobody knows which will be looked at again: of a large program most never are. Packed
// they have five to six bytes each and not 20. They are unpacked by the page, and a PageCache bounds the pages of all files
// that are there at a time.
//
// A page is the nodes [64i, 64(i+1)), in bytes of its own, which no other page is needed for; of each node:
//
//	kind
//	field, with bits for "has no children" and "has an operator or flags"
//	operator and flags, where it has any
//	start, from the start of the node before it: in preorder it is never less
//	length
//	the number of nodes below it, where there are any
//	how far its parent is before it, but for the first child of the node before it
//
// all but bytes as unsigned varints.

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
	nodes int
	bytes []byte
	begin []uint32 // of each page, in bytes
	pages []atomic.Pointer[page]
	cache *PageCache
}

// Bits beside a field, which must leave room for them.
const (
	packLeaf  = 1 << 7
	packExtra = 1 << 6
	_         = uint(packExtra - NumFields)
)

// Pack packs the nodes of f, which must belong to the caller alone until it returns. Pages of them will be in cache. A file whose
// nodes are not there, or not in preorder, stays as it is.
func (f *File) Pack(cache *PageCache) {
	if len(f.Nodes) == 0 {
		return
	}
	n := (len(f.Nodes) + pageSize - 1) / pageSize
	p := &packed{nodes: len(f.Nodes), begin: make([]uint32, n), pages: make([]atomic.Pointer[page], n), cache: cache}
	w := packers.Get().(*packer)
	defer packers.Put(w)
	w.b = w.b[:0]
	for i := range p.begin {
		p.begin[i] = uint32(len(w.b))
		if !w.page(f.Nodes, i<<pageBits) {
			return
		}
	}
	p.bytes = append([]byte(nil), w.b...)
	f.packed, f.Nodes = p, nil
}

// packer is the memory of a Pack for the next one.
type packer struct{ b []byte }

var packers = sync.Pool{New: func() any { return new(packer) }}

// page packs the nodes of a page from number first on. It reports false for nodes that are not in preorder.
func (w *packer) page(nodes []Node, first int) bool {
	start := uint32(0)
	leaf := true // the node before
	for i := first; i < min(first+pageSize, len(nodes)); i++ {
		n := &nodes[i]
		below, up := int(n.Next)-i-1, i-int(n.Parent)
		if n.Start < start || n.End < n.Start || below < 0 || up <= 0 || !leaf && up != 1 {
			return false
		}
		field, extra := byte(n.Field), n.Op != NoOp || n.Flags != 0
		if below == 0 {
			field |= packLeaf
		}
		if extra {
			field |= packExtra
		}
		w.b = append(w.b, byte(n.Kind), field)
		if extra {
			w.b = append(w.b, byte(n.Op), byte(n.Flags))
		}
		w.uvarint(n.Start - start)
		w.uvarint(n.End - n.Start)
		if below > 0 {
			w.uvarint(uint32(below))
		}
		if leaf {
			w.uvarint(uint32(up))
		}
		start, leaf = n.Start, below == 0
	}
	return true
}

func (w *packer) uvarint(n uint32) {
	if n < 0x80 {
		w.b = append(w.b, byte(n))
		return
	}
	w.b = binary.AppendUvarint(w.b, uint64(n))
}

// at returns node n.
func (p *packed) at(n NodeID) *Node {
	at := &p.pages[n>>pageBits]
	pg := at.Load()
	if pg == nil {
		pg = p.unpack(int(n >> pageBits))
		p.cache.enter(at, pg)
	} else if !pg.used.Load() { // not to write to it each time: other processors read it
		pg.used.Store(true)
	}
	return &pg.nodes[n&(pageSize-1)]
}

// unpack unpacks page i.
func (p *packed) unpack(i int) *page {
	out := &page{}
	first := NodeID(i << pageBits)
	nodes := out.nodes[:min(pageSize, p.nodes-int(first))]
	b, at := p.bytes, int(p.begin[i])
	start := uint32(0)
	leaf := true
	for j := range nodes {
		n, id := &nodes[j], first+NodeID(j)
		field := b[at+1]
		n.Kind, n.Field = Kind(b[at]), Field(field&^(packLeaf|packExtra))
		at += 2
		if field&packExtra != 0 {
			n.Op, n.Flags = Op(b[at]), Flags(b[at+1])
			at += 2
		}
		var by, size uint32
		if by, at = uint32(b[at]), at+1; by >= 0x80 {
			by, at = longUvarint(b, at-1)
		}
		if size, at = uint32(b[at]), at+1; size >= 0x80 {
			size, at = longUvarint(b, at-1)
		}
		start += by
		n.Start, n.End, n.Next, n.Parent = start, start+size, id+1, id-1
		if field&packLeaf == 0 {
			if by, at = uint32(b[at]), at+1; by >= 0x80 {
				by, at = longUvarint(b, at-1)
			}
			n.Next += NodeID(by)
		}
		if leaf {
			if by, at = uint32(b[at]), at+1; by >= 0x80 {
				by, at = longUvarint(b, at-1)
			}
			n.Parent = id - NodeID(by)
		}
		leaf = field&packLeaf != 0
	}
	return out
}

// longUvarint reads a number at b[at]. It returns where the next one is.
func longUvarint(b []byte, at int) (uint32, int) {
	n, size := binary.Uvarint(b[at:])
	return uint32(n), at + size
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
