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
	if checkRows != nil {
		defer func() { checkRows(c) }()
	}
	if err := c.survey.findClean(ctx, c, jobs); err != nil {
		return err
	}
	taken, err := c.survey.rows(ctx, c, jobs)
	if err != nil {
		return err
	}
	differs := make([]bool, p.NumMethods()) // methods of which the base vector is not that of the index
	had := make([]*rowsBefore, len(p.Files))
	err = parallel(ctx, jobs, len(p.Files), func(i int) {
		if taken[i] {
			return
		}
		had[i] = c.survey.rowsBefore(int32(i))
		for m, hi := p.MethodsOf(int32(i)); m < hi; m++ {
			if r, end := t.Rows(m); r < end { // nothing of others is inlined
				c.class[r], c.size[r] = lsh.ClassID(hashOf(t.Base(m))), concretize.SizeOf(t.Vector(r))
				differs[m] = !had[i].hasClass(c, r)
			}
		}
	})
	if err != nil {
		return err
	}
	return parallel(ctx, jobs, len(p.Files), func(i int) {
		switch {
		case c.survey.isClean(int32(i)):
		case taken[i]:
			c.inlinedAnew(int32(i), differs)
		default:
			c.inlinedClasses(int32(i), had[i], differs)
		}
	})
}

// inlinedAnew are the classes and sizes of those rows of a file into which a method is inlined that differs; all are those of the index so far. An inlined vector
// is made of the base vectors of both and of the call, which is that of the index where the bodies of a file mean what they meant.
func (c *Corpus) inlinedAnew(file int32, differs []bool) {
	t := c.Rows
	different := func(m program.MethodID) bool { return differs[m] }
	for m, hi := c.Program.MethodsOf(file); m < hi; m++ {
		if !slices.ContainsFunc(t.Callees(m), different) {
			continue
		}
		r, end := t.Rows(m)
		for r++; r < end; r++ {
			if slices.ContainsFunc(t.Inlined(r), different) {
				c.workOut(r)
			}
		}
	}
}

// inlinedClasses are the classes and sizes of all rows of a file in which something is inlined: those of the index for a method that is what it was, with its calls, where none
// that is inlined differs. The other rows have theirs.
func (c *Corpus) inlinedClasses(file int32, had *rowsBefore, differs []bool) {
	t := c.Rows
	different := func(m program.MethodID) bool { return differs[m] }
	stays := c.methodsAsBefore(file, had)
	lo, hi := c.Program.MethodsOf(file)
	for m := lo; m < hi; m++ {
		r, end := t.Rows(m)
		for r++; r < end; r++ {
			if stays != nil && stays[m-lo] && !slices.ContainsFunc(t.Inlined(r), different) {
				if then, ok := had.row(c.rowID(r)); ok {
					c.class[r], c.size[r] = then.class, then.size
					continue
				}
			}
			c.workOut(r)
		}
	}
}

// workOut fills in the class and the size of row r, into which something is inlined.
func (c *Corpus) workOut(r int) {
	c.class[r], c.size[r] = c.classOf(r), concretize.SizeOf(c.Rows.Vector(r))
}

// rowsBefore is what the index has of the rows of a file of which the bodies do not mean what they meant, or may not.
type rowsBefore struct {
	rows    map[uint64]keptRow // by what they are of; of no class where that is several things
	methods map[uint64]bool    // digests of the methods
}

// rowsBefore reads it; nil where the index has no rows of the file, or these cannot be read.
func (s *survey) rowsBefore(file int32) (had *rowsBefore) {
	if !s.knows() || s.in[file] == nil {
		return nil
	}
	s.past.guard(func() {
		s.past.whole(s.in[file], func(e extra, a aside) {
			kept := readRows(e.rows).withIDs(a.rowIDs)
			had = &rowsBefore{make(map[uint64]keptRow, kept.len()), map[uint64]bool{}}
			for i := range kept.len() {
				id, row := kept.id(i), kept.at(i)
				if then, twice := had.rows[id]; twice && then != row {
					row = keptRow{}
				}
				had.rows[id] = row
			}
			if parts, ok := splitParts(a.parts); ok {
				for at := 0; at < len(parts.methods); at += methodSize {
					had.methods[binary.LittleEndian.Uint64([]byte(parts.methods[at:at+partSize]))] = true
				}
			}
		})
	})
	return had
}

// row returns the row that was of what id tells.
func (b *rowsBefore) row(id uint64) (row keptRow, ok bool) {
	row, ok = b.rows[id]
	return row, ok && row != keptRow{}
}

