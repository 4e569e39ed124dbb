package concretize

import (
	"slices"
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
	calls     []callSite // by callee
	callsAt   []uint32   // [methods+1]: where those of a callee begin

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
	s.callsOnce.Do(s.findCalls)
	return s.calls[s.callsAt[m]:s.callsAt[m+1]:s.callsAt[m+1]]
}

// findCalls is a counting sort of all call sites by their callees.
func (s *Side) findCalls() {
	each := func(f func(in program.MethodID, callee program.MethodID, node java.NodeID)) {
		for r := range s.Rows.Len() {
			if row := s.Rows.Row(r); row.Mode == inline.None {
				for _, site := range s.Rows.Sites(row.Method) {
					f(row.Method, site.Callee, site.Node)
				}
			}
		}
	}
	s.callsAt = make([]uint32, s.Program.NumMethods()+1)
	each(func(_, callee program.MethodID, _ java.NodeID) { s.callsAt[callee+1]++ })
	for m := range s.Program.NumMethods() {
		s.callsAt[m+1] += s.callsAt[m]
	}
	s.calls = make([]callSite, s.callsAt[s.Program.NumMethods()])
	next := slices.Clone(s.callsAt)
	each(func(in, callee program.MethodID, node java.NodeID) {
		s.calls[next[callee]] = callSite{in, node}
		next[callee]++
	})
}
