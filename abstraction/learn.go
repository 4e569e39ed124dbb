package abstraction

import (
	"errors"
	"fmt"
	"slices"

	"refract/java"
	"refract/rules"
	"refract/vectors"
)

// Code is one sample of a refactoring: a file before it and after it.
type Code struct {
	Before, After *java.File
	// Method names the method that is refactored, as "name" or "Type.name"; "" leaves the choice to Learn. AfterMethod
	// names it in After, where it has another name there; it needs Method.
	Method, AfterMethod string
}

// Learned is a rule's content as far as samples tell it.
type Learned struct {
	Inferred
	Query, Answer rules.Side
	Group         string
	Filters       rules.Filters
	Checks        []string // expressions
	Subjects      []Subject
}

// Subject is the method of one sample that was compared, and how.
type Subject struct {
	Method, AfterMethod string   // "Type.name"
	Inlined             []string // the methods that were inlined into the side that is inlined
	Others              []string // methods that changed as well and were not looked at
}

// Learn infers a rule from samples.
//
// In every sample it pairs the methods of before and after by type, name and parameters, and those that remain by
// type and name if that is unambiguous. Of the pairs whose vectors differ the one that differs most is the subject
// (Code.Method overrules that).
//
// Which vectors ask and which answer is decided by the smaller difference: for each of base or inlined before, and
// base or inlined after, it takes in every sample the version with the smallest Σ|𝒟|, and of the four sums over all
// samples the smallest; of equal ones the one that inlines less. New methods of after come in by that: inlining what
// a sample extracted brings it close to what was there before.
//
// Abstraction, 𝒟 and v^δ follow by Infer from these versions. v^δ is cut down to what the base vectors contain as
// well, since check (II.1) asks them. The checks state the direction of the common changes, which check (I.2) does
// not, and that what changes together does so in every candidate, where the samples show more than a change by one.
//
// Source: Milea et al. 2014, §3.2 ("semi-automated"; the choice of vectors is the authors', by hand).
func Learn(samples []Code) (*Learned, error) {
	if len(samples) == 0 {
		return nil, errors.New("no samples")
	}
	l := &Learned{}
	var all []*versions
	for i, s := range samples {
		v, subject, err := subjectOf(s)
		if err != nil {
			return nil, fmt.Errorf("sample %d (%s, %s): %w", i+1, s.Before.Path, s.After.Path, err)
		}
		all, l.Subjects = append(all, v), append(l.Subjects, *subject)
	}
	pairs := l.chooseSides(all)
	inferred, err := Infer(pairs)
	switch {
	case err == nil:
		l.Inferred = *inferred
	case errors.Is(err, ErrNoDifference) && (l.Query == rules.Inlined || l.Answer == rules.Inlined):
		l.Context = pairs[0].Before
		for _, p := range pairs[1:] {
			l.Context = vectors.Min(nil, l.Context, p.Before)
		}
	default:
		return nil, err
	}
	for _, v := range all {
		l.Context = vectors.Min(nil, l.Context, vectors.Min(nil, v.before[0].v, v.after[0].v))
	}
	l.Filters = filtersFor(pairs)
	l.Group = "method"
	if l.Query == rules.Inlined || l.Answer == rules.Inlined {
		l.Group = "callee"
	}
	l.Checks = l.checks(pairs)
	return l, nil
}

// version is a body with some of its calls inlined.
type version struct {
	v       vectors.Vector
	inlined []string
}

// versions are the rows of a subject: its base version first, then the inlined ones.
type versions struct{ before, after []version }

// sides are the four combinations, the one that inlines least first.
var sides = [4]struct{ query, answer rules.Side }{
	{rules.Base, rules.Base}, {rules.Base, rules.Inlined}, {rules.Inlined, rules.Base}, {rules.Inlined, rules.Inlined},
}

