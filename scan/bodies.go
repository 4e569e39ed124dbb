package scan

import (
	"encoding/binary"
	"iter"

	"refract/inline"
	"refract/internal/fresh"
	"refract/internal/hashset"
	"refract/internal/wire"
	"refract/java"
	"refract/program"
)

// This file writes down what the bodies of a file were resolved to, and by what one can tell that they would be resolved to
// the same again. The latter are its names:
//
//	mentioned  n; 4 bytes of each: the names in the text that are not interned, and the identities of the types of the
//	           program that its expressions have
//	interned   n, and n that are dotted; 8 bytes of each, and 8 of the last part of a dotted one
//	surface    types and names: n; 8 and 8 bytes of each; members: n; 4 of the number of the type before these, with fieldBit for fields
//
// They are asked for where names mean something else than they did, and of files that have another text. What is asked for always is
//
//	package
//	calls      what the calls of all bodies were resolved to: a number of each kind; digests of the bodies: n; 8 bytes of each
//	sites      how many; callees in the file: n; the number in the file of each; others: n; 8 bytes of each, and 4 of how
//	           far its number was from that of the first method of the file, where it is looked for first; for each body its
//	           number of sites; for each site the callee, the node (difference), and what the arithmetic of inlining needs
//
// Nothing in it is a number of another file: it holds as long as the text is the same and nothing that its names denote
// has changed.

// fileBodies is what the bodies of one file came to, apart from their vectors and sites.
type fileBodies struct {
	types   []uint64 // identities of the types of expressions
	calls   program.CallStats
	digests []byte // of what each body denotes, 8 bytes of each
}

// bodyDigests are digests of what each body of a file denotes, 8 bytes of each.
func (c *Corpus) bodyDigests(file int32) []byte {
	if c.survey.known[file] {
		return c.survey.in[file].bodies.digests
	}
	return c.bodies[file].digests
}

// digestOfBodies is one of all of them.
func digestOfBodies(digests []byte) uint64 {
	h := uint64(0)
	for ; len(digests) >= 8; digests = digests[8:] {
		h = program.Mix(h, binary.LittleEndian.Uint64(digests))
	}
	return h
}

const (
	// sumSize bytes of a name's sum tell it well enough from names that have changed: to take one for another costs time, since its file is linked from its text then. With
	// three bytes that happened to 6 files of the large corpus where 209 classes were new.
	sumSize = 4
	sumMask = 1<<(8*sumSize) - 1
)

// keptNames are the names of a file as they lie in the index. Sections are read when they are asked for.
type keptNames struct {
	mentioned, interned, dotted []byte
	types, names, members       []byte // the surface
}

// keptBodies is a record of bodies as it lies in the index.
type keptBodies struct {
	pkg []byte
	fileBodies
	rest []byte // sites
}

func appendSum(b []byte, sum uint64) []byte {
	return binary.LittleEndian.AppendUint32(b, uint32(sum))
}

func sumAt(b []byte, i int) uint64 { return uint64(binary.LittleEndian.Uint32(b[sumSize*i:])) }

// writtenNames is the names in a file as a record has them.
type writtenNames struct {
	mentioned []byte // sums; the identities of types come behind them
	interned  []byte // with their numbers
}

// writeNames writes names down.
func writeNames(names *program.Names) writtenNames {
	dotted := 0
	for _, e := range names.Interned {
		if e.ID != e.Sum {
			dotted++
		}
	}
	mentioned := sumSize * len(names.Mentioned)
	b := make([]byte, 0, mentioned+8*len(names.Interned)+8*dotted+2*binary.MaxVarintLen32)
	for _, sum := range names.Mentioned {
		b = appendSum(b, sum)
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(len(names.Interned)-dotted)), uint64(dotted))
	for _, e := range names.Interned {
		if e.ID == e.Sum {
			b = binary.LittleEndian.AppendUint64(b, e.ID)
		}
	}
	for _, e := range names.Interned {
		if e.ID != e.Sum {
			b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, e.ID), e.Sum)
		}
	}
	return writtenNames{b[:mentioned:mentioned], b[mentioned:]}
}