// hasClass reports whether row r of c had the class that it has.
func (b *rowsBefore) hasClass(c *Corpus, r int) bool {
	if b == nil {
		return false
	}
	then, ok := b.row(c.rowID(r))
	return ok && then.class == c.class[r]
}

// methodsAsBefore tells of each method of a file whether it is what it was, and what its body denotes, and what is inlined into it: nil where none is.
func (c *Corpus) methodsAsBefore(file int32, had *rowsBefore) []bool {
	if had == nil || len(had.methods) == 0 {
		return nil
	}
	outer, sums := outerMethods(c.Program.File(file)), c.methodSums(file)
	stays := make([]bool, len(sums))
	for i, sum := range sums {
		stays[i] = outer[i] >= 0 && had.methods[sum] // the text of one that stands in a field is part of that
	}
	return stays
}

// checkRows, where not nil, is given each corpus once classes and sizes of its rows are known. It is for tests.
var checkRows func(c *Corpus)

// classOf is the class of row r, which for one in which nothing is inlined is the hash of its vector; such rows have theirs already. Each base vector is
// mixed in by itself: the vector of a body that only hands on is that of the method it calls, and where a call is inlined that only calls another it is that
// of the body, so that two of the hashes can be one.
func (c *Corpus) classOf(r int) lsh.ClassID {
	if classHook != nil {
		classHook()
	}
	t := c.Rows
	h := c.baseClass(t.Row(r).Method)
	if t.Row(r).Mode != inline.None {
		h = program.Mix(h, hashOf(t.Vector(r)))
		for _, m := range t.Inlined(r) {
			h = program.Mix(h, c.baseClass(m))
		}
	}
	return lsh.ClassID(h)
}

// classHook, where not nil, is told of each row whose class is worked out. It is for tests.
var classHook func()

// baseClass is the class of the first row of m, which has a body: that of its base vector.
func (c *Corpus) baseClass(m program.MethodID) uint64 {
	r, _ := c.Rows.Rows(m)
	return uint64(c.class[r])
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

// What is kept of the rows of a file is how many they are, their sums, the class and the size of each, and behind that what each method of
// the file is as a target of calls. What each is of lies apart.
const (
	keptRowsHead = 20
	keptRowSize  = 12
	rowIDSize    = 8
)

// appendRows appends what is kept of the rows of a file.
func (c *Corpus) appendRows(b []byte, file int32) []byte {
	r, end := c.rowsOf(file)
	sums := c.survey.rowSums[file]
	b = binary.LittleEndian.AppendUint32(b, uint32(end-r))
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, sums.ids), sums.classes)
	for ; r < end; r++ {
		b = binary.LittleEndian.AppendUint64(b, uint64(c.class[r]))
		b = binary.LittleEndian.AppendUint16(b, c.size[r].Elements)
		b = binary.LittleEndian.AppendUint16(b, c.size[r].Statements)
	}
	for m, hi := c.Program.MethodsOf(file); m < hi; m++ {
		b = append(b, c.Rows.Target(m))
	}
	return b
}

// appendRowIDs appends what each row of a file is of.
func (c *Corpus) appendRowIDs(b []byte, file int32) []byte {
	for r, end := c.rowsOf(file); r < end; r++ {
		b = binary.LittleEndian.AppendUint64(b, c.rowID(r))
	}
	return b
}

// rowSums are digests of what the rows of a file are, and of what vectors say of them.
type rowSums struct{ ids, classes uint64 }

// sumRows makes those of a file.
func (c *Corpus) sumRows(file int32) (sums rowSums) {
	for r, end := c.rowsOf(file); r < end; r++ {
		row := c.Rows.Row(r)
		sums.ids = program.Mix(sums.ids, c.survey.of.Method(row.Callee)+uint64(row.Mode))
		sums.classes = program.Mix(sums.classes, uint64(c.class[r]))
	}
	return sums
}

// keptRow is what is kept of a row.
type keptRow struct {
	class lsh.ClassID
	size  concretize.Size
}

// keptRows is what is kept of those of a file. It has ids only where they were asked for.
type keptRows struct {
	sums               rowSums
	rows, targets, ids []byte
}

// readRows reads what is kept of the rows of a file. It aliases b. Where b is no such thing there are no rows and no targets.
func readRows(b []byte) (k keptRows) {
	if len(b) < keptRowsHead {
		return k
	}
	n := binary.LittleEndian.Uint32(b)
	k.sums = rowSums{binary.LittleEndian.Uint64(b[4:]), binary.LittleEndian.Uint64(b[12:])}
	if b = b[keptRowsHead:]; uint64(n) > uint64(len(b)/keptRowSize) {
		return k
	}
	k.rows, k.targets = b[:keptRowSize*int(n)], b[keptRowSize*int(n):]
	return k
}

