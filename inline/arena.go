package inline

import (
	"sync"
	"sync/atomic"

	"refract/vectors"
)

// arena keeps vectors one behind the other, in pieces that stay where they are. Each alone would be an object of its own, and what refers to it another one.
type arena struct {
	mu     sync.Mutex                       // of who keeps one
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

// add adds the vector that f appends to one without entries, unless its place is known by then, and returns it. The place is slot's from then on. Several may make
// vectors at once, the same one as well: to make one takes longer than to keep it.
func (a *arena) add(slot *atomic.Uint64, f func(to vectors.Vector) vectors.Vector) vectors.Vector {
	room := rooms.Get().(*[vectors.Dims]vectors.Entry)
	defer rooms.Put(room)
	return a.keep(slot, f(room[:0]))
}

// rooms are where vectors are made.
var rooms = sync.Pool{New: func() any { return new([vectors.Dims]vectors.Entry) }}

// keep adds a copy of v, unless the place that slot has is known already, and returns what lies there.
func (a *arena) keep(slot *atomic.Uint64, v vectors.Vector) vectors.Vector {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := slot.Load(); at != 0 {
		return a.at(at) // somebody was faster
	}
	var pieces []vectors.Vector
	if list := a.pieces.Load(); list != nil {
		pieces = *list
	}
	if len(pieces) == 0 || a.used+len(v) > len(pieces[len(pieces)-1]) {
		pieces = a.begin(pieces, make(vectors.Vector, max(pieceEntries, len(v))))
	}
	from := a.used
	a.used += copy(pieces[len(pieces)-1][from:], v)
	slot.Store(uint64(len(pieces))<<(2*placeBits) | uint64(from)<<placeBits | uint64(len(v)))
	return a.at(slot.Load())
}

// begin makes piece the last one of pieces.
func (a *arena) begin(pieces []vectors.Vector, piece vectors.Vector) []vectors.Vector {
	pieces = append(pieces[:len(pieces):len(pieces)], piece)
	a.pieces.Store(&pieces)
	a.used = 0
	return pieces
}
