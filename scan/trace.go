package scan

import (
	"encoding/binary"
	"math"

	"refract/program"
)

// trace is what verdicts on a query came from (see program.Watch): for each file, ascending, its number, how many of its methods were
// read, and these, ascending, by their number in the file. allOf in place of how many says that the verdicts came from all that is in
// the file. The declarations of a file count as read in any case.
type trace []int32

const allOf = -1

// traceOf is the trace of units, which are ascending. Where something was accepted its places are part of the verdict, and
// these move with whatever stands before them in their files.
func traceOf(p *program.Program, units []program.Unit, accepted bool) trace {
	var t trace
	var from, end program.Unit // of the file at hand
	count := 0                 // where the number of its methods stands
	for _, u := range units {
		if u >= end {
			file, _ := p.Part(u)
			from, end = p.Units(file)
			t = append(t, file, 0)
			count = len(t) - 1
		}
		part := int32(u-from) + program.PartDeclarations
		switch {
		case part == program.PartWhole || accepted:
			t = append(t[:count], allOf)
		case part >= 0 && t[count] != allOf:
			t[count]++
			t = append(t, part)
		}
	}
	return t
}

// cut takes the first file from t.
func (t trace) cut() (file int32, methods []int32, all bool, rest trace) {
	if t[1] == allOf {
		return t[0], nil, true, t[2:]
	}
	n := 2 + t[1]
	return t[0], t[2:n], false, t[n:]
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
		var file int32
		var methods []int32
		var all bool
		file, methods, all, t = t.cut()
		b = binary.AppendUvarint(b, uint64(file-last))
		last = file
		if all {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(methods))+1)
		before := int32(0)
		for _, m := range methods {
			b = binary.AppendUvarint(b, uint64(m-before))
			before = m
		}
	}
	return b
}

// trace appends the next trace to t.
func (d *recordReader) trace(t trace) trace {
	last := int32(0)
	for range d.Count(2) {
		last = d.number(d.files-int(last)) + last
		n := int(d.number(len(d.B)+1)) - 1 // allOf or how many
		t = append(t, last, int32(n))
		m := int32(0)
		for range n {
			m += d.number(math.MaxInt32 - int(m))
			t = append(t, m)
		}
	}
	return t
}

// renumber gives the files of t the numbers that they have now. Methods keep theirs, since a file has the same declarations as then.
func (t trace) renumber(files []int32) {
	for len(t) > 0 {
		at := t
		_, _, _, t = t.cut()
		at[0] = files[at[0]]
	}
}
