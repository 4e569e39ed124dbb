package abstraction

import (
	"slices"

	"refract/rules"
	"refract/vectors"
)

// Plan is an abstraction operator compiled for speed: what to do with each feature is one look into an array. It is
// immutable and safe for concurrent use.
type Plan struct {
	act   [vectors.Dims]action
	group [vectors.Dims]uint8 // of a merged feature: its index in first
	first []vectors.Feature   // the lowest feature of each merged group, ascending
	low   vectors.Feature     // no feature below this one survives
}

type action uint8

const (
	keep action = iota
	drop
	merge
	one
)

// maxGroups bounds the merged groups of a rule, so that the sums of a row fit on the stack.
const maxGroups = 64

const (
	badOverlap = "abstraction: a feature is in two lists"
	badGroups  = "abstraction: more than 64 merged groups"
)

// New compiles a. It panics if a feature is in two lists, which rules.Load refuses.
func New(a *rules.Abstraction) *Plan {
	p := &Plan{}
	set := func(f vectors.Feature, do action) {
		if p.act[f] != keep {
			panic(badOverlap)
		}
		p.act[f] = do
	}
	for _, f := range a.Zero {
		set(f, drop)
	}
	for _, g := range a.One {
		for _, f := range g {
			set(f, one)
		}
	}
	merged := slices.Clone(a.Merge)
	slices.SortFunc(merged, func(x, y []vectors.Feature) int { return int(slices.Min(x)) - int(slices.Min(y)) })
	if len(merged) > maxGroups {
		panic(badGroups)
	}
	for i, g := range merged {
		p.first = append(p.first, slices.Min(g))
		for _, f := range g {
			set(f, merge)
			p.group[f] = uint8(i)
		}
	}
	p.low = p.lowest()
	return p
}

func (p *Plan) lowest() vectors.Feature {
	f := vectors.Feature(1)
	for int(f) < vectors.Dims && p.act[f] == drop {
		f++
	}
	return f
}

// Identity reports whether 𝒜(v) = v for every v.
func (p *Plan) Identity() bool {
	return !slices.ContainsFunc(p.act[:], func(a action) bool { return a != keep })
}

// Key names what p does: plans with equal keys do the same to every vector, however their rules were written.
func (p *Plan) Key() string {
	key := make([]byte, 0, 2*len(p.act))
	for f, a := range p.act {
		key = append(key, byte(a), p.group[f])
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
	// A rule about one family of features drops the other one: its entries are a run at the front to be skipped.
	skip, _ := slices.BinarySearch(v, vectors.MakeEntry(p.low, 0))
	v = v[skip:]
	if len(p.first) > 0 {
		p.appendMerged(t, v)
	} else {
		features, counts := t.Features, t.Counts
		for _, e := range v {
			switch f := e.Feature(); p.act[f] {
			case keep:
				features, counts = append(features, uint16(f)), append(counts, uint32(e.Count()))
			case one:
				features, counts = append(features, uint16(f)), append(counts, 1)
			}
		}
		t.Features, t.Counts = features, counts
	}
	t.Offsets = append(t.Offsets, uint32(len(t.Features)))
	return len(t.Offsets) - 2
}

// appendMerged is Append for a plan with merged groups.
func (p *Plan) appendMerged(t *Table, v vectors.Vector) {
	var sums [maxGroups]uint32
	for _, e := range v {
		if f := e.Feature(); p.act[f] == merge {
			sums[p.group[f]] += uint32(e.Count())
		}
	}
	// The sum of a group stands at its first feature, which v itself may not have.
	features, counts := t.Features, t.Counts
	next := 0
	sumsBelow := func(f int) {
		for ; next < len(p.first) && int(p.first[next]) < f; next++ {
			if n := sums[next]; n > 0 {
				features, counts = append(features, uint16(p.first[next])), append(counts, n)
			}
		}
	}
	for _, e := range v {
		f := e.Feature()
		n := uint32(e.Count())
		switch p.act[f] {
		case drop, merge:
			continue
		case one:
			n = 1
		}
		sumsBelow(int(f))
		features, counts = append(features, uint16(f)), append(counts, n)
	}
	sumsBelow(vectors.Dims)
	t.Features, t.Counts = features, counts
}