// sums returns the sums of the names that are interned, each once.
func (w *writtenNames) sums() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		r := wire.Reader{B: w.interned}
		plain, dotted := r.Count(8), r.Count(dottedSize)
		for i := range plain + dotted {
			if b := r.Bytes(8); r.Bad || !yield(binary.LittleEndian.Uint64(b)) {
				return
			}
			if i >= plain {
				r.Bytes(dottedSize - 8)
			}
		}
	}
}

// appendNames appends the names of a file; types are those of its expressions.
func appendNames(b []byte, names writtenNames, surface *program.Surface, types []uint64) []byte {
	b = binary.AppendUvarint(b, uint64(len(names.mentioned)/sumSize+len(types)))
	b = append(b, names.mentioned...)
	for _, sum := range types {
		b = appendSum(b, sum)
	}
	b = append(b, names.interned...)
	for _, list := range [2][]program.Entry{surface.Types, surface.Names} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, e := range list {
			b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, e.ID), e.Sum)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(surface.Members)))
	for _, m := range surface.Members {
		typ := uint32(m.Type)
		if m.Field {
			typ |= fieldBit
		}
		b = binary.LittleEndian.AppendUint32(b, typ)
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, m.ID), m.Sum)
	}
	return b
}

// appendBodies appends the record of the bodies of a file but for its sites.
func appendBodies(b []byte, f *java.File, of *fileBodies) []byte {
	b = append(binary.AppendUvarint(b, uint64(len(f.Package))), f.Package...)
	for _, n := range [...]int{of.calls.Own, of.calls.Implied, of.calls.API, of.calls.Unresolved, of.calls.Constructor, of.calls.NewAPI} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return append(binary.AppendUvarint(b, uint64(len(of.digests)/8)), of.digests...)
}

// entrySize is the size of an entry of a surface, membersSize that of what it says of members of a name.
const (
	entrySize   = 16
	membersSize = 4 + entrySize
	fieldBit    = 1 << 31
)

// surface decodes what others saw of the file. It reports false where that says something of types that there are not.
func (k *keptNames) surface() (*program.Surface, bool) {
	entry := func(b []byte) program.Entry {
		return program.Entry{ID: binary.LittleEndian.Uint64(b), Sum: binary.LittleEndian.Uint64(b[8:])}
	}
	entries := func(b []byte) []program.Entry {
		list := make([]program.Entry, len(b)/entrySize)
		for i := range list {
			list[i] = entry(b[entrySize*i:])
		}
		return list
	}
	s := &program.Surface{Types: entries(k.types), Names: entries(k.names), Members: make([]program.Members, len(k.members)/membersSize)}
	for i := range s.Members {
		at := k.members[membersSize*i:]
		said := binary.LittleEndian.Uint32(at)
		typ := said &^ fieldBit
		if typ >= uint32(len(s.Types)) {
			return nil, false
		}
		s.Members[i] = program.Members{Type: int32(typ), Field: said != typ, Entry: entry(at[4:])}
	}
	return s, true
}

// dottedSize is the size of a dotted name that is interned, with that of its last part.
const dottedSize = 8 + 8

// readNames reads the names of a file. They alias b. ok is false if b has none.
func readNames(b []byte) (k keptNames, ok bool) {
	r := wire.Reader{B: b}
	k.mentioned = r.Bytes(sumSize * r.Count(sumSize))
	simple, dotted := r.Uvarint(), r.Uvarint()
	if simple > uint64(len(r.B)) || dotted > uint64(len(r.B)) {
		return k, false
	}
	k.interned, k.dotted = r.Bytes(8*int(simple)), r.Bytes(dottedSize*int(dotted))
	k.types = r.Bytes(entrySize * r.Count(entrySize))
	k.names = r.Bytes(entrySize * r.Count(entrySize))
	k.members = r.Bytes(membersSize * r.Count(membersSize))
	return k, !r.Bad && len(r.B) == 0
}

// readBodies reads a record of bodies. It aliases b. ok is false if b is none.
func readBodies(b []byte) (k keptBodies, ok bool) {
	r := wire.Reader{B: b}
	k.pkg = r.Bytes(r.Count(1))
	for _, n := range [...]*int{&k.calls.Own, &k.calls.Implied, &k.calls.API, &k.calls.Unresolved, &k.calls.Constructor, &k.calls.NewAPI} {
		*n = int(r.Uvarint())
	}
	k.digests = r.Bytes(8 * r.Count(8))
	k.rest = r.B
	return k, !r.Bad
}

