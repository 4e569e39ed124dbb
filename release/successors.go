package release

import (
	"refract/java"
	"refract/mine"
	"refract/program"
)

// successors says which method of the new release a method of the old one has become: FilterNames of the vector
// detector, "under the renamings that the other detectors found".
type successors struct {
	to []program.MethodID // by old method
}

// newSuccessors believes, in this order, the pairs of the mapping detector, the log of the API detector, and the names
// under the ρ of that log with the signature kept.
func newSuccessors(d *detector, diff *mine.Diff) *successors {
	before, after := d.old, d.new
	s := &successors{to: make([]program.MethodID, before.Program.NumMethods())}
	taken := make([]bool, after.Program.NumMethods())
	for i := range s.to {
		s.to[i] = program.NoMethod
	}
	pair := func(old, new program.MethodID) {
		if old >= 0 && new >= 0 && s.to[old] < 0 && !taken[new] {
			s.to[old], taken[new] = new, true
		}
	}
	oldFiles, newFiles := fileNumbers(before.Program), fileNumbers(after.Program)
	mapped := func(ps []*mine.MethodPair) {
		for _, p := range ps {
			pair(methodOf(before.Program, oldFiles, p.Before), methodOf(after.Program, newFiles, p.After))
		}
	}
	for _, p := range diff.Pairs {
		mapped(p.Methods)
		mapped(p.Initializers)
	}
	mapped(diff.Moves)
	for _, e := range d.log.Entries {
		if old := &before.Entities[e.Old]; old.Kind == Method {
			pair(program.MethodID(old.Ref), program.MethodID(after.Entities[e.New].Ref))
		}
	}
	for i := range before.Entities {
		old := &before.Entities[i]
		if old.Kind != Method {
			continue
		}
		for _, name := range d.newNames(old.Name) {
			for _, id := range d.laterNamed(name, old) {
				if s.to[old.Ref] >= 0 {
					break
				}
				pair(program.MethodID(old.Ref), program.MethodID(after.Entities[id].Ref))
			}
		}
	}
	return s
}

// changedOnly drops the methods whose text is the same on both sides: they have nothing to say.
func (s *successors) changedOnly(before, after *program.Program) {
	for old, new := range s.to {
		if new >= 0 && sameMethod(before, program.MethodID(old), after, new) {
			s.to[old] = program.NoMethod
		}
	}
}

func (s *successors) of(m program.MethodID) program.MethodID { return s.to[m] }

func fileNumbers(p *program.Program) map[*java.File]int32 {
	out := make(map[*java.File]int32, len(p.Files))
	for i, f := range p.Files {
		out[f] = int32(i)
	}
	return out
}

func methodOf(p *program.Program, files map[*java.File]int32, m *mine.Method) program.MethodID {
	i, ok := files[m.Class.File]
	if !ok {
		return program.NoMethod
	}
	return p.MethodOf(i, m.Idx)
}

// sameMethod reports whether two methods have the same declaration but for comments and blanks.
func sameMethod(p *program.Program, m program.MethodID, q *program.Program, n program.MethodID) bool {
	a, b := p.Method(m), q.Method(n)
	f, g := p.Files[a.File], q.Files[b.File]
	if a.Body < 0 || b.Body < 0 {
		return true // nothing that vectors could compare
	}
	i, j := a.Node, b.Node
	if f.Nodes[i].Next-i != g.Nodes[j].Next-j {
		return false
	}
	for end := f.Nodes[i].Next; i < end; i, j = i+1, j+1 {
		x, y := &f.Nodes[i], &g.Nodes[j]
		if x.Kind != y.Kind || x.Op != y.Op || x.Field != y.Field {
			return false
		}
		if x.Next == i+1 && f.Text(i) != g.Text(j) {
			return false
		}
	}
	return true
}
