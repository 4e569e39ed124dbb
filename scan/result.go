package scan

import (
	"time"

	"refract/finding"
)

// Result is what a scan found. It is the same, byte for byte once printed, at any number of jobs; only the durations
// differ from run to run, and no report but the timing table prints them.
type Result struct {
	Roots  []string        `json:"roots"`
	Inputs Inputs          `json:"inputs"`
	Rules  []RuleSummary   `json:"rules"`  // the rules that ran, by id
	Groups []finding.Group `json:"groups"` // the best first, all that reach the minimum confidence
	Stages []Stage         `json:"stages"` // in the order they ran
	// Problems are the inputs that could not be used, by path, line and column.
	Problems []finding.Problem `json:"problems"`
	// Explained lists every candidate of the method that was asked for; nil without the question.
	Explained []finding.Refusal `json:"explained,omitempty"`
	// RuleHash identifies the rule set: hexadecimal, over the rules' content.
	RuleHash string `json:"ruleHash"`
	// IndexTook is what opening, comparing and writing the index took, as far as nothing else was done meanwhile; it is in no stage, since a report
	// does not depend on whether there is an index.
	IndexTook time.Duration `json:"-"`
	// IndexBeside is what the workers of the rules stage spent on the records of a new index, all of them together.
	IndexBeside time.Duration `json:"-"`
	// Text returns the source of a scanned file for side-by-side reports; nil where the file is unknown.
	Text func(path string) []byte `json:"-"`
	// Index says what the index was good for, or what is wrong with it; nil without one. It is in no report: what a
	// scan found does not depend on it.
	Index []IndexNote `json:"-"`

	writing *writing // the index, nil once it is written
}

// Inputs counts what was read.
type Inputs struct {
	Files     int   `json:"files"`
	Bytes     int64 `json:"bytes"`
	Lines     int   `json:"lines"`
	Types     int   `json:"types"`
	Methods   int   `json:"methods"` // bodies: methods, constructors, initializers
	Vectors   int   `json:"vectors"` // base and inlined
	Calls     Calls `json:"calls"`
	Test      int   `json:"testFiles"`      // left out, unless asked for
	Generated int   `json:"generatedFiles"` // left out, unless asked for
	Ignored   int   `json:"ignoredFiles"`   // by .gitignore, --include or --exclude
}

// Calls counts the calls of the bodies by what they were resolved to.
type Calls struct {
	Own          int `json:"own"`
	API          int `json:"api"`
	Constructor  int `json:"constructor"`
	Unresolvable int `json:"unresolvable"` // counted under API as well: the vectors treat them so
}

// RuleSummary is one rule and what it found.
type RuleSummary struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	Opportunities int    `json:"opportunities"` // reported
	Groups        int    `json:"groups"`
}

// Stage is the account of one stage: what went in, came out, and was refused, with the reason.
type Stage struct {
	Name    string  `json:"name"`           // walk, parse, link, vectors, inline, join, filter, checks, structural, witness, cross-check, group
	Rule    string  `json:"rule,omitempty"` // the rule's id for stages that run per rule
	In      int     `json:"in"`
	Out     int     `json:"out"`
	Refused []Count `json:"refused,omitempty"` // by reason, the most frequent first, then by name
	// Took is the time of the stage. Rules run side by side: what is given per rule is what all workers spent on it,
	// and the stages "rules" before them says how long all rules took by the clock.
	Took time.Duration `json:"-"`
}

// Count is a reason with how often it held.
type Count struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Opportunities counts the opportunities in all groups.
func (r *Result) Opportunities() int {
	n := 0
	for i := range r.Groups {
		n += len(r.Groups[i].Members)
	}
	return n
}