// fixed reads 8 bytes.
func fixed(r *wire.Reader) uint64 {
	if b := r.Bytes(8); len(b) == 8 {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// mentions reports whether one of the names is in set, or seems to be.
func (k *keptNames) mentions(set *sumSet) bool {
	if set.short.Empty() {
		return false
	}
	for i := range len(k.mentioned) / sumSize {
		if set.short.Has(sumAt(k.mentioned, i)) {
			return true
		}
	}
	for _, interned := range [2][]byte{k.interned, k.dotted} {
		for i := range len(interned) / 8 {
			if set.all.Has(binary.LittleEndian.Uint64(interned[8*i:])) {
				return true
			}
		}
	}
	return false
}

// each calls f for what is kept of the sum of each name that is mentioned, and for as much of those of the names that are interned. It reports false, and ends, once f does.
func (k *keptNames) each(f func(sum uint64) bool) bool {
	for i := range len(k.mentioned) / sumSize {
		if !f(sumAt(k.mentioned, i)) {
			return false
		}
	}
	for _, interned := range [2][]byte{k.interned, k.dotted} {
		for i := range len(interned) / 8 {
			if !f(binary.LittleEndian.Uint64(interned[8*i:]) & sumMask) {
				return false
			}
		}
	}
	return true
}

// eachInterned calls f for every name that the file interns, with the sum of its last part.
func (k *keptNames) eachInterned(f func(sum, last uint64)) {
	for i := range len(k.interned) / 8 {
		sum := binary.LittleEndian.Uint64(k.interned[8*i:])
		f(sum, sum)
	}
	for i := range len(k.dotted) / dottedSize {
		at := k.dotted[dottedSize*i:]
		f(binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:]))
	}
}

// sumSet is a set of sums, and of what is kept of those of names that are not interned.
type sumSet struct{ all, short hashset.Set }

func (s *sumSet) add(sum uint64) {
	s.all.Add(sum)
	s.short.Add(sum & sumMask)
}

// with returns a set of what is in s or one of the others.
func (s *sumSet) with(others ...*sumSet) *sumSet {
	all := &sumSet{}
	for _, o := range append(others, s) {
		o.all.Each(all.add)
	}
	return all
}

// siteSize is the least size of a site.
const siteSize = 4

// Bits of what the arithmetic of inlining needs to know of a site, beside its receiver in the lowest.
const (
	siteReceiver  = 1<<3 - 1
	siteLoadsThis = 1 << 3
	siteStatement = 1 << 4
)

// siteWriter writes the sites of one file after the other.
type siteWriter struct {
	own, others []program.MethodID // callees: of the file, and of others
	code        []int32            // by method: how its sites speak of it, plus one
}

// A site speaks of its callee by twice the number that it has among those of its list, plus one for others.
const calleeOfOthers = 1

// callee notes a callee of the file that has the methods from lo up to, not including, hi.
func (w *siteWriter) callee(m, lo, hi program.MethodID) {
	switch {
	case w.code[m] != 0:
	case lo <= m && m < hi:
		w.code[m] = int32(2*len(w.own)) + 1
		w.own = append(w.own, m)
	default:
		w.code[m] = int32(2*len(w.others)) + calleeOfOthers + 1
		w.others = append(w.others, m)
	}
}

// forget makes w ready for the next file.
func (w *siteWriter) forget() {
	for _, list := range [2][]program.MethodID{w.own, w.others} {
		for _, m := range list {
			w.code[m] = 0
		}
	}
	w.own, w.others = w.own[:0], w.others[:0]
}

