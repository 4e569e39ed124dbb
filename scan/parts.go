package scan

import (
	"encoding/binary"
	"slices"

	"refract/java"
	"refract/program"
)

// This file tells which parts of a file are as they were: its declarations, which are its types and fields with whatever stands outside of types, and each
// of its methods. A verdict holds as long as those parts are the same that it came from (trace.go), whatever else was edited in their files.
//
// A part has a digest of its text and of what that means: of types and fields what other files decide of them, of a method likewise, and what the names
// in its body denote, and what is inlined into it. Who calls a method is a part by itself, since hardly anybody asks, and it is other files that decide it. The text of a method that stands in the body of another one is that of the outermost around it: what
// stands in a local class may read what is around that. A class in the initializer of a field is part of that.
//
// What is declared beside the rest is not noticed by anybody who does not ask which members there are: another class, a field or a method leave the others as they
// were, and so do blanks and comments between them.

// partSize is the size of the digest of a part, of which those of a file are
//
//	counts   of types and fields, in 4 bytes each
//	header   what stands outside of types
//	types    of each two: of what it is, less its members, and of which members it has
//	fields
//	methods  of each two: of what it is, and of who calls it
const partSize = 8

// typeSize and methodSize are those of the two of a type and of a method, partsHead that of what stands before them.
const (
	typeSize   = 2 * partSize
	methodSize = 2 * partSize
	partsHead  = 2 * partSize
)

// appendParts appends the digests of the parts of a file.
func (c *Corpus) appendParts(b []byte, file int32) []byte {
	p, of := c.Program, c.survey.of
	f := p.File(file)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(f.Types)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(f.Fields)))
	heads := headsOf(f)
	b = binary.LittleEndian.AppendUint64(b, heads.header)
	for i := range f.Types {
		t := p.TypeOf(file, java.TypeIdx(i))
		b = binary.LittleEndian.AppendUint64(b, program.Mix(of.TypeSum(t), heads.types[i]))
		b = binary.LittleEndian.AppendUint64(b, of.MembersSum(t))
	}
	texts := declarationTexts{f: f}
	for i := range f.Fields {
		b = binary.LittleEndian.AppendUint64(b, program.Mix(of.FieldSum(p.FieldOf(file, java.FieldIdx(i))), texts.sum(f.Fields[i].Decl)))
	}
	for i, sum := range c.methodSums(file) {
		m := p.MethodOf(file, java.MethodIdx(i))
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, sum), c.survey.callers[m])
	}
	return b
}

// methodSums are the digests of the methods of a file, but for who calls them.
func (c *Corpus) methodSums(file int32) []uint64 {
	p, t, of := c.Program, c.Rows, c.survey.of
	f := p.File(file)
	sums := make([]uint64, len(f.Methods))
	text, last := uint64(0), java.NoNode // those that stand in another one follow each other
	digests, outer := c.bodyDigests(file), outerMethods(f)
	for i := range f.Methods {
		m := p.MethodOf(file, java.MethodIdx(i))
		h := of.MethodSum(m)
		if p.Method(m).Body >= 0 {
			h = program.Mix(h, binary.LittleEndian.Uint64(digests))
			digests = digests[8:]
		}
		if outer[i] != last {
			text, last = sumOfText(0, f.Text(outer[i])), outer[i]
		}
		h = program.Mix(h, text)
		for r, end := t.Rows(m); r < end; r++ {
			row := t.Row(r)
			h = program.Mix(h, of.Method(row.Callee)+uint64(row.Mode))
		}
		sums[i] = h
	}
	return sums
}

// declarationTexts are hashes of the texts of declarations of fields, of which several may stand in one, and others between these, in their initializers: each text
// is gone over once.
type declarationTexts struct {
	f     *java.File
	nodes []java.NodeID // ascending
	sums  []uint64
}

func (d *declarationTexts) sum(n java.NodeID) uint64 {
	at, known := slices.BinarySearch(d.nodes, n)
	if !known {
		d.nodes, d.sums = slices.Insert(d.nodes, at, n), slices.Insert(d.sums, at, sumOfText(0, d.f.Text(n)))
	}
	return d.sums[at]
}

