package scan

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"refract/abstraction"
	"refract/concretize"
	"refract/internal/spare"
	"refract/lsh"
	"refract/rules"
)

// This file lets rules that look at the same rows through the same abstraction use one table of them.

// sharing is the abstracted rows that the rules of one run have in common. It is for one corpus, on which all rows take
// part. It is safe for concurrent use.
type sharing struct {
	mu   sync.Mutex
	each map[shareKey]*shared
	// What rows that are forgotten leave to the next ones.
	memory    lsh.Memory
	lists     spare.Slices[int32]
	standings spare.Slices[standing]
}

// shareKey is all that decides which rows of a corpus take part on a side of a rule, and what they become.
type shareKey struct {
	plan       string
	side       rules.Side
	elements   int
	statements int
	context    string
	roles      string
}

// shared is one table and the rules that still need it.
type shared struct {
	once  sync.Once
	rows  *abstracted
	users int
}

// newSharing returns the sharing for run, the rules that will each take their sides once and release them.
func newSharing(run []*rules.Rule) *sharing {
	s := &sharing{each: map[shareKey]*shared{}, memory: lsh.NewMemory()}
	for _, rule := range run {
		plan := abstraction.New(&rule.Abstraction)
		for _, side := range sidesOf(rule) {
			key := keyOf(plan, rule, side)
			if s.each[key] == nil {
				s.each[key] = &shared{}
			}
			s.each[key].users++
		}
	}
	return s
}

// sidesOf is the distinct sides of a rule that asks a corpus about itself.
func sidesOf(rule *rules.Rule) []rules.Side {
	if rule.Query == rule.Answer {
		return []rules.Side{rule.Query}
	}
	return []rules.Side{rule.Query, rule.Answer}
}

func keyOf(plan *abstraction.Plan, rule *rules.Rule, side rules.Side) shareKey {
	return shareKey{plan.Key(), side, rule.Filters.MinElements, rule.Filters.MinStatements, fmt.Sprint(rule.Context),
		concretize.NewRoles(rule, nil).Key(side)}
}

// take returns the rows of key, which the first to ask makes while the others wait. Only what is behind key may go
// into make.
func (s *sharing) take(key shareKey, make func() *abstracted) *abstracted {
	s.mu.Lock()
	sh := s.each[key]
	s.mu.Unlock()
	sh.once.Do(func() { sh.rows = make() })
	return sh.rows
}

// release says that rule needs its sides no longer; what nobody needs is forgotten, and its memory used again.
func (s *sharing) release(rule *rules.Rule) {
	plan := abstraction.New(&rule.Abstraction)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, side := range sidesOf(rule) {
		key := keyOf(plan, rule, side)
		if s.each[key].users--; s.each[key].users > 0 {
			continue
		}
		if rows := s.each[key].rows; rows != nil {
			s.free(rows)
		}
		delete(s.each, key)
	}
}

// free gives back the memory of rows, which nobody needs any longer.
func (s *sharing) free(rows *abstracted) {
	rows.free()
	s.lists.Give(rows.row)
}

// adjacent returns the numbers of rules in an order in which those that share rows follow each other: what they share is
// held from the first of them to the last.
func adjacent(set []*rules.Rule) []int {
	users := map[shareKey][]int{}
	keys := make([][]shareKey, len(set))
	for i, rule := range set {
		plan := abstraction.New(&rule.Abstraction)
		for _, side := range sidesOf(rule) {
			key := keyOf(plan, rule, side)
			keys[i] = append(keys[i], key)
			users[key] = append(users[key], i)
		}
	}
	order := make([]int, 0, len(set))
	placed := make([]bool, len(set))
	var place func(i int)
	place = func(i int) {
		if placed[i] {
			return
		}
		placed[i] = true
		order = append(order, i)
		for _, key := range keys[i] {
			for _, user := range users[key] {
				place(user)
			}
		}
	}
	for i := range set {
		place(i)
	}
	return order
}

// inTurn returns the numbers of rules in the order in which they are run. Those that take most from the index share no rows: they come after the
// others, and the more candidates the last scan had of a rule the earlier it is, so that the workers end together.
func (k *keeper) inTurn(set []*rules.Rule) []int {
	order := adjacent(set)
	if k == nil || k.past == nil {
		return order
	}
	candidates := func(i int) int {
		if m := k.past.rules[set[i].ID]; m != nil {
			return m.Sums[sumRows]
		}
		return math.MaxInt
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(candidates(b), candidates(a)) })
	return order
}