// write appends the sites of the methods of a file that have bodies.
func (w *siteWriter) write(b []byte, c *Corpus, file int32) []byte {
	if w.code == nil {
		w.code = fresh.Make[int32](c.Program.NumMethods())
	}
	defer w.forget()
	lo, hi := c.Program.MethodsOf(file)
	sites := 0
	for m := lo; m < hi; m++ {
		of := c.Rows.Sites(m)
		sites += len(of)
		for i := range of {
			w.callee(of[i].Callee, lo, hi)
		}
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(sites)), uint64(len(w.own)))
	for _, callee := range w.own {
		b = binary.AppendUvarint(b, uint64(callee-lo))
	}
	b = binary.AppendUvarint(b, uint64(len(w.others)))
	for _, callee := range w.others {
		b = binary.LittleEndian.AppendUint64(b, c.survey.of.Method(callee))
		b = binary.LittleEndian.AppendUint32(b, uint32(callee-lo))
	}
	last := int64(0)
	for m := lo; m < hi; m++ {
		if c.Program.Method(m).Body < 0 {
			continue
		}
		of := c.Rows.Sites(m)
		b = binary.AppendUvarint(b, uint64(len(of)))
		for i := range of {
			b = appendSite(b, &of[i], w.code[of[i].Callee]-1, last)
			last = int64(of[i].Node)
		}
	}
	return b
}

// appendSite appends a site that speaks of its callee by code, behind one of the node last.
func appendSite(b []byte, s *inline.Site, code int32, last int64) []byte {
	flags := byte(s.Receiver)
	if s.LoadsThis {
		flags |= siteLoadsThis
	}
	if s.Statement {
		flags |= siteStatement
	}
	b = binary.AppendUvarint(b, uint64(code))
	b = binary.AppendVarint(b, int64(s.Node)-last)
	return append(b, flags, s.Names)
}

// siteCount is the number of sites in the bodies of a file; ok is false if that cannot be read, or they would take more bytes than there are.
func (k *keptBodies) siteCount() (n int, ok bool) {
	r := wire.Reader{B: k.rest}
	n = r.Count(siteSize)
	return n, !r.Bad
}

// siteReader reads the sites of files.
type siteReader struct {
	callee func(identity uint64, near program.MethodID) program.MethodID // finds methods by identity
	coded  []program.MethodID                                            // of the file at hand, by what its sites say; NoMethod where they cannot
}

// calleeSize is how much a record has of a callee of another file.
const calleeSize = 12

// callees reads the callees of the file that has the methods from lo up to, not including, hi. It reports false if they cannot be told.
func (d *siteReader) callees(r *wire.Skimmer, lo, hi program.MethodID) bool {
	d.coded = d.coded[:0]
	for range r.Count(1) {
		at := r.Uvarint()
		if at >= uint64(hi-lo) {
			return false
		}
		d.coded = append(d.coded, lo+program.MethodID(at), program.NoMethod)
	}
	others := r.Bytes(calleeSize * r.Count(calleeSize))
	for i := calleeOfOthers; len(others) > 0; i += 2 {
		near := lo + program.MethodID(binary.LittleEndian.Uint32(others[8:]))
		m := d.callee(binary.LittleEndian.Uint64(others), near)
		if m == program.NoMethod {
			return false
		}
		if i > len(d.coded) {
			d.coded = append(d.coded, program.NoMethod, program.NoMethod)
		}
		d.coded[i] = m
		others = others[calleeSize:]
	}
	return !r.Bad()
}

// read reads the sites of the file with the methods from lo up to, not including, hi from its record into sites, which begins at site first of the table that
// it is part of, and writes to ends where those of each body end there. It reports false if there are not just as many of both, or they cannot be told.
func (d *siteReader) read(k *keptBodies, ends []uint32, sites []inline.Site, first uint32, lo, hi program.MethodID) bool {
	r := wire.Skimmer{B: k.rest}
	if r.Count(siteSize) != len(sites) || len(k.digests) != 8*len(ends) || !d.callees(&r, lo, hi) {
		return false
	}
	at, node := 0, int64(0)
	for i := range ends {
		n := r.Count(siteSize)
		if n > len(sites)-at {
			return false
		}
		for j := range sites[at : at+n] {
			code, delta := r.Uvarint(), r.Varint()
			if code >= uint64(len(d.coded)) || d.coded[code] == program.NoMethod || len(r.B)-r.At < 2 {
				return false
			}
			flags, names := r.B[r.At], r.B[r.At+1]
			r.At += 2
			node += delta
			sites[at+j] = inline.Site{Callee: d.coded[code], Node: java.NodeID(node), Receiver: inline.Receiver(flags & siteReceiver),
				LoadsThis: flags&siteLoadsThis != 0, Statement: flags&siteStatement != 0, Names: names}
		}
		at += n
		ends[i] = first + uint32(at)
	}
	return r.At == len(r.B) && at == len(sites)
}
