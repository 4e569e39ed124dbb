package release

import (
	"context"
	"time"

	"refract/finding"
	"refract/java"
	"refract/mine"
	"refract/program"
	"refract/rules"
)

// Side is one release, read.
type Side struct {
	Name     string // as the user named it
	Files    []*java.File
	Problems []finding.Problem
}

// CompareOptions choose what Compare does.
type CompareOptions struct {
	API Options
	// Types limits the result to these type names; empty means all.
	Types []string
	// MinConfidence drops changes below it.
	MinConfidence finding.Ratio
	// Rules are those of the vector detector; nil or an empty set leaves it out.
	Rules *rules.Set
	// Jobs is the number of bodies and rules worked on at a time; 0 means 1.
	Jobs int
}

// Timing is the duration of one stage.
type Timing struct {
	Stage string
	Took  time.Duration
}

// Comparison is the explanation of two releases.
type Comparison struct {
	Old, New string
	Changes  []Change // the folded log, in stable order
	API      Guide    // what it means for users of the component
	Counts   []Count  // per type, consequences included, by type
	Timings  []Timing
	Problems []finding.Problem
}

// Count is how many changes of one type there are, and how many of them each detector saw.
type Count struct {
	Type      string         `json:"type"`
	Count     int            `json:"count"`
	Detectors map[string]int `json:"detectors"`
}

// Compare explains what was refactored from old to new.
//
// The three detectors look at the same two programs. The mapping detector comes first in the merge, since it has seen
// every statement; the others confirm what it says and add what it cannot see.
func Compare(ctx context.Context, old, new Side, o CompareOptions) (*Comparison, error) {
	r := &Comparison{Old: old.Name, New: new.Name, Problems: append(append([]finding.Problem(nil), old.Problems...), new.Problems...)}
	timed := func(stage string, work func() error) error {
		start := time.Now()
		err := work()
		r.Timings = append(r.Timings, Timing{stage, time.Since(start)})
		return err
	}
	var before, after *Component
	if err := timed("entities", func() error {
		before = NewComponent(program.Link(old.Files), o.API.WithDefaults())
		after = NewComponent(program.Link(new.Files), o.API.WithDefaults())
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	var log *Log
	if err := timed("api detector", func() error { log = DetectAPI(before, after, o.API); return ctx.Err() }); err != nil {
		return nil, err
	}
	var diff *mine.Diff
	var mapped []finding.Refactoring
	if err := timed("mapping detector", func() (err error) {
		b, a := changed(old.Files, new.Files)
		if diff, err = mine.New(ctx, mine.NewModel(b), mine.NewModel(a), mine.Options{}); err != nil {
			return err
		}
		mapped = diff.Refactorings(mine.Options{})
		return nil
	}); err != nil {
		return nil, err
	}
	was, is := newDeclarations(before, mine.NewModel(old.Files)), newDeclarations(after, mine.NewModel(new.Files))
	var inside []VectorFinding
	if o.Rules != nil && len(o.Rules.Rules) > 0 {
		if err := timed("vector detector", func() (err error) {
			next := newSuccessors(before, after, log, diff)
			next.changedOnly(before.Program, after.Program)
			inside, err = detectVectors(ctx, was, is, next, o.Rules, o.Jobs)
			return err
		}); err != nil {
			return nil, err
		}
	}
	err := timed("merge", func() error {
		m := newMerger(was, is)
		for _, x := range mapped {
			m.add(x, MappingDetector, "statements mapped", confidenceMapping)
		}
		for _, e := range log.Entries {
			m.addEntry(e)
		}
		for _, v := range inside {
			m.addVector(v)
		}
		all := keep(m.result(), o)
		r.Counts = count(all)
		r.Changes = fold(all, before)
		r.API = guide(before, after, all)
		return ctx.Err()
	})
	return r, err
}

// changed returns the files that differ: a file that is the same on both sides has nothing to say.
func changed(old, new []*java.File) (before, after []*java.File) {
	same := make(map[string]*java.File, len(old))
	for _, f := range old {
		same[f.Path] = f
	}
	for _, f := range new {
		if o := same[f.Path]; o != nil && o.Hash == f.Hash {
			delete(same, f.Path)
			continue
		}
		after = append(after, f)
	}
	for _, f := range old {
		if same[f.Path] != nil {
			before = append(before, f)
		}
	}
	return before, after
}

// keep applies the filters of the user.
func keep(cs []Change, o CompareOptions) []Change {
	wanted := map[string]bool{}
	for _, t := range o.Types {
		wanted[t] = true
	}
	out := cs[:0]
	for _, c := range cs {
		switch {
		case len(wanted) > 0 && !wanted[c.Type], c.Confidence < o.MinConfidence:
		case o.API.PublicAPI && !(c.Old.Public && (c.New.Public || c.New.Name == "")):
		default:
			out = append(out, c)
		}
	}
	return out
}

func count(cs []Change) []Count {
	at := map[string]int{}
	var out []Count
	for i := range cs {
		k, ok := at[cs[i].Type]
		if !ok {
			k = len(out)
			at[cs[i].Type] = k
			out = append(out, Count{Type: cs[i].Type, Detectors: map[string]int{}})
		}
		out[k].Count++
		for _, d := range cs[i].Detectors {
			out[k].Detectors[d.Detector]++
		}
	}
	sortCounts(out)
	return out
}
