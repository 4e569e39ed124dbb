package scan

import (
	"context"

	"refract/internal/fresh"
	"refract/program"
)

// This file makes a number of each file by which a later scan can tell that nothing about it is different: neither what
// its declarations and bodies mean, nor who calls its methods, nor what its rows are, those with the code of other files
// in them included. Together with the hash of the text it covers all that a rule can learn from the file. A collision
// of two such numbers, one in 2⁶⁴, would hide a change.

// fileDigest is two digests: one of what a file means, and of what is inlined into which of its bodies, and one of what
// vectors say of its rows, which an edit of a method that is inlined changes.
type fileDigest struct{ meaning, rows uint64 }

// digests returns the digests of each file of c, once all bodies and rows are known. The error is that of ctx.
func (s *survey) digests(ctx context.Context, c *Corpus, jobs int) ([]fileDigest, error) {
	p := c.Program
	out := make([]fileDigest, len(p.Files))
	s.rowSums = make([]rowSums, len(p.Files))
	err := parallel(ctx, jobs, len(out), func(i int) {
		sums := &s.rowSums[i]
		if s.isClean(int32(i)) {
			*sums = s.in[i].rows.sums
		} else {
			*sums = c.sumRows(int32(i))
		}
		h := program.Mix(program.Mix(s.of.Declarations(int32(i)), digestOfBodies(c.bodyDigests(int32(i)))), sums.ids)
		for m, hi := p.MethodsOf(int32(i)); m < hi; m++ {
			h = program.Mix(h, s.callers[m])
		}
		out[i] = fileDigest{h, sums.classes}
	})
	return out, err
}

// findCallers makes the digests of those that call each method, once all call sites are known.
func (s *survey) findCallers(c *Corpus) {
	s.callers = fresh.Make[uint64](c.Program.NumMethods())
	for m := range program.MethodID(len(s.callers)) {
		caller := s.of.Method(m)
		sites := c.Rows.Sites(m)
		for i := range sites {
			callee := sites[i].Callee
			s.callers[callee] = program.Mix(s.callers[callee], caller)
		}
	}
}

// firstRows returns the first row of each file, -1 for one that has none. The rows of a file lie together.
func (c *Corpus) firstRows() []int32 {
	out := make([]int32, len(c.Program.Files))
	for i := range out {
		out[i] = -1
		lo, hi := c.Program.MethodsOf(int32(i))
		for m := lo; m < hi && out[i] < 0; m++ {
			if from, to := c.Rows.Rows(m); from < to {
				out[i] = int32(from)
			}
		}
	}
	return out
}
