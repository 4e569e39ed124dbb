package vectors

import "slices"

// Entry is one non-zero component of a vector: the feature in the high half, its count in the low half, so that the
// numeric order of entries is the order of features. Counts saturate at MaxCount.
//
// Unit: 4 bytes an entry; a body of a real program has about 20.
type Entry uint32

// MaxCount is the largest count an Entry holds. A body with more occurrences of one feature (a generated table, say)
// counts as having MaxCount, and so does every sum that would exceed it.
const MaxCount = 1<<16 - 1

// MakeEntry returns the entry of n occurrences of f, 0 ≤ n; n saturates at MaxCount.
func MakeEntry(f Feature, n int) Entry { return Entry(f)<<16 | Entry(min(n, MaxCount)) }

// Feature returns the feature of e.
func (e Entry) Feature() Feature { return Feature(e >> 16) }

// Count returns the number of occurrences, at least 1 in a valid vector.
func (e Entry) Count() int { return int(e & MaxCount) }

// Vector is a characteristic vector v = [n_1 … n_K], K = Dims-1, of which only the components n_i > 0 are stored, in
// the order of their features. The nil Vector is zero everywhere. Two equal vectors have equal entries.
//
// Source: Milea et al. 2014, Definition 3.1.
type Vector []Entry

// Count returns v[f], the number of occurrences of f. Cost: logarithmic in the entries.
func (v Vector) Count(f Feature) int {
	i, found := slices.BinarySearch(v, Entry(f)<<16)
	if i < len(v) && (found || v[i].Feature() == f) {
		return v[i].Count()
	}
	return 0
}

// Sum returns Σ v[f] over the features f of g.
func (v Vector) Sum(g *Group) int {
	n := 0
	for _, e := range v {
		if g.Has(e.Feature()) {
			n += e.Count()
		}
	}
	return n
}

// Total returns Σ v[f] over all features: ‖v‖₁.
func (v Vector) Total() int {
	n := 0
	for _, e := range v {
		n += e.Count()
	}
	return n
}

// NormSquared returns ‖v‖₂², the square of the Euclidean norm.
func (v Vector) NormSquared() int {
	n := 0
	for _, e := range v {
		n += e.Count() * e.Count()
	}
	return n
}

// Equal reports whether v[i] = w[i] for all i.
func (v Vector) Equal(w Vector) bool { return slices.Equal(v, w) }

// Compare orders vectors, for sorting: negative, zero or positive. The order is total but has no meaning.
func (v Vector) Compare(w Vector) int { return slices.Compare(v, w) }

// Add appends v + w, component by component, to dst and returns it. Sums saturate at MaxCount. dst must not overlap
// v or w.
func Add(dst, v, w Vector) Vector {
	return merge(dst, v, w, func(a, b int) int { return a + b })
}

// Sub appends max(v - w, 0), component by component, to dst and returns it: what is left of v when w is taken away. A
// component of w that exceeds v's takes away all there is. dst must not overlap v or w.
func Sub(dst, v, w Vector) Vector {
	return merge(dst, v, w, func(a, b int) int { return max(a-b, 0) })
}

// SubExact is Sub that also reports whether w ≤ v in every component, so that Add(nil, result, w) is v again.
func SubExact(dst, v, w Vector) (diff Vector, exact bool) {
	return Sub(dst, v, w), v.Contains(w)
}

// Contains reports whether w[i] ≤ v[i] for all i.
//
// Source: Milea et al. 2014, §3.4: rules (I.3) and (II.1) ask it of a context v^δ.
func (v Vector) Contains(w Vector) bool {
	i := 0
	for _, e := range w {
		for i < len(v) && v[i].Feature() < e.Feature() {
			i++
		}
		if i == len(v) || v[i].Feature() != e.Feature() || v[i].Count() < e.Count() {
			return false
		}
	}
	return true
}

// Min appends the assimilation vector v^δ[i] = min(v[i], w[i]) to dst and returns it. dst must not overlap v or w.
//
// Source: Milea et al. 2014, Definition 3.3 (1).
func Min(dst, v, w Vector) Vector {
	return merge(dst, v, w, func(a, b int) int { return min(a, b) })
}

// DistanceSquared returns ‖v-w‖₂².
func DistanceSquared(v, w Vector) int {
	sum := 0
	walk(v, w, func(_ Feature, a, b int) { sum += (a - b) * (a - b) })
	return sum
}

// Change is one mapping f ↦ n of a difference 𝒟: the count of Feature changes by By, which is never 0.
type Change struct {
	Feature Feature
	By      int
}

// Difference is δ(v1, v2) = (v^δ, m, 𝒟): the common part and what changes from v1 to v2; m is len(Changes).
//
// Source: Milea et al. 2014, Definition 3.3.
type Difference struct {
	Common  Vector   // v^δ
	Changes []Change // 𝒟, in the order of features
}

// Diff returns δ(v1, v2).
func Diff(v1, v2 Vector) Difference {
	d := Difference{Common: Min(nil, v1, v2)}
	walk(v1, v2, func(f Feature, a, b int) {
		if a != b {
			d.Changes = append(d.Changes, Change{f, b - a})
		}
	})
	return d
}

// By returns 𝒟[f], 0 where 𝒟 has no mapping for f.
func (d *Difference) By(f Feature) int {
	for _, c := range d.Changes {
		if c.Feature == f {
			return c.By
		}
	}
	return 0
}

// Apply appends v changed by every mapping of d (v[f] + 𝒟[f], not below 0) to dst and returns it. For d = Diff(v1,
// v2), d.Apply(nil, v1) is v2.
func (d *Difference) Apply(dst, v Vector) Vector {
	i := 0
	for _, c := range d.Changes {
		for i < len(v) && v[i].Feature() < c.Feature {
			dst = append(dst, v[i])
			i++
		}
		n := c.By
		if i < len(v) && v[i].Feature() == c.Feature {
			n += v[i].Count()
			i++
		}
		if n > 0 {
			dst = append(dst, MakeEntry(c.Feature, n))
		}
	}
	return append(dst, v[i:]...)
}

func merge(dst, v, w Vector, combine func(a, b int) int) Vector {
	walk(v, w, func(f Feature, a, b int) {
		if n := combine(a, b); n > 0 {
			dst = append(dst, MakeEntry(f, n))
		}
	})
	return dst
}

// walk calls visit for every feature that v or w has, in order, with both counts.
func walk(v, w Vector, visit func(f Feature, a, b int)) {
	i, j := 0, 0
	for i < len(v) || j < len(w) {
		switch {
		case j == len(w) || i < len(v) && v[i].Feature() < w[j].Feature():
			visit(v[i].Feature(), v[i].Count(), 0)
			i++
		case i == len(v) || w[j].Feature() < v[i].Feature():
			visit(w[j].Feature(), 0, w[j].Count())
			j++
		default:
			visit(v[i].Feature(), v[i].Count(), w[j].Count())
			i, j = i+1, j+1
		}
	}
}
