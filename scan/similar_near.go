package scan

import (
	"refract/abstraction"
	"refract/index"
	"refract/lsh"
	"refract/rules"
	"refract/vectors"
)

// asking is a row of the method, by number, that asks for the rows with a key, and how far they are from it.
type asking struct{ asker, distance int }

// hit is a row that was asked for.
type hit struct {
	row      index.RowRef
	distance int
}

// stepsFrom returns the short keys of the vectors that are one step away from v under the rule's abstraction: one count
// more or less of one feature. The hash of a row is a sum of terms, one a feature, so each takes two additions; of the
// vectors that no row has, the keys are asked for in vain.
func stepsFrom(rule *rules.Rule, v vectors.Vector) []uint64 {
	abstracted := abstraction.New(&rule.Abstraction).Apply(nil, v)
	var hash uint64
	for _, e := range abstracted {
		hash += lsh.Term(uint16(e.Feature()), uint32(e.Count()))
	}
	keys := make([]uint64, 0, vectors.Dims+len(abstracted))
	for f := range vectors.Feature(vectors.Dims) {
		n := uint32(abstracted.Count(f))
		without := hash - lsh.Term(uint16(f), n)
		keys = append(keys, index.Short(without+lsh.Term(uint16(f), n+1)))
		if n > 0 {
			keys = append(keys, index.Short(without+lsh.Term(uint16(f), n-1)))
		}
	}
	return keys
}
