package lsh

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Hasher computes the keys of rows: one per table, the k slots of its projections mixed into 32 bits. It is
// immutable; Keys needs a Scratch per goroutine.
//
// The direction of a feature depends on the seed and the feature alone, so keys do not change when other features
// come or go.
type Hasher struct {
	p Params
	// a holds the projections feature by feature, divided by w: feature f has a[f*m:(f+1)*m] with m = L·k.
	a []float64
	b []float64 // the offsets in units of w, in [0,1)
}

// Scratch is the working memory of Hasher.Keys.
type Scratch struct {
	slots []float64
}

// NewHasher prepares p for rows whose features are below dims. It panics if p is invalid.
func NewHasher(p Params, dims int) *Hasher {
	if err := p.Validate(); err != nil {
		panic(err.Error())
	}
	m := p.Tables * p.Projections
	h := &Hasher{p: p, a: make([]float64, dims*m), b: make([]float64, m)}
	for f := range dims {
		normal := distuv.Normal{Sigma: 1 / p.Width, Src: rand.NewPCG(p.Seed, uint64(f))}
		for i := range m {
			h.a[f*m+i] = normal.Rand()
		}
	}
	uniform := distuv.Uniform{Max: 1, Src: rand.NewPCG(p.Seed, math.MaxUint64)}
	for i := range h.b {
		h.b[i] = uniform.Rand()
	}
	return h
}

// Params returns the parameters of h.
func (h *Hasher) Params() Params { return h.p }

// Keys stores the keys of row i in dst, one a table, and returns it. Features at or above the hasher's dims are left
// out: no row that was hashed has them, so they can only bring rows nearer in projection, never lose one.
//
// Shapes: dst [L].
func (h *Hasher) Keys(dst []uint32, s *Scratch, rows *Rows, i int) []uint32 {
	m := len(h.b)
	s.slots = append(s.slots[:0], h.b...)
	features, counts := rows.Row(i)
	for e, f := range features {
		if at := int(f) * m; at < len(h.a) {
			floats.AddScaled(s.slots, float64(counts[e]), h.a[at:at+m])
		}
	}
	k := h.p.Projections
	for t := range dst {
		key := uint64(t)
		for _, v := range s.slots[t*k : (t+1)*k] {
			key = mix(key ^ uint64(int64(math.Floor(v))))
		}
		dst[t] = uint32(key)
	}
	return dst
}
