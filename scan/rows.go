package scan

import (
	"context"
	"encoding/binary"
	"slices"

	"refract/concretize"
	"refract/inline"
	"refract/lsh"
	"refract/program"
	"refract/vectors"
)

// This file numbers rows by what vectors say of them, and writes these numbers down for the next scan: so that the vectors of
// rows that are as they were need not be computed.

// classes numbers the rows by what vectors say of them, and measures them, with jobs workers. A collision of the 64-bit
// hashes would hide one candidate. What the index has of rows is taken from there. The error is that of ctx.
func (c *Corpus) classes(ctx context.Context, jobs int) error {
	t, p := c.Rows, c.Program
	c.class, c.size = make([]lsh.ClassID, t.Len()), make([]concretize.Size, t.Len())
	base := make([]uint64, p.NumMethods())
	same := make([]bool, len(p.Files)) // files of which the rows are those of the index, but for what is inlined
	err := parallel(ctx, jobs, len(p.Files), func(i int) {
		same[i] = c.survey.rows(c, int32(i))
		lo, hi := p.MethodsOf(int32(i))
		for m := lo; m < hi; m++ {
			if from, to := t.Rows(m); from < to && same[i] {
				base[m] = uint64(c.class[from])
			} else {
				base[m] = hashOf(t.Base(m))
			}
		}
	})
	if err != nil {
		return err
	}
	if checkRows != nil {
		defer func() { checkRows(c) }()
	}
	differs := make([]bool, p.NumMethods())
	for i, same := range same {
		for m, hi := p.MethodsOf(int32(i)); m < hi && !same; m++ {
			differs[m] = true
		}
	}
	return parallel(ctx, jobs, p.NumMethods(), func(i int) {
		m := program.MethodID(i)
		if !differs[m] && !slices.ContainsFunc(t.Callees(m), func(m program.MethodID) bool { return differs[m] }) {
			return
		}
		for r, hi := t.Rows(m); r < hi; r++ {
			if differs[m] || slices.ContainsFunc(t.Inlined(r), func(m program.MethodID) bool { return differs[m] }) {
				c.class[r], c.size[r] = classOf(t, r, base), concretize.SizeOf(t.Vector(r))
			}
		}
	})
}

// checkRows, where not nil, is given each corpus once classes and sizes of its rows are known. It is for tests.
var checkRows func(c *Corpus)

// classOf is the class of row r; base are hashes of base vectors, by method. Each is mixed in by itself: the vector of a body
// that only hands on is that of the method it calls, and where a call is inlined that only calls another it is that of the
// body, so that two of the hashes can be one.
func classOf(t *inline.Table, r int, base []uint64) lsh.ClassID {
	h := base[t.Row(r).Method]
	if t.Row(r).Mode != inline.None {
		h = program.Mix(h, hashOf(t.Vector(r)))
		for _, m := range t.Inlined(r) {
			h = program.Mix(h, base[m])
		}
	}
	return lsh.ClassID(h)
}

// hashOf is a hash of a vector.
func hashOf(v vectors.Vector) uint64 {
	h := uint64(len(v))
	for _, e := range v {
		h = (h ^ uint64(e)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// rowID is a digest of what row r is of: its method, what is inlined into it, and where: a method that is overridden is inlined
// only where it is called through super.
func (c *Corpus) rowID(r int) uint64 {
	row := c.Rows.Row(r)
	h := program.Mix(c.survey.of.Method(row.Method), uint64(row.Mode))
	for _, m := range c.Rows.Inlined(r) {
		id, unique := c.inlinedID(m)
		h = program.Mix(h, id) + unique
	}
	return h
}

// inlinedID is the identity of a method that is inlined, and 1 if it is one that nothing overrides.
func (c *Corpus) inlinedID(m program.MethodID) (id, unique uint64) {
	if c.Program.UniqueTarget(m) {
		unique = 1
	}
	return c.survey.of.Method(m), unique
}

// rowIDs returns rowID of all rows of m in the memory of ids, and asks for each callee once.
func (c *Corpus) rowIDs(ids []uint64, m program.MethodID) []uint64 {
	lo, hi := c.Rows.Rows(m)
	if ids = ids[:0]; lo == hi {
		return ids
	}
	own := c.survey.of.Method(m)
	all := program.Mix(own, uint64(inline.All))
	ids = append(ids, program.Mix(own, uint64(inline.None)))
	for _, callee := range c.Rows.Callees(m) {
		id, unique := c.inlinedID(callee)
		ids = append(ids, program.Mix(program.Mix(own, uint64(inline.Single)), id)+unique)
		all = program.Mix(all, id) + unique
	}
	if len(ids) < hi-lo {
		ids = append(ids, all)
	}
	return ids
}

// rowSum is a digest of what row r is, and of what vectors say of it.
func (c *Corpus) rowSum(r int) uint64 { return program.Mix(c.rowID(r), uint64(c.class[r])) }

// keptRowSize is the size of what is kept of a row: what it is of, its class, and its size.
const keptRowSize = 20

// appendRows appends what is kept of the rows of a file.
func (c *Corpus) appendRows(b []byte, file int32) []byte {
	for r, end := c.rowsOf(file); r < end; r++ {
		b = binary.LittleEndian.AppendUint64(b, c.rowID(r))
		b = binary.LittleEndian.AppendUint64(b, uint64(c.class[r]))
		b = binary.LittleEndian.AppendUint16(b, c.size[r].Elements)
		b = binary.LittleEndian.AppendUint16(b, c.size[r].Statements)
	}
	return b
}

// keptRow is what is kept of a row.
type keptRow struct {
	id    uint64
	class lsh.ClassID
	size  concretize.Size
}

// keptRows are those of a file.
type keptRows []byte

func (k keptRows) len() int { return len(k) / keptRowSize }

func (k keptRows) at(i int) keptRow {
	b := k[keptRowSize*i:][:keptRowSize]
	return keptRow{binary.LittleEndian.Uint64(b), lsh.ClassID(binary.LittleEndian.Uint64(b[8:])),
		concretize.Size{Elements: binary.LittleEndian.Uint16(b[16:]), Statements: binary.LittleEndian.Uint16(b[18:])}}
}

// rows fills in classes and sizes of the rows of a file from the index. It reports false where its bodies are not known, or have other rows.
// What is inlined into them may have changed.
func (s *survey) rows(c *Corpus, file int32) bool {
	if s == nil || !s.known[file] {
		return false
	}
	kept := keptRows(s.in[file].extra.rows)
	lo, hi := c.rowsOf(file)
	if kept.len() != hi-lo {
		return false
	}
	var ids []uint64
	m, end := c.Program.MethodsOf(file)
	for r := lo; m < end; m++ {
		ids = c.rowIDs(ids, m)
		for _, id := range ids {
			k := kept.at(r - lo)
			if k.id != id {
				return false
			}
			c.class[r], c.size[r] = k.class, k.size
			r++
		}
	}
	return true
}

// rowsOf returns the rows of a file: from lo up to, not including, hi.
func (c *Corpus) rowsOf(file int32) (lo, hi int) {
	from, to := c.Program.MethodsOf(file)
	for m := from; m < to; m++ {
		if first, end := c.Rows.Rows(m); first < end {
			if hi == 0 {
				lo = first
			}
			hi = end
		}
	}
	return lo, hi
}
