package concretize

import (
	"sync"

	"refract/inline"
	"refract/java"
	"refract/program"
)

// Side is one program as judges see it: its symbols, its rows, and facts about the whole program that are computed
// once, when the first check asks. It is safe for concurrent use.
type Side struct {
	Program *program.Program
	Rows    *inline.Table

	callsOnce sync.Once
	calls     map[program.MethodID][]callSite

	wordsOnce sync.Once
	words     []wordsOf // by method

	namesOnce sync.Once
	names     map[string]int // classes by qualified name
}

// callSite is a call of a method of the program: where it stands.
type callSite struct {
	in   program.MethodID
	node java.NodeID
}

// NewSide returns the side of a program with its rows.
func NewSide(p *program.Program, rows *inline.Table) *Side { return &Side{Program: p, Rows: rows} }

// namesakes returns how many classes of the program have the qualified name of t: more than one where a component is
// there in several ports, of which a build takes one.
func (s *Side) namesakes(t program.TypeID) int {
	s.namesOnce.Do(func() {
		s.names = map[string]int{}
		for i := range s.Program.NumTypes() {
			s.names[s.Program.Type(program.TypeID(i)).QualifiedName]++
		}
	})
	return s.names[s.Program.Type(t).QualifiedName]
}

// callsOf returns every call of m in the program's bodies, by caller and place.
func (s *Side) callsOf(m program.MethodID) []callSite {
	s.callsOnce.Do(func() {
		s.calls = map[program.MethodID][]callSite{}
		for r := range s.Rows.Len() {
			row := s.Rows.Row(r)
			if row.Mode != inline.None {
				continue
			}
			for _, site := range s.Rows.Sites(row.Method) {
				s.calls[site.Callee] = append(s.calls[site.Callee], callSite{row.Method, site.Node})
			}
		}
	})
	return s.calls[m]
}