func (k *keptRows) len() int { return len(k.rows) / keptRowSize }

func (k *keptRows) at(i int) keptRow {
	b := k.rows[keptRowSize*i:][:keptRowSize]
	return keptRow{lsh.ClassID(binary.LittleEndian.Uint64(b)),
		concretize.Size{Elements: binary.LittleEndian.Uint16(b[8:]), Statements: binary.LittleEndian.Uint16(b[10:])}}
}

// withIDs is k with what each row is of, or no rows where there are not as many ids.
func (k keptRows) withIDs(ids []byte) keptRows {
	if len(ids) != rowIDSize*k.len() {
		return keptRows{}
	}
	k.ids = ids
	return k
}

// id is what row i is of.
func (k *keptRows) id(i int) uint64 { return binary.LittleEndian.Uint64(k.ids[rowIDSize*i:]) }

// findClean finds the files of which all rows, and what vectors say of them, are those of the index: their bodies are known, which is of the methods that they
// call as well, and these are the targets that they were. The error is that of ctx.
func (s *survey) findClean(ctx context.Context, c *Corpus, jobs int) error {
	if !s.knows() {
		return ctx.Err()
	}
	p, t := c.Program, c.Rows
	s.clean = make([]bool, len(p.Files))
	touched := make([]bool, p.NumMethods())
	err := parallel(ctx, jobs, len(p.Files), func(i int) {
		lo, hi := p.MethodsOf(int32(i))
		kept := keptRows{}
		if s.known[i] {
			kept = s.in[i].rows
		}
		same := len(kept.targets) == int(hi-lo)
		for m := lo; m < hi; m++ {
			touched[m] = !same || kept.targets[m-lo] != t.Target(m)
		}
		first, end := c.rowsOf(int32(i))
		s.clean[i] = same && s.known[i] && kept.len() == end-first
	})
	if err != nil {
		return err
	}
	return parallel(ctx, jobs, len(p.Files), func(i int) {
		for m, hi := p.MethodsOf(int32(i)); m < hi && s.clean[i]; m++ {
			sites := t.Sites(m)
			for j := range sites {
				if touched[sites[j].Callee] {
					s.clean[i] = false
					break
				}
			}
		}
	})
}

// isClean reports whether findClean has found the file.
func (s *survey) isClean(file int32) bool { return s != nil && s.clean != nil && s.clean[file] }

// rows fills in classes and sizes of rows from the index. It returns, by file, whether it has: not where bodies are not known, or have other rows.
// What is inlined into them may have changed, unless the file is clean. The error is that of ctx.
func (s *survey) rows(ctx context.Context, c *Corpus, jobs int) (taken []bool, err error) {
	taken = make([]bool, len(c.Program.Files))
	if !s.knows() {
		return taken, ctx.Err()
	}
	return taken, parallel(ctx, jobs, (len(taken)+prefetched-1)/prefetched, func(r int) {
		s.past.guard(func() {
			for i := r * prefetched; i < min((r+1)*prefetched, len(taken)); i++ {
				taken[i] = s.rowsOf(c, int32(i))
			}
		})
	})
}

// rowsOf is rows of one file.
func (s *survey) rowsOf(c *Corpus, file int32) bool {
	if !s.known[file] {
		return false
	}
	kept := &s.in[file].rows
	lo, hi := c.rowsOf(file)
	if kept.len() != hi-lo || !s.isClean(file) && !c.hasRows(file, kept) {
		return false
	}
	for r := lo; r < hi; r++ {
		k := kept.at(r - lo)
		c.class[r], c.size[r] = k.class, k.size
	}
	return true
}

// hasRows reports whether the rows of a file are of what was kept, which are as many.
func (c *Corpus) hasRows(file int32, rows *keptRows) (same bool) {
	c.survey.past.beside(c.survey.in[file], func(a aside) {
		kept := rows.withIDs(a.rowIDs)
		same = kept.len() == rows.len() && c.areOf(file, &kept)
	})
	return same
}

// areOf reports whether the rows of a file are of what was kept, which are as many, with ids.
func (c *Corpus) areOf(file int32, kept *keptRows) bool {
	var ids []uint64
	i := 0
	for m, end := c.Program.MethodsOf(file); m < end; m++ {
		ids = c.rowIDs(ids, m)
		for _, id := range ids {
			if kept.id(i) != id {
				return false
			}
			i++
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
