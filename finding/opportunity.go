package finding

import (
	"fmt"
	"math"
)

// Opportunity is one place that could be refactored in the way of a rule, and the code of the same program that
// shows the result (the sample). Source: Milea et al. 2014, §3.3: "a piece of code q can be refactored via γ so that
// it becomes similar to some other code c".
type Opportunity struct {
	Rule        string   `json:"rule"`        // the rule's id, kebab-case
	Type        string   `json:"type"`        // the refactoring type, such as "Extract Method"
	Description string   `json:"description"` // one sentence for people
	Place       Location `json:"place"`       // the method that could be refactored (the query q)
	// Inlined lists what is inlined into the query, for rules whose query is inlined code (Inline Method).
	Inlined []Location `json:"inlined,omitempty"`
	// Samples are the code after the refactoring, the best first; there is at least one. By rule (IV) all of them
	// have the same vector, so they say the same thing.
	Samples    []Sample   `json:"samples"`
	Target     Target     `json:"target"`
	Evidence   Evidence   `json:"evidence"`
	Confidence Confidence `json:"confidence"`
	Gain       Gain       `json:"gain"`
	// Fingerprint identifies the opportunity across runs and small edits elsewhere: it is made of names and of the
	// normalised text, never of line numbers. Hexadecimal.
	Fingerprint string `json:"fingerprint"`
}

// Sample is a piece of code that looks as the query would after the refactoring.
type Sample struct {
	Place Location `json:"place"`
	// Inlined lists the methods whose bodies were taken in place of their calls for the comparison: the extracted
	// method of an Extract Method, the getter of a Self Encapsulate Field.
	Inlined []Location `json:"inlined,omitempty"`
}

// Target is what opportunities of one group share: the same method to call, the same field to encapsulate, the same
// constant to name.
type Target struct {
	Kind string `json:"kind"` // callee, field, constant, method or class
	Name string `json:"name"` // qualified: "a.b.C.m(int,String)", "a.b.C.f"
	// Place is where the target is declared; nil where it has no place in the scanned files.
	Place *Location `json:"place,omitempty"`
}

// Gain is what the user wins by the refactoring. Unit: statements, and places.
type Gain struct {
	Statements int `json:"statements"` // statements that need not be written any more
	Duplicates int `json:"duplicates"` // places that would share one definition, the sample's included
}

// Evidence says why an opportunity is reported.
type Evidence struct {
	// Differences are the features in which the concrete vectors of query and sample differ, in feature order.
	Differences []FeatureDifference `json:"differences"`
	Checks      []string            `json:"checks,omitempty"` // names of the rule's own checks that held
	Witness     Witness             `json:"witness"`
}

// FeatureDifference is one entry of δ(v_q, v_c) (Milea et al. 2014, Def. 3.3).
type FeatureDifference struct {
	Feature string `json:"feature"`
	Query   int    `json:"query"`
	Sample  int    `json:"sample"`
}

// WitnessLevel says how much of the two bodies the alignment explains.
type WitnessLevel uint8

const (
	// NoWitness: the bodies cannot be aligned under what the rule allows; equal counts are all there is.
	NoWitness WitnessLevel = iota
	// PartialWitness: most statements are aligned, or all are but with differences that need a parameter.
	PartialWitness
	// FullWitness: every statement of both sides is aligned or is a difference that the rule is about.
	FullWitness
)

func (l WitnessLevel) String() string {
	switch l {
	case NoWitness:
		return "none"
	case PartialWitness:
		return "partial"
	case FullWitness:
		return "full"
	}
	return "invalid"
}

