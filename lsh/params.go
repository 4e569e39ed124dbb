package lsh

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Params are the parameters of p-stable hashing. The same Params give the same keys on every run and every machine.
type Params struct {
	Radius      float64 // R, in the unit of the counts
	Width       float64 // w, the width of a slot of a projection, in the same unit
	Projections int     // k, projections joined in one table
	Tables      int     // L
	Seed        uint64
}

const (
	maxTables      = 64
	maxProjections = 32
	// farRatio is the distance, in radii, from which on a row is taken to be one that should not share a bucket.
	farRatio = 3
	// projectionCost is the cost of one projection of one row, counted in computations of a distance.
	projectionCost = 0.1
)

// Collision is p(u), the probability that one projection of width w puts two rows at distance u into one slot.
//
// Source: Datar et al. 2004, §3.2, the normal (2-stable) case.
func Collision(u, w float64) float64 {
	if u <= 0 {
		return 1
	}
	r := w / u
	return 1 - 2*distuv.UnitNormal.CDF(-r) - 2/(math.Sqrt(2*math.Pi)*r)*(1-math.Exp(-r*r/2))
}

// Missed is the probability that a row at distance u is not found: that none of the L tables has both rows in one
// bucket.
func (p Params) Missed(u float64) float64 {
	return math.Pow(1-math.Pow(Collision(u, p.Width), float64(p.Projections)), float64(p.Tables))
}

// Validate names the first parameter that makes no sense.
func (p Params) Validate() error {
	switch {
	case !(p.Radius > 0) || math.IsInf(p.Radius, 0):
		return fmt.Errorf("lsh: radius %v is not positive; equality needs no tables, only Buckets", p.Radius)
	case !(p.Width > 0) || math.IsInf(p.Width, 0):
		return fmt.Errorf("lsh: width %v is not positive", p.Width)
	case p.Projections < 1 || p.Projections > maxProjections:
		return fmt.Errorf("lsh: %d projections, want 1 to %d", p.Projections, maxProjections)
	case p.Tables < 1 || p.Tables > maxTables:
		return fmt.Errorf("lsh: %d tables, want 1 to %d", p.Tables, maxTables)
	}
	return nil
}

// Choose returns the cheapest parameters that find a row at distance radius among rows distinct rows with the
// probability recall or more; nearer rows are found more surely. recall is in (0,1); 1 is taken as 0.999.
//
// For every width w in a grid of multiples of the radius and every k up to 32 the wanted recall fixes the number of
// tables: L = ⌈ln(1-recall) / ln(1-p(R)ᵏ)⌉. Of those with L ≤ 64 it takes the one with the least work per query,
//
//	L·(k·projectionCost + n·p(3R)ᵏ)
//
// the first term for hashing, the second for the rows at three radii or more (taken to be all n) whose distance must
// be computed in vain. n is rounded up to a power of two, so that the parameters, and with them keys that somebody
// stored, outlive small changes of the data.
func Choose(radius, recall float64, rows int, seed uint64) Params {
	recall = min(max(recall, 0.01), 0.999)
	n := 1.0
	for n < float64(rows) {
		n *= 2
	}
	best, bestCost := Params{}, math.Inf(1)
	for _, ratio := range []float64{1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24} {
		near, far := Collision(1, ratio), Collision(farRatio, ratio)
		for k := 1; k <= maxProjections; k++ {
			tables := math.Ceil(math.Log(1-recall) / math.Log(1-math.Pow(near, float64(k))))
			if tables > maxTables {
				break
			}
			tables = max(tables, 1)
			cost := tables * (float64(k)*projectionCost + n*math.Pow(far, float64(k)))
			if cost < bestCost {
				bestCost = cost
				best = Params{Radius: radius, Width: ratio * radius, Projections: k, Tables: int(tables), Seed: seed}
			}
		}
	}
	return best
}
