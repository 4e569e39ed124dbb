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

// target is what decides whether calls of a method are inlined, whatever the call.
type target uint8

const (
	callsItself target = 1 << iota
	hasNoBody          // it is abstract or native
	hasOverrider
	isElsewhere // its file is not among the bodies
)

// targetsOf returns, by MethodID, what all methods of the program are as targets of calls, where the bodies of t are known. A site asks it of
// methods all over the program, and a byte of each stays at hand.
func targetsOf(p *program.Program, t *Table, jobs int) []target {
	of := make([]target, p.NumMethods())
	n := runs(len(of))
	workers(jobs, n, func(next func() int) {
		for i := next(); i < n; i = next() {
			from, to := run(i, len(of))
			for m := from; m < to; m++ {
				of[m] = targetOf(p, t, program.MethodID(m))
			}
		}
	})
	return of
}

func targetOf(p *program.Program, t *Table, m program.MethodID) (of target) {
	if p.Method(m).Body < 0 {
		of |= hasNoBody
	}
	if p.Overridden(m) {
		of |= hasOverrider
	}
	if t.bodyOf[m] < 0 {
		return of | isElsewhere
	}
	for _, s := range t.Sites(m) {
		if s.Callee == m {
			return of | callsItself
		}
	}
	return of
}

// refusal decides on site s in the body of caller.
func refusal(caller program.MethodID, s *Site, targets []target) Refusal {
	t := targets[s.Callee]
	switch {
	case s.Callee == caller || t&callsItself != 0:
		return Recursive
	case t&hasNoBody != 0:
		return Abstract
	case s.Receiver != OnSuper && t&hasOverrider != 0:
		return Overridden
	case t&isElsewhere != 0:
		return Abstract
	}
	return Inlined
}