// MarshalText prints the level as its name in JSON.
func (l WitnessLevel) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Witness is the alignment of the query's body with the sample's, the inlined methods substituted, statement by
// statement. It is what a reader checks.
type Witness struct {
	Level WitnessLevel `json:"level"`
	// QueryCovered and SampleCovered are the shares of the statements of each side that the alignment explains, 0 to 1.
	QueryCovered  Ratio  `json:"queryCovered"`
	SampleCovered Ratio  `json:"sampleCovered"`
	Pairs         []Pair `json:"pairs"` // in the order of the query's text, then of the sample's
	// Renamed lists the names that differ consistently, "query -> sample", sorted.
	Renamed []string `json:"renamed,omitempty"`
	Notes   []string `json:"notes,omitempty"` // what lowers the confidence, in words
}

// PairKind says how the two statements of a Pair agree.
type PairKind uint8

const (
	NoPair PairKind = iota
	// Same: equal text after consistent renaming.
	Same
	// Allowed: different in the way the rule is about; Pair.Why names it.
	Allowed
	// Parameter: a literal or an expression differs that would become a parameter or an argument.
	Parameter
	// QueryOnly and SampleOnly: the other side has nothing for it. With a Why it is what the rule is about, such as
	// the declaration of the temporary; without, it is unexplained.
	QueryOnly
	SampleOnly
)

var pairKindNames = [...]string{"none", "same", "allowed", "parameter", "query-only", "sample-only"}

func (k PairKind) String() string {
	if int(k) < len(pairKindNames) {
		return pairKindNames[k]
	}
	return "invalid"
}

// MarshalText prints the kind as its name in JSON.
func (k PairKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Pair is one line of a witness: a statement (for compound statements its head) of the query and the statement of
// the sample that it corresponds to.
type Pair struct {
	Kind   PairKind  `json:"kind"`
	Query  *Fragment `json:"query,omitempty"`
	Sample *Fragment `json:"sample,omitempty"`
	Why    string    `json:"why,omitempty"` // the allowance used, or the difference, in words
}

// Fragment is a piece of a file as the witness shows it.
type Fragment struct {
	Path      string `json:"filePath"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Text      string `json:"text"`  // on one line, blanks collapsed; a compound statement's head only
	Depth     int    `json:"depth"` // nesting depth of the statement in its body, outermost 0
}

// Ratio is a share between 0 and 1, printed with three digits so that two machines print the same bytes.
type Ratio float64

// MarshalJSON prints r with at most three decimals.
func (r Ratio) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%g", math.Round(float64(r)*1000)/1000), nil
}

// Confidence is how sure refract is that a maintainer could perform the refactoring as described, 0 to 1. It is made
// of the witness alone; concretize documents how.
type Confidence = Ratio

// Group is the opportunities that share a target, ranked by what they gain together.
type Group struct {
	Rule    string        `json:"rule"`
	Type    string        `json:"type"`
	Target  Target        `json:"target"`
	Score   Ratio         `json:"score"`   // Σ gain × confidence over the members; see scan
	Gain    Gain          `json:"gain"`    // of all members together
	Members []Opportunity `json:"members"` // by confidence and gain, then by place
}

// Verdict is a check's answer. The zero Verdict accepts.
type Verdict struct {
	Refused bool
	Reason  string // for people: names the construct, not the algorithm
}

// Refuse returns a Verdict with a reason made as fmt.Sprintf does.
func Refuse(format string, args ...any) Verdict {
	return Verdict{Refused: true, Reason: fmt.Sprintf(format, args...)}
}

// Refusal is a candidate that a stage turned down (or, with an empty Check, let pass): what --explain prints.
type Refusal struct {
	Rule    string     `json:"rule"`
	Query   Location   `json:"query"`
	Sample  Location   `json:"sample"`
	Inlined []Location `json:"inlined,omitempty"` // into the sample
	Stage   string     `json:"stage"`             // filter, check, structural, witness, cross-check
	Check   string     `json:"check"`             // the name of the check that refused; "" where the candidate was reported
	Reason  string     `json:"reason"`
	// Confidence is that of a candidate that passed everything; 0 for the others.
	Confidence Confidence `json:"-"`
}
