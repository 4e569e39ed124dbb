package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"refract/finding"
)

// This file counts. A report that the benchmark calls true is a true positive, one that it calls false a false
// positive, any other unknown; a true instance that nobody reported is a false negative.

// oracleCase is one commit of the benchmark.
type oracleCase struct {
	Case         string        `json:"case"`
	Refactorings []oracleEntry `json:"refactorings"`
}

type oracleEntry struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Validation  string `json:"validation"` // TP or CTP, FP, UKN
}

func readOracle(path string) ([]oracleCase, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []oracleCase
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// tally is the counts of one type, or of all.
type tally struct{ TP, FP, Unknown, FN int }

func (t *tally) add(o tally) {
	t.TP += o.TP
	t.FP += o.FP
	t.Unknown += o.Unknown
	t.FN += o.FN
}

// precision counts what the benchmark judged; low counts every unknown report as wrong. Empty sets give 1.
func (t tally) precision() float64 { return ratio(t.TP, t.TP+t.FP) }
func (t tally) low() float64       { return ratio(t.TP, t.TP+t.FP+t.Unknown) }
func (t tally) recall() float64    { return ratio(t.TP, t.TP+t.FN) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// typeTally is the tally of one type.
type typeTally struct {
	Type string
	tally
}

// missedKind is the kind of a miss that nobody reported, unknownKind that of a report without a label.
const (
	missedKind  = "missed"
	unknownKind = "unknown"
)

// miss is a line that was missed or reported without being known.
type miss struct{ kind, typ, name, text string }

// score compares what was found, by case, with the benchmark. types are display names; none means all that the
// benchmark knows.
func score(cases []oracleCase, found map[string][]finding.Refactoring, types []string) (per []typeTally, total tally, misses []miss) {
	scope := map[string]bool{}
	for _, c := range cases {
		for _, r := range c.Refactorings {
			for _, i := range instances(r.Type, r.Description) {
				scope[i.typ] = true
			}
		}
	}
	if len(types) > 0 {
		wanted := map[string]bool{}
		for _, t := range types {
			if a, ok := aliases[t]; ok {
				t = a
			}
			wanted[t] = scope[t]
		}
		scope = wanted
	}
	counts := map[string]*tally{}
	for t, in := range scope {
		if in {
			counts[t] = &tally{}
		}
	}
	for _, c := range cases {
		misses = append(misses, scoreCase(c, found[c.Case], counts)...)
	}
	for t, n := range counts {
		per = append(per, typeTally{t, *n})
		total.add(*n)
	}
	sort.Slice(per, func(i, j int) bool { return per[i].Type < per[j].Type })
	return per, total, misses
}

// judgement is what the reference of a case says of an instance: that it is right, wrong, both (in two descriptions) or neither.
type judgement struct{ right, wrong bool }

// judgementsOf returns what the reference of a case says of each instance, and a description of each.
func judgementsOf(c oracleCase) (map[instance]judgement, map[instance]string) {
	judgements, texts := map[instance]judgement{}, map[instance]string{}
	for _, r := range c.Refactorings {
		for _, i := range instances(r.Type, r.Description) {
			j := judgements[i]
			switch r.Validation {
			case "TP", "CTP":
				j.right = true
			case "FP":
				j.wrong = true
			}
			judgements[i], texts[i] = j, r.Description
		}
	}
	return judgements, texts
}

// scoreCase counts into counts, by type, what was found of a case, and returns where it differs from the reference.
func scoreCase(c oracleCase, found []finding.Refactoring, counts map[string]*tally) []miss {
	judgements, texts := judgementsOf(c)
	said := map[instance]bool{}
	for _, r := range found {
		for _, i := range instances(r.Type, r.Description) {
			said[i] = true
			if texts[i] == "" {
				texts[i] = r.Description
			}
		}
	}
	var misses []miss
	note := func(kind string, i instance) { misses = append(misses, miss{kind, i.typ, c.Case, texts[i]}) }
	for i := range said {
		n := counts[i.typ]
		if n == nil {
			continue
		}
		switch j := judgements[i]; {
		case j.right:
			n.TP++
		case j.wrong:
			n.FP++
			note("false", i)
		default:
			n.Unknown++
			note(unknownKind, i)
		}
	}
	for i, j := range judgements {
		if n := counts[i.typ]; n != nil && j.right && !said[i] {
			n.FN++
			note(missedKind, i)
		}
	}
	sort.Slice(misses, func(i, j int) bool {
		return strings.Join([]string{misses[i].typ, misses[i].kind, misses[i].text}, sep) < strings.Join([]string{misses[j].typ, misses[j].kind, misses[j].text}, sep)
	})
	return misses
}

// typesOf returns the names in a list of types: one a line, # begins a comment.
func typesOf(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
