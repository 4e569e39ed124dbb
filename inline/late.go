package inline

import (
	"sync/atomic"

	"refract/internal/fresh"
	"refract/program"
	"refract/vectors"
)

// This file makes a table whose vectors are made when somebody asks for them: for who knows already what most
// rows are.

// late is what vectors are made from, and those that were. Of two who ask for one at once both may make it, and get one.
type late struct {
	base  func(body int) vectors.Vector
	bases []atomic.Pointer[vectors.Vector] // by body
	made  []atomic.Pointer[vectors.Vector] // by the row's number among those with a mode other than None
}

// Sketch is Build but for the vectors. Those of bodies are what base says, which is asked for each that somebody needs, by several at once, and perhaps twice. Inlined
// ones are computed when they are asked for. All are kept, and the table is safe for concurrent use as any other. It panics where Build does.
func Sketch(p *program.Program, in Bodies, base func(body int) vectors.Vector, jobs int) *Table {
	t := build(p, in, jobs, true)
	t.late = &late{
		base:  base,
		bases: fresh.Make[atomic.Pointer[vectors.Vector]](t.Bodies()),
		made:  fresh.Make[atomic.Pointer[vectors.Vector]](t.Len() - t.Bodies()),
	}
	return t
}

// baseOf returns the base vector of body b.
func (l *late) baseOf(b int) vectors.Vector {
	slot := &l.bases[b]
	if v := slot.Load(); v != nil {
		return *v
	}
	return keep(slot, l.base(b))
}

// keep puts v into a slot, unless one is there, and returns what is.
func keep(slot *atomic.Pointer[vectors.Vector], v vectors.Vector) vectors.Vector {
	slot.CompareAndSwap(nil, &v)
	return *slot.Load()
}

// vector returns the inlined vector of row r.
func (l *late) vector(t *Table, r int) vectors.Vector {
	body := t.rows[r].body()
	slot := &l.made[inlinedRow(r, body)]
	if v := slot.Load(); v != nil {
		return *v
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
	return keep(slot, d.AppendTo(nil))
}
