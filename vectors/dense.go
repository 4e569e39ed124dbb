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
	// Which components are there is nothing that a processor could foretell: each is written, and the next over it unless it counts.
	var found [Dims]Entry
	n := 0
	for f := 1; f < Dims; f++ {
		count := d[f]
		found[n] = Entry(f)<<16 | Entry(min(count, MaxCount))&MaxCount
		n += int(uint64(-int64(count)) >> 63)
	}
	return append(dst, found[:n]...)
}
