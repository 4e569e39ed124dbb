package scan

import (
	"encoding/binary"
	"math"

	"refract/program"
)

// trace is what verdicts on a query came from (see program.Watch): for each file, in the order of their paths, its slot; how many of its methods were
// read, and of how many who calls them, above traceBits that say what else was; and these, ascending (program.PartMethod, program.PartCallers). The
// declarations of a file count as read in any case.
//
// The parts of a trace are numbered: of each file what was read beside its methods, and then these.
type trace []int32

// What was read of a file beside methods, their callers and declarations.
const (
	traceWhole   = 1 << iota // all that is in it
	traceMembers             // which members its types have
	tracePlaces              // where in its text something stands

	traceBits = iota
)

// traceOf is the trace of units, which are ascending, of files with these slots. The number of each in its parts is appended to parts. The trace lies in m.
func (m *room) traceOf(p *program.Program, of slots, units []program.Unit, parts []int32) (trace, []int32) {
	var from, end program.Unit // of the file at hand
	count := 0                 // where the number of its methods stands
	part, first := int32(-1), int32(0)
	t, begin := m.numbers, len(m.numbers)
	for _, u := range units {
		if u >= end {
			file, _ := p.Part(u)
			from, end = p.Units(file)
			t = append(t, of[file], 0)
			count = len(t) - 1
			part++
			first = part
		}
		switch read := int32(u-from) + program.PartDeclarations; read {
		case program.PartWhole:
			t[count] |= traceWhole
			parts = append(parts, first)
		case program.PartMembers:
			t[count] |= traceMembers
			parts = append(parts, first)
		case program.PartDeclarations:
			parts = append(parts, first)
		default:
			t[count] += 1 << traceBits
			t = append(t, read)
			part++
			parts = append(parts, part)
		}
	}
	m.numbers = t
	return tailOf(t, begin), parts
}

// placesIn is the trace of where something stands in the files of units, which are ascending, with these slots. Where something was accepted its places are part of the
// verdict, and these move with whatever stands before them in their files. The trace lies in m.
func (m *room) placesIn(p *program.Program, of slots, units []program.Unit) trace {
	begin, end := len(m.numbers), program.Unit(0)
	for _, u := range units {
		if u >= end {
			file, _ := p.Part(u)
			_, end = p.Units(file)
			m.numbers = append(m.numbers, of[file], tracePlaces)
		}
	}
	return tailOf(m.numbers, begin)
}

// cut takes the first file from t, with the bits of what was read beside methods.
func (t trace) cut() (file int32, methods []int32, beside int32, rest trace) {
	n := 2 + t[1]>>traceBits
	return t[0], t[2:n], t[1] & (1<<traceBits - 1), t[n:]
}

// parts is how many parts t has.
func (t trace) parts() (n int) {
	for len(t) > 0 {
		_, methods, _, rest := t.cut()
		n += 1 + len(methods)
		t = rest
	}
	return n
}

// append encodes t.
func (t trace) append(b []byte) []byte {
	files := 0
	for r := t; len(r) > 0; files++ {
		_, _, _, r = r.cut()
	}
	b = binary.AppendUvarint(b, uint64(files))
	last := int32(0)
	for len(t) > 0 {
		b = binary.AppendVarint(b, int64(t[0]-last))
		b = binary.AppendUvarint(b, uint64(t[1]))
		last = t[0]
		var methods []int32
		_, methods, _, t = t.cut()
		b = appendAscending(b, methods)
	}
	return b
}

// appendAscending appends numbers that do not descend.
func appendAscending(b []byte, numbers []int32) []byte {
	last := int32(0)
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n-last))
		last = n
	}
	return b
}

// trace reads the next trace.
func (d *recordReader) trace(m *room) trace {
	from, last := len(m.numbers), int32(0)
	for range d.Count(2) {
		last = d.slot(last)
		n := d.number((len(d.B) - d.At + 1) << traceBits)
		m.numbers = d.ascending(append(m.numbers, last, n), int(n>>traceBits), math.MaxInt32)
	}
	return tailOf(m.numbers, from)
}

// slot reads a slot, which is told by how far it is from the last one.
func (d *recordReader) slot(last int32) int32 {
	s := int64(last) + d.Varint()
	if s < 0 || s >= int64(d.files) {
		d.Fail()
		return 0
	}
	return int32(s)
}

// ascending appends the next n numbers, below end, to dst.
func (d *recordReader) ascending(dst []int32, n, end int) []int32 {
	last := int32(0)
	for range n {
		last += d.number(end - int(last))
		dst = append(dst, last)
	}
	return dst
}

// renumber gives the methods of t the numbers that they have now, -1 to those that are gone.
func (t trace) renumber(p *past) {
	for len(t) > 0 {
		file, methods, _, rest := t.cut()
		if changed := p.changed[file]; changed != nil {
			for i, n := range methods {
				methods[i] = changed.now(n)
			}
		}
		t = rest
	}
}
