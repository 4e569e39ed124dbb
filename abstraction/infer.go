package abstraction

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"refract/rules"
	"refract/vectors"
)

// Pair is the vectors of one sample: code before a refactoring and after it, as the rule to be inferred would
// compare them (of inlined code where it inlines).
type Pair struct{ Before, After vectors.Vector }

// Inferred is what samples say about a refactoring.
type Inferred struct {
	Abstraction rules.Abstraction
	Difference  []vectors.Change    // the greatest common 𝒟: what changes in every pair, in the same direction, by how much at least
	Context     vectors.Vector      // the greatest common v^δ: what every side of every pair contains
	Together    [][]vectors.Feature // features that change by the same number in every pair, zeroed or set to one
	Choices     []Choice
}

// Choice says how one subset of the difference was chosen, for the reader of the rule.
type Choice struct {
	Operator string // merge or one
	Features []vectors.Feature
	Why      string
	// Over lists subsets that were possible as well but share a feature with a chosen one; at most maxRivals.
	Over [][]vectors.Feature
}

// String returns the choice as one sentence.
func (c Choice) String() string {
	s := fmt.Sprintf("%s %s: %s", c.Operator, names(c.Features), c.Why)
	if len(c.Over) > 0 {
		var rivals []string
		for _, r := range c.Over {
			rivals = append(rivals, names(r))
		}
		s += "; preferred to " + strings.Join(rivals, ", ")
	}
	return s
}

func names(list []vectors.Feature) string {
	var out []string
	for _, f := range list {
		out = append(out, f.String())
	}
	return "[" + strings.Join(out, " ") + "]"
}

// ErrNoDifference is returned by Infer when the vectors of every pair are equal: what changed is not in the counts.
// If they are vectors of inlined code, the inlining alone is the refactoring and needs no abstraction; else no rule
// over vectors can see it.
var ErrNoDifference = errors.New("before and after have equal vectors: what changed is not in the counts")

// Infer finds the abstraction, 𝒟 and v^δ that make every pair equal after abstraction.
//
// With δ_k(v1, v2) = (v^δ_k, m_k, 𝒟_k) for pair k, the features to be abstracted are those in any 𝒟_k, since a
// sample that differs elsewhere would not be found. They are dealt out in this order, a feature to the first that
// takes it:
//
//  1. (II) Subsets within one family (comparisons, constants, loads, …: the table in family.go) that sum to zero in
//     every pair are merged.
//  2. (III) Features that change by the same number in every pair are set to one, if each is present on both sides
//     of every pair or on neither; there must be two of them at least.
//  3. (II) Subsets of what is left, within the syntax features or within the operation features, that sum to zero
//     in every pair are merged. A subset across the two halves of the space is not: they count the same code twice,
//     so such a sum is an accident.
//  4. (V) The rest is zeroed.
//
// Where subsets overlap (IV), the smaller one wins, then the one whose features come first; Choices says what was
// passed over. Subsets are found exactly, by trying all of them, among at most 16 features; among more, subsets of
// two are found first, and the search goes on with the 16 that are left with the lowest numbers.
//
// Source: Milea et al. 2014, §3.2, rules (I) to (V) and "maximum common difference".
func Infer(pairs []Pair) (*Inferred, error) {
	if len(pairs) == 0 {
		return nil, errors.New("no samples")
	}
	in := &inference{pairs: pairs}
	for _, p := range pairs {
		d := vectors.Diff(p.Before, p.After)
		in.diffs = append(in.diffs, d)
		for _, c := range d.Changes {
			in.left = append(in.left, c.Feature)
		}
	}
	if len(in.left) == 0 {
		return nil, ErrNoDifference
	}
	slices.Sort(in.left)
	in.left = slices.Compact(in.left)
	in.out.Difference, in.out.Context = in.commonDifference(), in.commonContext()

	for _, fam := range families {
		in.merge(in.leftIn(fam.set), fmt.Sprintf("zero-sum within the %s (rule II)", fam.name))
	}
	in.ones()
	in.merge(in.leftOf(vectors.Syntax), "zero-sum within the syntax features (rule II)")
	in.merge(in.leftOf(vectors.Operation), "zero-sum within the operation features (rule II)")
	in.out.Abstraction.Zero = in.left
	in.out.Abstraction.Written = Written(&in.out.Abstraction)
	return &in.out, nil
}

