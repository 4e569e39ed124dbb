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
// more or less of one feature that it leaves. The hash of a row is a sum of terms, one a feature, so each takes two additions; of the
// vectors that no row has, the keys are asked for in vain.
func stepsFrom(rule *rules.Rule, v vectors.Vector) []uint64 {
	t, plan := abstraction.NewTable(1, len(v)), abstraction.New(&rule.Abstraction)
	plan.Append(t, v)
	return appendSteps(make([]uint64, 0, len(plan.Image())+t.Len()), plan, t, 0)
}

// appendSteps appends the short keys of the vectors that are one step away from a row of t, which plan has made, and that it can make.
func appendSteps(keys []uint64, plan *abstraction.Plan, t *abstraction.Table, row int) []uint64 {
	hash := abstractedHash(t, row)
	features, counts := t.Row(row)
	for _, dim := range plan.Image() {
		n, f := uint32(0), uint16(dim.Feature)
		if len(features) > 0 && features[0] == f {
			n, features, counts = counts[0], features[1:], counts[1:]
		}
		without := hash - lsh.Term(f, n)
		if n < dim.Most {
			keys = append(keys, index.Short(without+lsh.Term(f, n+1)))
		}
		if n > 0 {
			keys = append(keys, index.Short(without+lsh.Term(f, n-1)))
		}
	}
	return keys
}

// abstractedHash is the hash of a row of t, as buckets have it.
func abstractedHash(t *abstraction.Table, row int) uint64 {
	rows := lsh.Rows{Offsets: t.Offsets, Features: t.Features, Counts: t.Counts}
	return rows.Hash(row)
}
