package inline

import (
	"sync"
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

// Sketch is Build but for the vectors. Those of bodies are what base appends to the vector that it is given, by one at a time, once for each that somebody needs. Inlined
// ones are computed when they are asked for. All are kept, and the table is safe for concurrent use as any other. It panics where Build does.
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

// arena keeps vectors one behind the other, in pieces that stay where they are. Each alone would be an object of its own, and what refers to it another one.
type arena struct {
	mu     sync.Mutex                       // of who adds
	pieces atomic.Pointer[[]vectors.Vector] // a new list whenever there is another piece, of which all but the last are full
	used   int                              // of the last piece
}

// A place in an arena is the number of a piece, plus one, then from where and how far in it.
const (
	pieceEntries = 1 << 16
	placeBits    = 20
	placeMask    = 1<<placeBits - 1
)

// at returns the vector at a place.
func (a *arena) at(place uint64) vectors.Vector {
	from, n := place>>placeBits&placeMask, place&placeMask
	return (*a.pieces.Load())[place>>(2*placeBits)-1][from : from+n : from+n]
}

// add adds the vector that the call of f appends, unless its place is known already, and returns it. The place is slot's from then on.
func (a *arena) add(slot *atomic.Uint64, f func(to vectors.Vector) vectors.Vector) vectors.Vector {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := slot.Load(); at != 0 {
		return a.at(at) // somebody was faster
	}
	var pieces []vectors.Vector
	if list := a.pieces.Load(); list != nil {
		pieces = *list
	}
	if len(pieces) == 0 || a.used+vectors.Dims > pieceEntries {
		pieces = a.begin(pieces, make(vectors.Vector, pieceEntries))
	}
	v := f(pieces[len(pieces)-1][a.used:a.used])
	if len(v) > pieceEntries-a.used { // which no vector is long enough for
		pieces = a.begin(pieces, v)
	}
	slot.Store(uint64(len(pieces))<<(2*placeBits) | uint64(a.used)<<placeBits | uint64(len(v)))
	a.used += len(v)
	return v
}

// begin makes piece the last one of pieces.
func (a *arena) begin(pieces []vectors.Vector, piece vectors.Vector) []vectors.Vector {
	pieces = append(pieces[:len(pieces):len(pieces)], piece)
	a.pieces.Store(&pieces)
	a.used = 0
	return pieces
}
