package release

import (
	"hash/crc64"
	"slices"
	"strings"

	"refract/internal/sorted"
	"refract/java"
)

// This file computes shingles (§4): fingerprints of all windows of W tokens, of which the S smallest are kept.

// rabin is the table of Rabin's fingerprint modulo x⁶⁴+x⁴+x³+x+1, an irreducible polynomial, which is the one of the
// ISO's CRC-64.
var rabin = crc64.MakeTable(crc64.ISO)

// mix spreads a fingerprint over all bits. Fingerprints of short strings are small polynomials, and "the S smallest" of
// them would be the shortest.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// shingler turns token sequences into shingles; its buffers are reused.
type shingler struct {
	window int
	tokens []uint64
}

func (s *shingler) reset() { s.tokens = s.tokens[:0] }
func (s *shingler) word(token string) {
	s.tokens = append(s.tokens, crc64.Checksum([]byte(token), rabin))
}
func (s *shingler) code(k java.Kind, op java.Op) {
	s.tokens = append(s.tokens, uint64(k)<<8|uint64(op))
}

// shingles returns the size smallest fingerprints of the windows, sorted. A sequence shorter than the window is one
// window.
func (s *shingler) shingles(size int) []uint64 {
	n := len(s.tokens)
	if n == 0 {
		return nil
	}
	w := min(s.window, n)
	all := make([]uint64, 0, n-w+1)
	var buf [8]byte
	for i := 0; i+w <= n; i++ {
		var fp uint64
		for _, t := range s.tokens[i : i+w] {
			for j := range buf {
				buf[j] = byte(t >> (8 * j))
			}
			fp = crc64.Update(fp, rabin, buf[:])
		}
		all = append(all, mix(fp))
	}
	return smallest(all, size)
}

// smallest sorts all and keeps size of it.
func smallest(all []uint64, size int) []uint64 {
	slices.Sort(all)
	if len(all) > size {
		all = slices.Clone(all[:size]) // the rest must not stay alive
	}
	return all
}

// fingerprint computes the shingles of every entity: methods and fields from their text, classes and packages as the
// minima of the unions of what they hold (§4.2).
func (c *Component) fingerprint(o Options) {
	s := &shingler{window: o.Window}
	for i := range c.Entities {
		e := &c.Entities[i]
		switch e.Kind {
		case Method:
			c.methodTokens(s, e)
		case Field:
			c.fieldTokens(s, e)
		default:
			continue
		}
		e.Tokens = len(s.tokens)
		e.Shingles = s.shingles(o.size(e.Tokens))
	}
	c.unite(Method, Class, o)
	c.unite(Class, Class, o) // members' classes, innermost last in the table: see unite
	c.unite(Class, Package, o)
}

// unite gives every parent of kind to the minima of the union of its own shingles and those of its parts of kind from.
// Going backwards, a nested class has been completed before it is added to its outer class.
func (c *Component) unite(from, to Kind, o Options) {
	parts := map[EntityID][]uint64{}
	for i := len(c.Entities) - 1; i >= 0; i-- {
		e := &c.Entities[i]
		if own, ok := parts[EntityID(i)]; ok {
			e.Shingles = smallest(append(own, e.Shingles...), o.size(e.Tokens))
			delete(parts, EntityID(i))
		}
		if e.Kind != from || e.Parent < 0 || c.Entities[e.Parent].Kind != to {
			continue
		}
		parts[e.Parent] = append(parts[e.Parent], e.Shingles...)
		c.Entities[e.Parent].Tokens += e.Tokens
	}
}

// methodTokens reads the body of a method, or its Javadoc where it has none. Name and signature are not read:
// refactorings change them.
func (c *Component) methodTokens(s *shingler, e *Entity) {
	s.reset()
	m := c.Program.Method(c.methodRef(e))
	f := c.Program.Files[m.File]
	if m.Body < 0 {
		documentationTokens(s, f, m.Node)
		return
	}
	bodyTokens(s, f, m.Body)
}

// fieldTokens reads the initializer and the documentation of a field: fields have little text of their own.
func (c *Component) fieldTokens(s *shingler, e *Entity) {
	s.reset()
	d := c.Program.FieldDecl(c.fieldRef(e))
	f := c.Program.Files[c.Program.Field(c.fieldRef(e)).File]
	if d.Init >= 0 {
		bodyTokens(s, f, d.Init)
	}
	documentationTokens(s, f, d.Decl)
}

// bodyTokens gives one token a node: the text of names and literals, the kind and operator of everything else.
func bodyTokens(s *shingler, f *java.File, root java.NodeID) {
	for i := root; i < f.Nodes[root].Next; i++ {
		if n := &f.Nodes[i]; n.Next == i+1 && !n.Kind.IsStatement() {
			s.word(f.Text(i))
		} else {
			s.code(n.Kind, n.Op)
		}
	}
}

// documentationTokens gives the words of the Javadoc, without the paragraph that deprecates.
func documentationTokens(s *shingler, f *java.File, n java.NodeID) {
	doc, ok := f.Javadoc(n)
	if !ok {
		return
	}
	text := f.Source[doc.Start:doc.End]
	if i := strings.Index(text, "@deprecated"); i >= 0 {
		rest := text[i+1:]
		text = text[:i]
		if j := strings.IndexByte(rest, '@'); j >= 0 {
			text += rest[j:]
		}
	}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == '*' || r == '/' }) {
		s.word(w)
	}
}

// overlap is the average overlap of two sorted multisets (§4.3): the share of each that the other has too. It is 0
// where either is empty.
func overlap(a, b []uint64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return average(sorted.Common(a, b), len(a), len(b))
}

// average is the average of the shares that both is of two sizes.
func average(both, a, b int) float64 {
	return (float64(both)/float64(a) + float64(both)/float64(b)) / 2
}
