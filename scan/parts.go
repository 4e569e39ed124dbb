package scan

import (
	"encoding/binary"

	"refract/java"
	"refract/program"
)

// This file tells which parts of a file are as they were: its declarations, with whatever stands outside of the bodies of methods, and each
// of its methods. A verdict holds as long as those parts are the same that it came from (trace.go), whatever else was edited in their files.
//
// A part has a digest of its text and of what that means: of the declarations what digest.go makes of them, of a method what the names
// in its body denote, who calls it, and what is inlined into it. The text of a method is that of the outermost body around it: what stands in a
// local class may read what is around that. A class in the initializer of a field is part of the declarations.

// partSize is the size of the digest of a part. Those of a file follow one another: its declarations, then its methods in their order.
const partSize = 8

// appendParts appends the digests of the parts of a file.
func (c *Corpus) appendParts(b []byte, file int32) []byte {
	p, t := c.Program, c.Rows
	f := p.File(file)
	bodies := outerBodies(f)
	h, from := c.survey.of.Declarations(file), uint32(0)
	for _, body := range bodies {
		if span := f.Span(body); body >= 0 && span.Start >= from {
			h = sumOfText(h, f.Source[from:span.Start])
			from = span.End
		}
	}
	b = binary.LittleEndian.AppendUint64(b, sumOfText(h, f.Source[from:]))
	lo, hi := p.MethodsOf(file)
	digests := c.bodyDigests(file)
	for m := lo; m < hi; m++ {
		h := c.survey.callers[m]
		if p.Method(m).Body >= 0 {
			h = program.Mix(h, binary.LittleEndian.Uint64(digests))
			digests = digests[8:]
		}
		if body := bodies[m-lo]; body >= 0 {
			h = sumOfText(h, f.Text(body))
		}
		for r, end := t.Rows(m); r < end; r++ {
			row := t.Row(r)
			h = program.Mix(h, c.survey.of.Method(row.Callee)+uint64(row.Mode))
		}
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return b
}

// outerBodies returns for each method of f the outermost body of a method around its own, which may be that; NoNode where there is
// none, and where it stands in a field.
func outerBodies(f *java.File) []java.NodeID {
	out := make([]java.NodeID, len(f.Methods))
	outer := java.NoNode
	for i := range f.Methods {
		m := &f.Methods[i]
		switch {
		case outer >= 0 && outer < m.Node && m.Node < f.At(outer).Next:
			out[i] = outer
			continue
		case m.Body < 0 || inField(f, m.Owner):
			out[i] = java.NoNode
			continue
		}
		outer = m.Body
		out[i] = outer
	}
	return out
}

// inField reports whether type t stands in the initializer of a field.
func inField(f *java.File, t java.TypeIdx) bool {
	for ; t >= 0; t = f.Types[t].Outer {
		if f.Types[t].InField >= 0 {
			return true
		}
	}
	return false
}

// sumOfText adds a text to the hash h.
func sumOfText(h uint64, text string) uint64 {
	h = program.Mix(h, uint64(len(text)))
	for ; len(text) >= 8; text = text[8:] {
		h = program.Mix(h, uint64(text[0])|uint64(text[1])<<8|uint64(text[2])<<16|uint64(text[3])<<24|
			uint64(text[4])<<32|uint64(text[5])<<40|uint64(text[6])<<48|uint64(text[7])<<56)
	}
	for i := range len(text) {
		h = program.Mix(h, uint64(text[i]))
	}
	return h
}

// changedParts compares the parts of a file then and now. It returns which methods are different, and reports whether the declarations
// are the same.
func changedParts(then, now []byte) (methods []bool, ok bool) {
	if len(then) != len(now) || len(then) < partSize || string(then[:partSize]) != string(now[:partSize]) {
		return nil, false
	}
	methods = make([]bool, len(then)/partSize-1)
	for i := range methods {
		at := partSize * (i + 1)
		methods[i] = string(then[at:at+partSize]) != string(now[at:at+partSize])
	}
	return methods, true
}
