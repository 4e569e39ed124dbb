package inline

import "refract/program"

// Refusal is the reason why a call stays a call. The zero Refusal is none.
type Refusal uint8

const (
	Inlined    Refusal = iota // not refused
	Recursive                 // the callee is the caller, or calls itself
	Abstract                  // the callee has no body: abstract or native
	Overridden                // another method of the program may run instead

	numRefusals
)

func (r Refusal) String() string {
	return [...]string{"inlined", "recursive", "abstract", "overridden"}[r]
}

// Stats counts call sites of methods of the program: all of them, and by what became of them.
type Stats struct {
	Sites int
	By    [numRefusals]int // indexed by Refusal
}

func (s *Stats) add(o *Stats) {
	s.Sites += o.Sites
	for why, n := range o.By {
		s.By[why] += n
	}
}

// refusal decides on site s in the body of caller. recursive are the methods that call themselves.
func refusal(p *program.Program, caller program.MethodID, s *Site, recursive []bool) Refusal {
	switch {
	case s.Callee == caller || recursive[s.Callee]:
		return Recursive
	case p.Method(s.Callee).Body < 0:
		return Abstract
	case s.Receiver != OnSuper && !p.UniqueTarget(s.Callee):
		return Overridden
	}
	return Inlined
}
