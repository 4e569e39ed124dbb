package scan

import (
	"encoding/binary"
	"slices"
	"sync"

	"refract/finding"
	"refract/index"
	"refract/internal/wire"
	"refract/java/parse"
	"refract/program"
)

// This file makes of each file what the index has of it beside its tree, vectors and calls, for the next scan to tell what
// need not be done again.

// survey is what a scan with an index knows of its program before bodies are resolved.
type survey struct {
	past *trees // nil without one
	of   *program.Digests
	sums []uint64 // by file: of its surface; nil without past
	// known says, by file, that its bodies mean what they meant. It is settled once all bodies that do not were resolved.
	known  []bool
	in     []*indexed                                                    // by file: what the index has of it
	callee func(identity uint64, near program.MethodID) program.MethodID // finds the methods that records speak of
	// callers are, by method, digests of those that call it, once all call sites are known.
	callers []uint64
	// clean says, by file, that its rows are those of the index; nil where nothing is known. rowSums are of all files. See rows.go.
	clean   []bool
	rowSums []rowSums
	idle    *sync.Pool // of *readers
}

// knows reports whether the bodies of some file are known.
func (s *survey) knows() bool { return s != nil && slices.Contains(s.known, true) }

// resolved is the number of files of which bodies were resolved.
func (s *survey) resolved() int {
	n := 0
	for _, known := range s.known {
		if !known {
			n++
		}
	}
	return n
}

// readers are what reads files for their records, one after the other. What they read for one file is in memory that they write to
// again for the next.
type readers struct {
	surveyor *program.Surveyor
	linked   *program.LinkedWriter
	sites    siteWriter
	e        extra
	a        aside
	extra    []byte         // e as one
	aside    []byte         // a as one
	names    []byte         // see appendNames
	data     index.FileData // see keeper.data
}

func (s *survey) readers() *readers {
	if r, ok := s.idle.Get().(*readers); ok {
		return r
	}
	return &readers{surveyor: s.of.NewSurveyor(), linked: s.of.NewLinkedWriter()}
}

// record makes r.extra, r.names and r.aside what the index is to have of file i beside its vectors and its tree, and returns the sum of its surface. The digests
// of its parts are in r.
func (s *survey) record(r *readers, c *Corpus, i int, tree []byte, written *writtenFiles) (sum uint64) {
	r.e.size, r.e.rows = appendHead(r.e.size[:0], tree, c.Program.Files[i].Problems), c.appendRows(r.e.rows[:0], int32(i))
	r.a.rowIDs = c.appendRowIDs(r.a.rowIDs[:0], int32(i))
	if s.known[i] {
		old, names := s.past.all(s.in[i])
		e := extra{size: r.e.size, linked: old.linked, bodies: old.bodies, rows: r.e.rows}
		r.extra, r.names, r.aside = e.join(r.extra[:0]), append(r.names[:0], names...), r.a.join(r.aside[:0])
		return s.sums[i]
	}
	f, surface := c.Program.File(int32(i)), r.surveyor.Survey(int32(i))
	names := written.namesOf(i)
	r.e.linked = r.linked.Append(r.e.linked[:0], int32(i), names.sums())
	r.names = appendNames(r.names[:0], names, surface, c.bodies[i].types)
	r.e.bodies = appendBodies(r.e.bodies[:0], f, &c.bodies[i])
	r.e.bodies = r.sites.write(r.e.bodies, c, int32(i))
	r.extra, r.aside = r.e.join(r.extra[:0]), r.a.join(r.aside[:0])
	return sumOf(surface)
}

// sumOf is a digest of a surface.
func sumOf(s *program.Surface) uint64 {
	h := uint64(len(s.Types))
	for _, list := range [2][]program.Entry{s.Types, s.Names} {
		for _, e := range list {
			h = program.Mix(program.Mix(h, e.ID), e.Sum)
		}
	}
	for _, m := range s.Members {
		h = program.Mix(program.Mix(program.Mix(h, uint64(m.Type)), m.ID), m.Sum)
	}
	return h
}

// appendHead appends the head of a tree, and behind it the problems of its file, if there are any, without their path: a file may get another name.
func appendHead(b, tree []byte, problems []finding.Problem) []byte {
	b = append(b, parse.HeadOfTree(tree)...)
	if len(b) == 0 || len(problems) == 0 {
		return b
	}
	return wire.AppendValue(b, problemsAt(problems, ""))
}

// readProblems reads the problems that appendHead has written behind the head of a tree; ok is false if these bytes are none.
func readProblems(b []byte) (problems []finding.Problem, ok bool) {
	ok = wire.ReadValue(b, &problems)
	return problems, ok
}

// problemsAt are those problems, of the file of that path.
func problemsAt(problems []finding.Problem, path string) []finding.Problem {
	out := slices.Clone(problems)
	for i := range out {
		out[i].Path = path
	}
	return out
}

// extra is what the index has for a file as index.FileData.Extra, which a scan again reads of all files: the head of its tree, which lies in
// index.FileData.Tail, with what was wrong with the file, what linking made of it (see program.LinkedWriter), the record of its bodies (see bodies.go), and what its rows are (see rows.go).
type extra struct{ size, linked, bodies, rows []byte }

func splitExtra(b []byte) extra {
	r := wire.Reader{B: b}
	e := extra{size: r.Bytes(r.Count(1)), linked: r.Bytes(r.Count(1)), bodies: r.Bytes(r.Count(1))}
	e.rows = r.B
	return e
}

// join appends e to b.
func (e *extra) join(b []byte) []byte { return joinParts(b, e.rows, e.size, e.linked, e.bodies) }

// aside is what it has as index.FileData.Aside, which is asked for of few: digests of parts (see parts.go), and of what rows are of (see rows.go). Names
// (see bodies.go) are asked for of all files at times, alone.
type aside struct{ parts, rowIDs []byte }

func splitAside(b []byte) aside {
	r := wire.Reader{B: b}
	a := aside{parts: r.Bytes(r.Count(1))}
	a.rowIDs = r.B
	return a
}

// join appends a to b.
func (a *aside) join(b []byte) []byte { return joinParts(b, a.rowIDs, a.parts) }

// joinParts appends parts, each behind its length, and then the last one to b.
func joinParts(b, last []byte, parts ...[]byte) []byte {
	for _, part := range parts {
		b = append(binary.AppendUvarint(b, uint64(len(part))), part...)
	}
	return append(b, last...)
}
