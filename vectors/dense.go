package vectors

// Dense is a vector with a cell for every feature, for arithmetic in which components may pass below zero on the way.
// The cell of None is not used.
type Dense [Dims]int32

// Add adds times·v to d; times may be negative.
func (d *Dense) Add(v Vector, times int) {
	for _, e := range v {
		d[e.Feature()] += int32(times * e.Count())
	}
}

// AppendTo appends the components of d above zero to dst, as a Vector, and returns it. Components below zero are
// dropped, those above MaxCount saturate.
func (d *Dense) AppendTo(dst Vector) Vector {
	for f := 1; f < Dims; f++ {
		if n := d[f]; n > 0 {
			dst = append(dst, MakeEntry(Feature(f), int(n)))
		}
	}
	return dst
}
