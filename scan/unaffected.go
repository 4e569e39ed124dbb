package scan

import (
	"context"
	"encoding/binary"
	"strings"
	"sync"

	"refract/index"
	"refract/internal/wire"
	"refract/java"
	"refract/program"
)

// This file finds the files whose bodies need not be resolved again. Those are the files with the text of the last scan in
// which no name stands that means, or could mean, something else than it did:
//
//	(1) a name that is declared differently somewhere: a type, method or field of that name is new, gone or says something else,
//	    or stands elsewhere among those of its name in its file;
//	(2) a name of a package that is there now and was not, or the other way round;
//	(3) a name that was interned and is no longer, or the other way round, since that tells a name that nobody
//	    declares from one that the program speaks of;
//	(4) the type of an expression, if the head of that type, or of an ancestor of it, says something else.
//
// A name is known by its sum, and a dotted one also by that of its last part, which stands in every text that it can be
// made from. That resolving asks for nothing else is what program/surface.go states; tests edit programs at random.

// survey is what a scan with an index knows of its program before bodies are resolved.
type survey struct {
	past  *trees // nil without one
	of    *program.Digests
	sums  []uint64        // by file: of its surface; nil without past
	known []*resolvedFile // by file: nil for one that is resolved again, and once it is made use of
	extra [][]byte        // by file: all that the index has of one that is known
	idle  sync.Pool       // of *readers
}

// resolved is the number of files of which bodies were resolved.
func (s *survey) resolved() int {
	n := 0
	for _, extra := range s.extra {
		if extra == nil {
			n++
		}
	}
	return n
}

// newSurvey surveys a program for a scan that writes an index, and finds what is known of its bodies if past has records.
func newSurvey(ctx context.Context, p *program.Program, past *trees, jobs int) (*survey, error) {
	s := &survey{past: past, of: p.Digester(), known: make([]*resolvedFile, len(p.Files)), extra: make([][]byte, len(p.Files))}
	if past == nil || len(past.files) == 0 {
		return s, nil
	}
	s.sums = make([]uint64, len(p.Files))
	err := parallel(ctx, jobs, len(p.Files), func(i int) {
		r := s.readers()
		s.sums[i] = sumOf(r.surveyor.Survey(int32(i)))
		s.idle.Put(r)
	})
	if err != nil {
		return nil, err
	}
	return s, s.findKnown(ctx, p, jobs)
}

// readers are what reads files for their records, one after the other.
type readers struct {
	names    program.NameReader
	surveyor *program.Surveyor
	sites    siteWriter
	b, rows  []byte
}

func (s *survey) readers() *readers {
	if r, ok := s.idle.Get().(*readers); ok {
		return r
	}
	return &readers{surveyor: s.of.NewSurveyor()}
}

// record is what the index is to have of file i beside vectors and calls, of which tree is one part, with the sum of its surface.
func (s *survey) record(c *Corpus, i int, tree []byte) (extra []byte, sum uint64) {
	r := s.readers()
	defer s.idle.Put(r)
	r.rows = c.appendRowSums(r.rows[:0], int32(i))
	if known := s.extra[i]; known != nil {
		_, bodies, _ := splitExtra(known)
		return joinExtra(tree, bodies, r.rows), s.sums[i]
	}
	f, surface := c.Program.Files[i], r.surveyor.Survey(int32(i))
	r.b = appendBodies(r.b[:0], f, r.names.Read(f), surface, &c.bodies[i])
	r.b = r.sites.write(r.b, c, int32(i))
	return joinExtra(tree, r.b, r.rows), sumOf(surface)
}

// rowSum is a digest of what row r is: its method, what is inlined into it, and what vectors say of it.
func (c *Corpus) rowSum(r int) uint64 {
	row := c.Rows.Row(r)
	h := program.Mix(c.survey.of.Method(row.Method), uint64(row.Mode))
	return program.Mix(program.Mix(h, c.survey.of.Method(row.Callee)), uint64(c.class[r]))
}

// rowSumSize is the size of the sum of a row.
const rowSumSize = 8

