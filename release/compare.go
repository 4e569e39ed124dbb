package release

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

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
	NoGuide  bool     // read from a log that has no guide: API says nothing
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
	var before, after *Component
	var log *Log
	var diff *mine.Diff
	var mapped []finding.Refactoring
	// The two detectors that need nothing of each other run side by side; each has its own clock.
	var api, mapping clock
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		api.stage("entities", func() {
			before = NewComponent(program.Link(old.Files), o.API.WithDefaults())
			after = NewComponent(program.Link(new.Files), o.API.WithDefaults())
		})
		if gctx.Err() == nil {
			api.stage("api detector", func() { log = DetectAPI(before, after, o.API) })
		}
		return gctx.Err()
	})
	g.Go(func() (err error) {
		mapping.stage("mapping detector", func() {
			b, a := changed(old.Files, new.Files)
			if diff, err = mine.New(gctx, mine.NewModel(b), mine.NewModel(a), mine.Options{}); err == nil {
				mapped = diff.Refactorings(mine.Options{})
			}
		})
		return err
	})
	if err := g.Wait(); err != nil {
		return nil, err
	}
	r.Problems = append(r.Problems, unrelated(before, after, old.Name)...)
	var rest clock
	was, is := newDeclarations(before, mine.NewModel(old.Files)), newDeclarations(after, mine.NewModel(new.Files))
	var inside []VectorFinding
	if o.Rules != nil && len(o.Rules.Rules) > 0 {
		var err error
		rest.stage("vector detector", func() {
			next := newSuccessors(before, after, log, diff)
			next.changedOnly(before.Program, after.Program)
			inside, err = detectVectors(ctx, was, is, next, o.Rules, o.Jobs)
		})
		if err != nil {
			return nil, err
		}
	}
	rest.stage("merge", func() {
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
		m.doubt(&detector{o: o.API.WithDefaults(), old: before, new: after, log: log, classNames: log.classNames(before, after)})
		all := keep(m.result(), o)
		r.Counts = count(all)
		r.Changes = fold(all, before)
		r.API = guide(before, after, all)
	})
	r.Timings = append(append(api.timings, mapping.timings...), rest.timings...)
	return r, ctx.Err()
}

// clock takes the times of stages.
type clock struct{ timings []Timing }

func (c *clock) stage(name string, work func()) {
	start := time.Now()
	work()
	c.timings = append(c.timings, Timing{name, time.Since(start)})
}

// unrelated warns where the two sides share no package: then they are hardly two releases of one component, or one of
// them is the wrong directory.
func unrelated(before, after *Component, name string) []finding.Problem {
	for i := range before.Entities {
		if e := &before.Entities[i]; e.Kind == Package && len(after.named(e.Name, Package)) > 0 {
			return nil
		}
	}
	return []finding.Problem{{Path: name, Severity: finding.Warning,
		Message: fmt.Sprintf("the releases have no package in common: %s here, %s in the other", packageList(before), packageList(after)),
		Remedy:  "check that both are releases of one component; if all its packages were renamed, all is well"}}
}

// packageList names the first packages.
func packageList(c *Component) string {
	const shown = 3
	var names []string
	for i := range c.Entities {
		if e := &c.Entities[i]; e.Kind == Package {
			if len(names) == shown {
				names = append(names, "…")
				break
			}
			if e.Name == "" {
				names = append(names, "the unnamed package")
			} else {
				names = append(names, e.Name)
			}
		}
	}
	return strings.Join(names, ", ")
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
