package rules

import (
	"slices"

	"refract/vectors"
)

// Side says which vectors of a method take part: its own, those of its inlined versions, or all of them.
type Side uint8

const (
	NoSide Side = iota
	Base
	Inlined
	Both
)

var sideNames = [...]string{NoSide: "none", Base: "base", Inlined: "inlined", Both: "both"}

func (s Side) String() string { return sideNames[s] }

// HasBase reports whether base vectors take part.
func (s Side) HasBase() bool { return s == Base || s == Both }

// HasInlined reports whether the vectors of inlined code take part.
func (s Side) HasInlined() bool { return s == Inlined || s == Both }

// Rule is one refactoring type as data, checked and compiled. It is immutable and safe for concurrent readers.
//
// Source: Milea, Jiang and Khoo 2014, §3.2 (abstraction, D, v^δ) and §3.4 (checks).
type Rule struct {
	ID      string // kebab-case
	Name    string // as people say it: "Inline Temp"
	Summary string
	Source  string // where the refactoring and its rule are described
	Group   string // what the opportunities of one group share: one of Groups
	Doc     string // the Markdown beside the rule, "" where there is none

	Query, Answer Side
	Abstraction   Abstraction
	Difference    []vectors.Change // D: from query to answer, ascending by feature
	Context       vectors.Vector   // v^δ: what both sides must contain
	Radius        float64          // Euclidean, over abstracted vectors; 0 means equality
	Filters       Filters
	Checks        []*Check
	Structural    []string
	Witness       []string
	Samples       []Sample // to be found and, where Refused is set, to be refused; in the order of the file

	Path    string // of the rule's file, for messages
	Builtin bool   // from the embedded catalogue

	known known // its hash, once it is loaded
}

// Groups are the values of Rule.Group: what the opportunities that are reported together share.
var Groups = []string{"callee", "field", "constant", "method", "class"}

// Abstraction is the abstraction operator 𝒜 of a rule. Its lists are disjoint and each is ascending; a feature in
// none of them keeps its count (I).
type Abstraction struct {
	Zero  []vectors.Feature   // (V): set to 0
	Merge [][]vectors.Feature // (II): the first feature of a group gets the sum, the others 0
	One   [][]vectors.Feature // (III): 1 where the feature occurs, else 0

	// Written are the same lists as the rule's author wrote them, with globs, for people.
	Written WrittenAbstraction
}

// WrittenAbstraction is an abstraction in names and globs, as it stands in the file.
type WrittenAbstraction struct {
	Zero  []string   `json:"zero,omitempty"`
	Merge [][]string `json:"merge,omitempty"`
	One   [][]string `json:"one,omitempty"`
}

// Filters are the thresholds of §3.3.
type Filters struct {
	MinElements   int  `json:"min_elements"`   // FilterSmall: syntax elements a body must have; default 10
	MinStatements int  `json:"min_statements"` // FilterSmall: statements a body must have; default 1
	Clones        bool `json:"clones"`         // FilterClones: drop results that are plain clones; default true
}

// DefaultFilters are the thresholds the paper proposes: 10 program elements, 1 functioning statement.
var DefaultFilters = Filters{MinElements: 10, MinStatements: 1, Clones: true}

// Touches reports whether the abstraction changes counts of feature f.
func (a *Abstraction) Touches(f vectors.Feature) bool {
	if slices.Contains(a.Zero, f) {
		return true
	}
	for _, groups := range [][][]vectors.Feature{a.Merge, a.One} {
		for _, g := range groups {
			if slices.Contains(g, f) {
				return true
			}
		}
	}
	return false
}
