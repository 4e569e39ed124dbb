package abstraction

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"refract/rules"
	"refract/vectors"
)

// Plan is an abstraction operator compiled for speed: what to do with each feature is one look into an array. It is
// immutable and safe for concurrent use.
type Plan struct {
	do     [vectors.Dims]deed
	merges bool
	image  []Dim
}

// Dim is a dimension of 𝒜(v): a feature that it can have, and how often at most.
type Dim struct {
	Feature vectors.Feature
	Most    uint32
}

// deed is what a plan does with the entry of a feature.
type deed struct {
	act  action
	kept uint8           // 1 where the entry stays one of its own feature, otherwise 0
	to   vectors.Feature // to which the count goes: the feature itself, the lowest of its group, or None
	// The count is that of the entry with mask and set.
	mask, set uint32
}

func (d *deed) count(e vectors.Entry) uint32 { return uint32(e.Count())&d.mask | d.set }

type action uint8

const (
	keep action = iota
	drop
	merge
	one
)

const badOverlap = "abstraction: a feature is in two lists"

// New compiles a. It panics if a feature is in two lists, which rules.Load refuses.
func New(a *rules.Abstraction) *Plan {
	p := &Plan{}
	for f := range p.do {
		p.do[f] = deed{act: keep, kept: 1, to: vectors.Feature(f), mask: vectors.MaxCount}
	}
	set := func(f vectors.Feature, do deed) {
		if p.do[f].act != keep {
			panic(badOverlap)
		}
		p.do[f] = do
	}
	for _, f := range a.Zero {
		set(f, deed{act: drop, to: vectors.None})
	}
	for _, g := range a.One {
		for _, f := range g {
			set(f, deed{act: one, kept: 1, to: f, set: 1})
		}
	}
	for _, g := range a.Merge {
		for _, f := range g {
			set(f, deed{act: merge, to: slices.Min(g), mask: vectors.MaxCount})
			p.merges = true
		}
	}
	for f := range p.do {
		switch do := &p.do[f]; {
		case f == int(vectors.None):
		case do.act == one:
			p.image = append(p.image, Dim{do.to, 1})
		case int(do.to) == f:
			p.image = append(p.image, Dim{do.to, math.MaxUint32})
		}
	}
	return p
}

// Image lists the dimensions of all 𝒜(v), ascending by feature. It is not to be changed.
func (p *Plan) Image() []Dim { return p.image }

// Identity reports whether 𝒜(v) = v for every v.
func (p *Plan) Identity() bool {
	return !slices.ContainsFunc(p.do[:], func(d deed) bool { return d.act != keep })
}

// Key names what p does: plans with equal keys do the same to every vector, however their rules were written.
func (p *Plan) Key() string {
	key := make([]byte, 0, 3*len(p.do))
	for _, d := range p.do {
		key = binary.LittleEndian.AppendUint16(append(key, byte(d.act)), uint16(d.to))
	}
	return string(key)
}

// Apply appends 𝒜(v) to dst and returns it; a sum above vectors.MaxCount saturates. For many vectors see Append.
func (p *Plan) Apply(dst, v vectors.Vector) vectors.Vector {
	var t Table
	p.Append(&t, v)
	for i, f := range t.Features {
		dst = append(dst, vectors.MakeEntry(vectors.Feature(f), int(t.Counts[i])))
	}
	return dst
}

// Append adds 𝒜(v) to t as its last row and returns the row's number.
func (p *Plan) Append(t *Table, v vectors.Vector) int {
	if len(t.Offsets) == 0 {
		t.Offsets = append(t.Offsets, 0)
	}
	if p.merges {
		p.appendMerged(t, v)
	} else {
		p.appendKept(t, v)
	}
	t.Offsets = append(t.Offsets, uint32(len(t.Features)))
	return len(t.Offsets) - 2
}

// appendKept is Append for a plan that merges nothing. It writes every entry, and goes on to the next place where the plan keeps it: which
// ones that are no processor foretells, and a wrong guess takes as long as ten entries.
func (p *Plan) appendKept(t *Table, v vectors.Vector) {
	n := len(t.Features)
	features, counts := t.room(len(v))
	for _, e := range v {
		f := e.Feature()
		do := &p.do[f]
		features[n], counts[n] = uint16(f), do.count(e)
		n += int(do.kept)
	}
	t.Features, t.Counts = features[:n], counts[:n]
}

// appendMerged is Append for any plan. Counts are added up where they go to, and what has one is written in the order of features; what
// is dropped goes to the feature None.
func (p *Plan) appendMerged(t *Table, v vectors.Vector) {
	var sums [vectors.Dims]uint32
	var has [(vectors.Dims + 63) / 64]uint64
	for _, e := range v {
		do := &p.do[e.Feature()]
		sums[do.to] += do.count(e)
		has[do.to/64] |= 1 << (do.to % 64)
	}
	has[0] &^= 1 << vectors.None
	n := len(t.Features)
	features, counts := t.room(len(v))
	for i, word := range has {
		for ; word != 0; word &= word - 1 {
			f := i*64 + bits.TrailingZeros64(word)
			features[n], counts[n] = uint16(f), sums[f]
			n++
		}
	}
	t.Features, t.Counts = features[:n], counts[:n]
}