// chooseSides sets Query, Answer and what each subject inlines, and returns the pairs to infer from.
func (l *Learned) chooseSides(all []*versions) []Pair {
	best := -1
	var pairs []Pair
	for _, s := range sides {
		sum := 0
		var chosen []Pair
		var inlined [][]string
		for _, v := range all {
			q, a, distance := closest(side(v.before, s.query), side(v.after, s.answer))
			if q == nil {
				break // some sample has nothing to inline on that side
			}
			sum += distance
			chosen = append(chosen, Pair{Before: q.v, After: a.v})
			inlined = append(inlined, slices.Concat(q.inlined, a.inlined))
		}
		if len(chosen) == len(all) && (best < 0 || sum < best) {
			best, pairs = sum, chosen
			l.Query, l.Answer = s.query, s.answer
			for i := range inlined {
				l.Subjects[i].Inlined = inlined[i]
			}
		}
	}
	return pairs
}

func side(list []version, s rules.Side) []version {
	if s == rules.Base {
		return list[:1]
	}
	return list[1:]
}

// closest returns the two versions with the smallest Σ|𝒟|, the first ones among equals; nil if a list is empty.
func closest(before, after []version) (q, a *version, distance int) {
	for i := range before {
		for j := range after {
			d := size(vectors.Diff(before[i].v, after[j].v))
			if q == nil || d < distance {
				q, a, distance = &before[i], &after[j], d
			}
		}
	}
	return q, a, distance
}

// size is Σ|𝒟|.
func size(d vectors.Difference) int {
	n := 0
	for _, c := range d.Changes {
		n += max(c.By, -c.By)
	}
	return n
}

var syntax = vectors.MustGroup("syntax.*")

// filtersFor are the default filters, lowered where a sample itself is small: code of half a sample's size is worth
// a look (§3.3, FilterSmall).
func filtersFor(pairs []Pair) rules.Filters {
	f := rules.DefaultFilters
	for _, p := range pairs {
		f.MinElements = min(f.MinElements, max(1, p.Before.Sum(&syntax)/2), max(1, p.After.Sum(&syntax)/2))
	}
	return f
}

// maxDirections bounds the checks on the direction of single changes.
const maxDirections = 6

// checks states the inferred changes as expressions.
func (l *Learned) checks(pairs []Pair) []string {
	q, c := "q", "c"
	if l.Query == rules.Inlined {
		q = "qi"
	}
	if l.Answer == rules.Inlined {
		c = "ci"
	}
	var list []string
	// Operations say best what changes; the syntax features around them follow.
	changes := slices.Clone(l.Difference)
	slices.SortStableFunc(changes, func(a, b vectors.Change) int {
		if a.Feature.Family() != b.Feature.Family() {
			return int(b.Feature.Family()) - int(a.Feature.Family())
		}
		return max(b.By, -b.By) - max(a.By, -a.By)
	})
	for _, d := range changes[:min(len(changes), maxDirections)] {
		op := "<"
		if d.By < 0 {
			op = ">"
		}
		list = append(list, fmt.Sprintf("%s[%q] %s %s[%q]", q, d.Feature, op, c, d.Feature))
	}
	for _, together := range l.Together {
		if !variesOrRepeats(pairs, together[0]) {
			continue
		}
		var terms []string
		for _, f := range together {
			terms = append(terms, fmt.Sprintf("%s[%q] - %s[%q]", c, f, q, f))
		}
		for i := 1; i < len(terms); i++ {
			list = append(list, terms[0]+" == "+terms[i])
		}
	}
	return list
}

// variesOrRepeats reports whether the pairs show more of f than a change by the same one everywhere: a lone "one
// less" of two features is too often a coincidence to be made a condition.
func variesOrRepeats(pairs []Pair, f vectors.Feature) bool {
	first := pairs[0].After.Count(f) - pairs[0].Before.Count(f)
	for _, p := range pairs {
		if n := p.After.Count(f) - p.Before.Count(f); n != first || n > 1 || n < -1 {
			return true
		}
	}
	return false
}