// appendRowSums appends the sums of the rows of a file.
func (c *Corpus) appendRowSums(b []byte, file int32) []byte {
	for r, end := c.rowsOf(file); r < end; r++ {
		b = binary.LittleEndian.AppendUint64(b, c.rowSum(r))
	}
	return b
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

// sumOf is a digest of a surface.
func sumOf(s *program.Surface) uint64 {
	h := uint64(len(s.Types))
	for _, list := range [2][]program.Entry{s.Types, s.Names} {
		for _, e := range list {
			h = program.Mix(program.Mix(h, e.ID), e.Sum)
		}
	}
	return h
}

// surfaceDigest is a sum as the index has it.
func surfaceDigest(sum uint64) (d index.Digest) {
	binary.LittleEndian.PutUint64(d[:], sum)
	return d
}

// splitExtra splits what the index has for a file into its tree, the record of its bodies, and what its rows are (see
// Corpus.rowSum).
func splitExtra(extra []byte) (tree, bodies, rows []byte) {
	r := wire.Reader{B: extra}
	tree = r.Bytes(r.Count(1))
	bodies = r.Bytes(r.Count(1))
	return tree, bodies, r.B
}

func joinExtra(tree, bodies, rows []byte) []byte {
	b := make([]byte, 0, len(tree)+len(bodies)+len(rows)+10)
	b = append(binary.AppendUvarint(b, uint64(len(tree))), tree...)
	b = append(binary.AppendUvarint(b, uint64(len(bodies))), bodies...)
	return append(b, rows...)
}

// findKnown fills in known.
func (s *survey) findKnown(ctx context.Context, p *program.Program, jobs int) error {
	c := &changes{p: p, s: s, records: make([]keptBodies, len(p.Files)), same: make([]bool, len(p.Files))}
	err := parallel(ctx, jobs, len(p.Files), func(i int) {
		if body := s.past.bodyOf(p.Files[i]); body != nil {
			_, bodies, _ := splitExtra(body.Extra())
			c.records[i], c.same[i] = readBodies(bodies)
		}
	})
	if err != nil {
		return err
	}
	if !c.find() {
		return nil
	}
	methods := s.of.MethodsByIdentity()
	return parallel(ctx, jobs, len(p.Files), func(i int) {
		if !c.same[i] || c.differs[i] || c.records[i].mentions(&c.names) {
			return
		}
		body := s.past.bodyOf(p.Files[i])
		vs, err := body.Vectors()
		if err != nil {
			return
		}
		if s.known[i] = c.records[i].resolve(vs, bodiesIn(p.Files[i]), methods); s.known[i] != nil {
			s.extra[i] = body.Extra()
		}
	})
}

// bodiesIn counts the methods of f with a body.
func bodiesIn(f *java.File) int {
	n := 0
	for i := range f.Methods {
		if f.Methods[i].Body >= 0 {
			n++
		}
	}
	return n
}

// changes are the names that mean something else than in the last scan.
type changes struct {
	p       *program.Program
	s       *survey
	records []keptBodies          // by file
	same    []bool                // by file: it has the text of its record
	differs []bool                // by file: what others see of it is different
	old     map[string]keptBodies // by path, of files that are gone or have another text
	names   sumSet
}

// find fills in the names. It reports false where everything is to be resolved again.
func (c *changes) find() bool {
	if !c.readOld() {
		return false
	}
	c.differs = make([]bool, len(c.p.Files))
	surveyor := c.s.of.NewSurveyor()
	heads := map[uint64]bool{}
	left := make(map[string]bool, len(c.old))
	for path := range c.old {
		left[path] = true
	}
	for i, f := range c.p.Files {
		delete(left, f.Path)
		if in := c.s.past.files[f.Path]; in != nil && in.surface == surfaceDigest(c.s.sums[i]) {
			continue // another text can say the same as before
		}
		before := c.old[f.Path].surface // empty for a new file
		if c.same[i] {
			before = c.records[i].surface
		}
		c.differs[i] = true
		c.compare(&before, surveyor.Survey(int32(i)), heads)
	}
	for path := range left {
		before := c.old[path].surface
		c.compare(&before, &program.Surface{}, heads)
	}
	c.descendants(heads)
	c.packages()
	return c.interned()
}

// readOld reads the records of the files that are gone or have another text. It reports false if one cannot be read.
func (c *changes) readOld() bool {
	here := make(map[string]bool, len(c.p.Files))
	for i, f := range c.p.Files {
		if c.same[i] {
			here[f.Path] = true
		}
	}
	c.old = map[string]keptBodies{}
	for path, in := range c.s.past.files {
		if here[path] {
			continue
		}
		body := in.body
		if body == nil {
			var err error
			if body, err = c.s.past.s.ix.Body(in.id); err != nil {
				return false
			}
		}
		_, bodies, _ := splitExtra(body.Extra())
		k, ok := readBodies(bodies)
		if !ok {
			return false
		}
		c.old[path] = k
	}
	return true
}

// compare adds the names and the heads of types of which before and after say different things.
func (c *changes) compare(before, after *program.Surface, heads map[uint64]bool) {
	differ(before.Names, after.Names, c.names.add)
	differ(before.Types, after.Types, func(id uint64) { heads[id] = true })
}

// differ calls f for what has other sums in before than in after.
func differ(before, after []program.Entry, f func(id uint64)) {
	sums := make(map[uint64]uint64, len(before))
	for _, e := range before {
		sums[e.ID] = program.Mix(sums[e.ID], e.Sum)
	}
	now := make(map[uint64]uint64, len(after))
	for _, e := range after {
		now[e.ID] = program.Mix(now[e.ID], e.Sum)
	}
	for id, sum := range now {
		if old, ok := sums[id]; !ok || old != sum {
			f(id)
		}
	}
	for id := range sums {
		if _, ok := now[id]; !ok {
			f(id)
		}
	}
}

// descendants adds the types of the given identities and all that descend from them.
func (c *changes) descendants(heads map[uint64]bool) {
	if len(heads) == 0 {
		return
	}
	for id := range heads {
		c.names.add(id)
	}
	var below []program.TypeID
	seen := map[program.TypeID]bool{}
	for t := range program.TypeID(c.p.NumTypes()) {
		if heads[c.s.of.Type(t)] {
			below = append(below, t)
			seen[t] = true
		}
	}
	for len(below) > 0 {
		t := below[len(below)-1]
		below = below[:len(below)-1]
		c.names.add(c.s.of.Type(t))
		c.names.add(program.NameSum(c.p.Type(t).Name))
		for _, s := range c.p.Subtypes(t) {
			if !seen[s] {
				seen[s] = true
				below = append(below, s)
			}
		}
	}
}

// packages adds the packages that have come or gone.
func (c *changes) packages() {
	stay, now, then := map[string]bool{}, map[string]bool{}, map[string]bool{}
	add := func(set map[string]bool, pkg string) {
		first, _, _ := strings.Cut(pkg, ".")
		set[pkg], set[first] = true, true
	}
	for i, f := range c.p.Files {
		if c.same[i] {
			if !stay[f.Package] {
				add(stay, f.Package)
			}
		} else {
			add(now, f.Package)
		}
	}
	for _, k := range c.old {
		add(then, k.pkg)
	}
	for _, sets := range [2][2]map[string]bool{{now, then}, {then, now}} {
		for pkg := range sets[0] {
			if !sets[1][pkg] && !stay[pkg] {
				c.names.add(program.NameSum(pkg))
				c.names.add(program.NameSum(pkg[strings.LastIndexByte(pkg, '.')+1:]))
			}
		}
	}
}

// interned adds the names that were not interned and are, or the other way round. It reports false if one of them is looked
// up wherever its text stands.
func (c *changes) interned() bool {
	type name struct {
		last      uint64
		now, then bool
	}
	names := map[uint64]*name{}
	of := func(sum, last uint64) *name {
		n := names[sum]
		if n == nil {
			n = &name{last: last}
			names[sum] = n
		}
		return n
	}
	var r program.NameReader
	for i, f := range c.p.Files {
		if !c.same[i] {
			for _, e := range r.Read(f).Interned {
				of(e.ID, e.Sum).now = true
			}
		}
	}
	for _, k := range c.old {
		k.eachInterned(func(sum, last uint64) { of(sum, last).then = true })
	}
	for sum, n := range names {
		if n.now == n.then {
			delete(names, sum)
		}
	}
	for i := range c.records {
		if c.same[i] && len(names) > 0 {
			c.records[i].eachInterned(func(sum, _ uint64) { delete(names, sum) })
		}
	}
	for sum, n := range names {
		c.names.add(sum)
		c.names.add(n.last)
	}
	return names[program.NameSum(program.AlwaysMentioned)] == nil
}
