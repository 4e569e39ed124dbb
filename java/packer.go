package java

import (
	"encoding/binary"
	"slices"
	"sync"
)

// This file packs nodes; pack.go says into what.

// packer packs the nodes of one file after the other.
type packer struct {
	b      []byte   // the pages
	begin  []uint32 // of each, in b
	shapes []shape
	// codes finds the number of a shape, plus one: by kind, field and form, where there is no operator and no flag; the few others
	// are searched for.
	codes [NumKinds][NumFields][1 << formBits]uint16
}

// packers have nothing packed. Memory that was written to a moment ago is at hand; new memory has to come from the system.
var packers = sync.Pool{New: func() any { return new(packer) }}

// AppendNodes appends the nodes of f, packed, to dst. ok is false, and dst unchanged, for nodes that are not in preorder.
func (f *File) AppendNodes(dst []byte) (_ []byte, ok bool) {
	if f.packed != nil {
		return append(dst, f.packed.whole...), true
	}
	w := packers.Get().(*packer)
	defer w.reset()
	for first := 0; first < len(f.Nodes); first += pageSize {
		w.begin = append(w.begin, uint32(len(w.b)))
		if !w.page(f.Nodes, first) {
			return dst, false
		}
	}
	return w.join(dst, len(f.Nodes)), len(f.Nodes) > 0
}

// reset forgets what was packed, and gives w back.
func (w *packer) reset() {
	for i := range w.shapes {
		*w.code(&w.shapes[i]) = 0
	}
	w.b, w.begin, w.shapes = w.b[:0], w.begin[:0], w.shapes[:0]
	packers.Put(w)
}

// join appends all that n nodes were packed to.
func (w *packer) join(dst []byte, n int) []byte {
	dst = slices.Grow(dst, len(w.b)+5*len(w.shapes)+binary.MaxVarintLen16*len(w.begin)+2*binary.MaxVarintLen32+mostOfNode)
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(n)), uint64(len(w.shapes)))
	for _, s := range w.shapes {
		if s.op != NoOp || s.flags != 0 || s.kind == None {
			dst = append(dst, byte(None), byte(s.op), byte(s.flags))
		}
		dst = append(dst, byte(s.kind), byte(s.field)<<formBits|s.form())
	}
	for i, at := range w.begin {
		end := len(w.b)
		if i+1 < len(w.begin) {
			end = int(w.begin[i+1])
		}
		dst = binary.AppendUvarint(dst, uint64(end)-uint64(at))
	}
	return append(dst, w.b...)
}

// form is the bits for the numbers that a node of shape s has.
func (s *shape) form() byte { return s.inner*formInner | s.moved*formMoved }

// page packs the nodes of a page from number first on. It reports false for nodes that are not in preorder, and those that do not nest.
func (w *packer) page(nodes []Node, first int) bool {
	start := uint32(0)
	in := NoNode // the innermost node of the page that has not ended
	for i := first; i < min(first+pageSize, len(nodes)); i++ {
		n := &nodes[i]
		for in >= 0 && int(nodes[in].Next) <= i {
			if in = nodes[in].Parent; int(in) < first {
				in = NoNode
			}
		}
		if n.Start < start || n.End < n.Start || !fits(nodes, first, i, in) {
			return false
		}
		s := shape{kind: n.Kind, field: n.Field, op: n.Op, flags: n.Flags}
		below := int(n.Next) - i - 1
		if below > 0 {
			s.inner = 1
		}
		if n.Start > start {
			s.moved = 1
		}
		w.uvarint(w.numberOf(s))
		if n.Start > start {
			w.uvarint(n.Start - start)
		}
		w.uvarint(n.End - n.Start)
		if below > 0 {
			w.uvarint(uint32(below))
		}
		if in < 0 {
			w.uvarint(uint32(i - int(n.Parent)))
		}
		if start = n.Start; below > 0 {
			in = NodeID(i)
		}
	}
	return true
}

// fits reports whether node i of the page that begins with node first has a parent and an end that can be written: in is the innermost node of the
// page that has not ended, NoNode where there is none.
func fits(nodes []Node, first, i int, in NodeID) bool {
	n := &nodes[i]
	if int(n.Next) <= i || int(n.Next) > len(nodes) {
		return false
	}
	if in >= 0 {
		return n.Parent == in && n.Next <= nodes[in].Next
	}
	return int(n.Parent) < first && int(n.Parent) >= min(i, 1)-1
}

// numberOf returns the number of a shape, which it gets if it has none.
func (w *packer) numberOf(s shape) uint32 {
	if s.op == NoOp && s.flags == 0 {
		c := w.code(&s)
		if *c == 0 {
			w.shapes = append(w.shapes, s)
			*c = uint16(len(w.shapes))
		}
		return uint32(*c - 1)
	}
	for i, o := range w.shapes {
		if o == s {
			return uint32(i)
		}
	}
	w.shapes = append(w.shapes, s)
	return uint32(len(w.shapes) - 1)
}

// code is where the number of a shape without operator and flags is, plus one.
func (w *packer) code(s *shape) *uint16 { return &w.codes[s.kind][s.field][s.form()] }

func (w *packer) uvarint(n uint32) {
	if n < 0x80 {
		w.b = append(w.b, byte(n))
		return
	}
	w.b = binary.AppendUvarint(w.b, uint64(n))
}
