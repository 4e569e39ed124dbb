package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"refract/vectors"
)

// Set is the rules of one run. It is immutable.
type Set struct {
	Rules []*Rule // ascending by id
}

func newSet(byID map[string]*Rule) *Set {
	s := &Set{}
	for _, r := range byID {
		s.Rules = append(s.Rules, r)
	}
	slices.SortFunc(s.Rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return s
}

// known is the hash of a rule, which is asked for again and again. That of is the rule tells it from a copy that is another one by now.
type known struct {
	of   *Rule
	hash string
}

// Rule returns the rule of that id, nil where there is none.
func (s *Set) Rule(id string) *Rule {
	for _, r := range s.Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// IDs lists the ids, ascending.
func (s *Set) IDs() []string {
	ids := make([]string, len(s.Rules))
	for i, r := range s.Rules {
		ids[i] = r.ID
	}
	return ids
}

// Nearest returns the id closest to a wrong one, "" where none is close.
func (s *Set) Nearest(id string) string { return nearest(id, s.IDs()) }

// Select returns the set of the rules with these ids; unknown ids are returned as well.
func (s *Set) Select(ids ...string) (sub *Set, unknown []string) {
	byID := map[string]*Rule{}
	for _, id := range ids {
		if r := s.Rule(id); r != nil {
			byID[id] = r
		} else {
			unknown = append(unknown, id)
		}
	}
	return newSet(byID), unknown
}

// hashVersion is part of every hash.
//
//	1: the first form
const hashVersion = 1

// canonical is what the hash of a rule is made of: all that decides what a rule finds and how it is reported, in a
// form that does not depend on how the YAML is laid out. Documentation and samples are not in it. Features are in it
// by name, since their numbers may change between versions.
type canonical struct {
	ID, Name, Summary, Source, Group string
	Query, Answer                    string
	Zero                             []string
	Merge, One                       [][]string
	Difference, Context              map[string]int // encoding/json sorts the keys
	Radius                           float64
	Filters                          Filters
	Checks, Reasons                  []string
	Structural, Witness              []string
}

// Hash returns the rule's identity as 64 hexadecimal digits.
func (r *Rule) Hash() string {
	if r.known.of == r {
		return r.known.hash
	}
	return r.newHash()
}

// newHash makes of r what Hash returns.
func (r *Rule) newHash() string {
	c := canonical{
		ID: r.ID, Name: r.Name, Summary: r.Summary, Source: r.Source, Group: r.Group,
		Query: r.Query.String(), Answer: r.Answer.String(),
		Difference: map[string]int{}, Context: map[string]int{},
		Radius: r.Radius, Filters: r.Filters, Structural: r.Structural, Witness: r.Witness,
	}
	for _, f := range r.Abstraction.Zero {
		c.Zero = append(c.Zero, f.String())
	}
	c.Merge, c.One = namesOfGroups(r.Abstraction.Merge), namesOfGroups(r.Abstraction.One)
	for _, d := range r.Difference {
		c.Difference[d.Feature.String()] = d.By
	}
	for _, e := range r.Context {
		c.Context[e.Feature().String()] = e.Count()
	}
	for _, check := range r.Checks {
		c.Checks, c.Reasons = append(c.Checks, check.Expr), append(c.Reasons, check.Reason)
	}
	return digest(c)
}

// Hash returns the identity of the set as 64 hexadecimal digits: equal sets have equal hashes in every process.
func (s *Set) Hash() string {
	hashes := []any{hashVersion}
	for _, r := range s.Rules {
		hashes = append(hashes, r.Hash())
	}
	return digest(hashes)
}

func digest(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("rules: " + err.Error()) // plain data always marshals, but for a radius that validation refuses
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func namesOfGroups(groups [][]vectors.Feature) [][]string {
	var names [][]string
	for _, g := range groups {
		var list []string
		for _, f := range g {
			list = append(list, f.String())
		}
		names = append(names, list)
	}
	return names
}
