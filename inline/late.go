package inline

import (
	"sync/atomic"

	"refract/internal/fresh"
	"refract/program"
	"refract/vectors"
)

// This file makes a table whose vectors are made when somebody asks for them: for who knows already what most
// rows are.

// late is what vectors are made from, and those that were made.
type late struct {
	base        func(to vectors.Vector, body int) vectors.Vector
	bases, made []atomic.Uint64 // where they lie in all: by body, and by the row's number among those with a mode other than None; 0 for one that was not made
	all         arena
}

// Sketch is Build but for the vectors. Those of bodies are what base appends to the vector that it is given, once for each that somebody needs, or
// once by each of several who need it at the same time. Inlined ones are computed when they are asked for. All are kept, and the table is safe for concurrent use as any
// other. It panics where Build does.
func Sketch(p *program.Program, in Bodies, base func(to vectors.Vector, body int) vectors.Vector, jobs int) *Table {
	t := build(p, in, jobs, true)
	t.late = &late{base: base, bases: fresh.Make[atomic.Uint64](t.Bodies()), made: fresh.Make[atomic.Uint64](t.Len() - t.Bodies())}
	return t
}

// baseOf returns the base vector of body b.
func (l *late) baseOf(b int) vectors.Vector {
	slot := &l.bases[b]
	if at := slot.Load(); at != 0 {
		return l.all.at(at)
	}
	return l.all.add(slot, func(to vectors.Vector) vectors.Vector { return l.base(to, b) })
}

// vector returns the inlined vector of row r.
func (l *late) vector(t *Table, r int) vectors.Vector {
	body := t.rows[r].body()
	slot := &l.made[inlinedRow(r, body)]
	if at := slot.Load(); at != 0 {
		return l.all.at(at)
	}
	row := t.Row(r)
	var d vectors.Dense
	d.Add(l.baseOf(body), 1)
	sites := t.base.Sites.Row(body)
	for i := range sites {
		s := &sites[i]
		if (row.Mode == All || s.Callee == row.Callee) && refusal(row.Method, s, t.targets) == Inlined {
			replace(&d, s, t.Base(s.Callee))
		}
	}
	return l.all.add(slot, d.AppendTo)
}
