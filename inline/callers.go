package inline

import (
	"iter"
	"slices"

	"refract/internal/fresh"
	"refract/program"
)

// Callers is the call sites of a table by the method that they call. It is immutable. To make it takes one pass over the sites and 4 bytes for each.
type Callers struct {
	base *Bodies
	of   []calls // by callee
	next []int32 // by site: the next one with its callee, plus one; 0 behind the last
}

// calls is the list of the sites that call one method.
type calls struct{ first, n int32 } // first is plus one

// Callers returns the call sites in all bodies, refused ones among them, by callee.
func (t *Table) Callers() *Callers {
	sites := t.base.Sites.sites
	c := &Callers{base: &t.base, of: fresh.Make[calls](t.Methods()), next: make([]int32, len(sites))}
	for i := len(sites) - 1; i >= 0; i-- {
		of := &c.of[sites[i].Callee]
		c.next[i], of.first = of.first, int32(i)+1
		of.n++
	}
	return c
}

// Count returns how many sites call m.
func (c *Callers) Count(m program.MethodID) int { return int(c.of[m].n) }

// Of returns the sites that call m with the method in whose body each stands, in the order of bodies and places.
func (c *Callers) Of(m program.MethodID) iter.Seq2[program.MethodID, *Site] {
	return func(yield func(program.MethodID, *Site) bool) {
		start := c.base.Sites.start
		for i := c.of[m].first; i > 0; i = c.next[i-1] {
			body, _ := slices.BinarySearch(start[1:], uint32(i)) // the first one that ends behind it
			if !yield(c.base.Methods[body], &c.base.Sites.sites[i-1]) {
				return
			}
		}
	}
}
