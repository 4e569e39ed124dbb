package inline

import (
	"sync/atomic"

	"refract/program"
	"refract/vectors"
)

// This file makes a table whose inlined vectors are computed when somebody asks for them: for who knows already what most
// rows are.

// late is what inlined vectors are computed from.
type late struct {
	made []atomic.Pointer[vectors.Vector] // by the row's number among those with a mode other than None
}

// Sketch is Build but for the inlined vectors, which are computed when they are asked for, and then kept. The table is safe for
// concurrent use all the same. It panics where Build does.
func Sketch(p *program.Program, in Bodies, jobs int) *Table { return build(p, in, jobs, true) }

// vector returns the inlined vector of row r. Two who ask at once may compute it twice, and get one.
func (l *late) vector(t *Table, r int) vectors.Vector {
	body := t.rows[r].body()
	slot := &l.made[inlinedRow(r, body)]
	if v := slot.Load(); v != nil {
		return *v
	}
	row := t.Row(r)
	var d vectors.Dense
	d.Add(t.base.Vectors.Row(body), 1)
	sites := t.base.Sites.Row(body)
	for i := range sites {
		s := &sites[i]
		if (row.Mode == All || s.Callee == row.Callee) && refusal(row.Method, s, t.targets) == Inlined {
			replace(&d, s, t.Base(s.Callee))
		}
	}
	v := vectors.Vector(d.AppendTo(nil))
	slot.CompareAndSwap(nil, &v)
	return *slot.Load()
}