// outerMethods returns for each method of f the outermost one that it stands in, which may be itself, by its node; NoNode for one that stands in a field.
func outerMethods(f *java.File) []java.NodeID {
	out := make([]java.NodeID, len(f.Methods))
	outer := java.NoNode
	for i := range f.Methods {
		m := &f.Methods[i]
		switch {
		case outer >= 0 && m.Node < f.At(outer).Next: // they come in source order
		case inField(f, m.Owner):
			out[i] = java.NoNode
			continue
		default:
			outer = m.Node
		}
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

// heads are hashes of the texts of a file that are of no method or field.
type heads struct {
	header uint64
	types  []uint64 // of those that stand in a type or in none; 0 of the others, which are part of a method or field

	f                   *java.File
	typ, method, member int // the next of each that was not met yet; a member is a field
}

// headsOf makes the heads of f.
func headsOf(f *java.File) *heads {
	h := &heads{types: make([]uint64, len(f.Types)), f: f}
	if f.NumNodes() > 0 {
		h.below(0, &h.header)
	}
	return h
}

// below adds to a hash the texts of what lies below a node but for methods, fields and types, of which the latter have hashes of their own.
func (h *heads) below(n java.NodeID, sum *uint64) {
	f := h.f
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		for ; h.typ < len(f.Types) && f.Types[h.typ].Node < c; h.typ++ {
		}
		for ; h.method < len(f.Methods) && f.Methods[h.method].Node < c; h.method++ {
		}
		for ; h.member < len(f.Fields) && f.Fields[h.member].Decl < c; h.member++ {
		}
		switch {
		case h.typ < len(f.Types) && f.Types[h.typ].Node == c && f.Types[h.typ].Name != "" && f.Types[h.typ].Kind != java.EnumConstantBody:
			of := &h.types[h.typ]
			*of = uint64(f.Kind(c))
			h.below(c, of)
		case h.method < len(f.Methods) && f.Methods[h.method].Node == c, h.member < len(f.Fields) && f.Fields[h.member].Decl == c:
		case isBody(f.Kind(c)):
			h.below(c, sum)
		default:
			*sum = sumOfText(program.Mix(*sum, uint64(f.Kind(c))<<8|uint64(f.At(c).Field)), f.Text(c))
		}
	}
}

// isBody reports whether members of a type stand in nodes of that kind.
func isBody(k java.Kind) bool {
	switch k {
	case java.ClassBody, java.InterfaceBody, java.EnumBody, java.EnumBodyDeclarations, java.AnnotationTypeBody:
		return true
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

// changed is what is different in a file.
type changed struct {
	text    bool // it is another one
	members bool // a type has other members
	// methods are those parts that are methods or their callers, by number of then (program.PartMethod, program.PartCallers): the number of now, ascending but for -1
	// for one that is different or gone.
	methods []int32
}

// changedParts compares the parts of a file then and now. It reports false where something that was declared is not declared any more, or is different.
func changedParts(then, now []byte) (c *changed, ok bool) {
	a, okThen := splitParts(then)
	b, okNow := splitParts(now)
	if !okThen || !okNow || a.header != b.header {
		return nil, false
	}
	types, okTypes := among(b.types, a.types, typeSize)
	_, okFields := among(b.fields, a.fields, partSize)
	if !okTypes || !okFields {
		return nil, false
	}
	return &changed{members: types != a.types, methods: matchMethods(a.methods, b.methods)}, true
}

// matchMethods finds each of the methods of then in those of now: -1 for one that is not there, or that another has overtaken, and for its callers, and for callers that are
// other ones.
func matchMethods(then, now string) []int32 {
	method := func(of string, i int32) string { return of[methodSize*i:][:partSize] }
	callers := func(of string, i int32) string { return of[methodSize*i+partSize:][:partSize] }
	thens, nows := int32(len(then)/methodSize), int32(len(now)/methodSize)
	at := make(map[string]int32, nows)
	for i := nows - 1; i >= 0; i-- {
		at[method(now, i)] = i // of several the first
	}
	out, next := make([]int32, 0, methodSize/partSize*thens), int32(0)
	for i := range thens {
		is, calls := int32(-1), int32(-1)
		if next < nows && method(now, next) == method(then, i) { // as nearly all
			is = next
		} else if n, ok := at[method(then, i)]; ok && n >= next {
			is = n
		}
		if is >= 0 {
			if next = is + 1; callers(then, i) == callers(now, is) {
				calls = program.PartCallers(is)
			}
			is = program.PartMethod(is)
		}
		out = append(out, is, calls)
	}
	return out
}

// touches reports whether something of what was read beside methods, which are bits of a trace, is not as it was.
func (c *changed) touches(beside int32) bool {
	return c != nil && (beside&traceWhole != 0 || beside&traceMembers != 0 && c.members || beside&tracePlaces != 0 && c.text)
}

// now returns the number that a method or its callers have now, -1 for one that is different or gone. c is nil for a file in which nothing differs.
func (c *changed) now(method int32) int32 {
	switch {
	case c == nil:
		return method
	case uint(method) >= uint(len(c.methods)):
		return -1
	}
	return c.methods[method]
}

// partsOfFile are the parts of a file, apart.
type partsOfFile struct{ header, types, fields, methods string }

// splitParts takes the parts of a file apart. It reports false for what is none.
func splitParts(b []byte) (p partsOfFile, ok bool) {
	if len(b) < partsHead || len(b)%partSize != 0 {
		return p, false
	}
	types, fields := uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[4:]))
	rest := string(b[partsHead:])
	if typeSize*types+partSize*fields > uint64(len(rest)) {
		return p, false
	}
	p.header = string(b[partSize:partsHead])
	p.types, rest = rest[:typeSize*types], rest[typeSize*types:]
	p.fields, p.methods = rest[:partSize*fields], rest[partSize*fields:]
	if len(p.methods)%methodSize != 0 {
		return p, false
	}
	return p, true
}

// among returns those of all that begin like some do, in their order; each takes so many bytes. It reports false if there are not as many.
func among(all, some string, size int) (found string, ok bool) {
	var b []byte
	for ; len(all) >= len(some) && len(some) > 0; all = all[size:] {
		if some[:partSize] == all[:partSize] {
			some, b = some[size:], append(b, all[:size]...)
		}
	}
	return string(b), len(some) == 0
}