// Written spells an abstraction out by the names of its features.
func Written(a *rules.Abstraction) rules.WrittenAbstraction {
	spell := func(list []vectors.Feature) (out []string) {
		for _, f := range list {
			out = append(out, f.String())
		}
		return out
	}
	var w rules.WrittenAbstraction
	w.Zero = spell(a.Zero)
	for _, g := range a.Merge {
		w.Merge = append(w.Merge, spell(g))
	}
	for _, g := range a.One {
		w.One = append(w.One, spell(g))
	}
	return w
}

// inference is the state of one call of Infer.
type inference struct {
	pairs []Pair
	diffs []vectors.Difference
	left  []vectors.Feature // features of any 𝒟_k that no subset has taken, ascending
	out   Inferred
}

// commonDifference is the greatest 𝒟 that every pair's subsumes in the sense of check (I.2).
func (in *inference) commonDifference() []vectors.Change {
	var common []vectors.Change
	for _, c := range in.diffs[0].Changes {
		for _, d := range in.diffs[1:] {
			n := d.By(c.Feature)
			switch {
			case c.By > 0:
				c.By = max(0, min(c.By, n))
			case c.By < 0:
				c.By = min(0, max(c.By, n))
			}
		}
		if c.By != 0 {
			common = append(common, c)
		}
	}
	return common
}

// commonContext is the greatest v^δ that all sides of all pairs contain.
func (in *inference) commonContext() vectors.Vector {
	common := in.diffs[0].Common
	for _, d := range in.diffs[1:] {
		common = vectors.Min(nil, common, d.Common)
	}
	return common
}

// leftIn lists the features that are left and in g.
func (in *inference) leftIn(g vectors.Group) []vectors.Feature {
	var list []vectors.Feature
	for _, f := range in.left {
		if g.Has(f) {
			list = append(list, f)
		}
	}
	return list
}

// leftOf lists the features that are left and in one half of the space.
func (in *inference) leftOf(family vectors.Family) []vectors.Feature {
	var list []vectors.Feature
	for _, f := range in.left {
		if f.Family() == family {
			list = append(list, f)
		}
	}
	return list
}

// change is the row of changes of f: 𝒟_k[f] for every pair k.
func (in *inference) change(f vectors.Feature) []int {
	row := make([]int, len(in.diffs))
	for k := range in.diffs {
		row[k] = in.diffs[k].By(f)
	}
	return row
}

// take removes the features of a chosen subset from what is left.
func (in *inference) take(c Choice) {
	in.left = slices.DeleteFunc(in.left, func(f vectors.Feature) bool { return slices.Contains(c.Features, f) })
	in.out.Choices = append(in.out.Choices, c)
	if c.Operator == "merge" {
		in.out.Abstraction.Merge = append(in.out.Abstraction.Merge, c.Features)
	} else {
		in.out.Abstraction.One = append(in.out.Abstraction.One, c.Features)
	}
}

// merge chooses disjoint zero-sum subsets of list and merges each.
func (in *inference) merge(list []vectors.Feature, why string) {
	changes := make([][]int, len(list))
	for i, f := range list {
		changes[i] = in.change(f)
	}
	pick := func(indices []int) []vectors.Feature {
		var g []vectors.Feature
		for _, i := range indices {
			g = append(g, list[i])
		}
		return g
	}
	for _, s := range zeroSums(changes) {
		c := Choice{Operator: "merge", Features: pick(s.members), Why: why}
		for _, r := range s.rivals {
			c.Over = append(c.Over, pick(r))
		}
		in.take(c)
	}
}

// ones sets features with equal changes to one, in the order of their first feature.
func (in *inference) ones() {
	byChange := map[string][]vectors.Feature{}
	var order []string
	for _, f := range in.left {
		key := fmt.Sprint(in.change(f))
		if byChange[key] == nil {
			order = append(order, key)
		}
		byChange[key] = append(byChange[key], f)
	}
	for _, key := range order {
		all := byChange[key]
		if len(all) < 2 {
			continue
		}
		in.out.Together = append(in.out.Together, all)
		present := slices.DeleteFunc(slices.Clone(all), func(f vectors.Feature) bool { return !in.keepsPresence(f) })
		if len(present) < 2 {
			continue
		}
		why := "they change by the same number in every sample (rule III)"
		if n := len(all) - len(present); n > 0 {
			why += fmt.Sprintf("; %d more do, but vanish or appear, so that they are zeroed", n)
		}
		in.take(Choice{Operator: "one", Features: present, Why: why})
	}
}

// keepsPresence reports whether every pair has f on both sides or on neither. If not, 1 where it occurs would still
// tell the sides apart.
func (in *inference) keepsPresence(f vectors.Feature) bool {
	for _, p := range in.pairs {
		if (p.Before.Count(f) > 0) != (p.After.Count(f) > 0) {
			return false
		}
	}
	return true
}
