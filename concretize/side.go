package concretize

import (
	"sync"
	"sync/atomic"

	"refract/inline"
	"refract/internal/sparse"
	"refract/program"
)

// Side is one program as judges see it: its symbols, its rows, and facts about the whole program that are computed
// once, when the first check asks. It is safe for concurrent use.
type Side struct {
	Program *program.Program
	Rows    *inline.Table

	callersOnce sync.Once
	callersOf   *inline.Callers

	wordsOnce sync.Once
	words     sparse.Table[atomic.Pointer[wordsOf]] // by method; nil where nobody has asked

	namesOnce sync.Once
	names     map[uint64]bool // hashes of the qualified names that several classes have
}

// NewSide returns the side of a program with its rows.
func NewSide(p *program.Program, rows *inline.Table) *Side { return &Side{Program: p, Rows: rows} }

// hasNamesakes reports whether other classes of the program have the qualified name of t: where a component is there in
// several ports, of which a build takes one.
func (s *Side) hasNamesakes(t program.TypeID) bool {
	s.namesOnce.Do(func() { s.names = s.Program.SharedNames() })
	return s.names[s.Program.QualifiedSum(t)]
}

// callers returns the calls in the program's bodies by the method that they call.
func (s *Side) callers() *inline.Callers {
	s.callersOnce.Do(func() { s.callersOf = s.Rows.Callers() })
	return s.callersOf
}
